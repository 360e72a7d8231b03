"""Payments that rules could say anything about, in columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from auditor.engine.evaluate.groups import Groups
from auditor.engine.evaluate.relations import Relation
from auditor.engine.index.keys import Column, no_values, numbered
from auditor.engine.store.columns import Columns
from auditor.engine.store.vector import Bools, Ints, Small, each_once
from auditor.language import core
from auditor.language.facts import facts_of
from auditor.language.payments import FAULTY, LEFT_OPEN, RIGHT, PaymentLook


@dataclass(slots=True)
class Marks:
    """Answers about payments: `bits` for each of some places in the log."""

    places: Ints = field(default_factory=lambda: np.zeros(0, np.int64))
    bits: Small = field(default_factory=lambda: np.zeros(0, np.int8))

    def merge(self, other: Marks) -> Marks:
        """All that is said here or there; a place may stand in both."""
        if not len(other.places):
            return self
        return Marks(
            np.concatenate([self.places, other.places]), np.concatenate([self.bits, other.bits])
        )

    def checked(self) -> Bools:
        """For every place up to the last that is marked, whether a sum was found right or faulty
        there.
        """
        bits = np.zeros(int(self.places.max(initial=-1)) + 1, np.int8)
        for bit in (RIGHT, FAULTY, LEFT_OPEN):
            bits[self.places[self.bits & bit != 0]] |= bit
        return _CHECKED[bits]


_CHECKED = np.array([bool(bits & FAULTY) or bits & ~FAULTY == RIGHT for bits in range(8)])


def marks_of(bits: Mapping[int, int]) -> Marks:
    """Marks of the payments that the reference judged."""
    places = np.fromiter(bits.keys(), np.int64, len(bits))
    return Marks(places, np.fromiter(bits.values(), np.int8, len(bits)))


class Coverage:
    """Marks the payments that the subjects of judged rules stand for."""

    def __init__(self, program: core.Program, columns: Columns) -> None:
        self._program, self._columns = program, columns
        self._looks = facts_of(program).looks
        self._rows: dict[PaymentLook, Ints] = {}
        self._ids: dict[tuple[PaymentLook, tuple[str, ...]], Ints] = {}
        self._bits: dict[PaymentLook, Small] = {}

    @property
    def marks(self) -> Marks:
        """The answers about the payments of this part of the log."""
        found = Marks()
        for look, bits in self._bits.items():
            some = np.flatnonzero(bits)
            rows = self._rows[look][some]
            found = found.merge(Marks(self._columns.places[rows], bits[some]))
        return found

    def judged(self, rule: core.Rule, source: Relation, said: Small) -> None:
        """Marks the payments of the subjects of a rule; `said` has the bits of each subject."""
        for look in self._looks.get(rule.name, ()):
            rows = self._payments(look)
            if not len(rows):
                continue
            bits = self._of_subjects(look, rows, source, said)
            self._bits[look] = self._bits[look] | bits if look in self._bits else bits

    def _payments(self, look: PaymentLook) -> Ints:
        """The rows of a kind with the words that are asked for; none that was set aside."""
        if look not in self._rows:
            columns = self._columns
            rows = columns.rows_of(look.kind) if look.kind in columns.kinds else _NO_ROWS
            if columns.doubtful is not None:
                rows = rows[~columns.doubtful[rows]]
            for name, words in look.where:
                rows = rows[_holds_one(columns, self._program, name, words, rows)]
            self._rows[look] = rows
        return self._rows[look]

    def _of_subjects(self, look: PaymentLook, rows: Ints, source: Relation, said: Small) -> Small:
        """For each payment the bits of the subject that it belongs to."""
        columns = self._columns
        if not isinstance(source, Groups) or (source.record and source.record.of_events):
            # A row may speak for several subjects.
            return _table(columns.size, source.rows, said, once=type(source) is Relation)[rows]
        if all(map(source.plain, source.keys)):
            keys = columns.numbered(source.keys)
            # Events in doubt may make several subjects of the same keys.
            once = source.doubtful is None
            table = _table(keys.count, keys.ids.take(source.rows), said, once=once)
            known = (look, source.keys)
            if known not in self._ids:
                self._ids[known] = keys.ids[rows]
            return table.take(self._ids[known])
        keys = numbered([source.key_values(name) for name in source.keys], source.size)
        table = _table(keys.count + 1, keys.ids, said, once=False)
        ids = keys.find([_column(columns, name, rows) for name in source.keys], len(rows))
        return table[ids]  # the last is that of no subject


_NO_ROWS = np.zeros(0, np.int64)


def _table(size: int, numbers: Ints, said: Small, *, once: bool) -> Small:
    """All that is said of each number below `size`; `once` where none stands twice."""
    table = np.zeros(size, np.int8)
    if once:
        table[numbers] = said
    else:
        np.bitwise_or.at(table, numbers, said)
    return table


def _column(columns: Columns, name: str, rows: Ints) -> Column:
    found = columns.fields.get(name)
    return no_values(len(rows)) if found is None else found.at(rows).key()


def _holds_one(
    columns: Columns, program: core.Program, name: str, words: frozenset[object], rows: Ints
) -> Bools:
    """The rows that have one of some values in a field."""
    found = columns.fields.get(name)
    if found is None or not len(rows):
        return np.zeros(len(rows), bool)
    column = found.at(rows).key()
    fit = np.zeros(len(rows), bool)
    for code in each_once(column.values):
        same = column.values == code
        if column.empty is not None:
            same &= ~column.empty
        if same.any():
            row = int(rows[int(np.argmax(same))])
            kind = program.vocabulary.fields[name]
            fit |= same & (found.value(kind, row, columns.lexicons) in words)
    return fit
