"""The tokens of a dump of a database, in the dialect of the program that wrote it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from auditor.log.csv.encoding import line_at
from auditor.log.table import Unreadable
from auditor.messages.message import message

Token = tuple[str, str, int]
"""Its kind, its text, and where it begins."""

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
        """The next token that is no comment, if there is one.  Raises Unreadable for a quote that
        nothing closes.
        """
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
