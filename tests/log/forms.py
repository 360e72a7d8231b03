"""One log in each form that a file may have."""

from __future__ import annotations

import csv
import html
import json
import sqlite3
import zipfile
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import polars as pl
from openpyxl import Workbook

Rows = Sequence[Sequence[str]]
"""A header, and the rows below it."""


def as_csv(path: Path, rows: Rows) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows(rows)


def as_json(path: Path, rows: Rows) -> None:
    header, *below = rows
    filled = [{n: c for n, c in zip(header, own, strict=True) if c} for own in below]
    path.write_text(json.dumps(filled, indent=1))


def as_json_lines(path: Path, rows: Rows) -> None:
    header, *below = rows
    path.write_text("\n".join(json.dumps(dict(zip(header, own, strict=True))) for own in below))


def as_html(path: Path, rows: Rows) -> None:
    lines = ["".join(f"<td>{html.escape(cell)}</td>" for cell in own) for own in rows]
    path.write_text(f"<html><table>{''.join(f'<tr>{own}</tr>' for own in lines)}</table></html>")


def as_spreadsheet(path: Path, rows: Rows) -> None:
    """XML as Excel 2003 wrote it."""

    def cell(text: str) -> str:
        return f'<Cell><Data ss:Type="String">{html.escape(text)}</Data></Cell>'

    lines = "".join(f"<Row>{''.join(map(cell, own))}</Row>" for own in rows)
    space = "urn:schemas-microsoft-com:office:spreadsheet"
    path.write_text(
        f'<?xml version="1.0"?><Workbook xmlns="{space}" xmlns:ss="{space}">'
        f'<Worksheet ss:Name="B1"><Table>{lines}</Table></Worksheet></Workbook>'
    )


def as_elements(path: Path, rows: Rows) -> None:
    """XML of a program's own, whose elements are columns: they are called c0, c1, …"""
    each = ("".join(f"<c{at}>{own}</c{at}>" for at, own in enumerate(row)) for row in rows[1:])
    path.write_text("<log>" + "".join(f"<row>{own}</row>" for own in each) + "</log>")


def as_workbook(path: Path, rows: Rows) -> None:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Log")
    for row in rows:
        sheet.append([*row])
    book.save(path)


def as_parquet(path: Path, rows: Rows) -> None:
    header, *below = rows
    pl.DataFrame(
        {name: [own[at] for own in below] for at, name in enumerate(header)}
    ).write_parquet(path)


def as_database(path: Path, rows: Rows) -> None:
    header, *below = rows
    with closing(sqlite3.connect(path)) as held:
        held.execute(f"CREATE TABLE log ({', '.join(map(json.dumps, header))})")
        places = ", ".join("?" * len(header))
        held.executemany(f"INSERT INTO log VALUES ({places})", below)
        held.commit()


def as_dump(path: Path, rows: Rows) -> None:
    header, *below = rows
    said = [f"CREATE TABLE log ({', '.join(f'{json.dumps(name)} TEXT' for name in header)});"]
    said += [f"INSERT INTO log VALUES ({', '.join(map(repr, own))});" for own in below]
    path.write_text("\n".join(said))


def as_archive(path: Path, rows: Rows) -> None:
    text = "\n".join(",".join(own) for own in rows)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("evening.csv", text)


FORMS: dict[str, Callable[[Path, Rows], None]] = {
    "csv": as_csv,
    "json": as_json,
    "jsonl": as_json_lines,
    "html": as_html,
    "xls": as_spreadsheet,
    "xml": as_elements,
    "xlsx": as_workbook,
    "parquet": as_parquet,
    "db": as_database,
    "sql": as_dump,
    "zip": as_archive,
}
"""How each is written, by the ending of its name."""
