"""The parlour game's reference figures, and the exact arithmetic of the casino games."""

from collections import deque
from fractions import Fraction
from functools import cache
from itertools import pairwise
from random import Random

import pytest

from auditor.simulate import arithmetic
from auditor.simulate.cards import RANKS
from auditor.simulate.parlour.engine import Course, Taking, UnforeseenError
from auditor.simulate.parlour.forms import STANDARD
from auditor.simulate.statistics import (
    ACE,
    DECK,
    DRAW,
    KING,
    Estimate,
    Figure,
    deal,
    figures,
    mean_of,
    median_of,
    play,
    share_of,
    under_the_pile,
)
from auditor.simulate.wheel import (
    BOULE,
    VINGT_TROIS,
    Bet,
    boule_device,
    vingt_trois_device,
)


@cache
def at_random() -> tuple[Figure, ...]:
    return tuple(figures(Taking.RANDOM, games=1500, seed=1))


def figure(name: str) -> Estimate:
    [found] = [each.estimate for each in at_random() if each.name == name]
    return found


# What the sources give as "about"; bounds of the estimate and those of the word together.
@pytest.mark.parametrize(
    ("name", "reference", "about"),
    [
        ("mean number of turns", 480, 20),
        ("median number of turns", 360, 15),
        ("won with four aces", 0.90, 0.02),
        ("won with three aces", 0.70, 0.02),
        ("won with four kings", 0.56, 0.03),
    ],
)
def test_figures_of_the_sources(name: str, reference: float, about: float) -> None:
    estimate = figure(name)
    assert estimate.low - about <= reference <= estimate.high + about
    assert estimate.low < estimate.value < estimate.high
    assert estimate.high - estimate.low < 0.2 * estimate.value


def test_a_tie_makes_a_trick_longer_and_games_at_random_end() -> None:
    assert 1.04 < figure("mean number of turns").value / figure("mean number of tricks").value < 1.1
    assert {each.unfinished for each in at_random()} == {0}


def test_the_order_of_taking_matters() -> None:
    ordered = {each.name: each for each in figures(Taking.WINNER_FIRST, games=300, seed=1)}
    assert ordered["mean number of tricks"].estimate.high < figure("mean number of tricks").low
    stubborn = next(iter(figures(Taking.AS_PLAYED, games=40, seed=1)))
    assert isinstance(stubborn, Figure)
    assert 0 < stubborn.unfinished < 40


FIXED = [taking for taking in Taking if taking is not Taking.RANDOM]


@pytest.mark.parametrize("taking", FIXED)
def test_the_fast_game_and_the_recorded_one_agree(taking: Taking) -> None:
    """Cards of one suit a rank: both games know nothing but ranks."""
    rng = Random(7)
    agreed = 0
    for _ in range(60):
        hands = deal(rng)
        fast = play(*hands, under_the_pile(taking, rng), longest=1500)
        piles = {
            player: deque(RANKS[rank] + "S" for rank in hand)
            for player, hand in zip("AB", hands, strict=True)
        }
        course = Course(STANDARD, piles, rng, taking, longest=1500)
        try:
            course.run()
        except UnforeseenError:
            assert fast.tricks == 1500
            continue
        agreed += 1
        assert course.trick == fast.tricks
        assert course.events[-1].player == {0: "A", 1: "B", DRAW: ""}[fast.winner]
    assert agreed > 10


@pytest.mark.parametrize(
    ("first", "second", "tricks", "turns", "winner"),
    [
        ([5], [3], 1, 1, 0),
        ([3, 4], [5, 2], 4, 4, 1),
        ([7, 1, 9], [7, 2, 8], 1, 2, 0),
        ([7, 1, 6], [7, 2, 6], 1, 2, DRAW),  # equal again, and no cards
        ([7, 1], [7, 2], 1, 1, 1),  # both last cards are face down: the highest wins
        ([7, 2], [7, 2], 1, 1, DRAW),
        ([7], [7], 1, 1, DRAW),
        ([7], [7, 1], 1, 1, 1),  # out in the tie
        ([7, 1], [7, 1, 2], 1, 1, 1),
    ],
)
def test_single_games(
    first: list[int], second: list[int], tricks: int, turns: int, winner: int
) -> None:
    game = play(first, second, under_the_pile(Taking.WINNER_FIRST, Random(1)))
    assert (game.tricks, game.turns, game.winner) == (tricks, turns, winner)


@pytest.mark.parametrize("given", [(), (ACE,) * 4, (ACE,) * 3, (KING,) * 4])
def test_hands_hold_what_is_given_and_no_more(given: tuple[int, ...]) -> None:
    first, second = deal(Random(3), given)
    assert len(first) == len(second) == 26
    assert sorted(first + second) == sorted(DECK)
    if given:
        assert first.count(given[0]) == len(given)


def test_bounds() -> None:
    mean = mean_of([1, 2, 3, 4, 5])
    assert mean.value == 3
    assert mean.high - mean.value == pytest.approx(1.96 * 2.5**0.5 / 5**0.5)
    middle = median_of(range(1, 102))
    assert middle.value == 51
    assert (middle.low, middle.high) == (41, 62)
    even = share_of(50, 100)
    assert even.low == pytest.approx(0.4038, abs=1e-4)
    assert even.high == pytest.approx(0.5962, abs=1e-4)
    assert share_of(0, 10).low == pytest.approx(0)


# The casino games


@pytest.mark.parametrize("seed", range(4))
def test_every_bet_of_boule_and_vingt_trois_costs_a_ninth(seed: int) -> None:
    boule = arithmetic.wheel_edges(BOULE, boule_device(Random(seed)))
    other = arithmetic.wheel_edges(VINGT_TROIS, vingt_trois_device(Random(seed)))
    assert len(boule) == 9 + 6
    assert len(other) == 14 + 2
    assert {*boule.values(), *other.values()} == {Fraction(1, 9)}
    assert Bet("odd") in boule
    assert Bet("odd") not in other


def test_bataille_with_six_decks() -> None:
    assert arithmetic.bataille_first_tie() == Fraction(23, 311)
    assert float(arithmetic.bataille_first_tie()) == pytest.approx(0.07395, abs=5e-6)
    assert float(arithmetic.bataille_always_war()) == pytest.approx(0.0342, abs=5e-5)
    assert arithmetic.bataille_tie_bet() == Fraction(58, 311)
    assert float(arithmetic.bataille_tie_bet()) == pytest.approx(0.1865, abs=5e-5)
    assert arithmetic.bataille_always_surrender() > arithmetic.bataille_always_war()


def test_punto_banco_with_eight_decks() -> None:
    often = arithmetic.baccarat_outcomes()
    assert sum(often.values()) == 1
    edges = {bet: float(edge) for bet, edge in arithmetic.baccarat_edges().items()}
    assert edges["player"] == pytest.approx(0.01235, abs=5e-6)
    assert edges["banker"] == pytest.approx(0.01058, abs=5e-6)
    assert edges["tie"] == pytest.approx(0.1436, abs=5e-5)
    # The published counts of the 416 · 415 · … · 411 orders of six cards.
    assert often["banker"] == Fraction(2_292_252_566_437_888, 4_998_398_275_503_360)
    assert often["player"] == Fraction(2_230_518_282_592_256, 4_998_398_275_503_360)


def test_more_decks_bring_more_ties() -> None:
    ties = [arithmetic.baccarat_outcomes(decks)["tie"] for decks in (1, 2, 4)]
    assert all(one != two for one, two in pairwise(ties))
