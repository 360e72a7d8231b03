"""Conditions as formulas: what no log can make true, and rules that no log can suit together."""
