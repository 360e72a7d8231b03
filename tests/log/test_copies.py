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
from tests.log.mapping.reading import events
from tests.log.read import is_in_columns

HEADER = "time,casino,session,table,shoe,coup,event,seat,player,bet,amount,form\n"


def coup(
    number: int, *, session: str = "S1", table: str = "BA1", casino: str = "Nord"
) -> list[str]:
    at = f"2026-01-09T21:{number:02}:"
    here = f"{casino},{session},{table},1,{number}"
    return [
        f"{at}00,{here},bets_open,,,,,\n",
        f"{at}10,{here},stake,1,J1,main,{10 + number},chip\n",
        f"{at}30,{here},no_more_bets,,,,,\n",
        f"{at}50,{here},collect,1,J1,main,{10 + number},\n",
    ]


def coups(numbers: Sequence[int], **where: str) -> list[str]:
    return [row for number in numbers for row in coup(number, **where)]


def write(folder: Path, name: str, rows: Sequence[str], header: str = HEADER) -> Path:
    path = folder / name
    path.write_text(header + "".join(rows), encoding="utf-8")
    return path


def aside(reading: Reading) -> list[tuple[str, int, str]]:
    assert not reading.refusals
    return [
        (table.file, own.row, str(own.reason))
        for table in reading.tables
        for own in table.set_aside
    ]


def test_rows_of_another_file_are_set_aside_beside_their_twins(tmp_path: Path) -> None:
    write(tmp_path, "a.csv", coups(range(1, 9)))
    write(tmp_path, "b.csv", coups(range(7, 12)))
    reading = read_log(tmp_path)
    assert aside(reading) == [
        ("b.csv", 2 + at, f"the row also stands in a.csv, row {26 + at}, which is evaluated")
        for at in range(8)
    ]
    report = audit_log(reading, rules="bataille").report
    whole = audit_log(read_log(write(tmp_path, "c.csv", coups(range(1, 12)))), rules="bataille")
    assert [(f.rule, f.message.en) for f in report.findings] == [
        (f.rule, f.message.en) for f in whole.report.findings
    ]
    assert [own.rows_set_aside for own in report.inputs] == [0, 8]
    assert "8 rows also stand in `a.csv`" in report.inputs[1].notes[-1].en


def test_in_one_file_the_same_row_twice_stays(tmp_path: Path) -> None:
    rows = coups(range(1, 5))
    write(tmp_path, "a.csv", [*rows, rows[-1]])
    write(tmp_path, "b.csv", coups(range(10, 12)))
    assert aside(read_log(tmp_path)) == []


def test_a_row_that_stands_twice_in_the_later_file_stays_once(tmp_path: Path) -> None:
    rows = coups(range(1, 5))
    write(tmp_path, "a.csv", rows)
    write(tmp_path, "b.csv", [*rows, rows[-1]])
    reading = read_log(tmp_path)
    assert [row for _, row, _ in aside(reading)] == list(range(2, 18))
    assert [len(table.rows) for table in reading.tables] == [16, 1]


def test_one_row_in_the_middle_is_no_export_that_overlaps(tmp_path: Path) -> None:
    rows = coups(range(1, 5))
    write(tmp_path, "a.csv", [*rows[::2], rows[5]])
    write(tmp_path, "b.csv", rows[1::2])
    assert aside(read_log(tmp_path)) == []


def test_other_tables_and_houses_keep_their_rows(tmp_path: Path) -> None:
    write(tmp_path, "a.csv", coups(range(1, 9)))
    write(tmp_path, "b.csv", coups(range(1, 9), table="BA2"))
    write(tmp_path, "c.csv", coups(range(1, 9), casino="Sud"))
    assert aside(read_log(tmp_path)) == []


def test_tables_that_no_column_names_agree_on_a_few_rows_only(tmp_path: Path) -> None:
    header = "time,coup,event,number\n"
    own = [[1, 5], [2, 7], [3, 2], [4, 7]], [[1, 8], [2, 3], [3, 2], [4, 1]]
    for name, spins in zip("ab", own, strict=True):
        rows = [
            f"2026-01-09T21:0{coup}:{at},{coup},{event},{number if event == 'spin' else ''}\n"
            for coup, number in spins
            for at, event in (("00", "bets_open"), ("20", "spin"))
        ]
        write(tmp_path, f"{name}.csv", rows, header)
    assert aside(read_log(tmp_path)) == []


