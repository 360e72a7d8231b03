"""Lawful play gives no finding, and every fault is found where it was put in.

The simulators know nothing of the rule language and the rules nothing of the simulators, so
that a line of the proof table (`make qualify`) is two readings of one obligation that agree.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice

from auditor.judge.verdict import Tally, Verdict, taken_as_logged
from auditor.language.facts import narrowed
from auditor.log.store.columns_of_tables import Everything, assemble
from auditor.log.store.typed_rows import columns_of
from auditor.log.table import Table
from auditor.request import ruleset
from auditor.values import Value
from auditor_simulators.inject import FIRST_ROW
from auditor_simulators.protocol import Fault, Game, Plan, Row
from tests.columns import replay_columns
from tests.simulate.lawful.situations import situations
from tests.simulate.simulated import logs_with

CHUNK = 8_000


@dataclass(slots=True)
class Lawful:
    """What became of lawful play; findings and subjects left open should be none."""

    events: int = 0
    findings: int = 0  # with every kind of event declared recorded
    unverified: int = 0
    bare_findings: int = 0  # with nothing declared
    seeds: int = 0


@dataclass(slots=True)
class Outcome:
    """What became of one fault, put in at several places, each in a log of its own."""

    fault: str
    provisions: tuple[str, ...]
    places: int = 0
    found: int = 0  # of the places: a finding that cites its provision, on a row of the fault
    in_front: int = 0  # of those, with a row of the fault as its first
    rules: Counter[str] = field(default_factory=Counter)
    extra: Counter[str] = field(default_factory=Counter)  # all other findings

    @property
    def good(self) -> bool:
        return 0 < self.places == self.found and not self.extra


@dataclass(slots=True)
class Accused:
    """What became of one lawful situation; findings and subjects left open should be none."""

    situation: str
    provisions: tuple[str, ...]
    says: str
    places: int = 0
    findings: Counter[str] = field(default_factory=Counter)
    unverified: Counter[str] = field(default_factory=Counter)

    @property
    def good(self) -> bool:
        return self.places > 0 and not self.findings and not self.unverified


@dataclass(slots=True)
class Qualification:
    """All that was tried with one game."""

    game: str
    lawful: Lawful
    outcomes: list[Outcome]
    situations: list[Accused]

    @property
    def exercised(self) -> dict[str, list[str]]:
        """Each rule of the game, and the faults that it finds."""
        return {
            rule.name: [outcome.fault for outcome in self.outcomes if outcome.rules[rule.name]]
            for rule in ruleset(self.game).rules
        }

    @property
    def good(self) -> bool:
        lawful = self.lawful
        return (
            not (lawful.findings or lawful.bare_findings or lawful.unverified)
            and all(outcome.good for outcome in self.outcomes)
            and all(situation.good for situation in self.situations)
            and all(self.exercised.values())
        )


def judged(
    own: Game, rows: Sequence[Row], given: dict[str, Value] | None = None, *, bare: bool = False
) -> tuple[Tally, ...]:
    """The answers over some rows, every kind of event declared recorded, or if `bare` none;
    `given` are the parameters that are not as the ruleset has them.
    """
    cells = [
        (number, tuple(row.get(column, "") for column in own.columns))
        for number, row in enumerate(rows, FIRST_ROW)
    ]
    table = Table("log.csv", None, "", None, tuple(own.columns), 1, cells, (), ())
    rules = ruleset(own.name)
    log = assemble([table], rules.vocabulary, () if bare else Everything())
    assert not log.set_aside, log.set_aside[0]
    tallies = replay_columns(rules, columns_of(log, rules.vocabulary), given)
    if log.is_whole:
        return tallies
    as_it_stands = columns_of(log.as_it_stands(), rules.vocabulary)
    there = narrowed(rules, [rule.name for rule in rules.rules if rule.as_logged])
    return taken_as_logged(tallies, replay_columns(there, as_it_stands, given))


def lawful(own: Game, events: int, plans: Iterable[Plan]) -> Lawful:
    """Lawful play of so many events at least, over as many of the plans as that takes."""
    made = Lawful()
    for plan in plans:
        if made.events >= events:
            break
        rows = list(own.lawful(plan))
        tallies = judged(own, rows)
        made.seeds += 1
        made.events += len(rows)
        made.findings += _findings(tallies)
        made.unverified += sum(tally.unverified for tally in tallies)
        made.bare_findings += _findings(judged(own, rows, bare=True))
    return made


def evenings(events: int) -> Iterator[Plan]:
    """Evenings of so many events, no two of them alike."""
    seed = 0
    while True:
        seed += 1
        yield Plan(events, seed, casinos=1 + seed % 2, sessions=1 + seed % 3, tables=1 + seed % 4)


def _findings(tallies: Sequence[Tally]) -> int:
    return sum(len(tally.violations) for tally in tallies)


def tried(own: Game, fault: Fault, places: int) -> Outcome:
    """One fault in so many logs, the smallest that offer it a place."""
    made = Outcome(fault.name, fault.provisions)
    for rows, put_in in islice(logs_with(own, fault), places):
        _count(made, rows, judged(own, put_in))
    return made


def tried_once(own: Game, fault: Fault) -> tuple[Outcome, list[Row], tuple[Tally, ...]]:
    """One fault in the smallest log that offers it a place, the rows of that, and its answers."""
    made = Outcome(fault.name, fault.provisions)
    rows, put_in = next(logs_with(own, fault))
    tallies = judged(own, put_in)
    _count(made, rows, tallies)
    return made, put_in, tallies


def accused(own: Game, situation: Fault, places: int) -> Accused:
    """One lawful situation in so many logs: any finding accuses somebody of what is lawful."""
    made = Accused(situation.name, situation.provisions, situation.says)
    for put_in in situated(own, situation, places):
        made.places += 1
        for tally in judged(own, put_in):
            made.findings.update([tally.rule.name] * len(tally.violations))
            made.unverified.update({tally.rule.name: tally.unverified} if tally.unverified else {})
    return made


def situated(own: Game, situation: Fault, places: int) -> Iterator[list[Row]]:
    """The smallest logs that offer a lawful situation its place, with it."""
    return (put_in for _, put_in in islice(logs_with(own, situation), places))


def _count(made: Outcome, rows: frozenset[int], tallies: Sequence[Tally]) -> None:
    found = [verdict for tally in tallies for verdict in tally.violations]
    right = [
        verdict
        for verdict in found
        if not rows.isdisjoint(_rows(verdict))
        and not set(verdict.rule.cites).isdisjoint(made.provisions)
    ]
    made.places += 1
    made.found += bool(right)
    made.in_front += any(_rows(verdict)[0] in rows for verdict in right)
    made.rules.update([*dict.fromkeys(verdict.rule.name for verdict in right)])
    made.extra.update(verdict.rule.name for verdict in found if verdict not in right)


def _rows(verdict: Verdict) -> list[int]:
    return [event.row.number for event in verdict.evidence.events]


def qualify(own: Game, events: int, places: int) -> Qualification:
    """Everything tried with one game."""
    made = lawful(own, events, evenings(min(CHUNK, events)))
    outcomes = [tried(own, fault, places) for fault in own.faults]
    unusual = [accused(own, each, places) for each in situations(own.name)]
    return Qualification(own.name, made, outcomes, unusual)
