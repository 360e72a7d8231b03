"""Integrity in columns: the cells and rows of a log that cannot be believed."""
