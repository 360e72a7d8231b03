"""Lawful play of the parlour game and of its variants."""
