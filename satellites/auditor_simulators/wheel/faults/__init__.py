"""Named faults of boule and vingt-trois."""
