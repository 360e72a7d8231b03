"""The bounds on the page about reading are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from auditor.log import content
from auditor.log.csv import encoding
from auditor.log.csv import read as csv_file
from auditor.log.discover import ENDINGS
from auditor.log.parquet import worker as parquet_process
from auditor.log.workbook import archive as preflight
from auditor.report.outputs import OUTPUTS
from tests.docs.page import between

PAGE = Path(__file__).parents[2] / "docs" / "reading.md"
TEXT = PAGE.read_text("utf-8")
BOUNDS = {
    "bytes of a file, and what a gzipped one or a workbook unpacks to": {
        content.MAX_BYTES >> 20,
        content.MAX_UNPACKED >> 20,
        preflight.MAX_UNPACKED >> 20,
    },
    f"a file packed tightly: times its packed size, beyond {content.SMALL >> 20} MiB": {
        content.MAX_RATIO,
        preflight.MAX_RATIO,
    },
    "characters of a line of text": {encoding.MAX_LINE},
    "columns of a text file": {csv_file.MAX_COLUMNS},
    "cells of a sheet, from A1 to its last row and column": {preflight.MAX_CELLS},
    f"empty cells for one that is not, beyond {preflight.FEW_CELLS:,}": {preflight.MAX_EMPTY},
    "files in a workbook": {preflight.MAX_MEMBERS},
    "cells of a Parquet file": {parquet_process.MOST_CELLS},
}


@pytest.mark.parametrize("bound", BOUNDS)
def test_every_bound_is_that_of_the_code(bound: str) -> None:
    [most] = BOUNDS[bound]
    found = re.search(rf"^\| {re.escape(bound)} \| ([\d,]+)", TEXT, re.MULTILINE)
    assert found is not None
    assert found[1].replace(",", "") == str(most)


def test_every_ending_that_is_read_is_on_the_page() -> None:
    table = TEXT.partition("## Files")[2].partition("Each may be")[0]
    assert set(re.findall(r"`(\.\w+)`", table)) == set(ENDINGS)


def test_the_table_of_outputs_is_that_of_the_code() -> None:
    rows = [
        f"| `{name}` | {', '.join(f'`{output.file}`' for output in outputs)} |"
        for name, outputs in OUTPUTS.items()
    ]
    assert between(PAGE, "outputs") == ["| `--format` | files |", "|---|---|", *rows]
