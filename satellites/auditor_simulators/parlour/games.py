"""The parlour games, ready to be simulated."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from auditor_simulators.common.house import together
from auditor_simulators.parlour.course import COLUMNS, MOST_TRICKS, at_table
from auditor_simulators.parlour.faults import faults_of
from auditor_simulators.parlour.lawful import situations_of
from auditor_simulators.parlour.variant import VARIANTS, Variant
from auditor_simulators.protocol import Game, Plan, Row


def played(variant: Variant, longest: int = MOST_TRICKS) -> Game:
    """One form of the game; games that would take more tricks are dealt again."""

    def lawful(plan: Plan) -> Iterator[Row]:
        places = [(house, table) for house in range(plan.casinos) for table in range(plan.tables)]
        return together([at_table(plan, variant, longest, *place) for place in places])

    return Game(variant.name, COLUMNS, lawful, faults_of(variant), situations_of(variant))


GAMES: Final = {variant.name: played(variant) for variant in VARIANTS}
