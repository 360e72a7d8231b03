"""Named faults of bataille, by the paragraph of article 55-19 that they break."""
