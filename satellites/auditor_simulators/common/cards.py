"""Playing cards as the log writes them: rank then suit, `AS 10H KD 2C`."""

from __future__ import annotations

from random import Random
from typing import Final

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS: Final = ("S", "H", "D", "C")
DECK: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)

_STRENGTH: Final = {card: RANKS.index(card[:-1]) for card in DECK}


def rank(card: str) -> str:
    return card[:-1]


def strength(card: str) -> int:
    """Place of the card in the order A K Q J 10 … 2, ace high: 12 for an ace, 0 for a two."""
    return _STRENGTH[card]


def shuffled(decks: int, rng: Random) -> list[str]:
    """The cards of so many decks in an order drawn at random; the first leaves the shoe first."""
    cards = list(DECK) * decks
    rng.shuffle(cards)
    return cards
