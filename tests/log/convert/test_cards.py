"""Cards in French and in English."""

import pytest

from auditor.log.convert.card_names import (
    are_numbers,
    card,
    have_numbers,
    may_be_points,
    numbered_readings,
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


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("Karo Dame", "QD"),
        ("Pik 8", "8S"),
        ("Herz Ass", "AH"),
        ("Kreuz Bube", "JC"),
        ("Karo-König", "KD"),
        ("Rey de picas", "KS"),
        ("Jota de corazones", "JH"),
        ("As de tréboles", "AC"),
        ("10 de diamantes", "10D"),
        ("Asso di picche", "AS"),
        ("Re di Cuori", "KH"),
        ("Regina di quadri", "QD"),
        ("Donna di quadri", "QD"),
        ("Fante di fiori", "JC"),
        ("Dieci di fiori", "10C"),
        ("Rei de ouros", "KD"),
        ("Ás de paus", "AC"),
        ("Schoppen heer", "KS"),
        ("Hearts Queen", "QH"),
        ("carreau roi", "KD"),
    ],
)
def test_names_of_cards_in_other_languages(text: str, card: str) -> None:
    assert readings(text).sure == card


@pytest.mark.parametrize("text", ["Karo", "Herz", "Pik 11", "cuori", "Dame", "Re"])
def test_half_a_name_is_no_card_with_a_suit(text: str) -> None:
    assert not any(readings(text))


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("13-S", "KS"),
        ("h13", "KH"),
        ("1♥", "AH"),
        ("♦11", "JD"),
        ("14 of spades", "AS"),
        ("12_diamonds", "QD"),
        ("5 de pique", "5S"),
    ],
)
def test_numbers_beside_suits(text: str, card: str) -> None:
    assert numbered_readings(text).sure == card


@pytest.mark.parametrize("text", ["13", "S", "15S", "0S", "s5h", "h", "J5", "1S2", "table 3 bis"])
def test_no_numbers_beside_suits(text: str) -> None:
    assert not any(numbered_readings(text))


@pytest.mark.parametrize(
    ("texts", "numbers"),
    [
        (["13-S", "1-H", "5-D"], True),
        (["14♠", "11♥", "2♣"], True),
        (["5S", "10H", "9D"], False),  # no court card: nothing hangs on it
        (["13S", "KH"], False),
        (["1S", "14H", "5D"], False),
        (["0S", "12H", "5D"], False),  # counted from 0, of which nobody knows what it is
    ],
)
def test_a_file_whose_ranks_are_numbers(texts: list[str], numbers: bool) -> None:
    assert have_numbers(texts) is numbers


def test_only_clubs_and_hearts_are_in_doubt() -> None:
    doubtful = [card for card in (f"{r}{s}" for r, s in CARDS) if readings(card).sure is None]
    assert doubtful == ["AC", *(f"{n}C" for n in range(2, 11))]
    assert readings("10C") == ("10H", "10C")
    french = [f"{RANKS[r]}{SUITS[s]}" for r, s in CARDS]
    assert [card for card in french if readings(card).sure is None] == doubtful


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("RP", "KS"),
        ("rp", "KS"),
        ("10 de coeur", "10H"),
        ("As de trèfle", "AC"),
        ("dix de carreau", "10D"),
        ("10 cœur", "10H"),
        ("A♥", "AH"),
        ("♥ 10", "10H"),
        ("10♥️", "10H"),
        ("V-T", "JC"),
        ("10Ca", "10D"),
        ("King of Spades", "KS"),
        ("TS", "10S"),
        ("0S", "10S"),
        ("0P", "10S"),
        ("TP", "10S"),
        ("JK1", "JK1"),
        ("RJ", "JK1"),
        ("Joker noir", "JK2"),
        ("[8♣]", "8C"),
        ("🂡", "AS"),
        ("🂽", "QH"),
    ],
)
def test_a_card_that_reads_in_one_way_only(text: str, card: str) -> None:
    assert readings(text).sure == card


@pytest.mark.parametrize("text", ["", "1Z", "As", "roi", "11P", "XX", "♥", "RR"])
def test_what_is_no_card_in_french(text: str) -> None:
    assert readings(text).fr is None


@pytest.mark.parametrize(("rank", "suit"), CARDS)
def test_a_suit_may_stand_first(rank: str, suit: str) -> None:
    assert readings(suit + rank, suit_first=True).by("en") == rank + suit
    assert readings(SUITS[suit] + RANKS[rank], suit_first=True).by("fr") == rank + suit
    assert readings(SIGNS[suit] + rank, suit_first=True).by("en") == rank + suit


@pytest.mark.parametrize(
    "text", ["7", "K", "10", "T", "a", "Ace", "As", "Roi", "dame", "neuf", "V"]
)
def test_a_card_may_be_told_by_its_rank_alone(text: str) -> None:
    ranks = {"Roi": "K", "dame": "Q", "neuf": "9", "V": "J", "T": "10", "Ace": "A", "As": "A"}
    french = text in ("Roi", "dame", "neuf", "V", "As")
    assert card(text, "fr" if french else "en") == ranks.get(text, text.upper())


@pytest.mark.parametrize("text", ["0", "1", "11", "13", "14", "C", "♥", "D"])
def test_what_is_no_rank_in_english(text: str) -> None:
    assert card(text, "en") is None


def test_cards_that_are_numbers() -> None:
    read = [card(str(number), "numbers") for number in range(16)]
    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K", "A"]
    assert read == [None, *ranks, None]
    assert card("JK1", "numbers") == "JK1"


@pytest.mark.parametrize(
    ("texts", "numbers", "points"),
    [
        (["1", "7", "13"], True, False),
        (["14", "7", "2"], True, False),
        (["1", "7", "14"], False, False),  # one of them is no ace
        (["2", "7", "10"], False, False),  # each is its own rank
        (["1", "7", "13", "JK1", "#REF!"], True, False),  # a joker, and a cell that is no card
        (["1", "7", "K"], False, False),
        (["1", "7", "13", "AS"], False, False),
        ([str(number) for number in range(1, 11)], True, True),
        ([str(number) for number in range(2, 11)], False, True),
        ([str(number) for number in range(1, 14)], True, False),
        ([str(number) for number in range(10)], True, False),  # points, of which the 0 is not read
        ([], False, False),
    ],
)
def test_whether_cards_are_numbers_or_points(texts: list[str], numbers: bool, points: bool) -> None:
    assert (are_numbers(texts), may_be_points(texts)) == (numbers, points)


def test_ranks_and_suits() -> None:
    assert rank_readings("D") == ("Q", None)
    assert rank_readings("10").sure == "10"
    assert suit_readings("C") == ("H", "C")
    assert suit_readings("Carreau").sure == "D"
