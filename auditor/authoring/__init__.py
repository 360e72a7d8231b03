"""Tools for whoever writes rules: review, layout, examples, mutants, comparisons, the rule book."""
