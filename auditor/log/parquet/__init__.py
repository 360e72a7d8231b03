"""Parquet files: read in a sandbox, each different value once."""
