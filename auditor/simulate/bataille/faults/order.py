"""Faults of the course of settlement: announced, from right to left, cards removed (55-19.22)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random

from auditor.simulate.bataille.faults.edits import rearrange, shift_before
from auditor.simulate.bataille.faults.situations import Coup, PlayedHand, a_hand, coups
from auditor.simulate.common.edits import choose, place_of, remove
from auditor.simulate.protocol import Fault, Row


def _of_hand(coup: Coup, hand: PlayedHand) -> list[Row]:
    """Settlement and discard of a hand that the first cards decide."""
    return [
        row
        for row in coup.rows
        if row.get("seat") == hand.seat and row["event"] in {"pay", "collect", "give_back"}
    ] + coup.of("discard", seat=hand.seat)


def _wins(coup: Coup, hand: PlayedHand) -> bool:
    return bool(coup.of("pay", seat=hand.seat, bet="main"))


def _in_turn(coup: Coup, hands: Sequence[PlayedHand]) -> list[Row]:
    """Hands one after the other: the cards of each along with it, or after all money where the
    croupier removes them at the end.
    """
    owned = [_of_hand(coup, hand) for hand in hands]
    money = [row for own in owned for row in own if row["event"] != "discard"]
    cards = [row for own in owned for row in own if row["event"] == "discard"]
    first_removed = min(place_of(coup.rows, row) for row in cards)
    if all(place_of(coup.rows, row) < first_removed for row in money):
        return [*money, *cards]
    return [row for own in owned for row in own]


def left_to_right(rows: list[Row], rng: Random) -> list[Row]:
    """Two hands change turns in the first round, money and cards: two that win or two that lose,
    since losers may be settled before winners.
    """
    coup, one, other = choose(
        rng,
        (
            (coup, one, other)
            for coup in coups(rows)
            for one, other in pairwise(coup.settled_first)
            if _wins(coup, one) == _wins(coup, other) and not one.choice and not other.choice
        ),
    )
    rearrange(rows, _in_turn(coup, [one, other]))
    return [_of_hand(coup, other)[0], _of_hand(coup, one)[0]]


def given_up_settled_last(rows: list[Row], rng: Random) -> list[Row]:
    """A hand given up is settled after hands further left."""
    coup, hand = a_hand(
        rows,
        rng,
        lambda coup, hand: hand.choice == "surrender" and hand != coup.settled_first[0],
    )
    after = [own for own in coup.settled_first if int(own.seat) < int(hand.seat)]
    rearrange(rows, _in_turn(coup, [*reversed(after), hand]))
    return _of_hand(coup, hand)


def dealer_discards_early(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, coups(rows))
    last, dealer = coup.of("discard")[-2:]
    shift_before(rows, dealer, last)
    return [dealer, last]


def discard_missing(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(rows, rng, lambda _, hand: hand.choice != "war")
    remove(rows, *coup.of("discard", seat=hand.seat))
    return [hand.first, *coup.of("discard", to="dealer")]


def discarded_before_settlement(rows: list[Row], rng: Random) -> list[Row]:
    """The highest of the hands, so that no other order is disturbed."""
    coup = choose(rng, (coup for coup in coups(rows) if coup.settled_first == [*coup.hands]))
    settled = _of_hand(coup, coup.hands[-1])
    shift_before(rows, settled[-1], settled[0])
    return [settled[-1], settled[0]]


def not_announced(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, (coup for coup in coups(rows) if not coup.of("choice")))
    remove(rows, *coup.of("announce"))
    return [coup.dealer, *_of_hand(coup, coup.hands[-1])]


def announced_before_the_cards(rows: list[Row], rng: Random) -> list[Row]:
    """No card lies, so that there is no point."""
    coup = choose(rng, (coup for coup in coups(rows) if coup.of("pay") or coup.of("collect")))
    [announced] = coup.of("announce")
    shift_before(rows, announced, coup.of("deal")[0])
    return [announced, coup.dealer]


def announced_after_settlement(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, (coup for coup in coups(rows) if not coup.of("choice")))
    [announced] = coup.of("announce")
    last = coup.of("discard")[-1]
    shift_before(rows, announced, last)
    return [announced, *_of_hand(coup, coup.hands[-1])]


def croupier_not_removed(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, coups(rows))
    remove(rows, *coup.of("discard", to="dealer"))
    return [coup.dealer, *coup.of("discard")[:-1][-1:]]


def settled_after_the_war(rows: list[Row], rng: Random) -> list[Row]:
    """The last hand from the right, so that each round in itself goes as it should."""
    coup, hand = a_hand(rows, rng, _last_and_not_at_war)
    settled = _of_hand(coup, hand)
    [dealer] = coup.of("discard", to="dealer")
    for row in settled:
        shift_before(rows, row, dealer)
    return [settled[0], *_of_hand(coup, coup.at_war[0])]


def _last_and_not_at_war(coup: Coup, hand: PlayedHand) -> bool:
    return bool(coup.at_war) and hand.choice != "war" and hand is coup.hands[0]


def war_settled_before_its_cards(rows: list[Row], rng: Random) -> list[Row]:
    """The stakes of the one hand at war are moved as the cards will have it, before they come."""
    coup, hand = a_hand(
        rows, rng, lambda coup, hand: coup.at_war == [hand] and hand.war_margin != 0
    )
    burned = coup.of("burn")[0]
    settled = [row for row in _of_hand(coup, hand) if row.get("bet") in {"main", "war"}]
    for row in settled:
        shift_before(rows, row, burned)
    return [settled[0], burned]


FAULTS = (
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
        "announced-before-the-cards",
        ("55-19.22",),
        "the point is announced before a card lies",
        announced_before_the_cards,
    ),
    Fault(
        "announced-after-settlement",
        ("55-19.22",),
        "the point is announced when all is settled",
        announced_after_settlement,
    ),
    Fault(
        "croupier-not-removed",
        ("55-19.22",),
        "the croupier's cards do not go to the tray",
        croupier_not_removed,
    ),
    Fault(
        "war-settled-before-its-cards",
        ("55-19.22",),
        "a hand at war is settled before the cards of the war",
        war_settled_before_its_cards,
    ),
)
