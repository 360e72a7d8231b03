"""The bounds of a file beyond which it is refused: more than a log can need."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ReadLimits:
    """Sizes are in bytes.  `docs/reading.md` lists the bounds that users meet."""

    file_size: int = 1 << 30
    unpacked_size: int = 1 << 30
    """The size of a packed file, or of all parts of a workbook, once unpacked."""
    packing_ratio: int = 200
    loosely_packed_file: int = 64 << 20
    """A file up to this size may be packed as tightly as it likes."""
    loosely_packed_part: int = 10 << 20
    """So may a part of a workbook up to this one."""
    archive_parts: int = 10_000
    sheet_cells: int = 30_000_000
    """The cells of a sheet from A1 to its last row and column: a million rows of thirty columns."""
    empty_cells: int = 64
    """For one that is not empty, in a sheet of more than `few_cells`."""
    few_cells: int = 2_000_000
    parquet_cells: int = 100_000_000
    text_length: int = 1 << 29
    """Characters of all sheets, or of all columns, together."""
    cell_length: int = 100_000
    """Characters of a cell, thrice as many as a spreadsheet holds."""
    chunk_size: int = 1 << 20
    """Read at once of a part of a workbook."""
    memory: int = 1 << 30
    """The memory of a sandbox for a small file; larger ones get more, up to `most_memory`."""
    most_memory: int = 6 << 30
    seconds: int = 20
    """The time of the processor for a sandbox with a small file."""


LIMITS = ReadLimits()
