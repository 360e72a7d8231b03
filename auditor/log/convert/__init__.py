"""What people write in cells, turned into the text that the canonical log has there."""
