"""Rules that ask different things of the same, and rules that ask the same thing twice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Literal

from auditor.authoring.formulas import (
    Formula,
    Formulas,
    all_of,
    can_be,
    clauses_of,
    some_of,
    spoken_of,
)
from auditor.authoring.unknowns import Known
from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.core import parts_of, rewritten
from auditor.messages.message import message
from auditor.values import Value

# ---- two rules ----------------------------------------------------------------------------------
NEXT = 20
"""Rules that speak of one thing and are compared with the next: a ruleset of thousands that all do
is compared in proportion.
"""


@dataclass(frozen=True, slots=True)
class RulePair:
    """Two rules, the one that is written later second, unless the first asks less."""

    first: core.Rule
    second: core.Rule
    finding: Literal["less", "apart"]


def clashing(
    rules: Sequence[core.Rule],
    provisions: Sequence[core.Provision],
    known: Known,
    own: Collection[str],
    *,
    named: Collection[str] | None = None,
) -> Iterator[RulePair]:
    """The pairs of rules, at least one of them the ruleset's own, that no log can both suit, or
    of which one says no more than the other; with `named` only pairs of the first kind, in which
    one of these rules stands.
    """
    days = {provision.id: provision.in_force for provision in provisions}
    among = (frozenset(own),) if named is None else (frozenset(own), frozenset(named))

    def compared(first: core.Rule, second: core.Rule) -> bool:
        names = {first.name, second.name}
        return not any(map(names.isdisjoint, among)) and _overlap(first, second, days)

    by_subject: dict[str, list[core.Rule]] = {}
    for rule in rules:
        by_subject.setdefault(rule.subject, []).append(rule)
    for alike in by_subject.values():
        formulas = _Shared(known)
        for first, second in _near(alike, formulas):
            if compared(first, second):
                yield from formulas.asked(first, second, apart_alone=named is not None)


def _near(rules: Sequence[core.Rule], formulas: _Shared) -> Iterator[tuple[core.Rule, core.Rule]]:
    """The pairs of rules about one subject, each with the last before it that speak of the same."""
    speaking: dict[object, list[int]] = {}
    after: list[list[core.Rule]] = [[] for _ in rules]
    for at, rule in enumerate(rules):
        about = formulas.about(rule)
        for own in {own for what in about for own in speaking.get(what, [])[-NEXT:]}:
            after[own].append(rule)
        for what in about:
            speaking.setdefault(what, []).append(at)
    for first, others in zip(rules, after, strict=True):
        yield from ((first, second) for second in others)


def beside(rules: Sequence[core.Rule], own: Collection[str]) -> tuple[core.Rule, ...]:
    """The rules that are about what one of a ruleset's own is about."""
    about = {rule.subject for rule in rules if rule.name in own}
    return tuple(rule for rule in rules if rule.subject in about)


class _Shared:
    """The formulas of all rules about one subject, with the same unknowns."""

    def __init__(self, known: Known) -> None:
        self._all = Formulas(known)
        self._made: dict[str, tuple[Formula, Formula]] = {}
        self._spoken: dict[str, set[int]] = {}

    def of(self, rule: core.Rule) -> tuple[Formula, Formula]:
        """When the rule applies, and what it asks then."""
        if rule.name not in self._made:
            self._all.let(dict(rule.lets))
            applies = all_of(map(self._all.of, clauses_of(rule)))
            self._made[rule.name] = applies, self._all.of(rule.require)
        return self._made[rule.name]

    def asked(
        self, first: core.Rule, second: core.Rule, *, apart_alone: bool
    ) -> Iterator[RulePair]:
        """The finding of two rules: that they are apart, or one less than the other."""
        if self.exclude_each_other(first, second):
            yield RulePair(first, second, "apart")
        elif not apart_alone:
            for more, less in ((first, second), (second, first)):
                if _may_say_less(more, less) and self.says_less(more, less):
                    yield RulePair(more, less, "less")
                    return

    def says_less(self, first: core.Rule, second: core.Rule) -> bool:
        """Whether what suits the first rule always suits the second, which then finds nothing new.

        Not where one waits for the other, by which each says its own part.
        """
        if first.presumes != second.presumes:
            return False
        if first.report_for or second.report_for or first.underlies != second.underlies:
            return False
        (_, asks), (other, _) = self.of(first), self.of(second)
        if not self._speak_of_one_thing(first, second):
            return False
        self._all.let(dict(second.lets))
        denied = self._all.of(second.require, holds=False)
        self._all.let(dict(first.lets))
        elsewhere = some_of(self._all.of(own, holds=False) for own in clauses_of(first))
        return (
            not can_be(self._all, (other, elsewhere))
            and not can_be(self._all, (other, asks, denied))
            and can_be(self._all, (other, denied), in_doubt=False)
        )

    def exclude_each_other(self, first: core.Rule, second: core.Rule) -> bool:
        """Whether no subject that both rules judge can suit both, and each could suit either: what
        suits a rule and is then none of the other's subjects contradicts nothing.
        """
        (one, asks), (other, asks_too) = self.of(first), self.of(second)
        if not self._speak_of_one_thing(first, second):
            return False
        together = (one, other)
        return not can_be(self._all, (*together, asks, asks_too)) and all(
            can_be(self._all, (*together, own), in_doubt=False) for own in (asks, asks_too)
        )

    def _speak_of_one_thing(self, first: core.Rule, second: core.Rule) -> bool:
        """Whether both ask of something that the other asks of, or both how many there are."""
        one, other = self._asks_of(first), self._asks_of(second)
        counts = self._all.unknowns.counts.keys()
        return not (one.isdisjoint(other) and (counts.isdisjoint(one) or counts.isdisjoint(other)))

    def about(self, rule: core.Rule) -> set[object]:
        """All that a rule speaks of; two that speak of one thing have one of these in common."""
        asked = self._asks_of(rule)
        about: set[object] = {*asked} or {"nothing"}
        return about | (set() if asked.isdisjoint(self._all.unknowns.counts) else {"counts"})

    def _asks_of(self, rule: core.Rule) -> set[int]:
        if rule.name not in self._spoken:
            self._spoken[rule.name] = spoken_of(self.of(rule)[1])
        return self._spoken[rule.name]


