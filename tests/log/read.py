"""What is read of a file, or why it is refused."""

from __future__ import annotations

from pathlib import Path

from auditor.log.coded import CodedColumn
from auditor.log.files.limits import LIMITS, ReadLimits
from auditor.log.files.open import read_tables
from auditor.log.row_columns import ReadOptions
from auditor.log.table import Refusal, Table
from auditor.messages.message import say
from auditor.report.model import LANGUAGES

Data = bytes | str | None
"""What a file holds; None where it is written already."""


def read(
    path: Path, data: Data = None, limits: ReadLimits = LIMITS
) -> tuple[list[Table], list[Refusal]]:
    if data is not None:
        own = data if isinstance(data, bytes) else data.encode("utf-8", "surrogatepass")
        path.write_bytes(own)
    return read_tables(path, path.name, ReadOptions(limits=limits))


def tables_of(path: Path, data: Data = None) -> list[Table]:
    tables, refusals = read(path, data)
    assert not refusals
    return tables


def table_of(path: Path, data: Data = None) -> Table:
    [only] = tables_of(path, data)
    return only


def refusal_of(path: Path, data: Data = None, limits: ReadLimits = LIMITS) -> Refusal:
    tables, [only] = read(path, data, limits)
    assert not tables
    assert all(say(only.says, language).endswith((".", "?")) for language in LANGUAGES)
    return only


def why(path: Path, data: Data = None, limits: ReadLimits = LIMITS) -> str:
    """The sentence that refuses a file."""
    return str(refusal_of(path, data, limits).says)


def is_in_columns(table: Table) -> bool:
    """Whether no cell was read one by one."""
    segment = next(table.body.segments())
    return any(type(own) is not CodedColumn for own in segment.columns)
