"""The parts of a ruleset that examples exercise: clauses, arms of `case`, rows of decision tables.

A clause that no example makes false could be anything: whoever changes it breaks no example.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import PurePath
from typing import Literal

from auditor.authoring.examples import failing
from auditor.judge.frame import Frame, Result
from auditor.judge.reference import Reference
from auditor.language import core
from auditor.language.syntax.nodes import Example
from auditor.language.traverse import parts_of
from auditor.log.event import Log
from auditor.source import Source, Span
from auditor.types import BOOLEAN
from auditor.values import Unknown, Value

Seen = Literal["true", "false", "unknown", "reached"]
Kind = Literal["clause", "arm", "row"]

_HEAD = re.compile(r"^ruleset\s+(\S+)", re.MULTILINE)
_JOINTS = (core.AllOf, core.AnyOf, core.Not, core.Literal_, core.Local, core.Choose)
"""Conditions that consist of others, or stand for them, or never change."""


@dataclass(frozen=True, slots=True)
class Point:
    """Something that examples should exercise; `row` is the number of a row of the table `name`,
    from 1, and `span` where the table begins.
    """

    kind: Kind
    name: str  # the rule, record or table that it stands in
    span: Span
    row: int = 0

    @property
    def wanted(self) -> tuple[Seen, ...]:
        """The answers that examples should show; `unknown` is none of them."""
        return ("true", "false") if self.kind == "clause" else ("reached",)


@dataclass(frozen=True, slots=True)
class Exercise:
    """How many examples of a ruleset show each point to be what."""

    points: tuple[Point, ...]
    seen: Counter[tuple[Point, Seen]]

    def missing(self, point: Point) -> tuple[Seen, ...]:
        """The answers of a point that no example shows."""
        return tuple(own for own in point.wanted if not self.seen[point, own])


@dataclass(slots=True)
class _Watching:
    """The points of a program, by the nodes that stand for them, and what one example shows."""

    by_node: dict[int, Point] = field(default_factory=dict)
    seen: set[tuple[Point, Seen]] = field(default_factory=set)

    def note(self, node: object, result: Result) -> None:
        point = self.by_node.get(id(node))
        if point is None:
            return
        if point.kind == "arm":
            self.seen.add((point, "reached"))
        elif isinstance(result, Unknown):
            self.seen.add((point, "unknown"))
        elif isinstance(result, bool):
            self.seen.add((point, "true" if result else "false"))


class _Watched(Reference):
    """The reference, each expression of which is noted."""

    def __init__(
        self,
        program: core.Program,
        log: Log,
        params: dict[str, Value] | None,
        day: date | None,
        watching: _Watching,
    ) -> None:
        self._watching = watching
        super().__init__(program, log, params, day)

    def evaluate(self, node: core.Expression, frame: Frame) -> Result:
        result = super().evaluate(node, frame)
        self._watching.note(node, result)
        return result


@dataclass(frozen=True, slots=True)
class _WatchedTable(core.Table):
    """A decision table, each row of which is noted when it gives the result."""

    rows_at: tuple[Point, ...]
    watching: _Watching

    def decide(self, arguments: tuple[Value, ...]) -> Value | None:
        for point, (cells, result) in zip(self.rows_at, self.rows, strict=True):
            if all(map(core.holds, cells, arguments)):
                self.watching.seen.add((point, "reached"))
                return result
        return None


def exercise(program: core.Program, examples: Iterable[Example]) -> Exercise:
    """The coverage of a ruleset's own declarations by some examples; its parents have their own."""
    watching = _Watching()
    points = dict.fromkeys(_clauses(program, watching))
    tables = {name: _watched_table(program, name, watching) for name in program.tables}
    asked = set(_tables_asked(program))
    points |= dict.fromkeys(
        point for name in tables if name in asked for point in tables[name].rows_at
    )
    watched = replace(program, tables=dict(tables))

    def evaluates(
        program: core.Program, log: Log, params: dict[str, Value] | None, day: date | None
    ) -> Reference:
        return _Watched(program, log, params, day, watching)

    shown = Counter[tuple[Point, Seen]]()
    for example in examples:
        watching.seen.clear()
        failing(watched, example, evaluates)
        shown.update(watching.seen)
    parents = set(of_parents(program))
    return Exercise(tuple(own for own in points if own.span.source not in parents), shown)


def of_parents(program: core.Program) -> Iterator[Source]:
    """The files of the rulesets that one extends."""
    heads = {source: _HEAD.findall(source.text) for source in program.files}
    folders = {
        PurePath(source.name).parent
        for source, names in heads.items()
        if names and program.name not in names
    }
    own = {PurePath(s.name).parent for s, names in heads.items() if program.name in names}
    for source, names in heads.items():
        if program.name in names:
            continue
        if names or PurePath(source.name).parent in folders - own:
            yield source


def _clauses(program: core.Program, watching: _Watching) -> Iterator[Point]:
    """The conditions and arms of all rules and records; what stands in two places for one text of
    the file, since it was written in short, is one.
    """
    roots: list[tuple[str, object]] = [
        (rule.name, (rule.where, rule.lets, rule.applies, rule.verifiable, rule.require))
        for rule in program.rules
    ]
    roots += [(record.name, record.columns) for record in program.records.values()]
    for name, root in roots:
        for node in parts_of(root):
            for kind, own in _points_of(node):
                yield watching.by_node.setdefault(id(own), Point(kind, name, own.span))


def _tables_asked(program: core.Program) -> Iterator[str]:
    """The tables that rules and records ask: no example is about a statistic, and its ways."""
    for node in parts_of((program.rules, tuple(program.records.values()))):
        if isinstance(node, core.Decide):
            yield node.table


def _points_of(node: object) -> Iterator[tuple[Kind, core.Expression]]:
    match node:
        case core.Choose() if node.type != BOOLEAN:
            yield from (("arm", then) for _, then in node.cases)
            yield "arm", node.otherwise
        case core.Node() if node.type == BOOLEAN and not isinstance(node, _JOINTS):
            yield "clause", node  # type: ignore[misc]  # a node is one of the expressions


def _watched_table(program: core.Program, name: str, watching: _Watching) -> _WatchedTable:
    table, span = program.tables[name], beginning(program, name)
    rows = tuple(Point("row", name, span, row) for row in range(1, len(table.rows) + 1))
    own = (table.name, table.inputs, table.gives, table.rows, table.domains)
    return _WatchedTable(*own, rows, watching)


def beginning(program: core.Program, name: str) -> Span:
    """Where the declaration of a table, a parameter or a constant begins."""
    for source in program.files:
        for number, line in enumerate(source.text.splitlines(), start=1):
            words = re.sub(r"[(:]", " ", line).split()
            if name in words[1:3] and words[0] in ("table", "param", "constant", "replace"):
                return Span(source, number, 1, number, len(line) + 1)
    raise KeyError(name)
