"""Regulatory compliance auditor for casino table games."""
