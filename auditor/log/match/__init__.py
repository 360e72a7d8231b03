"""Which column says what: the roles of a vocabulary, the evidence for each, one assignment."""
