"""Scopes in columns: gaps in the cells that name them, and places at which they come back."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.integrity.suspects import (
    ENOUGH,
    MANY,
    ScopeColumns,
    Scopes,
    Suspect,
    as_a_rule,
    may_lack,
    scope_columns,
)
from auditor.log.store.columns import Columns
from auditor.log.store.keys import Column, numbered
from auditor.log.store.vector import Bools, Ints, occurring, take
from auditor.values import Value

Lost = dict[int, set[str]]
"""Rows of a file, and the fields of each that it should fill and does not."""


def gaps(
    columns: Columns,
    vocabulary: Vocabulary,
    rows: slice | Ints,
    suspects: Sequence[Suspect] = (),
) -> Lost:
    """The rows of one file that lack a scope which such rows usually name, or name a stray place.

    `rows` are its certain ones, in its own order, and `suspects` the others.  What is found are
    places among the certain ones.
    """
    scopes = scope_columns(vocabulary)
    rows = as_slice(rows)
    kind = columns.kind[rows].astype(np.int64)
    lost: Lost = {}
    for name, certain, _ in strays(columns, vocabulary, rows, suspects):
        _note(lost, name, certain)
    for name, expected in Habits.of(columns, vocabulary, rows).missed.items():
        empty = take(columns.fields[name].empty, rows)
        _note(lost, name, np.flatnonzero(empty & expected[kind]))
    for own in occurring(kind):
        at = np.flatnonzero(kind == own)
        for name, found in _lacking_keys(columns, scopes, int(own), rows_at(rows, at)):
            _note(lost, name, at[found])
    return lost


def as_slice(rows: slice | Ints) -> slice | Ints:
    """Rows that ascend as a slice, of which nothing has to be gathered, where they are one."""
    if isinstance(rows, slice) or not len(rows) or rows[-1] - rows[0] != len(rows) - 1:
        return rows
    return slice(int(rows[0]), int(rows[-1]) + 1)


def rows_at(rows: slice | Ints, at: Ints) -> Ints:
    """Some of some rows, by their places among them."""
    return at + (rows.start or 0) if isinstance(rows, slice) else rows[at]


def strays(
    columns: Columns, vocabulary: Vocabulary, rows: slice | Ints, suspects: Sequence[Suspect]
) -> Iterator[tuple[str, Ints, Ints]]:
    """For each name of places the rows that name what no other names, where many name another:
    which of the certain ones, and which of the suspects.
    """
    size = len(columns.kind[rows])
    for name in scope_columns(vocabulary).names:
        cells = columns.cells(name, rows)
        values, filled = cells or (np.zeros(size, np.int64), np.zeros(size, bool))
        if suspects:
            code = columns.lexicons.of(vocabulary.fields[name]).code
            said = [own.values.get(name) for own in suspects]
            values = np.append(values, [0 if own is None else code(own) for own in said])
            filled = np.append(filled, [own is not None for own in said])
        many = np.bincount(values[filled], minlength=1)
        rare = (many == 1) & (many.max() >= MANY)
        alone = np.flatnonzero(filled & rare[values]) if rare.any() else np.zeros(0, np.int64)
        yield name, alone[alone < size], alone[alone >= size] - size


def _note(lost: Lost, name: str, rows: Iterable[int]) -> None:
    for row in rows:
        lost.setdefault(int(row), set()).add(name)


@dataclass(frozen=True, slots=True)
class Habits:
    """Which scope columns rows of each kind are to fill, leave empty or may leave empty: as is
    declared, else as a rule.  `rows` counts the rows of each kind; `missed` are the kinds that are
    to fill a column which some row does, those among them that open or close what is so called.
    """

    rows: Ints
    expected: dict[str, Bools]
    never: dict[str, frozenset[str]]
    sometimes_empty: dict[str, frozenset[str]]
    missed: dict[str, Bools]

    @classmethod
    def of(cls, columns: Columns, vocabulary: Vocabulary, rows: slice | Ints) -> Habits:
        """The habits of certain rows of a file."""
        scopes, kind = scope_columns(vocabulary), columns.kind[rows].astype(np.int64)
        total = np.bincount(kind, minlength=len(columns.kinds))
        found = cls(total, {}, {}, {}, {})
        for name in scopes.all:
            bears, told, lacks, opens = (
                np.array([(own, name) in some for own in columns.kinds])
                for some in (scopes.bears, scopes.told, scopes.lacks, scopes.opens)
            )
            filled = np.bincount(kind[columns.has_value(name)[rows]], minlength=len(total))
            usual = (filled > 0) & _all_but_one(filled, total)
            found.expected[name] = np.where(told, bears & filled[bears].any(), usual)
            never = np.where(told, lacks, (total > 0) & (filled == 0))
            sometimes = np.where(told, ~bears, (filled < total) | (total == 0))
            found.never[name] = frozenset(compress(columns.kinds, never))
            found.sometimes_empty[name] = frozenset(compress(columns.kinds, sometimes))
            if filled.any():
                found.missed[name] = found.expected[name] | (~told & opens)
        return found


def _all_but_one(filled: Ints, rows: Ints) -> Bools:
    """Whether rows fill a column as a rule, nine in ten, or all but one of them do."""
    return np.asarray((rows - filled == 1) | as_a_rule(filled, rows))


def _lacking_keys(
    columns: Columns, scopes: ScopeColumns, number: int, rows: Ints
) -> Iterator[tuple[str, Bools]]:
    """Which of the rows of one kind lack a key that those with their words fill as a rule, or fill
    one that others do, and of those with their words none.
    """
    name = columns.kinds[number]
    marks = {
        key: found.empty[rows]
        for key in scopes.keys_of[name]
        if (found := columns.fields.get(key)) is not None and found.empty.ndim
    }
    empties = {key: empty for key, empty in marks.items() if empty.any() and not empty.all()}
    if not empties:
        return
    words = [cells for key in scopes.words[name] if (cells := columns.cells(key, rows))]
    alike = numbered([Column(data, ~there) for data, there in words], len(rows))
    total = np.bincount(alike.ids, minlength=alike.count)
    for key, empty in empties.items():
        missing = np.bincount(alike.ids[empty], minlength=alike.count)
        filled = total - missing
        every, many = filled.sum(), total.sum()
        usual = filled >= ENOUGH
        if every >= ENOUGH and _all_but_one(every, many):
            usual |= filled > 0
        gap = (missing > 0) & usual & _all_but_one(filled, total)
        if (name, key) in scopes.stays:
            gap = (missing > 0) & (filled > 0)
        if gap.any():
            yield key, empty & gap[alike.ids]
        alone = (filled == 1) & (total > MANY)
        if every > ENOUGH and alone.any():
            yield key, ~empty & alone[alike.ids]


def lacking_keys(columns: Columns, vocabulary: Vocabulary) -> frozenset[str]:
    """The columns that tell scopes apart and that no certain event of a log fills."""
    keys = scope_columns(vocabulary).all
    return frozenset(name for name in keys if not _certain(columns, name).any())


def _certain(columns: Columns, name: str) -> Bools:
    """The certain events that fill a field."""
    return columns.has_value(name) & ~columns.doubtful


def unfilled(columns: Columns, vocabulary: Vocabulary) -> frozenset[tuple[str, str]]:
    """The kinds of event, each with a field of its own that none of its certain events fills."""
    lacking = may_lack(vocabulary)
    there = {
        (columns.kinds[int(kind)], name)
        for name in {name for _, name in lacking}
        for kind in occurring(columns.kind[_certain(columns, name)])
    }
    return lacking - there


def values_in(
    columns: Columns, vocabulary: Vocabulary, names: Sequence[str], rows: Sequence[int] | Ints
) -> Iterator[Scopes]:
    """The values of some fields in some rows; each number that stands for one is read once."""
    rows = np.asarray(rows, np.int64)
    every = [_values(columns, vocabulary, name, rows) for name in names]
    return zip(*every, strict=True) if every else iter([()] * len(rows))


def _values(
    columns: Columns, vocabulary: Vocabulary, name: str, rows: Ints
) -> Sequence[Value | None]:
    found = columns.fields.get(name)
    if found is None:
        return [None] * len(rows)
    some, kind, lexicons = found.some(rows), vocabulary.fields[name], columns.lexicons
    data, zone = some.vector.data, some.vector.zone
    if some.empty.ndim or some.beyond.ndim or (zone is not None and zone.ndim):
        return [some.value(kind, at, lexicons) for at in range(len(rows))]
    firsts = dict(zip(data[::-1].tolist(), range(len(rows) - 1, -1, -1), strict=True))
    value = {number: some.value(kind, at, lexicons) for number, at in firsts.items()}
    return [value[number] for number in data.tolist()]
