"""What is read of each file of three pages: plain text; objects, web pages, dumps and other XML;
and what people write.  A small file is read as a large one is.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.log.csv import plain_csv
from auditor.log.files.open import read_tables
from tests.log.corpus import Case, cases, check_table
from tests.log.mapping.reading import read

HERE = Path(__file__).parent
CASES = [
    pytest.param(room, case, id=case.title)
    for room in ("csv", "structured", "mapping")
    for case in cases(HERE / room / "corpus.txt")
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("large", [plain_csv.WORTHWHILE, 0])
@pytest.mark.parametrize(("room", "case"), CASES)
def test_what_is_read_is_what_the_corpus_says(
    room: str, case: Case, large: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_csv, "WORTHWHILE", large)
    if room == "mapping":
        reading = read(tmp_path, case.text, case.mapping, case.file)
        tables, refusals = [*reading.tables], [*reading.refusals]
        assert len(tables) + len(refusals) == 1
    else:
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
