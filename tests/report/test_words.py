import re
from pathlib import Path
from string import Formatter

import pytest

import auditor.report
from auditor.report.words.table import TABLE, Words

FOLDER = Path(auditor.report.__file__).parent
SOURCES = (*FOLDER.glob("*.py"), *(FOLDER / "templates").glob("*.html"))


def blanks(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


@pytest.mark.parametrize("key", TABLE)
def test_both_languages_say_it_with_the_same_blanks(key: str) -> None:
    french, english = TABLE[key]
    assert french.strip()
    assert english.strip()
    for form in (*french.split("|"), *english.split("|")):
        assert blanks(form) == blanks(french)


def test_every_word_is_said_somewhere() -> None:
    sources = "".join(path.read_text(encoding="utf-8") for path in SOURCES)
    dynamic = ("opinion", "answer", "state", "severity", "findings", "visa")
    unsaid = {
        key for key in TABLE if f'"{key}"' not in sources and key.split(".")[0] not in dynamic
    }
    assert not unsaid - {"casino", "season", "session", "table", "shoe", "coup", "seat", "player"}


def test_every_word_said_by_its_name_exists() -> None:
    said = {
        key
        for path in SOURCES
        for key in re.findall(r'\b(?:w|words)\("([a-z_.0-9]+)"[,)]', path.read_text("utf-8"))
    }
    assert said
    assert said <= TABLE.keys()


def test_french_counts_nought_as_one_and_english_does_not() -> None:
    assert [Words("fr")("finding_count", count=count) for count in (0, 1, 2)] == [
        "0 constat",
        "1 constat",
        "2 constats",
    ]
    assert [Words("en")("finding_count", count=count) for count in (0, 1, 2)] == [
        "0 findings",
        "1 finding",
        "2 findings",
    ]


def test_numbers_in_sentences_are_grouped() -> None:
    assert Words("fr")("opinion.set_aside", count=1234) == (
        "1\u202f234 lignes ont été mises à part."
    )
    assert Words("en")("opinion.set_aside", count=1234) == "1,234 rows were set aside."


def test_an_id_is_no_number() -> None:
    """Article 47.15 is not 47,15, and the order 2025.1189 not a number of two thousand."""
    assert Words("fr")("fitness.never", provision="47.15", count=1, all=2).startswith("47.15 ")
    assert Words("fr")("case.order", order="2025.1189").endswith("2025.1189")
    assert Words("fr")("card.unread", row="1234") == "ligne 1234 illisible"


def test_a_blank_or_a_key_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError):
        Words("fr")("no such words")
    with pytest.raises(KeyError):
        Words("fr")("article")
