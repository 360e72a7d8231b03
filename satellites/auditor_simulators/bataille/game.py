"""`bataille`, article 55-19 of the order of 14 May 2007: lawful evenings and named faults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from auditor_simulators.bataille.faults import decks, hands, log, settlement, words
from auditor_simulators.bataille.lawful import course as lawful_course
from auditor_simulators.bataille.lawful import slips
from auditor_simulators.bataille.lawful import stakes as lawful_stakes
from auditor_simulators.bataille.play.evening import Choices, evenings
from auditor_simulators.bataille.play.recorder import COLUMNS
from auditor_simulators.protocol import Fault, Plan, Row, Situation

FAULTS: Final = (
    *decks.FAULTS,
    *hands.FAULTS,
    *settlement.FAULTS,
    *words.FAULTS,
    *log.FAULTS,
)


@dataclass(frozen=True, slots=True)
class Bataille:
    """The game, dealt in the given choices; what they leave open is drawn for each table."""

    choices: Choices
    name: str = "bataille"
    columns: tuple[str, ...] = COLUMNS
    faults: tuple[Fault, ...] = FAULTS
    situations: tuple[Situation, ...] = (
        *lawful_course.SITUATIONS,
        *lawful_stakes.SITUATIONS,
        *slips.SITUATIONS,
    )

    def lawful(self, plan: Plan) -> Iterator[Row]:
        return evenings(plan, self.choices)


GAME: Final = Bataille(Choices())
