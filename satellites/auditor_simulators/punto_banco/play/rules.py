"""Punto banco as the sources tell it: values, drawing, winner, odds."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from typing import Final

DECKS: Final = 8  # baccarat.decks
COMMISSION: Final = Decimal("0.05")  # baccarat.pay-banker
TIE_ODDS: Final = 8  # baccarat.pay-tie
SIDES: Final = ("player", "banker")
BETS: Final = (*SIDES, "tie")

# baccarat.banker-draw: the values of the player's third card on which the banker draws, by score.
_BANKER_DRAWS: Final = (
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)),
    frozenset(range(10)) - {8},
    frozenset(range(2, 8)),
    frozenset(range(4, 8)),
    frozenset({6, 7}),
    frozenset[int](),
)


@cache
def value(card: str) -> int:
    """baccarat.values: pictures and tens nothing, an ace one, others their pips."""
    rank = card[:-1]
    if rank in {"10", "J", "Q", "K"}:
        return 0
    return 1 if rank == "A" else int(rank)


def score(hand: Sequence[str]) -> int:
    return sum(value(card) for card in hand) % 10


def player_draws(player: int, banker: int) -> bool:
    """baccarat.natural and baccarat.player-draw, by the scores of two cards."""
    return max(player, banker) < 8 and player <= 5


def banker_draws(player: int, banker: int, third: int | None) -> bool:
    """baccarat.natural, baccarat.banker-draw; `third`: value of the player's third card."""
    if max(player, banker) >= 8:
        return False
    if third is None:
        return banker <= 5
    return third in _BANKER_DRAWS[banker]


def winner(player: int, banker: int) -> str:
    """baccarat.winner: whoever is nearer to nine, or `tie`."""
    if player == banker:
        return "tie"
    return "player" if player > banker else "banker"


def winnings(bet: str, amount: Decimal) -> Decimal:
    """The winnings of a bet before commission."""
    return amount * TIE_ODDS if bet == "tie" else amount
