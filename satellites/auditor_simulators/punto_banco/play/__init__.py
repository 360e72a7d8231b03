"""Lawful play of punto banco."""
