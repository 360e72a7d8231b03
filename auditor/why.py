"""Why a rule said what it said of a row, value by value: also where it found nothing.

The answer is that of the replay, and the values come from the code that judged; what a rule waits
for is judged as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from auditor.findings.pseudonyms import hiding
from auditor.judge.evidence import Witness
from auditor.judge.frame import Frame
from auditor.judge.items import events_of
from auditor.judge.reference import Reference
from auditor.judge.replay import identity_of, replay
from auditor.judge.verdict import Answer, Part
from auditor.known_findings import prepared
from auditor.language import core
from auditor.language.core import Program, Rule
from auditor.language.facts import facts_of
from auditor.log.assemble import Everything, assemble
from auditor.log.event import Event, Log, Row, SetAside
from auditor.log.integrity.sorted_file import SortedError
from auditor.reading import Reading, sorted_file
from auditor.request import Settings, by_game, only_of, parameters, recorded, refuse
from auditor.values import Unknown, Value


@dataclass(frozen=True, slots=True)
class ReasonStep:
    """A condition, or a value let, with the parts that make it up."""

    whole: Part
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rule, by the words that it begins with, and what came of it."""

    says: str
    steps: tuple[ReasonStep, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """One subject in which the row takes part: its keys, the answer, and how it comes about.

    The answer is None where the subject is left out by the rule's own `where`.
    """

    subject: dict[str, Value]
    answer: Answer | Unknown | None
    clauses: tuple[Clause, ...]


def why(
    program: core.Program,
    log: Log,
    params: dict[str, Value],
    rule: core.Rule,
    is_meant: Callable[[Event], bool],
) -> tuple[Why, ...]:
    """The answers of a rule for each subject that the event in question is part of."""
    if rule.as_logged:
        log = log.as_it_stands()
    found: list[Why] = []
    keys = frozenset(facts_of(program).key_fields)
    wanted = _needed(program, rule)

    def watch(
        own: core.Rule, frame: Frame, answer: Answer | Unknown | None, reference: Reference
    ) -> None:
        if own.name == rule.name and any(map(is_meant, events_of(frame.subject))):
            identity = identity_of(program, keys, frame.subject)
            subject = {name: value for name, value in identity.items() if value is not None}
            found.append(Why(subject, answer, tuple(_clauses(rule, reference, frame))))

    replay(replace(program, rules=wanted), log, params, watch=watch)
    return tuple(found)


def _needed(program: core.Program, rule: core.Rule) -> tuple[core.Rule, ...]:
    """The rule, and all whose answers may keep it from being judged."""
    by_name = {own.name: own for own in program.rules}
    underlying = facts_of(program).underlying
    # A rule that needs the rows that are missing says nothing of one that takes them as they are.
    waiting = [rule.name, *(o.name for o in underlying if o.as_logged or not rule.as_logged)]
    needed: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += by_name[name].presumes
    return tuple(own for own in program.rules if own.name in needed)


def _clauses(rule: core.Rule, reference: Reference, frame: Frame) -> Iterator[Clause]:
    witness = Witness(reference, frame)
    if rule.where is not None:
        yield Clause("where", tuple(_steps(rule.where, witness)))
    lets = tuple(ReasonStep(replace(witness.part(value), text=name)) for name, value in rule.lets)
    if lets:
        yield Clause("let", lets)
    for condition in rule.applies:
        yield Clause("applies when", tuple(_steps(condition, witness)))
    for condition, _ in rule.verifiable:
        yield Clause("verifiable when", tuple(_steps(condition, witness)))
    yield Clause("require", tuple(_steps(rule.require, witness)))


def _steps(node: core.Expression, witness: Witness) -> Iterator[ReasonStep]:
    """A condition, and those within it that `and` and `or` join, each with its two sides."""
    if isinstance(node, core.AllOf | core.AnyOf):
        for part in node.parts:
            yield from _steps(part, witness)
        return
    whole = witness.part(node)
    sides = tuple(own for own in witness.parts(node) if own.text != whole.text)
    yield ReasonStep(whole, sides)


@dataclass(frozen=True, slots=True)
class RowName:
    """A row as a spreadsheet numbers it; without a sheet, the row of any."""

    file: str
    sheet: str | None
    number: int

    def __str__(self) -> str:
        sheet = f"[{self.sheet}]" if self.sheet is not None else ""
        return f"{self.file}{sheet}:{self.number}"

    def is_of(self, event: Event) -> bool:
        """Whether it is the row of an event; one that stands for missing rows has none."""
        return not event.unlogged and self.names(event.row)

    def names(self, row: Row) -> bool:
        """Whether it is the name of a row."""
        same_sheet = self.sheet is None or self.sheet == row.sheet
        return self.file == row.file and same_sheet and self.number == row.number


@dataclass(frozen=True, slots=True)
class RowQuestion:
    """A question about one row: the rule, the row's events and what was set aside of it, and each
    subject in which it takes part.
    """

    program: Program
    rule: Rule
    events: tuple[Event, ...]
    set_aside: tuple[SetAside, ...]
    found: tuple[Why, ...]
    shown: Callable[[str, str], str]
    """The text of a cell, by its field: without names where there is a key of pseudonyms."""


def asked(reading: Reading, rule: str, row: RowName, settings: Settings) -> tuple[RowQuestion, ...]:
    """The answers of a named rule for a row, in each ruleset that judges the row and has the rule.

    The case gives values as for an audit; with a key people have pseudonyms.  Raises
    CannotAuditError.
    """
    refuse(reading.refusals)
    settings = prepared(settings, reading.mappings, ())
    tables = only_of(reading.tables, settings.establishment)
    parts = by_game(tables, settings.rules, rules_anyway=settings.rules_anyway)
    programs = [program for program, _ in parts.games]
    kinds, values = recorded(programs, settings.records), parameters(programs, settings)
    told = []
    for program, tables in parts.games:
        own = [one for one in program.rules if one.name == rule]
        known = program.vocabulary.kinds
        here = kinds if isinstance(kinds, Everything) else [k for k in kinds if k in known]
        try:
            log = assemble(tables, program.vocabulary, here)
        except SortedError as error:
            raise sorted_file(error) from None
        shown = hiding(settings.key, log.events, program.vocabulary)
        events = tuple(event for event in log.events if row.is_of(event))
        aside = [own for own in log.set_aside if row.names(own.row)]
        for one in own:
            params = values[program.name]
            found = why(program, log, params, one, row.is_of) if events else ()
            told.append(RowQuestion(program, one, events, tuple(aside), found, shown))
    return tuple(told)
