"""Cutting a log into parts that no rule looks beyond."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from auditor.engine.evaluate.catalog import fitting
from auditor.engine.locality import EventGroup, Reach, Reaches, bound
from auditor.language import core
from auditor.log.store.builder import SparseFields
from auditor.log.store.columns import Columns, FieldColumn
from auditor.log.store.keys import Keys, first_places, numbered
from auditor.log.store.memory import ArrayAllocator
from auditor.log.store.vector import Ints, Small, each_once, if_any, take


@dataclass(frozen=True, slots=True)
class Scattered:
    """The rows of one part among those of others: where `part` says its number, within a slice."""

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

_ENOUGH = 40
"""Parts that keep any number of processes busy to the end."""


@dataclass(frozen=True, slots=True)
class Cut:
    """Parts of a log, the rules that look no further than one part, and the fields whose values
    are others in every part; `tuples` are what those fields, and perhaps others, say together.
    """

    parts: tuple[Rows, ...]
    local: frozenset[str]
    fields: frozenset[str]
    tuples: Tuples | None = None


def cut(program: core.Program, columns: Columns, reaches: Reaches) -> Cut:
    """The parts of a log by the scope that most rules stay within, if the log can be cut by it.

    What one instance of the scope holds is in one part.  How far the rules look is asked only of
    a log that is large enough to be cut.
    """
    every = frozenset(rule.name for rule in program.rules)
    whole = Cut((slice(0, columns.size),), every, frozenset())
    if columns.size <= TARGET:
        return whole
    candidates: list[tuple[frozenset[str], frozenset[str]]] = []
    for fields in _candidates(program):
        local = frozenset(
            rule.name for rule in program.rules if fields <= bound(rule, reaches.of(rule))
        )
        if 2 * len(local) >= len(program.rules):
            candidates.append((fields, local))
    if not candidates:
        return whole
    tuples = tuples_of(columns, sorted(frozenset().union(*(fields for fields, _ in candidates))))
    best, cut_by = np.zeros(len(tuples.first), np.int64), whole
    # Of a log that has many parts they may be larger: there is something to do for each.
    target = min(max(TARGET, columns.size // _ENOUGH), 2 * TARGET)
    for fields, local in candidates:
        part = _shares(columns, tuples, sorted(fields), target)
        if part.max(initial=0) > best.max(initial=0):
            best, cut_by = part, Cut((), local, fields)
        if _totals(part, tuples.counts, len(part)).max() <= 2 * target:
            break
    return replace(cut_by, parts=_laid_out(tuples, best, columns.allocator), tuples=tuples)


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


@dataclass(frozen=True, slots=True)
class Tuples:
    """The tuples of values of some `fields` in a log: each has a number.

    `ids` are the rows' own numbers within their block, `of_block` what tuple each of these is.
    """

    fields: frozenset[str]
    ids: Small
    of_block: Sequence[Ints]
    first: Ints  # the first row of each tuple
    counts: Ints  # how many rows have each


def tuples_of(columns: Columns, fields: Sequence[str]) -> Tuples:
    """The tuples of values of some fields.

    Each block is numbered alone, then what the blocks hold is numbered together, so that little
    memory is touched.
    """
    ids = columns.allocator.zeros(columns.size, np.int32)
    heads, sizes = [], []
    for block in columns.blocks():
        own = _keys(columns, fields, block)
        ids[block] = own.ids
        heads.append(first_places(own.ids, own.count) + block.start)
        sizes.append(np.bincount(own.ids, minlength=own.count))
    rows = np.concatenate(heads)
    together = _keys(columns, fields, rows)
    first = rows[first_places(together.ids, together.count)]
    counts = _totals(together.ids, np.concatenate(sizes), together.count)
    ends = np.cumsum([len(head) for head in heads])
    return Tuples(frozenset(fields), ids, np.split(together.ids, ends[:-1]), first, counts)


def _keys(columns: Columns, fields: Sequence[str], rows: slice | Ints) -> Keys:
    """Some rows, numbered by some fields."""
    found = [columns.fields[name].at(rows).key() for name in fields if name in columns.fields]
    return numbered(found, rows.stop - rows.start if isinstance(rows, slice) else len(rows))


def _totals(numbers: Ints, counts: Ints, count: int) -> Ints:
    """The sum of the counts for each number below `count`."""
    total = np.zeros(count, np.int64)
    np.add.at(total, numbers, counts)
    return total


def _shares(columns: Columns, tuples: Tuples, fields: Sequence[str], target: int) -> Ints:
    """The part that each tuple belongs to, where tuples that agree in some fields stay together
    and a part has about `target` rows.
    """
    keys, first = _firsts(columns, tuples, fields)
    in_order = np.argsort(first)
    before = np.cumsum(_totals(keys.ids, tuples.counts, keys.count)[in_order])
    part = np.zeros(keys.count, np.int64)
    part[in_order[1:]] = before[:-1] // target
    return np.searchsorted(each_once(part), part)[keys.ids]


def _laid_out(tuples: Tuples, part: Ints, allocator: ArrayAllocator) -> tuple[Rows, ...]:
    """The rows of each part."""
    size, count = len(tuples.ids), int(part.max(initial=0)) + 1
    if count == 1:
        return (slice(0, size),)
    sizes = _totals(part, tuples.counts, count)
    part_of_row = allocator.zeros(size, np.min_scalar_type(count))
    low, high = np.full(count, size), np.zeros(count, np.int64)
    ascending, last = True, 0
    for block, tuple_of in zip(allocator.blocks(size), tuples.of_block, strict=True):
        of_id = part[tuple_of]
        part_of_row[block] = own = of_id.take(tuples.ids[block])
        ascending = ascending and own[0] >= last and bool((own[1:] >= own[:-1]).all())
        last = own[-1]
        low[of_id] = np.minimum(low[of_id], block.start)
        high[of_id] = block.stop
    if ascending:
        return tuple(slice(int(a), int(b)) for a, b in pairwise([0, *np.cumsum(sizes)]))
    return tuple(
        Scattered(part_of_row, at, slice(int(low[at]), int(high[at])), int(sizes[at]))
        for at in range(count)
    )


def size_of(rows: Rows) -> int:
    """How many rows there are."""
    return rows.stop - rows.start if isinstance(rows, slice) else rows.size


def part_of(columns: Columns, rows: Rows) -> Columns:
    """The columns of a part."""
    return some_of(columns, rows if isinstance(rows, slice) else rows.rows())


def some_of(columns: Columns, rows: slice | Ints) -> Columns:
    """The columns of rows that ascend, which know their places in the whole log."""
    places, kind = columns.places[rows], take(columns.kind, rows)
    doubtful = None if columns.doubtful is None else if_any(columns.doubtful[rows])
    if not isinstance(rows, slice):
        columns.allocator.release()
    return replace(
        columns,
        size=len(places),
        places=places,
        kind=kind,
        fields=_fields_of(columns, rows),
        doubtful=doubtful,
        unlogged=None if columns.unlogged is None else if_any(columns.unlogged[rows]),
        suspicious=None if columns.suspicious is None else if_any(columns.suspicious[rows]),
        lost={name: own for name, marks in columns.lost.items() if (own := marks[rows]).any()},
    )


def as_logged(columns: Columns) -> Columns:
    """The rows that there are, each taken to be right where it stands."""
    suspicious = columns.suspicious
    if suspicious is not None and columns.doubtful is not None:
        events = columns.events
        columns = replace(
            columns,
            doubtful=if_any(columns.doubtful & ~suspicious),
            suspicious=None,
            events=lambda places: [own.as_it_stands() for own in events(places)],
        )
    if columns.unlogged is None:
        return columns
    return some_of(columns, np.flatnonzero(~columns.unlogged))


def _fields_of(columns: Columns, rows: slice | Ints) -> Mapping[str, FieldColumn]:
    if isinstance(columns.fields, SparseFields):
        return columns.fields.of(rows)
    return {name: found.some(rows) for name, found in columns.fields.items()}


def of_kinds(
    columns: Columns, program: core.Program, reaches: Sequence[Reach], known: Tuples | None = None
) -> Columns:
    """Only the rows that matter to some rules that look far; `known` is what some fields say."""
    if any(reach.kinds is None for reach in reaches):
        return columns
    names = {kind for reach in reaches if reach.kinds is not None for kind in reach.kinds}
    asked = np.array([kind in names for kind in columns.kinds], bool)
    wanted = [
        np.flatnonzero(asked[columns.kind[block]]) + block.start for block in columns.blocks()
    ]
    groups = {group for reach in reaches for group in reach.groups}
    scope = program.vocabulary.law_scope
    if scope is not None:
        own = program.vocabulary.scopes[scope]
        groups.add(EventGroup(own.fields, ("time", *own.needs)))
    if groups and columns.doubtful is not None:
        wanted.append(np.flatnonzero(columns.doubtful))  # each may make a group of its own
    for group in sorted(groups, key=lambda group: (group.fields, group.needs)):
        wanted.append(_openings(columns, group, known))
        columns.allocator.release()
    return some_of(columns, each_once(np.concatenate(wanted)))


def _openings(columns: Columns, group: EventGroup, known: Tuples | None) -> Ints:
    """The first row of each group."""
    every = all(fitting(columns, group.needs, rows).all() for rows in columns.blocks())
    if every and known is not None and known.fields.issuperset(group.fields):
        return _firsts(columns, known, group.fields)[1]
    heads = []
    for block in columns.blocks():
        rows = np.flatnonzero(fitting(columns, group.needs, block)) + block.start
        heads.append(_firsts_of(columns, group.fields, rows))
    return _firsts_of(columns, group.fields, np.concatenate(heads))


def _firsts_of(columns: Columns, fields: Sequence[str], rows: Ints) -> Ints:
    """The first of some rows for each of what some fields say."""
    keys = _keys(columns, fields, rows)
    return rows[first_places(keys.ids, keys.count)]


def _firsts(columns: Columns, tuples: Tuples, fields: Sequence[str]) -> tuple[Keys, Ints]:
    """The tuples numbered by some of their fields, and the first row of each number."""
    keys = _keys(columns, fields, tuples.first)
    first = np.full(keys.count, len(tuples.ids))
    np.minimum.at(first, keys.ids, tuples.first)
    return keys, first
