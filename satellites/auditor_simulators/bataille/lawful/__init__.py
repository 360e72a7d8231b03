"""Lawful situations of bataille that usual play does not show."""
