"""ZIP archives: the logs in them are read by the names that they have there."""

from __future__ import annotations

import gzip
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from auditor.log.files.discover import found_files, read_found
from auditor.log.files.limits import LIMITS
from tests.log.read import read, table_of, tables_of, why
from tests.log.workbook.books import archive

CSV = "event,amount\npay,5\n"


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "logs.zip"


def test_each_log_by_its_name(log: Path) -> None:
    files: dict[str, str | bytes] = {
        "b/2.csv.gz": gzip.compress(b"event\nstake\n"),
        "a/1.csv": CSV,
        "a/notes.md": "x",
        "__MACOSX/a/._1.csv": "x",
        "3.jsonl": '{"event": "pay"}',
    }
    tables = tables_of(log, archive(files))
    names = ["logs.zip/3.jsonl", "logs.zip/a/1.csv", "logs.zip/b/2.csv.gz"]
    assert [own.file for own in tables] == names
    said = [*map(str, tables[0].notes)]
    assert said[0].startswith("Read from a ZIP archive (SHA-256 ")
    assert said[1] == "Not read, in the same archive: `a/notes.md`."


def test_the_same_log_twice_is_refused(log: Path, tmp_path: Path) -> None:
    _, [refusal] = read(log, archive({"1.csv": CSV, "2.csv": CSV}))
    assert (refusal.file, "`logs.zip/1.csv`" in str(refusal.says)) == ("logs.zip/2.csv", True)
    log.write_bytes(archive({"1.csv": CSV}))
    (tmp_path / "1.csv").write_text(CSV)
    _, [refusal] = read_found(found_files([tmp_path]))
    assert "byte for byte" in str(refusal.says)


def test_other_endings_where_there_is_no_log_else(log: Path) -> None:
    assert table_of(log, archive({"1.json": '[{"event": "pay"}]'})).file == "logs.zip/1.json"


def encrypted() -> bytes:
    data = bytearray(archive({"1.csv": CSV}))
    data[6] |= 1
    data[data.index(b"PK\1\2") + 8] |= 1
    return bytes(data)


@pytest.mark.parametrize(
    ("files", "says"),
    [
        ({"a.pdf": "x"}, "ZIP archive without a log; it holds `a.pdf`"),
        ({}, "it holds nothing"),
        ({"word/document.xml": "<x/>"}, "It is a text document"),
        ({"in.zip": archive({"1.csv": CSV})}, "archive within an archive"),
        ({"1.csv": b"%PDF-1.7"}, "It is a PDF"),
        ({"1.csv": "a,b\n1,2\n"}, "`event`"),
        ({"1.csv": bytes(20 << 20)}, "packed beyond any use"),
        ({"1.csv.gz": gzip.compress(bytes(80 << 20), 1)}, "binary file"),
        (encrypted(), "password"),
        (archive({"1.csv": CSV})[:-30], "damaged"),
    ],
)
def test_what_is_refused(log: Path, files: Mapping[str, str | bytes] | bytes, says: str) -> None:
    assert says in why(log, files if isinstance(files, bytes) else archive(files))


def test_all_the_files_share_the_bounds(log: Path) -> None:
    limits = replace(LIMITS, unpacked_size=50_000, packing_ratio=10_000)
    data = {f"{n}.csv.gz": gzip.compress(CSV.encode() + b"pay,%d\n" % n * 3000) for n in range(4)}
    tables, refusals = read(log, archive(data), limits)
    assert (len(tables), len(refusals)) == (2, 2)
    assert all("unpacks to more" in str(own.says) for own in refusals)
