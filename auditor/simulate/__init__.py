"""Lawful table logs, and logs with named faults, written without any knowledge of the rule language."""
