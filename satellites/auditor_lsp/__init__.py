"""A language server: what editors ask of rule files while they are written."""
