"""Faults of stakes and limits, common to boule and vingt-trois (47.15, 47.17 to 47.20)."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from random import Random
from typing import Final

from auditor_simulators.common.notation import text_of
from auditor_simulators.common.places import (
    Apply,
    at,
    beside,
    choose,
    coups,
    events,
    here,
    house_of,
    insert_after,
    insert_before,
    place_of,
    put,
    remove,
    row_with,
    whereabouts,
)
from auditor_simulators.protocol import Row
from auditor_simulators.wheel.play import Wheel
from auditor_simulators.wheel.settlement import (
    EVEN_COLUMN,
    STRAIGHT_COLUMN,
    Key,
    Posted,
    SettledStake,
    all_settled,
    amount_of,
    at_lone_stake,
    column_of,
    key_of,
    only,
    openings_by_table,
    posted,
    set_amount,
    stake_cells,
    wheel_of,
)

FIRST: Final = "1"
SECOND: Final = "2"


def _under_minimum(_rows: list[Row], item: SettledStake, table: Posted) -> list[Row]:
    set_amount(item, table.minimum / 2)
    return [item.stake, table.opening]


def _under_minimum_in_two(rows: list[Row], item: SettledStake, table: Posted) -> list[Row]:
    """A quarter of the minimum, then half of it on top."""
    set_amount(item, table.minimum * 3 / 4)
    more = dict(item.stake, amount=text_of(table.minimum / 2))
    item.stake["amount"] = text_of(table.minimum / 4)
    insert_after(rows, item.stake, more)
    return [more, item.stake, table.opening]


def _over_maximum(_rows: list[Row], item: SettledStake, table: Posted) -> list[Row]:
    set_amount(item, amount_of(table.opening, column_of(item.stake)) + table.minimum)
    return [item.stake, table.opening]


def _over_maximum_in_two(rows: list[Row], item: SettledStake, table: Posted) -> list[Row]:
    """Each stake is within the maximum, the two of one player are not (47.20)."""
    most = amount_of(table.opening, column_of(item.stake))
    set_amount(item, most * 3 / 5)
    second = SettledStake(item.coup, item.spin, dict(item.stake), dict(item.outcome))
    set_amount(second, most / 2)
    insert_after(rows, item.stake, second.stake)
    insert_after(rows, item.outcome, second.outcome)
    return [second.stake, item.stake, table.opening]


# A device that serves two cloths: each has its minimum, and both one maximum (47.16, 47.20)


def second_cloth(rows: list[Row], item: Posted) -> tuple[Row, Row]:
    """Opens a second cloth of that device for the evening; all stakes lie on the first."""
    for row in item.tonight:
        if row["event"] not in {"spin", "bets_open", "no_more_bets", "cancel"}:
            row["cloth"] = FIRST
    opening = dict(item.opening, cloth=SECOND)
    insert_after(rows, item.opening, opening)
    [close] = [row for row in item.tonight if row["event"] == "table_close"]
    closing = dict(close, cloth=SECOND)
    insert_before(rows, close, closing)
    return opening, closing


def beside_it(rows: list[Row], item: SettledStake) -> SettledStake:
    """Lays a stake again on the second cloth, settled after the first."""
    again = SettledStake(
        item.coup, item.spin, dict(item.stake, cloth=SECOND), dict(item.outcome, cloth=SECOND)
    )
    for first, second in ((item.stake, again.stake), (item.outcome, again.outcome)):
        rows.insert(place_of(rows, first) + 1, second)
    return again


def _over_maximum_on_two_cloths(rows: list[Row], item: SettledStake, table: Posted) -> list[Row]:
    """On each cloth within the maximum, which is one for the device (47.20)."""
    opening, _ = second_cloth(rows, table)
    again = beside_it(rows, item)
    set_amount(item, amount_of(opening, column_of(item.stake)))
    set_amount(again, table.minimum)
    return [again.stake, item.stake, opening, table.opening]


def _under_minimum_of_a_cloth(rows: list[Row], item: SettledStake, table: Posted) -> list[Row]:
    """The cloth asks for more than the stake, which the other cloth would take (47.15)."""
    second_cloth(rows, table)
    again = beside_it(rows, item)
    set_amount(item, table.minimum)
    set_amount(again, table.minimum / 2)
    return [again.stake]


# The maximum as it is posted


def _maximum_varies(column: str) -> Apply:
    """In a later session a table posts another maximum, itself within bounds (47.17)."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        candidates: list[tuple[Posted, Posted, Decimal]] = []
        first: dict[tuple[str, str], Posted] = {}
        for item in posted(rows):
            start = first.setdefault(house_of(item.opening), item)
            if item.opening["session"] != start.opening["session"]:
                candidates += [
                    (item, start, changed)
                    for changed in _other_maxima(item, column)
                    if _harmless(item, column, changed)
                ]
        item, start, changed = choose(rng, candidates)
        item.opening[column] = text_of(changed)
        return [item.opening, start.opening]

    return apply


