"""Cards in columns: which of them lack their suits, and which have one rank."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from auditor.engine.store.encoding import Lexicons
from auditor.engine.store.vector import Bools, Ints
from auditor.types import CARD
from auditor.values import Card, lacks_suit


@dataclass(frozen=True, slots=True)
class CardCodes:
    """By the number of a card: the number of its rank, and whether its suit is not known."""

    ranks: Ints
    suitless: Bools


def card_codes(lexicons: Lexicons) -> CardCodes | None:
    """The ranks of the cards of a log, and which lack their suit; None where none does."""
    cards = [value for value in lexicons.of(CARD).values if isinstance(value, Card)]
    if not any(map(lacks_suit, cards)):
        return None
    ranks = {card.rank: at for at, card in enumerate(cards)}
    return CardCodes(
        np.array([ranks[card.rank] for card in cards], np.int64),
        np.array([lacks_suit(card) for card in cards], bool),
    )
