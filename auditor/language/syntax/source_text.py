"""The text of a rule file: places in it, and signs that are unseen."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator

from auditor.diagnostic import Diagnostic
from auditor.messages.message import message
from auditor.source import Frozen, Source, Span

UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]"
)
_MOST = 5  # times that each sign is told of
ASIDE = re.compile(r'"(?:[^"\\\n]|\\.)*"|#[^\n]*')  # texts and comments


def without_comments(text: str) -> str:
    """The text with blanks for its comments: every sign keeps its place."""
    return ASIDE.sub(lambda own: own[0] if own[0][0] == '"' else " " * len(own[0]), text)


def are_run_together(text: str, end: int, start: int) -> bool:
    """Whether a word of the language ends in the midst of what is written as one word."""
    return end == start and text[end - 1].isalnum() and text[start].isalnum()


def visible(text: str) -> str:
    """The text with a blank for each sign that cannot be seen: every other keeps its place."""
    return text if text.isascii() and text.isprintable() else UNSEEN.sub(" ", text)


def unseen(source: Source) -> Iterator[Diagnostic]:
    """Control signs, signs that turn the direction of the text, and line ends of other systems."""
    if source.text.isascii() and not UNSEEN.search(source.text):
        return
    told = Counter[str]()
    for number, line in enumerate(source.text.split("\n"), 1):
        for found in UNSEEN.finditer(line):
            told[found.group()] += 1
            if told[found.group()] > _MOST:
                continue
            sign = f"U+{ord(found.group()):04X}"
            name = unicodedata.name(found.group(), _NAMES.get(found.group(), ""))
            what = message("E106.unseen", sign=f"{sign} {name}".strip())
            at = found.start() + 1
            yield Diagnostic(what, Span(source, number, at, number, at + 1), message("E106.remove"))


_NAMES = {"\r": "CARRIAGE RETURN", "\x0b": "LINE TABULATION", "\x0c": "FORM FEED", "\x00": "NULL"}


class DeclarationPlace(Frozen):
    """Where a declaration stands, and its text."""

    source: Source
    first_line: int
    text: str

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    def span(self, line: int, column: int, width: int) -> Span:
        at = self.first_line + line - 1
        return Span(self.source, at, column, at, column + width)

    def of(self, start: int, end: int) -> Span:
        """The stretch of the declaration from one character to another, on one line."""
        before = self.text[:start].split("\n")
        return self.span(len(before), len(before[-1]) + 1, end - start)

    def start(self) -> Span:
        return self.span(1, 1, max(1, len(self.lines[0].rstrip())))

    def end(self) -> Span:
        """The place behind the last word: comments that follow belong to what comes next."""
        said = [(n, without_comments(line).rstrip()) for n, line in enumerate(self.lines, 1)]
        number, last = max((own for own in said if own[1]), default=(1, ""))
        return self.span(number, len(last) + 1, 1)
