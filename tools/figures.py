"""Reference figures of the parlour game for two, by playing it: lengths of games, worth of hands.

The sources give a mean of about 480 tricks and a median of about 360 without saying in which
order the cards won go under the pile, nor what becomes of a player who is short of cards in a
tie.  Both matter, so that each is played: their figures are those of cards taken in any order
where a short player takes what he lacks from the top of the other's pile.

Printed by `python -m tools.figures [--games N] [--seed N]`.
"""

from __future__ import annotations

import argparse
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from math import sqrt
from random import Random
from statistics import fmean, median, stdev
from typing import Final

ACE, KING, LOWEST = 14, 13, 2
COPIES = 4
AT_A_TIE: Final = 2
"""Cards that each puts down at a tie: one hidden, one shown."""
ENDLESS: Final = 50_000
"""Tricks after which a game is taken to have no end: fixed orders have loops."""

_SURE = 1.96  # standard deviations either side of 95 % of a normal law


class PileOrder(StrEnum):
    """The order in which the cards won go under the winner's pile."""

    WINNER_FIRST = "the winner's cards, then the loser's"
    LOSER_FIRST = "the loser's cards, then the winner's"
    ANY = "in any order, drawn each time"


class ShortPlayer(StrEnum):
    """The fate of a player who cannot put down all the cards that a tie asks for."""

    OUT = "is out"
    REFILLS = "takes them from the other's pile"


@dataclass(frozen=True, slots=True)
class Convention:
    """Choices that the rules leave open, or that a variant makes differently."""

    order: PileOrder
    short: ShortPlayer

    def __str__(self) -> str:
        return f"cards won: {self.order}; a player short of cards in a tie {self.short}"


CONVENTIONS: Final = tuple(Convention(order, short) for short in ShortPlayer for order in PileOrder)


