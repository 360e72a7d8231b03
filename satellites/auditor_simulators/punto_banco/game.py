"""Punto banco: lawful play and named faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from random import Random

from auditor_simulators.common.house import (
    Evening,
    Pen,
    Shift,
    casino_name,
    establishment,
    together,
)
from auditor_simulators.protocol import Fault, Plan, Row, Situation
from auditor_simulators.punto_banco.faults.catalogue import FAULTS
from auditor_simulators.punto_banco.lawful import SITUATIONS
from auditor_simulators.punto_banco.play.table import BaccaratTable

NAME = "punto-banco"
COLUMNS = (
    *("time", "casino", "season", "session", "table", "shoe", "coup", "game", "event", "staff"),
    *("minimum", "maximum", "spots", "tie_bet", "deck", "back", "cards", "condition", "registered"),
    *(
        "pile",
        "shuffles",
        "cuts",
        "behind",
        "device",
        "device_id",
        "approved",
        "seat",
        "player",
        "bet",
        "amount",
        "form",
    ),
    *("to", "card", "face", "text", "winner", "player_score", "banker_score", "reason"),
)


@dataclass(frozen=True, slots=True)
class BaccaratGame:
    """Punto banco, ready to be simulated."""

    name: str
    columns: tuple[str, ...]
    faults: tuple[Fault, ...]
    situations: tuple[Situation, ...]

    def lawful(self, plan: Plan) -> Iterator[Row]:
        streams = []
        for number in range(plan.casinos):
            name = casino_name(number)
            rng = Random(f"{plan.seed}/{NAME}/{name}/house")
            streams.append(establishment(plan, name, NAME, _programme(plan, rng)))
        return together(streams)


def _programme(
    plan: Plan, rng: Random
) -> Callable[[Evening], tuple[Sequence[Shift], Sequence[Row]]]:
    minima = [Decimal(rng.choice(("1", "2", "5", "10"))) for _ in range(plan.tables)]

    def programme(tonight: Evening) -> tuple[Sequence[Shift], Sequence[Row]]:
        shifts = [
            Shift(_start(tonight, table, minima[table], Random(rng.random())), rng.uniform(0, 0.2))
            for table in range(1, plan.tables)
        ]
        first = Shift(_start(tonight, 0, minima[0], Random(rng.random())), last=True)
        return [first, *shifts], ()

    return programme


def _start(
    tonight: Evening, table: int, minimum: Decimal, rng: Random
) -> Callable[[int], BaccaratTable]:
    def start(at: int) -> BaccaratTable:
        spots = rng.choice((7, 9, 12))
        seats = sorted(rng.sample(range(1, spots + 1), rng.randint(2, 6)))
        return BaccaratTable(
            pen=Pen({**tonight.context(NAME), "table": f"PB{table + 1}"}, at, rng),
            rng=rng,
            croupiers=tuple(f"C{table + 1}{number}" for number in range(1, 4)),
            players={str(seat): f"J{table + 1}{seat:02d}" for seat in seats},
            minimum=minimum,
            spots=spots,
            gives_back=rng.random() < 0.7,
        )

    return start


GAME = BaccaratGame(NAME, COLUMNS, FAULTS, SITUATIONS)
