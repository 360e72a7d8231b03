"""Faults of what the first cards decide (55-19.19 to .21)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from auditor.simulate.bataille.faults.edits import price, set_price
from auditor.simulate.bataille.faults.situations import Coup, PlayedHand, a_hand
from auditor.simulate.common.cards import rank
from auditor.simulate.common.edits import beside, insert_after, remove
from auditor.simulate.protocol import Fault, Row


def _main(
    rows: list[Row], rng: Random, wanted: Callable[[Coup, PlayedHand], bool]
) -> tuple[Coup, PlayedHand, Row]:
    """A main stake on a hand of that kind."""
    coup, hand = a_hand(rows, rng, wanted)
    return coup, hand, rng.choice(hand.mains)


def _won(_: Coup, hand: PlayedHand) -> bool:
    return hand.margin > 0


def _lost(_: Coup, hand: PlayedHand) -> bool:
    return hand.margin < 0


def winner_not_paid(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, stake = _main(rows, rng, _won)
    remove(rows, *coup.money("pay", stake))
    return [stake, hand.first, coup.dealer]


def winner_paid_wrongly(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, stake = _main(rows, rng, _won)
    [paid] = coup.money("pay", stake)
    set_price(paid, price(paid) * rng.choice((2, 3)) / rng.choice((1, 4)))
    return [stake, hand.first, coup.dealer, paid]


def winner_collected(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, stake = _main(rows, rng, _won)
    [paid] = coup.money("pay", stake)
    paid["event"] = "collect"
    remove(rows, *coup.money("give_back", stake))
    return [paid, stake, hand.first, coup.dealer]


def loser_not_collected(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, stake = _main(rows, rng, _lost)
    remove(rows, *coup.money("collect", stake))
    return [stake, hand.first, coup.dealer]


def loser_collected_half(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, stake = _main(rows, rng, _lost)
    [collected] = coup.money("collect", stake)
    set_price(collected, price(collected) / 2)
    return [stake, hand.first, coup.dealer, collected]


def loser_paid(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, stake = _main(rows, rng, _lost)
    [collected] = coup.money("collect", stake)
    collected["event"] = "pay"
    return [collected, stake, hand.first, coup.dealer]


def loser_given_back(rows: list[Row], rng: Random) -> list[Row]:
    """Collected before everybody's eyes, and handed back."""
    coup, _, stake = _main(rows, rng, _lost)
    [collected] = coup.money("collect", stake)
    cells = {name: collected[name] for name in ("seat", "player", "bet", "amount")}
    back = beside(collected, "give_back", **cells)
    insert_after(rows, collected, back)
    return [stake, back]


def ace_counted_low(rows: list[Row], rng: Random) -> list[Row]:
    """Every stake on an ace is collected as if the ace stood below the two."""
    coup, hand, _ = _main(
        rows, rng, lambda _, hand: hand.margin > 0 and rank(hand.first["card"]) == "A"
    )
    taken = [row for stake in hand.mains for row in coup.money("pay", stake)]
    remove(rows, *(row for stake in hand.mains for row in coup.money("give_back", stake)))
    for row in taken:
        row["event"] = "collect"
    return [*taken, hand.first, coup.dealer]


def hand_passed_over(rows: list[Row], rng: Random) -> list[Row]:
    """The hand is not compared at all: nothing is taken from it, nothing paid."""
    coup, hand, _ = _main(rows, rng, _lost)
    remove(rows, *(row for stake in hand.mains for row in coup.money("collect", stake)))
    return [*hand.mains, hand.first, coup.dealer]


FAULTS = (
    Fault("winner-not-paid", ("55-19.20",), "a winning stake is not paid", winner_not_paid),
    Fault(
        "winner-paid-wrongly",
        ("55-19.20",),
        "a winning stake is paid otherwise than 1 to 1",
        winner_paid_wrongly,
    ),
    Fault("winner-collected", ("55-19.20",), "a winning stake is collected", winner_collected),
    Fault(
        "loser-not-collected", ("55-19.21",), "a losing stake is not collected", loser_not_collected
    ),
    Fault(
        "loser-collected-half",
        ("55-19.21",),
        "half of a losing stake is collected",
        loser_collected_half,
    ),
    Fault("loser-paid", ("55-19.21",), "a losing stake is paid", loser_paid),
    Fault(
        "loser-given-back",
        ("55-19.21",),
        "a losing stake is collected and handed back",
        loser_given_back,
    ),
    Fault(
        "ace-counted-low",
        ("55-19.20", "55-19.13"),
        "an ace loses against a lower card",
        ace_counted_low,
    ),
    Fault(
        "hand-passed-over",
        ("55-19.21", "55-19.19"),
        "a losing hand is not compared with the dealer's: nothing collected, nothing paid",
        hand_passed_over,
    ),
)
