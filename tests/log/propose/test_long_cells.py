"""A cell of more digits than Python makes a number of, wherever a mapping looks at it."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest
from openpyxl import Workbook
from typer.testing import CliRunner

from auditor.cli import app

DIGITS = "9" * 5000
Rows = list[list[str]]


def csv(rows: Rows, path: Path) -> None:
    path.write_text("".join(",".join(own) + "\n" for own in rows))


def numbers(rows: Rows, path: Path) -> None:
    """Cells of digits stand without quotes, as numbers."""
    said = json.dumps([dict(zip(rows[0], own, strict=True)) for own in rows[1:]])
    path.write_text(said.replace(f': "{DIGITS}"', f": {DIGITS}"))


def workbook(rows: Rows, path: Path) -> None:
    own = Workbook()
    sheet = own.create_sheet("Log", 0)
    for row in rows:
        sheet.append(row)
    own.save(path)


def columns(rows: Rows, path: Path) -> None:
    named = {name: [own[at] for own in rows[1:]] for at, name in enumerate(rows[0])}
    pl.DataFrame(named).write_parquet(path)


def database(rows: Rows, path: Path) -> None:
    own = sqlite3.connect(path)
    own.execute(f"CREATE TABLE log ({', '.join(map(json.dumps, rows[0]))})")
    own.executemany(f"INSERT INTO log VALUES ({', '.join('?' * len(rows[0]))})", rows[1:])
    own.commit()
    own.close()


def dump(rows: Rows, path: Path) -> None:
    said = [f"CREATE TABLE log ({', '.join(f'{name!r} TEXT' for name in rows[0])});"]
    said += [f"INSERT INTO log VALUES ({', '.join(map(repr, own))});" for own in rows[1:]]
    path.write_text("\n".join(said))


def elements(rows: Rows, path: Path) -> None:
    each = ("".join(f"<c{at}>{own}</c{at}>" for at, own in enumerate(row)) for row in rows[1:])
    path.write_text("<log>" + "".join(f"<row>{own}</row>" for own in each) + "</log>")


WRITERS: dict[str, Callable[[Rows, Path], None]] = {
    "csv": csv,
    "json": numbers,
    "xlsx": workbook,
    "parquet": columns,
    "sqlite": database,
    "sql": dump,
    "xml": elements,
}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("form", WRITERS)
@pytest.mark.parametrize(
    "head",
    [
        ["when", "table", "stake", "paid"],
        ["when", f"table {DIGITS}", "stake", DIGITS],
        ["when", f"card{DIGITS}", "card2", "card3"],
    ],
    ids=["cells", "names", "numbered names"],
)
def test_map_reads_a_cell_of_five_thousand_digits(
    form: str, head: list[str], tmp_path: Path
) -> None:
    path = tmp_path / f"log.{form}"
    rows = [[f"2026-01-09 20:0{at}:00", *[DIGITS] * 3] for at in range(3)]
    WRITERS[form]([head, *rows], path)
    done = CliRunner().invoke(app, ["map", str(path)])
    assert done.exit_code == 0, done.output
    assert "[columns]" in done.stdout or "[[events]]" in done.stdout
