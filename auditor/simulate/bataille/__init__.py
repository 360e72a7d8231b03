"""`bataille`, article 55-19 of the order of 14 May 2007: lawful evenings and named faults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from auditor.simulate.bataille.evening import Ways, evenings
from auditor.simulate.bataille.recorder import COLUMNS
from auditor.simulate.protocol import Fault, Plan, Row


@dataclass(frozen=True, slots=True)
class Bataille:
    """The game, dealt in the given ways; what they leave open is drawn for each table."""

    ways: Ways
    name: str = "bataille"
    columns: tuple[str, ...] = COLUMNS
    faults: tuple[Fault, ...] = ()

    def lawful(self, plan: Plan) -> Iterator[Row]:
        return evenings(plan, self.ways)


GAME = Bataille(Ways())
