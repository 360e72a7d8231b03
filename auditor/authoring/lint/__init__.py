"""Declarations that mean nothing, or something else than they say, though their types are right."""
