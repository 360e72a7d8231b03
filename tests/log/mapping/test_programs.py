"""Cells, titles and rows as programs write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.log.mapping.bind import pieces
from tests.log.mapping.reading import events, refusal, table


@pytest.mark.parametrize(
    ("cell", "apart", "values"),
    [
        ("['7S', 'KH']", ",", ["7S", "KH"]),
        ('["7S"]', ",", ["7S"]),
        ("[]", ",", []),
        ("(7♠ K♥)", " ", ["7♠", "K♥"]),
        ("7SKH10D", "", ["7S", "KH", "10D"]),
        ("7SKHx", "", ["7SKHx"]),
        ("🂥🃍", "", ["🂥", "🃍"]),
        ("7♠K♥\ufe0f", "", ["7♠", "K♥\ufe0f"]),
        ("7S-KH", "-", ["7S", "KH"]),
        ("7S", ",", ["7S"]),
        ("", "", []),
    ],
)
def test_values_of_a_cell(cell: str, apart: str, values: list[str]) -> None:
    assert pieces(cell, apart) == values


def test_more_cards_than_are_read_set_the_row_aside(tmp_path: Path) -> None:
    mapping = '[split]\n"Main" = ""\n[[events]]\nevent = "deal"\ncard = "{Main 1}"\n'
    own = table(tmp_path, "Coup;Main\n1;7S\n2;7SKH\n", mapping)
    assert [said for _, said in events(own)] == ["deal card=7S"]
    assert [flaw.row for flaw in own.set_aside] == [3]


@pytest.mark.parametrize(
    ("title", "like"),
    [
        ("PERMANENCE DE LA TABLE B1 DU 09/01/2026", "…TABLE * …"),
        ("TABLE B1", "…TABLE * …"),
        ("Relevé - table B1 - soir", "…table * - …"),
    ],
)
def test_a_word_of_a_title(tmp_path: Path, title: str, like: str) -> None:
    mapping = (
        f'[title]\n"T" = {{ cell = "A1", like = "{like}" }}\n'
        '[columns]\ntable = "{T}"\n[[events]]\nevent = "spin"\nnumber = "{N}"\n'
    )
    assert events(table(tmp_path, f"{title};\nN;x\n3;\n", mapping)) == [
        (3, "spin number=3 table=B1")
    ]


def test_lines_of_the_export_are_no_events(tmp_path: Path) -> None:
    own = table(
        tmp_path,
        "Heure;Événement;Joueur;Montant\n2026-01-09 21:00;Mise;J1;5\nPage 1;;;\nVirement;;;\n"
        "Page;Mise;J1;5\nFin du relevé\n",
    )
    no_events = [flaw.row for flaw in own.set_aside if flaw.no_event]
    assert no_events == [3, 6]
    assert [row for row, _ in events(own)] == [2, 4, 5]  # a row that says anything else may be one


def test_a_mapping_for_a_file_without_a_column_of_events(tmp_path: Path) -> None:
    says = str(
        refusal(tmp_path, "Heure;Joueur\n21:00;x\n", '[columns]\nplayer = "{Joueur}"\n').says
    )
    assert "No column is called `event`" in says
    assert "`auditor map`" in says
