"""Converters: from the cells that people write to the text that the canonical log has there."""
