"""The bounds on the page about reading are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor.cli import app
from auditor.log.csv import text_encoding
from auditor.log.csv import text_rows as csv_file
from auditor.log.files.formats import FORMATS, NAMES, UNSOUGHT
from auditor.log.files.limits import LIMITS
from auditor.report.outputs import OUTPUTS
from tests.markdown import between
from tests.tables import table

PAGE = Path(__file__).parents[2] / "docs" / "reading.md"
TEXT = PAGE.read_text("utf-8")
LOOSE = LIMITS.loosely_packed_file >> 20
BOUNDS = {
    "bytes of a file, and what a packed one or a workbook unpacks to": {
        LIMITS.file_size >> 20,
        LIMITS.unpacked_size >> 20,
    },
    f"a file packed tightly: times its packed size, beyond {LOOSE} MiB": {LIMITS.packing_ratio},
    "characters of a line of text": {text_encoding.MAX_LINE},
    "characters of a cell": {LIMITS.cell_length},
    "columns of a text file": {csv_file.MAX_COLUMNS},
    "cells of a sheet, from A1 to its last row and column": {LIMITS.sheet_cells},
    f"empty cells for one that is not, beyond {LIMITS.few_cells:,}": {LIMITS.empty_cells},
    "files in a workbook": {LIMITS.archive_parts},
    "cells of a Parquet file": {LIMITS.parquet_cells},
}


@pytest.mark.parametrize("bound", BOUNDS)
def test_every_bound_is_that_of_the_code(bound: str) -> None:
    [most] = BOUNDS[bound]
    found = re.search(rf"^\| {re.escape(bound)} \| ([\d,]+)", TEXT, re.MULTILINE)
    assert found is not None
    assert found[1].replace(",", "") == str(most)


def test_the_table_of_outputs_is_that_of_the_code() -> None:
    rows = [
        f"| `{name}` | {', '.join(f'`{output.file}`' for output in outputs)} |"
        for name, outputs in OUTPUTS.items()
    ]
    assert between(PAGE, "outputs") == ["| `--format` | files |", "|---|---|", *rows]


def between_files() -> str:
    return TEXT.partition("## Files")[2].partition("\n## ")[0]


def test_every_format_is_on_the_page() -> None:
    rows = re.findall(r"^\| (\w+) \| (`\..*?|) ?\| [a-z]", between_files(), re.MULTILINE)
    listed = [(name, tuple(re.findall(r"`(\.\w+)`", endings))) for name, endings in rows]
    assert listed == [(own.name, own.endings) for own in FORMATS]
    assert all(f"`{ending}`" in between_files() for ending in UNSOUGHT)


@pytest.mark.parametrize(("page", "last"), table(__file__, "Pages that list formats"))
def test_a_page_that_lists_formats_lists_all(page: str, last: str) -> None:
    *names, end = NAMES.split(", ")
    last = last if last == "," else f" {last}"
    text = (PAGE.parents[1] / page).read_text("utf-8").replace("\n", " ")
    assert f"{', '.join(names)}{last} {end}" in text


def test_help_lists_all_formats() -> None:
    result = CliRunner().invoke(app, ["audit", "--help"], env={"COLUMNS": "200"})
    assert f"Files ({NAMES}) and folders of them" in " ".join(result.output.split())
