"""What the fast reader of workbooks passes over: error cells, valueless formulas, hidden rows."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree.ElementTree import Element, ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse, parse

from auditor.log.preflight import column_number
from auditor.log.sheet import Unreadable

Place = tuple[int, int]
"""Row and column, both from 1."""


@dataclass(frozen=True, slots=True)
class Peculiar:
    errors: dict[Place, str] = field(default_factory=dict)
    """`#N/A` and its like, which would otherwise read as empty."""
    unstored: dict[Place, str] = field(default_factory=dict)
    """Formulas whose value the file does not hold."""
    hidden_rows: list[int] = field(default_factory=list)
    hidden_columns: bool = False


def peculiarities(data: bytes, parts: frozenset[str]) -> dict[str, Peculiar]:
    """By the name of the sheet, for the parts that need the look."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            wanted = {name: part for name, part in sheet_parts(archive) if part in parts}
            found: dict[str, Peculiar] = {}
            for name, part in wanted.items():
                with archive.open(part) as xml:
                    found[name] = look(iterparse(xml, events=("start", "end"), forbid_dtd=True))
            return found
    except (ParseError, DefusedXmlException, KeyError, ValueError):
        raise Unreadable("It is a damaged workbook: open it and save it again.") from None


def local(tag: str) -> str:
    return tag.rpartition("}")[2]


def sheet_parts(archive: zipfile.ZipFile) -> Iterator[tuple[str, str]]:
    """The name of each sheet, and the file in the archive that holds it."""
    with archive.open("xl/_rels/workbook.xml.rels") as xml:
        links = [node for node in parse(xml).iter() if local(node.tag) == "Relationship"]
    with archive.open("xl/workbook.xml") as xml:
        sheets = [node for node in parse(xml).iter() if local(node.tag) == "sheet"]
    targets = {link.get("Id"): link.get("Target", "") for link in links}
    for sheet in sheets:
        link = next((v for k, v in sheet.attrib.items() if k.endswith("}id")), None)
        target = targets.get(link, "")
        yield sheet.get("name", ""), posixpath.normpath(posixpath.join("/xl", target)).lstrip("/")


def look(events: Iterator[tuple[str, Element]]) -> Peculiar:
    found = Peculiar()
    hidden_columns = False
    row = column = 0
    for event, node in events:
        match event, local(node.tag):
            case "start", "row":
                row, column = int(node.get("r", row + 1)), 0
                if is_on(node.get("hidden")):
                    found.hidden_rows.append(row)
            case "end", "row":
                node.clear()
            case "end", "col":
                hidden_columns = hidden_columns or is_on(node.get("hidden"))
            case "end", "c":
                column = column_of(node, column + 1)
                note_cell(found, (row, column), node)
    return Peculiar(found.errors, found.unstored, found.hidden_rows, hidden_columns)


def is_on(flag: str | None) -> bool:
    return flag in {"1", "true"}


def column_of(cell: Element, otherwise: int) -> int:
    letters = re.match("[A-Z]+", cell.get("r", ""))
    return column_number(letters[0].encode()) if letters else otherwise


def note_cell(found: Peculiar, place: Place, cell: Element) -> None:
    children = {local(child.tag): child for child in cell}
    formula, value = children.get("f"), children.get("v")
    stored = value is not None and (bool(value.text) or cell.get("t") == "str")
    if cell.get("t") == "e" and value is not None and value.text:
        found.errors[place] = value.text
    elif formula is not None and not stored and "is" not in children:
        found.unstored[place] = f"={formula.text or ''}"
