"""Findings that all are off by a factor of exactly 100 or 1,000: amounts in cents, or in thousands.

A till that writes its payments in cents beside stakes in euros would accuse the house of each of
them.  Nobody pays a hundredfold all night long: whoever reads the report is told so first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from auditor.log.damage.suspects import as_a_rule
from auditor.messages.message import Message, message
from auditor.report import model

UNITS = (100, 1000)
"""Cents in a euro, and euros in a thousand."""

MANY = 10
"""Findings that are off by one of these, at least."""


def other_unit(findings: Sequence[model.Finding]) -> Message | None:
    """A note where the amounts of nine findings in ten are off by one such factor."""
    factors = Counter(factor for own in findings if (factor := _factor(own)) is not None)
    for unit in UNITS:
        many = max(factors[Fraction(unit)], factors[Fraction(1, unit)])
        if many >= MANY and as_a_rule(many, factors.total()):
            return message("note.unit", count=many, factor=unit)
    return None


def _factor(finding: model.Finding) -> Fraction | None:
    """How many times what is expected is found; None where these are no two amounts."""
    expected, found = _amount(finding.expected), _amount(finding.found)
    return found / expected if expected and found is not None else None


def _amount(text: str | None) -> Fraction | None:
    try:
        return None if text is None else Fraction(Decimal(text))
    except (InvalidOperation, ValueError, OverflowError):
        return None
