"""What reports call a column or a word is read as that column and that word."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.language.core import Program
from auditor.language.resolve.search_path import available
from auditor.log.convert.lexicon import lexicon
from auditor.log.convert.written import normalise
from auditor.log.match.readable import meanings_of
from auditor.reading import read_log
from auditor.request import ruleset
from auditor.types import Enumeration

WORDS = lexicon()
NAMES = {normalise(name) for name in WORDS.fields()}
GAMES = available()


def labels(program: Program, family: str) -> list[tuple[str, str]]:
    """Names of a family, each with what it is called in French and in English."""
    return [
        (name, form)
        for (own, name), label in program.vocabulary.labels.items()
        if own == family
        for text in (label.fr, label.en)
        for form in text.split("|")
    ]


@pytest.mark.sampled(5)
@pytest.mark.parametrize("game", GAMES)
def test_what_a_report_calls_a_column_is_read_as_that_column(game: str) -> None:
    """`game` is the column of the game, even if a sheet of rules calls the evening so."""
    unread = [
        (name, label)
        for name, label in labels(ruleset(game), "field")
        if name not in meanings_of(label, WORDS) and normalise(label) not in NAMES
    ]
    assert unread == []


@pytest.mark.sampled(5)
@pytest.mark.parametrize("game", GAMES)
def test_what_a_report_calls_a_word_of_a_list_is_read_as_that_word(game: str) -> None:
    program = ruleset(game)
    kinds = [own for own in program.vocabulary.fields.values() if isinstance(own, Enumeration)]
    unread = [
        (kind.name, name, label)
        for kind in kinds
        for name, label in labels(program, kind.name)
        if WORDS.member(kind, label) != name
    ]
    assert unread == []


@pytest.mark.sampled(5)
@pytest.mark.parametrize("game", GAMES)
def test_what_a_report_calls_an_event_names_one(game: str) -> None:
    unread = [own for _, own in labels(ruleset(game), "event") if normalise(own) not in WORDS.kinds]
    assert unread == []


JOURNAL = """Date;Heure;Table;Sabot;Événement;Dos;Mini table;Mini égalité;Maxi égalité;Appareil
09/01/2026;21:00;BA1;;Ouverture table;;2;2,50;40;
09/01/2026;21:01;BA1;;Jeu mis en service;Rouge;;;;
09/01/2026;21:02;BA1;1;Mélange;;;;;
09/01/2026;21:03;BA1;1;Mise en place du sabot;;;;;{device}
"""


@pytest.mark.parametrize(("word", "device"), [("Mélangeur", "shuffler"), ("Sabot", "shoe")])
def test_columns_of_a_french_log_beside_one_another(word: str, device: str, tmp_path: Path) -> None:
    path = tmp_path / "journal.csv"
    path.write_text(JOURNAL.format(device=word), encoding="utf-8")
    [table] = read_log(path).tables
    rows = [dict(zip(table.header, cells, strict=True)) for _, cells in table.rows]
    assert (rows[0]["minimum"], rows[0]["tie_minimum"], rows[0]["tie_maximum"]) == (
        *("2", "2.50", "40"),
    )
    assert rows[1]["back"] == "red"
    assert {row["table"] for row in rows} == {"BA1"}
    assert device in {row["device"] for row in rows}
