"""The committed samples in other shapes are what is written."""

import csv
import json
from pathlib import Path

import pytest

from tools.shapes.make import make

FOLDER = Path(__file__).parents[2] / "samples" / "shapes"


@pytest.mark.nightly
def test_the_samples_are_what_is_written(tmp_path: Path) -> None:
    make(tmp_path)
    written = {path.relative_to(tmp_path) for path in tmp_path.rglob("*") if path.is_file()}
    kept = {path.relative_to(FOLDER) for path in FOLDER.rglob("*") if path.is_file()}
    assert {path for path in kept if path.suffix != ".toml"} == written
    for path in written:
        assert (tmp_path / path).read_bytes() == (FOLDER / path).read_bytes(), path


def test_the_expected_rows_are_rows_of_the_files() -> None:
    for record in FOLDER.glob("*/expected.json"):
        for entry in json.loads(record.read_text(encoding="utf-8")):
            for name, rows in entry["rows"].items():
                path = record.parent / name
                assert rows, (name, entry["fault"])
                if path.suffix == ".csv":
                    encoding = "utf-8" if name == "canonical.csv" else "cp1252"
                    with path.open(encoding=encoding, newline="") as file:
                        many = sum(1 for _ in csv.reader(file, delimiter=";"))
                    assert all(sheet is None and 1 < row <= many for sheet, row in rows)
