"""Clauses, arms of `case` and rows of decision tables that the examples of a ruleset exercise.

A clause that no example makes false could be anything: whoever changes it breaks no example.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal

from auditor.authoring.examples import beginning, failing, of_parents
from auditor.authoring.mutants import home
from auditor.judge.frame import Frame, Result
from auditor.judge.reference import Reference
from auditor.language import core
from auditor.language.core import parts_of
from auditor.language.syntax.nodes import Example
from auditor.messages.message import Language, message, say
from auditor.source import Frozen, Span
from auditor.types import BOOLEAN
from auditor.values import Unknown

Seen = Literal["true", "false", "unknown", "reached"]
Kind = Literal["clause", "arm", "row"]

_JOINTS = (core.AllOf, core.AnyOf, core.Not, core.Literal_, core.Local, core.Choose)
"""Conditions that consist of others, or stand for them, or never change."""


class Point(Frozen):
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

    def lacking(self, seen: Counter[Seen]) -> list[Seen]:
        """The answers that no example shows."""
        return [what for what in self.wanted if not seen[what]]

    @property
    def place(self) -> tuple[str, int, int, int, str]:
        span = self.span
        return span.source.name, span.line, span.column, self.row, self.name


Coverage = dict[Point, Counter[Seen]]
"""How many examples show each point to be what."""


def exercise(program: core.Program, examples: Iterable[Example]) -> Coverage:
    """The coverage of a ruleset's own declarations by some examples; its parents have their own."""
    points = dict(_points(program))
    rows = dict(_rows(program))
    shown: set[tuple[Point, Seen]] = set()

    class Watched(Reference):
        """The reference, each expression of which is noted."""

        def evaluate(self, node: core.Expression, frame: Frame) -> Result:
            result = super().evaluate(node, frame)
            if isinstance(node, core.Decide) and not isinstance(result, Unknown):
                values = (self.value(own, frame) for own in node.arguments)
                given = [own for own in values if not isinstance(own, Unknown)]
                every = zip(rows[node.table], program.tables[node.table].rows, strict=True)
                held = (row for row, (cells, _) in every if all(map(core.holds, cells, given)))
                shown.add((next(held), "reached"))
            if (point := points.get(id(node))) is not None:
                shown.update((point, what) for what in _answers(point, result))
            return result

    every = (*points.values(), *(point for own in rows.values() for point in own))
    parents = set(of_parents(program))
    coverage: Coverage = {own: Counter() for own in every if own.span.source not in parents}
    for example in examples:
        shown.clear()
        failing(program, example, Watched)
        for point, what in shown:
            if point in coverage:
                coverage[point][what] += 1
    return coverage


def _answers(point: Point, result: Result) -> Iterator[Seen]:
    if point.kind == "arm":
        yield "reached"
    elif isinstance(result, Unknown):
        yield "unknown"
    elif isinstance(result, bool):
        yield "true" if result else "false"


def _points(program: core.Program) -> Iterator[tuple[int, Point]]:
    """The conditions and arms of all rules and records, by their nodes; what stands in two places
    for one text of the file, since it was written in short, is one, under the short name.  What no
    words ask, such as whether an event moves a place, has the span of the whole.
    """
    short = {home(span): name for name, span in program.shorthand}
    roots: list[tuple[core.Rule | core.Record, object]] = [
        (rule, (rule.where, rule.lets, rule.applies, rule.verifiable, rule.require))
        for rule in program.rules
    ]
    roots += [(record, record.columns) for record in program.records.values()]
    seen = set[int]()
    for whole, root in roots:
        for kind, own in (found for node in parts_of(root) for found in _points_of(node)):
            if id(own) not in seen and own.span != whole.span:
                seen.add(id(own))
                yield id(own), Point(kind, short.get(home(own.span), whole.name), own.span)


def _points_of(node: object) -> Iterator[tuple[Kind, core.Expression]]:
    match node:
        case core.Choose() if node.type != BOOLEAN:
            yield from (("arm", then) for _, then in node.cases)
            yield "arm", node.otherwise
        case core.Expression() if node.type == BOOLEAN and not isinstance(node, _JOINTS):
            yield "clause", node


def _rows(program: core.Program) -> Iterator[tuple[str, list[Point]]]:
    """The rows of tables, but for those that statistics alone look at: no example speaks of it."""
    looking = parts_of((program.rules, tuple(program.records.values())))
    for name in dict.fromkeys(node.table for node in looking if isinstance(node, core.Decide)):
        span, many = beginning(program, name), len(program.tables[name].rows)
        yield name, [Point("row", name, span, row + 1) for row in range(many)]


# ---- as it is written ---------------------------------------------------------------------------
FORMS = ("text", "lcov")
_NOT_SEEN = {
    "true": "coverage.true",
    "false": "coverage.false",
    "reached": "coverage.reached",
}
_COUNTS = {"clause": "coverage.clauses", "arm": "coverage.arms", "row": "coverage.rows"}


def together(done: Iterable[Coverage]) -> Coverage:
    """The coverage by the examples of several rulesets, in the order of the files."""
    whole: Coverage = {}
    for own in done:
        for point, seen in own.items():
            whole.setdefault(point, Counter()).update(seen)
    return dict(sorted(whole.items(), key=lambda own: own[0].place))


def in_text(coverage: Coverage, language: Language) -> Iterator[str]:
    """A line for each point of which something is lacking, and the counts."""
    for point, seen in coverage.items():
        if point.lacking(seen):
            yield f"{point.span}: {_lacking(point, seen, language)}"
    for kind, code in _COUNTS.items():
        own = [not point.lacking(seen) for point, seen in coverage.items() if point.kind == kind]
        if own:
            yield say(message(code, whole=sum(own), of=len(own)), language)


def _lacking(point: Point, seen: Counter[Seen], language: Language) -> str:
    lacking = point.lacking(seen)
    never = "coverage.only_unknown" if seen["unknown"] else "coverage.never"
    what = message(never if len(lacking) > 1 else _NOT_SEEN[lacking[0]])
    missing = message("coverage.missing", name=point.name, text=point.span.text, what=what)
    if point.kind == "row":
        missing = message("coverage.row", table=point.name, row=point.row)
    return say(missing, language)


def in_lcov(coverage: Coverage) -> Iterator[str]:
    """A branch for each thing wanted of a point: genhtml, GitLab and editors show them by line."""
    for file, of_file in groupby(coverage.items(), key=lambda own: own[0].span.source.name):
        branches, hits = list[tuple[str, int]](), Counter[int]()
        for line, own in groupby(of_file, key=lambda own: own[0].span.line):
            for block, (point, seen) in enumerate(own):
                hits[line] += seen.total()
                for branch, what in enumerate(point.wanted):
                    branches.append((f"BRDA:{line},{block},{branch}", seen[what]))
        yield from ("TN:auditor", f"SF:{file}")
        yield from (f"{name},{times or '-'}" for name, times in branches)
        yield from (f"BRF:{len(branches)}", f"BRH:{sum(times > 0 for _, times in branches)}")
        yield from (f"DA:{line},{times}" for line, times in hits.items())
        yield from (f"LF:{len(hits)}", f"LH:{sum(times > 0 for times in hits.values())}")
        yield "end_of_record"
