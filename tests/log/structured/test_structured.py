"""JSON, web pages and XML: their encodings, and their bounds."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.log.files.limits import LIMITS
from tests.log.read import refusal_of, table_of, why

HEAD = "<tr><th>event<th>amount<th>text</tr>"
DECLARED = {
    "json": '[{{"event": "pay", "text": "é"}}]',
    "xml": '<?xml version="1.0" encoding="{}"?><l><r event="pay" text="é"/><r event="pay"/></l>',
    "html": '<html><meta charset="{}"><table><tr><th>event<th>text</tr><tr><td>pay<td>é</table>',
}


@pytest.mark.parametrize("form", DECLARED)
@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "cp1252", "iso-8859-15"])
def test_encodings(form: str, encoding: str, tmp_path: Path) -> None:
    if (form, encoding) == ("json", "iso-8859-15"):
        return  # nothing tells it
    text = DECLARED[form].format(encoding.removesuffix("-sig"))
    rows = table_of(tmp_path / f"log.{form}", text.encode(encoding)).rows
    assert rows[0][1] == ("pay", "é")


def test_a_page_that_names_an_encoding_that_nobody_knows(tmp_path: Path) -> None:
    page = f'<html><meta charset="x"><table>{HEAD}<tr><td>pay<td>5 €<td>é</table>'
    rows = table_of(tmp_path / "log.html", page.encode("cp1252")).rows
    assert rows == [(2, ("pay", "5 €", "é"))]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("log.json", "[" * 200_000),
        ("log.json", '{"event":' * 200_000),
        ("log.html", f"<table>{HEAD}" + "<div>" * 200_000 + "</table>"),
    ],
)
def test_what_is_too_deep_is_refused(name: str, text: str, tmp_path: Path) -> None:
    refusal = refusal_of(tmp_path / name, text)
    assert "too deep" in str(refusal.says)
    assert refusal.row is None


@pytest.mark.parametrize(
    ("name", "text", "rows"),
    [
        ("log.json", f"[{'{}, ' * 10}" + '{"event": "pay"},' * 60_000 + "{}]", 60_000),
        ("log.html", f"<table>{HEAD}" + "<tr><td>pay<td>1<td>x</tr>\n" * 30_000, 30_000),
        ("log.html", f"<table>{HEAD}" + f"<tr><td>pay<td>1<td>{'x' * 60_000}" * 200, 200),
    ],
)
def test_a_long_line_is_no_fault(name: str, text: str, rows: int, tmp_path: Path) -> None:
    assert table_of(tmp_path / name, text).rows_read == rows


def test_entities_of_a_page_are_not_expanded(tmp_path: Path) -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 20))
    head = f'<!DOCTYPE html [<!ENTITY l0 "ha">{laughs}]>'
    page = f"{head}<table>{HEAD}<tr><td>pay<td>1<td>&l19;"
    assert len(table_of(tmp_path / "log.html", page).rows[0][1][2]) < 10


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("log.json", '[{"event": "' + "x" * 200 + '"}]', "more memory"),
        ("log.json", json.dumps([dict.fromkeys(map(str, range(20_000)), 1)]), "16384"),
        ("log.json", json.dumps([{str(n): 1} for n in range(100)]), "more cells"),
        ("log.html", f"<table>{HEAD}<tr><td>pay<td>1<td>{'x' * 160}</table>", "more memory"),
        ("log.html", f"<table>{HEAD}" + "<tr><td colspan=900>x" * 3, "more cells"),
    ],
)
def test_limits(name: str, text: str, says: str, tmp_path: Path) -> None:
    length = 100 if says == "more memory" else LIMITS.text_length
    cells = 1000 if says == "more cells" else LIMITS.sheet_cells
    few = replace(LIMITS, text_length=length, sheet_cells=cells)
    assert says in why(tmp_path / name, text, few)
