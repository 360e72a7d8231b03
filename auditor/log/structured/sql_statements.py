"""Statements of a dump that enter no rows: those that are known to change none, too."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from auditor.log.structured.sql_tokens import Token, Tokens, words_of
from auditor.log.table import Unreadable


def words(text: str) -> frozenset[str]:
    """The words of a text as a set."""
    return frozenset(text.split())


NO_COLUMN = words("primary unique key constraint index foreign check fulltext spatial")
_CHANGING = words("insert update delete merge copy truncate drop")
"""Words of statements about rows."""
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
_ACTIVE = words("trigger rule")
"""Kinds that change the rows entered after they were created."""
_ALTERING = words(
    "add owner enable disable check nocheck auto_increment replica set cluster validate "
    "engine modify alter attach"
)
"""Changes by `ALTER TABLE` that leave columns and rows as they are."""
_NOT_NULL = words("modify ( ) not null enable")


class Statements:
    """Reads the statements of a dump that enter no rows, and refuses those that might change some.

    `trigger` is a statement by which a database would change rows that are entered after it.
    """

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
