"""Named faults of vingt-trois (article 47), with those of the device and its spins."""

from __future__ import annotations

from collections import defaultdict
from random import Random
from typing import Final

from auditor_simulators.common.integrity import integrity_faults
from auditor_simulators.common.notation import text_of
from auditor_simulators.common.places import (
    Apply,
    beside,
    choose,
    coups,
    events,
    house_of,
    insert_after,
    insert_before,
    move_after,
    remove,
    whereabouts,
)
from auditor_simulators.protocol import Row
from auditor_simulators.wheel import settlement as settling
from auditor_simulators.wheel.limits import limit_faults
from auditor_simulators.wheel.play import STRAIGHT, VINGT_TROIS, Bet, Wheel
from auditor_simulators.wheel.settlement import (
    all_settled,
    amount_of,
    at_settlement,
    is_result,
    key_of,
    openings_by_table,
    played,
    posted,
)

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


WHEEL: Final[Wheel] = VINGT_TROIS


def _late(rows: list[Row], rng: Random, *, win: bool, refused: bool = False) -> list[Row]:
    """A stake after the closing of the bets that takes part, pushed back or not (47.7)."""
    coup = choose(rng, [coup for coup in played(rows) if events(coup, "no_more_bets")])
    closing = events(coup, "no_more_bets")[0]
    came = int(next(filter(is_result, coup))["number"])
    number = came if win else came % WHEEL.numbers + 1
    least = amount_of(openings_by_table(rows)[whereabouts(closing)], "minimum")
    bet = {"player": "J099", **Bet(STRAIGHT, number).cells}
    stake = beside(closing, "stake", **bet, amount=text_of(least), form="chip")
    insert_after(rows, closing, stake)
    pushed_back = [{**stake, "event": "stake_refuse", "reason": "late"}] if refused else []
    for row in pushed_back:
        insert_after(rows, stake, row)
    due = WHEEL.payout(Bet(STRAIGHT, number), least) if win else least
    outcome = beside(coup[-1], "pay" if win else "collect", **bet, amount=text_of(due))
    insert_after(rows, coup[-1], outcome)
    return [stake, outcome, *pushed_back, closing]


def late_stake_accepted(rows: list[Row], rng: Random) -> list[Row]:
    return _late(rows, rng, win=False)


def late_stake_paid(rows: list[Row], rng: Random) -> list[Row]:
    return _late(rows, rng, win=True)


def half_of_a_late_stake_refused(rows: list[Row], rng: Random) -> list[Row]:
    """The croupier pushes back half of it; the rest plays, and loses."""
    stake, outcome, refused, closing = _late(rows, rng, win=False, refused=True)
    half = text_of(amount_of(refused) / 2)
    refused["amount"] = outcome["amount"] = half
    return [stake, refused, outcome, closing]


def late_stake_refused_and_paid(rows: list[Row], rng: Random) -> list[Row]:
    return _late(rows, rng, win=True, refused=True)


def minimum_doubled(rows: list[Row], rng: Random) -> list[Row]:
    """Twice the authorised minimum, which boule alone may ask; smaller stakes are taken out.

    At the last opening of a table, so that nothing comes down again afterwards.
    """
    last = {(*house_of(item.opening), item.opening["table"]): item for item in posted(rows)}
    item = choose(rng, list(last.values()))
    item.opening["minimum"] = text_of(item.authorised * 2)
    gone: list[Row] = []
    for coup in coups(item.tonight):
        stakes = events(coup, "stake", "stake_change")
        small = {key_of(row) for row in stakes if amount_of(row) < item.authorised * 2}
        gone += [row for row in coup if row.get("player") and key_of(row) in small]
    remove(rows, *gone)
    return [item.opening, item.authorisation]


def minimum_too_low(rows: list[Row], rng: Random) -> list[Row]:
    item = choose(rng, posted(rows))
    item.opening["minimum"] = text_of(item.authorised / 2)
    return [item.opening, item.authorisation]


def colour_of_the_number(rows: list[Row], rng: Random) -> list[Row]:
    """A number that stands in both colours pays the colour that did not come."""
    lost = [
        item
        for item in all_settled(rows)
        if not item.won and item.number in range(5, 12) and item.stake["bet"] in {"red", "black"}
    ]
    item = choose(rng, lost)
    item.outcome["event"] = "pay"
    return [item.outcome, item.stake, item.spin]


def _straight(numbers: range, times: int) -> Apply:
    return at_settlement(settling.straight(*numbers), settling.pays_times(times))


def _unpaid(numbers: range) -> Apply:
    return at_settlement(settling.straight(*numbers), settling.forgets)


FAULTS: Final = {
    "thirteen-numbers": wrong_layout("numbers", 13),
    "twenty-six-places": wrong_layout("places", 26),
    "result-out-of-range": result_out_of_range(15),
    "place-of-another-colour": place_of_another_colour,
    "place-of-another-number": place_of_another_number,
    "same-direction": same_direction(across_sessions=False),
    "same-direction-across-sessions": same_direction(across_sessions=True),
    "spun-again": spun_again,
    "announced-after-spin": announced_after_spin,
    "not-announced": not_announced,
    "late-stake-accepted": late_stake_accepted,
    "late-stake-paid": late_stake_paid,
    "half-of-a-late-stake-refused": half_of_a_late_stake_refused,
    "late-stake-refused-and-paid": late_stake_refused_and_paid,
    "low-number-pays-eleven": _straight(range(1, 5), 11),
    "low-number-unpaid": _unpaid(range(1, 5)),
    "middle-number-pays-twelve": _straight(range(5, 12), 12),
    "high-number-pays-eleven": _straight(range(12, 15), 11),
    "thirteen-straight-unpaid": _unpaid(range(13, 14)),
    "colour-pays-double": at_settlement(settling.even_won, settling.pays_times(2)),
    "colour-of-the-number": colour_of_the_number,
    "unlawful-bet": at_settlement(settling.lost("straight"), settling.renames("even")),
    "stake-on-fifteen": at_settlement(settling.lost("straight"), settling.on_number(15)),
    "thirteen-saves-red": at_settlement(settling.lost("red", result=13), settling.forgets),
    "thirteen-pays-black": at_settlement(settling.lost("black", result=13), settling.pays_a_loser),
    "colour-taken-for-lost": at_settlement(settling.even_won, settling.takes_for_lost),
    "colour-by-custom-taken-for-lost": at_settlement(
        lambda item: item.won and settling.of_known_colour(item),
        settling.by_custom(settling.takes_for_lost),
    ),
    "loser-given-back": at_settlement(settling.lost("red", never=13), settling.gives_back_a_loser),
    "winner-collected": at_settlement(settling.won, settling.collects_a_winner),
    "minimum-too-low": minimum_too_low,
    "minimum-doubled": minimum_doubled,
    **limit_faults(WHEEL),
    **integrity_faults(),
}
