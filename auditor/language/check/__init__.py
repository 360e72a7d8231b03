"""From syntax to checked core: names, types, grains, tables, and what a ruleset owes its readers."""
