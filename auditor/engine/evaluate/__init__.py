"""Expressions over many subjects at once, one file for each family of forms."""
