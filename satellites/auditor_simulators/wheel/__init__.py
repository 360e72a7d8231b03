"""Boule and vingt-trois, article 47 of the order of 1959: lawful evenings and named faults."""
