"""A workbook (.xlsx) of text and whole numbers: no formula can stand in it, whatever is written.

Written by hand, since no library gives the same bytes for the same cells.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from xml.sax.saxutils import escape, quoteattr

from auditor.report.render.csv import FORMULA
from auditor.report.typography import visible

MOST_ROWS = 1_048_576
MOST_SIGNS = 32_767
"""What a sheet and a cell can hold."""

Cell = str | int | None

PLAIN, HEAD, QUOTED = 0, 1, 2
"""Styles; a quoted cell stays text when somebody edits it."""
STYLES = """<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<fonts count="2"><font><sz val="10"/><name val="Calibri"/></font>
<font><b/><sz val="10"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill>
<fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" quotePrefix="1"/></cellXfs>
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>"""

OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
PROLOGUE = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

UNNAMEABLE = re.compile(r"[\[\]:*?/\\']")


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table: its name, its header, and its rows, of which the first million are written."""

    name: str
    header: Sequence[str]
    rows: Iterable[Sequence[Cell]]


def workbook(sheets: Sequence[Sheet]) -> bytes:
    """The bytes of the workbook."""
    out = BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, content in _parts(sheets):
            entry = zipfile.ZipInfo(name)  # of 1980: the moment of writing must not show
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w") as part:
                for piece in content:
                    part.write(piece.encode("utf-8", errors="backslashreplace"))
    return out.getvalue()


def _parts(sheets: Sequence[Sheet]) -> Iterator[tuple[str, Iterable[str]]]:
    """The files of the archive."""
    parts = [f"worksheets/sheet{n}.xml" for n in range(1, len(sheets) + 1)]
    yield "[Content_Types].xml", [_types(parts)]
    yield "_rels/.rels", [_links([("officeDocument", "xl/workbook.xml")])]
    yield "xl/workbook.xml", [_index(sheets)]
    own = [("worksheet", part) for part in parts]
    yield "xl/_rels/workbook.xml.rels", [_links([*own, ("styles", "styles.xml")])]
    yield "xl/styles.xml", [PROLOGUE, STYLES]
    for part, sheet in zip(parts, sheets, strict=True):
        yield f"xl/{part}", _sheet(sheet)


def _types(parts: Sequence[str]) -> str:
    kinds = {"workbook.xml": "sheet.main", "styles.xml": "styles"}
    kinds |= dict.fromkeys(parts, "worksheet")
    named = "".join(
        f'<Override PartName="/xl/{part}" ContentType="{KIND}.{kind}+xml"/>'
        for part, kind in kinds.items()
    )
    links = "application/vnd.openxmlformats-package.relationships+xml"
    return (
        f'{PROLOGUE}<Types xmlns="{PACKAGE}/content-types">'
        f'<Default Extension="rels" ContentType="{links}"/>{named}</Types>'
    )


def _index(sheets: Sequence[Sheet]) -> str:
    """The names of the sheets: of 31 signs at most, some of which no name may have."""
    names = [quoteattr(UNNAMEABLE.sub(" ", sheet.name)[:31]) for sheet in sheets]
    named = "".join(
        f'<sheet name={name} sheetId="{n}" r:id="r{n}"/>' for n, name in enumerate(names, start=1)
    )
    return (
        f'{PROLOGUE}<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}"><sheets>{named}</sheets></workbook>'
    )


def _links(targets: Sequence[tuple[str, str]]) -> str:
    links = "".join(
        f'<Relationship Id="r{n}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for n, (kind, target) in enumerate(targets, start=1)
    )
    return f'{PROLOGUE}<Relationships xmlns="{PACKAGE}/relationships">{links}</Relationships>'


def _sheet(sheet: Sheet) -> Iterator[str]:
    yield (
        f'{PROLOGUE}<worksheet xmlns="{MAIN}"><sheetViews><sheetView workbookViewId="0"><pane '
        'ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>'
        "</sheetViews><sheetData>"
    )
    yield _row(1, [_text(name, HEAD) for name in sheet.header])
    for number, cells in zip(range(2, MOST_ROWS + 1), sheet.rows, strict=False):
        yield _row(number, map(_cell, cells))
    yield "</sheetData></worksheet>"


def _row(number: int, cells: Iterable[str]) -> str:
    return f'<row r="{number}">{"".join(cells)}</row>'


def _cell(cell: Cell) -> str:
    match cell:
        case int():
            return f"<c><v>{cell}</v></c>"
        case None | "":
            return "<c/>"
        case str():
            return _text(cell, QUOTED if cell.startswith(FORMULA) else PLAIN)


def _text(text: str, style: int) -> str:
    shown = escape(visible(text)[:MOST_SIGNS])
    return f'<c t="inlineStr" s="{style}"><is><t xml:space="preserve">{shown}</t></is></c>'
