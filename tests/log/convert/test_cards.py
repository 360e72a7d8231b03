"""Cards in French, in English and in Italian."""

import pytest

from auditor.log.convert.card_names import (
    rank_readings,
    readings,
    suit_readings,
)

RANKS = {"A": "A", "K": "R", "Q": "D", "J": "V"} | {str(n): str(n) for n in range(2, 11)}
SUITS = {"S": "P", "H": "C", "D": "K", "C": "T"}
SIGNS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
WORDS = {"S": "pique", "H": "cœur", "D": "carreau", "C": "trèfle"}
NAMES = {"A": "As", "K": "Roi", "Q": "Dame", "J": "Valet"}
CARDS = [(rank, suit) for rank in RANKS for suit in SUITS]


@pytest.mark.parametrize(("rank", "suit"), CARDS)
def test_every_card_reads_in_either_notation(rank: str, suit: str) -> None:
    card = rank + suit
    assert readings(card).by("en") == card
    assert readings(RANKS[rank] + SUITS[suit]).by("fr") == card
    assert readings(f"{RANKS[rank]}{SIGNS[suit]}").by("fr") == card
    assert readings(f"{rank} {SIGNS[suit]}").by("en") == card
    assert readings(f"{NAMES.get(rank, rank)} de {WORDS[suit]}").sure == card


def test_only_clubs_and_hearts_are_in_doubt() -> None:
    doubtful = [card for card in (f"{r}{s}" for r, s in CARDS) if readings(card).sure is None]
    assert doubtful == ["AC", *(f"{n}C" for n in range(2, 11))]
    assert readings("10C")[:2] == ("10H", "10C")
    french = [f"{RANKS[r]}{SUITS[s]}" for r, s in CARDS]
    assert [card for card in french if readings(card).sure is None] == doubtful


@pytest.mark.parametrize(("rank", "suit"), CARDS)
def test_every_card_reads_in_italian(rank: str, suit: str) -> None:
    letters = {"S": "P", "H": "C", "D": "Q", "C": "F"}
    assert readings(rank + letters[suit]).by("it") == rank + suit


@pytest.mark.parametrize(("rank", "suit"), CARDS)
def test_a_suit_may_stand_first(rank: str, suit: str) -> None:
    assert readings(suit + rank, "suit first").by("en") == rank + suit
    assert readings(SUITS[suit] + RANKS[rank], "suit first").by("fr") == rank + suit
    assert readings(SIGNS[suit] + rank, "suit first").by("en") == rank + suit


def test_ranks_and_suits() -> None:
    assert rank_readings("D") == ("Q", None, "Q")
    assert rank_readings("10").sure == "10"
    assert suit_readings("C") == ("H", "C", "H")
    assert suit_readings("Carreau").sure == "D"
