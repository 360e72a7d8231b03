"""The formats of logs, one row each.  A new format is a new file with its reader and a row here.

Readers are named, not imported: what reads a workbook takes longer to import than a small CSV file
to read.  Content decides how a file is read; its ending decides whether it is looked for in a
folder, and whether the fast reader is tried.  `ReadLimits` has the bounds of every format.
"""

from __future__ import annotations

import codecs
import re
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from auditor.log.raw_grid import ReadOptions
    from auditor.log.row_columns import Careful
    from auditor.log.table import Refusal, Table

    Reader = Callable[[bytes, str, str, ReadOptions], tuple[list[Table], list[Refusal]]]
    FastReader = Callable[[Path, str, Careful], Table | None]


@dataclass(frozen=True, slots=True)
class Format:
    """A format: how its files end, how their bytes begin, and what reads them.

    Lines of text have neither `magic` nor an `opening`.  Files that end in one of `unsought` are
    read where they are named and passed over in a folder, where other programs keep such files as
    well.  `packing` is about how many times a log is smaller than as text.
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
    opening: re.Pattern[bytes] | None = None
    """How a text begins that is no lines of cells, whatever its encoding."""
    part: str | None = None
    """A file in the archive that tells this format from others that begin alike."""

    @property
    def is_text(self) -> bool:
        """True for lines of cells."""
        return not self.magic and self.opening is None

    def read(
        self, data: bytes, file: str, sha256: str, options: ReadOptions
    ) -> tuple[list[Table], list[Refusal]]:
        """The tables of a file, one for each sheet that is a log.  Raises Unreadable."""
        reader: Reader = _function(self.reader)
        return reader(data, file, sha256, options)

    def read_fast(self, path: Path, file: str, careful: Careful) -> Table | None:
        """The table of a file that needs no interpretation, which `careful` reads as well."""
        if self.fast is None:
            return None
        reader: FastReader = _function(self.fast)
        return reader(path, file, careful)


ZIP = (b"PK\x03\x04", b"PK\x05\x06")
COMPOUND = b"\xd0\xcf\x11\xe0"
PARQUET = b"PAR1"
SQLITE = b"SQLite format 3\0"

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
    Format("XLSX", (".xlsx", ".xlsm"), ZIP, _WORKBOOK, packing=10, part="xl/workbook.xml"),
    Format("XLSB", (".xlsb",), ZIP, _WORKBOOK, packing=10, part="xl/workbook.bin"),
    Format("XLS", (".xls",), (COMPOUND,), _WORKBOOK, packing=10),
    Format("ODS", (".ods",), ZIP, _WORKBOOK, packing=10, part="content.xml"),
    Format(
        "Parquet",
        (".parquet",),
        (PARQUET,),
        "auditor.log.parquet.read:parquet_tables",
        fast="auditor.log.parquet.fast:read_plain_parquet",
        packing=10,
    ),
    Format(
        "JSON",
        (".jsonl", ".ndjson"),
        (),
        "auditor.log.structured.json_objects:json_tables",
        unsought=(".json",),
        opening=re.compile(rb"\s*(?:\[\s*[\[{\]]|\{\s*[\"}])"),
    ),
    Format(
        "HTML",
        (),
        (),
        "auditor.log.structured.html_tables:html_tables",
        unsought=(".html", ".htm"),
        opening=re.compile(
            rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.{0,2000}?-->\s*)*"
            rb"<(?:!doctype\s+html|(?:html|head|meta|style|body|div|table|center|font)[\s>])",
            re.IGNORECASE | re.DOTALL,
        ),
    ),
    Format(
        "SpreadsheetML",
        (),
        (),
        "auditor.log.workbook.spreadsheetml:spreadsheetml_tables",
        unsought=(".xml",),
        opening=re.compile(
            rb"\s*<.{0,2000}?(?:mso-application\s+progid=.Excel\.Sheet|"
            rb"[\"']urn:schemas-microsoft-com:office:spreadsheet[\"'])",
            re.IGNORECASE | re.DOTALL,
        ),
    ),
    Format(
        "XML",
        (),
        (),
        "auditor.log.structured.xml_rows:xml_tables",
        unsought=(".xml",),
        opening=re.compile(
            rb"\s*<(?:\?xml\s|!doctype\s|[a-z_][\w.:-]*(?:\s[^<>]*)?>(?:\r?\n\s*)?<[a-z_])",
            re.IGNORECASE,
        ),
    ),
    Format(
        "SQLite",
        (".sqlite", ".sqlite3"),
        (SQLITE,),
        "auditor.log.structured.sqlite_tables:sqlite_tables",
        unsought=(".db", ".db3"),
    ),
    Format(
        "SQL",
        (),
        (),
        "auditor.log.structured.sql_dump:sql_tables",
        unsought=(".sql",),
        opening=re.compile(
            rb"(?:\s|--[^\n]*\n|#[^\n]*\n|/\*.*?\*/;?)*"
            rb"(?:delete\s+from\s|truncate\s+table\s|insert\s+(?:ignore\s+)?(?:into\s+[\w\"`\[]|[\[\"`])|copy\s+[\w.\"]+\s*\("
            rb"|(?:create|drop)\s+(?:table|database|schema|sequence)\s|lock\s+tables?\s"
            rb"|begin(?:\s+transaction)?\s*;|start\s+transaction\s*;|pragma\s+\w+\s*[=;]"
            rb"|set\s+(?:names\s|@?\w+\s*=|\w+\s+o(?:n|ff)\s)|use\s+[\[`]?\w+[\]`]?\s*(?:;|go\s)"
            rb"|select\s+pg_catalog\.)",
            re.IGNORECASE | re.DOTALL,
        ),
    ),
    Format("ZIP", (".zip",), ZIP, "auditor.log.files.zipped:zip_tables", packing=10),
)

NAMES = ", ".join(own.name for own in FORMATS)
"""The formats as help and documentation list them."""

ENDINGS = tuple(ending for own in FORMATS for ending in own.endings)
"""The files that are read in a folder; each may be packed.  A file named may end anyhow."""

UNSOUGHT = tuple(dict.fromkeys(ending for own in FORMATS for ending in own.unsought))
"""The files that are read where they are named, and passed over in a folder."""

_OPENING = 4096
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


def opening_of(data: bytes) -> bytes:
    """How some bytes begin, as UTF-8 where a mark tells that they are text of another encoding."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return data[len(mark) : _OPENING].decode(encoding, "ignore").encode()
    return data[:_OPENING]


def format_of_content(data: bytes) -> Format:
    """The format of some bytes, which may be no more than the beginning of a file."""
    of_mark = [own for own in FORMATS if own.magic and data.startswith(own.magic)]
    if len(of_mark) > 1:
        return _format_of_archive(data, of_mark)
    if of_mark:
        return of_mark[0]
    opening = opening_of(data)
    of_text = (own for own in FORMATS if own.opening is not None and own.opening.match(opening))
    return next(of_text, next(own for own in FORMATS if own.is_text))


def _format_of_archive(data: bytes, alike: Sequence[Format]) -> Format:
    """The format of an archive by what is in it; the first where that cannot be seen."""
    try:
        with zipfile.ZipFile(BytesIO(data)) as archive:
            parts = frozenset(archive.namelist())
    except Exception:  # noqa: BLE001 - a dozen kinds; the reader says what is wrong
        return alike[0]
    whole = next(own for own in alike if own.part is None)
    return next((own for own in alike if own.part in parts), whole)


def format_of_name(ending: str) -> Format | None:
    """The format of files that end so."""
    return next((own for own in FORMATS if ending in (*own.endings, *own.unsought)), None)


def _function(name: str) -> Any:
    module, _, function = name.partition(":")
    return getattr(import_module(module), function)
