"""Play that is lawful by the published rules of baccarat, and rare."""

from __future__ import annotations

from decimal import Decimal
from random import Random
from typing import Final

from auditor.simulate.common.edits import (
    Apply,
    choose,
    events,
    insert_after,
    insert_before,
    remove,
)
from auditor.simulate.common.money import text_of
from auditor.simulate.protocol import Row, Situation
from auditor.simulate.punto_banco.faults.edits import DealtCoup, Settlement, played

ODD_STAKE: Final = Decimal("2.50")  # of which five per cent are twelve cents and a half


def _fee(rows: list[Row], rng: Random) -> tuple[Row, Row, Row]:
    """A won banker bet in one stake: the stake, what it is paid, the commission."""
    places: list[tuple[Row, Row, Row]] = []
    for coup in played(rows):
        for fee in events(coup.rows, "commission"):
            stakes = Settlement(coup, fee).stakes
            if len(stakes) == 1:
                places.append((stakes[0], _payment(coup, fee), fee))
    return choose(rng, places)


def _payment(coup: DealtCoup, fee: Row) -> Row:
    mine = fee["player"], fee["bet"]
    return next(r for r in events(coup.rows, "pay") if (r["player"], r["bet"]) == mine)


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
    Situation(
        "worn-deck-replaced",
        ("baccarat.decks",),
        "a deck found worn before the first card is replaced",
        worn_deck_replaced,
    ),
    Situation(
        "too-high-a-commission-put-right",
        ("baccarat.pay-banker",),
        "too high a commission is taken, and the excess handed back",
        too_high_a_commission,
    ),
    Situation(
        "winner-put-right",
        ("baccarat.winner",),
        "the wrong winner is called, and put right at once",
        winner_put_right,
    ),
    Situation(
        "commission-rounded-up",
        ("baccarat.pay-banker",),
        "half a cent of commission is rounded up",
        _rounded("0.13"),
    ),
    Situation(
        "commission-rounded-down",
        ("baccarat.pay-banker",),
        "half a cent of commission is rounded down",
        _rounded("0.12"),
    ),
    Situation(
        "paid-net",
        ("baccarat.pay-banker",),
        "the commission is kept from the payment",
        paid_net,
    ),
)
