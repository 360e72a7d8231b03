"""Logs in other shapes, read for a test."""

from __future__ import annotations

from pathlib import Path

from auditor.audit import Reading, read_log
from auditor.log.table import RANK, Refusal, Table


def read(folder: Path, text: str | bytes, mapping: str = "", name: str = "log.csv") -> Reading:
    """The reading of a file with this text, by a mapping if there is one."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    if not mapping:
        return read_log(path)
    told = folder / "log.toml"
    told.write_text(mapping, encoding="utf-8")
    return read_log(path, mapping=told)


def table(folder: Path, text: str | bytes, mapping: str = "") -> Table:
    reading = read(folder, text, mapping)
    assert not reading.refusals, reading.refusals
    [only] = reading.tables
    return only


def refusal(folder: Path, text: str | bytes, mapping: str = "") -> Refusal:
    reading = read(folder, text, mapping)
    assert not reading.tables
    [only] = reading.refusals
    return only


def events(own: Table) -> list[tuple[int, str]]:
    """Each event as `row`, `kind name=value …`: the filled cells in the order of their names."""
    return [
        (number, _said(dict(zip(own.header, cells, strict=True)))) for number, cells in own.rows
    ]


def _said(cells: dict[str, str]) -> str:
    kind = cells.pop("event")
    cells.pop(RANK, None)  # a place beside others, and nothing that the file says
    return " ".join([kind, *(f"{name}={cells[name]}" for name in sorted(cells) if cells[name])])
