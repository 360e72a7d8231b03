"""Statistics: an extension of the rule language, with words of its own."""
