"""Rules that ask different things of the same, and rules that ask the same thing twice."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
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
from auditor.source import Frozen
from auditor.values import Value

# ---- two rules ----------------------------------------------------------------------------------
NEXT = 20
"""Rules that speak of one thing and are compared with the next: a ruleset of thousands that all do
is compared in proportion.
"""


class RulePair(Frozen):
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
    pairs = set[tuple[int, int]]()
    for at, rule in enumerate(rules):
        for what in formulas.about(rule):
            before = speaking.setdefault(what, [])
            pairs.update((own, at) for own in before[-NEXT:])
            before.append(at)
    yield from ((rules[first], rules[second]) for first, second in sorted(pairs))


def beside(rules: Sequence[core.Rule], own: Collection[str]) -> tuple[core.Rule, ...]:
    """The rules that are about what one of a ruleset's own is about."""
    about = {rule.subject for rule in rules if rule.name in own}
    return tuple(rule for rule in rules if rule.subject in about)


_Said = tuple[Formula, Formula, Formula, Formula]
"""When a rule applies and when not, what it asks then, and what violates it."""


class _Shared:
    """The formulas of all rules about one subject, with the same unknowns."""

    def __init__(self, known: Known) -> None:
        self._all = Formulas(known)
        self._made: dict[str, _Said] = {}
        self._spoken: dict[str, frozenset[int]] = {}

    def of(self, rule: core.Rule) -> _Said:
        """The formulas of a rule."""
        if rule.name not in self._made:
            self._all.let(dict(rule.lets))
            clauses = clauses_of(rule)
            elsewhere = some_of(self._all.of(own, holds=False) for own in clauses)
            asks, denied = (self._all.of(rule.require, holds=holds) for holds in (True, False))
            self._made[rule.name] = all_of(map(self._all.of, clauses)), elsewhere, asks, denied
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
        """Whether what suits the first rule always suits the second, which finds nothing new."""
        (_, elsewhere, asks, _), (other, _, _, denied) = self.of(first), self.of(second)
        return (
            self._speak_of_one_thing(first, second)
            and not self._can_be(other, elsewhere)
            and not self._can_be(other, asks, denied)
            and self._can_be(other, denied, in_doubt=False)
        )

    def exclude_each_other(self, first: core.Rule, second: core.Rule) -> bool:
        """Whether no subject that both rules judge can suit both, and each could suit either: what
        suits a rule and is then none of the other's subjects contradicts nothing.
        """
        (one, _, asks, _), (other, _, asks_too, _) = self.of(first), self.of(second)
        return (
            self._speak_of_one_thing(first, second)
            and not self._can_be(one, other, asks, asks_too)
            and self._can_be(one, other, asks, in_doubt=False)
            and self._can_be(one, other, asks_too, in_doubt=False)
        )

    def _can_be(self, *parts: Formula, in_doubt: bool = True) -> bool:
        return can_be(self._all, parts, in_doubt=in_doubt)

    def _speak_of_one_thing(self, first: core.Rule, second: core.Rule) -> bool:
        """Whether both ask of something that the other asks of, or both how many there are."""
        return not self.about(first).isdisjoint(self.about(second) - {"nothing"})

    def about(self, rule: core.Rule) -> set[object]:
        """All that a rule speaks of; two that speak of one thing have one of these in common."""
        if rule.name not in self._spoken:
            self._spoken[rule.name] = spoken_of(self.of(rule)[2])
        asked = self._spoken[rule.name]
        counts = {"counts"} if asked & self._all.unknowns.counts.keys() else set[str]()
        return {*asked, *counts} or {"nothing"}


def _may_say_less(more: core.Rule, less: core.Rule) -> bool:
    """Whether a rule is to ask something of its own on the days of the other.

    A stricter rule may hold for a time beside one that always holds.  One that never holds without
    it asks nothing; and of two that follow one another, under one provision, the first was to end.
    Where one waits for the other, each says its own part.
    """
    if (more.presumes, more.underlies) != (less.presumes, less.underlies):
        return False
    if more.report_for or less.report_for:
        return False
    (start, end), (own, own_end) = days_of(more.in_force), days_of(less.in_force)
    within = start <= own and own_end <= end
    follow = (start < own <= end < own_end) or (own < start <= own_end < end)
    return within or (follow and not set(more.cites).isdisjoint(less.cites))


def days_of(time: core.InForce) -> tuple[date, date]:
    """The first and the last day in force."""
    return time.start or date.min, time.end or date.max


def _overlap(first: core.Rule, second: core.Rule, days: dict[str, core.InForce]) -> bool:
    """Whether there is a day on which both rules are in force."""
    rules = first, second
    times = [
        *(own.in_force for own in rules),
        *(days[n] for r in rules for n in r.cites if n in days),
    ]
    starts, ends = zip(*map(days_of, times), strict=True)
    return bool(max(starts) <= min(ends))


# ---- rules with the values that constants and parameters have -----------------------------------
# A ruleset that extends this one may replace a constant, and an audit a parameter: no condition is
# decided beforehand by either.  As they stand, though, they may leave nothing that suits a rule, or
# two rules together, and every table would be at fault.
Figures = Mapping[str, Value]
Clashes = tuple[list[RulePair], list[Diagnostic]]


class AsDeclared(Frozen):
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
    mine = frozenset((*own, *(name for name, said in spoken.items() if said & {*figures})))
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


def _named(node: object) -> set[str]:
    """The names that stand in a rule or a record: of parameters and of what is written out, which
    may be a constant; of records whose columns are looked up.
    """
    named = set[str]()
    for part in parts_of(node):
        match part:
            case core.Parameter(name=name) | core.Lookup(record=name):
                named.add(name)
            case core.Literal_(span=span):
                named.add(span.text)
    return named


def _stretches(
    program: core.Program,
    rules: Sequence[core.Rule],
    known: Known,
    spoken: Mapping[str, set[str]],
) -> Iterator[AsDeclared]:
    """The rules from each day on which a parameter changes until the next."""
    params = [own for own in program.params.values() if own.values]
    figures = {*known.constants, *program.params}
    records = frozenset(name for name, own in known.records.items() if _named(own) & figures)
    named = frozenset(rule.name for rule in rules if spoken[rule.name] & {*figures, *records})
    starts = sorted({day or date.min for own in params for day, _ in own.values} | {date.min})
    for start, following in zip(starts, [*starts[1:], None], strict=True):
        last = following - timedelta(days=1) if following else date.max
        values = {
            own.name: [value for day, value in own.values if (day or date.min) <= start][-1]
            for own in params
            if (own.values[0][0] or date.min) <= start
        }
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


def _during(rule: core.Rule, start: date, last: date) -> core.Rule | None:
    """The rule as far as it is in force in a stretch of days."""
    first, end = days_of(rule.in_force)
    begins, ends = max(first, start), min(end, last)
    return None if begins > ends else replace(rule, in_force=core.InForce(begins, ends))


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
