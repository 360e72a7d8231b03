"""Of every order of a few moves an audit says what double entry says.

A settlement that no story makes right is found; of one that all stories make right nothing is said.
Where stories differ nobody is accused, unless the declared readings leave none that is right.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from tests.settlement.audited import Engine, accused
from tests.settlement.games import PLAYS, Play, Spot
from tests.settlement.ledger import Answer, Move
from tests.settlement.orders import after, orders
from tests.settlement.writing import log_of

BY_DAY = 3
EVERY_PLAY = pytest.mark.parametrize("play", PLAYS, ids=str)


@dataclass(frozen=True, slots=True)
class Deviation:
    """Spots of which an audit may say something else, and why."""

    because: str
    holds: Callable[[Play, Spot], bool]


def _given_and_taken(_play: Play, spot: Spot) -> bool:
    return {"give_back", "collect"} <= _kinds(spot.after)


def _refused_at_a_wheel(play: Play, spot: Spot) -> bool:
    kinds = _kinds(spot.before)
    return play.game in {"boule", "vingt-trois"} and (
        "stake_refuse" in kinds or {"stake_change", "give_back"} <= kinds
    )


def _commission_on_nothing(play: Play, spot: Spot) -> bool:
    return bool(play.commissions) and _came_off(spot)


def _came_off_before_a_war(play: Play, spot: Spot) -> bool:
    return play.at_war and _came_off(spot)


def _told_again(_play: Play, spot: Spot) -> bool:
    came_off = {"stake_change", "stake_refuse"} & _kinds(spot.before)
    return bool(came_off) and "give_back" in _kinds(spot.after)


def _came_off(spot: Spot) -> bool:
    return not _kinds(spot.before).isdisjoint({"give_back", "stake_withdraw", "stake_refuse"})


def _kinds(moves: Sequence[Move]) -> set[str]:
    return {move.kind for move in moves}


DEVIATIONS: tuple[Deviation, ...] = (
    Deviation("sums of what is collected and handed back have no order", _given_and_taken),
    Deviation("a refusal at a wheel is of the stake before it", _refused_at_a_wheel),
    Deviation("of a commission on no bet nothing is asked", _commission_on_nothing),
    Deviation("what came off before a war counts as handed back after it", _came_off_before_a_war),
    Deviation("what came off before is taken to be told of once more, or never", _told_again),
)


def differences(play: Play, most: int) -> list[str]:
    """Where the audit and the double entry differ, the shortest first."""
    spots = list(orders(play, most))
    found = accused(play.game, log_of(play, spots))
    return [
        f"{spot}: {every.value}, and {sorted(rules) or 'no finding'}"
        for number, spot in enumerate(spots, 1)
        if not any(own.holds(play, spot) for own in DEVIATIONS)
        for every, read in [play.answers(spot)]
        for rules in [found.get(f"P{number}", set())]
        if (not rules if every is Answer.WRONG else bool(rules) and read is not Answer.WRONG)
    ]


@pytest.mark.sampled(2)
@EVERY_PLAY
def test_every_order_of_a_few_moves(play: Play) -> None:
    assert differences(play, BY_DAY) == []


@pytest.mark.nightly
@EVERY_PLAY
def test_every_order_of_more_moves(play: Play) -> None:
    """Of five where a stake is settled in two amounts: with more there are too many."""
    simple = len(after(play)) == len(after(PLAYS[0]))
    assert differences(play, 5 if simple else 4) == []


@pytest.mark.sampled(5)
@EVERY_PLAY
def test_every_engine_says_the_same(play: Play) -> None:
    """The columns alone, each violation proved, and the reference: of some spots of every kind."""
    some = list(orders(play, 4))[:: 101 if play.at_war else 37]
    rows = log_of(play, some)
    engines: tuple[Engine, ...] = ("columns", "proved", "reference")
    columns, proved, reference = (accused(play.game, rows, engine) for engine in engines)
    assert columns
    assert columns == proved == reference
