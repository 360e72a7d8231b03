"""Faults of the preparation (55-19.5) and of the cards burned before the first coup (55-19.6)."""

from __future__ import annotations

from random import Random

from auditor.simulate.bataille.faults.edits import recount, shift_after, shift_before, spare_card
from auditor.simulate.bataille.faults.situations import by_hand, chosen, shoes
from auditor.simulate.common.edits import (
    beside,
    choose,
    insert_after,
    remove,
)
from auditor.simulate.protocol import Fault, Row


def _step(rows: list[Row], rng: Random, event: str) -> Row:
    """A step of some preparation by hand."""
    return rng.choice(chosen(choose(rng, by_hand(rows)), event))


def count_311(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, by_hand(rows))
    [count] = chosen(shoe, "count")
    count["cards"] = "311"
    return [count, *chosen(shoe, "load")]


def one_pile(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, by_hand(rows))
    piles = chosen(shoe, "pile")
    remove(rows, *piles[1:])
    return [*chosen(shoe, "load"), *piles[:1]]


def shuffled_once(rows: list[Row], rng: Random) -> list[Row]:
    pile = _step(rows, rng, "pile")
    pile["shuffles"] = "1"
    return [pile]


def pile_cut_once(rows: list[Row], rng: Random) -> list[Row]:
    pile = _step(rows, rng, "pile")
    pile["cuts"] = "1"
    return [pile]


def whole_not_cut(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, by_hand(rows))
    first, last = chosen(shoe, "cut")
    remove(rows, first)
    return [*chosen(shoe, "load"), last]


def last_cut_by_croupier(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, by_hand(rows))
    first, last = chosen(shoe, "cut")
    last |= {"by": "croupier", "player": "", "staff": first["staff"]}
    return [*chosen(shoe, "load"), last]


def _unfinished(rows: list[Row], rng: Random) -> list[Row]:
    """A shoe whose stop card has not shown, so that its place can be altered or denied."""
    return choose(rng, (shoe for shoe in by_hand(rows) if not chosen(shoe, "stop_card_seen")))


def no_stop_card(rows: list[Row], rng: Random) -> list[Row]:
    shoe = _unfinished(rows, rng)
    remove(rows, *chosen(shoe, "stop_card_place"))
    return [*chosen(shoe, "load"), *chosen(shoe, "cut")]


def stop_card_too_deep(rows: list[Row], rng: Random) -> list[Row]:
    [stop] = chosen(_unfinished(rows, rng), "stop_card_place")
    stop["behind"] = "30"
    return [stop]


def stop_card_before_last_cut(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, by_hand(rows))
    [stop], last = chosen(shoe, "stop_card_place"), chosen(shoe, "cut")[-1]
    shift_before(rows, stop, last)
    return [*chosen(shoe, "load"), stop, last]


def turned_over_after_piles(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, by_hand(rows))
    [turn], piles = chosen(shoe, "turn_over"), chosen(shoe, "pile")
    shift_after(rows, turn, piles[-1])
    return [*chosen(shoe, "load"), turn, *piles]


def not_turned_over(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, by_hand(rows))
    remove(rows, *chosen(shoe, "turn_over"))
    return [*chosen(shoe, "load"), *chosen(shoe, "verify"), *chosen(shoe, "pile")]


def a_deck_not_turned_over(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, by_hand(rows))
    [turn] = chosen(shoe, "turn_over")
    turn["cards"] = "260"
    return [*chosen(shoe, "load"), turn]


def _burned(shoe: list[Row]) -> list[Row]:
    """The cards burned before the first coup."""
    return [row for row in chosen(shoe, "burn") if not row.get("coup")]


def _dealt(rows: list[Row]) -> list[list[Row]]:
    """The shoes from which cards were burned and then dealt."""
    return [shoe for shoe in shoes(rows) if _burned(shoe) and chosen(shoe, "deal")]


def _drop_burns(rows: list[Row], shoe: list[Row], number: int) -> list[Row]:
    burned = _burned(shoe)
    remove(rows, *burned[len(burned) - number :])
    recount(rows, shoe[0])
    return [*burned[: len(burned) - number], *chosen(shoe, "deal")[:1], *chosen(shoe, "load")]


def four_burns(rows: list[Row], rng: Random) -> list[Row]:
    first = [shoe for shoe in _dealt(rows) if shoe[0]["shoe"] == "1"]
    return _drop_burns(rows, choose(rng, first), 1)


def four_burns_later(rows: list[Row], rng: Random) -> list[Row]:
    later = [shoe for shoe in _dealt(rows) if shoe[0]["shoe"] != "1"]
    return _drop_burns(rows, choose(rng, later), 1)


def no_burns(rows: list[Row], rng: Random) -> list[Row]:
    return _drop_burns(rows, choose(rng, _dealt(rows)), 5)


def burned_before_the_load(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, [each for each in _dealt(rows) if chosen(each, "load")])
    [load], burned = chosen(shoe, "load"), _burned(shoe)
    shift_after(rows, load, burned[-1])
    return [burned[0], load, *chosen(shoe, "deal")[:1]]


def six_burns(rows: list[Row], rng: Random) -> list[Row]:
    shoe = choose(rng, _dealt(rows))
    burned = _burned(shoe)
    card = spare_card(rows, shoe[0], rng)
    sixth = beside(burned[-1], "burn", card=card, face="down")
    insert_after(rows, burned[-1], sixth)
    recount(rows, shoe[0])
    return [*burned, sixth]


FAULTS = (
    Fault("count-311", ("55-19.5",), "311 cards counted, and used all the same", count_311),
    Fault("one-pile", ("55-19.5",), "cards not divided: one pile", one_pile),
    Fault("pile-shuffled-once", ("55-19.5",), "a pile shuffled once", shuffled_once),
    Fault("pile-cut-once", ("55-19.5",), "a pile cut once", pile_cut_once),
    Fault("whole-not-cut", ("55-19.5",), "no cut of the whole before the last one", whole_not_cut),
    Fault("last-cut-by-croupier", ("55-19.5",), "last cut by the croupier", last_cut_by_croupier),
    Fault("no-stop-card", ("55-19.5",), "a shoe without stop card", no_stop_card),
    Fault("stop-card-too-deep", ("55-19.5",), "30 cards behind the stop card", stop_card_too_deep),
    Fault(
        "stop-card-before-last-cut",
        ("55-19.5",),
        "the stop card is placed before the last cut",
        stop_card_before_last_cut,
    ),
    Fault(
        "turned-over-after-piles",
        ("55-19.5",),
        "cards turned over when they are divided already",
        turned_over_after_piles,
    ),
    Fault("not-turned-over", ("55-19.5",), "cards not turned over", not_turned_over),
    Fault(
        "a-deck-not-turned-over",
        ("55-19.5",),
        "260 cards turned over, and all put into the shoe",
        a_deck_not_turned_over,
    ),
    Fault(
        "burned-before-the-load",
        ("55-19.5",),
        "five cards burned before the cards are in the shoe",
        burned_before_the_load,
    ),
    Fault("four-burns", ("55-19.6",), "four cards burned from the first shoe", four_burns),
    Fault(
        "four-burns-in-a-later-shoe",
        ("55-19.6",),
        "five cards burned from the first shoe, four from a later one",
        four_burns_later,
    ),
    Fault("no-burns", ("55-19.6",), "no card burned before the first is dealt", no_burns),
    Fault("six-burns", ("55-19.6",), "six cards burned", six_burns),
)
