"""A workbook with a sheet for each table, as a pit office keeps it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from shutil import copyfileobj
from tempfile import TemporaryDirectory
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from auditor_simulators.protocol import Row
from auditor_simulators.write import WHOLE
from tools.shapes import french

HOUSE: Final = "Maison"
DATED: Final = b"2026-01-01T00:00:00Z"
Place = tuple[str | None, int]
"""Sheet and row."""


def write_book(rows: Sequence[Row], columns: tuple[str, ...], path: Path) -> dict[int, Place]:
    """The rows of each table on its sheet, below a title and above a total; those of the house on
    one of their own.  Where each row stands, by its identity.
    """
    from openpyxl import Workbook  # noqa: PLC0415 — slow to import

    book = Workbook()
    book.remove(book.worksheets[0])
    shown = tuple(column for column in columns if column != "table")
    places: dict[int, Place] = {}
    for table in sorted({row.get("table", "") for row in rows}):
        own = [row for row in rows if row.get("table", "") == table]
        sheet = book.create_sheet(table or HOUSE)
        sheet.append(
            [f"{own[0]['casino']} – relevé de la table {table}" if table else own[0]["casino"]]
        )
        sheet.append([])
        sheet.append(french.header(shown))
        for row in own:
            sheet.append(list(_cells(row, shown)))
            places[id(row)] = (sheet.title, sheet.max_row)
        if staked := [Decimal(row["amount"]) for row in own if row["event"] == "stake"]:
            at = french.header(shown).index("Montant")
            sheet.append(["Total", *[None] * (at - 1), sum(staked)])
    with TemporaryDirectory() as folder:
        dated = Path(folder) / "dated.xlsx"
        book.save(dated)
        _undate(dated, path)
    return places


def _undate(dated: Path, path: Path) -> None:
    """The archive without the moment at which it was made: equal logs give equal bytes."""
    moment = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
    with ZipFile(dated) as old, ZipFile(path, "w", ZIP_DEFLATED) as new:
        for name in old.namelist():
            entry = ZipInfo(name)
            entry.compress_type = ZIP_DEFLATED
            if name == "docProps/core.xml":
                new.writestr(entry, moment.sub(DATED, old.read(name)))
                continue
            with old.open(name) as source, new.open(entry, "w") as target:
                copyfileobj(source, target)


def _cells(row: Row, columns: Iterable[str]) -> Iterable[object]:
    """Days, hours and numbers as a spreadsheet keeps them; all else as French text."""
    for column in columns:
        text = row.get(column, "")
        if column == "time":
            moment = datetime.fromisoformat(text)
            yield moment.date()
            yield moment.time()
        elif not text:
            yield None
        elif column == "session":
            yield date.fromisoformat(text)
        elif column in french.AMOUNTS:
            yield Decimal(text)
        elif column in WHOLE:
            yield int(text)
        else:
            yield french.cell(column, text)
