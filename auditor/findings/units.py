"""Findings that nearly all are off in one way: amounts in cents or in thousands, payments with the
stake in them.

A till that writes its payments in cents beside stakes in euros would accuse the house of each of
them; so would one whose amounts are in cents beside limits in euros.  Nobody pays a hundredfold all
night long: whoever reads the report is told so first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from fractions import Fraction

from auditor.log.damage.suspects import as_a_rule
from auditor.messages.message import Message, message
from auditor.report import model

UNITS = (100, 1000)
"""Cents in a euro, and euros in a thousand."""

MANY = 10
"""Findings that are off in one way, at least."""

TENFOLD = 10
"""Times a bound, or parts of it, beyond which an amount is likelier to be in another unit."""


def off_in_one_way(findings: Sequence[model.Finding]) -> Message | None:
    """A note where the amounts of nine findings in ten are off in one way."""
    off = [own for finding in findings if (own := _Off.of(finding)) is not None]
    factors = Counter(own.factor for own in off)
    for unit in UNITS:
        many = max(factors[Fraction(unit)], factors[Fraction(1, unit)])
        if many >= MANY and as_a_rule(many, len(off)):
            return message("note.unit", count=many, factor=unit)
    beyond = [far for finding in findings if (far := _beyond(finding)) is not None]
    many = max(beyond.count(True), beyond.count(False))
    if many >= MANY and as_a_rule(many, len(off) + len(beyond)):
        return message("note.unit_beyond", count=many, times=TENFOLD)
    rules = Counter(own.rule for own in off if own.by_a_stake)
    # One bet that is paid too high, such as a tie at nine to one, is a fault of that bet.
    many = rules.total() if len(rules) > 1 else 0
    if many >= MANY and as_a_rule(many, len(off)):
        return message("note.with_stake", count=many)
    return None


@dataclass(frozen=True, slots=True)
class _Off:
    """Where a rule expects an amount and finds another: how many times the one it is, and whether a
    row that the finding rests on says how much more.
    """

    rule: str
    factor: Fraction
    by_a_stake: bool

    @classmethod
    def of(cls, finding: model.Finding) -> _Off | None:
        _, _, due = (finding.expected or "").rpartition(" or ")  # nothing or so much
        expected, found = _amount(due), _amount(finding.found)
        if not expected or found is None:
            return None
        return cls(finding.rule, found / expected, found - expected in _amounts(finding))


def _amounts(finding: model.Finding) -> Iterator[Fraction]:
    cells = (cell for row in finding.evidence for cell in row.cells.values())
    return (own for cell in cells if (own := _amount(cell)))


_BOUND = re.compile(r"(<=|>=) (\S+)|(\S+)\.\.(\S+)")


def _beyond(finding: model.Finding) -> bool | None:
    """Whether an amount is more than ten times its upper bound, or less than a tenth of its lower
    one; None where it is neither.
    """
    said, found = _BOUND.fullmatch(finding.expected or ""), _amount(finding.found)
    if said is None or not found:
        return None
    low = _amount(said[2] if said[1] == ">=" else said[3])
    high = _amount(said[2] if said[1] == "<=" else said[4])
    if high is not None and found > TENFOLD * high:
        return True
    return False if low is not None and TENFOLD * found < low else None


def _amount(text: str | None) -> Fraction | None:
    try:
        return None if text is None else Fraction(Decimal(text))
    except (InvalidOperation, ValueError, OverflowError):
        return None
