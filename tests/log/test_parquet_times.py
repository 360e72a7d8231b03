"""Parquet files whose times stand in no zone, or on no day, that anybody knows."""

from __future__ import annotations

import csv
from datetime import datetime
from pathlib import Path
from typing import Any

import pyarrow as pa  # type: ignore[import-untyped]  # it has no types
import pytest
from pyarrow import parquet

from auditor import audit_log, read_log
from auditor.report.model import Report
from tests.damage.logs import SAMPLES

PER_SECOND = {"ms": 10**3, "us": 10**6, "ns": 10**9}


def written(path: Path, unit: str, zone: str | None, odd: int | None) -> Path:
    """The lawful evening; the fifth row has an odd time."""
    with (SAMPLES / "bataille" / "lawful.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    moments = [int(datetime.fromisoformat(row["time"]).timestamp()) for row in rows]
    times = [moment * PER_SECOND[unit] for moment in moments]
    if odd is not None:
        times[4] = odd
    columns: dict[str, Any] = {
        name: pa.array([row[name] or None for row in rows]) for name in rows[0]
    }
    columns["time"] = pa.array(times, pa.timestamp(unit, zone))
    parquet.write_table(pa.table(columns), path)
    return path


def report_of(path: Path) -> Report:
    return audit_log(read_log([path]), rules="bataille", records="all").report


@pytest.mark.sampled(3)
@pytest.mark.parametrize("zone", ["Z", "No/Such", "UTC"])
def test_an_instant_is_exact_in_a_zone_that_nobody_knows(tmp_path: Path, zone: str) -> None:
    path = written(tmp_path / "log.parquet", "us", zone, None)
    [read] = report_of(path).inputs
    assert (read.rows_read, read.rows_evaluated) == (732, 732)


@pytest.mark.sampled(9)
@pytest.mark.parametrize(
    ("unit", "zone", "odd"),
    [("us", "UTC", 2**62), ("us", "UTC", -(2**62)), ("ms", "UTC", 2**60), ("us", None, 2**62)],
)
def test_a_row_on_a_day_that_no_calendar_has_is_set_aside(
    tmp_path: Path, unit: str, zone: str | None, odd: int
) -> None:
    path = written(tmp_path / "log.parquet", unit, zone, odd)
    report = report_of(path)
    assert [own.row for own in report.set_aside] == [6]
    assert str(odd) in (report.set_aside[0].value or "")
