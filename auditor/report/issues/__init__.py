"""Faults of files, as code hosts, editors and build servers read them."""
