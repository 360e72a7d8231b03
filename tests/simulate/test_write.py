"""Files say what the rows say, in the same bytes each time; the samples are what is written."""

import csv
import re
from decimal import Decimal
from pathlib import Path

import pytest
from openpyxl import load_workbook

from auditor_simulators import write as writing
from auditor_simulators.catalogue import game
from auditor_simulators.protocol import Plan, Row
from auditor_simulators.write import WriteError, write
from tools.samples.bataille import SAMPLES
from tools.samples.sample import Sample

GAME = game("bataille")
COLUMNS = ("time", "event", "seat", "player", "card", "amount", "minimum")
HOSTILE: list[Row] = [
    {"time": "2026-01-09T21:00:00+01:00", "event": "stake", "seat": "3", "amount": "2.50"},
    {"event": "sit", "player": '=HYPERLINK("http://x")', "card": "10H"},
    {"event": "sit", "player": "+33", "seat": "=1+1", "amount": "-@"},
    {"event": "sit", "player": "-3", "card": "@x", "minimum": "007"},
    {"event": "sit", "player": 'a "b", c\nd', "card": ""},
]
SAMPLES_FOLDER = Path(__file__).parents[2] / "samples"


def test_csv_gives_the_rows_back(tmp_path: Path) -> None:
    path = tmp_path / "log.csv"
    assert write(HOSTILE, COLUMNS, path) == len(HOSTILE)
    with path.open(encoding="utf-8", newline="") as file:
        read = list(csv.DictReader(file))
    assert read == [{column: row.get(column, "") for column in COLUMNS} for row in HOSTILE]


def test_xlsx_holds_numbers_and_text_and_no_formula(tmp_path: Path) -> None:
    path = tmp_path / "log.xlsx"
    assert write(HOSTILE, COLUMNS, path) == len(HOSTILE)
    sheet = load_workbook(path)["log"]
    rows = list(sheet.iter_rows(min_row=2))
    assert [cell.value for cell in sheet[1]] == list(COLUMNS)
    assert {cell.data_type for row in rows for cell in row} == {"n", "s"}
    assert [cell.value for cell in rows[0]][1:6] == ["stake", 3, None, None, 2.5]
    assert [row[3].value for row in rows[1:]] == [row["player"] for row in HOSTILE[1:]]
    assert rows[2][2].value == "=1+1"
    assert rows[3][6].value == "007"


@pytest.mark.parametrize("ending", [".csv", ".xlsx"])
def test_the_same_rows_give_the_same_bytes(tmp_path: Path, ending: str) -> None:
    one, other = tmp_path / f"one{ending}", tmp_path / f"other{ending}"
    for path in (one, other):
        write(GAME.lawful(Plan(events=300)), GAME.columns, path)
    assert one.read_bytes() == other.read_bytes()
    assert one.stat().st_size > 1000


def test_more_rows_than_a_sheet_holds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writing, "XLSX_ROWS", 5)
    assert write(HOSTILE[:4], COLUMNS, tmp_path / "full.xlsx") == 4
    with pytest.raises(WriteError, match=re.escape("`over.xlsx`: a sheet holds 5 rows")):
        write(HOSTILE, COLUMNS, tmp_path / "over.xlsx")
    assert not (tmp_path / "over.xlsx").exists()


def test_an_ending_that_nobody_writes(tmp_path: Path) -> None:
    with pytest.raises(WriteError, match=re.escape(".csv, .xlsx, .parquet")):
        write(HOSTILE, COLUMNS, tmp_path / "log.ods")


def test_parquet_gives_the_rows_back(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    path = tmp_path / "log.parquet"
    rows = list(GAME.lawful(Plan(events=300)))
    assert write(rows, GAME.columns, path) == len(rows)
    read = parquet.read_table(path).to_pylist()
    assert len(read) == len(rows)
    for row, back in zip(rows, read, strict=True):
        assert back["time"] == row["time"]
        assert back["seat"] == (int(row["seat"]) if "seat" in row else None)
        assert back["amount"] == (Decimal(row["amount"]) if "amount" in row else None)


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample.folder}/{sample.name}")
def test_both_shapes_of_a_sample_agree(sample: Sample) -> None:
    stem = SAMPLES_FOLDER / sample.folder / sample.name
    with stem.with_suffix(".csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.reader(file))
    sheet = load_workbook(stem.with_suffix(".xlsx"))["log"]
    cells = [
        ["" if cell is None else cell for cell in row]
        for row in sheet.iter_rows(max_col=len(lines[0]), values_only=True)
    ]
    assert len(lines) == len(cells) > sample.plan.events
    for line, row in zip(lines, cells, strict=True):
        for text, cell in zip(line, row, strict=True):
            assert text == str(cell) or Decimal(text) == Decimal(str(cell))
