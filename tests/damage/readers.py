"""A log read by cells, as short ones are, and in columns, as long ones are: by both it is the same.

So many rows of a damaged log may be flawed, and so few be there, that columns are not even tried:
here they always are.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from auditor.audit import audit_log, read_log
from auditor.engine.store import read, typed_rows
from auditor.log.csv import columnar as csv_lines
from auditor.log.csv import plain_csv
from auditor.report.render.json import json_bytes
from auditor.request import CannotAuditError, Records

READERS = {
    "held": ((read, "WORTHWHILE"),),
    "file": ((read, "WORTHWHILE"), (plain_csv, "WORTHWHILE")),
}
"""The readers in columns, of rows in memory and of a file, each with what is lowered for it."""


@contextmanager
def in_columns(reader: str) -> Iterator[None]:
    """Short logs are read in columns as well, and damaged ones."""
    with pytest.MonkeyPatch.context() as patch:
        for room, name in READERS[reader]:
            patch.setattr(room, name, 0)
        for flawed in (csv_lines, typed_rows):
            patch.setattr(flawed, "MOST_FLAWED", 1)
        yield


def reported(path: Path, game: str, *, all_recorded: bool = True) -> object:
    """All that is reported of a log, or why it is refused."""
    records: Records = "all" if all_recorded else ()
    try:
        done = audit_log(read_log(path, rules=game), rules=game, records=records, language="en")
    except CannotAuditError as why:
        return str(why)
    found = json.loads(json_bytes(done.report))
    return {name: own for name, own in found.items() if name != "run"}


def read_otherwise(path: Path, game: str, *, all_recorded: bool = True) -> list[str]:
    """The readers in columns by which something else is reported of a log."""
    by_cells = reported(path, game, all_recorded=all_recorded)
    other = []
    for reader in READERS:
        with in_columns(reader):
            if reported(path, game, all_recorded=all_recorded) != by_cells:
                other.append(reader)
    return other
