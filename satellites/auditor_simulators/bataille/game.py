"""`bataille`, article 55-19 of the order of 14 May 2007: lawful evenings and named faults."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from heapq import merge
from operator import itemgetter
from random import Random
from typing import Final

from auditor_simulators.bataille import (
    faults_of_cards,
    faults_of_hands,
    faults_of_settlement,
    lawful,
)
from auditor_simulators.bataille.play import (
    bring_decks,
    change_deck,
    play,
    prepare,
    put_stub_back,
    sixains,
)
from auditor_simulators.bataille.table import (
    COLUMNS,
    Company,
    GamingTable,
    Limits,
    Recorder,
    TableHabits,
    circulate,
    disperse,
    gather,
)
from auditor_simulators.common.house import Pen, Timed
from auditor_simulators.common.notation import instant, local_date, season, text_of
from auditor_simulators.common.places import named
from auditor_simulators.protocol import Fault, Game, Plan, Row, Situation

CASINOS = ("Casino de la Grève", "Casino du Cap Noir", "Casino des Salines", "Casino du Phare")

HOUR = 3600
DAY = 24 * HOUR

CHANGED_AT_A_SHUFFLE = 0.1
CHANGED_WITHIN_A_SHOE = 0.005


@dataclass(frozen=True, slots=True)
class Choices:
    """Choices that the caller may fix; those left open are drawn for each table."""

    behind: tuple[int, int] = (52, 90)
    device: str | None = None
    tie_bet: bool | None = None


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
        _open(plan, choices, context, (casino, session, number), opening)
        for number in range(1, plan.tables + 1)
    )
    for house.at, row in merge(*(_sitting(table, plan) for table in tables), key=itemgetter(0)):
        yield house.at, row
    house.at += HOUR // 2
    house("house_close")
    yield from house.hand_over()


def _sitting(table: GamingTable, plan: Plan) -> Iterator[Timed]:
    """Whole coups until the table's share of the rows is written; no shoe is left half changed."""
    recorder = table.recorder
    share = -(-plan.events // (plan.sessions * plan.casinos * plan.tables))
    bring_decks(table)
    prepare(table)
    while recorder.count < share or table.stopped or not table.coups:
        _between_coups(table)
        circulate(table)
        play(table)
        recorder.coup = ""
        yield from recorder.hand_over()
    recorder.shoe = ""
    disperse(table)
    recorder.act("table_close")
    yield from recorder.hand_over()


def _between_coups(table: GamingTable) -> None:
    """A new shoe where the stop card calls for one, and now and then a deck changed."""
    chance = table.rng.random()
    if table.stopped:
        put_stub_back(table)
        prepare(table, new_deck=chance < CHANGED_AT_A_SHUFFLE)
    elif table.coups and chance < CHANGED_WITHIN_A_SHOE:
        change_deck(table)


def _open(
    plan: Plan, choices: Choices, house: Row, place: tuple[int, int, int], opening: int
) -> GamingTable:
    casino, session, number = place
    rng = Random(f"{plan.seed}/{casino}/{session}/{number}")
    context = {**house, "table": f"BA{number}", "game": "bataille"}
    opening += rng.randint(5, 40) * 60
    recorder = Recorder(context, f"CR{number}{session % 3 + 1}", opening, rng)
    minimum = Decimal(rng.choice(("2", "2.50", "5", "5", "10", "20")))
    limits = Limits(minimum, minimum * rng.choice((20, 50, 100)))
    table = GamingTable(
        recorder=recorder,
        rng=rng,
        limits=limits,
        habits=_habits(choices, rng),
        company=Company(spots=rng.choice((5, 6, 6, 7, 7))),
        decks=tuple(sixains(casino, number, session, plan.tables)),
        number=number,
    )
    least, most = text_of(limits.minimum), text_of(limits.maximum)
    tie_bet = table.habits.tie_bet
    # Every other table posts limits of its own for the tie bet: here those of the table.
    of_tie = {"tie_minimum": least, "tie_maximum": most} if tie_bet and number % 2 else {}
    recorder.act(
        "table_open",
        minimum=least,
        maximum=most,
        spots=str(table.company.spots),
        tie_bet=str(tie_bet).lower(),
        **of_tie,
    )
    gather(table)
    return table


def _habits(choices: Choices, rng: Random) -> TableHabits:
    device = rng.choice(("shoe",) * 14 + ("shuffler",) * 4 + ("continuous",) * 2)
    tie_bet = rng.random() < 0.7
    return TableHabits(
        device=choices.device or device,
        tie_bet=tie_bet if choices.tie_bet is None else choices.tie_bet,
        gives_back=rng.random() < 0.4,
        late_discards=rng.random() < 0.4,
        ties_before_war=rng.random() < 0.5,
        behind=choices.behind,
    )


FAULTS: Final = {
    **faults_of_cards.FAULTS,
    **faults_of_hands.FAULTS,
    **faults_of_settlement.FAULTS,
}


def dealt(choices: Choices) -> Game:
    """The game, dealt in the given choices; what they leave open is drawn for each table."""
    return Game(
        "bataille",
        COLUMNS,
        partial(evenings, choices),
        named(Fault, "bataille", FAULTS),
        named(Situation, "bataille", lawful.SITUATIONS),
    )


GAMES: Final = {"bataille": dealt(Choices())}
