"""Rows that cannot be believed as they stand: lost, moved, doubled, filled down, renumbered."""
