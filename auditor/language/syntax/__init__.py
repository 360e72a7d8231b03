"""From text to syntax: the grammar, its nodes, and the transformers between them."""
