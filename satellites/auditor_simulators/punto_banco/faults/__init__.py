"""Named faults of punto banco."""