@dataclass(frozen=True, slots=True)
class Estimate:
    """An estimate with its 95 % confidence interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Lengths:
    """How long games last, in tricks; `endless` of the `games` were given up."""

    convention: Convention
    games: int
    endless: int
    mean: Estimate
    median: Estimate


@dataclass(frozen=True, slots=True)
class Chance:
    """How often the hand described wins its game."""

    convention: Convention
    hand: str
    games: int
    chance: Estimate


def play(
    hands: tuple[list[int], list[int]], convention: Convention, rng: Random
) -> tuple[int, int]:
    """The winner (0 or 1, -1 for a draw or no end) and the number of tricks.

    At a tie each puts down one card and turns up one more (parlour.tie).
    """
    piles = (deque(hands[0]), deque(hands[1]))
    for trick in range(1, ENDLESS + 1):
        tables: tuple[list[int], list[int]] = ([piles[0].popleft()], [piles[1].popleft()])
        winner = _higher(tables)
        while winner < 0 and _can_go_on(piles, convention.short):
            for pile, table in zip(piles, tables, strict=True):
                table += [pile.popleft() for _ in range(AT_A_TIE)]
            winner = _higher(tables)
        if winner < 0 and len(piles[0]) != len(piles[1]):
            winner = 0 if len(piles[0]) > len(piles[1]) else 1  # the other is out (parlour.out)
            tables[1 - winner].extend(piles[1 - winner])  # what he has goes on the table
            piles[1 - winner].clear()
        if winner < 0:
            return -1, trick
        piles[winner].extend(_under(tables, winner, convention.order, rng))
        if not piles[1 - winner]:
            return winner, trick
    return -1, ENDLESS


def _can_go_on(piles: tuple[deque[int], deque[int]], short: ShortPlayer) -> bool:
    """Both have the cards for a tie; missing ones are taken over first where that is the rule."""
    if short is ShortPlayer.REFILLS and len(piles[0]) + len(piles[1]) >= 2 * AT_A_TIE:
        for pile, other in (piles, piles[::-1]):
            while len(pile) < AT_A_TIE:
                pile.append(other.popleft())
    return min(map(len, piles)) >= AT_A_TIE


def _higher(tables: tuple[list[int], list[int]]) -> int:
    first, second = tables[0][-1], tables[1][-1]
    return 0 if first > second else 1 if second > first else -1


def _under(
    tables: tuple[list[int], list[int]], winner: int, order: PileOrder, rng: Random
) -> list[int]:
    won = [*tables[winner], *tables[1 - winner]]
    if order is PileOrder.LOSER_FIRST:
        return [*tables[1 - winner], *tables[winner]]
    if order is PileOrder.ANY:
        rng.shuffle(won)
    return won


def dealt(rng: Random, rank: int = 0, held: int = 0) -> tuple[list[int], list[int]]:
    """Two hands of 26; the first holds exactly so many cards of the rank, where one is named."""
    rest = [r for r in range(LOWEST, ACE + 1) if r != rank for _ in range(COPIES)]
    rng.shuffle(rest)
    cut = 26 - held
    first = rest[:cut] + [rank] * held
    second = rest[cut:] + ([rank] * (COPIES - held) if rank else [])
    rng.shuffle(first)
    rng.shuffle(second)
    return first, second


def lengths(convention: Convention, games: int, seed: int) -> Lengths:
    """Mean and median number of tricks over so many games; endless ones are left out."""
    rng = Random(f"lengths/{convention}/{seed}")
    counts = sorted(
        tricks
        for _, tricks in _played(convention, games, rng, lambda: dealt(rng))
        if tricks < ENDLESS
    )
    margin = _SURE * stdev(counts) / sqrt(len(counts))
    mean = fmean(counts)
    # The ranks between which the true median lies, by the binomial law.
    spread = _SURE * sqrt(len(counts)) / 2
    middle = len(counts) / 2
    low, high = (
        counts[max(0, int(middle - spread))],
        counts[min(len(counts) - 1, int(middle + spread))],
    )
    return Lengths(
        convention,
        games,
        games - len(counts),
        Estimate(mean, mean - margin, mean + margin),
        Estimate(median(counts), low, high),
    )


def chance(convention: Convention, rank: int, held: int, games: int, seed: int) -> Chance:
    """How often a hand with exactly so many cards of the rank wins; a draw is no win."""
    rng = Random(f"chance/{convention}/{rank}/{held}/{seed}")
    wins = sum(
        winner == 0 for winner, _ in _played(convention, games, rng, lambda: dealt(rng, rank, held))
    )
    name = {ACE: "aces", KING: "kings"}[rank]
    return Chance(convention, f"{held} {name}", games, wilson(wins, games))


def wilson(wins: int, games: int) -> Estimate:
    """Wilson's interval for a share: right also near 0 and 1."""
    share, square = wins / games, _SURE**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = (
        _SURE * sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    )
    return Estimate(share, middle - half, middle + half)


def _played(
    convention: Convention, games: int, rng: Random, deal: Callable[[], tuple[list[int], list[int]]]
) -> Iterator[tuple[int, int]]:
    for _ in range(games):
        yield play(deal(), convention, rng)


HANDS: Final = ((ACE, 4), (ACE, 3), (KING, 4))
"""The hands of which the sources give the chance to win."""


def report(games: int, seed: int) -> Iterator[str]:
    """The figures of every convention, a line each."""
    for convention in CONVENTIONS:
        yield f"{convention}:"
        found = lengths(convention, games, seed)
        mean, middle = found.mean, found.median
        yield f"  tricks, mean    {mean.value:7.1f}  [{mean.low:.1f}, {mean.high:.1f}]"
        yield f"  tricks, median  {middle.value:7.1f}  [{middle.low:.0f}, {middle.high:.0f}]"
        if found.endless:
            yield f"  without end     {found.endless:5} of {found.games} games"
        for rank, held in HANDS:
            share = chance(convention, rank, held, games, seed)
            of = share.chance
            yield f"  {share.hand + ' win':14}  {of.value:7.1%}  [{of.low:.1%}, {of.high:.1%}]"


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the figures of every convention."""
    parser = argparse.ArgumentParser(prog="python -m tools.figures", description=main.__doc__)
    parser.add_argument("--games", type=int, default=20_000, help="games played for each figure")
    parser.add_argument("--seed", type=int, default=1, help="the same seed gives the same figures")
    chosen = parser.parse_args(arguments)
    for line in report(chosen.games, chosen.seed):
        sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    main()
