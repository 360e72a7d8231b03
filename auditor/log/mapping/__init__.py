"""Mappings: the TOML file that says how the rows of a foreign file become events."""
