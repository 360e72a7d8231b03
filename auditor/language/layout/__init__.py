"""`auditor fmt`: one layout for rule files, made of their words and comments; none is lost."""
