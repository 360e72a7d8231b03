"""Punto banco: lawful play and named faults."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.house import Evening, Pen, Programme, Shift, houses
from auditor_simulators.common.notation import text_of
from auditor_simulators.common.places import (
    choose,
    events,
    insert_before,
    named,
    on_log,
    remove,
)
from auditor_simulators.protocol import Fault, Game, Plan, Row, Situation
from auditor_simulators.punto_banco.faults import FAULTS, settlements
from auditor_simulators.punto_banco.table import BaccaratTable

ODD_STAKE: Final = Decimal("2.50")  # of which five per cent are twelve cents and a half


def _fee(rows: list[Row], rng: Random) -> tuple[Row, Row, Row]:
    """A won banker bet in one stake: the stake, what it is paid, the commission."""
    fees = settlements(rows, rng, "commission", "banker")
    places = [(fee.about("stake"), fee.about("pay")[0], fee.outcome) for fee in fees]
    stakes, paid, fee = choose(rng, [place for place in places if len(place[0]) == 1])
    return stakes[0], paid, fee


@on_log
def _rounded(rows: list[Row], rng: Random, cents: str) -> list[Row]:
    stake, paid, fee = _fee(rows, rng)
    stake["amount"] = paid["amount"] = text_of(ODD_STAKE)
    fee["amount"] = cents
    return [fee, paid, stake]


def paid_net(rows: list[Row], rng: Random) -> list[Row]:
    """The commission is kept from the payment, and has no row of its own."""
    stake, paid, fee = _fee(rows, rng)
    paid["amount"] = text_of(Decimal(paid["amount"]) - Decimal(fee["amount"]))
    remove(rows, fee)
    return [paid, stake]


def winner_put_right(rows: list[Row], rng: Random) -> list[Row]:
    """The wrong hand is called the winner, and the right one at once."""
    called = choose(rng, [row for row in events(rows, "announce") if row.get("winner")])
    slip = dict(called, winner="player" if called["winner"] != "player" else "banker")
    insert_before(rows, called, slip)
    return [slip, called]


def worn_deck_replaced(rows: list[Row], rng: Random) -> list[Row]:
    """One deck is found worn before the first card, and a ninth comes in its place."""
    deck = choose(rng, events(rows, "deck"))
    worn = dict(deck, deck=deck["deck"] + "-W", condition="worn")
    insert_before(rows, deck, worn)
    return [worn, deck]


SITUATIONS: Final = {
    "worn-deck-replaced": worn_deck_replaced,
    "winner-put-right": winner_put_right,
    "commission-rounded-up": _rounded("0.13"),
    "commission-rounded-down": _rounded("0.12"),
    "paid-net": paid_net,
}


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


GAMES: Final = {
    NAME: Game(
        NAME, COLUMNS, lawful, named(Fault, NAME, FAULTS), named(Situation, NAME, SITUATIONS)
    )
}
