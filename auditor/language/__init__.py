"""The rule language: from text to checked rules."""
