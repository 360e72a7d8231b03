"""Simulated logs of every game, lawful or with faults, of different sizes."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random

from auditor_simulators.catalogue import game
from auditor_simulators.catalogue import names as games
from auditor_simulators.inject import inject
from auditor_simulators.protocol import NoPlaceError, Plan, Row
from tests.damage.damaging import Lines, lines_of

GAMES = games()
SAMPLES = Path(__file__).parents[2] / "samples"
SAMPLED = tuple(sorted(path.parent.name for path in SAMPLES.glob("*/faulty.csv")))
"""The games of which there are samples."""


def lawful(name: str, seed: int) -> Lines:
    """A lawful log: of one or two evenings at one or two tables, by the seed."""
    return _lines(name, _rows(name, seed))


def planned(name: str, events: int, seed: int, sessions: int = 1) -> Lines:
    """A lawful log of so many events."""
    return _lines(name, game(name).lawful(Plan(events=events, seed=seed, sessions=sessions)))


def faulty(name: str, seed: int) -> tuple[str, Lines]:
    """A log with one fault of the game, and the fault's name; by the seed."""
    own = game(name)
    for attempt in range(seed, seed + len(own.faults)):
        fault = own.faults[attempt % len(own.faults)]
        try:
            rows, _ = inject(_rows(name, seed), fault, seed)
        except NoPlaceError:
            continue
        return fault.name, _lines(name, rows)
    raise NoPlaceError(name)


def sample(name: str, kind: str = "lawful") -> Lines:
    """A sample of a game."""
    return lines_of((SAMPLES / name / f"{kind}.csv").read_text("utf-8"))


@cache
def _rows(name: str, seed: int) -> tuple[Row, ...]:
    rng = Random(f"log/{name}/{seed}")
    alone = name.startswith("bataille-")  # a game without a house is long
    plan = Plan(
        events=rng.randint(1, 100) if alone else rng.randint(600, 900),
        seed=seed,
        sessions=1 if alone else rng.choice((1, 2, 2)),
        tables=1 if alone else rng.choice((1, 2)),
    )
    return tuple(game(name).lawful(plan))


def _lines(name: str, rows: Iterable[Row]) -> Lines:
    columns = game(name).columns
    return [list(columns), *([row.get(column, "") for column in columns] for row in rows)]