def test_another_order_of_columns_and_another_shape(tmp_path: Path) -> None:
    write(
        tmp_path,
        "a.csv",
        [
            "2026-01-09T21:00:00,B1,1,bets_open,\n",
            "2026-01-09T21:00:20,B1,1,no_more_bets,\n",
            "2026-01-09T21:00:30,B1,1,spin,7\n",
        ],
        "time,table,coup,event,number\n",
    )
    write(
        tmp_path,
        "b.csv",
        [
            "Faites vos jeux;09/01/2026 21h00;1;B1;;\n",
            "Rien ne va plus;09/01/2026 21:00:20;1;B1;;\n",
            "Lancer;09/01/2026 21:00:30;1;B1;7;\n",
        ],
        "Événement;Heure;Coup;Table;Numéro;Joueur\n",
    )
    reading = read_log(tmp_path)
    assert [(file, row) for file, row, _ in aside(reading)] == [("b.csv", row) for row in (2, 3, 4)]
    assert aside(reading)[0][2].endswith("a.csv, row 2, which is evaluated")


def test_a_row_for_a_coup(tmp_path: Path) -> None:
    mapping = (
        '[columns]\ntime = "{Heure}"\ntable = "{Table}"\ncoup = "{Coup}"\n'
        '[[events]]\nevent = "spin"\nnumber = "{N}"\n'
        '[[events]]\nevent = "pay"\namount = "{G}"\n'
    )
    rows = [f"2026-01-09T21:0{at}:00,B1,{at},{at + 2},{10 * at}\n" for at in range(1, 8)]
    header = "Heure,Table,Coup,N,G\n"
    write(tmp_path, "a.csv", rows[:6], header)
    write(tmp_path, "b.csv", rows[3:], header)
    (tmp_path / "m.toml").write_text(mapping, encoding="utf-8")
    files = [tmp_path / "a.csv", tmp_path / "b.csv"]
    reading = read_log(files, mapping=tmp_path / "m.toml")
    assert [(file, row) for file, row, _ in aside(reading)] == [("b.csv", n) for n in (2, 3, 4)]
    assert len(events(reading.tables[1])) == 2


def test_files_of_other_days_are_not_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "a.csv", coups(range(1, 9)))
    write(tmp_path, "b.csv", [row.replace("-09T", "-10T") for row in coups(range(1, 9))])
    monkeypatch.setattr("auditor.log.copies._Files", None)
    assert aside(read_log(tmp_path)) == []


def test_gzipped_or_not(tmp_path: Path) -> None:
    write(tmp_path, "a.csv", coups(range(1, 9)))
    packed = gzip.compress((HEADER + "".join(coups(range(1, 9)))).encode())
    (tmp_path / "b.csv.gz").write_bytes(packed)
    assert len(aside(read_log(tmp_path))) == 32


@pytest.mark.parametrize("names", [("a.csv", "b.csv"), ("b.csv", "a.csv")])
def test_a_row_with_which_one_file_ends_and_the_next_begins_is_one_event(
    names: tuple[str, str], tmp_path: Path
) -> None:
    rows = coups(range(1, 9))
    one, other = names
    write(tmp_path, one, rows[:14])
    write(tmp_path, other, rows[13:])
    assert len(aside(read_log(tmp_path))) == 1
    write(tmp_path, other, [rows[2], *rows[14:]])
    assert not aside(read_log(tmp_path)), "a row from elsewhere is a row that stands twice"


@pytest.mark.parametrize("large", [0, plain_csv.WORTHWHILE])
def test_a_night_that_is_cut_in_two_amid_an_instant_goes_on_in_its_order(
    tmp_path: Path, large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_csv, "WORTHWHILE", large)
    rows = [row.replace(":30,", ":10,") for row in coups(range(1, 9))]
    write(tmp_path, "b.csv", rows[:6])
    write(tmp_path, "a.csv", rows[6:])
    columns, _ = read_columns(read_log(tmp_path).tables, ruleset("bataille").vocabulary, ())
    kinds = [columns.kinds[int(kind)] for kind in columns.kind]
    assert kinds == ["bets_open", "stake", "no_more_bets", "collect"] * 8


