"""What is read of each file of `corpus.txt`, by its mapping or without one, small or large."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.log.csv import plain_csv
from tests.log.corpus import Case, cases, check_table
from tests.log.mapping.reading import read


@pytest.mark.parametrize("large", [plain_csv.WORTHWHILE, 0])
@pytest.mark.parametrize(
    "case", [*cases(Path(__file__).with_name("corpus.txt"))], ids=lambda case: case.title
)
def test_what_is_read_is_what_the_corpus_says(
    case: Case, large: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain_csv, "WORTHWHILE", large)
    reading = read(tmp_path, case.text, case.mapping, case.file)
    is_refused = any(what == "refused" for what, *_ in case.holds)
    assert (len(reading.refusals), len(reading.tables)) == (is_refused, not is_refused)
    for what, rest, below in case.holds:
        match what:
            case "refused":
                assert rest in str(reading.refusals[0].says)
            case "at":
                assert f"{reading.refusals[0].row} {reading.refusals[0].column}" == rest
            case _:
                check_table(reading.tables[0], what, rest, below)
