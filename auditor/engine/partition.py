"""Cutting a log into parts that no rule looks beyond."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

import numpy as np

from auditor.engine.evaluate.catalog import eligible, firsts
from auditor.engine.locality import EventGroup, Reach, Reaches, bound
from auditor.language import core
from auditor.log.coded import first_places
from auditor.log.store.columns import Columns
from auditor.log.store.vector import Ints, Small, each_once, take
from auditor.source import Frozen


class Scattered(Frozen):
    """The rows of one part among those of others: where `part` says its number."""

    part: Small
    number: int
    size: int

    def rows(self) -> Ints:
        return np.flatnonzero(self.part == self.number)


Rows = slice | Scattered

TARGET = 100_000
"""Events of one part: enough for whole columns to pay, few enough for their values to stay near."""

_ENOUGH = 40
"""Parts that keep any number of processes busy to the end."""


class Cut(Frozen):
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
    best = Cut((slice(0, columns.size),), every, frozenset())
    if columns.size <= TARGET:
        return best
    # Of a log that has many parts they may be larger: there is something to do for each.
    target = min(max(TARGET, columns.size // _ENOUGH), 2 * TARGET)
    for fields in _candidates(program):
        local = frozenset(
            rule.name for rule in program.rules if fields <= bound(rule, reaches.of(rule))
        )
        if 2 * len(local) >= len(program.rules):
            parts = _laid_out(columns, program, fields, target)
            if len(parts) > len(best.parts):
                best = Cut(parts, local, fields)
            if max(map(size_of, parts)) <= 2 * target:
                break
    return best


def _candidates(program: core.Program) -> list[frozenset[str]]:
    """Scopes by their context fields, the widest first; the event that opens the law must stand
    in the same part.
    """
    vocabulary = program.vocabulary
    within = set(vocabulary.context)
    if vocabulary.law_scope is not None:
        within &= set(vocabulary.scopes[vocabulary.law_scope].fields)
    scopes = vocabulary.scopes.values()
    found = {frozenset(scope.fields) for scope in scopes if set(scope.fields) <= within}
    return sorted(found, key=lambda fields: (len(fields), sorted(fields)))


def _laid_out(
    columns: Columns, program: core.Program, fields: frozenset[str], target: int
) -> tuple[Rows, ...]:
    """The rows of each part, where those that agree in some fields stay together and a part has
    about `target` rows.
    """
    keys = columns.numbered(tuple(own for own in program.vocabulary.context if own in fields))
    in_order = np.argsort(first_places(keys.ids, keys.count))
    before = np.cumsum(np.bincount(keys.ids, minlength=keys.count)[in_order])
    part = np.zeros(keys.count, np.int64)
    part[in_order[1:]] = before[:-1] // target
    numbers = each_once(part)
    kind = np.min_scalar_type(len(numbers))
    of_row = np.searchsorted(numbers, part).astype(kind).take(keys.ids)
    sizes = np.bincount(of_row, minlength=len(numbers))
    if (of_row[1:] >= of_row[:-1]).all():
        return tuple(slice(int(a), int(b)) for a, b in pairwise([0, *np.cumsum(sizes)]))
    return tuple(Scattered(of_row, at, int(size)) for at, size in enumerate(sizes))


def size_of(rows: Rows) -> int:
    """How many rows there are."""
    return rows.stop - rows.start if isinstance(rows, slice) else rows.size


def part_of(columns: Columns, rows: Rows) -> Columns:
    """The columns of a part."""
    return some_of(columns, rows if isinstance(rows, slice) else rows.rows())


def some_of(columns: Columns, rows: slice | Ints) -> Columns:
    """The columns of rows that ascend, which know their places in the whole log."""
    places, kind = columns.places[rows], take(columns.kind, rows)
    fields = {}
    for name, found in columns.fields.items():
        fields[name] = found.some(rows)
        if not isinstance(rows, slice):
            columns.allocator.release()
    return replace(
        columns,
        places=places,
        kind=kind,
        fields=fields,
        doubtful=columns.doubtful[rows],
        unlogged=columns.unlogged[rows],
        suspicious=columns.suspicious[rows],
        lost={name: own for name, marks in columns.lost.items() if (own := marks[rows]).any()},
    )


def as_logged(columns: Columns) -> Columns:
    """The rows that there are, each taken to be right where it stands."""
    if columns.suspicious.any():
        columns = replace(
            columns,
            doubtful=columns.doubtful & ~columns.suspicious,
            suspicious=np.zeros(columns.size, bool),
        )
    if not columns.unlogged.any():
        return columns
    return some_of(columns, np.flatnonzero(~columns.unlogged))


def of_kinds(columns: Columns, program: core.Program, reaches: Sequence[Reach]) -> Columns:
    """Only the rows that matter to some rules that look far."""
    if any(reach.kinds is None for reach in reaches):
        return columns
    names = {kind for reach in reaches if reach.kinds is not None for kind in reach.kinds}
    asked = np.array([kind in names for kind in columns.kinds], bool)
    wanted = [np.flatnonzero(asked[columns.kind])]
    groups = {group for reach in reaches for group in reach.groups}
    scope = program.vocabulary.law_scope
    if scope is not None:
        own = program.vocabulary.scopes[scope]
        groups.add(EventGroup(own.fields, ("time", *own.needs)))
    if groups:
        wanted.append(np.flatnonzero(columns.doubtful))  # each may make a group of its own
    for group in groups:
        rows, keys = eligible(columns, group.needs), columns.numbered(group.fields)
        wanted.append(rows[firsts(keys.ids[rows], keys.count)])
        columns.allocator.release()
    return some_of(columns, each_once(np.concatenate(wanted)))
