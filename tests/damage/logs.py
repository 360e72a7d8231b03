"""Simulated logs of every game, lawful or with faults, of different sizes."""

from __future__ import annotations

from random import Random

from auditor_simulators.catalogue import game
from auditor_simulators.catalogue import names as games
from auditor_simulators.inject import inject
from auditor_simulators.protocol import NoPlaceError, Plan, Row
from tests.damage.damaging import Lines

GAMES = games()


def lawful(name: str, seed: int) -> Lines:
    """A lawful log: of one or two evenings at one or two tables, by the seed."""
    return _lines(name, _rows(name, seed))


def long(name: str, seed: int) -> Lines:
    """A lawful evening that is long enough for what happens seldom to happen several times."""
    return _lines(name, list(game(name).lawful(Plan(events=5000, seed=seed))))


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


def _rows(name: str, seed: int) -> list[Row]:
    rng = Random(f"log/{name}/{seed}")
    alone = name.startswith("bataille-")  # a game without a house is long
    plan = Plan(
        events=rng.randint(1, 100) if alone else rng.randint(600, 900),
        seed=seed,
        sessions=1 if alone else rng.choice((1, 2, 2)),
        tables=1 if alone else rng.choice((1, 2)),
    )
    return list(game(name).lawful(plan))


def _lines(name: str, rows: list[Row]) -> Lines:
    columns = game(name).columns
    return [list(columns), *([row.get(column, "") for column in columns] for row in rows)]
