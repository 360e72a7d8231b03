"""Benchmarks: how long an audit takes, beside reading the same file and beside other ways."""
