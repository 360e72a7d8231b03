"""The reference figures of the parlour game, by simulation: two players, 52 cards, standard rules.

They depend on how the won cards go under the pile, which the rules leave free: every
figure is given for each convention, with the bounds between which it lies at 95 %.
The figures of the sources are nearest to those of cards taken at random, with every turning
up of cards counted: a tie counts for as many turns as it takes, though the trick is one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, floor, sqrt
from random import Random
from statistics import fmean, median, stdev
from typing import Final

from auditor.simulate.cards import RANKS
from auditor.simulate.parlour.engine import Taking

ACE: Final = len(RANKS) - 1
KING: Final = ACE - 1
DECK: Final = tuple(rank for rank in range(len(RANKS)) for _ in range(4))
DRAW: Final = 2  # instead of the number of the winner
NO_END: Final = 3
LONGEST: Final = 5_000  # tricks; some games never end where the order of taking is fixed
CONFIDENCE: Final = 1.96  # standard errors: 95 %

Pile = deque[int]
Under = Callable[[list[int], list[int], int], list[int]]
"""The cards of both players in the order laid, and the winner, to the order of taking."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value and the bounds between which the true one lies at 95 %."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Figure:
    """One reference figure under one convention."""

    name: str
    taking: Taking
    games: int
    unfinished: int  # games that had not ended after LONGEST tricks
    estimate: Estimate


def _alternating(first: list[int], second: list[int]) -> list[int]:
    return [card for pair in zip(first, second, strict=False) for card in pair]


def _as_played(first: list[int], second: list[int], _winner: int) -> list[int]:
    return _alternating(first, second)


def _reversed(first: list[int], second: list[int], _winner: int) -> list[int]:
    return _alternating(first, second)[::-1]


def _winner_first(first: list[int], second: list[int], winner: int) -> list[int]:
    return second + first if winner else first + second


def _losers_first(first: list[int], second: list[int], winner: int) -> list[int]:
    return first + second if winner else second + first


def _at_random(rng: Random) -> Under:
    def under(first: list[int], second: list[int], _winner: int) -> list[int]:
        if len(first) == 1:
            return first + second if rng.random() < 0.5 else second + first
        cards = first + second
        rng.shuffle(cards)
        return cards

    return under


def under_the_pile(taking: Taking, rng: Random) -> Under:
    match taking:
        case Taking.AS_PLAYED:
            return _as_played
        case Taking.REVERSED:
            return _reversed
        case Taking.WINNER_FIRST:
            return _winner_first
        case Taking.LOSERS_FIRST:
            return _losers_first
        case Taking.RANDOM:
            return _at_random(rng)


@dataclass(frozen=True, slots=True)
class Game:
    """How long a game was, and who won it: 0, 1, DRAW or NO_END."""

    tricks: int
    turns: int  # of cards face up by both: one for a trick, one more for every tie in it
    winner: int


def play(first: Sequence[int], second: Sequence[int], under: Under, longest: int = LONGEST) -> Game:
    piles = deque(first), deque(second)
    one, two = piles
    ties = 0
    for tricks in range(1, longest + 1):
        mine, other = [one.popleft()], [two.popleft()]
        winner = 0 if mine[0] > other[0] else 1
        if mine[0] == other[0]:
            winner = _tie(one, two, mine, other)
            ties += (len(mine) - 1) // 2
            if winner == DRAW:
                return Game(tricks, tricks + ties, DRAW)
        piles[winner].extend(under(mine, other, winner))
        if not piles[1 - winner]:
            return Game(tricks, tricks + ties, winner)
    return Game(longest, longest + ties, NO_END)


def _tie(one: Pile, two: Pile, mine: list[int], other: list[int]) -> int:
    """Who takes a trick that began with equal cards (`parlour.tie`, `parlour.out`)."""
    while mine[-1] == other[-1]:
        if one and two:  # face down
            mine.append(one.popleft())
            other.append(two.popleft())
            if not one and not two and mine[-1] != other[-1]:
                return 0 if mine[-1] > other[-1] else 1
        if not (one and two):
            return DRAW if not one and not two else 0 if one else 1
        mine.append(one.popleft())
        other.append(two.popleft())
    return 0 if mine[-1] > other[-1] else 1


def deal(rng: Random, given: Sequence[int] = ()) -> tuple[list[int], list[int]]:
    """Two hands of 26 cards; the first has the given cards and no more of their rank."""
    rest = [rank for rank in DECK if rank not in given]
    against = [rank for rank in DECK if rank in given]
    for rank in given:
        against.remove(rank)
    rng.shuffle(rest)
    places = len(DECK) // 2 - len(given)
    first, second = [*given, *rest[:places]], [*against, *rest[places:]]
    rng.shuffle(first)
    rng.shuffle(second)
    return first, second


def mean_of(values: Sequence[float]) -> Estimate:
    mean = fmean(values)
    error = CONFIDENCE * stdev(values) / sqrt(len(values))
    return Estimate(mean, mean - error, mean + error)


def median_of(values: Sequence[float]) -> Estimate:
    """Bounds are the order statistics between which the median lies, by the binomial law."""
    ordered = sorted(values)
    half, spread = len(ordered) / 2, CONFIDENCE * sqrt(len(ordered)) / 2
    low, high = max(0, floor(half - spread)), min(len(ordered) - 1, ceil(half + spread))
    return Estimate(median(ordered), ordered[low], ordered[high])


def share_of(hits: int, games: int) -> Estimate:
    """Bounds after Wilson."""
    square = CONFIDENCE**2
    share = hits / games
    centre = (share + square / (2 * games)) / (1 + square / games)
    spread = sqrt(share * (1 - share) / games + square / (4 * games**2))
    error = CONFIDENCE * spread / (1 + square / games)
    return Estimate(share, centre - error, centre + error)


HANDS: Final = (
    ("won with four aces", (ACE,) * 4),
    ("won with three aces", (ACE,) * 3),
    ("won with four kings", (KING,) * 4),
)


def figures(taking: Taking, games: int, seed: int) -> Iterator[Figure]:
    """Length of the games, then the chances of three hands, one after the other."""
    rng = Random(f"{seed}/{taking.value}")
    under = under_the_pile(taking, rng)
    played = [play(*deal(rng), under) for _ in range(games)]
    ended = [game for game in played if game.winner != NO_END]
    tricks, turns = [game.tricks for game in ended], [game.turns for game in ended]
    for name, estimate in (
        ("mean number of tricks", mean_of(tricks)),
        ("median number of tricks", median_of(tricks)),
        ("mean number of turns", mean_of(turns)),
        ("median number of turns", median_of(turns)),
    ):
        yield Figure(name, taking, games, games - len(ended), estimate)
    for name, given in HANDS:
        winners = [play(*deal(rng, given), under).winner for _ in range(games)]
        unfinished = winners.count(NO_END)
        share = share_of(winners.count(0), games - unfinished)
        yield Figure(name, taking, games, unfinished, share)


def all_figures(games: int = 2000, seed: int = 1) -> Iterator[Figure]:
    """Every figure under every convention."""
    for taking in Taking:
        yield from figures(taking, games, seed)
