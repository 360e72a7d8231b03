"""Lawful table logs, and logs with named faults, written knowing nothing of the rule language."""
