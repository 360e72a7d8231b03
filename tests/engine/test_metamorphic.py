"""Logs that say the same in another way give the same answers, whatever the rules.

The first log is judged by the reference, the other one by columns.
"""

from __future__ import annotations

import re
from calendar import month_abbr
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from functools import cache
from random import Random

import pytest

from auditor.engine.locality import Reaches
from auditor.judge.replay import replay
from auditor.judge.verdict import Tally
from auditor.language.core import Program
from auditor.language.facts import facts_of
from auditor.log.csv.text_rows import read_csv
from auditor.log.event import Log
from auditor.log.store.columns_of_tables import assemble
from auditor.log.store.typed_rows import columns_of
from auditor.values import moment, show
from tests.columns import replay_columns
from tests.engine.random.equality import compiled, log_of
from tests.engine.random.logs import LogSheet, Rows
from tests.engine.random.pairs import Pair, pairs

RULESETS = range(200_000, 200_024)
MONTHS = month_abbr[:]
DAY_IN_WORDS = re.compile(rf"\b(\d\d?) ({'|'.join(MONTHS[1:])}) (\d{{4}})\b")
DAY = re.compile(r"(?<!\d)(\d{4})-(\d\d)-(\d\d)(?!\d)")

Answers = Mapping[str, tuple[object, ...]]


@cache
def tried() -> Sequence[tuple[Pair, Program]]:
    return [own for seed in RULESETS for own in pairs(seed)]


def answers(tallies: Iterable[Tally], days: int = 0) -> Answers:
    """What each rule says, wherever its events stand, with all days moved."""
    return {tally.rule.name: _said(tally, days) for tally in tallies}


def _said(tally: Tally, days: int) -> tuple[object, ...]:
    violations = sorted(
        moved(
            str(
                (
                    _told(own.subject),
                    own.evidence.expected,
                    own.evidence.found,
                    {name: quoted.plain for name, quoted in own.evidence.names.items()},
                    [
                        (part.text, part.value, len(part.events))
                        for part in own.evidence.parts or ()
                    ],
                    [(event.kind, _told(event.values)) for event in own.evidence.events],
                    str(own.day),
                )
            ),
            days,
        )
        for own in tally.violations
    )
    return (
        tally.compliant,
        tally.not_applicable,
        violations,
        sorted((str(reasons), count) for reasons, count in tally.not_verifiable.items()),
    )


def _told(values: Mapping[str, object]) -> dict[str, str]:
    return {name: show(value) for name, value in values.items()}


def moved(text: str, days: int) -> str:
    """A text in which every day is another one."""

    def later(found: re.Match[str]) -> str:
        return (date(*map(int, found.groups())) + timedelta(days)).isoformat()

    def later_in_words(found: re.Match[str]) -> str:
        day, month, year = found.groups()
        then = date(int(year), MONTHS.index(month), int(day)) + timedelta(days)
        return f"{then.day} {MONTHS[then.month]} {then.year}"

    return DAY_IN_WORDS.sub(later_in_words, DAY.sub(later, text)) if days else text


def by_reference(pair: Pair, program: Program, log: Log, days: int = 0) -> Answers:
    return answers(replay(program, log, dict(pair.params)), days)


def by_columns(pair: Pair, program: Program, log: Log) -> Answers:
    return answers(replay_columns(program, columns_of(log, program.vocabulary), dict(pair.params)))


