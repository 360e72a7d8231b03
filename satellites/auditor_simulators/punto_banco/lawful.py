"""Play that is lawful by the published rules of baccarat, and rare."""

from __future__ import annotations

from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.edits import (
    Apply,
    choose,
    events,
    insert_after,
    insert_before,
    remove,
)
from auditor_simulators.common.money import text_of
from auditor_simulators.common.places import situation
from auditor_simulators.protocol import Row
from auditor_simulators.punto_banco.faults.places import settlements

ODD_STAKE: Final = Decimal("2.50")  # of which five per cent are twelve cents and a half


def _fee(rows: list[Row], rng: Random) -> tuple[Row, Row, Row]:
    """A won banker bet in one stake: the stake, what it is paid, the commission."""
    fees = settlements(rows, rng, "commission", "banker")
    places = [(fee.about("stake"), fee.about("pay")[0], fee.outcome) for fee in fees]
    stakes, paid, fee = choose(rng, [place for place in places if len(place[0]) == 1])
    return stakes[0], paid, fee


def _rounded(cents: str) -> Apply:
    def apply(rows: list[Row], rng: Random) -> list[Row]:
        stake, paid, fee = _fee(rows, rng)
        stake["amount"] = paid["amount"] = text_of(ODD_STAKE)
        fee["amount"] = cents
        return [fee, paid, stake]

    return apply


def paid_net(rows: list[Row], rng: Random) -> list[Row]:
    """The commission is kept from the payment, and has no row of its own."""
    stake, paid, fee = _fee(rows, rng)
    paid["amount"] = text_of(Decimal(paid["amount"]) - Decimal(fee["amount"]))
    remove(rows, fee)
    return [paid, stake]


def too_high_a_commission(rows: list[Row], rng: Random) -> list[Row]:
    """A tenth of the winnings is taken, and what was too much handed back."""
    _, _, fee = _fee(rows, rng)
    excess = fee["amount"]
    fee["amount"] = text_of(Decimal(excess) * 2)
    back = dict(fee, event="give_back", amount=excess)
    insert_after(rows, fee, back)
    return [fee, back]


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


SITUATIONS: Final = (
    situation(
        "worn-deck-replaced",
        "baccarat.decks",
        "a deck found worn before the first card is replaced",
    ).by(worn_deck_replaced),
    situation(
        "too-high-a-commission-put-right",
        "baccarat.pay-banker",
        "too high a commission is taken, and the excess handed back",
    ).by(too_high_a_commission),
    situation(
        "winner-put-right", "baccarat.winner", "the wrong winner is called, and put right at once"
    ).by(winner_put_right),
    situation(
        "commission-rounded-up", "baccarat.pay-banker", "half a cent of commission is rounded up"
    ).by(_rounded("0.13")),
    situation(
        "commission-rounded-down",
        "baccarat.pay-banker",
        "half a cent of commission is rounded down",
    ).by(_rounded("0.12")),
    situation("paid-net", "baccarat.pay-banker", "the commission is kept from the payment").by(
        paid_net
    ),
)
