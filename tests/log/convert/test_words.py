"""Headers and words as programs write them compare as people read them."""

import pytest

from auditor.log.convert.lexicon import lexicon
from auditor.log.convert.written import normalise
from auditor.types import Enumeration


@pytest.mark.parametrize(
    "name",
    [
        "N DE COUP",
        "N_COUP",
        "NCOUP",
        "N.COUP",
        "N° coup",
        "n° du coup",
        "No de coup",
        "NoCoup",
        "Coup no.",
        "COUP N",
        "Round #",
        "Round No",
        "hand_no",
        "HandNo",
        "Hand Number",
        "GameID",
        "nume\u0301ro de coup",
        "ROUND_ID",
        "Tour",
    ],
)
def test_a_number_of_coups(name: str) -> None:
    assert "coup" in lexicon().columns.get(normalise(name), ())


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("ShoeID", "shoe"),
        ("Shoe #", "shoe"),
        ("shoe_id", "shoe"),
        ("N_SABOT", "shoe"),
        ("Table n°", "table"),
        ("TableName", "table"),
        ("N DE TABLE", "table"),
        ("created_at", "time"),
        ("DateTime", "time"),
        ("PlayerScore", "player_score"),
        ("banker_total", "banker_score"),
        ("SeatNo", "seat"),
        ("user_id", "player"),
        ("WinningNumber", "number"),
    ],
)
def test_columns_of_programs(name: str, field: str) -> None:
    assert field in lexicon().columns.get(normalise(name), ())


@pytest.mark.parametrize("text", ["No more bets", "NO MORE BETS!", "NoMoreBets", "no_more_bets"])
def test_words_that_begin_like_a_number_sign(text: str) -> None:
    assert lexicon().kinds[normalise(text)] == {"no_more_bets"}


@pytest.mark.parametrize("text", ["N", "n", "10", "PB1", "7S", "Joueur"])
def test_what_is_no_joined_name_stays_whole(text: str) -> None:
    assert len(normalise(text).split()) == 1


@pytest.mark.parametrize(
    ("text", "meant"),
    [("odds", "odds"), ("Odds", "odds"), ("odd", "odd"), ("impair", "odd"), ("The Odds", None)],
)
def test_words_of_a_type_that_differ_in_a_plural_alone(text: str, meant: str | None) -> None:
    # A stake on the odds, read as one on the odd numbers, is judged by none of its rules.
    assert lexicon().member(Enumeration("bet", ("odd", "odds"), open=True), text) == meant
