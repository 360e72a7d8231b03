"""Faults of the decks and of those who see them counted: 55-19.2, .12, articles 39 and 40."""

from __future__ import annotations

from collections import Counter
from random import Random

from auditor.simulate.bataille.faults.edits import shift_after
from auditor.simulate.bataille.faults.situations import by_hand, chosen, shoes, sittings
from auditor.simulate.bataille.play.table import DECKS
from auditor.simulate.common.cards import SUITS
from auditor.simulate.common.edits import Apply, choose, insert_after, place_of, remove, whereabouts
from auditor.simulate.protocol import Fault, Row


def _decks(rows: list[Row], rng: Random) -> list[Row]:
    """The six decks with which one table begins the day."""
    return _first_decks(choose(rng, sittings(rows)))


def _first_decks(sitting: list[Row]) -> list[Row]:
    """A deck that is brought later belongs to the shoe that it is brought for."""
    return chosen(sitting, "deck", shoe="")


def five_decks(rows: list[Row], rng: Random) -> list[Row]:
    decks = _decks(rows, rng)
    gone = rng.choice(decks)
    remove(rows, gone)
    for shoe in shoes(rows):
        if whereabouts(shoe[0]) == whereabouts(gone):
            _within(shoe, DECKS - 1)
    return [row for row in decks if row is not gone]


def _within(shoe: list[Row], decks: int) -> None:
    """Gives cards seen too often for so many decks another suit, which changes no outcome."""
    cards = [row for row in shoe if row.get("card")]
    seen = Counter(row["card"] for row in cards)
    for row in cards:
        others = [row["card"][:-1] + suit for suit in SUITS]
        other = min(others, key=lambda card: seen[card])
        if seen[row["card"]] > decks and seen[other] < decks:
            seen[row["card"]] -= 1
            row["card"] = other
            seen[other] += 1


def seven_decks(rows: list[Row], rng: Random) -> list[Row]:
    decks = _decks(rows, rng)
    seventh = dict(decks[-1], deck="R9007")
    insert_after(rows, decks[-1], seventh)
    return [*decks, seventh]


def three_backs(rows: list[Row], rng: Random) -> list[Row]:
    decks = _decks(rows, rng)
    rng.choice(decks)["back"] = "grey"
    return decks


def four_and_two(rows: list[Row], rng: Random) -> list[Row]:
    decks = _decks(rows, rng)
    odd = rng.choice([row for row in decks if row["back"] != decks[0]["back"]])
    odd["back"] = decks[0]["back"]
    return decks


def one_back(rows: list[Row], rng: Random) -> list[Row]:
    decks = _decks(rows, rng)
    for row in decks:
        row["back"] = decks[0]["back"]
    return decks


def one_deck(column: str, value: str) -> Apply:
    def apply(rows: list[Row], rng: Random) -> list[Row]:
        deck = rng.choice(_decks(rows, rng))
        deck[column] = value
        return [deck]

    return apply


def worn_later(rows: list[Row], rng: Random) -> list[Row]:
    first = min(sitting[0]["session"] for sitting in sittings(rows))
    later = choose(rng, (each for each in sittings(rows) if each[0]["session"] != first))
    deck = rng.choice(_first_decks(later))
    deck["condition"] = "worn"
    return [deck]


def deck_at_two_tables(rows: list[Row], rng: Random) -> list[Row]:
    """The later table takes, under the same number, a deck that the earlier one still plays."""
    here, there = choose(
        rng,
        (
            (one, two)
            for one in sittings(rows)
            for two in sittings(rows)
            if whereabouts(one[0])[:2] == whereabouts(two[0])[:2]
            and one[0]["table"] != two[0]["table"]
            and one[0]["time"] < two[0]["time"] < one[-1]["time"]
        ),
    )
    first = rng.choice(_first_decks(here))
    told = Counter(row.get("deck") for row in there)  # of one that is worn later more is told
    second = choose(rng, (deck for deck in _first_decks(there) if told[deck["deck"]] == 1))
    second["deck"] = first["deck"]
    return [second, first]


def no_player_at_the_count(rows: list[Row], rng: Random) -> list[Row]:
    """Those seated before the count sit down after the verification instead."""
    shoe = choose(rng, (shoe for shoe in by_hand(rows) if shoe[0]["shoe"] == "1"))
    [sitting] = [each for each in sittings(rows) if whereabouts(each[0]) == whereabouts(shoe[0])]
    count, verify = chosen(shoe, "count")[0], chosen(shoe, "verify")[0]
    early = [row for row in sitting[: place_of(sitting, count)] if row["event"] == "sit"]
    for row in reversed(early):
        shift_after(rows, row, verify)
        row["shoe"] = verify["shoe"]
    return [count, verify, *early]


def no_count(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, (shoe for shoe in by_hand(rows) if shoe[0]["shoe"] == "1"))
    [count], [verify] = chosen(shoe, "count"), chosen(shoe, "verify")
    remove(rows, count)
    return [*chosen(shoe, "load"), verify]


def no_verification(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, (shoe for shoe in by_hand(rows) if shoe[0]["shoe"] == "1"))
    [count], [verify] = chosen(shoe, "count"), chosen(shoe, "verify")
    remove(rows, verify)
    return [*chosen(shoe, "load"), count]


def unapproved_shuffler(rows: list[Row], rng: Random) -> list[Row]:
    loads = [row for row in rows if row["event"] == "load" and row["device"] != "shoe"]
    load = choose(rng, loads)
    load["approved"] = "false"
    return [load]


FAULTS = (
    Fault("five-decks", ("55-19.2",), "five decks instead of six", five_decks),
    Fault("seven-decks", ("55-19.2",), "a seventh deck", seven_decks),
    Fault("three-back-colours", ("55-19.2",), "decks of three back colours", three_backs),
    Fault("backs-four-and-two", ("55-19.2",), "four decks of one back colour", four_and_two),
    Fault("one-back-colour", ("55-19.2",), "six decks of the same back", one_back),
    Fault("short-deck", ("55-19.2",), "a deck of 51 cards", one_deck("cards", "51")),
    Fault(
        "worn-deck",
        ("55-19.2",),
        "a worn deck at the start of a session",
        one_deck("condition", "worn"),
    ),
    Fault(
        "worn-deck-in-a-later-session",
        ("55-19.2",),
        "perfect cards in the first session, a worn deck in a later one",
        worn_later,
    ),
    Fault(
        "marked-deck",
        ("55-19.2", "40.opening"),
        "a deck with marked cards is put in play, and not taken out",
        one_deck("condition", "marked"),
    ),
    Fault(
        "unregistered-deck",
        ("39.decks",),
        "a deck not in the card register",
        one_deck("registered", "false"),
    ),
    Fault(
        "deck-at-two-tables",
        ("39.decks",),
        "a deck put in play at a second table while the first still plays it",
        deck_at_two_tables,
    ),
    Fault(
        "no-player-at-the-count",
        ("55-19.12",),
        "nobody is seated when the cards are counted and verified",
        no_player_at_the_count,
    ),
    Fault(
        "no-count-at-the-opening",
        ("40.opening", "55-19.5"),
        "cards not counted when they come to the table and before they are prepared by hand",
        no_count,
    ),
    Fault(
        "no-verification-at-the-opening",
        ("40.opening", "55-19.5"),
        "cards not verified when they come to the table and before they are prepared by hand",
        no_verification,
    ),
    Fault(
        "unapproved-shuffler",
        ("40-1.shuffler",),
        "a shuffler that is no approved model",
        unapproved_shuffler,
    ),
)
