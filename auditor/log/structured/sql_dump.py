"""Dumps of databases: the rows of `INSERT INTO … VALUES` and of `COPY … FROM stdin`.

Nothing is executed.  Each table is a sheet.  A statement is read, or known to change no rows, or
refused: only a database could say which rows are left after any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from auditor.log.csv.text_encoding import decode, line_at
from auditor.log.csv.text_rows import MAX_COLUMNS
from auditor.log.files.limits import Answer, ReadLimits, Request, TooLargeError
from auditor.log.table import Record, Unreadable
from auditor.log.workbook.book_sheet import BookSheet
from auditor.messages.message import message

# ---- tokens -------------------------------------------------------------------------------------
Token = tuple[str, str, int]  # its kind, its text, and where it begins

_BACKSLASH = r"[^'\\]*(?:(?:''|\\.)[^'\\]*)*"
_STANDARD = r"[^']*(?:''[^']*)*"
_DOUBLE = r"\"[^\"\\]*(?:(?:\"\"|\\.)[^\"\\]*)*\""
_TOKEN = (
    r"(?P<skipped>\s+|COMMENT)"
    rf"|(?P<escaped>[Ee]'{_BACKSLASH}')|(?P<text>TEXT)"
    r"|(?P<quoted>\$(?P<tag>\w*)\$.*?\$(?P=tag)\$)"
    r"|(?P<name>\"(?:[^\"]|\"\")*\"|`(?:[^`]|``)*`|\[[^\]]*\])"
    r"|(?P<unread>[Nn]?[Qq]'|['\"`]|/\*)|(?P<word>[+-]?[\w$.]+)|(?P<sign>::|.)"
)
_TOKENS = re.compile(
    _TOKEN.replace("COMMENT", r"--[^\n]*|/\*.*?\*/").replace("TEXT", f"[Nn]?'{_STANDARD}'"),
    re.DOTALL,
)
_TOKENS_OF_MYSQL = re.compile(
    # What stands in `/*!50000 … */` is executed; `999999` is the number of no server.
    _TOKEN.replace(
        "COMMENT",
        r"(?:--(?=\s|\Z)|\#)[^\n]*|/\*M?!99999.*?\*/|/\*M?!\d*|\*/|/\*(?!M?!).*?\*/",
    ).replace("TEXT", f"[Nn]?'{_BACKSLASH}'|{_DOUBLE}"),
    re.DOTALL,
)
_MYSQL = re.compile(r"`|/\*M?!|\b(?:MySQL|MariaDB)\b|standard_conforming_strings\s*=\s*off")
"""Signs of a dump in which a backslash changes the letter behind it in any text."""
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": ""}
_ESCAPED = re.compile(r"\\(.)", re.DOTALL)


class Tokens:
    """Reads a dump, one token after the other."""

    def __init__(self, text: str, *, mysql: bool = False) -> None:
        self.text = text
        self.at = 0
        self._mysql = mysql or _MYSQL.search(text, 0, 1 << 16) is not None
        self._tokens = _TOKENS_OF_MYSQL if self._mysql else _TOKENS

    def next(self) -> Token | None:
        """The next token but comments.  Raises Unreadable for a quote that nothing closes."""
        while found := self._tokens.match(self.text, self.at):
            kind, at = found.lastgroup or "", self.at
            if kind == "unread":
                raise self.wrong((kind, "", at), "sql.syntax")
            self.at = found.end()
            if kind != "skipped":
                return kind, found[0], at
        return None

    def needed(self, *texts: str) -> Token:
        """The next token, which has to be one of some."""
        token = self.next()
        if token is None or (texts and token[1].lower() not in texts):
            raise self.wrong(token, "sql.syntax")
        return token

    def wrong(self, token: Token | None, code: str, **values: str) -> Unreadable:
        at = len(self.text) if token is None else token[2]
        line = line_at(self.text[:at].encode("utf-8", "replace"), 1 << 62)
        return Unreadable(message(code, line=line, **values))

    def changes(self, token: Token, *words: str) -> Unreadable:
        own = " ".join(word.upper()[:20] for word in (token[1], *words))
        return self.wrong(token, "sql.changes", statement=own)

    def begins_line(self, at: int) -> bool:
        while at and self.text[at - 1] in " \t\r":
            at -= 1
        return at == 0 or self.text[at - 1] == "\n"

    def rest_of_line(self) -> str:
        """The text up to the end of the line; reading goes on behind it."""
        end = self.text.find("\n", self.at)
        rest, self.at = self.text[self.at : end if end >= 0 else None], end + 1 or len(self.text)
        return rest.strip()

    def parts(self) -> list[list[Token]]:
        """The tokens between the commas of a bracket that was opened."""
        parts: list[list[Token]] = [[]]
        deep = 1
        while True:
            token = self.needed()
            deep += (token[1] == "(") - (token[1] == ")")
            if not deep:
                return parts if parts != [[]] else []
            if deep == 1 and token[1] == ",":
                parts.append([])
            else:
                parts[-1].append(token)

    def statement(self) -> list[Token]:
        """The tokens up to the end of a statement: a semicolon, or a line that begins another."""
        tokens: list[Token] = []
        deep = 0
        while (token := self.next()) is not None:
            if not deep and token[1] == ";":
                break
            if token[1].lower() in _STARTS and self.begins_line(token[2]):
                self.at = token[2]
                break
            deep += (token[1] == "(") - (token[1] == ")")
            tokens.append(token)
        return tokens

    def value(self, token: Token) -> str:
        """The text of a literal; nothing for `NULL`."""
        kind, text, _ = token
        if kind not in {"text", "escaped"}:
            return "" if text.lower() == "null" else plain(token)
        quote = "'" if "'" in text[:2] else '"'
        inner = text[text.index(quote) + 1 : -1].replace(quote * 2, quote)
        return unescaped(inner) if kind == "escaped" or self._mysql else inner

    def cell(self, tokens: Sequence[Token]) -> str:
        """The text of a value; of an expression that is none its own text, which no type reads."""
        said = " ".join(map(_said, tokens))
        if (found := _LITERAL.fullmatch(said)) is not None:
            return self.value(tokens[said.count(" ", 0, found.start(found.lastgroup or 0))])
        return self.text[tokens[0][2] : tokens[-1][2] + len(tokens[-1][1])] if tokens else ""


def _said(token: Token) -> str:
    """A word or a sign in small letters; a letter for a name, a text, a stretch in quotes."""
    kind, text, _ = token
    return text.lower() if kind in {"word", "sign"} else _LETTERS.get(kind, "V")


_LETTERS = {"name": "N", "quoted": "Q"}
_WITHIN = r"(?:[^\s()]+|\((?: [^\s()]+)* \))"
_LITERAL = re.compile(
    r"(?P<alone>\S+)|(?P<cast>\S+) ::(?: (?![VNQ](?: |$))(?:::|[(),\[\]]|[-+]?[\w$.]+))*"
    r"|(?:date|time|timestamp|datetime) (?P<typed>V)"
    r"|(?:cast|convert|to_date|to_timestamp|to_number|str_to_date) "
    rf"\((?: (?!V ){_WITHIN})*(?<=[(,]) (?P<converted>V) (?=[,)]|as )(?:{_WITHIN} )*\)"
)
"""A value as programs write it: alone, as of a type, or converted and nothing more, such as
`to_date('2026-01-09', …)`."""


def plain(token: Token) -> str:
    """A name without its quotes."""
    kind, text, _ = token
    quoted = kind == "name" or text.startswith('"')
    return text[1:-1].replace(text[0] * 2, text[0]) if quoted else text


def unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda own: _ESCAPES.get(own[1], own[1]), text) if "\\" in text else text


def words_of(tokens: Sequence[Token]) -> list[str]:
    """The words of some tokens, which are no names in quotes, and their signs."""
    return [text.lower() for kind, text, _ in tokens if kind in {"word", "sign"}]


# ---- statements ---------------------------------------------------------------------------------
def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


def one_of(text: str) -> str:
    """The pattern of one of some words."""
    return rf"(?:{'|'.join(text.split())})(?= |$)"


_CHANGING = "insert update delete merge copy truncate drop"  # words of statements about rows
_STARTS = words(f"{_CHANGING} alter create exec go replace rollback")
"""Words that begin a statement where the one before has no semicolon."""
_NO_COLUMN = "primary unique key constraint index foreign check fulltext spatial"
_NO_COLUMNS = words(_NO_COLUMN)
_WITHOUT_ROWS = (
    "view index function procedure sequence extension type domain role user aggregate "
    "operator cast default session trigger rule event"
)
_ACTIVE = words("trigger rule")  # kinds that change the rows entered after they were created
_OF_A_CREATION = one_of(
    "temporary temp global local unlogged unique or replace materialized clustered "
    "nonclustered algorithm undefined merge temptable definer sql security invoker "
    "constraint spatial fulltext force editionable"
)
"""Words before the kind of what is created."""
_CREATED = re.compile(rf"create (?:(?:{_OF_A_CREATION}|[NVQ]|[^\w\s]\S*) )*+(\w[\w$.]*)(?= |$)")
_ROUTINES = words("function procedure trigger rule event package")
_OF_AN_INSERT = words("into or ignore low_priority delayed high_priority")
_LINES = words("go rem remark prompt \\")  # for the program that runs the statements
_LINES_OF_PSQL = words("restrict unrestrict connect encoding")
_SCHEMAS = words("dbo public main")

_NAMED = r"(?:(?:only|if|exists) )*\S+(?: \. \S+)*(?: with \S+)? "
_ACTION = (
    rf"(?:add {one_of(_NO_COLUMN)}[^,]*|modify(?= )(?=[^,]* auto_increment(?: |$))[^,]*"
    r"|modify(?: (?:\(|\)|not|null|enable|N))*"
    r"|(?!(?:[^,]* )?(?:type|drop|rename|schema)(?: |$))(?:owner|enable|disable|check|nocheck"
    r"|auto_increment|replica|set|cluster|validate|engine|alter|attach)(?= |$)[^,]*)"
)
"""A change to a table that leaves columns and rows as they are."""
_CALLS = r"(?:\S*\.)?(?:set_config|setval|max|coalesce|count)"
_PLAIN = (
    "set use lock unlock start commit end savepoint release pragma analyze vacuum "
    "comment show reset security"
)
_HEADS = words(f"{_PLAIN} begin grant revoke create alter select")
_HARMLESS = re.compile(
    rf"(?:(?:grant|revoke|drop (?:temporary|(?!type ){one_of(_WITHOUT_ROWS)}))(?: .*)?"
    rf"|{one_of(_PLAIN)}.*"
    rf"|begin(?: {one_of('go transaction tran work immediate deferred exclusive')}.*)?"
    rf"|create {one_of(_WITHOUT_ROWS + ' database schema virtual')}.*"
    # A question changes nothing, but for what its functions do.
    rf"|select (?!(?:.* )?into )(?!(?:.* )?(?!{_CALLS} )\S+ \().*"
    rf"|alter table {_NAMED}{_ACTION}(?: , {_ACTION})*"
    rf"|alter (?!.* rename(?: |$)){one_of(_WITHOUT_ROWS + ' database schema')}.*)"
)
"""The signatures of what changes no rows, where no word about rows stands behind it."""
_OF_OTHERS = re.compile(rf"(?!grant|revoke|drop|alter|select)\S+ (?:.* )?({one_of(_CHANGING)})")
_ROUTINE = re.compile(
    r"(?!.* begin(?: |$))(?:.* (?:Q|language)(?: |$)|.* trigger (?:.* )?execute(?: |$)).*"
)
"""A routine of which the end is sure: its statements stand in a text, or it has none."""


def signature(tokens: Sequence[Token]) -> str:
    """A statement in small letters, with a letter for each name, text and stretch in quotes, and
    without the commas in brackets.
    """
    said, deep = [], 0
    for token in tokens:
        deep += (token[1] == "(") - (token[1] == ")")
        said += [] if deep and token[1] == "," else [_said(token)]
    return " ".join(said)


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


class Dump:
    """Reads the statements of a dump, one token after the other."""

    def __init__(self, text: str, limits: ReadLimits) -> None:
        self.tokens = Tokens(text)
        self.tables: dict[str, Entered] = {}
        self._trigger: Token | None = None  # what changes the rows that come after it
        self._limits = limits
        self._length = 0

    def read(self) -> None:
        """Reads all statements.  Raises Unreadable for what is none, or might change rows."""
        while (token := self.tokens.next()) is not None:
            match token[1].lower():
                case ";":
                    pass
                case "insert":
                    self._insert()
                case "copy":
                    self._copy()
                case "delimiter":
                    self._delimited(token)
                case word if word in _LINES:
                    self._line(token)
                case word if word in {"drop", "delete", "truncate"}:
                    self._empty(token)
                case _:
                    self._pass_over(token)

    def _pass_over(self, token: Token) -> None:
        """A statement that enters no rows and is known to change none."""
        word = token[1].lower()
        if word not in _HEADS:
            raise self.tokens.changes(token)
        statement = self.tokens.statement()
        said = signature([token, *statement])
        kinds = said.split(" ")[1:2] if word in {"alter", "begin"} else []
        if created := _CREATED.match(said):
            kinds, said = [created[1]], f"create {said[created.start(1) :]}"
        if created and kinds == ["table"]:
            self._create(token, statement)
        elif created and kinds[0] in _ROUTINES:
            if not _ROUTINE.fullmatch(said):
                raise self.tokens.changes(token, *kinds)
            if kinds[0] in _ACTIVE:
                self._trigger = token
        elif not _HARMLESS.fullmatch(said):
            raise self.tokens.changes(token, *kinds)
        elif other := _OF_OTHERS.match(said):
            raise self.tokens.changes(token, "…", other[1])

    def _line(self, token: Token) -> None:
        """A line for the program that runs the statements: `GO 5` would run them five times."""
        word, rest = token[1].lower(), self.tokens.rest_of_line()
        repeated = word == "go" and rest.rstrip(";") and not rest.startswith("--")
        if repeated or (word == "\\" and rest.split(" ")[0] not in _LINES_OF_PSQL):
            raise self.tokens.changes(token, rest)

    def _delimited(self, token: Token) -> None:
        """Routines of MySQL, with another end than `;`: their own statements have that one."""
        tokens, sign = self.tokens, self.tokens.rest_of_line()
        if sign == ";":
            return
        end = re.compile(r"^[ \t]*delimiter[ \t]+;", re.IGNORECASE | re.MULTILINE).search(
            tokens.text, tokens.at
        )
        if not sign or end is None:
            raise self.tokens.changes(token, sign)
        for piece in tokens.text[tokens.at : end.start()].split(sign):
            inner = Tokens(piece, mysql=True)
            words = words_of(list(iter(inner.next, None)))
            if words and (words[0] not in {"create", "drop", "set"} or "table" in words[:4]):
                raise self.tokens.changes(token, words[0])
            if words[:1] == ["create"] and not _ACTIVE.isdisjoint(words):
                self._trigger = token
        tokens.at = end.start()

    def _empty(self, token: Token) -> None:
        """`DROP`, `DELETE` and `TRUNCATE` of what holds no row so far, as exports begin."""
        word, statement = token[1].lower(), self.tokens.statement()
        if _HARMLESS.fullmatch(signature([token, *statement])):
            return
        words = words_of(statement)
        names = {plain(own).rpartition(".")[2].casefold() for own in statement}
        filled = {own.rpartition(".")[2] for own, t in self.tables.items() if t.rows}
        if (words and words[0] in {"database", "schema"}) or "cascade" in words:
            names |= filled
        if filled & names or "join" in words:
            raise self.tokens.changes(token)
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

    def _create(self, created: Token, statement: Sequence[Token]) -> None:
        """The names of a table's columns."""
        tokens, sure = self.tokens, True
        end, tokens.at = tokens.at, next(own for own in statement if own[1].lower() == "table")[2]
        tokens.next()
        token = tokens.needed()
        while token[0] == "word" and token[1].lower() in {"if", "not", "exists"}:
            token, sure = tokens.needed(), False
        table = self._table(token)
        held = bool(table.columns or table.rows)
        if held and sure:
            raise self.tokens.changes(created, "table")
        if not held and (token := tokens.needed())[1] == "(":
            parts = [own for own in tokens.parts() if own and not _is_no_column(*own[0])]
            self._places(table, parts)
        elif not held:
            tokens.at = token[2]
        if not held and "select" in words_of([own for own in statement if own[2] >= tokens.at]):
            raise self.tokens.changes(created, "table", "…", "select")
        tokens.at = end

    def _places(self, table: Entered, named: Sequence[Sequence[Token]]) -> list[int]:
        """Where the columns stand that some tokens begin with.  Raises Unreadable for one twice."""
        places = table.places([plain(own[0]) for own in named if own])
        if len(set(places)) < len(named):
            raise self.tokens.wrong(None, "sql.syntax")
        return places

    def _insert(self) -> None:
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
            cells = [self.tokens.cell(own) for own in self.tokens.parts()]
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
            words = words_of(self.tokens.statement())
            if words[-2:] != ["do", "nothing"]:
                raise self.tokens.changes(token, *words[:2], "…")
        elif self.tokens.begins_line(token[2]):
            self.tokens.at = token[2]
        else:
            raise self.tokens.wrong(token, "sql.syntax")

    def _enter(self, table: Entered, cells: Sequence[str], places: Sequence[int]) -> None:
        if self._trigger is not None:
            raise self.tokens.changes(self._trigger, "trigger")
        self._length += sum(map(len, cells)) + len(cells)
        if self._length > self._limits.text_length:
            raise TooLargeError
        table.enter(cells, places)

    def _copy(self) -> None:
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


def _is_no_column(kind: str, text: str, _at: int) -> bool:
    return text.lower() == "like" or (kind == "word" and text.lower() in _NO_COLUMNS)


def read(request: Request, data: bytes, limits: ReadLimits) -> Answer:
    """The tables of a dump as sheets."""
    text = decode(data, request["encoding"])
    dump = Dump(text.data[text.skip :].decode(text.encoding), limits)
    dump.read()
    sheets = []
    for table in dump.tables.values():
        header = [[own.strip() for own in table.columns]] if table.columns else []
        rows: list[Record] = [*enumerate([*header, *table.whole()], start=2 - len(header))]
        sheets.append(BookSheet(table.name, rows=rows).as_json())
    if not any(table.rows for table in dump.tables.values()):
        raise Unreadable(message("sql.nothing"))
    return {"sheets": sheets, "notes": [own.to_json() for own in text.notes]}
