"""One log in each form that a file may have gives the same findings in each."""

from __future__ import annotations

import csv
import html
import json
import sqlite3
import zipfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import pytest

from auditor import audit_log, read_log

FAULTY = Path(__file__).parents[1] / "samples" / "boule" / "faulty.csv"
RULES = "boule"
Rows = Sequence[Sequence[str]]


def as_json(path: Path, rows: Rows) -> Path:
    header, *below = rows
    filled = [{n: c for n, c in zip(header, own, strict=True) if c} for own in below]
    path.write_text(json.dumps(filled, indent=1))
    return path


def as_json_lines(path: Path, rows: Rows) -> Path:
    header, *below = rows
    lines = [json.dumps(dict(zip(header, own, strict=True))) for own in below]
    path.write_text("\n".join(lines))
    return path


def as_html(path: Path, rows: Rows) -> Path:
    lines = ["".join(f"<td>{html.escape(cell)}</td>" for cell in own) for own in rows]
    path.write_text(f"<html><table>{''.join(f'<tr>{own}</tr>' for own in lines)}</table></html>")
    return path


def as_xml(path: Path, rows: Rows) -> Path:
    def cell(text: str) -> str:
        return f'<Cell><Data ss:Type="String">{html.escape(text)}</Data></Cell>'

    lines = "".join(f"<Row>{''.join(map(cell, own))}</Row>" for own in rows)
    space = "urn:schemas-microsoft-com:office:spreadsheet"
    path.write_text(
        f'<?xml version="1.0"?><Workbook xmlns="{space}" xmlns:ss="{space}">'
        f'<Worksheet ss:Name="B1"><Table>{lines}</Table></Worksheet></Workbook>'
    )
    return path


def as_database(path: Path, rows: Rows) -> Path:
    header, *below = rows
    with closing(sqlite3.connect(path)) as held:
        columns = ", ".join(map('"{}"'.format, header))
        held.execute(f"CREATE TABLE log ({columns})")
        held.execute("CREATE TABLE other (event)")
        places = ", ".join("?" * len(header))
        held.executemany(f"INSERT INTO log VALUES ({places})", below)
        held.commit()
    return path.with_name(f"{path.name}:log")


def as_archive(path: Path, rows: Rows) -> Path:
    text = "\n".join(",".join(own) for own in rows)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("evening.csv", text)
    return path


def found(log: Path, first: int) -> list[tuple[str, tuple[int, ...]]]:
    """The rule of each finding and its rows, counted from the first."""
    report = audit_log(read_log(log), rules=RULES, records="all").report
    return [(own.rule, tuple(row.row - first for row in own.rows)) for own in report.findings]


@pytest.fixture(scope="module")
def expected() -> list[tuple[str, tuple[int, ...]]]:
    return found(FAULTY, 2)


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    ("write", "name", "first"),
    [
        (as_json, "log.json", 1),
        (as_json_lines, "log.jsonl", 1),
        (as_html, "log.xls", 2),
        (as_xml, "log.xml", 2),
        (as_database, "log.db", 2),
        (as_archive, "log.zip", 2),
    ],
)
def test_it_gives_the_same_findings(
    tmp_path: Path,
    write: Callable[[Path, Rows], Path],
    name: str,
    first: int,
    expected: list[tuple[str, tuple[int, ...]]],
) -> None:
    rows = list(csv.reader(FAULTY.read_text().splitlines()))
    assert expected
    assert found(write(tmp_path / name, rows), first) == expected
