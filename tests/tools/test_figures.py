"""The figures of the parlour game: games played by hand, and the bounds that the sources give."""

from __future__ import annotations

from random import Random

import pytest

from tools.figures import (
    ACE,
    CONVENTIONS,
    KING,
    Convention,
    PileOrder,
    ShortPlayer,
    chance,
    dealt,
    lengths,
    main,
    play,
    report,
    wilson,
)

WINNER_FIRST = Convention(PileOrder.WINNER_FIRST, ShortPlayer.OUT)
PUBLISHED = Convention(PileOrder.ANY, ShortPlayer.REFILLS)


@pytest.mark.parametrize(
    ("first", "second", "outcome"),
    [
        ([5], [4], (0, 1)),
        ([4, 9], [5, 3], (0, 6)),  # 5 over 4, 9 over 3, 9 over 5, 4 over 3, 9 over 4, 5 over 3
        ([5, 2, 9], [5, 3, 8], (0, 1)),  # a tie: one down, one up, 9 over 8
        ([5, 2], [5, 3, 8], (1, 1)),  # short of cards in the tie: out
        ([5], [5], (-1, 1)),  # both end on the same tie: a draw
    ],
)
def test_games_played_by_hand(
    first: list[int], second: list[int], outcome: tuple[int, int]
) -> None:
    assert play((first, second), WINNER_FIRST, Random(1)) == outcome


def test_whoever_is_short_takes_over_what_he_lacks() -> None:
    # Both show a 5; the first has only a 2 for the tie, takes an 8 over and turns it up over the 4.
    refills = Convention(PileOrder.WINNER_FIRST, ShortPlayer.REFILLS)
    assert play(([5, 2], [5, 8, 3, 4]), refills, Random(1)) == (0, 1)
    assert play(([5, 2], [5, 8, 3, 4]), WINNER_FIRST, Random(1)) == (1, 1)


def test_a_named_hand_holds_exactly_so_many() -> None:
    first, second = dealt(Random(3), ACE, 3)
    assert first.count(ACE) == 3
    assert second.count(ACE) == 1
    assert len(first) == len(second) == 26
    assert sorted(first + second) == sorted(list(range(2, 15)) * 4)


@pytest.mark.nightly
def test_the_published_figures_are_those_of_one_convention() -> None:
    found = lengths(PUBLISHED, 1000, 5)
    assert found.mean.low < 480 < found.mean.high
    assert found.median.low < 360 < found.median.high
    assert abs(chance(PUBLISHED, ACE, 4, 800, 5).chance.value - 0.90) < 0.04
    assert abs(chance(PUBLISHED, ACE, 3, 800, 5).chance.value - 0.70) < 0.04
    assert abs(chance(PUBLISHED, KING, 4, 800, 5).chance.value - 0.56) < 0.04


def test_the_order_of_the_cards_won_matters() -> None:
    assert lengths(WINNER_FIRST, 800, 2).mean.high < lengths(PUBLISHED, 800, 2).mean.low


def test_wilson_stays_between_nothing_and_all() -> None:
    assert 0 < wilson(0, 50).high < 0.1
    assert wilson(50, 50).high <= 1.0


@pytest.fixture(scope="module")
def lines() -> list[str]:
    return list(report(30, 1))


def test_every_convention_is_reported(lines: list[str]) -> None:
    assert sum(line.startswith("cards won") for line in lines) == len(CONVENTIONS)


def test_the_same_figures_are_printed_again(
    lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    main(["--games", "30", "--seed", "1"])
    assert capsys.readouterr().out.splitlines() == lines