def _other_maxima(item: Posted, column: str) -> list[Decimal]:
    wheel = wheel_of(item.opening)
    low, high = wheel.straight_ratios if column == STRAIGHT_COLUMN else wheel.even_ratios
    now = amount_of(item.opening, column)
    near = (now - item.authorised, now + item.authorised)
    return [new for new in near if low <= new / item.authorised <= high]


def _harmless(item: Posted, column: str, most: Decimal) -> bool:
    """All stakes and refusals of the evening are right under that maximum too."""
    over, refused = _judged(item.tonight, column, most)
    return not over and not refused


def _judged(rows: list[Row], column: str, most: Decimal) -> tuple[list[Row], list[Row]]:
    """Rows of totals above a maximum, and refusals (`over_maximum`) that it does not bear out."""
    over: list[Row] = []
    wrong: list[Row] = []
    for coup in coups(rows):
        mine: dict[Key, list[Row]] = defaultdict(list)
        for row in coup:
            if row.get("player") and column_of(row) == column:
                mine[key_of(row)].append(row)
        for same in mine.values():
            staked = sum(map(amount_of, events(same, "stake", "stake_change")), Decimal(0))
            over += same if staked > most else []
            refused = [row for row in same if row.get("reason") == "over_maximum"]
            wrong += [row for row in refused if staked + amount_of(row) <= most]
    return over, wrong


def _ratio(column: str, ratio: int) -> Apply:
    """All season long the maximum is just out of bounds; what it makes wrong is taken out."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        start = choose(rng, posted(rows))
        house = house_of(start.opening)
        season = [item for item in posted(rows) if house_of(item.opening) == house]
        most = start.authorised * ratio
        for item in season:
            item.opening[column] = text_of(most)
            over, wrong = _judged(item.tonight, column, most)
            remove(rows, *over, *wrong)
        return [*(item.opening for item in season), start.authorisation]

    return apply


# Refusals of what a player may stake (47.20)


def _fits(rows: list[Row], item: SettledStake) -> bool:
    """The player may lay the stake once more."""
    opening = openings_by_table(rows)[whereabouts(item.stake)]
    return item.total() + amount_of(item.stake) <= amount_of(opening, column_of(item.stake))


def _refusal(rows: list[Row], item: SettledStake, reason: str) -> list[Row]:
    again = stake_cells(item.stake)
    refusal = beside(item.stake, "stake_refuse", **again, form="chip", reason=reason)
    insert_after(rows, item.stake, refusal)
    return [refusal, item.stake, openings_by_table(rows)[whereabouts(item.stake)]]


def _refused(reason: str) -> Apply:
    """A refusal of what the player could well have added."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        item = choose(rng, [item for item in all_settled(rows) if _fits(rows, item)])
        return _refusal(rows, item, reason)

    return apply


def _refused_as_laid(rows: list[Row], rng: Random) -> list[Row]:
    """A stake well within the maximum is laid, and pushed back as though above it."""
    lost = [item for item in all_settled(rows) if only(item) and not item.won]
    item = choose(rng, [item for item in lost if _fits(rows, item)])
    remove(rows, item.outcome)
    return _refusal(rows, item, "over_maximum")


def limit_faults(wheel: Wheel) -> dict[str, Apply]:
    low_straight, high_straight = wheel.straight_ratios
    low_even, high_even = wheel.even_ratios
    return {
        "authorised-for-nothing": at(
            row_with(lambda row: row["event"] == "authorisation"), put(here, minimum="0"), here
        ),
        "stake-under-minimum": at_lone_stake(_under_minimum),
        "under-minimum-in-two-stakes": at_lone_stake(_under_minimum_in_two),
        "under-minimum-of-a-cloth": at_lone_stake(_under_minimum_of_a_cloth),
        "straight-maximum-varies": _maximum_varies(STRAIGHT_COLUMN),
        "even-maximum-varies": _maximum_varies(EVEN_COLUMN),
        "straight-ratio-low": _ratio(STRAIGHT_COLUMN, low_straight - 1),
        "straight-ratio-high": _ratio(STRAIGHT_COLUMN, high_straight + 1),
        "even-ratio-low": _ratio(EVEN_COLUMN, low_even - 1),
        "even-ratio-high": _ratio(EVEN_COLUMN, high_even + 1),
        "over-maximum": at_lone_stake(_over_maximum),
        "over-maximum-in-two-stakes": at_lone_stake(_over_maximum_in_two),
        "over-maximum-on-two-cloths": at_lone_stake(_over_maximum_on_two_cloths),
        "refused-within-maximum": _refused("over_maximum"),
        "refused-as-laid": _refused_as_laid,
        "refused-for-the-sum-of-players": _refused("aggregate"),
    }
