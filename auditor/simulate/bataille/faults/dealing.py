"""Faults of who runs the coup (55-19.4) and of the first cards (.18, .6)."""

from __future__ import annotations

from random import Random

from auditor.simulate.bataille.faults.edits import recount, shift_after, shift_before, spare_card
from auditor.simulate.bataille.faults.situations import Coup, PlayedHand, coups
from auditor.simulate.common.cards import RANKS, rank
from auditor.simulate.common.edits import beside, choose, insert_after, insert_before, remove
from auditor.simulate.protocol import Fault, Row


def no_bets_open(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, coups(rows))
    remove(rows, *coup.of("bets_open"))
    return [coup.of("no_more_bets")[0], coup.of("stake")[0]]


def no_no_more_bets(rows: list[Row], rng: Random) -> list[Row]:
    """Not where a late stake was refused: it would no longer be late."""
    coup = choose(rng, (coup for coup in coups(rows) if not coup.of("stake_refuse", reason="late")))
    remove(rows, *coup.of("no_more_bets"))
    return [coup.hands[0].first, *coup.of("bets_open")]


def dealt_before_no_more_bets(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, (coup for coup in coups(rows) if not coup.of("stake_refuse", reason="late")))
    [closed] = coup.of("no_more_bets")
    shift_after(rows, closed, coup.hands[0].first)
    return [coup.hands[0].first, closed]


def foreign_croupier(rows: list[Row], rng: Random) -> list[Row]:
    """The croupier of another table of the house where there is one."""
    coup = choose(rng, coups(rows))
    own = coup.opened["staff"]
    others = {
        row["staff"]
        for row in rows
        if row["event"] == "table_open"
        and row["casino"] == coup.opened["casino"]
        and row["table"] != coup.opened["table"]
    } - {own}
    other = rng.choice(sorted(others)) if others else "CR91"
    dealt = coup.of("deal")
    for row in dealt:
        row["staff"] = other
    return [*dealt, coup.opened]


def deals_out_of_order(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, (coup for coup in coups(rows) if len(coup.hands) > 1))
    place = rng.randrange(len(coup.hands) - 1)
    served, after = coup.hands[place].first, coup.hands[place + 1].first
    shift_before(rows, after, served)
    return [served, after]


def dealer_before_last_seat(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, (coup for coup in coups(rows) if len(coup.hands) > 1))
    last = coup.hands[-1].first
    shift_before(rows, coup.dealer, last)
    return [last, coup.dealer]


def _untied(rows: list[Row], rng: Random, fewest: int = 1) -> tuple[Coup, PlayedHand]:
    return choose(
        rng,
        (
            (coup, hand)
            for coup in coups(rows)
            for hand in coup.hands
            if hand.margin and len(coup.hands) >= fewest
        ),
    )


def hand_without_card(rows: list[Row], rng: Random) -> list[Row]:
    """A hand with a stake is passed over; what was staked on it goes back."""
    coup, hand = _untied(rows, rng, fewest=2)
    stakes = (*hand.mains, *hand.ties)
    remove(rows, hand.first, *coup.of("discard", seat=hand.seat))
    for stake in stakes:
        remove(rows, *coup.money("give_back", stake))
        for row in (*coup.money("pay", stake), *coup.money("collect", stake)):
            last = coup.money("stake_change", stake) or [stake]
            row |= {"event": "give_back", "amount": last[-1]["amount"]}
    recount(rows, coup.dealer)
    return [stakes[0], coup.dealer]


def card_without_stake(rows: list[Row], rng: Random) -> list[Row]:
    """A player who sits the coup out gets a card all the same, which goes to the tray at once."""
    coup, seat = choose(
        rng,
        (
            (coup, seat)
            for coup in coups(rows)
            for seat in coup.seated
            if not coup.of("stake", seat=seat) and seat > coup.hands[-1].seat
        ),
    )
    ranks = [each for each in RANKS if each != rank(coup.dealer["card"])]
    card = spare_card(rows, coup.dealer, rng, ranks)
    deal = beside(coup.dealer, "deal", to="player", seat=seat, card=card, face="up")
    [announced] = coup.of("announce")
    after = (coup.of("choice") and coup.of("stake", bet="war")) or coup.of("choice")
    tray = beside(announced, "discard", to="player", seat=seat)
    insert_before(rows, coup.dealer, deal)
    insert_after(rows, (after or [announced])[-1], tray)
    recount(rows, coup.dealer)
    return [deal, *coup.of("no_more_bets")]


