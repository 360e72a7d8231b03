"""Faults of stakes and limits, common to boule and vingt-trois (47.15, 47.17 to 47.20)."""

from __future__ import annotations

from collections import defaultdict
from decimal import Decimal
from random import Random

from auditor.simulate.common.edits import (
    Apply,
    choose,
    coups,
    events,
    fault,
    house_of,
    insert_after,
    remove,
    whereabouts,
)
from auditor.simulate.common.money import text_of
from auditor.simulate.protocol import Fault, Row
from auditor.simulate.wheel.faults.cloths import (
    over_maximum_on_two_cloths,
    under_the_minimum_of_a_cloth,
)
from auditor.simulate.wheel.faults.edits import (
    EVEN_COLUMN,
    STRAIGHT_COLUMN,
    Key,
    Posted,
    SettledStake,
    all_settled,
    amount_of,
    column_of,
    key_of,
    only,
    openings_by_table,
    posted,
    set_amount,
)
from auditor.simulate.wheel.faults.refusals import refused, refused_as_laid
from auditor.simulate.wheel.play.rules import Wheel


def _single(rows: list[Row], rng: Random) -> tuple[SettledStake, Row]:
    """A stake alone on its number or chance, and the opening of its table."""
    item = choose(rng, [item for item in all_settled(rows) if only(item)])
    return item, openings_by_table(rows)[whereabouts(item.stake)]


def _under_minimum(wheel: Wheel) -> Apply:
    def apply(rows: list[Row], rng: Random) -> list[Row]:
        item, opening = _single(rows, rng)
        set_amount(item, amount_of(opening, "minimum") / 2, wheel)
        return [item.stake, opening]

    return apply


def _under_minimum_in_two(wheel: Wheel) -> Apply:
    """A quarter of the minimum, then half of it on top."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        item, opening = _single(rows, rng)
        set_amount(item, amount_of(opening, "minimum") * 3 / 4, wheel)
        more = dict(item.stake, amount=text_of(amount_of(opening, "minimum") / 2))
        item.stake["amount"] = text_of(amount_of(opening, "minimum") / 4)
        insert_after(rows, item.stake, more)
        return [more, item.stake, opening]

    return apply


def _authorised_for_nothing(rows: list[Row], rng: Random) -> list[Row]:
    authorisation = choose(rng, events(rows, "authorisation"))
    authorisation["minimum"] = "0"
    return [authorisation]


def _over_maximum(wheel: Wheel) -> Apply:
    def apply(rows: list[Row], rng: Random) -> list[Row]:
        item, opening = _single(rows, rng)
        most = amount_of(opening, column_of(item.stake))
        set_amount(item, most + amount_of(opening, "minimum"), wheel)
        return [item.stake, opening]

    return apply


def _over_maximum_in_two(wheel: Wheel) -> Apply:
    """Each stake is within the maximum, the two of one player are not (47.20)."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        item, opening = _single(rows, rng)
        most = amount_of(opening, column_of(item.stake))
        set_amount(item, most * 3 / 5, wheel)
        second = SettledStake(item.coup, item.spin, dict(item.stake), dict(item.outcome))
        set_amount(second, most / 2, wheel)
        insert_after(rows, item.stake, second.stake)
        insert_after(rows, item.outcome, second.outcome)
        return [second.stake, item.stake, opening]

    return apply


def _maximum_varies(wheel: Wheel, column: str) -> Apply:
    """In a later session a table posts another maximum, itself within bounds (47.17)."""

    def apply(rows: list[Row], rng: Random) -> list[Row]:
        candidates: list[tuple[Posted, Posted, Decimal]] = []
        first: dict[tuple[str, str], Posted] = {}
        for item in posted(rows):
            start = first.setdefault(house_of(item.opening), item)
            if item.opening["session"] != start.opening["session"]:
                candidates += [
                    (item, start, changed)
                    for changed in _other_maxima(item, column, wheel)
                    if _harmless(item, column, changed)
                ]
        item, start, changed = choose(rng, candidates)
        item.opening[column] = text_of(changed)
        return [item.opening, start.opening]

    return apply


def _other_maxima(item: Posted, column: str, wheel: Wheel) -> list[Decimal]:
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


def limit_faults(wheel: Wheel) -> tuple[Fault, ...]:
    low_straight, high_straight = wheel.straight_ratios
    low_even, high_even = wheel.even_ratios
    return (
        fault(
            "authorised-for-nothing",
            "47.15",
            "an authorised minimum of nothing is recorded",
            _authorised_for_nothing,
        ),
        fault(
            "stake-under-minimum",
            "47.15",
            "a stake of half the table's minimum",
            _under_minimum(wheel),
        ),
        fault(
            "under-minimum-in-two-stakes",
            "47.15",
            "two stakes that together fall short of the minimum",
            _under_minimum_in_two(wheel),
        ),
        fault(
            "under-minimum-of-a-cloth",
            "47.15",
            "a stake below the minimum of the cloth it lies on",
            under_the_minimum_of_a_cloth(wheel),
        ),
        fault(
            "straight-maximum-varies",
            "47.17",
            "another straight maximum in a later session",
            _maximum_varies(wheel, STRAIGHT_COLUMN),
        ),
        fault(
            "even-maximum-varies",
            "47.17",
            "another even-chance maximum in a later session",
            _maximum_varies(wheel, EVEN_COLUMN),
        ),
        fault(
            "straight-ratio-low",
            "47.18",
            "a straight maximum just under the least ratio",
            _ratio(STRAIGHT_COLUMN, low_straight - 1),
        ),
        fault(
            "straight-ratio-high",
            "47.18",
            "a straight maximum just over the greatest ratio",
            _ratio(STRAIGHT_COLUMN, high_straight + 1),
        ),
        fault(
            "even-ratio-low",
            "47.19",
            "an even-chance maximum just under the least ratio",
            _ratio(EVEN_COLUMN, low_even - 1),
        ),
        fault(
            "even-ratio-high",
            "47.19",
            "an even-chance maximum just over the greatest ratio",
            _ratio(EVEN_COLUMN, high_even + 1),
        ),
        fault("over-maximum", "47.20", "one stake above the maximum", _over_maximum(wheel)),
        fault(
            "over-maximum-in-two-stakes",
            "47.20",
            "two stakes of one player together above his maximum",
            _over_maximum_in_two(wheel),
        ),
        fault(
            "over-maximum-on-two-cloths",
            "47.20",
            "stakes of one player on two cloths of a device together above his maximum",
            over_maximum_on_two_cloths(wheel),
        ),
        fault(
            "refused-within-maximum",
            "47.20",
            "a stake refused as over the maximum that is not",
            refused("over_maximum"),
        ),
        fault(
            "refused-as-laid",
            "47.20",
            "a stake that was laid within the maximum, refused as over it",
            refused_as_laid,
        ),
        fault(
            "refused-for-the-sum-of-players",
            "47.20",
            "a stake refused because of other players' stakes",
            refused("aggregate"),
        ),
    )