def parted(sheet: LogSheet, rows: Sequence[int], program: Program) -> Log:
    """A log in two files, the second of which begins with one of some rows."""
    at = rows[len(rows) // 2]
    halves = (replace(sheet, rows=sheet.rows[:at]), replace(sheet, rows=sheet.rows[at:]))
    tables = [read_csv(half.csv.encode(), f"{n}.csv", "") for n, half in enumerate(halves)]
    return assemble(tables, program.vocabulary, sheet.records, whole=False)


def borders(log: Log, rows: int) -> list[int]:
    """The rows before which a file may end: no later event of the next one is placed before."""
    found: list[int] = []
    latest = None
    for event in log.events:
        if event.time is None or (latest is not None and moment(event.time) < latest):
            continue
        latest = moment(event.time)
        at = event.row.number - 2
        if 0 < at < rows:
            found.append(at)
    return found


@pytest.mark.nightly
def test_a_file_in_two_halves_says_the_same() -> None:
    compared = 0
    for pair, program in tried():
        log = log_of(pair.sheet.csv, program, pair.sheet.records)
        if any(event.doubtful for event in log.events):
            continue  # what a row in doubt may be depends on those around it in its file
        rows = borders(log, len(pair.sheet.rows))
        if not rows:
            continue
        halves = parted(pair.sheet, rows, program)
        if any(event.doubtful for event in halves.events):
            continue  # a file may show what its rows lack where a longer one does not
        if len(halves.instants.places):
            continue  # of rows of one instant in two files the order is only likely, and noted
        assert by_columns(pair, program, halves) == by_reference(pair, program, log)
        compared += 1
    assert compared > len(RULESETS) // 4


@pytest.mark.nightly
@pytest.mark.parametrize("days", [-3, 366])
def test_the_same_on_other_days_says_the_same(days: int) -> None:
    compared = 0
    for pair, program in tried()[:: 2 + abs(days) % 2]:
        years = {year for year, _, _ in DAY.findall(pair.sheet.csv)}
        if {"0001", "9999"} & years:  # there is nothing before the one, nothing after the other
            continue
        then = compiled(moved(pair.rules.text, days))
        assert then is not None
        log = log_of(pair.sheet.csv, program, pair.sheet.records)
        other = log_of(moved(pair.sheet.csv, days), then, pair.sheet.records)
        assert by_columns(pair, then, other) == by_reference(pair, program, log, days)
        compared += 1
    assert compared > len(RULESETS) // 3


def within(program: Program, fields: frozenset[str]) -> set[str]:
    """The rules that never look at events that differ from their subject in some fields, and rest
    on no rule that does.
    """
    reaches, waiting = Reaches(program), facts_of(program).awaited
    law = program.vocabulary.law_scope
    if law is not None and not fields <= set(program.vocabulary.scopes[law].fields):
        return set()
    found = {
        rule.name
        for rule in program.rules
        if fields <= set(reaches.of(rule).fields)
        and (not rule.report_for or fields <= set(rule.report_for))
    }
    while far := {name for name in found if not found.issuperset(waiting[name])}:
        found -= far
    return found


def interleaved(sheet: LogSheet, fields: Iterable[str], random: Random) -> Rows:
    """The rows in another order, but for those that agree in some fields."""
    groups: dict[tuple[str, ...], list[tuple[str, ...]]] = defaultdict(list)
    places = [sheet.header.index(name) for name in fields]
    for row in sheet.rows:
        groups[tuple(row[at] for at in places)].append(row)
    order = [key for key, rows in groups.items() for _ in rows]
    random.shuffle(order)
    waiting = {key: iter(rows) for key, rows in groups.items()}
    return tuple(next(waiting[key]) for key in order)


def clear(sheet: LogSheet, fields: frozenset[str]) -> bool:
    """Whether every row says in its own words where it belongs."""
    names = [name for name in sheet.header if name in fields]
    return len(names) == len(fields) and all(
        row[sheet.header.index(name)] for row in sheet.rows for name in names
    )


def looking_near() -> Iterator[tuple[Pair, Program, frozenset[str], set[str]]]:
    for pair, program in tried():
        for fields in (frozenset({"session"}), frozenset({"session", "table"})):
            near = within(program, fields)
            if near and clear(pair.sheet, fields):
                yield pair, program, fields, near


@pytest.mark.nightly
def test_tables_that_no_rule_sees_together_may_be_interleaved() -> None:
    random, compared = Random(5), 0
    for pair, program, fields, near in looking_near():
        rows = interleaved(pair.sheet, fields, random)
        log = log_of(pair.sheet.csv, program, pair.sheet.records)
        if any(event.doubtful for event in log.events):
            continue
        other = log_of(replace(pair.sheet, rows=rows).csv, program, pair.sheet.records)
        if any(event.doubtful for event in other.events):
            continue
        was, now = by_reference(pair, program, log), by_columns(pair, program, other)
        assert {name: now[name] for name in near} == {name: was[name] for name in near}
        compared += rows != pair.sheet.rows
    assert compared > len(RULESETS) // 3
