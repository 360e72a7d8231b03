"""A workbook with a sheet for each table, as a pit office keeps it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from decimal import Decimal
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from auditor_simulators.protocol import Row
from auditor_simulators.write import WHOLE, undate
from tools.shapes import french

HOUSE: Final = "Maison"
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
        undate(dated, path)
    return places


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
