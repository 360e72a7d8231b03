"""Workbooks of XML, as Excel 2003 wrote them."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.log.table import Table
from tests.log.read import tables_of, why

HEAD = (
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n'
    '<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet" '
    'xmlns:x="urn:schemas-microsoft-com:office:excel" '
    'xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet">'
)


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log.xls"


def cell(text: str, kind: str = "String", more: str = "") -> str:
    return f'<Cell{more}><Data ss:Type="{kind}">{text}</Data></Cell>'


def row(*cells: str, more: str = "") -> str:
    return f"<Row{more}>{''.join(own if own.startswith('<') else cell(own) for own in cells)}</Row>"


def sheet(*rows: str, name: str = "PB", more: str = "") -> str:
    return f'<Worksheet ss:Name="{name}"><Table>{"".join(rows)}</Table>{more}</Worksheet>'


def read(path: Path, *sheets: str) -> list[Table]:
    return tables_of(path, HEAD + "".join(sheets) + "</Workbook>")


def test_cells_by_their_types(log: Path) -> None:
    [table] = read(
        log,
        sheet(
            row("event", "amount", "time", "agreed", "text"),
            row(
                "pay",
                cell("12.50", "Number"),
                cell("2026-01-09T21:00:05.000", "DateTime"),
                cell("1", "Boolean"),
                "é &lt;b&gt;",
            ),
            row("pay", cell("1899-12-31T21:05:00.000", "DateTime", ' ss:Index="3"')),
        ),
    )
    assert table.sheet == "PB"
    assert table.rows == [
        (2, ("pay", "12.50", "2026-01-09T21:00:05", "true", "é <b>")),
        (3, ("pay", "", "21:05:00", "", "")),
    ]


def test_rows_and_cells_that_say_where_they_stand(log: Path) -> None:
    [table] = read(
        log,
        sheet(
            row("event", "a", "b"),
            row("pay", cell("2", more=' ss:Index="3"'), more=' ss:Index="5"'),
        ),
    )
    assert table.rows == [(5, ("pay", "", "2"))]


def test_what_hides_is_said(log: Path) -> None:
    options = (
        '<WorksheetOptions xmlns="urn:schemas-microsoft-com:office:excel">'
        "<Visible>SheetHidden</Visible></WorksheetOptions>"
    )
    rows = (
        row("event", "amount"),
        row("pay", cell("#N/A", "Error"), more=' ss:Hidden="1"'),
        row("pay", '<Cell ss:Formula="=1+1"/>'),
    )
    [table] = read(log, sheet(*rows, more=options))
    said = " ".join(map(str, table.notes))
    assert all(
        word in said for word in ("sheet is hidden", "Hidden, and read", "error", "Formulas")
    )
    assert [own.row for own in table.set_aside] == [3]


def test_comments_are_no_values(log: Path) -> None:
    comment = '<Cell><Data ss:Type="String">pay</Data><Comment><Data>no</Data></Comment></Cell>'
    assert read(log, sheet(row("event"), row(comment)))[0].rows == [(2, ("pay",))]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD + sheet(row("event")), "damaged"),
        (HEAD + sheet(row("a"), row("b")) + "</Workbook>", "`event`"),
        (HEAD + sheet(row("event"), row("x", more=' ss:Index="1"')) + "</Workbook>", "twice"),
        (
            HEAD + sheet(row("event"), row("x", more=' ss:Index="9999999"')) + "</Workbook>",
            "almost",
        ),
        (HEAD + sheet(row(cell("x", more=' ss:Index="99999"'))) + "</Workbook>", "16384"),
        (
            HEAD.replace("<Workbook", '<!DOCTYPE x [<!ENTITY a "b">]><Workbook')
            + sheet(row("event"))
            + "</Workbook>",
            "DOCTYPE",
        ),
    ],
)
def test_what_is_refused(log: Path, text: str, says: str) -> None:
    assert says in why(log, text)
