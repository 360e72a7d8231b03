"""The formats of logs, one row each.  A new format is a new file with its reader and a row here.

Readers are named, not imported: what reads a workbook takes longer to import than a small CSV file
to read.  Content decides how a file is read; its ending decides whether it is looked for in a
folder, and whether a large one is tried as plain text.  What is known to be no log is named for
what it is: an inspector who is told `a TAR archive` knows what to do.
"""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable, Sequence
from importlib import import_module
from io import BytesIO
from typing import TYPE_CHECKING, Any

from auditor.log.csv.text_encoding import BOMS
from auditor.log.table import Origin, Unreadable
from auditor.messages.message import message
from auditor.source import Frozen

if TYPE_CHECKING:
    from auditor.log.row_columns import ReadOptions
    from auditor.log.table import Refusal, Table

    Reader = Callable[[bytes, str, str, ReadOptions], tuple[list[Table], list[Refusal]]]


FOREIGN: tuple[tuple[re.Pattern[bytes], str], ...] = tuple(
    (re.compile(pattern, re.DOTALL), kind)
    for pattern, kind in (
        (rb"%PDF", "file.a_pdf"),
        (rb"%!PS", "file.a_postscript"),
        (rb"\{\\rtf", "file.a_rich_text"),
        (rb"\x89PNG|\xff\xd8\xff|GIF8|II\*\0|MM\0\*|.{8}WEBP|BM.{4}\0{4}", "file.an_image"),
        (rb"Rar!", "file.a_rar"),
        (rb"7z\xbc\xaf", "file.a_7z"),
        (rb"\x00\x01\x00\x00Standard (?:Jet|ACE) DB", "file.an_access"),
        (rb"ARROW1|FEA1", "file.an_arrow"),
        (rb"ORC", "file.an_orc"),
        (rb"Obj\x01", "file.an_avro"),
        (rb"\x89HDF", "file.an_hdf"),
        (rb"ElfFile\0", "file.an_event_log"),
        (rb"\x7fELF|MZ\x90\0", "file.a_program"),
        (rb"(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*){0,99}?MIME-Version:", "file.a_web_archive"),
        (rb".{257}ustar", "file.a_tar"),
        (rb".{4}ftyp", "file.a_film"),
        # A version, then the day of the last change.
        (
            rb"(?=.{0,31}\0)[\x03\x30\x31\x83\x8b\xf5][\x00-\xff][\x01-\x0c][\x01-\x1f]",
            "file.a_dbase",
        ),
    )
)
"""How a file begins, and the message that names it."""

_LINE_END = re.compile(rb"[\r\n]")
_WIDE = re.compile(rb"(?:[\x20-\x7e]\0){4}|(?:\0[\x20-\x7e]){4}")
"""Text of two bytes a letter, without the mark that tells so."""


def refuse_foreign(data: bytes, *, nul_is_text: bool = False) -> None:
    """Refuses what is known to be no log.  Raises Unreadable."""
    if kind := next((kind for pattern, kind in FOREIGN if pattern.match(data)), None):
        raise Unreadable(message("file.foreign", kind=message(kind)))
    if nul_is_text or b"\0" not in _LINE_END.split(data[:4096], maxsplit=1)[0]:
        return  # a NUL further down is a fault of its line
    if _WIDE.match(data):
        encoding = "utf-16-be" if data.startswith(b"\0") else "utf-16-le"
        raise Unreadable(message("text.unmarked", encoding=encoding))
    raise Unreadable(message("file.foreign", kind=message("file.binary")))