@pytest.mark.parametrize("large", [0, plain_csv.WORTHWHILE])
def test_numbers_and_times_may_be_written_in_another_way(
    tmp_path: Path, large: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_csv, "WORTHWHILE", large)
    write(tmp_path, "a.csv", coups(range(1, 9)))
    again = [row.replace(",chip", ".00,chip") for row in coups(range(5, 12))]
    again = [row.replace("2026-01-09T", "2026-01-09 ").replace(",1,J1", ",1.0,J1") for row in again]
    write(tmp_path, "b.csv", again)
    assert [row for _, row, _ in aside(read_log(tmp_path))] == list(range(2, 18))


@pytest.mark.parametrize(("column", "copies"), [("form", 8), ("bet", 0)])
def test_an_export_may_leave_out_what_tells_no_rows_apart(
    column: str, copies: int, tmp_path: Path
) -> None:
    names = HEADER.strip().split(",")
    at = names.index(column)
    rows = [row.strip().split(",") for row in coups(range(7, 12))]
    left = [",".join([*row[:at], *row[at + 1 :]]) + "\n" for row in [names, *rows]]
    write(tmp_path, "a.csv", coups(range(1, 9)))
    write(tmp_path, "b.csv", left[1:], left[0])
    assert len(aside(read_log(tmp_path))) == copies


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(12))
def test_rows_held_as_cells_are_compared_with_those_in_columns(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However a file is read, and however its cells are written, the same rows are set aside."""
    random = Random(seed)
    start = random.randrange(2, 16)
    rows = coups(range(start, start + random.randrange(1, 9)))
    if random.random() < 0.5:
        rows = [row.replace(",chip", ".00,chip") for row in rows]
    if random.random() < 0.5:
        rows = [
            row.replace("2026-01-09T", "2026-01-09 ").replace(",1,J1", ", 1.0 ,J1") for row in rows
        ]
    write(tmp_path, "a.csv", coups(range(1, 9)))
    (tmp_path / "b.jsonl").write_text(as_json_lines(rows), "utf-8")
    write(tmp_path, "c.csv", coups(range(12, 15)))
    found = []
    for large in (plain_csv.WORTHWHILE, 0):
        monkeypatch.setattr(plain_csv, "WORTHWHILE", large)
        reading = read_log(tmp_path)
        columnar = [is_in_columns(own) for own in reading.tables]
        assert not any(columnar) if large else not all(columnar)
        found.append(aside(reading))
    assert found[0] == found[1]


def as_json_lines(rows: Sequence[str]) -> str:
    names = HEADER.strip().split(",")
    every = (dict(zip(names, row.strip("\n").split(","), strict=True)) for row in rows)
    return "".join(f"{json.dumps(own)}\n" for own in every)


@pytest.mark.parametrize("start", [3, 7, 20])
def test_rows_in_french_are_compared_with_others(
    start: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file in columns whose times and sums are converted is compared as it is converted."""
    write(tmp_path, "a.csv", coups(range(1, 11)))
    rows = [row.replace("2026-01-09T", "09/01/2026 ") for row in coups(range(start, start + 8))]
    french = [row.replace(",", ";").replace(";chip", ",00;chip") for row in rows]
    write(tmp_path, "b.csv", french, HEADER.replace(",", ";"))
    found = []
    for large in (plain_csv.WORTHWHILE, 0):
        monkeypatch.setattr(plain_csv, "WORTHWHILE", large)
        reading = read_log(tmp_path)
        found.append(aside(reading))
    assert found[0] == found[1]
    assert bool(found[0]) == (start < 11)


@pytest.mark.parametrize("state", ["visible", "hidden"])
def test_a_sheet_of_all_nights_beside_those_of_one(
    tmp_path: Path, state: Literal["visible", "hidden"]
) -> None:
    """Counted twice, every row would be a doubled one, and no payment could be checked."""
    book = Workbook()
    for name, numbers in (("All", range(1, 9)), ("Night", range(3, 6))):
        sheet = book.create_sheet(name)
        for line in [HEADER, *coups(numbers)]:
            sheet.append(line.rstrip().split(","))
    book["Night"].sheet_state = state
    book.remove(book["Sheet"])
    book.save(tmp_path / "nights.xlsx")
    reading = read_log(tmp_path / "nights.xlsx")
    assert aside(reading) == [
        (
            "nights.xlsx",
            2 + at,
            f"the row also stands in nights.xlsx (All), row {10 + at}, which is evaluated",
        )
        for at in range(12)
    ]
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
