"""Exports that overlap: a row that stands in two files is one event."""

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Literal

import pytest
from openpyxl import Workbook

from auditor import audit_log, read_log
from auditor.audit import Reading
from auditor.log import copies
from auditor.log.csv import plain_csv
from auditor.log.store.columns_of_tables import read_columns
from auditor.log.table import Table
from auditor.request import ruleset
from tests.log.read import is_in_columns

HEADER = "time,casino,session,table,shoe,coup,event,seat,player,bet,amount,form\n"
SIZES = (plain_csv.WORTHWHILE, 0)

Rows = list[str]


def coups(first: int, last: int, table: str = "BA1", casino: str = "Nord") -> Rows:
    """Four rows to each coup."""
    told = ("00 bets_open,,,,,", "10 stake,1,J1,main,{},chip", "30 no_more_bets,,,,,")
    return [
        f"2026-01-09T21:{number:02}:{second},{casino},S1,{table},1,{number},{said}\n"
        for number in range(first, last + 1)
        for own in (*told, "50 collect,1,J1,main,{},")
        for second, said in [own.format(10 + number).split(" ")]
    ]


def replaced(rows: Rows, *pairs: tuple[str, str]) -> Rows:
    text = "".join(rows)
    for old, new in pairs:
        text = text.replace(old, new)
    return text.splitlines(keepends=True)


def without(column: str, rows: Rows) -> Rows:
    at = HEADER.strip().split(",").index(column)
    cells = [row.strip().split(",") for row in (HEADER, *rows)]
    return [",".join([*own[:at], *own[at + 1 :]]) + "\n" for own in cells]


def spins(*numbers: int) -> Rows:
    rows = [
        f"2026-01-09T21:0{at}:00,{at},bets_open,\n2026-01-09T21:0{at}:20,{at},spin,{own}\n"
        for at, own in enumerate(numbers, 1)
    ]
    return ["time,coup,event,number\n", *rows]


def in_french(first: int) -> Rows:
    pairs = (("2026-01-09T", "09/01/2026 "), (",", ";"), (";chip", ",00;chip"))
    return [HEADER.replace(",", ";"), *replaced(coups(first, first + 7), *pairs)]


FOUR, EIGHT = coups(1, 4), coups(1, 8)
AS_NUMBERS = ((",chip", ".00,chip"), ("2026-01-09T", "2026-01-09 "), (",1,J1", ",1.0,J1"))
SPUN = """time,table,coup,event,number
2026-01-09T21:00:00,B1,1,bets_open,
2026-01-09T21:00:20,B1,1,no_more_bets,
2026-01-09T21:00:30,B1,1,spin,7
"""
SPUN_IN_FRENCH = """Événement;Heure;Coup;Table;Numéro;Joueur
Faites vos jeux;09/01/2026 21h00;1;B1;;
Rien ne va plus;09/01/2026 21:00:20;1;B1;;
Lancer;09/01/2026 21:00:30;1;B1;7;
"""
FILES: dict[str, tuple[dict[str, Rows], Sequence[int]]] = {
    "the first rows of a file end another": (
        {"a.csv": EIGHT, "b.csv": coups(7, 11)}, range(2, 10)
    ),
    "in one file the same row twice stays": (
        {"a.csv": [*FOUR, FOUR[-1]], "b.csv": coups(10, 11)}, ()
    ),
    "what stands twice in the later file stays once": (
        {"a.csv": FOUR, "b.csv": [*FOUR, FOUR[-1]]}, range(2, 18)
    ),
    "one row in the middle is no export that overlaps": (
        {"a.csv": [*FOUR[::2], FOUR[5]], "b.csv": FOUR[1::2]}, ()
    ),
    "other tables and houses keep their rows": (
        {"a.csv": EIGHT, "b.csv": coups(1, 8, "BA2"), "c.csv": coups(1, 8, casino="Sud")}, ()
    ),
    "tables that no column names agree on a few rows only": (
        {"a.csv": spins(5, 7, 2, 7), "b.csv": spins(8, 3, 2, 1)}, ()
    ),
    "another order of columns and another shape": (
        {"a.csv": [SPUN], "b.csv": [SPUN_IN_FRENCH]}, (2, 3, 4)
    ),
    "packed or not": ({"a.csv": EIGHT, "b.csv.gz": EIGHT}, range(2, 34)),
    "one file ends with the row with which the next begins": (
        {"a.csv": EIGHT[:14], "b.csv": EIGHT[13:]}, (2,)
    ),
    "the next file is the first by its name": ({"b.csv": EIGHT[:14], "a.csv": EIGHT[13:]}, (15,)),
    "a row from elsewhere is a row that stands twice": (
        {"a.csv": EIGHT[:14], "b.csv": [EIGHT[2], *EIGHT[14:]]}, ()
    ),
    "numbers and times written in another way": (
        {"a.csv": EIGHT, "b.csv": replaced(coups(5, 11), *AS_NUMBERS)}, range(2, 18)
    ),
    "an export leaves out what tells no rows apart": (
        {"a.csv": EIGHT, "b.csv": without("form", coups(7, 11))}, range(2, 10)
    ),
    "an export leaves out what tells rows apart": (
        {"a.csv": EIGHT, "b.csv": without("bet", coups(7, 11))}, ()
    ),
    "from coup 3 on in French": ({"a.csv": coups(1, 10), "b.csv": in_french(3)}, range(2, 34)),
    "from coup 7 on in French": ({"a.csv": coups(1, 10), "b.csv": in_french(7)}, range(2, 18)),
    "from coup 20 on in French": ({"a.csv": coups(1, 10), "b.csv": in_french(20)}, ()),
}  # fmt: skip
"""Files, and the rows of `b.csv` that are set aside."""


