"""Rows and cells that cannot be believed as they stand: lost, moved, doubled, respelt."""
