"""From syntax to checked core: names, types, grains, decision tables, rules."""