def _may_say_less(more: core.Rule, less: core.Rule) -> bool:
    """Whether a rule is to ask something of its own on the days of the other.

    A stricter rule may hold for a time beside one that always holds.  One that never holds without
    it asks nothing; and of two that follow one another, under one provision, the first was to end.
    """
    (start, end), (own, own_end) = days_of(more), days_of(less)
    within = start <= own and own_end <= end
    follow = (start < own <= end < own_end) or (own < start <= own_end < end)
    return within or (follow and not set(more.cites).isdisjoint(less.cites))


def days_of(rule: core.Rule) -> tuple[date, date]:
    """The first and the last day on which a rule is in force."""
    return rule.in_force.start or date.min, rule.in_force.end or date.max


def _overlap(first: core.Rule, second: core.Rule, days: dict[str, core.InForce]) -> bool:
    """Whether there is a day on which both rules are in force."""
    times = [rule.in_force for rule in (first, second)]
    times += [days[name] for rule in (first, second) for name in rule.cites if name in days]
    starts = max((time.start for time in times if time.start), default=date.min)
    ends = min((time.end for time in times if time.end), default=date.max)
    return starts <= ends


# ---- rules with the values that constants and parameters have -----------------------------------
# A ruleset that extends this one may replace a constant, and an audit a parameter: no condition is
# decided beforehand by either.  As they stand, though, they may leave nothing that suits a rule, or
# two rules together, and every table would be at fault.
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
    """The rules that contradict each other or say the same, and the diagnostics of those that
    nothing can suit as constants and parameters stand; of the rules of a ruleset's own, and of
    those that rest on its own figures.
    """
    near = program.rules if figures else beside(program.rules, own)
    spoken = {rule.name: _named(rule) for rule in near}
    figured = {("figure", name) for name in figures}
    mine = frozenset((*own, *(name for name, said in spoken.items() if said & figured)))
    rules = beside(near, mine)
    pairs = list(clashing(rules, program.provisions, known, mine))
    stretches = list(_stretches(program, rules, known, spoken))
    impossible = {
        rule.name: Diagnostic(message("E504.as_declared"), rule.require.span)
        for days in stretches
        for rule in days.rules
        if rule.name in days.named & mine and _asks_too_much(rule, days.known)
    }
    if impossible:  # whatever stands beside a rule that nothing suits contradicts it
        return pairs, list(impossible.values())
    seen = {(pair.first.name, pair.second.name) for pair in pairs}
    for days in stretches:
        subjects = {rule.subject for rule in days.rules if rule.name in days.named}
        asked = [rule for rule in days.rules if rule.subject in subjects]
        for pair in clashing(asked, program.provisions, days.known, mine, named=days.named):
            names = pair.first.name, pair.second.name
            if names not in seen:
                seen.add(names)
                pairs.append(pair)
    return pairs, []


def _named(node: object) -> set[tuple[str, str]]:
    """The names that stand in a rule or a record: of parameters and of what is written out, which
    may be a constant; of records whose columns are looked up.
    """
    named = set[tuple[str, str]]()
    for part in parts_of(node):
        match part:
            case core.Parameter(name=name):
                named |= {("figure", name), ("figure", "")}
            case core.Literal_(span=span):
                named.add(("figure", span.text))
            case core.Lookup(record=name):
                named.add(("record", name))
            case _:
                pass
    return named


def _stretches(
    program: core.Program,
    rules: Sequence[core.Rule],
    known: Known,
    spoken: Mapping[str, set[tuple[str, str]]],
) -> Iterator[AsDeclared]:
    """The rules from each day on which a parameter changes until the next."""
    params = [own for own in program.params.values() if own.values]
    figures = {("figure", name) for name in (*known.constants, "")}
    records = frozenset(name for name, own in known.records.items() if _named(own) & figures)
    resting = figures | {("record", name) for name in records}
    named = frozenset(rule.name for rule in rules if spoken[rule.name] & resting)
    starts = sorted({day or date.min for own in params for day, _ in own.values} | {date.min})
    for start, following in zip(starts, [*starts[1:], None], strict=True):
        last = None if following is None else following - timedelta(days=1)
        values = dict(_in_force(params, start))
        written = {
            name: _with(record, values) if name in records else record
            for name, record in known.records.items()
        }
        judged = [own for rule in rules if (own := _during(rule, start, last)) is not None]
        yield AsDeclared(
            tuple(_with(rule, values) if rule.name in named else rule for rule in judged),
            replace(known, records=written, constants=frozenset(), inlined={}),
            named.intersection(rule.name for rule in judged),
        )


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
