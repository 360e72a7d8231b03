"""Tables of web pages, which many web systems write and call `.xls`.  Each is a sheet.

A row has its number in its own table; a cell that spans several has its text in the first.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from auditor.log.csv.text_encoding import decode
from auditor.log.csv.text_rows import MAX_COLUMNS
from auditor.log.files.limits import Answer, ReadLimits, Request
from auditor.log.table import Unreadable
from auditor.log.workbook.book_sheet import BookSheet
from auditor.messages.message import message

if TYPE_CHECKING:
    from lxml.etree import _Element  # type: ignore[import-untyped]  # it has no types

MOST_ROWS_SPANNED = 65_534  # the rows or columns that browsers let a cell span

_CHARSET = re.compile(rb"<meta[^>]{0,200}charset\s*=\s*[\"']?([\w.:-]{1,40})", re.IGNORECASE)
_BLOCKS = frozenset(("br", "p", "div", "li", "tr", "td", "th"))
_UNSHOWN = frozenset(("script", "style", "table", "template"))


# ---- in the sandbox -----------------------------------------------------------------------------
def read(request: Request, data: bytes, limits: ReadLimits) -> Answer:
    """The tables of a page as sheets."""
    text = decode(data, request["encoding"] or charset(data))
    root = parsed(text.data[text.skip :].decode(text.encoding))
    tables = [] if root is None else list(root.iter("table"))
    if not tables:
        raise Unreadable(message("html.no_table"))
    names = [f"#{number}" for number in range(1, len(tables) + 1)] if len(tables) > 1 else [""]
    try:
        sheets = [sheet(own, name, limits) for own, name in zip(tables, names, strict=True)]
    except RecursionError:
        raise Unreadable(message("html.deep")) from None
    return {"sheets": sheets, "notes": [own.to_json() for own in text.notes]}


def charset(data: bytes) -> str | None:
    """The encoding that a page names, if there is one of the name."""
    found = _CHARSET.search(data[:4096])
    if found is None:
        return None
    try:
        return codecs.lookup(found[1].decode("ascii")).name
    except (LookupError, UnicodeDecodeError):
        return None


def parsed(text: str) -> _Element | None:
    """The root of a page.  Raises Unreadable where the parser stops before its end."""
    from lxml import etree  # type: ignore[import-untyped]  # noqa: PLC0415 - only the sandbox does

    parser = etree.HTMLParser(
        encoding="utf-8", no_network=True, remove_comments=True, remove_pis=True, huge_tree=True
    )
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except etree.XMLSyntaxError:
        return None
    if any(error.level_name == "FATAL" for error in parser.error_log):
        raise Unreadable(message("html.deep"))
    return root


def sheet(table: _Element, name: str, limits: ReadLimits) -> Answer:
    """The rows of a table that hold something; those of tables within it are not its own."""
    found = BookSheet(name)
    spanned: dict[int, int] = {}
    own = (row for row in table.iter("tr") if next(row.iterancestors("table")) is table)
    for number, row in enumerate(own, start=1):
        cells, spans = cells_of(row, spanned)
        found.merged += spans
        found.add(number, cells, limits)
        if is_hidden(row):
            found.hide(number, number)
    return found.as_json()


def cells_of(row: _Element, spanned: dict[int, int]) -> tuple[list[str], int]:
    """The texts of a row, how many cells span several; `spanned` are columns and rows left."""
    cells: list[str] = []
    merged = 0

    def covered() -> bool:
        left = spanned.pop(len(cells), 0)
        if left > 1:
            spanned[len(cells)] = left - 1
        return left > 0

    for cell in row.iterchildren("td", "th"):
        while covered():
            cells.append("")
        down, along = span(cell, "rowspan", MOST_ROWS_SPANNED), span(cell, "colspan", 1000)
        merged += down > 1 or along > 1
        for at in range(along):
            if down > 1:
                spanned[len(cells)] = down - 1
            cells.append("" if at else " ".join("".join(texts(cell)).split()))
        if len(cells) > MAX_COLUMNS:
            raise Unreadable(message("header.too_wide", most=MAX_COLUMNS))
    while spanned and len(cells) <= max(spanned):
        covered()
        cells.append("")
    return cells, merged


def span(cell: _Element, name: str, most: int) -> int:
    text = str(cell.get(name, "1")).strip()
    return max(1, min(int(text[:6]), most)) if text.isascii() and text.isdecimal() else 1


def texts(element: _Element) -> Iterator[str]:
    """The text that an element shows, tables within it left out."""
    yield element.text or ""
    for child in element:
        if child.tag in _BLOCKS:
            yield " "
        if child.tag not in _UNSHOWN:
            yield from texts(child)
        yield child.tail or ""


def is_hidden(row: _Element) -> bool:
    style = str(row.get("style", "")).casefold().replace(" ", "")
    return row.get("hidden") is not None or "display:none" in style
