"""What reports call a column or a word is read as that column and that word."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.language.resolve.search_path import available
from auditor.log.convert.lexicon import lexicon
from auditor.log.convert.written import normalise
from auditor.log.match.readable import meanings_of
from auditor.reading import read_log
from auditor.request import ruleset
from auditor.types import Enumeration

WORDS = lexicon()
NAMES = {normalise(name) for name in WORDS.fields()}


def is_read(family: str, name: str, label: str, kinds: dict[str, Enumeration]) -> bool:
    """`game` is the column of the game, even if a sheet of rules calls the evening so."""
    match family:
        case "field":
            return name in meanings_of(label, WORDS) or normalise(label) in NAMES
        case "event":
            return normalise(label) in WORDS.kinds
        case _:
            return family not in kinds or WORDS.member(kinds[family], label) == name


@pytest.mark.sampled(5)
@pytest.mark.parametrize("game", available())
def test_what_a_report_calls_a_name_or_a_word_is_read_as_that(game: str) -> None:
    vocabulary = ruleset(game).vocabulary
    kinds = {own.name: own for own in vocabulary.fields.values() if isinstance(own, Enumeration)}
    labels = [
        (family, name, form)
        for (family, name), label in vocabulary.labels.items()
        for text in (label.fr, label.en)
        for form in text.split("|")
    ]
    assert {"field", "event", *kinds} & {family for family, *_ in labels} > {"field", "event"}
    assert [own for own in labels if not is_read(*own, kinds)] == []


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
