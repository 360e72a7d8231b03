"""Punto banco: lawful play and named faults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.house import Evening, Pen, Programme, Shift, houses
from auditor_simulators.common.places import LISTS, named
from auditor_simulators.protocol import Game, Plan, Row
from auditor_simulators.punto_banco.faults import FAULTS
from auditor_simulators.punto_banco.table import BaccaratTable

NAME = "punto-banco"
COLUMNS = (
    *("time", "casino", "season", "session", "table", "shoe", "coup", "game", "event", "staff"),
    *("minimum", "maximum", "spots", "tie_bet", "deck", "back", "cards", "condition", "registered"),
    *("pile", "shuffles", "cuts", "behind", "device", "device_id", "approved"),
    *("seat", "player", "bet", "amount", "form"),
    *("to", "card", "face", "text", "winner", "player_score", "banker_score", "reason"),
)


def lawful(plan: Plan) -> Iterator[Row]:
    return houses(plan, NAME, lambda casino: _programme(plan, casino))


def _programme(plan: Plan, casino: str) -> Programme:
    rng = Random(f"{plan.seed}/{NAME}/{casino}/house")
    minima = [Decimal(rng.choice(("1", "2", "5", "10"))) for _ in range(plan.tables)]

    def programme(tonight: Evening) -> tuple[Sequence[Shift], Sequence[Row]]:
        shifts = [
            Shift(_table(tonight, table, minima[table], Random(rng.random())), rng.uniform(0, 0.2))
            for table in range(1, plan.tables)
        ]
        first = Shift(_table(tonight, 0, minima[0], Random(rng.random())), last=True)
        return [first, *shifts], ()

    return programme


def _table(tonight: Evening, table: int, minimum: Decimal, rng: Random) -> BaccaratTable:
    spots = rng.choice((7, 9, 12))
    seats = sorted(rng.sample(range(1, spots + 1), rng.randint(2, 6)))
    return BaccaratTable(
        pen=Pen({**tonight.context(NAME), "table": f"PB{table + 1}"}, tonight.at, rng),
        rng=rng,
        croupiers=tuple(f"C{table + 1}{number}" for number in range(1, 4)),
        players={str(seat): f"J{table + 1}{seat:02d}" for seat in seats},
        minimum=minimum,
        spots=spots,
        gives_back=rng.random() < 0.7,
    )


GAMES: Final = {NAME: Game(NAME, COLUMNS, lawful, named(LISTS / f"{NAME}.faults", FAULTS))}
