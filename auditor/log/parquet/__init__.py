"""Parquet files: read with care in a sandbox, or written anew as the text that would hold them."""
