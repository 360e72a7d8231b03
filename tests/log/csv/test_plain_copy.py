"""What programs write around a canonical log is undone, and the report is the same."""

import csv
import gzip
import io
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from auditor.audit import read_log
from auditor.log.csv import plain_csv as plain
from auditor.log.csv.columnar import ColumnarRows
from auditor.log.csv.plain_csv import BETWEEN, _rewritten
from auditor.log.row_columns import NotPlainError
from tests.damage.damaging import lines_of
from tests.log.csv.test_damaged import SAMPLES, damaged, evenings, in_columns, report

__all__ = ["in_columns"]

Wrap = Callable[[list[list[str]]], bytes]


def text(rows: list[list[str]], delimiter: str = ",", quoting: int = csv.QUOTE_MINIMAL) -> str:
    made = io.StringIO(newline="")
    csv.writer(made, delimiter=delimiter, quoting=quoting).writerows(rows)  # type: ignore[arg-type]  # one of its constants
    return made.getvalue()


def quoted(rows: list[list[str]]) -> bytes:
    return text(rows, quoting=csv.QUOTE_ALL).encode()


def quoted_where_needed(rows: list[list[str]]) -> bytes:
    """Names that hold a delimiter and quotes."""
    at = rows[0].index("casino")
    for row in rows[1:]:
        row[at] = f'{row[at]}, "le grand"' if row[at] else ""
    return text(rows).encode()


def with_a_mark(rows: list[list[str]]) -> bytes:
    return text(rows, ";").encode("utf-8-sig")


def utf_16(rows: list[list[str]]) -> bytes:
    return text(rows, "\t").encode("utf-16")


def windows(rows: list[list[str]]) -> bytes:
    at = rows[0].index("casino")
    for row in rows[1:]:
        row[at] = row[at] and "Casino de la Grève"
    return text(rows, ";").encode("cp1252")


def french(rows: list[list[str]]) -> bytes:
    """Sums with a decimal comma, cards and words of the table in French."""
    sums = [at for at, name in enumerate(rows[0]) if name in ("amount", "minimum", "maximum")]
    card, event = rows[0].index("card"), rows[0].index("event")
    for row in rows[1:]:
        for at in sums:
            row[at] = row[at].replace(".", ",") or row[at]
        row[card] = row[card].translate(str.maketrans("KQJSHDC", "RDVPCKT"))
        row[event] = {"stake": "Mise", "pay": "Paiement"}.get(row[event], row[event])
    return text(rows, ";").encode("cp1252")


def gzipped(rows: list[list[str]]) -> bytes:
    return gzip.compress(text(rows).encode())


def gzipped_and_quoted(rows: list[list[str]]) -> bytes:
    return gzip.compress(text(rows, ";", csv.QUOTE_ALL).encode("utf-16"))


WRAPS = [
    quoted,
    quoted_where_needed,
    with_a_mark,
    utf_16,
    windows,
    french,
    gzipped,
    gzipped_and_quoted,
]


@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    ("wrap", "flaws"), [*((wrap, 0) for wrap in WRAPS), (quoted, 2), (french, 2)]
)
def test_the_report_is_that_of_the_careful_reader(
    wrap: Wrap, flaws: int, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    lines = lines_of((SAMPLES / "punto-banco" / "faulty.csv").read_text("utf-8"))
    rows = lines_of(damaged(evenings(lines, 300), 3, flaws))
    path = tmp_path / ("log.csv.gz" if wrap.__name__.startswith("gzipped") else "log.csv")
    path.write_bytes(wrap(rows))
    careful = report([path])
    request.getfixturevalue("in_columns")
    [table] = read_log([path]).tables
    assert isinstance(table.rows, ColumnarRows)
    assert report([path]) == careful


def test_a_copy_has_the_cells_that_the_careful_reader_sees() -> None:
    """Whatever stands where: either the copy says the same, or there is none."""
    copied = 0
    for seed in range(20_000):
        random = Random(seed)
        own = "".join(random.choices('",,\n a"', k=random.randint(1, 24))) + "\n"
        try:
            copy = b"".join(_rewritten(iter([own.encode()]), b",")).decode()
        except NotPlainError:
            continue
        lines = [[cell.strip() for cell in line.split(BETWEEN)] for line in copy.splitlines()]
        records = csv.reader(io.StringIO(own, newline=""), skipinitialspace=True, strict=True)
        found = [[cell.strip() for cell in cells] or [""] for cells in records]
        assert lines == found, own
        copied += '"' in own
    assert copied > 1000


@pytest.mark.parametrize(
    "line", ['x"y,1', '"a"b,1', ' "a",1', '"a,1', '"a\nb",1', "a\x1fb,1", '"a" ,1']
)
def test_what_has_to_be_decided_is_left_to_the_careful_reader(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = (SAMPLES / "boule" / "lawful.csv").read_text("utf-8").splitlines()
    rows[30] = f"{line}{rows[30][3:]}"
    path = tmp_path / "log.csv"
    path.write_text("\n".join([*rows, '"",' + "," * rows[0].count(",")]), "utf-8")
    careful = read_log(path)
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    found = read_log(path)
    assert found.refusals == careful.refusals
    assert [[*table.rows] for table in found.tables] == [[*table.rows] for table in careful.tables]
