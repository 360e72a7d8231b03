"""Scopes in columns: gaps in the cells that name them, and places at which they come back."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
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
    required,
    scope_columns,
)
from auditor.log.store.columns import Columns
from auditor.log.store.keys import Column, numbered
from auditor.log.store.vector import Bools, Ints, occurring
from auditor.source import Frozen
from auditor.values import Value

Lost = dict[int, set[str]]
"""Rows of a file, and the fields of each that it should fill and does not."""


def gaps(
    columns: Columns, vocabulary: Vocabulary, rows: Ints, suspects: Sequence[Suspect] = ()
) -> Lost:
    """The rows of one file that lack a scope which such rows usually name, or name a stray place.

    `rows` are its certain ones, in its own order, and `suspects` the others.  What is found are
    places among the certain ones.
    """
    scopes, kind = scope_columns(vocabulary), columns.kind[rows].astype(np.int64)
    lost: Lost = {}
    for name, alone, _ in strays(columns, vocabulary, rows, suspects):
        _note(lost, name, alone)
    for name, expected in Habits.of(columns, vocabulary, rows).expected.items():
        if expected.any():
            _note(lost, name, np.flatnonzero(expected[kind] & ~columns.has_value(name)[rows]))
    for own in occurring(kind):
        at = np.flatnonzero(kind == own)
        for name, found in _lacking_keys(columns, scopes, int(own), rows[at]):
            _note(lost, name, at[found])
    return lost


def strays(
    columns: Columns, vocabulary: Vocabulary, rows: Ints, suspects: Sequence[Suspect]
) -> Iterator[tuple[str, Ints, Ints]]:
    """For each name of places the rows that name what no other names, where many name another:
    which of the certain ones, and which of the suspects.
    """
    size = len(rows)
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


class Habits(Frozen):
    """Which scope columns rows of each kind are to fill, leave empty or may leave empty: as is
    declared, else as a rule.  `rows` counts the rows of each kind.
    """

    scopes: ScopeColumns
    rows: Ints
    expected: dict[str, Bools]
    never: dict[str, frozenset[str]]
    sometimes_empty: dict[str, frozenset[str]]

    @classmethod
    def of(cls, columns: Columns, vocabulary: Vocabulary, rows: Ints) -> Habits:
        """The habits of certain rows of a file."""
        scopes, kind = scope_columns(vocabulary), columns.kind[rows].astype(np.int64)
        total = np.bincount(kind, minlength=len(columns.kinds))
        found = cls(scopes, total, {}, {}, {})
        for name in scopes.all:
            bears, told, lacks = (
                np.array([(own, name) in some for own in columns.kinds])
                for some in (scopes.bears, scopes.told, scopes.lacks)
            )
            filled = np.bincount(kind[columns.has_value(name)[rows]], minlength=len(total))
            usual = (filled > 0) & _all_but_one(filled, total)
            found.expected[name] = np.where(told, bears & filled[bears].any(), usual)
            never = np.where(told, lacks, (total > 0) & (filled == 0))
            sometimes = np.where(told, ~bears, (filled < total) | (total == 0))
            found.never[name] = frozenset(compress(columns.kinds, never))
            found.sometimes_empty[name] = frozenset(compress(columns.kinds, sometimes))
        return found

    def kinds_of(self, suspect: Suspect, vocabulary: Vocabulary) -> Iterator[str]:
        """The kinds of which a row may be: the one that it names, else all that have what it
        fills.
        """
        filled = {*suspect.values}
        for kind in vocabulary.kinds.values() if suspect.kind is None else ():
            never = any(kind.name in self.never[name] for name in filled.intersection(self.never))
            if not never and filled.difference(vocabulary.context) <= {*kind.fields}:
                yield kind.name
        if suspect.kind is not None:
            yield suspect.kind

    def options(self, kind: str, name: str, value: Value | None) -> Scopes:
        """The values that a lost cell may have, going by those around it and by the kind."""
        if name in self.scopes.names:
            return (None,) if (kind, name) in self.scopes.lacks else (value,)
        if kind in self.never[name]:
            return (None,)
        return (value, None) if kind in self.sometimes_empty[name] else (value,)


def _all_but_one(filled: Ints | int, rows: Ints | int) -> Bools:
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
        for key in scopes.keys
        if (found := columns.fields.get(key)) is not None and found.empty.ndim
    }
    empties = {key: empty for key, empty in marks.items() if empty.any() and not empty.all()}
    if not empties:
        return
    words = [cells for key in scopes.words if (cells := columns.cells(key, rows))]
    alike = numbered([Column(data, ~there) for data, there in words], len(rows))
    total = np.bincount(alike.ids, minlength=alike.count)
    for key, empty in empties.items():
        filled = total - np.bincount(alike.ids[empty], minlength=alike.count)
        every = int(filled.sum())
        usual = (filled >= ENOUGH) | (every >= ENOUGH and _all_but_one(every, len(rows)))
        gap = (filled > 0) & ((name, key) in scopes.stays or usual & _all_but_one(filled, total))
        alone = (filled == 1) & (total > MANY) & (every > ENOUGH)
        lost = np.where(empty, gap[alike.ids], alone[alike.ids])
        if lost.any():
            yield key, lost


def lacking_keys(columns: Columns, vocabulary: Vocabulary) -> frozenset[str]:
    """The columns that tell scopes apart and that no certain event of a log fills."""
    keys = scope_columns(vocabulary).all
    return frozenset(name for name in keys if not certain(columns, name).any())


def certain(columns: Columns, name: str) -> Bools:
    """The certain events that fill a field."""
    return np.asarray(columns.has_value(name) & (columns.kind >= 0) & ~columns.doubtful)


def unfilled(columns: Columns, vocabulary: Vocabulary) -> frozenset[tuple[str, str]]:
    """The kinds of event, each with a field of its own that none of its certain events fills; of
    fields that some kind may leave empty.
    """
    kinds = vocabulary.kinds.values()
    some = {name for kind in kinds for name in kind.may_be_empty}
    there = {
        (columns.kinds[int(kind)], name)
        for name in some
        for kind in occurring(columns.kind[certain(columns, name)])
    }
    own = {(kind.name, name) for kind in kinds for name in some.intersection(kind.fields)}
    return frozenset(own - there)


def unkept(
    unfilled: Collection[tuple[str, str]], there: Collection[str], vocabulary: Vocabulary
) -> frozenset[str]:
    """The fields that no event of a log fills, though some kind of those that are `there` must:
    where others may leave them empty, nobody knows whether they did.
    """
    kinds = vocabulary.kinds.values()
    filled = {name for kind in kinds for name in kind.fields if (kind.name, name) not in unfilled}
    needed = {name for kind in kinds if kind.name in there for name in required(kind)}
    return frozenset(needed - filled)


def values_in(
    columns: Columns, vocabulary: Vocabulary, names: Sequence[str], rows: Ints
) -> Iterator[Scopes]:
    """The values of some fields in some rows."""
    every: list[list[Value | None]] = [[None] * len(rows) for _ in names]
    for name, cells in zip(names, every, strict=True):
        if (found := columns.fields.get(name)) is not None:
            filled, values = found.values(vocabulary.fields[name], rows, columns.lexicons)
            for at, value in zip(filled.tolist(), values, strict=True):
                cells[at] = value
    return zip(*every, strict=True) if every else iter([()] * len(rows))
