"""Logs in other shapes: what casinos write, and how it becomes the rows of the canonical log."""
