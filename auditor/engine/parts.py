"""Cutting a log into parts that no rule looks beyond."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

import numpy as np

from auditor.engine.columns import Columns, Filled
from auditor.engine.keys import Keys
from auditor.engine.order import stable_order
from auditor.engine.reach import Group, Reach, bound
from auditor.engine.sources import eligible, firsts
from auditor.engine.vector import Ints, each_once
from auditor.language import core

Rows = slice | Ints

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


def cut(
    program: core.Program, columns: Columns, reaches_of_rules: Callable[[], dict[str, Reach]]
) -> Cut:
    """The parts of a log by the scope that most rules stay within, if the log can be cut by it.

    What one instance of the scope holds is in one part.  How far the rules look is asked only of
    a log that is large enough to be cut.
    """
    every = frozenset(rule.name for rule in program.rules)
    whole = Cut((slice(0, columns.size),), every, frozenset())
    if columns.size <= 2 * TARGET:
        return whole
    reaches = reaches_of_rules()
    best = whole
    numbers: dict[tuple[str, ...], Keys] = {(): Keys(columns.size)}
    scope = program.vocabulary.law_scope
    law = None if scope is None else set(program.vocabulary.scopes[scope].fields)
    for fields in _candidates(program):
        if law is not None and not fields <= law:
            continue  # the event that opens the law might stand in another part
        local = frozenset(
            rule.name for rule in program.rules if fields <= bound(rule, reaches[rule.name])
        )
        if 2 * len(local) < len(reaches):
            continue
        parts = _parts(_numbers(columns, tuple(sorted(fields)), numbers))
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


def _numbers(columns: Columns, fields: tuple[str, ...], known: dict[tuple[str, ...], Keys]) -> Keys:
    """All rows, numbered by the values of some fields; `known` are numbers that are there."""
    if fields not in known:
        before, name = _numbers(columns, fields[:-1], known), fields[-1]
        there = name in columns.fields
        known[fields] = before.extended(columns.fields[name].key()) if there else before
    return known[fields]


def _parts(keys: Keys) -> tuple[Rows, ...]:
    """Rows of about the number wanted in each part; no tuple of values is in two of them."""
    size = len(keys.ids)
    if keys.count < 2:
        return (slice(0, size),)
    first = np.zeros(keys.count, np.int64)
    first[keys.ids[::-1]] = np.arange(size - 1, -1, -1)
    in_order = np.argsort(first)
    before = np.cumsum(np.bincount(keys.ids, minlength=keys.count)[in_order])
    part = np.zeros(keys.count, np.int64)
    part[in_order[1:]] = before[:-1] // TARGET
    used = each_once(part)
    whose = np.searchsorted(used, part)[keys.ids]
    order = None if (whose[1:] >= whose[:-1]).all() else stable_order(whose, len(used))
    ends = np.cumsum(np.bincount(whose, minlength=len(used)))
    runs = (slice(int(a), int(b)) for a, b in pairwise([0, *ends]))
    return tuple(run if order is None else order[run] for run in runs)


def size_of(rows: Rows) -> int:
    """How many rows there are."""
    return rows.stop - rows.start if isinstance(rows, slice) else len(rows)


def part_of(columns: Columns, rows: Rows) -> Columns:
    """The columns of some rows, which know their places in the whole log."""
    places = columns.places[rows]
    return replace(
        columns,
        size=len(places),
        places=places,
        kind=columns.kind[rows],
        fields={name: _some(found, rows) for name, found in columns.fields.items()},
        doubtful=None if columns.doubtful is None else columns.doubtful[rows],
    )


def _some(found: Filled, rows: Rows) -> Filled:
    empty = None if found.empty is None else found.empty[rows]
    beyond = None if found.beyond is None else found.beyond[rows]
    if empty is not None and not empty.any():
        empty = None
    return Filled(found.vector.at(rows), empty, beyond)


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
    return part_of(columns, np.flatnonzero(wanted))


def _firsts(columns: Columns, group: Group) -> Ints:
    """The first row of each group."""
    rows = eligible(columns, group.needs)
    keys = _numbers(columns, group.fields, {(): Keys(columns.size)})
    return rows[firsts(keys.ids[rows], keys.count)]
