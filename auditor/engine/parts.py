"""Cutting a log into parts that no rule looks beyond."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from auditor.engine.columns import Columns, Filled
from auditor.engine.keys import numbered
from auditor.engine.reach import Group, Reach, Reaches, bound
from auditor.engine.sources import fitting
from auditor.engine.sparse import Fields
from auditor.engine.vector import BLOCK, Ints, Small, occurring, take
from auditor.language import core


@dataclass(frozen=True, slots=True)
class Scattered:
    """The rows of one part among those of others: where `part` says its number, in a stretch."""

    part: Small
    number: int
    within: slice
    size: int

    def rows(self) -> Ints:
        own = np.flatnonzero(self.part[self.within] == self.number)
        return np.asarray(own + self.within.start)


Rows = slice | Scattered

TARGET = 100_000
"""Events of one part: enough for whole columns to pay, few enough for their values to stay near."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Parts of a log, the rules that look no further than one part, and the fields whose values
    are others in every part.
    """

    parts: tuple[Rows, ...]
    local: frozenset[str]
    fields: frozenset[str]


def cut(program: core.Program, columns: Columns, reaches: Reaches) -> Cut:
    """The parts of a log by the scope that most rules stay within, if the log can be cut by it.

    What one instance of the scope holds is in one part.  How far the rules look is asked only of
    a log that is large enough to be cut.
    """
    every = frozenset(rule.name for rule in program.rules)
    whole = Cut((slice(0, columns.size),), every, frozenset())
    if columns.size <= 2 * TARGET:
        return whole
    best = whole
    scope = program.vocabulary.law_scope
    law = None if scope is None else set(program.vocabulary.scopes[scope].fields)
    for fields in _candidates(program):
        if law is not None and not fields <= law:
            continue  # the event that opens the law might stand in another part
        local = frozenset(
            rule.name for rule in program.rules if fields <= bound(rule, reaches.of(rule))
        )
        if 2 * len(local) < len(program.rules):
            continue
        parts = _parts(_numbered(columns, tuple(sorted(fields))))
        if len(parts) > len(best.parts):
            best = Cut(parts, local, fields)
        if max(map(size_of, parts)) <= 2 * TARGET:
            break
    return best


def _candidates(program: core.Program) -> list[frozenset[str]]:
    """Scopes by their context fields, the widest first."""
    context = set(program.vocabulary.context)
    scopes = program.vocabulary.scopes.values()
    found = {frozenset(scope.fields) for scope in scopes if set(scope.fields) <= context}
    return sorted(found, key=lambda fields: (len(fields), sorted(fields)))


@dataclass(frozen=True, slots=True)
class _Numbered:
    """The rows of a log, numbered by the values of some fields, block by block."""

    ids: Small
    first: Ints  # the first row of each number
    counts: Ints  # how many rows have each


def _numbered(columns: Columns, fields: tuple[str, ...]) -> _Numbered:
    """All rows, numbered by some fields.

    Each block is numbered alone, then what the blocks hold is numbered together, so that little
    memory is touched.
    """
    found = [columns.fields[name] for name in fields if name in columns.fields]
    ids = np.empty(columns.size, np.int32)
    heads, sizes = [], []
    for block in _blocks(columns.size):
        own = numbered([field.at(block).key() for field in found], block.stop - block.start)
        ids[block] = own.ids
        head = np.empty(own.count, np.int64)
        head[own.ids[::-1]] = np.arange(block.stop - 1, block.start - 1, -1)
        heads.append(head)
        sizes.append(np.bincount(own.ids, minlength=own.count))
    rows = np.concatenate(heads)
    together = numbered([field.at(rows).key() for field in found], len(rows))
    through = 0
    counts = np.zeros(together.count, np.int64)
    for block, size in zip(_blocks(columns.size), sizes, strict=True):
        own_ids = together.ids[through : through + len(size)]
        ids[block] = own_ids[ids[block]]
        counts[own_ids] += size
        through += len(size)
    first = np.empty(together.count, np.int64)
    first[together.ids[::-1]] = rows[::-1]
    return _Numbered(ids, first, counts)


def _blocks(size: int) -> list[slice]:
    return [slice(start, min(start + BLOCK, size)) for start in range(0, max(size, 1), BLOCK)]


def _parts(keys: _Numbered) -> tuple[Rows, ...]:
    """Rows of about the number wanted in each part; no tuple of values is in two of them."""
    size, count = len(keys.ids), len(keys.first)
    if count < 2:
        return (slice(0, size),)
    in_order = np.argsort(keys.first)
    before = np.cumsum(keys.counts[in_order])
    part = np.zeros(count, np.int64)
    part[in_order[1:]] = before[:-1] // TARGET
    used, whose = np.unique(part, return_inverse=True)
    sizes = np.zeros(len(used), np.int64)
    np.add.at(sizes, whose, keys.counts)
    part_of_row = np.empty(size, np.min_scalar_type(len(used)))
    low, high = np.full(len(used), size), np.zeros(len(used), np.int64)
    ascending, last = True, 0
    for block in _blocks(size):
        part_of_row[block] = own = whose[keys.ids[block]]
        ascending = ascending and own[0] >= last and bool((own[1:] >= own[:-1]).all())
        last = own[-1]
        here = occurring(own)
        low[here] = np.minimum(low[here], block.start)
        high[here] = block.stop
    if ascending:
        return tuple(slice(int(a), int(b)) for a, b in pairwise([0, *np.cumsum(sizes)]))
    return tuple(
        Scattered(part_of_row, at, slice(int(low[at]), int(high[at])), int(sizes[at]))
        for at in range(len(used))
    )


def size_of(rows: Rows) -> int:
    """How many rows there are."""
    return rows.stop - rows.start if isinstance(rows, slice) else rows.size


def part_of(columns: Columns, rows: Rows) -> Columns:
    """The columns of some rows, which know their places in the whole log."""
    return _some_of(columns, rows if isinstance(rows, slice) else rows.rows())


def _some_of(columns: Columns, rows: slice | Ints) -> Columns:
    places = columns.places[rows]
    return replace(
        columns,
        size=len(places),
        places=places,
        kind=take(columns.kind, rows),
        fields=_fields_of(columns, rows),
        doubtful=None if columns.doubtful is None else columns.doubtful[rows],
    )


def _fields_of(columns: Columns, rows: slice | Ints) -> Mapping[str, Filled]:
    if isinstance(columns.fields, Fields):
        return columns.fields.of(rows)
    return {name: found.some(rows) for name, found in columns.fields.items()}


def of_kinds(columns: Columns, program: core.Program, reaches: Sequence[Reach]) -> Columns:
    """Only the rows that matter to some rules that look far."""
    if any(reach.kinds is None for reach in reaches):
        return columns
    names = {kind for reach in reaches if reach.kinds is not None for kind in reach.kinds}
    wanted = np.array([kind in names for kind in columns.kinds], bool)[columns.kind]
    groups = {group for reach in reaches for group in reach.groups}
    scope = program.vocabulary.law_scope
    if scope is not None:
        own = program.vocabulary.scopes[scope]
        groups.add(Group(own.fields, ("time", *own.needs)))
    for group in sorted(groups, key=lambda group: (group.fields, group.needs)):
        wanted[_firsts(columns, group)] = True
    return _some_of(columns, np.flatnonzero(wanted))


def _firsts(columns: Columns, group: Group) -> Ints:
    """The first row of each group."""
    fit = fitting(columns, group.needs)
    if fit.all():
        return _numbered(columns, group.fields).first
    rows = np.flatnonzero(fit)
    some = replace(
        columns,
        size=len(rows),
        fields={
            name: columns.fields[name].some(rows) for name in group.fields if name in columns.fields
        },
    )
    return rows[_numbered(some, group.fields).first]
