"""Databases of SQLite: each table is a sheet, a view where it is named (`evening.db:view`).

The file is looked at as bytes in memory: nothing of it can be written, and nothing beside it read.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from itertools import chain

from auditor.log.cell import canonical_text
from auditor.log.files.limits import Answer, ReadLimits, Request, TooLargeError
from auditor.log.table import Record, Unreadable, is_called
from auditor.log.workbook.book_sheet import BookSheet
from auditor.messages.message import message

BLOB_SHOWN = 32  # bytes that a cell shows of a value that is neither text nor a number

_READS = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE}
_WRITE_AHEAD = b"\2\2"


# ---- in the sandbox -----------------------------------------------------------------------------
def read(request: Request, data: bytes, limits: ReadLimits) -> Answer:
    """The tables of a database as sheets, with the views that are named."""
    named = request["named"]
    sheets, views = [], []
    try:
        held = opened(data)
        for kind, name, made in list(held.execute(_INVENTORY)):
            is_table = kind == "table" and not str(made).upper().startswith("CREATE VIRTUAL")
            if any(is_called(name, own) for own in named) or (is_table and not named):
                cursor = selected(held, name, ordered=kind == "table")
                sheets.append(BookSheet(name, rows=rows_of(cursor, limits)).as_json())
            elif not is_table:
                views.append(name)
    except (sqlite3.Error, UnicodeDecodeError):  # the library quotes what is damaged
        raise Unreadable(message("sqlite.damaged")) from None
    if not sheets and not views:
        raise Unreadable(message("sqlite.empty"))
    notes = [] if named else [message("note.view", name=name).to_json() for name in views]
    return {"sheets": sheets, "notes": notes}


_INVENTORY = (  # a damaged one holds names that are no text
    "SELECT type, CAST(name AS TEXT), sql FROM sqlite_master "
    "WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid"
)


def opened(data: bytes) -> sqlite3.Connection:
    """The database, which may be read and nothing else."""
    if pages_missing(data):
        raise Unreadable(message("sqlite.damaged"))
    if data[18:20] == _WRITE_AHEAD:  # its log lies beside it, where a database in memory has none
        data = data[:18] + b"\1\1" + data[20:]
    held = sqlite3.connect(":memory:")
    held.deserialize(data)
    held.execute("PRAGMA trusted_schema = OFF")
    held.execute("PRAGMA cell_size_check = ON")
    held.execute("PRAGMA query_only = ON")
    if held.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
        raise Unreadable(message("sqlite.damaged"))
    held.text_factory = text
    held.set_authorizer(permission)
    return held


def pages_missing(data: bytes) -> bool:
    """True where the file is shorter than its header says, if that is up to date."""
    size = int.from_bytes(data[16:18], "big")
    pages = int.from_bytes(data[28:32], "big") if data[24:28] == data[92:96] else 0
    return max(pages * (65_536 if size == 1 else size), 1) > len(data)


def permission(action: int, _one: str | None, two: str | None, *_: str | None) -> int:
    if action == sqlite3.SQLITE_FUNCTION:
        return sqlite3.SQLITE_DENY if two == "load_extension" else sqlite3.SQLITE_OK
    return sqlite3.SQLITE_OK if action in _READS else sqlite3.SQLITE_DENY


def rows_of(cursor: sqlite3.Cursor, limits: ReadLimits) -> list[Record]:
    """The names of the columns, then the rows in the order in which they were entered."""
    rows: list[Record] = []
    length = 0
    for number, cells in enumerate(chain([header(cursor)], texts(cursor)), start=1):
        length += sum(map(len, cells)) + len(cells)
        if length > limits.text_length:
            raise TooLargeError
        rows.append((number, cells))
    return rows


def selected(held: sqlite3.Connection, name: str, *, ordered: bool) -> sqlite3.Cursor:
    """The rows of a table or a view; of a table in the order in which they were entered."""
    every = 'SELECT * FROM "{}"'.format(name.replace('"', '""'))  # noqa: S608 - quoted
    columns = {own.casefold() for own in header(held.execute(f"{every} LIMIT 0"))}
    free = [own for own in ("rowid", "_rowid_", "oid") if own not in columns]
    if ordered and free:
        try:
            return held.execute(f"{every} ORDER BY {free[0]}")
        except sqlite3.OperationalError:
            pass  # a table without numbers of rows stands in the order of its key
    return held.execute(every)


def header(cursor: sqlite3.Cursor) -> list[str]:
    return [str(own[0]).strip() for own in cursor.description]


def texts(cursor: sqlite3.Cursor) -> Iterator[list[str]]:
    for row in cursor:
        yield [cell_text(cell) for cell in row]


def cell_text(cell: object) -> str:
    """The text of a cell; of bytes their beginning, as SQL writes them."""
    if isinstance(cell, bytes):
        return f"x'{cell[:BLOB_SHOWN].hex()}{'…' if cell[BLOB_SHOWN:] else ''}'"
    return canonical_text(cell)


def text(raw: bytes) -> str:
    """A text of the database; what is none in UTF-8 shows as escapes."""
    return raw.decode("utf-8", "backslashreplace").replace("\0", "\\x00")
