"""Damaged logs in columns: what is lost, moved or in doubt among the rows of large plain files."""
