"""The subjects that a rule leaves unsettled in one partition, told by their values: these mean the
same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np

from auditor.engine.blocking import Blockers, Identities, Unsettled
from auditor.judge.order_ties import tied
from auditor.language import core
from auditor.log.store.columns import Columns
from auditor.log.store.encoding import NUMBERS, as_ratio, from_ratio, is_worded
from auditor.log.store.keys import Column
from auditor.log.store.vector import Ints
from auditor.types import Type
from auditor.values import Value


@dataclass(frozen=True, slots=True)
class KnownSubjects:
    """Subjects by the values that tell them from others; of events, their numbers as well."""

    names: tuple[str, ...]
    rows: frozenset[tuple[Value | None, ...]]
    events: Ints

    def merged(self, other: KnownSubjects) -> KnownSubjects:
        names = tuple(dict.fromkeys((*self.names, *other.names)))
        rows = self._by(names) | other._by(names)
        return KnownSubjects(names, rows, np.concatenate([self.events, other.events]))

    def _by(self, names: tuple[str, ...]) -> frozenset[tuple[Value | None, ...]]:
        if names == self.names:
            return self.rows
        at = [self.names.index(name) if name in self.names else None for name in names]
        return frozenset(tuple(None if i is None else row[i] for i in at) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Unresolved:
    """Subjects that later rules must know of: unsettled ones, and those that invalidate a scope."""

    unsettled: Mapping[str, KnownSubjects]
    invalidated: Mapping[str, KnownSubjects]

    def merged(self, other: Unresolved) -> Unresolved:
        return Unresolved(
            _merged(self.unsettled, other.unsettled), _merged(self.invalidated, other.invalidated)
        )


def _merged(
    one: Mapping[str, KnownSubjects], other: Mapping[str, KnownSubjects]
) -> dict[str, KnownSubjects]:
    total = dict(one)
    for name, known in other.items():
        total[name] = total[name].merged(known) if name in total else known
    return total


def unresolved(settled: Blockers, wanted: Iterable[str], here: Here) -> Unresolved:
    """The subjects of some rules judged here that later rules must know of."""
    wanted = frozenset(own for name in wanted for own in (name, tied(name)))
    return Unresolved(
        {
            name: here.known(own.identities, name)
            for name, own in settled.unsettled.items()
            if name in wanted and own.identities is not None
        },
        {
            name: here.known(own, name)
            for name, own in settled.invalidated.items()
            if name in wanted
        },
    )


def settled_before(found: Unresolved, here: Here) -> Blockers:
    """Unresolved subjects in the numbers of a part."""
    settled = Blockers()
    for name, known in found.unsettled.items():
        settled.unsettled[name] = Unsettled(here.subject(name), here.identities(known, name))
    for name, known in found.invalidated.items():
        settled.invalidated[name] = here.identities(known, name)
    return settled


class Here:
    """The events of a part as columns, and what its numbers mean elsewhere."""

    def __init__(self, program: core.Program, columns: Columns) -> None:
        self._rules = {
            name: rule for rule in program.rules for name in (rule.name, tied(rule.name))
        }
        self._program, self._lexicons = program, columns.lexicons

    def subject(self, rule: str) -> str:
        """The source of the subjects of a rule."""
        return self._rules[rule].subject

    def known(self, found: Identities, rule: str) -> KnownSubjects:
        """Subjects of a rule, by values."""
        types = _fields_of(self._program, self.subject(rule))
        values = [self._values(found, name, types[name]) for name in found.names]
        rows = frozenset(zip(*values, strict=True)) if values else frozenset([()] * found.size)
        return KnownSubjects(found.names, rows, found.places)

    def _values(self, found: Identities, name: str, kind: Type) -> list[Value | None]:
        filled, over = found.filled(name).tolist(), found.columns[name].values.tolist()
        if is_worded(kind):
            words = self._lexicons.of(kind).values
            return [words[own] if there else None for own, there in zip(over, filled, strict=True)]
        if kind not in NUMBERS:  # counted from a moment or a day that is the same everywhere
            return [own if there else None for own, there in zip(over, filled, strict=True)]
        ratios = zip(over, found.denominators(name).tolist(), filled, strict=True)
        return [
            from_ratio(own, under, self._lexicons) if there else None
            for own, under, there in ratios
        ]

    def identities(self, known: KnownSubjects, rule: str) -> Identities:
        """The subjects of a rule, by numbers."""
        types = _fields_of(self._program, self.subject(rule))
        columns, under = {}, {}
        for at, name in enumerate(known.names):
            values = [row[at] for row in known.rows]
            ratios = [self._ratio(value, types[name]) for value in values]
            over, under[name] = np.array(ratios, np.int64).reshape(-1, 2).T
            columns[name] = Column(over, np.array([value is None for value in values], bool))
        return Identities(
            len(known.rows), known.names, columns, True, known.events, None, (), under
        )

    def _ratio(self, value: Value | None, kind: Type) -> tuple[int, int]:
        if value is None:
            return 0, 1
        if is_worded(kind):
            return self._lexicons.of(kind).code(value), 1
        if kind in NUMBERS:
            return as_ratio(value, self._lexicons)
        assert isinstance(value, int)
        return value, 1


def _fields_of(program: core.Program, source: str) -> dict[str, Type]:
    """The types of the fields of a source, by the names that streams behind it give them."""
    vocabulary = program.vocabulary
    types = dict(vocabulary.fields)
    if source in vocabulary.streams:
        for _, names in vocabulary.streams[source].parts:
            types |= {name: vocabulary.fields[own] for name, own in names}
    elif source in program.records:
        for part in program.records[source].over:
            types |= _fields_of(program, part)
    return types
