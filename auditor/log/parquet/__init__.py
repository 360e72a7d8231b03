"""Parquet files: read with care in a sandbox, or straight into columns."""
