"""Logs read without a mapping: French headers and words, and cells as people write them."""

import codecs
from datetime import date, datetime, time
from pathlib import Path

import openpyxl
import pytest
from openpyxl.utils.datetime import CALENDAR_MAC_1904

from auditor.audit import audit_log, read_log
from tests.log.mapping.reading import events, read, table
from tests.tables import table as named

FRENCH = (
    "Date;Heure;Table;N° de coup;Événement;Joueur;Pari;Montant\r\n"
    "09/01/2026;21h05;PB1;1;Mise;J1;Banque;1 234,50 €\r\n"
    "09/01/2026;21h06;PB1;1;Rien ne va plus;;;\r\n"
)
READ = [
    (2, "stake amount=1234.50 bet=banker coup=1 player=J1 table=PB1 time=2026-01-09T21:05:00"),
    (3, "no_more_bets coup=1 table=PB1 time=2026-01-09T21:06:00"),
]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("delimiter", [";", "\t", "|"])
def test_french_headers_words_and_cells(tmp_path: Path, encoding: str, delimiter: str) -> None:
    got = table(tmp_path, FRENCH.replace(";", delimiter).encode(encoding))
    assert events(got) == READ
    assert got.encoding == {"utf-8-sig": "utf-8", "utf-16": "utf-16-le"}.get(encoding, encoding)


def test_what_is_set_aside_names_the_column_and_the_text_of_the_file(tmp_path: Path) -> None:
    log = (
        FRENCH
        + "09/01/2026;21h07;PB1;1;Mise;J1;Banque;douze\r\n09/01/2026;21h08;PB1;1;Dîner;;;\r\n"
    )
    report = audit_log(read(tmp_path, log), rules="punto-banco", language="en").report
    assert [(own.row, own.column, own.value) for own in report.set_aside] == [
        (4, "Montant", "douze"),
        (5, "Événement", "Dîner"),
    ]
    [intake] = report.inputs
    assert (intake.rows_read, intake.rows_evaluated, intake.rows_set_aside) == (4, 2, 2)


def test_evidence_shows_the_row_of_the_file(tmp_path: Path) -> None:
    log = "Événement;Session;Table;Sabot;Coup;Carte\nDistribution;S;T;1;1;Joker rouge\n"
    found = audit_log(read(tmp_path, log), rules="punto-banco").findings
    own = next(f for f in found if f.rule.endswith("card-of-a-deck"))
    assert own.evidence[0].cells["Carte"] == "Joker rouge"


@pytest.mark.parametrize("epoch_1904", [False, True])
def test_days_and_hours_of_a_workbook(tmp_path: Path, epoch_1904: bool) -> None:
    book = openpyxl.Workbook()
    if epoch_1904:
        book.epoch = CALENDAR_MAC_1904
    sheet = book.active
    assert sheet is not None
    sheet.append(["Date", "Heure", "Événement", "Numéro", "Montant"])
    sheet.append([date(2026, 1, 9), time(21, 5), "Mise", "7", "1 000,50"])
    sheet.append([datetime(2026, 1, 10), time(0, 10), "Mise", 8, 20])
    book.save(tmp_path / "book.xlsx")
    [got] = read_log(tmp_path / "book.xlsx").tables
    assert events(got) == [
        (2, "stake amount=1000.50 number=7 time=2026-01-09T21:05:00"),
        (3, "stake amount=20 number=8 time=2026-01-10T00:10:00"),
    ]


@pytest.mark.parametrize(
    ("names", "tables"),
    [
        (("PB1", "PB2"), ["PB1", "PB2"]),
        *((other, [""] * len(other)) for other in (("Feuil1", "Feuil2"), ("Mises", "Cartes"))),
        (("PB1",), [""]),
    ],
)
def test_sheets_that_are_called_by_tables(
    tmp_path: Path, names: tuple[str, ...], tables: list[str]
) -> None:
    book = openpyxl.Workbook()
    book.remove(book.worksheets[0])
    for name in names:
        sheet = book.create_sheet(name)
        sheet.append(["Événement", "Coup"])
        sheet.append(["Faites vos jeux", 1])
    book.save(tmp_path / "book.xlsx")
    read = read_log(tmp_path / "book.xlsx").tables
    told = [f" table={name}" if name else "" for name in tables]
    assert [events(own) for own in read] == [[(2, f"bets_open coup=1{own}")] for own in told]
    says = "The name of the sheet is taken for the table"
    assert [any(says in str(note) for note in own.notes) for own in read] == [*map(bool, tables)]


@pytest.mark.parametrize(("names", "tables"), named(__file__, "Files that are called by tables"))
def test_files_that_are_called_by_tables(tmp_path: Path, names: str, tables: str) -> None:
    for row, name in enumerate(names.split(", "), start=1):
        text = f"event,coup,player\nbets_open,{row},\n"
        (tmp_path / f"{name}.csv").write_text(text, encoding="utf-8")
    said = [text for own in read_log(tmp_path).tables for _, text in events(own)]
    told = tables.split() or [""] * 2
    assert said == [
        f"bets_open coup={row}" + (f" table={name}" if name else "")
        for row, name in enumerate(told, start=1)
    ]


def test_the_mark_of_an_encoding_decides(tmp_path: Path) -> None:
    assert events(table(tmp_path, codecs.BOM_UTF16_BE + FRENCH.encode("utf-16-be"))) == READ
