"""The text of a rule in pieces, each of a kind that is set in a way of its own."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import Literal

from lark.lexer import PatternStr

from auditor.language.syntax.parse import parser

Kind = Literal["text", "keyword", "string", "number", "comment", "line"]
_PIECES = re.compile(
    r"(?P<comment>#[^\n]*)"
    r'|(?P<string>"(?:[^"\\\n]|\\["\\])*")'
    r"|(?P<line>^[ ]*\|[^\n]*)"
    r"|(?P<number>\b\d+(?:\.\d+)?(?![\w.-]))"
    r"|(?P<word>\w[\w.-]*)",
    re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Piece:
    """Some of the text; `line` is one of an example's log."""

    kind: Kind
    text: str


def highlighted(text: str) -> tuple[Piece, ...]:
    """The text in pieces: put together they are the text again."""
    pieces, at = [], 0
    for found in _PIECES.finditer(text):
        kind = found.lastgroup or "text"
        if kind == "word" and found[0] not in _keywords():
            continue
        if found.start() > at:
            pieces.append(Piece("text", text[at : found.start()]))
        pieces.append(Piece("keyword" if kind == "word" else kind, found[0]))  # type: ignore[arg-type]  # the groups are the kinds
        at = found.end()
    return (*pieces, *([Piece("text", text[at:])] if at < len(text) else []))


@cache
def _keywords() -> frozenset[str]:
    """The words of the grammar."""
    fixed = (own.pattern.value for own in parser().terminals if type(own.pattern) is PatternStr)
    return frozenset(word for word in fixed if word[0].isalpha())
