"""Logs: from a casino's files to typed events, with file, sheet and row kept for each."""
