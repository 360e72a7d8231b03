"""A device that serves two cloths: each has its minimum, and both one maximum (47.16, 47.20)."""

from __future__ import annotations

from random import Random

from auditor.simulate.common.edits import (
    Apply,
    choose,
    insert_after,
    insert_before,
    place_of,
    whereabouts,
)
from auditor.simulate.protocol import Row
from auditor.simulate.wheel.faults.edits import (
    Posted,
    SettledStake,
    all_settled,
    amount_of,
    column_of,
    only,
    posted,
    set_amount,
)
from auditor.simulate.wheel.play.rules import Wheel

FIRST, SECOND = "1", "2"


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


def alone(rows: list[Row], rng: Random) -> tuple[SettledStake, Posted]:
    """A stake alone on its number or chance, and what its table posts."""
    item = choose(rng, [item for item in all_settled(rows) if only(item)])
    evening = next(
        each for each in posted(rows) if whereabouts(each.opening) == whereabouts(item.stake)
    )
    return item, evening


def beside_it(rows: list[Row], item: SettledStake) -> SettledStake:
    """Lays a stake again on the second cloth, settled after the first."""
    again = SettledStake(
        item.coup, item.spin, dict(item.stake, cloth=SECOND), dict(item.outcome, cloth=SECOND)
    )
    for first, second in ((item.stake, again.stake), (item.outcome, again.outcome)):
        rows.insert(place_of(rows, first) + 1, second)
    return again


def over_maximum_on_two_cloths(wheel: Wheel) -> Apply:
    """On each cloth within the maximum, which is one for the device (47.20)."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        item, evening = alone(rows, rng)
        opening, _ = second_cloth(rows, evening)
        most = amount_of(opening, column_of(item.stake))
        again = beside_it(rows, item)
        set_amount(item, most, wheel)
        set_amount(again, evening.minimum, wheel)
        return [again.stake, item.stake, opening, evening.opening]

    return apply


def under_the_minimum_of_a_cloth(wheel: Wheel) -> Apply:
    """The cloth asks for more than the stake, which the other cloth would take (47.15)."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        item, evening = alone(rows, rng)
        second_cloth(rows, evening)
        again = beside_it(rows, item)
        set_amount(item, evening.minimum, wheel)
        set_amount(again, evening.minimum / 2, wheel)
        return [again.stake]

    return apply