def write(folder: Path, name: str, rows: Rows) -> Path:
    path = folder / name
    text = "".join(rows) if rows[0].startswith(("time", "Év")) else HEADER + "".join(rows)
    data = text.encode()
    path.write_bytes(gzip.compress(data) if name.endswith(".gz") else data)
    return path


def aside(reading: Reading) -> list[tuple[str, int, str]]:
    assert not reading.refusals
    return [
        (table.file, own.row, str(own.reason))
        for table in reading.tables
        for own in table.set_aside
    ]


@pytest.mark.parametrize("large", SIZES)
@pytest.mark.parametrize("title", FILES)
def test_rows_of_another_file_are_set_aside(
    title: str, large: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file in columns whose times and sums are converted is compared as it is converted."""
    monkeypatch.setattr(plain_csv, "WORTHWHILE", large)
    files, rows = FILES[title]
    for name, own in files.items():
        write(tmp_path, name, own)
    found = aside(read_log(tmp_path))
    assert [row for _, row, _ in found] == [*rows]
    assert {file.removesuffix(".gz") for file, *_ in found} <= {"b.csv"}


def test_a_row_beside_its_twin_is_told_and_judged_once(tmp_path: Path) -> None:
    write(tmp_path, "a.csv", EIGHT)
    write(tmp_path, "b.csv", coups(7, 11))
    reading = read_log(tmp_path)
    assert aside(reading) == [
        ("b.csv", 2 + at, f"the row also stands in a.csv, row {26 + at}, which is evaluated")
        for at in range(8)
    ]
    report = audit_log(reading, rules="bataille").report
    whole = audit_log(read_log(write(tmp_path, "c.csv", coups(1, 11))), rules="bataille")
    assert [(f.rule, f.message.en) for f in report.findings] == [
        (f.rule, f.message.en) for f in whole.report.findings
    ]
    assert [own.rows_set_aside for own in report.inputs] == [0, 8]
    assert "8 rows also stand in `a.csv`" in report.inputs[1].notes[-1].en


def test_files_of_other_days_are_not_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "a.csv", EIGHT)
    write(tmp_path, "b.csv", replaced(EIGHT, ("-09T", "-10T")))
    monkeypatch.setattr("auditor.log.copies._Files", None)
    assert aside(read_log(tmp_path)) == []


@pytest.mark.parametrize("large", SIZES)
def test_a_night_that_is_cut_in_two_amid_an_instant_goes_on_in_its_order(
    tmp_path: Path, large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_csv, "WORTHWHILE", large)
    rows = replaced(EIGHT, (":30,", ":10,"))
    write(tmp_path, "b.csv", rows[:6])
    write(tmp_path, "a.csv", rows[6:])
    columns, _ = read_columns(read_log(tmp_path).tables, ruleset("bataille").vocabulary, ())
    kinds = [columns.kinds[int(kind)] for kind in columns.kind]
    assert kinds == ["bets_open", "stake", "no_more_bets", "collect"] * 8


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(12))
def test_rows_held_as_cells_are_compared_with_those_in_columns(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However a file is read, and however its cells are written, the same rows are set aside."""
    random = Random(seed)
    start = random.randrange(2, 16)
    some = [pair for pair in AS_NUMBERS if random.random() < 0.5]
    rows = replaced(coups(start, start + random.randrange(8)), *some, (",1.0,J1", ", 1.0 ,J1"))
    names = HEADER.strip().split(",")
    every = (dict(zip(names, row.strip("\n").split(","), strict=True)) for row in rows)
    write(tmp_path, "a.csv", EIGHT)
    (tmp_path / "b.jsonl").write_text("".join(f"{json.dumps(own)}\n" for own in every), "utf-8")
    write(tmp_path, "c.csv", coups(12, 14))
    found = []
    for large in SIZES:
        monkeypatch.setattr(plain_csv, "WORTHWHILE", large)
        reading = read_log(tmp_path)
        columnar = [is_in_columns(own) for own in reading.tables]
        assert not any(columnar) if large else not all(columnar)
        found.append(aside(reading))
    assert found[0] == found[1]


@pytest.mark.parametrize("state", ["visible", "hidden"])
def test_a_sheet_of_all_nights_beside_those_of_one(
    tmp_path: Path, state: Literal["visible", "hidden"]
) -> None:
    """Counted twice, every row would be a doubled one, and no payment could be checked."""
    book = Workbook()
    for name, rows in (("All", EIGHT), ("Night", coups(3, 5))):
        sheet = book.create_sheet(name)
        for line in [HEADER, *rows]:
            sheet.append(line.rstrip().split(","))
    book["Night"].sheet_state = state
    book.remove(book["Sheet"])
    book.save(tmp_path / "nights.xlsx")
    reading = read_log(tmp_path / "nights.xlsx")
    told = "the row also stands in nights.xlsx (All), row {}, which is evaluated"
    assert aside(reading) == [("nights.xlsx", 2 + at, told.format(10 + at)) for at in range(12)]
    assert sum(len(table.rows) for table in reading.tables) == 32


def test_a_thousand_files_are_compared_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file is asked once with which others it overlaps, and not once for each of them."""
    asked = 0

    def export(table: Table) -> tuple[str, str]:
        nonlocal asked
        asked += 1
        return table.file, ""

    monkeypatch.setattr(copies, "_export", export)
    rows = [(2, ("2026-01-09T20:00:00", "open")), (3, ("2026-01-09T23:00:00", "close"))]
    every = [
        Table(f"{at}.csv", None, "", None, ("time", "event"), 1, rows, (), ()) for at in range(1000)
    ]
    assert len(copies._overlapping(every)) == len(every)
    assert asked <= 5 * len(every)
