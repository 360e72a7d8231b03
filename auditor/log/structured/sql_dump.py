"""Dumps of databases: the rows of `INSERT INTO … VALUES` and of `COPY … FROM stdin`.

Nothing is executed.  Each table is a sheet; what would change rows after they were entered is
refused, since only a database could say what is left.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from auditor.log.csv.encoding import decode, line_at
from auditor.log.csv.read import MAX_COLUMNS
from auditor.log.files.limits import ReadLimits
from auditor.log.files.sandbox import Answer, Request, TooLargeError, serve
from auditor.log.raw_grid import CANONICAL, ReadOptions
from auditor.log.table import Refusal, Table, Unreadable
from auditor.log.workbook.anomalies import plain_sheet
from auditor.log.workbook.read import book_tables, plain_workbook
from auditor.messages.message import message

MEMORY = 60
"""Bytes that one byte of a dump may ask for, as tokens and as rows."""

_BACKSLASH = r"[^'\\]*(?:(?:''|\\.)[^'\\]*)*"
_STANDARD = r"[^']*(?:''[^']*)*"
_TOKEN = (
    r"(?P<skipped>\s+|--[^\n]*|/\*.*?\*/)"
    rf"|(?P<escaped>[Ee]'{_BACKSLASH}')|(?P<text>[Nn]?'(?:TEXT)')"
    r"|(?P<quoted>\$(?P<tag>\w*)\$.*?\$(?P=tag)\$)"
    r"|(?P<name>\"(?:[^\"]|\"\")*\"|`(?:[^`]|``)*`|\[[^\]]*\])"
    r"|(?P<word>[+-]?[\w$.]+)|(?P<sign>::|.)"
)
_TOKENS = re.compile(_TOKEN.replace("TEXT", _STANDARD), re.DOTALL)
_TOKENS_OF_MYSQL = re.compile(_TOKEN.replace("TEXT", _BACKSLASH), re.DOTALL)
_MYSQL = re.compile(r"`|\b(?:MySQL|MariaDB)\b")
"""Signs of a dump in which a backslash changes the letter behind it in any text."""
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": ""}
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)
_NO_COLUMN = frozenset(
    ("primary", "unique", "key", "constraint", "index", "foreign", "check", "fulltext", "spatial")
)
_CHANGING = frozenset(("update", "replace", "merge"))
_EMPTYING = frozenset(("delete", "truncate"))
"""Words that change nothing while no row has been entered, where exports begin with them."""
_STARTS = frozenset(("insert", "create", "go"))
"""Words that begin a statement where the one before has no semicolon."""
_TYPED = frozenset(("date", "time", "timestamp", "datetime"))
_CONVERTED = frozenset(("cast", "convert", "to_date", "to_timestamp", "to_number", "str_to_date"))
_SCHEMAS = frozenset(("dbo", "public", "main"))


def sql_tables(
    data: bytes, file: str, sha256: str, options: ReadOptions = CANONICAL
) -> tuple[list[Table], list[Refusal]]:
    """The tables of a dump that are logs, rows numbered as below a header.  Raises Unreadable."""
    request: Request = {"encoding": options.encoding}
    book = plain_workbook("structured.sql_dump", request, data, options.limits, memory=MEMORY)
    return book_tables(book, file, sha256, options)


# ---- in the sandbox -----------------------------------------------------------------------------
Token = tuple[str, str, int]
"""Its kind, its text, and where it begins."""


@dataclass(slots=True)
class Entered:
    """A table: its columns, as far as they are named, and the rows that were entered."""

    name: str
    columns: list[str] = field(default_factory=list)
    rows: list[list[str]] = field(default_factory=list)

    def places(self, names: Sequence[str]) -> list[int]:
        """Where columns of these names stand; those that are new come behind the others."""
        known = {name.casefold(): at for at, name in enumerate(self.columns)}
        for name in names:
            if known.setdefault(name.casefold(), len(self.columns)) == len(self.columns):
                self.columns.append(name)
        if len(self.columns) > MAX_COLUMNS:
            raise Unreadable(message("header.too_wide", most=MAX_COLUMNS))
        return [known[name.casefold()] for name in names]

    def enter(self, cells: Sequence[str], places: Sequence[int]) -> None:
        row = [""] * (max(places, default=-1) + 1)
        for at, cell in zip(places, cells, strict=True):
            row[at] = cell
        self.rows.append(row)


class Dump:
    """Reads the statements of a dump, one token after the other."""

    def __init__(self, text: str, limits: ReadLimits) -> None:
        self.tables: dict[str, Entered] = {}
        self._text = text
        self._limits = limits
        self._length = 0
        self._mysql = _MYSQL.search(text, 0, 1 << 16) is not None
        self._tokens = _TOKENS_OF_MYSQL if self._mysql else _TOKENS
        self._at = 0

    def read(self) -> None:
        """Reads all statements.  Raises Unreadable for what is none, or would change rows."""
        while (token := self._next()) is not None:
            word = token[1].lower()
            if word == "insert":
                self._insert()
            elif word == "create":
                self._create()
            elif word == "copy":
                self._copy()
            elif word in _CHANGING or (word in _EMPTYING and self._length):
                raise self._wrong(token, "sql.changes", statement=word.upper())
            elif word not in {";", "go"}:
                self._skip()

    def _next(self) -> Token | None:
        """The next token that is no comment, if there is one."""
        while found := self._tokens.match(self._text, self._at):
            kind, at = found.lastgroup or "", self._at
            self._at = found.end()
            if kind != "skipped" and (kind, found[0]) != ("sign", "#"):
                return kind, found[0], at
            if kind == "sign":  # a comment of MySQL
                end = self._text.find("\n", at)
                self._at = end if end >= 0 else len(self._text)
        return None

    def _needed(self, *texts: str) -> Token:
        """The next token, which has to be one of some."""
        token = self._next()
        if token is None or (texts and token[1].lower() not in texts):
            raise self._wrong(token, "sql.syntax")
        return token

    def _wrong(self, token: Token | None, code: str, **values: str) -> Unreadable:
        at = len(self._text) if token is None else token[2]
        line = line_at(self._text[:at].encode("utf-8", "replace"), 1 << 62)
        return Unreadable(message(code, line=line, **values))

    def _skip(self) -> None:
        """To the end of a statement that enters no rows."""
        while (token := self._next()) is not None and token[1] != ";":
            if token[1].lower() in _STARTS and self._begins_line(token[2]):
                self._at = token[2]
                return

    def _begins_line(self, at: int) -> bool:
        return not self._text[self._text.rfind("\n", 0, at) + 1 : at].strip()

    def _table(self, token: Token) -> Entered:
        """The table of a name that begins with a token: `"public"."events"`."""
        parts = plain(token).split(".") if token[0] == "word" else [plain(token)]
        while (dot := self._next()) is not None and dot[1] == ".":
            parts.append(plain(self._needed()))
        if dot is not None:
            self._at = dot[2]
        if len(parts) > 1 and parts[-2].lower() in _SCHEMAS:
            parts = parts[-1:]
        name = ".".join(parts)
        return self.tables.setdefault(name.casefold(), Entered(name))

    def _create(self) -> None:
        """The names of a table's columns."""
        while (token := self._next()) is not None and token[1].lower() in {
            "temporary",
            "global",
            "local",
            "unlogged",
            "temp",
        }:
            pass
        if token is None or token[1].lower() != "table":
            self._skip()
            return
        token = self._needed()
        while token[0] == "word" and token[1].lower() in {"if", "not", "exists"}:
            token = self._needed()
        table = self._table(token)
        if self._needed()[1] != "(":
            self._skip()
            return
        parts = self._parts()
        self._places(table, [own for own in parts if own and not is_constraint(own[0])])
        self._skip()

    def _places(self, table: Entered, named: Sequence[Sequence[Token]]) -> list[int]:
        """Where the columns stand that some tokens begin with.  Raises Unreadable for one twice."""
        places = table.places([plain(own[0]) for own in named if own])
        if len(set(places)) < len(named):
            raise self._wrong(None, "sql.syntax")
        return places

    def _parts(self) -> list[list[Token]]:
        """The tokens between the commas of a bracket that was opened."""
        parts: list[list[Token]] = [[]]
        deep = 1
        while True:
            token = self._needed()
            deep += (token[1] == "(") - (token[1] == ")")
            if not deep:
                return parts if parts != [[]] else []
            if deep == 1 and token[1] == ",":
                parts.append([])
            else:
                parts[-1].append(token)

    def _insert(self) -> None:
        token = self._needed()
        while token[0] == "word" and token[1].lower() in {
            "into",
            "or",
            "ignore",
            "low_priority",
            "delayed",
            "high_priority",
            "all",
        }:
            token = self._needed()
        table = self._table(token)
        token = self._needed()
        places: list[int] | None = None
        if token[1] == "(":
            places = self._places(table, self._parts())
            token = self._needed()
        while token[1].lower() in {"overriding", "system", "user", "value"}:
            token = self._needed()
        if token[1].lower() != "values":
            raise self._wrong(token, "sql.changes", statement=f"INSERT … {token[1].upper()[:20]}")
        self._values(table, places)

    def _values(self, table: Entered, places: list[int] | None) -> None:
        while True:
            opened = self._needed("(")
            cells = [self._cell(own) for own in self._parts()]
            own = places
            if own is None:
                own = list(range(len(table.columns) or len(cells)))
            if len(own) != len(cells):
                raise self._wrong(opened, "sql.values")
            self._enter(table, cells, own)
            token = self._next()
            if token is None or token[1] == ";":
                return
            if token[1] != ",":
                self._at = token[2]
                self._after(token)
                return

    def _after(self, token: Token) -> None:
        """An end without a semicolon, or the remedy for a clash of keys."""
        if token[1].lower() == "on":
            self._skip()
        elif not self._begins_line(token[2]):
            raise self._wrong(token, "sql.syntax")

    def _enter(self, table: Entered, cells: Sequence[str], places: Sequence[int]) -> None:
        self._length += sum(map(len, cells)) + len(cells)
        if self._length > self._limits.text_length:
            raise TooLargeError
        table.enter(cells, places)

    def _cell(self, tokens: Sequence[Token]) -> str:
        """The text of a value; of an expression that is none its own text, which no type reads."""
        kinds = [kind for kind, _, _ in tokens]
        words = [text.lower() for _, text, _ in tokens]
        if "::" in words:
            return self._cell(tokens[: words.index("::")])
        if len(tokens) == 1:
            return self._value(tokens[0])
        if len(tokens) == 2 and words[0] in _TYPED and kinds[1] in {"text", "escaped"}:
            return self._value(tokens[1])
        if words[:2] and words[0] in _CONVERTED and words[1] == "(" and "text" in kinds:
            return self._value(tokens[kinds.index("text")])
        return self._text[tokens[0][2] : tokens[-1][2] + len(tokens[-1][1])] if tokens else ""

    def _value(self, token: Token) -> str:
        kind, text, _ = token
        if kind not in {"text", "escaped"}:
            return "" if text.lower() == "null" else text
        inner = text[text.index("'") + 1 : -1].replace("''", "'")
        return unescaped(inner) if kind == "escaped" or self._mysql else inner

    def _copy(self) -> None:
        """The lines of `COPY events (time, …) FROM stdin`, up to the one that ends them."""
        table = self._table(self._needed())
        token = self._needed("(", "from")
        named = self._parts() if token[1] == "(" else []
        self._skip()
        places = self._places(table, named) if named else list(range(len(table.columns)))
        for line in self._lines():
            cells = ["" if own == "\\N" else unescaped(own) for own in line.split("\t")]
            if len(cells) != len(places):
                raise self._wrong(("", "", self._at - 1), "sql.values")
            self._enter(table, cells, places)

    def _lines(self) -> Iterator[str]:
        self._at = self._text.find("\n", self._at) + 1 or len(self._text)
        while True:
            end = self._text.find("\n", self._at)
            if end < 0:
                raise self._wrong(None, "sql.syntax")
            line = self._text[self._at : end].removesuffix("\r")
            self._at = end + 1
            if line == "\\.":
                return
            yield line


def plain(token: Token) -> str:
    """A name without its quotes."""
    kind, text, _ = token
    return text[1:-1].replace(text[0] * 2, text[0]) if kind == "name" else text


def is_constraint(token: Token) -> bool:
    return token[0] == "word" and token[1].lower() in _NO_COLUMN


def unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda own: _ESCAPES.get(own[1], own[1]), text) if "\\" in text else text


def read(request: Request, data: bytes, limits: ReadLimits) -> Answer:
    """The tables of a dump as sheets."""
    text = decode(data, request["encoding"])
    dump = Dump(text.data[text.skip :].decode(text.encoding), limits)
    dump.read()
    sheets = []
    for table in dump.tables.values():
        header = [(1, [own.strip() for own in table.columns])] if table.columns else []
        sheets.append(plain_sheet(table.name, [*header, *enumerate(table.rows, start=2)]))
    if not any(table.rows for table in dump.tables.values()):
        raise Unreadable(message("sql.nothing"))
    return {"sheets": sheets, "notes": [own.to_json() for own in text.notes]}


if __name__ == "__main__":
    serve(read)
