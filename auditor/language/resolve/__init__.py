"""From a name or path to all the declarations that make up a ruleset."""
