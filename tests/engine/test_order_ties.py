"""Rows of one instant in several files: nobody is accused who would not be in another order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import permutations
from pathlib import Path
from random import Random

import pytest

from auditor.judge.replay import replay
from auditor.judge.verdict import Tally
from auditor.language.core import Program
from auditor.log.csv.text_rows import read_csv
from auditor.log.event import NO_INSTANTS, Event, Log
from auditor.log.integrity.suspects import scope_columns
from auditor.log.store.columns_of_tables import assemble
from tests.engine.random.equality import compiled, differences
from tests.engine.random.logs import LogSheet
from tests.engine.random.pairs import pairs
from tests.tables import table

RULESETS = range(210_000, 210_004)
FILES = 4
LOGS = 60
"""Logs for the rules below, each of at most so many rows:"""
MOST_ROWS = 14

RULES = Path(__file__).with_name("ties.rules").read_text("utf-8")
RULE = """
rule {name}
  severity minor
  cites 1
  for each {subject}
  require {required}
  message fr "m" en "m"
"""
REQUIRED = table(__file__, "What rules ask of the order of events")
HEADER = ("time", "event", "table", "coup", "player", "amount")


def rules() -> Program:
    """The rules above as one program."""
    every = (
        RULE.format(name=f"r{number}", subject=subject, required=required)
        for number, (subject, required) in enumerate(REQUIRED)
    )
    program = compiled(RULES + "".join(every), "ties")
    assert program is not None
    return program


def evening(random: Random) -> LogSheet:
    """Random events of two coups at one table or two, at hours that are often the same."""
    rows: list[tuple[str, ...]] = []
    hour, coup = 20, 1
    for _ in range(random.randint(4, MOST_ROWS)):
        hour += random.random() < 0.2
        coup += random.random() < 0.2
        kind = random.choice(("table_open", "table_close", "most", "stake", "close", "pay"))
        of_coup = kind in ("stake", "close", "pay")
        cells = {
            "time": f"2026-01-09T{hour}:00:00",
            "event": kind,
            "table": random.choice(("B1", "B1", "B2")),
            "coup": str(coup) if of_coup else "",
            "player": random.choice("AB") if kind in ("stake", "pay") else "",
            "amount": random.choice(("5", "10")) if kind in ("stake", "pay", "most") else "",
        }
        rows.append(tuple(cells[name] for name in HEADER))
    return LogSheet(
        HEADER,
        tuple(rows),
        tuple(own.split()[1] for own in RULES.splitlines() if own.startswith("event")),
    )


def dealt(sheet: LogSheet, program: Program, random: Random) -> Log:
    """The rows of a log, at hours that it shows alone, in some files: each has kinds of its own, so
    that none is taken to go on where another ends.
    """
    rows = sheet.rows
    if "time" in sheet.header:
        at = sheet.header.index("time")
        rows = tuple((*row[:at], _hour(row[at]), *row[at + 1 :]) for row in rows)
    hands: list[list[tuple[str, ...]]] = [[] for _ in range(FILES)]
    kind, hand_of = sheet.header.index("event"), dict[str, int]()
    for row in rows:
        hands[hand_of.setdefault(row[kind], random.randrange(FILES))].append(row)
    sheets = [replace(sheet, rows=tuple(hand)) for hand in hands]
    tables = [read_csv(own.csv.encode(), f"{n}.csv", "") for n, own in enumerate(sheets)]
    return assemble(tables, program.vocabulary, sheet.records, whole=False)


def _hour(time: str) -> str:
    return f"{time[:14]}00:00{time[19:]}" if len(time) > 18 else time


def evenings() -> Iterator[Log]:
    program = rules()
    for seed in range(LOGS):
        random = Random(seed)
        log = dealt(evening(random), program, random)
        if len(log.instants.places):
            yield log


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", RULESETS)
def test_both_engines_try_the_same_orders(seed: int) -> None:
    for number, (pair, program) in enumerate(pairs(seed)):
        log = dealt(pair.sheet, program, Random(seed + number))
        assert differences(program, log, dict(pair.params)) == []


@pytest.mark.nightly
def test_a_violation_stands_in_all_orders_of_four_files() -> None:
    told = open_ = 0
    program = rules()
    for log in evenings():
        tallies = replay(program, log)
        open_ += sum(_tied(tally) for tally in tallies)
        wanted = _subjects(program, log, tallies)
        for order in permutations(sorted({own.row.file for own in log.events})):
            other = in_order(log, program, order)
            told += len(wanted)
            assert wanted <= _subjects(program, other, replay(program, other))
    assert told > 1000
    assert open_ > 10


def _tied(tally: Tally) -> int:
    return sum(
        count
        for reasons, count in tally.not_verifiable.items()
        if any(reason.subject == "instant" for reason in reasons)
    )


def _subjects(program: Program, log: Log, tallies: Iterable[Tally]) -> set[object]:
    """The subjects of violations: scopes by their keys, all others by the row that begins them."""
    row = {event.place: (event.row.file, event.row.number) for event in log.events}
    return {
        (tally.rule.name, *own.subject.items())
        if tally.rule.subject in program.vocabulary.scopes
        else (tally.rule.name, row[own.place])
        for tally in tallies
        for own in tally.violations
    }


# ---- the orders, made once more and in another way ----------------------------------------------
def in_order(log: Log, program: Program, files: Sequence[str]) -> Log:
    """The log with the rows of each instant as its files come: of those that may be next the one
    of the first file.  A row waits for those above it in its file, and for the coups before its own
    at its place.
    """
    columns = scope_columns(program.vocabulary)

    def coup(event: Event) -> tuple[object, object] | None:
        if event.doubtful or columns.deepest is None or columns.deepest not in event.values:
            return None
        place = tuple(event.values.get(name) for name in columns.names)
        return place, tuple(event.values.get(name) for name in columns.counters)

    def waits(event: Event, other: Event) -> bool:
        mine, its = coup(event), coup(other)
        if event.row.file == other.row.file:
            return True
        return mine is not None and its is not None and mine[0] == its[0] and mine[1] != its[1]

    placed: list[Event] = []
    for instant in _instants(log):
        left = [*instant]
        while left:
            free = [
                event
                for at, event in enumerate(left)
                if not any(waits(event, other) for other in left[:at])
            ]
            following = min(free, key=lambda own: files.index(own.row.file))
            left.remove(following)
            placed.append(following)
    events = tuple(replace(event, place=place) for place, event in enumerate(placed))
    return replace(log, events=events, instants=NO_INSTANTS)


def _instants(log: Log) -> list[list[Event]]:
    """The events of each instant that some of them share, and each of the others alone."""
    number = dict(zip(log.instants.places.tolist(), log.instants.instant.tolist(), strict=True))
    found: list[list[Event]] = []
    last = None
    for event in log.events:
        own = number.get(event.place)
        if own is None or own != last:
            found.append([])
        found[-1].append(event)
        last = own
    return found
