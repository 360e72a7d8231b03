"""Faults of a deck that is changed (article 40), and of a shoe that nobody loads (55-19.5)."""

from __future__ import annotations

from random import Random

from auditor.simulate.bataille.faults.situations import Coup, chosen, coups, shoe_key, shoes
from auditor.simulate.bataille.play.table import CARDS
from auditor.simulate.common.edits import (
    beside,
    choose,
    insert_after,
    insert_before,
    place_of,
    remove,
    whereabouts,
)
from auditor.simulate.protocol import Fault, Row

NEW_DECK = "R9008"  # a number that the register gives to no other deck


def brought_midway(rows: list[Row], rng: Random, *, noted: bool = True) -> tuple[Coup, Row]:
    """A perfect, registered deck, brought before a coup that is not its shoe's first.

    It takes the place of one that is `noted` as worn just before.
    """
    coup = choose(rng, (coup for coup in coups(rows) if coup.rows[0]["coup"] != "1"))
    [opening] = coup.of("bets_open")
    lying = {}
    for row in rows[: place_of(rows, opening)]:
        if row["event"] == "deck" and whereabouts(row) == whereabouts(coup.opened):
            lying[row["deck"]] = row
    later = {row["deck"] for row in chosen(rows[place_of(rows, opening) :], "deck")}
    sound = [row for row in lying.values() if row["condition"] == "perfect"]
    old = choose(rng, (row for row in sound if row["deck"] not in later))
    cells = {column: old[column] for column in ("back", "cards", "condition", "registered")}
    worn = beside(opening, "deck", coup="", **cells | {"deck": old["deck"], "condition": "worn"})
    deck = beside(opening, "deck", coup="", deck=NEW_DECK, **cells)
    insert_before(rows, opening, *([worn] if noted else []), deck)
    return coup, deck


def changed_unseen(rows: list[Row], rng: Random) -> list[Row]:
    coup, deck = brought_midway(rows, rng)
    return [deck, coup.hands[0].first]


def step(deck: Row, event: str) -> Row:
    return beside(deck, event, cards=str(CARDS))


def changed_and_counted(rows: list[Row], rng: Random) -> list[Row]:
    coup, deck = brought_midway(rows, rng)
    count = step(deck, "count")
    insert_after(rows, deck, count)
    return [deck, count, coup.hands[0].first]


def changed_and_verified(rows: list[Row], rng: Random) -> list[Row]:
    coup, deck = brought_midway(rows, rng)
    verify = step(deck, "verify")
    insert_after(rows, deck, verify)
    return [deck, verify, coup.hands[0].first]


def verified_too_late(rows: list[Row], rng: Random) -> list[Row]:
    """When the coup is over, and so not before play resumes."""
    coup, deck = brought_midway(rows, rng)
    steps = [step(deck, "count"), step(deck, "verify")]
    insert_after(rows, coup.rows[-1], *steps)
    return [deck, coup.hands[0].first, *steps]


def not_loaded(rows: list[Row], rng: Random) -> list[Row]:
    """The last shoe of the session, so that the steps of no other shoe seem to be its own."""
    last = {whereabouts(shoe[0]): shoe_key(shoe[0]) for shoe in shoes(rows)}
    shoe = choose(
        rng,
        (
            shoe
            for shoe in shoes(rows)
            if shoe_key(shoe[0]) in last.values()
            and chosen(shoe, "load", device="shoe")
            and chosen(shoe, "deal")
        ),
    )
    remove(rows, *chosen(shoe, "load"))
    return [chosen(shoe, "deal")[0], *chosen(shoe, "stop_card_place")]


FAULTS = (
    Fault(
        "deck-changed-unseen",
        ("40.opening",),
        "a deck changed during the session, and neither counted nor verified",
        changed_unseen,
    ),
    Fault(
        "deck-changed-not-verified",
        ("40.opening",),
        "a deck changed during the session, counted but not verified",
        changed_and_counted,
    ),
    Fault(
        "deck-changed-not-counted",
        ("40.opening",),
        "a deck changed during the session, verified but not counted",
        changed_and_verified,
    ),
    Fault(
        "deck-change-verified-too-late",
        ("40.opening",),
        "a deck changed during the session, counted and verified when play has resumed",
        verified_too_late,
    ),
    Fault("shoe-not-loaded", ("55-19.5",), "cards dealt from a shoe never loaded", not_loaded),
)
