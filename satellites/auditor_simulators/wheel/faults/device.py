"""Faults of the device and of its spins (47.2, 47.7)."""

from __future__ import annotations

from collections import defaultdict
from random import Random

from auditor_simulators.common.edits import (
    Apply,
    choose,
    coups,
    events,
    insert_before,
    move_after,
    remove,
)
from auditor_simulators.protocol import Row
from auditor_simulators.wheel.faults.edits import is_result, played

OTHER_WAY = {"cw": "ccw", "ccw": "cw"}
OTHER_COLOUR = {"red": "black", "black": "red"}


def wrong_layout(column: str, count: int) -> Apply:
    def apply(rows: list[Row], rng: Random) -> list[Row]:
        opening = choose(rng, events(rows, "table_open"))
        opening[column] = str(count)
        return [opening]

    return apply


def result_out_of_range(number: int) -> Apply:
    """In a coup that everybody loses, so that the payments stay right."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        lost = [coup for coup in played(rows) if not events(coup, "pay")]
        spins = list(filter(is_result, choose(rng, lost)))
        for spin in spins:
            spin["number"] = str(number)
            spin.pop("place", None)
        return spins

    return apply


def _by_device(rows: list[Row]) -> list[list[list[Row]]]:
    """The spins of every device, those of one coup together."""
    devices: dict[tuple[str, str], list[list[Row]]] = defaultdict(list)
    for coup in coups(rows):
        spins = events(coup, "spin")
        if spins:
            devices[spins[0]["casino"], spins[0]["table"]].append(spins)
    return list(devices.values())


def same_direction(*, across_sessions: bool) -> Apply:
    """One spin goes the way of the one before; those after it alternate again (47.7)."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        places = [
            (device, number)
            for device in _by_device(rows)
            for number in range(1, len(device))
            if (device[number][0]["session"] != device[number - 1][0]["session"]) is across_sessions
        ]
        device, start = choose(rng, places)
        for spins in device[start:]:
            for spin in spins:
                spin["direction"] = OTHER_WAY[spin["direction"]]
        return [*device[start], device[start - 1][0]]

    return apply


def spun_again(rows: list[Row], rng: Random) -> list[Row]:
    """A spin that nobody settles, the same way, before the one that counts."""
    spin = next(filter(is_result, choose(rng, played(rows))))
    number = str(int(spin["number"]) % 14 + 1)
    first = {**spin, "number": number}
    first.pop("place", None)
    first.pop("colour", None)
    insert_before(rows, spin, first)
    return [spin, first]


def _announced(rows: list[Row]) -> list[list[Row]]:
    """Played coups without a late stake."""
    return [
        coup
        for coup in played(rows)
        if not any(row.get("reason") == "late" for row in coup) and events(coup, "no_more_bets")
    ]


def announced_after_spin(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, _announced(rows))
    [announcement] = events(coup, "no_more_bets")
    spins = events(coup, "spin")
    move_after(rows, announcement, spins[-1])
    return [announcement, *spins]


def not_announced(rows: list[Row], rng: Random) -> list[Row]:
    coup = choose(rng, _announced(rows))
    remove(rows, *events(coup, "no_more_bets"))
    return events(coup, "spin")


def place_of_another_colour(rows: list[Row], rng: Random) -> list[Row]:
    """A place is written down in the other colour, in a coup where nobody has staked on one.

    The last spin to show the place, so that no lawful spin after it looks wrong.
    """
    coloured = {
        (row["casino"], row["table"], row["session"], row["coup"])
        for row in rows
        if row.get("bet") in OTHER_COLOUR
    }
    places: list[list[Row]] = []
    for device in _by_device(rows):
        shown = [spins for spins in device if is_result(spins[0])]
        for index, spins in enumerate(shown):
            spin = spins[0]
            here = [i for i, other in enumerate(shown) if other[0]["place"] == spin["place"]]
            staked = (spin["casino"], spin["table"], spin["session"], spin["coup"]) in coloured
            if spin["colour"] in OTHER_COLOUR and here[0] < index == here[-1] and not staked:
                places.append(spins)
    spins = choose(rng, places)
    for spin in spins:
        spin["colour"] = OTHER_COLOUR[spin["colour"]]
    return spins


def place_of_another_number(rows: list[Row], rng: Random) -> list[Row]:
    """A number that stands once on the board falls on the place of another (47.2).

    The last spin to show either of them, so that no lawful spin after it looks wrong.
    """
    places: list[tuple[list[Row], str]] = []
    for device in _by_device(rows):
        shown = [spins for spins in device if is_result(spins[0])]
        for index, spins in enumerate(shown):
            before, after = shown[:index], shown[index + 1 :]
            number, place = spins[0]["number"], spins[0]["place"]
            known = sum(other[0]["number"] == number for other in before) >= 2
            if int(number) <= 4 and known:
                later = {spin[0]["place"] for spin in after}
                seen = {spin[0]["place"] for spin in before}
                if place not in later:
                    places += [(spins, other) for other in sorted(seen - later - {place})]
    spins, other = choose(rng, places)
    for spin in spins:
        spin["place"] = other
    return spins
