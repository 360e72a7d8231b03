"""The tokens of a dump, and its statements that enter no rows: those that change none, too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from auditor.log.csv.text_encoding import line_at
from auditor.log.table import Unreadable
from auditor.messages.message import message

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

    def value(self, token: Token) -> str:
        """The text of a literal; nothing for `NULL`."""
        kind, text, _ = token
        if kind not in {"text", "escaped"}:
            return "" if text.lower() == "null" else plain(token)
        quote = "'" if "'" in text[:2] else '"'
        inner = text[text.index(quote) + 1 : -1].replace(quote * 2, quote)
        return unescaped(inner) if kind == "escaped" or self._mysql else inner


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


NO_COLUMN = words("primary unique key constraint index foreign check fulltext spatial")
_CHANGING = words("insert update delete merge copy truncate drop")  # words of statements about rows
_STARTS = _CHANGING | words("alter create exec go replace rollback")
"""Words that begin a statement where the one before has no semicolon."""
HARMLESS = words(
    "set use lock unlock begin start commit end savepoint release pragma analyze vacuum "
    "comment grant revoke show reset security"
)
LINES = words("go rem remark prompt \\")
_LINES_OF_PSQL = words("restrict unrestrict connect encoding")
_BEGINNING = words("; go transaction tran work immediate deferred exclusive")
WITHOUT_ROWS = words(
    "view index function procedure sequence extension type domain role user aggregate "
    "operator cast default session trigger rule event"
)
_OF_ROWS = words("table database schema")
_ACTIVE = words("trigger rule")  # kinds that change the rows entered after they were created
_ALTERING = words(
    "add owner enable disable check nocheck auto_increment replica set cluster validate "
    "engine modify alter attach"
)
"""Changes by `ALTER TABLE` that leave columns and rows as they are."""
_NOT_NULL = words("modify ( ) not null enable")


class Statements:
    """Reads statements that enter no rows; refuses others, notes a `trigger` of changes."""

    def __init__(self, text: str) -> None:
        self.tokens = Tokens(text)
        self.trigger: Token | None = None

    def changes(self, token: Token, *words: str) -> Unreadable:
        own = " ".join(word.upper()[:20] for word in (token[1], *words))
        return self.tokens.wrong(token, "sql.changes", statement=own)

    def statement(self) -> list[Token]:
        """The tokens up to the end of a statement: a semicolon, or a line that begins another."""
        tokens: list[Token] = []
        deep = 0
        while (token := self.tokens.next()) is not None:
            if not deep and token[1] == ";":
                break
            if token[1].lower() in _STARTS and self.tokens.begins_line(token[2]):
                self.tokens.at = token[2]
                break
            deep += (token[1] == "(") - (token[1] == ")")
            tokens.append(token)
        return tokens

    def skip(self, token: Token) -> None:
        """A statement that changes no rows, where nothing behind it on its line does."""
        word, words = token[1].lower(), words_of(self.statement())
        if word == "begin" and words and words[0] not in _BEGINNING:
            raise self.changes(token, words[0])
        if word in {"grant", "revoke"}:
            return
        for own in words:
            if own in _CHANGING:
                raise self.changes(token, "…", own)

    def line(self, token: Token) -> None:
        """A line for the program that runs the statements: `GO 5` would run them five times."""
        word, rest = token[1].lower(), self.tokens.rest_of_line()
        repeated = word == "go" and rest.rstrip(";") and not rest.startswith("--")
        if repeated or (word == "\\" and rest.split(" ")[0] not in _LINES_OF_PSQL):
            raise self.changes(token, rest)

    def delimited(self, token: Token) -> None:
        """Routines of MySQL, with another end than `;`: their own statements have that one."""
        tokens, sign = self.tokens, self.tokens.rest_of_line()
        if sign == ";":
            return
        end = re.compile(r"^[ \t]*delimiter[ \t]+;", re.IGNORECASE | re.MULTILINE).search(
            tokens.text, tokens.at
        )
        if not sign or end is None:
            raise self.changes(token, sign)
        for piece in tokens.text[tokens.at : end.start()].split(sign):
            inner = Tokens(piece, mysql=True)
            words = words_of(list(iter(inner.next, None)))
            if words and (words[0] not in {"create", "drop", "set"} or "table" in words[:4]):
                raise self.changes(token, words[0])
            if words[:1] == ["create"] and not _ACTIVE.isdisjoint(words):
                self.trigger = token
        tokens.at = end.start()

    def select(self, token: Token) -> None:
        """A question changes nothing, but for what its functions do."""
        own = words_of(self.statement())
        called = {a.rpartition(".")[2] for a, b in pairwise(own) if b == "("}
        if "into" in own or not called <= {"set_config", "setval", "max", "coalesce", "count"}:
            raise self.changes(token)

    def alter(self, token: Token) -> None:
        statement = self.statement()
        words = words_of(statement)
        kind = next(iter(words), "")
        if kind == "table":
            actions = self._actions(statement[1:])
            held = actions and all(own and self._leaves_rows(own) for own in actions)
        else:
            held = kind in WITHOUT_ROWS | _OF_ROWS and "rename" not in words
        if not held:
            raise self.changes(token, kind)

    def _actions(self, tokens: Sequence[Token]) -> list[list[str]]:
        """The changes to a table, each in words: `add constraint …`."""
        at = 0
        while at < len(tokens) and tokens[at][1].lower() in {"only", "if", "exists"}:
            at += 1
        at += 1
        while at + 1 < len(tokens) and tokens[at][1] == ".":
            at += 2
        if at + 1 < len(tokens) and tokens[at][1].lower() == "with":
            at += 2
        actions: list[list[Token]] = [[]]
        deep = 0
        for token in tokens[at:]:
            deep += (token[1] == "(") - (token[1] == ")")
            if not deep and token[1] == ",":
                actions.append([])
            else:
                actions[-1].append(token)
        return [words_of(own) for own in actions]

    def _leaves_rows(self, words: Sequence[str]) -> bool:
        if words[0] == "add":
            return len(words) > 1 and words[1] in NO_COLUMN
        if words[0] == "modify":
            return "auto_increment" in words or {*words} <= _NOT_NULL
        return words[0] in _ALTERING and not {"type", "drop", "rename", "schema"} & {*words}

    def routine(self, created: Token, kind: str) -> None:
        """A routine: its end is sure where its statements stand in a text, or where it has none."""
        statement = self.statement()
        words = {*words_of(statement)}
        ended = "quoted" in {own[0] for own in statement} or "language" in words
        if "begin" in words or not (ended or (kind == "trigger" and "execute" in words)):
            raise self.changes(created, kind)
        if kind in _ACTIVE:
            self.trigger = created
