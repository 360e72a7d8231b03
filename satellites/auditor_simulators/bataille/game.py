"""`bataille`, article 55-19 of the order of 14 May 2007: lawful evenings and named faults."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from heapq import merge
from operator import itemgetter
from random import Random
from typing import Final

from auditor_simulators.bataille import faults_of_cards, faults_of_hands, faults_of_settlement
from auditor_simulators.bataille.play import sitting
from auditor_simulators.bataille.table import COLUMNS, Choices, opened
from auditor_simulators.common.house import Pen, Timed
from auditor_simulators.common.notation import instant, local_date, season
from auditor_simulators.common.places import LISTS, named
from auditor_simulators.protocol import Game, Plan, Row

CASINOS = ("Casino de la Grève", "Casino du Cap Noir", "Casino des Salines", "Casino du Phare")

HOUR = 3600
DAY = 24 * HOUR


def evenings(choices: Choices, plan: Plan) -> Iterator[Row]:
    """All rows in the order of time; a session begins when the one before is over."""
    opening = instant(plan.opening)
    for session in range(plan.sessions):
        end = opening
        houses = [_house(plan, choices, casino, session, opening) for casino in range(plan.casinos)]
        for second, row in merge(*houses, key=itemgetter(0)):
            yield row
            end = second
        opening += DAY * max(1, -((opening - end - 8 * HOUR) // DAY))


def _house(
    plan: Plan, choices: Choices, casino: int, session: int, opening: int
) -> Iterator[Timed]:
    context = {
        "casino": CASINOS[casino % len(CASINOS)] + " II" * (casino // len(CASINOS)),
        "season": season(local_date(opening)),
        "session": local_date(opening).isoformat(),
    }
    house = Pen({**context, "game": "bataille"}, opening, Random(0))
    house("house_open")
    yield from house.hand_over()
    tables = (
        opened(plan, choices, context, (casino, session, number), opening)
        for number in range(1, plan.tables + 1)
    )
    for house.at, row in merge(*(sitting(table, plan) for table in tables), key=itemgetter(0)):
        yield house.at, row
    house.at += HOUR // 2
    house("house_close")
    yield from house.hand_over()


FAULTS: Final = {**faults_of_cards.FAULTS, **faults_of_hands.FAULTS, **faults_of_settlement.FAULTS}


def dealt(choices: Choices) -> Game:
    """The game, dealt in the given choices; what they leave open is drawn for each table."""
    return Game(
        "bataille",
        COLUMNS,
        partial(evenings, choices),
        named(LISTS / "bataille.faults", FAULTS),
    )


GAMES: Final = {"bataille": dealt(Choices())}
