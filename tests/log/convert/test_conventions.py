"""What a file's own cells tell of how it writes numbers, dates and cards."""

import pytest

from auditor.log.convert.card_names import Notation
from auditor.log.convert.conventions import CellPlace, ColumnTexts, Conventions, Language, conclude


def concluded(
    language: Language = "fr", told: Conventions | None = None, **texts: list[str]
) -> tuple[Conventions, list[str]]:
    """The conventions, and the keys of the doubts."""
    places = {
        name: {text: CellPlace(row, name) for row, text in enumerate(own, start=2)}
        for name, own in texts.items()
    }
    found, doubts = conclude(ColumnTexts(**places), told or Conventions(), language)
    return found, [doubt.key for doubt in doubts]


@pytest.mark.parametrize(
    ("cards", "notation"),
    [(["RP", "10C"], "fr"), (["KS", "10C"], "en"), (["VK"], "fr"), (["QD"], "en")],
)
def test_one_card_of_one_notation_tells_the_others(cards: list[str], notation: Notation) -> None:
    assert concluded(cards=cards) == (Conventions(cards=notation), [])


def test_clubs_or_hearts_alone_are_asked_about_in_a_french_file() -> None:
    assert concluded("fr", cards=["10C", "AC"]) == (Conventions(), ["cards"])
    assert concluded("canonical", cards=["10C", "AC"]) == (Conventions(cards="en"), [])


def test_both_notations_in_one_file_are_asked_about() -> None:
    languages: tuple[Language, ...] = ("fr", "en", "canonical")
    for language in languages:
        assert concluded(language, cards=["RP", "KS", "10C"])[1] == ["cards"]
    assert concluded("fr", cards=["RP", "KS"]) == (Conventions(), [])  # each reads in one way


def test_an_ace_without_a_suit_is_no_sign_of_english() -> None:
    assert concluded(cards=["As", "RP", "10C"]) == (Conventions(cards="fr"), [])


@pytest.mark.parametrize(
    ("numbers", "mark"),
    [(["1.234", "12,50"], ","), (["1,234", "12.50"], "."), (["1,234", "1,234.50"], ".")],
)
def test_one_number_tells_the_mark_of_the_others(numbers: list[str], mark: str) -> None:
    assert concluded(numbers=numbers)[0].decimal == mark


def test_three_figures_after_a_mark_are_asked_about() -> None:
    assert concluded("fr", numbers=["1.234", "12"])[1] == ["decimal"]
    assert concluded("canonical", numbers=["1,234", "12"])[1] == ["decimal"]
    assert concluded("fr", numbers=["1.234", "12,50", "12.50"])[1] == ["decimal"]
    # A canonical file has a point; but thousands may be apart where smaller sums are whole.
    assert concluded("canonical", numbers=["1.234", "12"])[1] == ["decimal"]
    for others in (["20.000"], ["12", "0.50"], ["0.125", "12"]):
        found = concluded("canonical", numbers=["1.234", *others])
        assert found == (Conventions(decimal="."), [])


def test_dates_are_told_by_a_day_beyond_the_twelfth_or_by_the_language() -> None:
    assert concluded("en", times=["09/01/2026", "13/01/2026"])[0].order == "dmy"
    assert concluded("fr", times=["01/09/2026", "01/13/2026"])[0].order == "mdy"
    assert concluded("fr", times=["09/01/2026"])[0].order == "dmy"
    assert concluded("en", times=["09/01/2026"])[1] == ["dates"]
    assert concluded("fr", times=["13/01/2026", "01/13/2026", "09/01/2026"])[1] == ["dates"]
    assert concluded("en", times=["09/09/2026"]) == (Conventions(), [])


def test_numbers_in_place_of_dates_are_asked_about() -> None:
    assert concluded(times=["46031.5", "46031.6"])[1] == ["dates"]
    assert concluded(told=Conventions(epoch="excel-1900"), times=["46031.5"])[1] == []


def test_what_is_told_is_not_asked() -> None:
    told = Conventions(".", "en", "mdy")
    assert concluded(told=told, cards=["10C"], numbers=["1.234"], times=["09/01/2026"]) == (
        told,
        [],
    )


def test_two_currencies_in_one_file_are_asked_about() -> None:
    assert concluded(numbers=["5 €", "12 EUR", "7"]) == (Conventions(), [])
    assert concluded(numbers=["5 €", "$12"])[1] == ["currency"]
    assert concluded(numbers=["£5", "12"]) == (Conventions(currency="GBP"), [])
    told = Conventions(currency="EUR")
    assert concluded(told=told, numbers=["5 €", "$12"]) == (told, [])


@pytest.mark.parametrize(
    ("cards", "suit_first"),
    [
        (["SA", "H10", "DK"], True),  # `DK` alone would be the French queen of diamonds
        (["AS", "10H", "KD"], False),
        (["DK"], False),
        (["SA", "AS"], False),
    ],
)
def test_suits_stand_first_where_no_card_says_otherwise(cards: list[str], suit_first: bool) -> None:
    assert concluded("en", cards=cards)[0].suit_first == suit_first


def test_seconds_since_1970_unless_they_may_be_a_day_and_an_hour() -> None:
    assert concluded(times=["1767992712", "1767992713"])[0].epoch == "unix"
    assert concluded(times=["1801092105"])[1] == ["dates"]
    assert concluded(times=["1767992712", "09/01/2026"])[0].epoch is None
    told = Conventions(epoch="unix")
    assert concluded(told=told, times=["1801092105"]) == (told, [])


def test_a_damaged_cell_or_the_name_of_a_session_makes_no_day_of_seconds() -> None:
    told, _ = concluded(times=["1767992712", "#REF!", "1767992713"], sessions=["2026-01-09"])
    assert told.epoch == "unix"
    assert concluded(times=["1767992712", "#REF!"])[0].epoch is None
    assert concluded("fr", sessions=["13/01/2026", "09/01/2026"])[0].order == "dmy"


@pytest.mark.parametrize(
    ("days", "asked"),
    [
        (["09/01/2026", "10/01/2026"], False),
        (["01/09/2026 11:50 PM", "01/10/2026 12:05 AM"], True),
        (["01/09/2026", "01/10/2026", "01/11/2026"], True),
        (["01/09/2026"], False),
        (["01/09/2026", "01/10/2026", "25/10/2026"], False),
    ],
)
def test_american_days_in_a_french_file_are_asked_about(days: list[str], *, asked: bool) -> None:
    texts = ColumnTexts(times={day: CellPlace(at, "Date") for at, day in enumerate(days)})
    found, doubts = conclude(texts, Conventions(), "fr")
    assert [own.key for own in doubts] == (["dates"] if asked else [])
    assert asked or found.order == "dmy"
