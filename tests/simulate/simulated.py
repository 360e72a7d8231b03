"""Every simulated game with what judges it: written from the sources, without the simulator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cache, lru_cache

from auditor_simulators.bataille.game import dealt
from auditor_simulators.bataille.table import Choices
from auditor_simulators.catalogue import game, names
from auditor_simulators.inject import inject
from auditor_simulators.protocol import Fault, Game, NoPlaceError, Plan, Row
from tests.simulate import baccarat_oracle, bataille_oracle, parlour_oracle, wheel_oracle
from tests.simulate.log_oracle import Breach

Judge = Callable[[list[Row]], list[Breach]]
PLACE = ("casino", "session", "table", "shoe", "coup")
RECORD = ("log.order", "log.gap", "log.duplicate", "log.orphan", "log.stakes", "cancel.void")


@dataclass(frozen=True, slots=True)
class Judged:
    """A game, its judge, the plans of its lawful logs, and the provisions that a log can show."""

    judge: Judge
    plans: tuple[Plan, ...]
    provisions: frozenset[str]
    reasons: frozenset[str] = frozenset()  # provisions that the judge cannot see for itself


def broken(breaches: Iterable[Breach]) -> set[str]:
    return {provision for provision, _ in breaches}


def bataille(rows: list[Row]) -> list[Breach]:
    """Its judge does not say where."""
    return [(provision, {}) for provision in bataille_oracle.broken(rows)]


SHORT = Choices(behind=(170, 200))
MACHINE = Choices(behind=(170, 200), device="shuffler", tie_bet=False)
LONG = Plan(events=9000, seed=5, casinos=1, sessions=2, tables=2)
EVENINGS = (
    (SHORT, LONG),
    (SHORT, Plan(events=6000, seed=11, casinos=2, tables=2)),
    (MACHINE, Plan(4000, seed=10, tables=4)),
    (Choices(device="continuous"), Plan(5000, seed=4, tables=2)),
    (Choices(), Plan(events=6000, seed=2)),
)
"""Bataille with every kind of situation: several houses, tables without tie bet, machines."""

ARTICLE_55 = (2, 4, 5, 6, *range(8, 17), 18, 19, 20, 21, 22, *range(24, 29), 30, 31, 32)
BACCARAT = (
    *("decks", "deal", "values", "natural", "player-draw", "banker-draw", "winner"),
    *("pay-player", "pay-banker", "pay-tie", "push"),
)
JUDGED = {
    "bataille": Judged(
        bataille,
        tuple(plan for _, plan in EVENINGS),
        frozenset(
            {*(f"55-19.{number}" for number in ARTICLE_55), *RECORD, "log.cards"}
            | {"39.decks", "40.opening", "40-1.shuffler", "58.shoe"}
        ),
        frozenset({"55-19.13", "55-19.19"}),
    ),
    "boule": Judged(
        wheel_oracle.breaches,
        (
            Plan(events=9000, seed=1, casinos=2, sessions=4, tables=4),
            Plan(events=6000, seed=2, casinos=1, sessions=3, tables=3),
            Plan(events=2000, seed=3, sessions=2),
            # A night in which an hour occurs twice, and a season that ends between two sessions.
            Plan(3000, seed=4, sessions=2, tables=3, opening=datetime(2026, 10, 24, 23, 30)),
            Plan(3000, seed=5, sessions=4, tables=3, opening=datetime(2026, 10, 30, 21, 0)),
        ),
        frozenset({"47.2", "47.3-5", "47.6", *(f"47.{n}" for n in range(14, 21)), *RECORD}),
    ),
    "vingt-trois": Judged(
        wheel_oracle.breaches,
        (
            Plan(events=9000, seed=1, casinos=2, sessions=3, tables=2),
            Plan(events=6000, seed=2, sessions=4, tables=2),
            Plan(events=2000, seed=3),
        ),
        frozenset({"47.2", "47.2.places", *(f"47.{n}" for n in range(7, 21)), *RECORD}),
    ),
    "punto-banco": Judged(
        baccarat_oracle.breaches,
        (
            Plan(events=9000, seed=1, casinos=2, sessions=2, tables=2),
            Plan(events=4000, seed=2, sessions=2),
        ),
        frozenset({*(f"baccarat.{name}" for name in BACCARAT), *RECORD, "log.cards"}),
    ),
}
PARLOUR = tuple(name for name in names() if name not in JUDGED)
OF_VARIANTS = (
    *("additions.play", "additions.sum", "additions.tie", "speed.discard", "clones.deck"),
    *("sans-carte-cachee.tie", "jokers.deal", "jokers.rank", "jokers-courte.end"),
    *("couleurs.deal", "pat.draw", "pat-recharge.refill", "payante.give", "ouverte.held"),
)
"""Provisions of the variants of the parlour game."""


def judge_of(name: str) -> Judge:
    return JUDGED[name].judge if name in JUDGED else parlour_oracle.breaches


def plans(name: str) -> tuple[Plan, ...]:
    if name in JUDGED:
        return JUDGED[name].plans
    two = Plan(events=2500, seed=1, tables=2), Plan(events=9000, seed=2, casinos=2, sessions=2)
    # Of few games of this form all the cards are in one hand at the end.
    short = (Plan(events=1, seed=77, sessions=3),) if name == "bataille-jokers-courte" else ()
    return (*two, *short)


@lru_cache(maxsize=4)  # fifty thousand rows of each game
def logs(name: str) -> tuple[list[Row], ...]:
    """Lawful logs of the game, one for each plan."""
    if name == "bataille":
        return tuple(list(dealt(choices).lawful(plan)) for choices, plan in EVENINGS)
    return tuple(list(game(name).lawful(plan)) for plan in plans(name))


SEEDS = 24
# Events, tables, sessions, casinos: the smallest evenings that may offer a fault its place come
# first.  One event is one coup, or one whole game of the parlour.
SIZES = (
    (1, 1, 1, 1),
    (300, 1, 1, 1),
    (800, 2, 2, 1),
    (3_000, 1, 1, 1),
    (3_000, 2, 3, 1),
    (6_000, 3, 4, 2),
)


def logs_with(own: Game, fault: Fault) -> Iterator[tuple[frozenset[int], list[Row]]]:
    """Logs with the fault in them, and the rows that it rests on."""
    for size in range(len(SIZES)):
        for seed in _by_length(own.name, size):
            rows = _evening(own.name, size, seed)
            try:
                faulty, injection = inject(rows, fault, seed)
            except NoPlaceError:
                continue
            yield frozenset(injection.rows), faulty


@cache
def _by_length(name: str, size: int) -> list[int]:
    """The seeds of evenings of one size, the shortest first; long ones are of one length."""
    seeds = range(1, SEEDS + 1)
    return sorted(seeds, key=lambda seed: len(_small(name, size, seed)) if size in SMALL else 0)


def _evening(name: str, size: int, seed: int) -> list[Row]:
    """An evening; long ones are seldom asked for, and those of one game take 400 megabytes."""
    return (_small if size in SMALL else _played)(name, size, seed)


def _played(name: str, size: int, seed: int) -> list[Row]:
    return list(game(name).lawful(_plan(size, seed)))


SMALL = range(3)
_small = lru_cache(maxsize=len(SMALL) * SEEDS)(_played)


def _plan(size: int, seed: int) -> Plan:
    events, tables, sessions, casinos = SIZES[size]
    return Plan(events, seed, casinos, sessions, tables)


def short_evenings(own: Game) -> Iterator[Plan]:
    """The shortest evenings first, for as little play as a game can have."""
    for size in range(len(SIZES)):
        for seed in _by_length(own.name, size):
            yield _plan(size, seed)
