"""Keys, sorted orders and segments, so that a selection is a slice and a count a difference."""
