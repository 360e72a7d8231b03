"""The hash in a report is that of the bytes that were judged, and no report is a log."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from auditor import CannotAuditError, Progress, audit_log, read_log, watching
from auditor.log.csv import columnar
from auditor.log.csv import plain_csv as plain
from auditor.log.csv.columnar import ColumnarRows

ROOT = Path(__file__).parent.parent
SAMPLE = ROOT / "samples" / "boule" / "faulty.csv"


def rewritten(path: Path) -> None:
    data = path.read_bytes()
    with path.open("r+b") as file:
        file.write(data.replace(b"7", b"8"))


def replaced(path: Path) -> None:
    other = path.with_name("other")
    other.write_bytes(path.read_bytes())
    other.replace(path)


def shortened(path: Path) -> None:
    os.truncate(path, 2000)


def emptied(path: Path) -> None:
    os.truncate(path, 0)


def removed(path: Path) -> None:
    path.unlink()


CHANGES = (rewritten, replaced, shortened, emptied, removed)
Change = Callable[[Path], None]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "log.csv"
    path.write_bytes(b"".join(SAMPLE.read_bytes().splitlines(keepends=True)[:400]))
    return path


@pytest.fixture(params=["small", "large", "parquet"])
def any_log(request: pytest.FixtureRequest, log: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    if request.param == "small":
        return log
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    monkeypatch.setattr(columnar, "SEGMENT", 3000)
    if request.param == "parquet":
        import polars as pl

        packed = log.with_suffix(".parquet")
        pl.read_csv(log, infer_schema_length=None).write_parquet(packed)
        return packed
    return log


@pytest.mark.sampled(4)
@pytest.mark.parametrize("change", CHANGES)
def test_a_log_that_changes_before_it_is_judged(change: Change, any_log: Path) -> None:
    reading = read_log(any_log)
    change(any_log)
    with pytest.raises(CannotAuditError, match="while it was read"):
        audit_log(reading, rules="boule", records="all")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("change", CHANGES[::2])
def test_a_log_that_changes_while_it_is_judged(change: Change, any_log: Path) -> None:
    left = [change]

    def meanwhile(step: Progress) -> None:
        if left and step.stage == "judging":
            left.pop()(any_log)

    with pytest.raises(CannotAuditError, match="while it was read"), watching(meanwhile):
        audit_log(read_log(any_log), rules="boule", records="all")


def test_a_log_that_stays_is_judged(any_log: Path) -> None:
    assert audit_log(read_log(any_log), rules="boule", records="all").findings


@pytest.mark.parametrize("change", [shortened, emptied, removed])
def test_single_rows_of_a_file_that_is_not_there_any_more(
    change: Change, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    rows = read_log(log).tables[0].rows
    assert isinstance(rows, ColumnarRows)
    change(log)
    with pytest.raises(Exception, match=r"log\.csv") as raised:
        rows[-1]
    assert type(raised.value).__name__ == "ChangedFileError"


@pytest.mark.parametrize("long", [600_000, 2_000_000])
def test_bounds_are_the_same_on_both_paths(
    long: int, log: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    header, first, *rest = log.read_text("utf-8").splitlines()
    cells = first.split(",")
    cells[header.split(",").index("table")] = "x" * long
    log.write_text("\n".join((header, ",".join(cells), *rest)) + "\n", "utf-8")
    careful = read_log(log).refusals
    monkeypatch.setattr(plain, "WORTHWHILE", 0)
    assert read_log(log).refusals == careful
    assert careful
