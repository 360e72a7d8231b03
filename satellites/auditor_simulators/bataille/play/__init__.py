"""Lawful play of bataille."""
