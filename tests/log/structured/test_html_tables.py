"""Tables of web pages, as web systems write them and call them `.xls`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from auditor.log.files.limits import LIMITS
from tests.log.read import table_of, why

HEAD = "<tr><th>event<th>amount<th>text</tr>"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log.html"


@pytest.mark.parametrize(
    ("charset", "encoding"), [("iso-8859-15", "iso-8859-15"), ("utf-8", "utf-8"), ("x", "cp1252")]
)
def test_the_encoding_that_a_page_names(log: Path, charset: str, encoding: str) -> None:
    page = f'<html><meta charset="{charset}"><table>{HEAD}<tr><td>pay<td>5 €<td>é</table>'
    table = table_of(log, page.encode(encoding))
    assert table.rows == [(2, ("pay", "5 €", "é"))]


def test_a_large_page(log: Path) -> None:
    table = table_of(log, f"<table>{HEAD}" + "<tr><td>pay<td>1<td>x</tr>\n" * 30_000 + "</table>")
    assert table.rows_read == 30_000
    table = table_of(
        log, f"<table>{HEAD}" + f"<tr><td>pay<td>1<td>{'x' * 60_000}" * 200 + "</table>"
    )
    assert table.rows_read == 200


@pytest.mark.parametrize(
    ("page", "says"),
    [
        ("<html><p>none</p>", "without a table"),
        ("<html>", "without a table"),
        (f"<table>{HEAD}" + "<div>" * 200_000 + "</table>", "too deep"),
        (f"<table>{HEAD}<tr>" + "<td colspan=1000>" * 20, "16384"),
        ("<table><tr><td>a<tr><td>b</table>", "`event`"),
    ],
)
def test_what_is_refused(log: Path, page: str, says: str) -> None:
    assert says in why(log, page)


def test_entities_are_not_expanded(log: Path) -> None:
    laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 20))
    table = table_of(
        log, f'<!DOCTYPE html [<!ENTITY l0 "ha">{laughs}]><table>{HEAD}<tr><td>pay<td>1<td>&l19;'
    )
    assert len(table.rows[0][1][2]) < 10


def test_limits(log: Path) -> None:
    few = replace(LIMITS, text_length=50)
    page = f"<table>{HEAD}<tr><td>pay<td>1<td>{'x' * 60}</table>"
    assert "more memory" in why(log, page, few)
    spanned = replace(LIMITS, sheet_cells=1000)
    page = f"<table>{HEAD}" + "<tr><td colspan=900>x" * 3
    assert "more cells" in why(log, page, spanned)
