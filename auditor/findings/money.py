"""Money: how many payments, and how much, were checked; amounts in another unit."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import fields, replace
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

import numpy as np

from auditor.engine.blocking import Marks
from auditor.language.core import Vocabulary
from auditor.log.event import Row
from auditor.log.integrity.suspects import as_a_rule
from auditor.log.store.columns import Columns
from auditor.log.store.vector import Bools, Ints, take, whole
from auditor.messages.message import Message, message
from auditor.report import model
from auditor.source import Frozen
from auditor.values import exact, show

UNKNOWN_KIND = ""
"""The kind of rows set aside that may be payments of several kinds."""


class Doubtful(Frozen):
    """A row in doubt that may be a payment; others may stand for it, of its kind or another."""

    row: Row
    paid: Paid


class Paid(Frozen):
    """The payments of one kind; `unreadable` are those without a sum that could be read.

    Rows in doubt are apart: in other parts of a log they may be counted again.
    """

    kind: str
    count: int = 0
    checked: int = 0
    sum: Fraction = Fraction(0)
    sum_checked: Fraction = Fraction(0)
    unreadable: int = 0
    doubtful: tuple[Doubtful, ...] = ()

    def merged(self, other: Paid) -> Paid:
        """The payments of two parts of a log, of one kind."""
        added = (own.name for own in fields(self) if own.name != "kind")
        return replace(self, **{name: getattr(self, name) + getattr(other, name) for name in added})


def paid(columns: Columns, vocabulary: Vocabulary, marks: Marks) -> tuple[Paid, ...]:
    """The payments that a log holds, by kind, and those that were checked."""
    found = []
    known = marks.checked()
    for kind in vocabulary.kinds.values():
        if kind.payment is None or kind.name not in columns.kinds:
            continue
        rows = columns.rows_of(kind.name)
        rows = rows[~columns.unlogged[rows]]
        if len(rows):
            sums = Sums(columns, vocabulary, kind.payment)
            in_doubt, rows = rows[columns.doubtful[rows]], rows[~columns.doubtful[rows]]
            events = columns.events(in_doubt)
            doubtful = tuple(
                Doubtful(event.row, _paid(columns, sums, known, kind.name, in_doubt[at : at + 1]))
                for at, event in enumerate(events)
            )
            certain = _paid(columns, sums, known, kind.name, rows)
            found.append(replace(certain, doubtful=doubtful))
    return tuple(found)


def _paid(columns: Columns, sums: Sums, known: Bools, kind: str, rows: Ints) -> Paid:
    places = columns.places[rows]
    checked = places < len(known)
    checked[checked] = known[places[checked]]
    whole = sums.of(rows)
    return Paid(
        kind,
        len(rows),
        int(checked.sum()),
        whole,
        whole if checked.all() else sums.of(rows[checked]),
        int(sums.unreadable(rows).sum()),
    )


class Sums:
    """Adds up one field of some rows, exactly."""

    def __init__(self, columns: Columns, vocabulary: Vocabulary, name: str) -> None:
        self._columns, self._type = columns, vocabulary.fields[name]
        self._field = columns.fields.get(name)

    def unreadable(self, rows: Ints) -> Bools:
        """The rows in which no sum stands that could be read."""
        empty = np.array(True) if self._field is None else take(self._field.empty, rows)
        return whole(empty, len(rows))

    def of(self, rows: Ints) -> Fraction:
        """The sum of the cells that can be read."""
        rows = rows[~self.unreadable(rows)]
        if self._field is None or not len(rows):
            return Fraction(0)
        total = Fraction(0)
        if self._field.beyond.ndim:
            large = self._field.beyond[rows]
            lexicons = self._columns.lexicons
            for row in rows[large]:
                number = self._field.value(self._type, int(row), lexicons)
                assert isinstance(number, int | Fraction)
                total += number
            rows = rows[~large]
        data = self._field.vector.data
        for start in range(0, len(rows), _AT_ONCE):  # so that no sum runs over
            some = data[rows[start : start + _AT_ONCE]].sum(dtype=np.int64)
            total += Fraction(int(some), self._field.vector.scale)
        return total


_AT_ONCE = 1 << 22


def together(parts: Iterable[Iterable[Paid]]) -> tuple[Paid, ...]:
    """The payments of several logs, or of parts of one, by kind."""
    found: dict[str, Paid] = {}
    for own in (own for part in parts for own in part):
        found[own.kind] = found.get(own.kind, Paid(own.kind)).merged(own)
    return tuple(found.values())


def payments(found: Sequence[Paid]) -> model.Payments:
    """The payments as the report says them."""
    kinds = _each_row_once(found)
    whole = Paid("")
    for own in kinds:
        whole = whole.merged(own)
    by_event = tuple(
        model.PaymentsOf(event=own.kind, **_counts(own))
        for own in kinds
        if own.kind != UNKNOWN_KIND
    )
    may_be = sum(own.count for own in kinds if own.kind == UNKNOWN_KIND)
    return model.Payments(**_counts(whole), by_event=by_event, of_unknown_kind=may_be)


def _each_row_once(found: Sequence[Paid]) -> tuple[Paid, ...]:
    """The kinds with each row in doubt as one payment, of no kind where several are possible."""
    kinds = {own.kind: replace(own, doubtful=()) for own in found}
    rows: dict[Row, dict[str, Paid]] = {}
    for own in (own for part in found for own in part.doubtful):
        rows.setdefault(own.row, {}).setdefault(own.paid.kind, own.paid)
    for possible in rows.values():
        [first, *others] = possible.values()
        one = Paid(UNKNOWN_KIND, 1) if others else first
        kinds[one.kind] = kinds.get(one.kind, Paid(one.kind)).merged(one)
    return tuple(own for own in kinds.values() if own.count)


def _counts(own: Paid) -> dict[str, Any]:
    return {
        "count": own.count,
        "checked": own.checked,
        "amount": show(exact(own.sum)),
        "amount_checked": show(exact(own.sum_checked)),
        "without_amount": own.unreadable,
    }


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


class _Off(Frozen):
    """How many times the due amount was found, and whether a row has the excess."""

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
    """Whether an amount is over ten times its upper bound, or under a tenth of its lower one."""
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
