"""Judging a log by the rules."""
