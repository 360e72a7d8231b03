"""The parlour games, ready to be simulated."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from auditor_simulators.common.house import together
from auditor_simulators.parlour import variant
from auditor_simulators.parlour.course import COLUMNS, MOST_TRICKS, at_table
from auditor_simulators.parlour.faults import faults_of
from auditor_simulators.parlour.lawful import situations_of
from auditor_simulators.parlour.variant import Variant
from auditor_simulators.protocol import Fault, Plan, Row, Situation


@dataclass(frozen=True, slots=True)
class ParlourGame:
    """One form of the game, ready to be simulated."""

    variant: Variant
    longest: int = MOST_TRICKS  # games that would take more tricks are dealt again
    columns: tuple[str, ...] = COLUMNS

    @property
    def name(self) -> str:
        return self.variant.name

    @property
    def faults(self) -> tuple[Fault, ...]:
        return faults_of(self.variant)

    @property
    def situations(self) -> tuple[Situation, ...]:
        return situations_of(self.variant)

    def lawful(self, plan: Plan) -> Iterator[Row]:
        return together(
            [
                at_table(plan, self.variant, self.longest, casino, table)
                for casino in range(plan.casinos)
                for table in range(plan.tables)
            ]
        )


FAMILIALE: Final = ParlourGame(variant.STANDARD)
ADDITIONS: Final = ParlourGame(variant.ADDITIONS)
SPEED: Final = ParlourGame(variant.SPEED)
CLONES: Final = ParlourGame(variant.CLONES)
SANS_CARTE_CACHEE: Final = ParlourGame(variant.OPEN_TIES)
JOKERS: Final = ParlourGame(variant.WITH_JOKERS)
JOKERS_COURTE: Final = ParlourGame(variant.FIRST_JOKER)
COULEURS: Final = ParlourGame(variant.COLOURS)
PAT: Final = ParlourGame(variant.PAT)
PAT_RECHARGE: Final = ParlourGame(variant.REFILL)
PAYANTE: Final = ParlourGame(variant.PAYING)
OUVERTE: Final = ParlourGame(variant.OPEN_HANDS)
SANS_CARTE_CACHEE_JOKERS: Final = ParlourGame(variant.OPEN_TIES_WITH_JOKERS)
SANS_CARTE_CACHEE_JOKERS_COURTE: Final = ParlourGame(variant.OPEN_TIES_FIRST_JOKER)

GAMES: Final = (
    *(FAMILIALE, ADDITIONS, SPEED, CLONES, SANS_CARTE_CACHEE, JOKERS, JOKERS_COURTE, COULEURS),
    *(PAT, PAT_RECHARGE, PAYANTE, OUVERTE, SANS_CARTE_CACHEE_JOKERS),
    SANS_CARTE_CACHEE_JOKERS_COURTE,
)
