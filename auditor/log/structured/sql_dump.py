"""Dumps of databases: the rows of `INSERT INTO … VALUES` and of `COPY … FROM stdin`.

Nothing is executed.  Each table is a sheet.  A statement is read, or known to change no rows, or
refused: only a database could say which rows are left after any other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from auditor.log.csv.text_encoding import decode
from auditor.log.csv.text_rows import MAX_COLUMNS
from auditor.log.files.limits import Answer, ReadLimits, Request, TooLargeError, serve
from auditor.log.structured.sql_statements import (
    HARMLESS,
    LINES,
    NO_COLUMN,
    WITHOUT_ROWS,
    Statements,
    Token,
    plain,
    unescaped,
    words,
    words_of,
)
from auditor.log.table import Unreadable
from auditor.log.workbook.inspect_xml import plain_sheet
from auditor.log.workbook.sheets import sandboxed
from auditor.messages.message import message

_ROUTINES = words("function procedure trigger rule event package")
_OF_A_CREATION = words(
    "temporary temp global local unlogged unique or replace materialized clustered "
    "nonclustered algorithm undefined merge temptable definer sql security invoker "
    "constraint spatial fulltext force editionable"
)
"""Words before the kind of what is created."""
_OF_AN_INSERT = words("into or ignore low_priority delayed high_priority")
_TYPED = words("date time timestamp datetime")
_CONVERTED = words("cast convert to_date to_timestamp to_number str_to_date")
_SCHEMAS = words("dbo public main")


sql_tables = sandboxed("structured.sql_dump", memory=60)
"""The tables of a dump that are logs, rows numbered as below a header."""


# ---- in the sandbox -----------------------------------------------------------------------------
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

    def whole(self) -> list[list[str]]:
        """The rows, as long as the columns: an INSERT may name the first ones alone."""
        return [[*row, *[""] * (len(self.columns) - len(row))] for row in self.rows]


class Dump(Statements):
    """Reads the statements of a dump, one token after the other."""

    def __init__(self, text: str, limits: ReadLimits) -> None:
        super().__init__(text)
        self.tables: dict[str, Entered] = {}
        self._limits = limits
        self._length = 0

    def read(self) -> None:
        """Reads all statements.  Raises Unreadable for what is none, or might change rows."""
        readers = {
            "insert": self._insert,
            "copy": self._copy,
            "create": self._create,
            "alter": self.alter,
            "select": self.select,
            "delimiter": self.delimited,
            ";": lambda _: None,
            **dict.fromkeys(("drop", "delete", "truncate"), self._empty),
            **dict.fromkeys(LINES, self.line),
            **dict.fromkeys(HARMLESS, self.skip),
        }
        while (token := self.tokens.next()) is not None:
            reader = readers.get(token[1].lower())
            if reader is None:
                raise self.changes(token)
            reader(token)

    def _empty(self, token: Token) -> None:
        """`DROP`, `DELETE` and `TRUNCATE` of what holds no row so far, as exports begin."""
        word, statement = token[1].lower(), self.statement()
        words = words_of(statement)
        if word == "drop" and words and words[0] in {*WITHOUT_ROWS, "temporary"} - {"type"}:
            return
        names = {plain(own).rpartition(".")[2].casefold() for own in statement}
        filled = {own.rpartition(".")[2] for own, t in self.tables.items() if t.rows}
        if (words and words[0] in {"database", "schema"}) or "cascade" in words:
            names |= filled
        if filled & names or "join" in words:
            raise self.changes(token)
        if word == "drop":
            self.tables = {
                own: t for own, t in self.tables.items() if own.rpartition(".")[2] not in names
            }

    # ---- tables and rows ------------------------------------------------------------------------
    def _table(self, token: Token) -> Entered:
        """The table of a name that begins with a token: `"public"."events"`."""
        parts = plain(token).split(".") if token[0] == "word" else [plain(token)]
        while (dot := self.tokens.next()) is not None and dot[1] == ".":
            parts.append(plain(self.tokens.needed()))
        if dot is not None:
            self.tokens.at = dot[2]
        if len(parts) > 1 and parts[-2].lower() in _SCHEMAS:
            parts = parts[-1:]
        name = ".".join(parts)
        return self.tables.setdefault(name.casefold(), Entered(name))

    def _create(self, created: Token) -> None:
        """The names of a table's columns; what else is created holds no rows."""
        token = self.tokens.needed()
        while token[0] != "word" or token[1].lower() in _OF_A_CREATION:
            if token[1] == ";":
                raise self.changes(created)
            token = self.tokens.needed()
        kind = token[1].lower()
        if kind in _ROUTINES:
            self.routine(created, kind)
        elif kind == "table":
            self._columns(created)
        elif kind in WITHOUT_ROWS or kind in {"database", "schema", "virtual"}:
            self.skip(created)
        else:
            raise self.changes(created, kind)

    def _columns(self, created: Token) -> None:
        token, sure = self.tokens.needed(), True
        while token[0] == "word" and token[1].lower() in {"if", "not", "exists"}:
            token, sure = self.tokens.needed(), False
        table = self._table(token)
        if table.columns or table.rows:
            if sure:
                raise self.changes(created, "table")
            self.statement()
            return
        token = self.tokens.needed()
        if token[1] == "(":
            parts = [own for own in self.tokens.parts() if own and not is_constraint(own[0])]
            self._places(table, [own for own in parts if own[0][1].lower() != "like"])
        else:
            self.tokens.at = token[2]
        if "select" in words_of(self.statement()):
            raise self.changes(created, "table", "…", "select")

    def _places(self, table: Entered, named: Sequence[Sequence[Token]]) -> list[int]:
        """Where the columns stand that some tokens begin with.  Raises Unreadable for one twice."""
        places = table.places([plain(own[0]) for own in named if own])
        if len(set(places)) < len(named):
            raise self.tokens.wrong(None, "sql.syntax")
        return places

    def _insert(self, _: Token) -> None:
        token = self.tokens.needed()
        while token[0] == "word" and token[1].lower() in _OF_AN_INSERT:
            token = self.tokens.needed()
        table = self._table(token)
        token = self.tokens.needed()
        places: list[int] | None = None
        if token[1] == "(":
            places = self._places(table, self.tokens.parts())
            token = self.tokens.needed()
        while token[1].lower() in {"overriding", "system", "user", "value"}:
            token = self.tokens.needed()
        if token[1].lower() != "values":
            raise self.tokens.wrong(
                token, "sql.changes", statement=f"INSERT … {token[1].upper()[:20]}"
            )
        self._values(table, places)

    def _values(self, table: Entered, places: list[int] | None) -> None:
        while True:
            opened = self.tokens.needed("(")
            cells = [self._cell(own) for own in self.tokens.parts()]
            own = places
            if own is None:
                own = list(range(len(table.columns) or len(cells)))
            if len(own) != len(cells):
                raise self.tokens.wrong(opened, "sql.values")
            self._enter(table, cells, own)
            token = self.tokens.next()
            if token is None or token[1] == ";":
                return
            if token[1] != ",":
                self._after(token)
                return

    def _after(self, token: Token) -> None:
        """An end without a semicolon, or rows that are left out in a clash of keys."""
        if token[1].lower() == "on":
            words = words_of(self.statement())
            if words[-2:] != ["do", "nothing"]:
                raise self.changes(token, *words[:2], "…")
        elif self.tokens.begins_line(token[2]):
            self.tokens.at = token[2]
        else:
            raise self.tokens.wrong(token, "sql.syntax")

    def _enter(self, table: Entered, cells: Sequence[str], places: Sequence[int]) -> None:
        if self.trigger is not None:
            raise self.changes(self.trigger, "trigger")
        self._length += sum(map(len, cells)) + len(cells)
        if self._length > self._limits.text_length:
            raise TooLargeError
        table.enter(cells, places)

    def _cell(self, tokens: Sequence[Token]) -> str:
        """The text of a value; of an expression that is none its own text, which no type reads."""
        kinds = [kind for kind, _, _ in tokens]
        words = [text.lower() for _, text, _ in tokens]
        if "::" in words[1:2] and {"word"} >= {
            kind for kind, text, _ in tokens[2:] if text not in {"::", "(", ")", ",", "[", "]"}
        }:
            return self.tokens.value(tokens[0])
        if len(tokens) == 1:
            return self.tokens.value(tokens[0])
        if len(tokens) == 2 and words[0] in _TYPED and kinds[1] in {"text", "escaped"}:
            return self.tokens.value(tokens[1])
        if (found := _converted(tokens)) is not None:
            return self.tokens.value(found)
        text = self.tokens.text
        return text[tokens[0][2] : tokens[-1][2] + len(tokens[-1][1])] if tokens else ""

    def _copy(self, _: Token) -> None:
        """The lines of `COPY events (time, …) FROM stdin`, up to the one that ends them."""
        begun = self.tokens.needed()
        table = self._table(begun)
        token = self.tokens.needed("(", "from")
        named = self.tokens.parts() if token[1] == "(" else []
        if token[1] == "(":
            self.tokens.needed("from")
        self.tokens.needed("stdin")
        self.tokens.needed(";")  # with options the lines would be written in another way
        places = self._places(table, named) if named else list(range(len(table.columns)))
        for line in self._lines():
            cells = ["" if own == "\\N" else unescaped(own) for own in line.split("\t")]
            if len(cells) != len(places):
                raise self.tokens.wrong(("", "", self.tokens.at - 1), "sql.values")
            self._enter(table, cells, places)

    def _lines(self) -> Iterator[str]:
        tokens = self.tokens
        tokens.rest_of_line()
        while True:
            end = tokens.text.find("\n", tokens.at)
            if end < 0:
                raise tokens.wrong(None, "sql.syntax")
            line = tokens.text[tokens.at : end].removesuffix("\r")
            tokens.at = end + 1
            if line == "\\.":
                return
            yield line


