"""Of every order of a few moves an audit says what double entry says.

A settlement that no story makes right is found; of one that all stories make right nothing is said.
Where stories differ nobody is accused, unless the declared readings leave none that is right.
"""

from __future__ import annotations

import pytest

from tests.settlement.audited import Engine, accused
from tests.settlement.compared import accused_on_no_ground, differences
from tests.settlement.games import PLAYS, Play
from tests.settlement.orders import after, emptied, lying_on, orders, too_late
from tests.settlement.writing import log_of

BY_DAY = 3
EVERY_PLAY = pytest.mark.parametrize("play", PLAYS, ids=str)
WITHOUT_A_WAR = pytest.mark.parametrize("play", [own for own in PLAYS if not own.at_war], ids=str)


@pytest.mark.sampled(4)
@EVERY_PLAY
def test_every_order_of_a_few_moves(play: Play) -> None:
    assert differences(play, [*orders(play, BY_DAY)]) == []


@pytest.mark.sampled(12)
@WITHOUT_A_WAR
def test_an_amount_that_is_not_written_down_accuses_nobody(play: Play) -> None:
    spots = emptied(orders(play, BY_DAY))
    assert accused_on_no_ground(play, [*spots]) == []


@pytest.mark.sampled(2)
@WITHOUT_A_WAR
def test_a_stake_that_is_left_lying_is_played_for(play: Play) -> None:
    assert differences(play, [*lying_on(play, 2)]) == []


@pytest.mark.sampled(8)
@WITHOUT_A_WAR
def test_moves_after_the_close_of_bets_accuse_nobody_of_settling_wrongly(play: Play) -> None:
    assert differences(play, [*too_late(play, 3)]) == []


@pytest.mark.nightly
@WITHOUT_A_WAR
def test_a_stake_that_is_left_lying_in_more_orders(play: Play) -> None:
    assert differences(play, [*lying_on(play, 3)]) == []


@pytest.mark.nightly
@EVERY_PLAY
def test_every_order_of_more_moves(play: Play) -> None:
    """Of five where a stake is settled in two amounts: with more there are too many."""
    simple = len(after(play)) == len(after(PLAYS[0]))
    assert differences(play, [*orders(play, 5 if simple else 4)]) == []


@pytest.mark.sampled(10)
@EVERY_PLAY
def test_every_engine_says_the_same(play: Play) -> None:
    """The columns alone, each violation proved, and the reference: of some spots of every kind."""
    every = list(orders(play, 4))
    rows = log_of(play, every[:: len(every) // 40])
    engines: tuple[Engine, ...] = ("columns", "proved", "reference")
    columns, proved, reference = (accused(play.game, rows, engine) for engine in engines)
    assert columns
    assert columns == proved == reference
