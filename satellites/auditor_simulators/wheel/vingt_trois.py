"""Named faults of vingt-trois (article 47), with those of the device and its spins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import itemgetter
from random import Random
from typing import Final

from auditor_simulators.common.integrity import integrity_faults
from auditor_simulators.common.notation import text_of
from auditor_simulators.protocol import Row
from auditor_simulators.wheel.play import VINGT_TROIS, Wheel
from auditor_simulators.wheel.settlement import *

WHEEL: Final[Wheel] = VINGT_TROIS
CLOSED: Final = of("no_more_bets")
SPINS: Final = of("spin")
CLOSED_COUP: Final = coup_with(some(CLOSED))

OTHER_WAY = {"cw": "ccw", "ccw": "cw"}
OTHER_COLOUR = {"red": "black", "black": "red"}


def _by_device(rows: list[Row]) -> list[list[list[Row]]]:
    """The spins of every device, those of one coup together."""
    spun = filter(None, (events(coup, "spin") for coup in coups(rows)))
    return grouped(spun, lambda spins: (spins[0]["casino"], spins[0]["table"]))


@on_log
def same_direction(rows: list[Row], rng: Random, *, across_sessions: bool) -> list[Row]:
    """One spin goes the way of the one before; those after it alternate again (47.7)."""
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


def _spun_again(place: Place) -> None:
    """A spin that nobody settles, the same way, before the one that counts."""
    spin = results(place)[0]
    preceded(results, number=str(int(spin["number"]) % 14 + 1))(place)
    without(traces, "place")(place)
    without(traces, "colour")(place)


def _announced(place: Place) -> bool:
    """No late stake shows when the bets were closed."""
    return bool(CLOSED(place)) and not any(row.get("reason") == "late" for row in place.rows)


def _shown(rows: list[Row]) -> Iterator[tuple[list[Row], list[Row], list[Row]]]:
    """The rows of each spin with a result, and such spins of the device before and after it."""
    for device in _by_device(rows):
        spun = [spins for spins in device if is_result(spins[0])]
        single = [spin for spin, *_ in spun]
        for at, spins in enumerate(spun):
            yield spins, single[:at], single[at + 1 :]


def _fell_on(spins: Iterable[Row]) -> set[str]:
    return {spin["place"] for spin in spins}


def place_of_another_colour(rows: list[Row], rng: Random) -> list[Row]:
    """A place is written down in the other colour, in a coup where nobody has staked on one.

    The last spin to show the place, so that no lawful spin after it looks wrong.
    """
    coup = itemgetter("casino", "table", "session", "coup")
    coloured = {coup(row) for row in rows if row.get("bet") in OTHER_COLOUR}
    places = [
        spins
        for spins, before, after in _shown(rows)
        if spins[0]["colour"] in OTHER_COLOUR
        and spins[0]["place"] in _fell_on(before) - _fell_on(after)
        and coup(spins[0]) not in coloured
    ]
    spins = choose(rng, places)
    for spin in spins:
        spin["colour"] = OTHER_COLOUR[spin["colour"]]
    return spins


def place_of_another_number(rows: list[Row], rng: Random) -> list[Row]:
    """A number that stands once on the board falls on the place of another (47.2).

    The last spin to show either of them, so that no lawful spin after it looks wrong.
    """
    places = [
        (spins, other)
        for spins, before, after in _shown(rows)
        if int(spins[0]["number"]) <= KNOWN_TO
        and sum(spin["number"] == spins[0]["number"] for spin in before) > 1
        and spins[0]["place"] not in _fell_on(after)
        for other in sorted(_fell_on(before) - _fell_on(after) - _fell_on(spins))
    ]
    spins, other = choose(rng, places)
    for spin in spins:
        spin["place"] = other
    return spins


@on_place
def _late(place: Place, *, win: bool, refused: bool = False) -> None:
    """A stake after the closing of the bets that takes part, pushed back or not (47.7)."""
    closing, came = CLOSED(place)[0], came_out(place)
    number = came if win else came % WHEEL.numbers + 1
    laid = laid_late(place, closing, closing, number)
    due = text_of(WHEEL.payout(laid, price(laid)) if win else price(laid))
    added("pay" if win else "collect", here, traces, amount=due)(place)
    if refused:
        copied(traces, event="stake_refuse", reason="late")(place)


def _half_refused(place: Place) -> None:
    """The croupier pushes back half of it; the rest, a stake by itself, plays and loses."""
    _late(win=False, refused=True)(place)
    stake, outcome, back = place.traces
    stake["amount"] = text_of(price(back) * 2)
    place.traces[:] = [stake, back, outcome]


def _last_opening(item: Posted) -> bool:
    """So that nothing comes down again afterwards."""
    table = [own.opening for own in posted(item.log, item.rng) if own.table == item.table]
    return table[-1] is item.opening


def _small_stakes(item: Posted) -> list[Row]:
    """All rows of stakes below twice the authorised minimum."""
    found: list[Row] = []
    for coup in coups(item.rows):
        stakes = events(coup, "stake", "stake_change")
        small = {key_of(row) for row in stakes if price(row) < item.authorised * 2}
        found += [row for row in coup if row.get("player") and key_of(row) in small]
    return found


def _of_both_colours(place: AtStake) -> bool:
    """The number stands on places of both colours, and the other colour came."""
    return not won(place) and place.number in range(5, 12) and place.stake["bet"] in OTHER_COLOUR


FAULTS: Final = {
    "thirteen-numbers": at(a_row("table_open"), put(here, numbers="13"), here),
    "twenty-six-places": at(a_row("table_open"), put(here, places="26"), here),
    "result-out-of-range": result_out_of_range(15),
    "place-of-another-colour": place_of_another_colour,
    "place-of-another-number": place_of_another_number,
    "same-direction": same_direction(across_sessions=False),
    "same-direction-across-sessions": same_direction(across_sessions=True),
    "spun-again": at(coup_with(), _spun_again, part(results, 0, 1), traces),
    "announced-after-spin": at(
        coup_with(_announced), happening_after(CLOSED, SPINS), CLOSED, SPINS
    ),
    "not-announced": at(coup_with(_announced), drop(CLOSED), SPINS),
    "late-stake-accepted": at(CLOSED_COUP, _late(win=False), traces, first(CLOSED)),
    "late-stake-paid": at(CLOSED_COUP, _late(win=True), traces, first(CLOSED)),
    "half-of-a-late-stake-refused": at(CLOSED_COUP, _half_refused, traces, first(CLOSED)),
    "late-stake-refused-and-paid": at(
        CLOSED_COUP, _late(win=True, refused=True), traces, first(CLOSED)
    ),
    "low-number-pays-eleven": settled(straight(*range(1, 5)), settled_as("pay", 11)),
    "low-number-unpaid": forgotten(straight(*range(1, 5))),
    "middle-number-pays-twelve": settled(straight(*range(5, 12)), settled_as("pay", 12)),
    "high-number-pays-eleven": settled(straight(12, 13, 14), settled_as("pay", 11)),
    "thirteen-straight-unpaid": forgotten(straight(13)),
    "colour-pays-double": settled(even_won, settled_as("pay", 2)),
    "colour-of-the-number": settled(_of_both_colours, put(outcome, event="pay")),
    "unlawful-bet": on_another_bet("even"),
    "stake-on-fifteen": on_another_number(15),
    "thirteen-saves-red": forgotten(lost("red", result=13)),
    "thirteen-pays-black": settled(lost("black", result=13), settled_as("pay")),
    "colour-taken-for-lost": settled(even_won, settled_as("collect", 1)),
    "colour-by-custom-taken-for-lost": settled(
        lambda place: won(place) and of_known_colour(place),
        do(without(SPINS, "colour"), settled_as("collect", 1)),
    ),
    "loser-given-back": given_back(lost("red", never=13)),
    "winner-collected": collected_too(won),
    "minimum-too-low": with_minimum(HALF),
    # Boule alone may ask for it.
    "minimum-doubled": at(
        posted_with(_last_opening),
        do(put(opening, minimum=authorised_times(2)), drop(_small_stakes)),
        opening,
        authorisation,
    ),
    **limit_faults(WHEEL),
    **integrity_faults(),
}
