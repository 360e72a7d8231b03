"""The rule book: a ruleset as a document that a lawyer reads, provision after provision."""