def _converted(tokens: Sequence[Token]) -> Token | None:
    """The text in `to_date('2026-01-09', …)`, where it is converted and nothing more."""
    words = [text.lower() for _, text, _ in tokens]
    if not _CONVERTED.intersection(words[:1]) or words[1:2] != ["("] or words[-1] != ")":
        return None
    deep = 0
    for word in words[1:-1]:
        deep += (word == "(") - (word == ")")
        if not deep:
            return None
    for at, (kind, _, _) in enumerate(tokens):
        if kind in {"text", "escaped"}:
            alone = words[at - 1] in {"(", ","} and words[at + 1] in {")", ",", "as"}
            return tokens[at] if alone else None
    return None


def is_constraint(token: Token) -> bool:
    return token[0] == "word" and token[1].lower() in NO_COLUMN


def read(request: Request, data: bytes, limits: ReadLimits) -> Answer:
    """The tables of a dump as sheets."""
    text = decode(data, request["encoding"])
    dump = Dump(text.data[text.skip :].decode(text.encoding), limits)
    dump.read()
    sheets = []
    for table in dump.tables.values():
        header = [(1, [own.strip() for own in table.columns])] if table.columns else []
        sheets.append(plain_sheet(table.name, [*header, *enumerate(table.whole(), start=2)]))
    if not any(table.rows for table in dump.tables.values()):
        raise Unreadable(message("sql.nothing"))
    return {"sheets": sheets, "notes": [own.to_json() for own in text.notes]}


if __name__ == "__main__":
    serve(read)