# ---- formats of logs ----------------------------------------------------------------------------
class Format(Frozen):
    """A format: how its files end, how their bytes begin, and what reads them."""

    name: str
    endings: tuple[str, ...]
    magic: tuple[bytes, ...]  # none for text, as there is no `opening` for lines of cells
    reader: str
    """In `auditor.log` the `module:function` that reads bytes, with the name and the hash of their
    file; or the module of which `read` finds the tables of a file in a sandbox."""
    memory: int = 0  # bytes that one of a file may ask for in the sandbox
    pace: int = 4  # seconds of the processor for each mebibyte there
    packing: int = 1  # about how many times a log is smaller than as text
    unsought: tuple[str, ...] = ()  # read where named, passed over in a folder
    opening: re.Pattern[bytes] | None = None
    """How a text begins that is no lines of cells, whatever its encoding."""
    part: str | None = None
    """A file in the archive that tells this format from others that begin alike."""

    has_tables: bool = True
    """Whether a file may hold several tables, each of which has a name."""

    @property
    def is_text(self) -> bool:
        """True for lines of cells."""
        return not self.magic and self.opening is None

    def read(
        self, data: bytes, file: str, sha256: str, options: ReadOptions
    ) -> tuple[list[Table], list[Refusal]]:
        """The tables of a file, one for each sheet that is a log.  Raises Unreadable."""
        if ":" in self.reader:
            reader: Reader = _function(self.reader)
            return reader(data, file, sha256, options)
        in_sandbox = _function("workbook.sheets:tables_of_sandbox")
        granted = {"memory": self.memory * len(data), "seconds": self.pace * len(data) >> 20}
        tables: tuple[list[Table], list[Refusal]] = in_sandbox(
            self.reader, granted, data, Origin(file, None, sha256, None), options
        )
        return tables


ZIP = (b"PK\x03\x04", b"PK\x05\x06")
COMPOUND = b"\xd0\xcf\x11\xe0"
PARQUET = b"PAR1"
SQLITE = b"SQLite format 3\0"

_WORKBOOK = "workbook.sheets:read_workbook"

FORMATS = (
    Format(
        "CSV",
        (".csv", ".tsv"),
        (),
        "csv.text_rows:csv_tables",
        unsought=(".txt",),
        has_tables=False,
    ),
    Format("XLSX", (".xlsx", ".xlsm"), ZIP, _WORKBOOK, packing=10, part="xl/workbook.xml"),
    Format("XLSB", (".xlsb",), ZIP, _WORKBOOK, packing=10, part="xl/workbook.bin"),
    Format("XLS", (".xls",), (COMPOUND,), _WORKBOOK, packing=10),
    Format("ODS", (".ods",), ZIP, _WORKBOOK, packing=10, part="content.xml"),
    Format(
        "Parquet",
        (".parquet",),
        (PARQUET,),
        "parquet.parquet_table",
        memory=400,  # dictionaries and runs make columns small
        packing=10,
        has_tables=False,
    ),
    Format(
        "JSON",
        (".jsonl", ".ndjson"),
        (),
        "structured.json_objects",
        memory=40,
        pace=1,
        unsought=(".json",),
        opening=re.compile(
            rb"\s*(?:\[\s*[\[{\]]|\{\s*[\"}]|[^\r\n{]*\{\"\w+\":[^\r\n]*\}\s*[\r\n])"
        ),
    ),
    Format(
        "HTML",
        (),
        (),
        "structured.html_tables",
        memory=60,  # a byte asks for memory as elements and as rows
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
        "workbook.spreadsheetml",
        memory=20,
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
        "structured.xml_rows",
        memory=120,
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
        "structured.sqlite_tables",
        memory=40,
        unsought=(".db", ".db3"),
    ),
    Format(
        "SQL",
        (),
        (),
        "structured.sql_dump",
        memory=60,
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
    Format("ZIP", (".zip",), ZIP, "files.open:zip_tables", packing=10),
)

NAMES = ", ".join(own.name for own in FORMATS)  # the formats as help and documentation list them

ENDINGS = tuple(ending for own in FORMATS for ending in own.endings)
"""The files that are read in a folder; each may be packed.  A file named may end anyhow."""

UNSOUGHT = tuple(dict.fromkeys(ending for own in FORMATS for ending in own.unsought))
"""The files that are read where they are named, and passed over in a folder."""

_OPENING = 4096


def opening_of(data: bytes) -> bytes:
    """How some bytes begin, as UTF-8 where a mark tells that they are text of another encoding."""
    for mark, encoding in BOMS:
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
    return getattr(import_module(f"auditor.log.{module}"), function)
