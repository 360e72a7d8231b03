"""One report value (`model`), and one renderer a file."""
