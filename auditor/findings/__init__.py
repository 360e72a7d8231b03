"""Findings: from verdicts to the value that is reported."""
