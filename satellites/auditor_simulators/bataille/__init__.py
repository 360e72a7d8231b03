"""`bataille`, article 55-19 of the order of 14 May 2007: lawful evenings and named faults."""
