"""A plain file gives the same report by whole columns as cell by cell."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor.audit import audit_log, read_log
from auditor.log.csv import columnar
from auditor.log.csv import plain_csv as plain
from auditor.log.csv.columnar import ColumnarRows
from auditor.log.parquet import plain_parquet
from auditor.report.render.json import json_bytes

SAMPLES = Path(__file__).parents[3] / "samples"
FIRST_ROWS = 300

Change = Callable[[str], str]


def as_it_stands(text: str) -> str:
    return text


def flawed(text: str) -> str:
    """An amount, a time and an event that cannot be read, and a cell with blanks around it."""
    lines = text.splitlines()
    header = lines[0].split(",")
    for at, (column, value) in enumerate(
        [
            ("amount", "12..5"),
            ("time", "yesterday"),
            ("event", "stak"),
            ("event", "xyzzy"),
            ("casino", " Casino "),
            ("coup", "007"),
            ("amount", "1" * 18),
            ("amount", "0.123456789"),
        ]
    ):
        if column in header:
            cells = lines[40 + 9 * at].split(",")
            cells[header.index(column)] = value
            lines[40 + 9 * at] = ",".join(cells)
    return "\n".join(lines) + "\n"


def with_returns(text: str) -> str:
    return text.replace("\n", "\r\n")


def with_semicolons(text: str) -> str:
    return text.replace(",", ";")


def without_offsets(text: str) -> str:
    return text.replace("+01:00", "").replace("+02:00", "")


def with_numbers_for_tables(text: str) -> str:
    return text.replace(",BA1,", ",007,").replace(",BO1,", ",7,")


def with_the_00_of_a_wheel(text: str, first: int = 0) -> str:
    """A number of its own, and no 0."""
    header, *lines = text.splitlines()
    at = header.split(",").index("number")
    rows = [own.split(",") for own in lines]
    for row in [own for own in rows[first:] if "spin" in own][::7]:
        row[at] = "00"
    return "\n".join([header, *map(",".join, rows)]) + "\n"


def with_a_00_below_the_first_rows(text: str) -> str:
    """The rows that columns are known by have none."""
    return with_the_00_of_a_wheel(text, FIRST_ROWS)


def report(path: Path) -> dict[str, object]:
    done = audit_log(read_log(path), records="all", language="en")
    return json.loads(json_bytes(done.report))  # type: ignore[no-any-return]  # an object, as the model says


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("game", "change"),
    [
        *(
            ("boule", change)
            for change in (
                as_it_stands,
                flawed,
                with_semicolons,
                with_numbers_for_tables,
                with_the_00_of_a_wheel,
                with_a_00_below_the_first_rows,
            )
        ),
        *(("bataille-familiale", change) for change in (flawed, with_returns, without_offsets)),
    ],
)
def test_whole_columns_say_what_cells_say(
    game: str, change: Change, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "log.csv"
    lines = (SAMPLES / game / "faulty.csv").read_text("utf-8").splitlines(keepends=True)
    path.write_bytes(change("".join(lines[:900])).encode("utf-8"))
    careful = report(path)
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    monkeypatch.setattr(plain, "SAMPLE", FIRST_ROWS)
    monkeypatch.setattr(columnar, "SEGMENT", 30_000)
    (table,) = read_log(path).tables
    assert isinstance(table.rows, ColumnarRows)
    assert report(path) == careful
    monkeypatch.setattr(columnar, "KEPT", 0)  # as of a file of millions of rows
    assert report(path) == careful


@pytest.mark.parametrize("spoiled", ["a\0b", '"quoted'])
def test_what_is_not_plain_is_read_cell_by_cell(
    spoiled: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (SAMPLES / "boule" / "lawful.csv").read_text("utf-8").splitlines()
    lines[30] = f"{lines[30]}{spoiled}"
    path = tmp_path / "log.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    careful = read_log(path)
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    reading = read_log(path)
    assert not any(isinstance(own.rows, ColumnarRows) for own in reading.tables)
    assert reading.refusals == careful.refusals


def in_two_files(folder: Path) -> None:
    """One log, every other row in each file."""
    lines = (SAMPLES / "boule" / "faulty.csv").read_text("utf-8").splitlines()
    for number in range(2):
        part = [lines[0], *lines[1 + number :: 2]]
        (folder / f"{number}.csv").write_text("\n".join(part) + "\n", "utf-8")


@pytest.mark.nightly
def test_small_files_of_a_large_log_are_read_in_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    in_two_files(tmp_path)
    careful = report(tmp_path)
    sizes = [path.stat().st_size for path in tmp_path.iterdir()]
    monkeypatch.setattr(plain, "WORTHWHILE", sum(sizes))
    assert not isinstance(read_log(tmp_path / "0.csv").tables[0].rows, ColumnarRows)
    assert all(isinstance(table.rows, ColumnarRows) for table in read_log(tmp_path).tables)
    assert report(tmp_path) == careful


def test_a_file_of_few_rows_is_read_in_columns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (SAMPLES / "bataille" / "faulty.csv").read_text("utf-8").splitlines()
    path = tmp_path / "log.csv"
    path.write_text("\n".join(lines[:4]) + "\n", "utf-8")  # less than a page of memory
    careful = report(path)
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    assert report(path) == careful


def test_a_log_of_other_games_is_split_by_the_other_reader(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (SAMPLES / "boule" / "lawful.csv").read_text("utf-8").splitlines()
    lines[-3] = lines[-3].replace(",boule,", ",roulette,")
    path = tmp_path / "log.csv"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    careful = report(path)
    assert careful["set_aside"]
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    monkeypatch.setattr(plain, "SAMPLE", 50)
    assert report(path) == careful


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["bataille-familiale", "boule"])
def test_a_parquet_file_says_what_the_csv_file_says(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import pandas as pd

    frame = pd.read_csv(SAMPLES / game / "faulty.csv", dtype={"session": str})
    path = tmp_path / "log.parquet"
    frame.to_parquet(path)
    careful = report(path)
    assert careful["findings"]
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    monkeypatch.setattr(plain_parquet, "ROWS", 300)
    (table,) = read_log(path).tables
    assert isinstance(table.rows, ColumnarRows)
    assert report(path) == careful
