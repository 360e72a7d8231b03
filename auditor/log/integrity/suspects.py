"""Rows of which the cells cannot all be believed, and what rows of their kind fill as a rule."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from operator import attrgetter

import numpy as np

from auditor.language.core import Interval, Kind, Vocabulary
from auditor.language.facts import once_for_each
from auditor.log.event import Event, Row
from auditor.log.store.vector import Bools, Ints, Small
from auditor.source import Frozen
from auditor.types import INTEGER, TEXT, Enumeration
from auditor.values import Value

# ---- The thresholds: whatever is found in this room is found by these five. ---------------------
USUAL = (9, 10)
"""So many do what is the rule: a hand slips in fewer than one in ten rows, and where more do
otherwise, somebody writes so."""

SELDOM = 20
"""One in so many is an exception: what lawful play brings now and then it brings more often."""

FEW = 3
"""So many in a row show the same: two may be one slip, such as rows that changed places."""

ENOUGH = 5
"""So many show what others of their kind do: that the next does so too is then likely."""

MANY = 10
"""So many of which none does a thing, or one alone, show that it is not done: at even odds that
is chance once in a thousand.  So far away, in rows or scopes, is looked for what moved."""

SAMPLE = 20_000
"""No threshold, but a bound of costs: by so many rows it is told what many are like."""

Scopes = tuple[Value | None, ...]
"""Values of the scope columns of a row, in the order of the vocabulary."""


def as_a_rule(some: Ints | int, of: Ints | int) -> Bools:
    """Whether some of many are the rule."""
    return np.asarray(USUAL[1] * some >= USUAL[0] * of)


def seldom(some: Ints | int, of: Ints | int) -> Bools:
    """Whether some of many are an exception."""
    return np.asarray(SELDOM * some <= of)


def starts(*columns: Small) -> Bools:
    """The rows in which one of some columns has another value than in the row before."""
    found = np.zeros(len(columns[0]), bool)
    found[:1] = True
    for own in columns:
        found[1:] |= own[1:] != own[:-1]
    return found


class Suspect(Frozen):
    """A row that is in doubt: its kind (None where its cell names none), the cells that can be
    believed, and the fields of which the cells cannot.
    """

    row: Row
    kind: str | None
    values: Mapping[str, Value]
    lost: frozenset[str]
    suspicious_place: bool = False  # it reads well, and repeats another or is out of place


def doubted(event: Event, lost: Collection[str]) -> Suspect:
    """The row of an event, some cells of which cannot be believed."""
    values = {name: value for name, value in event.values.items() if name not in lost}
    return Suspect(event.row, event.kind, values, frozenset(lost))


def believing(suspect: Suspect, names: Collection[str], vocabulary: Vocabulary) -> Suspect:
    """A row in doubt, of which some cells alone are believed: all else it has or lacks is lost."""
    values = {name: value for name, value in suspect.values.items() if name in names}
    return replace(suspect, values=values, lost=frozenset(vocabulary.fields).difference(values))


class ScopeColumns:
    """The context columns that tell one scope from another: names of places, and counters.

    `deepest` is the last counter, if it holds numbers. `keys` are the other fields by which scopes,
    intervals and records are told apart, `words` those that hold words of a list; `stays` are the
    kinds that open or close an interval, with the fields that must say which. `bears` and `lacks`
    are the kinds that are declared to fill a column, or to leave it empty, each with the column;
    `counted` are those that fill `deepest`, `told` are these, and those that may fill one.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        used = {name for scope in vocabulary.scopes.values() for name in scope.fields}
        self.all = tuple(name for name in vocabulary.context if name in used)
        self.names = tuple(name for name in self.all if vocabulary.fields[name] == TEXT)
        self.counters = tuple(name for name in self.all if name not in self.names)
        last = next(reversed(self.counters), "")
        self.deepest = last if vocabulary.fields.get(last) == INTEGER else None
        kinds = [*vocabulary.kinds.values()]
        self.bears, free, self.lacks = (
            frozenset((own.name, name) for own in kinds for name in said(own) if name in self.all)
            for said in (attrgetter("bears"), attrgetter("free"), attrgetter("lacks"))
        )
        self.counted = frozenset(own for own, name in self.bears if name == self.deepest)
        self.told = self.bears | free | self.lacks
        intervals = {name for own in vocabulary.intervals.values() for name in own.keys}
        self.keys = tuple(sorted((used | intervals | vocabulary.keyed).difference(self.all)))
        self.stays = {
            (kind, name)
            for own in vocabulary.intervals.values()
            for kind in (own.start, own.end)
            for name in own.keys
            if name in required(vocabulary.kinds[kind])
        }
        self.words = tuple(
            name
            for name, kind in vocabulary.fields.items()
            if isinstance(kind, Enumeration) and name not in vocabulary.context
        )

    def place(self, values: Mapping[str, Value]) -> Scopes:
        """The names of the place that some cells speak of."""
        return tuple(values.get(name) for name in self.names)

    def every(self, values: Mapping[str, Value | None]) -> Scopes:
        """The scopes that some cells speak of."""
        return tuple(values.get(name) for name in self.all)


@once_for_each
def scope_columns(vocabulary: Vocabulary) -> ScopeColumns:
    """The scope columns of this very vocabulary: each file and each search for damage asks."""
    return ScopeColumns(vocabulary)


def required(kind: Kind) -> frozenset[str]:
    """The fields of its own that an event of a kind always fills."""
    return frozenset(kind.fields) - kind.may_be_empty


def stays(vocabulary: Vocabulary) -> list[Interval]:
    """The intervals that are a whole scope, the widest first."""
    scopes = {scope.fields for scope in vocabulary.scopes.values()}
    every = vocabulary.intervals.values()
    found = [own for own in every if own.keys in scopes]
    return sorted(found, key=lambda own: len(own.keys))
