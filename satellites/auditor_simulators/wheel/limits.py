"""Faults of stakes and limits, common to boule and vingt-trois (47.15, 47.17 to 47.20)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.notation import text_of
from auditor_simulators.protocol import Row
from auditor_simulators.wheel.play import Wheel
from auditor_simulators.wheel.settlement import *

FIRST: Final = "1"
SECOND: Final = "2"
LONE: Final = stake_with(alone)


def _under_minimum_in_two(place: AtStake) -> None:
    """A quarter of the minimum, then half of it on top."""
    set_amount(place, place.minimum * 3 / 4)
    copied(stake, amount=text_of(place.minimum / 2))(place)
    place.stake["amount"] = text_of(place.minimum / 4)


def laid_again(place: AtStake, **cells: str) -> AtStake:
    """The stake once more, and its settlement, each behind the first."""
    again = replace(place, stake=place.stake | cells, outcome=place.outcome | cells)
    insert_after(place.log, place.stake, again.stake)
    insert_after(place.log, place.outcome, again.outcome)
    return again


def _over_maximum_in_two(place: AtStake) -> None:
    """Each stake is within the maximum, the two of one player are not (47.20)."""
    second = laid_again(place)
    set_amount(place, place.most * 3 / 5)
    set_amount(second, place.most / 2)
    place.traces.append(second.stake)


# A device that serves two cloths: each has its minimum, and both one maximum (47.16, 47.20)


def second_cloth(rows: list[Row], opening: Row) -> tuple[Row, Row]:
    """Opens a second cloth of that device for the evening; all stakes lie on the first."""
    tonight = [row for row in rows if whereabouts(row) == whereabouts(opening)]
    for row in tonight:
        if row["event"] not in {"spin", "bets_open", "no_more_bets", "cancel"}:
            row["cloth"] = FIRST
    opened = opening | {"cloth": SECOND}
    insert_after(rows, opening, opened)
    [close] = events(tonight, "table_close")
    closed = close | {"cloth": SECOND}
    insert_before(rows, close, closed)
    return opened, closed


def _over_maximum_on_two_cloths(place: AtStake) -> None:
    """On each cloth within the maximum, which is one for the device (47.20)."""
    cloth, _ = second_cloth(place.log, place.opening)
    again = laid_again(place, cloth=SECOND)
    set_amount(place, place.most)
    set_amount(again, place.minimum)
    place.traces += [again.stake, place.stake, cloth, place.opening]


def _under_minimum_of_a_cloth(place: AtStake) -> None:
    """The cloth asks for more than the stake, which the other cloth would take (47.15)."""
    second_cloth(place.log, place.opening)
    again = laid_again(place, cloth=SECOND)
    set_amount(place, place.minimum)
    set_amount(again, place.minimum / 2)
    place.traces.append(again.stake)


# The maximum as it is posted


@on_log
def _maximum_varies(rows: list[Row], rng: Random, column: str) -> list[Row]:
    """In a later session a table posts another maximum, itself within bounds (47.17)."""
    candidates: list[tuple[Posted, Posted, Decimal]] = []
    first: dict[tuple[str, str], Posted] = {}
    for item in posted(rows, rng):
        start = first.setdefault(house_of(item.opening), item)
        if item.opening["session"] != start.opening["session"]:
            candidates += [(item, start, changed) for changed in _other_maxima(item, column)]
    item, start, changed = choose(rng, candidates)
    item.opening[column] = text_of(changed)
    return [item.opening, start.opening]


def _other_maxima(item: Posted, column: str) -> list[Decimal]:
    """Those by which all stakes and refusals of the evening are right too."""
    wheel = wheel_of(item.opening)
    low, high = wheel.straight_ratios if column == STRAIGHT_COLUMN else wheel.even_ratios
    now = price(item.opening, column)
    near = (now - item.authorised, now + item.authorised)
    within = [new for new in near if low <= new / item.authorised <= high]
    return [new for new in within if not any(_judged(item.rows, column, new))]


def _judged(rows: Iterable[Row], column: str, most: Decimal) -> tuple[list[Row], list[Row]]:
    """Rows of totals above a maximum, and refusals (`over_maximum`) that it does not bear out."""
    over: list[Row] = []
    wrong: list[Row] = []
    for coup in coups(rows):
        mine: dict[Key, list[Row]] = defaultdict(list)
        for row in coup:
            if row.get("player") and column_of(row) == column:
                mine[key_of(row)].append(row)
        for same in mine.values():
            staked = sum(map(price, events(same, "stake", "stake_change")), Decimal(0))
            over += same if staked > most else []
            refused = [row for row in same if row.get("reason") == "over_maximum"]
            wrong += [row for row in refused if staked + price(row) <= most]
    return over, wrong


@on_log
def _ratio(rows: list[Row], rng: Random, column: str, ratio: int) -> list[Row]:
    """All season long the maximum is just out of bounds; what it makes wrong is taken out."""
    start = choose(rng, posted(rows, rng))
    house = house_of(start.opening)
    season = [item for item in posted(rows, rng) if house_of(item.opening) == house]
    most = start.authorised * ratio
    for item in season:
        item.opening[column] = text_of(most)
        over, wrong = _judged(item.rows, column, most)
        remove(rows, *over, *wrong)
    return [*(item.opening for item in season), start.authorisation]


# Refusals of what a player may stake (47.20)


def _fits(place: AtStake) -> bool:
    """The player may lay the stake once more."""
    return place.total + place.amount <= place.most


def _refusal(reason: str) -> Edit[AtStake]:
    return added("stake_refuse", stake, stake, "amount", form="chip", reason=reason)


def _refused(reason: str) -> Apply:
    """A refusal of what the player could well have added."""
    return at(stake_with(_fits), _refusal(reason), traces, stake, opening)


def limit_faults(wheel: Wheel) -> dict[str, Apply]:
    low_straight, high_straight = wheel.straight_ratios
    low_even, high_even = wheel.even_ratios
    return {
        "authorised-for-nothing": at(a_row("authorisation"), put(here, minimum="0"), here),
        "stake-under-minimum": at(LONE, of_amount(lambda place: place.minimum / 2), stake, opening),
        "under-minimum-in-two-stakes": at(LONE, _under_minimum_in_two, traces, stake, opening),
        "under-minimum-of-a-cloth": at(LONE, _under_minimum_of_a_cloth, traces),
        "straight-maximum-varies": _maximum_varies(STRAIGHT_COLUMN),
        "even-maximum-varies": _maximum_varies(EVEN_COLUMN),
        "straight-ratio-low": _ratio(STRAIGHT_COLUMN, low_straight - 1),
        "straight-ratio-high": _ratio(STRAIGHT_COLUMN, high_straight + 1),
        "even-ratio-low": _ratio(EVEN_COLUMN, low_even - 1),
        "even-ratio-high": _ratio(EVEN_COLUMN, high_even + 1),
        "over-maximum": at(
            LONE, of_amount(lambda place: place.most + place.minimum), stake, opening
        ),
        "over-maximum-in-two-stakes": at(LONE, _over_maximum_in_two, traces, stake, opening),
        "over-maximum-on-two-cloths": at(LONE, _over_maximum_on_two_cloths, traces),
        "refused-within-maximum": _refused("over_maximum"),
        "refused-as-laid": at(
            stake_with(alone, lost(), _fits),
            do(drop(outcome), _refusal("over_maximum")),
            traces,
            stake,
            opening,
        ),
        "refused-for-the-sum-of-players": _refused("aggregate"),
    }
