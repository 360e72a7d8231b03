"""Acts that article 55-19 lets be done in parts, or again: payments, the close of bets, seats."""

from __future__ import annotations

from decimal import Decimal
from random import Random

from auditor.simulate.bataille.faults.situations import a_hand, coups
from auditor.simulate.common.edits import (
    beside,
    choose,
    insert_after,
    insert_before,
    place_of,
    remove,
)
from auditor.simulate.common.money import text_of
from auditor.simulate.common.places import situation
from auditor.simulate.protocol import Row


def paid_in_parts(rows: list[Row], rng: Random) -> list[Row]:
    """A quarter of the sum and then the rest, as chips come to hand."""
    coup, hand = a_hand(rows, rng, lambda _, hand: hand.margin > 0)
    [paid] = coup.money("pay", rng.choice(hand.mains))
    whole = Decimal(paid["amount"])
    rest = dict(paid, amount=text_of(whole * 3 / 4))
    paid["amount"] = text_of(whole / 4)
    insert_after(rows, paid, rest)
    return [paid, rest]


def closed_before_the_war(rows: list[Row], rng: Random) -> list[Row]:
    """The close is called again when the additional stakes lie."""
    coup = choose(rng, (coup for coup in coups(rows) if coup.at_war))
    last = coup.of("choice")[-1]
    burned = next(row for row in coup.of("burn") if place_of(rows, row) > place_of(rows, last))
    again = beside(burned, "no_more_bets") | {"staff": coup.of("no_more_bets")[0]["staff"]}
    insert_before(rows, burned, again)
    return [again]


def half_paid_back(rows: list[Row], rng: Random) -> list[Row]:
    """All that was staked on a hand given up is collected, and half paid back."""
    coup, hand = a_hand(rows, rng, lambda _, hand: hand.choice == "surrender")
    stake = rng.choice(hand.mains)
    [collected] = coup.money("collect", stake)
    remove(rows, *coup.money("give_back", stake))
    half = collected["amount"]
    collected["amount"] = text_of(Decimal(half) * 2)
    cells = {name: collected[name] for name in ("seat", "player", "bet")}
    paid = beside(collected, "pay", **cells, amount=half)
    insert_after(rows, collected, paid)
    return [collected, paid]


SITUATIONS = (
    situation("paid-in-parts", "55-19.20", "a win is paid in two parts").by(paid_in_parts),
    situation(
        "closed-before-the-war",
        "55-19.4 55-19.25",
        "the close is called again before the cards of a war",
    ).by(closed_before_the_war),
    situation(
        "half-paid-back", "55-19.24", "of a hand given up all is collected, and half paid back"
    ).by(half_paid_back),
)
