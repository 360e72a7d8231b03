"""Rules that no log can suit with the values that constants and parameters have.

A ruleset that extends this one may replace a constant, and an audit a parameter: no condition is
decided beforehand by either.  As they stand, though, they may leave nothing that suits a rule, or
two rules together, and every table would be at fault.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.logic.contradictions import RulePair, beside, clashing, clauses_of, excluding
from auditor.language.logic.formulas import Formulas
from auditor.language.logic.inlining import Known
from auditor.language.logic.satisfiable import can_be
from auditor.language.traverse import parts_of, rewritten
from auditor.messages.message import message
from auditor.values import Value

Figures = Mapping[str, Value]
Clashes = tuple[list[RulePair], list[Diagnostic]]


@dataclass(frozen=True)
class AsDeclared:
    """The rules of some days, with the values of these days in place of their names."""

    rules: tuple[core.Rule, ...]
    known: Known
    named: frozenset[str]  # the rules in which such a value stands


def clashes(
    program: core.Program, known: Known, own: Collection[str], figures: Collection[str]
) -> Clashes:
    """The rules that contradict each other or say the same twice, and the diagnostics of those that
    nothing can suit as constants and parameters stand; of the rules of a ruleset's own, and of
    those that rest on its own figures.
    """
    near = program.rules if figures else beside(program.rules, own)
    said = {rule.name: _named(rule) for rule in near}
    resting = (name for name, spoken in said.items() if not spoken.figures.isdisjoint(figures))
    mine = frozenset((*own, *resting))
    program = replace(program, rules=beside(near, mine))
    pairs = list(clashing(program.rules, program.provisions, known, mine))
    told = list(_stretches(program, known, said))
    impossible = list(_impossible(told, mine))
    if impossible:  # whatever stands beside a rule that nothing suits contradicts it
        return pairs, impossible
    seen = {(pair.first.name, pair.second.name) for pair in pairs}
    more = _contradicting(program, told, mine)
    return pairs + [own for own in more if (own.first.name, own.second.name) not in seen], []


@dataclass(frozen=True)
class _Said:
    """The names that stand in a rule or a record: of parameters, of what is written out, of records
    whose columns are looked up.
    """

    params: frozenset[str]
    written: frozenset[str]
    records: frozenset[str]

    @property
    def figures(self) -> frozenset[str]:
        return self.params | self.written

    def speaks(self, constants: Collection[str], records: Collection[str]) -> bool:
        """Whether a constant or a parameter stands in it, or in a record that it looks up."""
        written = not self.written.isdisjoint(constants)
        return bool(self.params) or written or not self.records.isdisjoint(records)


def _named(node: object) -> _Said:
    params, written, records = set[str](), set[str](), set[str]()
    for part in parts_of(node):
        match part:
            case core.Parameter(name=name):
                params.add(name)
            case core.Literal_(span=span):
                written.add(span.text)
            case core.Lookup(record=name):
                records.add(name)
            case _:
                pass
    return _Said(frozenset(params), frozenset(written), frozenset(records))


def _stretches(
    program: core.Program, known: Known, said: Mapping[str, _Said]
) -> Iterator[AsDeclared]:
    """The rules from each day on which a parameter changes until the next."""
    params = [own for own in program.params.values() if own.values]
    records, constants = known.records, known.constants
    speaking = frozenset(name for name, own in records.items() if _named(own).speaks(constants, ()))
    named = frozenset(
        rule.name for rule in program.rules if said[rule.name].speaks(constants, speaking)
    )
    starts = sorted({day or date.min for own in params for day, _ in own.values} | {date.min})
    for start, following in zip(starts, [*starts[1:], None], strict=True):
        last = None if following is None else following - timedelta(days=1)
        figures = dict(_in_force(params, start))
        written = {
            name: _with(record, figures) if name in speaking else record
            for name, record in records.items()
        }
        rules = (_during(rule, start, last) for rule in program.rules)
        judged = [rule for rule in rules if rule is not None]
        yield AsDeclared(
            tuple(_with(rule, figures) if rule.name in named else rule for rule in judged),
            replace(known, records=written, constants=frozenset(), inlined={}),
            named.intersection(rule.name for rule in judged),
        )


def _impossible(told: Sequence[AsDeclared], own: frozenset[str]) -> Iterator[Diagnostic]:
    """The ruleset's own rules whose requirement nothing can meet."""
    said: set[str] = set()
    for stretch in told:
        for rule in stretch.rules:
            if rule.name in stretch.named & own - said and _asks_too_much(rule, stretch.known):
                said.add(rule.name)
                yield Diagnostic(message("E504.as_declared"), rule.require.span)


def _contradicting(
    program: core.Program, told: Sequence[AsDeclared], own: frozenset[str]
) -> Iterator[RulePair]:
    """The pairs of rules that no log can both suit; each pair once."""
    said: set[tuple[str, str]] = set()
    for stretch in told:
        subjects = {rule.subject for rule in stretch.rules if rule.name in stretch.named}
        rules = [rule for rule in stretch.rules if rule.subject in subjects]
        for pair in excluding(rules, program.provisions, stretch.known, (own, stretch.named)):
            names = pair.first.name, pair.second.name
            if names not in said:
                said.add(names)
                yield pair


def _in_force(params: Sequence[core.Param], day: date) -> Iterator[tuple[str, Value]]:
    for own in params:
        values = [value for start, value in own.values if (start or date.min) <= day]
        if values:
            yield own.name, values[-1]


def _during(rule: core.Rule, start: date, last: date | None) -> core.Rule | None:
    """The rule as far as it is in force in a stretch of days."""
    begins = max(rule.in_force.start or date.min, start)
    ends = min(rule.in_force.end or date.max, last or date.max)
    if begins > ends:
        return None
    days = core.InForce(None if begins == date.min else begins, None if ends == date.max else ends)
    return replace(rule, in_force=days)


def _with(node: Any, figures: Figures) -> Any:
    """The node, with the values of parameters in place of their names."""

    def value_of(part: object) -> object:
        if isinstance(part, core.Parameter) and part.name in figures:
            return core.Literal_(part.span, part.type, figures[part.name])
        return None

    return rewritten(node, value_of)


def _asks_too_much(rule: core.Rule, known: Known) -> bool:
    formulas = Formulas(known, dict(rule.lets))
    held = [formulas.of(clause) for clause in clauses_of(rule)]
    asked = formulas.of(rule.require)
    return can_be(formulas, held, in_doubt=False) and not can_be(formulas, [*held, asked])
