"""Scopes in columns: gaps in the cells that name them, and places at which they come back.

The definitions are those of `auditor.log.uncertain`, which looks at events one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from auditor.engine.index.keys import Column, numbered
from auditor.engine.store.columns import Columns
from auditor.engine.store.vector import Bools, Ints, occurring
from auditor.language.core import Vocabulary
from auditor.log.uncertain import (
    ENOUGH,
    MANY,
    RETURNS,
    USUAL,
    ScopeColumns,
    Scopes,
    with_those_alike,
)


def has_gaps(columns: Columns, vocabulary: Vocabulary, rows: slice | Ints) -> bool:
    """Whether a row of one file lacks a scope that such rows usually name, or names a stray place.

    `rows` are those of the file, in its own order.
    """
    scopes = ScopeColumns(vocabulary)
    kind = columns.kind[rows].astype(np.int64)
    return (
        any(_has_stray(columns, name, rows) for name in scopes.names)
        or any(_lacks(columns, scopes, name, kind, rows) for name in scopes.all)
        or any(_lacks_key(columns, scopes, int(own), kind, rows) for own in occurring(kind))
    )


def _cells(columns: Columns, name: str, rows: slice | Ints) -> tuple[Ints, Bools] | None:
    """The values of a field in some rows as numbers, and where they are filled."""
    found = columns.fields.get(name)
    if found is None:
        return None
    own = found.at(rows).key()
    filled = np.ones(len(own.values), bool) if own.empty is None else ~own.empty
    return own.values, filled


def _has_stray(columns: Columns, name: str, rows: slice | Ints) -> bool:
    cells = _cells(columns, name, rows)
    if cells is None or len(cells[0]) < 3:
        return False
    values, filled = cells
    # Only a value that differs from both of its neighbours, which agree, may be a stray one.
    amid = (values[2:] == values[:-2]) & (values[1:-1] != values[2:])
    amid &= filled[2:] & filled[:-2] & filled[1:-1]
    at = np.flatnonzero(amid) + 1
    if not len(at):
        return False
    many = np.bincount(values[filled])
    return bool(((many[values[at]] == 1) & (many[values[at - 1]] >= MANY)).any())


def _lacks(
    columns: Columns, scopes: ScopeColumns, name: str, kind: Ints, rows: slice | Ints
) -> bool:
    cells = _cells(columns, name, rows)
    if cells is None or cells[1].all():
        return False
    values, there = cells
    total = np.bincount(kind, minlength=len(columns.kinds))
    filled = np.bincount(kind[there], minlength=len(columns.kinds))
    missing = total - filled
    usual = (filled > 0) & ((missing == 1) | (USUAL[1] * filled >= USUAL[0] * total))
    within = np.array([(own, name) not in scopes.apart for own in columns.kinds])
    alone = (filled == 0) & (total == 1) & within
    asked = np.flatnonzero(~there & (usual | alone)[kind])
    if not len(asked):
        return False
    if name in scopes.names:
        before, after = np.maximum(asked - 1, 0), np.minimum(asked + 1, len(kind) - 1)
    else:
        before, after = _neighbours(columns.numbered(scopes.names).ids[rows], asked)
    one = (before >= 0) & there[before]
    other = (after >= 0) & there[after]
    gap = np.where(usual[kind[asked]], one | other, one & other & (values[before] == values[after]))
    return bool(gap.any())


def _lacks_key(
    columns: Columns, scopes: ScopeColumns, number: int, kind: Ints, rows: slice | Ints
) -> bool:
    """Whether an event of one kind lacks a key that those with its words fill as a rule."""
    name = columns.kinds[number]
    marks = [
        found.empty[rows]
        for key in scopes.keys_of[name]
        if (found := columns.fields.get(key)) is not None and found.empty is not None
    ]
    own = np.flatnonzero(kind == number) if marks else kind[:0]
    empties = [empty for mark in marks if (empty := mark[own]).any() and not empty.all()]
    if not empties:
        return False
    words = [cells for key in scopes.words[name] if (cells := _cells(columns, key, rows))]
    alike = numbered([Column(data[own], ~there[own]) for data, there in words], len(own))
    total = np.bincount(alike.ids, minlength=alike.count)
    for empty in empties:
        missing = np.bincount(alike.ids[empty], minlength=alike.count)
        filled = total - missing
        usual = (missing == 1) | (USUAL[1] * filled >= USUAL[0] * total)
        if ((missing > 0) & (filled >= ENOUGH) & usual).any():
            return True
    return False


def _neighbours(places: Ints, asked: Ints) -> tuple[Ints, Ints]:
    """For some rows the row before and the row after at the same place, -1 where there is none."""
    order = _by_place(places)
    where = np.empty(len(order), np.int64)
    where[order] = np.arange(len(order))
    at = where[asked]
    last = len(order) - 1
    before, after = order[np.maximum(at - 1, 0)], order[np.minimum(at + 1, last)]
    own = places[asked]
    return (
        np.where((at > 0) & (places[before] == own), before, -1),
        np.where((at < last) & (places[after] == own), after, -1),
    )


def _by_place(places: Ints) -> Ints:
    """Rows in the order of their places; numbers of 16 bits are sorted ten times as fast."""
    small = places.max(initial=0) < 1 << 16
    return np.argsort(places.astype(np.uint16) if small else places, kind="stable")


def lacking_counters(columns: Columns, vocabulary: Vocabulary) -> frozenset[str]:
    """The counters that no event of a log fills."""
    return frozenset(ScopeColumns(vocabulary).counters) - columns.fields.keys()


def mixed_places(columns: Columns, vocabulary: Vocabulary) -> frozenset[Scopes]:
    """The places, by their names, at which counters begin again or interleave."""
    scopes = ScopeColumns(vocabulary)
    deepest = columns.fields.get(next(reversed(scopes.counters), ""))
    if deepest is None:
        return frozenset()
    places = columns.numbered(scopes.names)
    counted = np.arange(columns.size) if deepest.empty is None else np.flatnonzero(~deepest.empty)
    if places.count > 1:
        counted = counted[_by_place(places.ids[counted])]
    ids = columns.numbered((*scopes.names, *scopes.counters)).ids[counted]
    if not len(ids):
        return frozenset()
    runs = np.flatnonzero(np.append(True, ids[1:] != ids[:-1]))
    first = np.zeros(len(runs), bool)
    first[np.unique(ids[runs], return_index=True)[1]] = True
    number = np.arange(len(runs))
    streak = number - np.maximum.accumulate(np.where(first, number, 0))
    mixed = np.unique(places.ids[counted[runs[streak >= RETURNS]]])
    if not len(mixed):
        return frozenset()
    every = np.full(places.count, -1, np.int64)
    every[places.ids[::-1]] = np.arange(columns.size)[::-1]
    named = dict(zip(range(places.count), _names(columns, vocabulary, scopes, every), strict=True))
    return with_those_alike({named[int(at)] for at in mixed}, set(named.values()))


def _names(
    columns: Columns, vocabulary: Vocabulary, scopes: ScopeColumns, rows: Sequence[int] | Ints
) -> Iterator[Scopes]:
    fields = [(name, columns.fields.get(name)) for name in scopes.names]
    for row in rows:
        yield tuple(
            None
            if found is None
            else found.value(vocabulary.fields[name], int(row), columns.lexicons)
            for name, found in fields
        )
