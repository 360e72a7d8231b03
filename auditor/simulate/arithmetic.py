"""The exact advantage of the house at the casino games, as fractions.

Every figure is what the house keeps on average of a stake of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Final

from auditor.simulate.punto_banco_rules import (
    COMMISSION,
    DECKS,
    TIE_ODDS,
    banker_draws,
    player_draws,
    winner,
)
from auditor.simulate.wheel import STRAIGHT, Bet, Place, Wheel

ONE: Final = Decimal(1)
BATAILLE_DECKS: Final = 6
RANKS: Final = 13


def wheel_edges(wheel: Wheel, board: Sequence[Place]) -> dict[Bet, Fraction]:
    """Of every bet that article 47 allows, on a device whose places are equally likely."""
    bets = [Bet(STRAIGHT, number) for number in range(1, wheel.numbers + 1)]
    bets += [Bet(name) for name in wheel.even_bets]
    return {bet: _edge(wheel, board, bet) for bet in bets}


def _edge(wheel: Wheel, board: Sequence[Place], bet: Bet) -> Fraction:
    won = sum(wheel.wins(bet, place) for place in board)
    gain = won * Fraction(wheel.payout(bet, ONE))
    return Fraction(len(board) - won - gain) / len(board)


def bataille_first_tie(decks: int = BATAILLE_DECKS) -> Fraction:
    """How often the first card of a hand equals the croupier's (55-19.24)."""
    return Fraction(4 * decks - 1, 52 * decks - 1)


def bataille_war_tie(decks: int = BATAILLE_DECKS) -> Fraction:
    """How often the second cards are equal after a first tie (55-19.27)."""
    others, same = 4 * decks, 4 * decks - 2
    pairs = same * (same - 1) + (RANKS - 1) * others * (others - 1)
    cards = 52 * decks - 2
    return Fraction(pairs, cards * (cards - 1))


def bataille_always_war(decks: int = BATAILLE_DECKS) -> Fraction:
    """For the player who never gives up: a war won brings one stake, a war lost costs two."""
    decided = 1 - bataille_war_tie(decks)
    return bataille_first_tie(decks) * decided / 2


def bataille_always_surrender(decks: int = BATAILLE_DECKS) -> Fraction:
    """For the player who always takes back half of his stake."""
    return bataille_first_tie(decks) / 2


def bataille_tie_bet(decks: int = BATAILLE_DECKS) -> Fraction:
    """Of the tie bet at ten to one (55-19.32)."""
    tie = bataille_first_tie(decks)
    return 1 - 11 * tie


def baccarat_outcomes(decks: int = DECKS) -> dict[str, Fraction]:
    """How often the player, the banker and neither wins, by all orders of the values."""
    shoe = [16 * decks, *([4 * decks] * 9)]
    ways = {"player": 0, "banker": 0, "tie": 0}
    for cards in product(range(10), repeat=4):
        weight = _draw(shoe, cards)
        scores = (cards[0] + cards[2]) % 10, (cards[1] + cards[3]) % 10
        for result, count in _thirds(shoe, *scores):
            ways[result] += weight * count
        for card in cards:
            shoe[card] += 1
    total = sum(ways.values())
    return {result: Fraction(count, total) for result, count in ways.items()}


def _draw(shoe: list[int], cards: Sequence[int]) -> int:
    """Takes these values out of the shoe; returns in how many ways that can be done."""
    ways = 1
    for card in cards:
        ways *= shoe[card]
        shoe[card] -= 1
    return ways


def _thirds(shoe: list[int], player: int, banker: int) -> Iterator[tuple[str, int]]:
    """Results and their ways, each counted over two more cards whether they are dealt or not."""
    left = sum(shoe)
    if not player_draws(player, banker):
        if not banker_draws(player, banker, None):
            yield winner(player, banker), left * (left - 1)
            return
        for card, count in enumerate(shoe):
            yield winner(player, (banker + card) % 10), count * (left - 1)
        return
    for third, count in enumerate(shoe):
        total = (player + third) % 10
        if not banker_draws(player, banker, third):
            yield winner(total, banker), count * (left - 1)
            continue
        shoe[third] -= 1
        for card, more in enumerate(shoe):
            yield winner(total, (banker + card) % 10), count * more
        shoe[third] += 1


def baccarat_edges(decks: int = DECKS) -> dict[str, Fraction]:
    """Of the three bets; stakes handed back on a tie count as staked."""
    often = baccarat_outcomes(decks)
    return {
        "player": often["banker"] - often["player"],
        "banker": often["player"] - (1 - Fraction(COMMISSION)) * often["banker"],
        "tie": 1 - (TIE_ODDS + 1) * often["tie"],
    }
