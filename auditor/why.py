"""From files and the name of a row to what a rule says of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from auditor.accepted import prepared
from auditor.findings.pseudonyms import hiding
from auditor.judge.why import Why, why
from auditor.language.core import Program, Rule
from auditor.log.assemble import Everything, assemble
from auditor.log.damage.disorder import SortedError
from auditor.log.event import Event, Log, SetAside
from auditor.reading import Reading, by_slow_path, sorted_file
from auditor.request import Settings, by_game, only_of, parameters, recorded, refuse
from auditor.values import Value


@dataclass(frozen=True, slots=True)
class RowName:
    """A row as a spreadsheet numbers it; without a sheet, the row of any."""

    file: str
    sheet: str | None
    number: int

    def is_of(self, event: Event) -> bool:
        """Whether it is the row of an event; one that stands for missing rows has none."""
        return not event.unlogged and self.is_at(event.row.file, event.row.sheet, event.row.number)

    def is_at(self, file: str, sheet: str | None, number: int) -> bool:
        """Whether it is the row of that number."""
        same_sheet = self.sheet is None or self.sheet == sheet
        return self.file == file and same_sheet and self.number == number


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
    reading = by_slow_path(reading)
    refuse(reading.refusals)
    settings = prepared(settings, reading.mapping, ())
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
        told += [_asked(program, log, values[program.name], one, row, shown) for one in own]
    return tuple(told)


def _asked(  # noqa: PLR0917 - a rule, its row, and all that answers it
    program: Program,
    log: Log,
    params: dict[str, Value],
    rule: Rule,
    row: RowName,
    shown: Callable[[str, str], str],
) -> RowQuestion:
    events = tuple(event for event in log.events if row.is_of(event))
    aside = tuple(
        own for own in log.set_aside if row.is_at(own.row.file, own.row.sheet, own.row.number)
    )
    found = why(program, log, params, rule, row.is_of) if events else ()
    return RowQuestion(program, rule, events, aside, found, shown)
