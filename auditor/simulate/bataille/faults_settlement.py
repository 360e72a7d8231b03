"""Faults of what the first cards decide (55-19.19 to .21) and of its order (.22)."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from auditor.simulate.bataille.edits import (
    move_before,
    place_of,
    price,
    rearrange,
    remove,
    set_price,
)
from auditor.simulate.bataille.situations import Coup, Hand, a_hand, coups, pick
from auditor.simulate.cards import rank
from auditor.simulate.protocol import Fault, Row


def _main(
    rows: list[Row], rng: Random, wanted: Callable[[Coup, Hand], bool]
) -> tuple[Coup, Hand, Row]:
    """A main stake on a hand of that kind."""
    coup, hand = a_hand(rows, rng, wanted)
    return coup, hand, rng.choice(hand.mains)


def _won(_: Coup, hand: Hand) -> bool:
    return hand.margin > 0


def _lost(_: Coup, hand: Hand) -> bool:
    return hand.margin < 0


def winner_not_paid(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, stake = _main(rows, rng, _won)
    remove(rows, *coup.money("pay", stake))
    return [stake, hand.first, coup.dealer]


def winner_paid_wrongly(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, stake = _main(rows, rng, _won)
    [paid] = coup.money("pay", stake)
    set_price(paid, price(paid) * rng.choice((2, 3)) / rng.choice((1, 4)))
    return [paid, stake, hand.first, coup.dealer]


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
    return [collected, stake, hand.first, coup.dealer]


def loser_paid(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, stake = _main(rows, rng, _lost)
    [collected] = coup.money("collect", stake)
    collected["event"] = "pay"
    return [collected, stake, hand.first, coup.dealer]


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
    return [hand.first, *hand.mains, coup.dealer]


def _of_hand(coup: Coup, hand: Hand) -> list[Row]:
    """Settlement and discard of a hand that the first cards decide."""
    return [
        row
        for row in coup.rows
        if row.get("seat") == hand.seat and row["event"] in {"pay", "collect", "give_back"}
    ] + coup.of("discard", seat=hand.seat)


def left_to_right(rows: list[Row], rng: Random) -> list[Row]:
    """Two hands change turns in the first round, money and cards."""
    coup, one, other = pick(
        (
            (coup, one, other)
            for coup in coups(rows)
            for one, other in zip(coup.settled_first, coup.settled_first[1:], strict=False)
        ),
        rng,
    )
    settled = [*_of_hand(coup, other), *_of_hand(coup, one)]
    settled.sort(key=lambda row: place_of(coup.rows, row))
    before = [row for row in settled if row["seat"] == one.seat]
    after = [row for row in settled if row["seat"] == other.seat]
    moved = [row for row in before if row["event"] != "discard"]
    moved += [row for row in after if row["event"] != "discard"]
    discards = [row for row in (*before, *after) if row["event"] == "discard"]
    if settled[-2:] != discards[::-1]:  # each hand leaves as soon as it is settled
        rearrange(rows, [*before, *after])
    else:
        rearrange(rows, [*moved, *discards])
    return [before[0], after[0]]


def dealer_discards_early(rows: list[Row], rng: Random) -> list[Row]:
    coup = pick(coups(rows), rng)
    last, dealer = coup.of("discard")[-2:]
    move_before(rows, dealer, last)
    return [last, dealer]


def discard_missing(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand, _ = _main(rows, rng, lambda _, hand: hand.choice != "war")
    remove(rows, *coup.of("discard", seat=hand.seat))
    return [hand.first, *coup.of("discard", to="dealer")]


def discarded_before_settlement(rows: list[Row], rng: Random) -> list[Row]:
    """The highest of the hands, so that no other order is disturbed."""
    coup = pick((coup for coup in coups(rows) if coup.settled_first == [*coup.hands]), rng)
    settled = _of_hand(coup, coup.hands[-1])
    move_before(rows, settled[-1], settled[0])
    return [settled[-1], settled[0]]


def not_announced(rows: list[Row], rng: Random) -> list[Row]:
    coup = pick((coup for coup in coups(rows) if not coup.of("choice")), rng)
    remove(rows, *coup.of("announce"))
    return [coup.dealer, *_of_hand(coup, coup.hands[-1])]


def announced_after_settlement(rows: list[Row], rng: Random) -> list[Row]:
    coup = pick((coup for coup in coups(rows) if not coup.of("choice")), rng)
    [announced] = coup.of("announce")
    last = coup.of("discard")[-1]
    move_before(rows, announced, last)
    return [announced, *_of_hand(coup, coup.hands[-1])]


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
    Fault(
        "settled-left-to-right",
        ("55-19.22",),
        "two hands settled in turn from the left",
        left_to_right,
    ),
    Fault(
        "dealer-discards-early",
        ("55-19.22",),
        "the dealer's card goes to the tray before the last hand's",
        dealer_discards_early,
    ),
    Fault("discard-missing", ("55-19.22",), "a hand is not taken to the tray", discard_missing),
    Fault(
        "discarded-before-settlement",
        ("55-19.22",),
        "a hand goes to the tray before its stakes are settled",
        discarded_before_settlement,
    ),
    Fault("not-announced", ("55-19.22",), "the point is not announced", not_announced),
    Fault(
        "announced-after-settlement",
        ("55-19.22",),
        "the point is announced when all is settled",
        announced_after_settlement,
    ),
)
