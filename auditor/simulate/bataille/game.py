"""`bataille`, article 55-19 of the order of 14 May 2007: lawful evenings and named faults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from auditor.simulate.bataille.game import (
    faults_changes,
    faults_dealing,
    faults_decks,
    faults_log,
    faults_order,
    faults_places,
    faults_preparation,
    faults_settlement,
    faults_stakes,
    faults_tie_bets,
    faults_tied,
    faults_war,
    faults_war_cards,
)
from auditor.simulate.bataille.play.evening import Ways, evenings
from auditor.simulate.bataille.play.recorder import COLUMNS
from auditor.simulate.protocol import Fault, Plan, Row

FAULTS: Final = (
    *faults_decks.FAULTS,
    *faults_changes.FAULTS,
    *faults_preparation.FAULTS,
    *faults_places.FAULTS,
    *faults_stakes.FAULTS,
    *faults_dealing.FAULTS,
    *faults_settlement.FAULTS,
    *faults_order.FAULTS,
    *faults_tied.FAULTS,
    *faults_war_cards.FAULTS,
    *faults_war.FAULTS,
    *faults_tie_bets.FAULTS,
    *faults_log.FAULTS,
)


@dataclass(frozen=True, slots=True)
class Bataille:
    """The game, dealt in the given ways; what they leave open is drawn for each table."""

    ways: Ways
    name: str = "bataille"
    columns: tuple[str, ...] = COLUMNS
    faults: tuple[Fault, ...] = FAULTS

    def lawful(self, plan: Plan) -> Iterator[Row]:
        return evenings(plan, self.ways)


GAME: Final = Bataille(Ways())