def two_cards(rows: list[Row], rng: Random) -> list[Row]:
    """A second card of the same rank, so that the outcome does not hang on which one counts."""
    coup, hand = _untied(rows, rng)
    card = spare_card(rows, coup.dealer, rng, (rank(hand.first["card"]),))
    cells = {"to": "player", "seat": hand.seat, "card": card, "face": "up"}
    second = beside(hand.first, "deal", **cells)
    insert_after(rows, hand.first, second)
    recount(rows, coup.dealer)
    return [second, hand.first]


def face_down(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, coups(rows))
    card = rng.choice(coup.hands).first
    card["face"] = "down"
    return [card]


def dealer_face_down(rows: list[Row], rng: Random) -> list[Row]:
    """55-19.18 asks of the hands alone that their card be seen, 55-19.6 of every card."""
    coup = choose(rng, coups(rows))
    coup.dealer["face"] = "down"
    return [coup.dealer]


def joker(rows: list[Row], rng: Random) -> list[Row]:
    """For a hand and not for the dealer, so that every other hand is decided all the same."""
    _, hand = _untied(rows, rng)
    hand.first["card"] = "JK1"
    return [hand.first]


def dealer_two_cards(rows: list[Row], rng: Random) -> list[Row]:
    """Another card of the same rank, so that the outcome does not hang on which one counts."""
    coup = choose(rng, (coup for coup in coups(rows) if not coup.at_war))
    card = spare_card(rows, coup.dealer, rng, (rank(coup.dealer["card"]),))
    second = beside(coup.dealer, "deal", to="dealer", card=card, face="up")
    insert_after(rows, coup.dealer, second)
    recount(rows, coup.dealer)
    return [coup.dealer, second]


def dealer_no_card(rows: list[Row], rng: Random) -> list[Row]:
    """All is settled as if he had one."""
    coup = choose(rng, (coup for coup in coups(rows) if not coup.of("choice")))
    remove(rows, coup.dealer)
    recount(rows, coup.dealer)
    return [coup.hands[0].first, *coup.of("announce")]


FAULTS = (
    Fault("no-bets-open", ("55-19.4",), "the croupier does not invite to stake", no_bets_open),
    Fault("no-no-more-bets", ("55-19.4",), "the croupier does not stop the bets", no_no_more_bets),
    Fault(
        "dealt-before-no-more-bets",
        ("55-19.4",),
        "the first card is dealt before the bets are stopped",
        dealt_before_no_more_bets,
    ),
    Fault(
        "foreign-croupier",
        ("55-19.4",),
        "a coup is dealt by a croupier who is not the table's",
        foreign_croupier,
    ),
    Fault("deals-out-of-order", ("55-19.18",), "a later seat is served first", deals_out_of_order),
    Fault(
        "dealer-before-last-seat",
        ("55-19.18",),
        "the dealer serves himself before the last seat",
        dealer_before_last_seat,
    ),
    Fault("hand-without-card", ("55-19.18",), "a staked hand gets no card", hand_without_card),
    Fault("card-without-stake", ("55-19.18",), "a hand without stake is dealt", card_without_stake),
    Fault("two-cards-to-a-hand", ("55-19.18",), "a hand gets two cards", two_cards),
    Fault(
        "card-face-down",
        ("55-19.6", "55-19.18"),
        "a player's first card is dealt face down",
        face_down,
    ),
    Fault("dealer-face-down", ("55-19.6",), "the dealer's card lies face down", dealer_face_down),
    Fault("joker-dealt", ("55-19.13",), "a hand is dealt a joker", joker),
    Fault(
        "dealer-two-cards", ("55-19.18",), "the dealer deals himself two cards", dealer_two_cards
    ),
    Fault(
        "dealer-without-card",
        ("55-19.18", "55-19.19"),
        "the dealer deals himself no card, and settles all the same",
        dealer_no_card,
    ),
)
