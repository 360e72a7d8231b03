"""The overall statement: a conclusion, and what stands between it and certainty."""

from __future__ import annotations

from auditor.report.model import Summary
from auditor.report.words import Words


def conclusion(summary: Summary, words: Words) -> str:
    """One sentence; what was not verified never counts as compliant."""
    return words(f"opinion.{summary.opinion}", count=summary.violations)


def reservations(summary: Summary, words: Words) -> tuple[str, ...]:
    """How much was checked, and how much could not be: a sentence each, where there is any."""
    counted = (
        ("opinion.checked", summary.checked),
        ("opinion.not_verifiable", summary.not_verifiable),
        ("opinion.set_aside", summary.set_aside),
    )
    return tuple(words(key, count=count) for key, count in counted if count)
