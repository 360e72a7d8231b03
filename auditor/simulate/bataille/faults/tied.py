"""Faults of tied hands: the choice (55-19.24) and the stake that a war takes (.25)."""

from __future__ import annotations

from decimal import ROUND_UP, Decimal
from random import Random

from auditor.simulate.bataille.faults.edits import by_player, price, set_price, shift_after
from auditor.simulate.bataille.faults.situations import a_hand, coups, gave_up, went_to_war
from auditor.simulate.common.edits import choose, insert_after, remove
from auditor.simulate.protocol import Fault, Row


def tie_without_choice(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(rows, rng, gave_up)
    remove(rows, *coup.of("choice", seat=hand.seat))
    return [hand.first, coup.dealer]


def choice_untied(rows: list[Row], rng: Random) -> list[Row]:
    """The player is heard to give up a hand that is won or lost, and it is settled as such."""
    coup, hand = a_hand(rows, rng, lambda _, hand: hand.margin != 0)
    [announced] = coup.of("announce")
    choice = by_player(announced, "choice", seat=hand.seat, choice="surrender")
    insert_after(rows, announced, choice)
    return [choice, hand.first, coup.dealer]


def surrender_in_full(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(rows, rng, gave_up)
    stake = rng.choice(hand.mains)
    [collected] = coup.money("collect", stake)
    remove(rows, *coup.money("give_back", stake))
    set_price(collected, price(collected) * 2)
    return [stake, *coup.of("choice", seat=hand.seat), collected]


def surrender_rounded(rows: list[Row], rng: Random) -> list[Row]:
    """Half of an odd stake, rounded up in favour of the house."""
    coup, stake = choose(
        rng,
        (
            (coup, stake)
            for coup in coups(rows)
            for hand in coup.hands
            for stake in hand.mains
            if hand.choice == "surrender" and price(coup.money("collect", stake)[0]) % 1
        ),
    )
    [collected] = coup.money("collect", stake)
    half = price(collected)
    rounded = half.quantize(Decimal(1), ROUND_UP)
    set_price(collected, rounded)
    for row in coup.money("give_back", stake):
        set_price(row, half * 2 - rounded)
    return [stake, *coup.of("choice", seat=stake["seat"]), collected]


def surrender_for_nothing(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(rows, rng, gave_up)
    stake = rng.choice(hand.mains)
    remove(rows, *coup.money("collect", stake))
    for row in coup.money("give_back", stake):
        set_price(row, price(row) * 2)
    return [stake, *coup.of("choice", seat=hand.seat)]


def suit_breaks_tie(rows: list[Row], rng: Random) -> list[Row]:
    """Equal ranks of different suits are settled as a win, without a choice."""
    coup, hand = a_hand(
        rows,
        rng,
        lambda coup, hand: gave_up(coup, hand) and hand.first["card"] != coup.dealer["card"],
    )
    remove(rows, *coup.of("choice", seat=hand.seat))
    paid = []
    for stake in hand.mains:
        remove(rows, *coup.money("give_back", stake))
        for row in coup.money("collect", stake):
            row["event"] = "pay"
            set_price(row, price(row) * 2)
            paid.append(row)
    return [hand.first, coup.dealer, *paid]


def war_stake_unequal(rows: list[Row], rng: Random) -> list[Row]:
    """The extra stake is half the main one, and settled as what it is."""
    coup, hand = a_hand(rows, rng, went_to_war)
    main = rng.choice(hand.mains)
    extra = [
        row for event in ("stake", "collect", "give_back") for row in coup.money(event, main, "war")
    ]
    for row in extra:
        set_price(row, price(row) / 2)
    return [main, extra[0]]


def choice_before_the_point(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, (coup for coup in coups(rows) if coup.of("choice")))
    [announced] = coup.of("announce")
    first, last = coup.of("choice")[0], [*coup.of("choice"), *coup.of("stake", bet="war")][-1]
    shift_after(rows, announced, last)
    return [first, announced]


FAULTS = (
    Fault("tie-without-choice", ("55-19.24",), "a tied player is not asked", tie_without_choice),
    Fault("choice-without-tie", ("55-19.24",), "a choice for a hand not tied", choice_untied),
    Fault(
        "surrender-in-full",
        ("55-19.24",),
        "the whole stake is collected from who gives up",
        surrender_in_full,
    ),
    Fault(
        "surrender-rounded", ("55-19.24",), "half of an odd stake is rounded up", surrender_rounded
    ),
    Fault(
        "surrender-for-nothing",
        ("55-19.24",),
        "nothing is collected from who gives up",
        surrender_for_nothing,
    ),
    Fault(
        "suit-breaks-tie",
        ("55-19.24", "55-19.13"),
        "equal ranks are settled as a win because of their suits",
        suit_breaks_tie,
    ),
    Fault(
        "war-stake-unequal", ("55-19.25",), "half of the main stake for the war", war_stake_unequal
    ),
)
