"""What is read of each file of the two pages: plain text; objects, web pages, dumps, other XML."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.log.files.open import read_tables
from tests.log.corpus import Case, cases, check_table

HERE = Path(__file__).parent
CASES = [case for room in ("csv", "structured") for case in cases(HERE / room / "corpus.txt")]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.title)
def test_what_is_read_is_what_the_corpus_says(case: Case, tmp_path: Path) -> None:
    name = case.file.partition(":")[0]
    (tmp_path / name).write_text(case.text, encoding="utf-8")
    tables, refusals = read_tables(tmp_path / case.file, name)
    is_refused = any(what == "refused" for what, *_ in case.holds)
    assert (bool(refusals), bool(tables)) == (is_refused, not is_refused), refusals
    for what, rest, below in case.holds:
        match what:
            case "refused":
                assert rest in str(refusals[0].says)
            case "at":
                assert f"{refusals[0].row} {refusals[0].column}" == rest
            case "sheet":
                [tables] = [[own] for own in tables if str(own.sheet) == rest]
            case _:
                check_table(tables[0], what, rest, below)
