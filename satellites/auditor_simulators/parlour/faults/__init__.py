"""Named faults of the parlour game and of its variants."""
