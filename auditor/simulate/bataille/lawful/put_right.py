"""Slips that are put right in time, and break no word of article 55-19."""

from __future__ import annotations

from decimal import Decimal
from random import Random

from auditor.simulate.bataille.faults.places import STRANGER
from auditor.simulate.bataille.faults.situations import (
    Coup,
    PlayedHand,
    a_hand,
    by_hand,
)
from auditor.simulate.bataille.lawful.stakes import cells_of
from auditor.simulate.common.edits import (
    beside,
    choose,
    events,
    insert_after,
    insert_before,
)
from auditor.simulate.common.money import text_of
from auditor.simulate.common.places import chosen, situation
from auditor.simulate.protocol import Row


def stop_card_placed_again(rows: list[Row], rng: Random) -> list[Row]:
    """Too deep at first; the cards are not in the shoe yet."""
    stops = [stop for shoe in by_hand(rows) for stop in chosen(shoe, "stop_card_place")]
    stop = choose(rng, stops)
    deep = dict(stop, behind="5")
    insert_before(rows, stop, deep)
    return [deep, stop]


def _laid_once(coup: Coup, hand: PlayedHand) -> bool:
    stake = hand.mains[0]
    moved = ("stake_refuse", "stake_withdraw")
    return (
        len(hand.mains) == 1
        and coup.unchanged(stake)
        and not any(coup.money(event, stake) for event in moved)
    )


def credit_taken_back(rows: list[Row], rng: Random) -> list[Row]:
    """A stake on credit that its player takes off before the close, for chips of as much."""
    _, hand = a_hand(rows, rng, _laid_once)
    [stake] = hand.mains
    laid = dict(stake, form="credit")
    own = {name: stake[name] for name in ("seat", "player", "bet") if stake.get(name)}
    taken = beside(stake, "stake_withdraw", **own)
    insert_before(rows, stake, laid, taken)
    return [laid, taken, stake]


def cash_changed(rows: list[Row], rng: Random) -> list[Row]:
    """Cash is laid, and changed into chips before the close."""
    _, hand = a_hand(rows, rng, _laid_once)
    [stake] = hand.mains
    chips = dict(stake, event="stake_change")
    stake["form"] = "cash"
    insert_after(rows, stake, chips)
    return [stake, chips]


def late_stake_handed_back(rows: list[Row], rng: Random) -> list[Row]:
    """A stake laid after the close is handed back before the first card: no row says refused."""
    coup, hand = a_hand(rows, rng, _laid_once)
    closed = choose(rng, coup.of("no_more_bets"))
    late = beside(closed, "stake", **cells_of(hand.mains[0]))
    own = {name: cell for name, cell in late.items() if name not in ("event", "form", "standing")}
    back = dict(own, event="give_back")
    insert_after(rows, closed, late, back)
    return [late, back]


def burned_unseen(rows: list[Row], rng: Random) -> list[Row]:
    """Nobody sees which cards a table burns, so their cells are empty."""
    burned = choose(rng, [burned for shoe in by_hand(rows) if (burned := chosen(shoe, "burn"))])
    for row in burned:
        row.pop("card", None)
    return burned


def point_put_right(rows: list[Row], rng: Random) -> list[Row]:
    """A wrong point is called, and the right one at once."""
    called = choose(rng, [row for row in events(rows, "announce") if row.get("text")])
    slip = dict(called, text="2" if called["text"] != "2" else "3")
    insert_before(rows, called, slip)
    return [slip, called]


def paid_too_much(rows: list[Row], rng: Random) -> list[Row]:
    """A winner is paid his stake as well, and the excess is taken back."""
    coup, hand = a_hand(rows, rng, lambda _, hand: hand.margin > 0)
    [paid] = coup.money("pay", rng.choice(hand.mains))
    excess = paid["amount"]
    paid["amount"] = text_of(Decimal(excess) * 2)
    back = dict(paid, event="collect", amount=excess)
    insert_after(rows, paid, back)
    return [paid, back]


def paid_to_another(rows: list[Row], rng: Random) -> list[Row]:
    """A winner's pay is handed to somebody who has no stake, taken back, and paid to him."""
    coup, hand = a_hand(rows, rng, lambda _, hand: hand.margin > 0)
    paid = choose(rng, coup.money("pay", rng.choice(hand.mains)))
    wrong = dict(paid, player=STRANGER)
    back = dict(wrong, event="collect")
    insert_before(rows, paid, wrong, back)
    return [wrong, back]


SITUATIONS = (
    situation(
        "paid-to-another-put-right",
        "log.stakes",
        "a winner's payment goes to another player, and is taken back",
    ).by(paid_to_another),
    situation(
        "paid-too-much-put-right",
        "55-19.20",
        "a winner is paid too much, and the excess is taken back",
    ).by(paid_too_much),
    situation("point-put-right", "55-19.22", "a wrong point is called, and put right at once").by(
        point_put_right
    ),
    situation(
        "stop-card-placed-again",
        "55-19.5",
        "a stop card placed too deep is placed again before the cards go into the shoe",
    ).by(stop_card_placed_again),
    situation(
        "credit-taken-back",
        "55-19.16",
        "a stake on credit is taken back before the close, and laid in chips",
    ).by(credit_taken_back),
    situation("cash-changed", "55-19.15", "cash is changed into chips before the close").by(
        cash_changed
    ),
    situation(
        "late-stake-handed-back",
        "55-19.15",
        "a stake laid after the close is handed back before the first card",
    ).by(late_stake_handed_back),
    situation("burned-unseen", "55-19.6", "nobody sees which cards are burned").by(burned_unseen),
)
