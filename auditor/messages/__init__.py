"""Whatever is said to a person: a code with values, and one table that says it in two languages."""
