"""Faults of the end of a shoe (55-19.6): the stop card, and the stub that is put back."""

from __future__ import annotations

from random import Random

from auditor.simulate.bataille.faults.edits import recount, shift_after
from auditor.simulate.bataille.faults.situations import by_hand, chosen, shoes
from auditor.simulate.common.edits import choose, insert_after, place_of, remove, whereabouts
from auditor.simulate.protocol import Fault, Row


def coup_after_stop_card(rows: list[Row], rng: Random) -> list[Row]:
    """The stop card shows one coup earlier than it did, and another coup is begun all the same."""
    places = []
    for shoe in shoes(rows):
        for seen in chosen(shoe, "stop_card_seen"):
            before = str(int(seen["coup"]) - 1)
            last = chosen(shoe, "deal", coup=before, to="dealer")
            begun = chosen(shoe, "bets_open", coup=seen["coup"])
            places += [(seen, last[0], begun[0])] if last and begun else []
    shown, dealer, next_coup = choose(rng, places)
    shift_after(rows, shown, dealer)
    shown["coup"] = dealer["coup"]
    recount(rows, shown)
    return [next_coup, shown]


def _stop_and_stubs(rows: list[Row], rng: Random) -> tuple[Row, Row, Row]:
    """The stop card seen, which calls for both parts of the stub, and these."""
    shoe, _ = choose(rng, _shuffled_again(rows))
    [seen], [first, second] = chosen(shoe, "stop_card_seen"), chosen(shoe, "stub_insert")
    return seen, first, second


def _shuffled_again(rows: list[Row]) -> list[tuple[list[Row], list[Row]]]:
    """The shoes of which a stub is put back, and those that are shuffled by hand after them."""
    return [
        (shoe, following)
        for shoe in shoes(rows)
        for following in by_hand(rows)
        if whereabouts(shoe[0]) == whereabouts(following[0])
        and int(following[0]["shoe"]) == int(shoe[0]["shoe"]) + 1
        and chosen(shoe, "stub_insert")
    ]


def one_stub(rows: list[Row], rng: Random) -> list[Row]:
    seen, first, second = _stop_and_stubs(rows, rng)
    remove(rows, second)
    return [seen, first]


def no_stub(rows: list[Row], rng: Random) -> list[Row]:
    """Where decks come with the next shoe, the cards may have been sorted, and no stub is left."""
    kept = [shoe for shoe, following in _shuffled_again(rows) if not chosen(following, "deck")]
    shoe = choose(rng, kept)
    [seen] = chosen(shoe, "stop_card_seen")
    remove(rows, *chosen(shoe, "stub_insert"))
    return [seen]


def three_stubs(rows: list[Row], rng: Random) -> list[Row]:
    seen, first, second = _stop_and_stubs(rows, rng)
    third = dict(second, part="3", position=str(int(first["position"]) + 2))
    insert_after(rows, second, third)
    return [seen, first, second, third]


def stubs_at_one_place(rows: list[Row], rng: Random) -> list[Row]:
    seen, first, second = _stop_and_stubs(rows, rng)
    second["position"] = first["position"]
    return [seen, first, second]


def stub_after_the_shuffle(rows: list[Row], rng: Random) -> list[Row]:
    """The burned cards are shuffled and cut, and the stub then put among them."""
    shoe, following = choose(rng, _shuffled_again(rows))
    first, second = chosen(shoe, "stub_insert")
    shift_after(rows, first, chosen(following, "pile")[-1])
    shift_after(rows, second, first)
    return [first, second, *chosen(following, "pile"), *chosen(shoe, "stop_card_seen")]


def _in_hand(rows: list[Row], shoe: list[Row]) -> bool:
    """Something is still due in the coup when the stop card shows."""
    [seen] = chosen(shoe, "stop_card_seen")
    due = [row for event in ("pay", "collect") for row in chosen(shoe, event, coup=seen["coup"])]
    shown = place_of(rows, seen)
    called_off = chosen(shoe, "cancel", coup=seen["coup"])
    return not called_off and any(place_of(rows, row) > shown for row in due)


def stub_before_the_coup_ends(rows: list[Row], rng: Random) -> list[Row]:
    """The croupier parts the stub as the stop card shows, with the coup in hand."""
    shoe, _ = choose(rng, [both for both in _shuffled_again(rows) if _in_hand(rows, both[0])])
    [seen], [first, second] = chosen(shoe, "stop_card_seen"), chosen(shoe, "stub_insert")
    shift_after(rows, first, seen)
    shift_after(rows, second, first)
    first["coup"] = second["coup"] = seen["coup"]
    return [seen, first, *chosen(shoe, "bets_open", coup=seen["coup"])]


def next_shoe_unprepared(rows: list[Row], rng: Random) -> list[Row]:
    """Stub put back, cards into the shoe, five burned: and nothing shuffled in between."""
    later = [
        shoe
        for shoe in by_hand(rows)
        if shoe[0]["shoe"] != "1"
        and not chosen(shoe, "deck")
        and not chosen(shoe, "stop_card_seen")
    ]
    shoe = choose(rng, later)
    steps = ("count", "verify", "turn_over", "pile", "cut", "stop_card_place")
    remove(rows, *(row for row in shoe if row["event"] in steps))
    return [*chosen(shoe, "load"), *chosen(shoe, "bets_open")[:1]]


FAULTS = (
    Fault(
        "coup-after-stop-card",
        ("55-19.6",),
        "a coup begun in a shoe whose stop card has shown",
        coup_after_stop_card,
    ),
    Fault("one-stub", ("55-19.6",), "one part of the stub put back, not two", one_stub),
    Fault("no-stub", ("55-19.6",), "the stub not put back among the burned cards", no_stub),
    Fault("three-stubs", ("55-19.6",), "the stub put back in three parts", three_stubs),
    Fault("stubs-at-one-place", ("55-19.6",), "both parts at the same place", stubs_at_one_place),
    Fault(
        "stub-after-the-shuffle",
        ("55-19.6",),
        "the stub put back when the burned cards are shuffled",
        stub_after_the_shuffle,
    ),
    Fault(
        "stub-before-the-coup-ends",
        ("55-19.6",),
        "the stub parted before the coup of the stop card is finished",
        stub_before_the_coup_ends,
    ),
    Fault(
        "next-shoe-unprepared",
        ("55-19.6", "55-19.5"),
        "after the stop card the next shoe is loaded without being prepared",
        next_shoe_unprepared,
    ),
)
