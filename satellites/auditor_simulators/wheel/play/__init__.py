"""Lawful play of boule and vingt-trois."""
