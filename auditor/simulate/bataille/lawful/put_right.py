"""Slips that are put right in time, and break no word of article 55-19."""

from __future__ import annotations

from random import Random

from auditor.simulate.bataille.faults.situations import (
    Coup,
    PlayedHand,
    a_hand,
    by_hand,
    chosen,
    sittings,
)
from auditor.simulate.common.edits import beside, choose, events, insert_before, remove
from auditor.simulate.protocol import Row, Situation


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


def point_put_right(rows: list[Row], rng: Random) -> list[Row]:
    """A wrong point is called, and the right one at once."""
    called = choose(rng, [row for row in events(rows, "announce") if row.get("text")])
    slip = dict(called, text="2" if called["text"] != "2" else "3")
    insert_before(rows, called, slip)
    return [slip, called]


def change_alone_entered(rows: list[Row], rng: Random) -> list[Row]:
    """On a later evening one worn deck is changed before play, and no other deck is entered."""
    places = []
    for sitting in sittings(rows):
        decks = chosen(sitting, "deck")
        former = [
            row
            for other in sittings(rows)
            if (other[0]["casino"], other[0]["table"])
            == (sitting[0]["casino"], sitting[0]["table"])
            and other[0]["session"] < sitting[0]["session"]
            for row in chosen(other, "deck")
        ]
        if former and not any(row.get("shoe") for row in decks):
            places.append((decks, former[0]))
    (worn, fresh, *others), former_deck = choose(rng, places)
    known = {name: former_deck[name] for name in ("deck", "back")}
    worn |= known | {"condition": "worn"}
    fresh |= {"deck": "D9990", "back": former_deck["back"]}
    remove(rows, *others)
    return [worn, fresh]


SITUATIONS = (
    Situation(
        "point-put-right",
        ("55-19.22",),
        "a wrong point is called, and put right at once",
        point_put_right,
    ),
    Situation(
        "change-alone-entered",
        ("55-19.2",),
        "on a later evening a worn deck is changed before play, and no other deck is entered",
        change_alone_entered,
    ),
    Situation(
        "stop-card-placed-again",
        ("55-19.5",),
        "a stop card placed too deep is placed again before the cards go into the shoe",
        stop_card_placed_again,
    ),
    Situation(
        "credit-taken-back",
        ("55-19.16",),
        "a stake on credit is taken back before the close, and laid in chips",
        credit_taken_back,
    ),
)
