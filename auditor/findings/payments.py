"""How many payments, and how much money, were checked, of how much in the log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from auditor.engine.coverage import Marks
from auditor.engine.store.columns import Columns
from auditor.engine.store.vector import Bools, Ints
from auditor.language.core import Vocabulary
from auditor.log.event import Row
from auditor.report import model
from auditor.values import exact, show

UNKNOWN_KIND = ""
"""The kind of rows set aside that may be payments of several kinds."""


@dataclass(frozen=True, slots=True)
class Paid:
    """The payments of one kind; `unreadable` are those without a sum that could be read."""

    kind: str
    count: int = 0
    checked: int = 0
    sum: Fraction = Fraction(0)
    sum_checked: Fraction = Fraction(0)
    unreadable: int = 0

    def with_(self, other: Paid) -> Paid:
        """The payments of two parts of a log, of one kind."""
        return Paid(
            self.kind,
            self.count + other.count,
            self.checked + other.checked,
            self.sum + other.sum,
            self.sum_checked + other.sum_checked,
            self.unreadable + other.unreadable,
        )


def paid(columns: Columns, vocabulary: Vocabulary, marks: Marks) -> tuple[Paid, ...]:
    """The payments that a log holds, by kind, and those that were checked."""
    found = []
    known = marks.checked()
    several, may_be = _of_several_kinds(columns), set[Row]()
    for kind in vocabulary.kinds.values():
        if kind.payment is None or kind.name not in columns.kinds:
            continue
        rows = columns.rows_of(kind.name)
        if columns.unlogged is not None:
            rows = rows[~columns.unlogged[rows]]
        if several:
            may_be |= {several[row] for row in rows.tolist() if row in several}
            rows = rows[[row not in several for row in rows.tolist()]]
        if len(rows):
            places = columns.places[rows]
            checked = places < len(known)
            checked[checked] = known[places[checked]]
            sums = Sums(columns, vocabulary, kind.payment)
            whole = sums.of(rows)
            found.append(
                Paid(
                    kind.name,
                    len(rows),
                    int(checked.sum()),
                    whole,
                    whole if checked.all() else sums.of(rows[checked]),
                    int(sums.unreadable(rows).sum()),
                )
            )
    if may_be:
        found.append(Paid(UNKNOWN_KIND, len(may_be)))
    return tuple(found)


def _of_several_kinds(columns: Columns) -> dict[int, Row]:
    """Events that one row may be, beside events of other kinds: it is one payment, if any."""
    if columns.doubtful is None:
        return {}
    places = np.flatnonzero(columns.doubtful)
    events = columns.events(columns.places[places])
    times = Counter(own.row for own in events)
    pairs = zip(places.tolist(), events, strict=True)
    return {at: own.row for at, own in pairs if times[own.row] > 1 and not own.unlogged}


class Sums:
    """Adds up one field of some rows, exactly."""

    def __init__(self, columns: Columns, vocabulary: Vocabulary, name: str) -> None:
        self._columns, self._type = columns, vocabulary.fields[name]
        self._field = columns.fields.get(name)

    def unreadable(self, rows: Ints) -> Bools:
        """The rows in which no sum stands that could be read."""
        if self._field is None:
            return np.ones(len(rows), bool)
        empty = self._field.empty
        return np.zeros(len(rows), bool) if empty is None else empty[rows]

    def of(self, rows: Ints) -> Fraction:
        """The sum of the cells that can be read."""
        rows = rows[~self.unreadable(rows)]
        if self._field is None or not len(rows):
            return Fraction(0)
        total = Fraction(0)
        if self._field.beyond is not None:
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
        found[own.kind] = found.get(own.kind, Paid(own.kind)).with_(own)
    return tuple(found.values())


def payments(found: Iterable[Paid]) -> model.Payments:
    """The payments as the report says them."""
    kinds = tuple(found)
    whole = Paid("")
    for own in kinds:
        whole = whole.with_(own)
    by_event = tuple(
        model.PaymentsOf(event=own.kind, **_counts(own))
        for own in kinds
        if own.kind != UNKNOWN_KIND
    )
    may_be = sum(own.count for own in kinds if own.kind == UNKNOWN_KIND)
    return model.Payments(**_counts(whole), by_event=by_event, of_unknown_kind=may_be)


def _counts(own: Paid) -> dict[str, Any]:
    return {
        "count": own.count,
        "checked": own.checked,
        "amount": show(exact(own.sum)),
        "amount_checked": show(exact(own.sum_checked)),
        "without_amount": own.unreadable,
    }
