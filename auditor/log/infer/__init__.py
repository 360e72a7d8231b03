"""Inference from headers and cells, as far as they leave no doubt: no mapping has to say it."""
