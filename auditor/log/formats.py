"""The formats of logs, one row each.  A new format is a new file with its reader and a row here.

Readers are named, not imported: what reads a workbook takes longer to import than a small CSV file
to read.  Content decides how a file is read; its ending decides whether it is looked for in a
folder, and whether the fast reader is tried.  `ReadLimits` has the bounds of every format.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from auditor.log.csv.columnar import SlowPath
    from auditor.log.raw_grid import ReadOptions
    from auditor.log.table import Refusal, Table

    Reader = Callable[[bytes, str, str, ReadOptions], tuple[list[Table], list[Refusal]]]
    FastReader = Callable[[Path, str, SlowPath], Table | None]


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how its files end, how their bytes begin, and what reads them.

    Text has no `magic`.  Files that end in one of `unsought` are read where they are named and
    passed over in a folder.  `packing` is about how many times a log is smaller than as text.
    """

    name: str
    endings: tuple[str, ...]
    magic: tuple[bytes, ...]
    reader: str
    """The `module:function` that reads bytes, with the name and the hash of their file."""
    fast: str | None = None
    """The `module:function` that reads whole columns of a large file, or gives it back as None."""
    packing: int = 1
    unsought: tuple[str, ...] = ()

    @property
    def is_text(self) -> bool:
        return not self.magic

    def read(
        self, data: bytes, file: str, sha256: str, options: ReadOptions
    ) -> tuple[list[Table], list[Refusal]]:
        """The tables of a file, one for each sheet that is a log.  Raises Unreadable."""
        reader: Reader = _function(self.reader)
        return reader(data, file, sha256, options)

    def read_fast(self, path: Path, file: str, slow_path: SlowPath) -> Table | None:
        """The table of a file that needs no interpretation, which `slow_path` reads as well."""
        if self.fast is None:
            return None
        reader: FastReader = _function(self.fast)
        return reader(path, file, slow_path)


ZIP = (b"PK\x03\x04", b"PK\x05\x06")
COMPOUND = b"\xd0\xcf\x11\xe0"
PARQUET = b"PAR1"
GZIP = b"\x1f\x8b"
"""How a file begins that is unpacked before it is read; its name ends in the format's and .gz."""

_WORKBOOK = "auditor.log.workbook.read:read_workbook"

FORMATS = (
    Format(
        "CSV",
        (".csv", ".tsv"),
        (),
        "auditor.log.csv.read:csv_tables",
        fast="auditor.log.csv.fast:read_plain",
        unsought=(".txt",),
    ),
    Format("XLSX", (".xlsx", ".xlsm"), ZIP, _WORKBOOK, packing=10),
    Format("XLSB", (".xlsb",), ZIP, _WORKBOOK, packing=10),
    Format("XLS", (".xls",), (COMPOUND,), _WORKBOOK, packing=10),
    Format("ODS", (".ods",), ZIP, _WORKBOOK, packing=10),
    Format(
        "Parquet",
        (".parquet",),
        (PARQUET,),
        "auditor.log.parquet.read:parquet_tables",
        fast="auditor.log.parquet.fast:read_plain_parquet",
        packing=10,
    ),
)

NAMES = ", ".join(own.name for own in FORMATS)
"""The formats as help and documentation list them."""

ENDINGS = tuple(ending for own in FORMATS for ending in own.endings)
"""The files that are read in a folder; each may be gzipped.  A file named may end anyhow."""

MAGIC = tuple(mark for own in FORMATS for mark in own.magic)
"""How a file begins that is no text."""

GZIP_PACKING = 10
"""About how many times a log is smaller when it is gzipped."""


def format_of_content(data: bytes) -> Format:
    """The format of some bytes; of formats that begin alike the first, whose reader knows all."""
    text = next(own for own in FORMATS if own.is_text)
    return next((own for own in FORMATS if own.magic and data.startswith(own.magic)), text)


def format_of_name(ending: str) -> Format | None:
    """The format of files that end so."""
    return next((own for own in FORMATS if ending in (*own.endings, *own.unsought)), None)


def _function(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)
