"""Faults of what the cards of a war decide: 55-19.26 to 55-19.28."""

from __future__ import annotations

from random import Random

from auditor.simulate.bataille.faults.edits import recount, spare_card
from auditor.simulate.bataille.faults.situations import Coup, PlayedHand, a_hand
from auditor.simulate.common.cards import RANKS
from auditor.simulate.common.edits import beside, insert_after, insert_before, place_of, remove
from auditor.simulate.protocol import Fault, Row


def _war_won(_: Coup, hand: PlayedHand) -> bool:
    return hand.choice == "war" and hand.war_margin > 0


def _war_lost(_: Coup, hand: PlayedHand) -> bool:
    return hand.choice == "war" and hand.war_margin < 0


def _war_tied(_: Coup, hand: PlayedHand) -> bool:
    return hand.choice == "war" and hand.war_margin == 0


def war_won_unpaid(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(rows, rng, _war_won)
    stake = rng.choice(hand.mains)
    remove(rows, *coup.money("pay", stake))
    return [stake, *_war_cards(coup, hand)]


def war_won_paid_twofold(rows: list[Row], rng: Random) -> list[Row]:
    """The extra stake, which only has to be there, is paid as well."""
    coup, hand = a_hand(rows, rng, _war_won)
    stake = rng.choice(hand.mains)
    [paid] = coup.money("pay", stake)
    extra = dict(paid, bet="war")
    insert_after(rows, paid, extra)
    return [extra, paid, *_war_cards(coup, hand)]


def war_tied_collected(rows: list[Row], rng: Random) -> list[Row]:
    """Both stakes are taken although the war is void."""
    coup, hand = a_hand(rows, rng, _war_tied)
    taken = []
    [tray] = coup.of("discard", seat=hand.seat)
    for stake in hand.mains:
        for bet in ("main", "war"):
            [placed] = coup.money("stake", stake, bet)
            last = (coup.money("stake_change", stake, bet) or [placed])[-1]
            cells = {name: placed[name] for name in ("seat", "player", "bet")}
            remove(rows, *coup.money("give_back", stake, bet))
            taken.append(beside(tray, "collect", **cells, amount=last["amount"]))
    insert_before(rows, _settled_by(rows, coup, hand), *taken)
    return [*taken, *_war_cards(coup, hand)]


def _settled_by(rows: list[Row], coup: Coup, hand: PlayedHand) -> Row:
    """Where the hand's turn comes after the war: its tie bet, its discard, or a lower hand."""
    [tray] = coup.of("discard", seat=hand.seat)
    after_war = coup.rows[place_of(coup.rows, coup.of("deal", to="dealer")[-1]) + 1 :]
    here = {id(row) for row in rows}
    for row in after_war:
        lower = row.get("seat", "") <= hand.seat or row["event"] == "discard"
        if id(row) in here and row["event"] in {"pay", "collect", "give_back", "discard"} and lower:
            return row
    return tray


def war_tied_paid(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(rows, rng, _war_tied)
    stake = hand.mains[0]
    last = (coup.money("stake_change", stake) or [stake])[-1]
    [tray] = coup.of("discard", seat=hand.seat)
    cells = {name: stake[name] for name in ("seat", "player", "bet")}
    paid = beside(tray, "pay", **cells, amount=last["amount"])
    insert_before(rows, _settled_by(rows, coup, hand), paid)
    return [paid, *_war_cards(coup, hand)]


def second_war(rows: list[Row], rng: Random) -> list[Row]:
    """Three burned, one dealt, one burned, one for the dealer, all over again; and it wins."""
    coup, hand = a_hand(rows, rng, lambda _, hand: _war_tied(_, hand) and bool(hand.war))
    dealer = coup.of("deal", to="dealer")[-1]
    again: list[Row] = []

    def turn(event: str, ranks: tuple[str, ...] = RANKS, **cells: str) -> None:
        card = spare_card([*rows, *again], dealer, rng, ranks)
        again.append(beside(dealer, event, card=card, **cells))

    for _ in range(3):
        turn("burn", face="down")
    turn("deal", ("J", "Q", "K", "A"), to="player", seat=hand.seat, face="up")
    turn("burn", face="down")
    turn("deal", ("2", "3", "4", "5"), to="dealer", face="up")
    [tray] = coup.of("discard", seat=hand.seat)
    won = []
    for stake in hand.mains:
        last = (coup.money("stake_change", stake) or [stake])[-1]
        cells = {name: stake[name] for name in ("seat", "player", "bet")}
        won.append(beside(tray, "pay", **cells, amount=last["amount"]))
    insert_before(rows, _settled_by(rows, coup, hand), *won)
    insert_after(rows, dealer, *again)
    recount(rows, coup.dealer)
    return [*again[3:4], *again[5:], *won, *_war_cards(coup, hand)]


def war_lost_extra_kept(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(rows, rng, _war_lost)
    stake = rng.choice(hand.mains)
    remove(rows, *coup.money("collect", stake, "war"))
    return [stake, *coup.money("stake", stake, "war"), *_war_cards(coup, hand)]


def war_lost_main_kept(rows: list[Row], rng: Random) -> list[Row]:
    coup, hand = a_hand(rows, rng, _war_lost)
    stake = rng.choice(hand.mains)
    remove(rows, *coup.money("collect", stake))
    return [stake, *_war_cards(coup, hand)]


def _war_cards(coup: Coup, hand: PlayedHand) -> list[Row]:
    return [*coup.of("deal", seat=hand.seat)[-1:], coup.of("deal", to="dealer")[-1]]


FAULTS = (
    Fault("war-won-unpaid", ("55-19.26",), "a war is won and not paid", war_won_unpaid),
    Fault(
        "war-won-paid-twofold",
        ("55-19.26",),
        "a war is won and paid on both stakes",
        war_won_paid_twofold,
    ),
    Fault("war-tied-collected", ("55-19.27",), "stakes of a void war taken", war_tied_collected),
    Fault("war-tied-paid", ("55-19.27",), "a void war is paid", war_tied_paid),
    Fault(
        "second-war",
        ("55-19.27", "55-19.25"),
        "after a void war the cards are dealt once more",
        second_war,
    ),
    Fault(
        "war-lost-extra-kept",
        ("55-19.28",),
        "the extra stake lost is not taken",
        war_lost_extra_kept,
    ),
    Fault(
        "war-lost-main-kept", ("55-19.28",), "the main stake lost is not taken", war_lost_main_kept
    ),
)
