"""The bounds on the page about reading are those of the code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from auditor.log.csv import encoding
from auditor.log.csv import read as csv_file
from auditor.log.discover import ENDINGS
from auditor.log.limits import LIMITS

PAGE = Path(__file__).parents[2] / "docs" / "reading.md"
TEXT = PAGE.read_text("utf-8")
LOOSE = LIMITS.loosely_packed_file >> 20
BOUNDS = {
    "bytes of a file, and what a gzipped one or a workbook unpacks to": {
        LIMITS.file_size >> 20,
        LIMITS.unpacked_size >> 20,
    },
    f"a file packed tightly: times its packed size, beyond {LOOSE} MiB": {
        LIMITS.packing_ratio,
    },
    "characters of a line of text": {encoding.MAX_LINE},
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


def test_every_ending_that_is_read_is_on_the_page() -> None:
    table = TEXT.partition("## Files")[2].partition("Each may be")[0]
    assert set(re.findall(r"`(\.\w+)`", table)) == set(ENDINGS)
