"""A rule file in its canonical layout.

Whoever lays out law may not change it: the result is parsed again, and has to say what the file
said, with the same comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from auditor.diagnostic import Diagnostic
from auditor.language.layout.breaks import Placed, laid_out
from auditor.language.layout.columns import Text, line_up, line_up_cases, line_up_grid, texts
from auditor.language.layout.words import SourceLine, lines_of
from auditor.language.syntax.parse import parse
from auditor.source import Source

_WORD_OF_EXAMPLE = re.compile(r'"(?:[^"\\\n]|\\["\\])*"|\w[\w.-]*|,')
_HEAD_AND_ROW = re.compile(r'((?:"(?:[^"\\\n]|\\["\\])*"|[^"|#])*)(\|.*)')
_COMMENT = re.compile(r'"(?:[^"\\\n]|\\.)*"|(#[^\n]*)')


class LostError(Exception):
    """The layout would not say what the file says: a defect of ours."""


def formatted(source: Source) -> str | tuple[Diagnostic, ...]:
    """The text of a rule file in its canonical layout, or why it cannot be read.

    Raises LostError.
    """
    text = source.text.replace("\r\n", "\n")
    declarations, errors = parse(Source(source.name, text))
    if errors:
        return errors
    told = list(_texts(text))
    line_up(told)
    line_up_cases(told)
    result = "\n".join(own.written().rstrip() for own in _spaced(told))
    result = result + "\n" if result else ""
    again, errors = parse(Source(source.name, result))
    if errors or again != declarations or _comments(text) != _comments(result):
        raise LostError(source.name)
    return result


def _comments(text: str) -> list[str]:
    return [found[1].rstrip() for found in _COMMENT.finditer(text) if found[1]]


def _spaced(told: list[Text]) -> Iterator[Text]:
    """No blank line at either end, and never two together."""
    while told and told[-1].is_blank:
        told.pop()
    blank = True
    for own in told:
        if not (own.is_blank and blank):
            yield own
        blank = own.is_blank


def _texts(text: str) -> Iterator[Text]:
    chunk: list[str] = []
    for line in text.split("\n"):
        begins = bool(line) and not line[0].isspace() and not line.startswith("#")
        if begins or not chunk:
            yield from _declaration(chunk)
            chunk = []
        if begins or chunk:
            chunk.append(line)
        else:
            yield _outside(line)
    yield from _declaration(chunk)


def _outside(line: str) -> Text:
    """A comment or a blank line above every declaration."""
    return Text([], 0, Placed(SourceLine([], line.strip(), 1, indented=False), 0, None))


def _declaration(chunk: list[str]) -> Iterator[Text]:
    """A declaration, and the comments below it."""
    if not chunk:
        return
    if chunk[0].startswith("example") and not chunk[0][7:8].strip():
        yield from _example(chunk)
        return
    lines, root = lines_of("\n".join(chunk))
    told = list(texts(laid_out(lines, root)))
    line_up_grid(told)
    yield from told


def _example(chunk: list[str]) -> Iterator[Text]:
    """An example: its head on a line, and its rows as their author wrote them."""
    head: list[str] = []
    for number, line in enumerate(_rows_apart(chunk)):
        bare = line.strip()
        if bare.startswith("|"):
            yield from _head(head)
            head = []
            yield Text([f"| {bare[1:].strip()}"], 2, _PLAIN)
        elif number and (not bare or bare.startswith("#")) and not head:
            own = SourceLine([], bare, 1)
            yield Text([], 2 if line[:1].isspace() else 0, Placed(own, 0, None))
        else:
            head.append(line)


def _rows_apart(chunk: list[str]) -> Iterator[str]:
    """The lines of an example, where a row stands behind its head the two apart."""
    for line in chunk:
        found = _HEAD_AND_ROW.fullmatch(line)
        yield from found.groups() if found and found[1].strip() else (line,)


_PLAIN = Placed(SourceLine([]), 0, None)


def _head(head: list[str]) -> Iterator[Text]:
    if not head:
        return
    words: list[str] = []
    comments: list[str] = []
    for line in head:
        code = line
        for found in _COMMENT.finditer(line):
            if found[1]:
                comments.append(found[1].rstrip())
                code = line[: found.start()]
        words += _WORD_OF_EXAMPLE.findall(code)
    said = " ".join(words).replace(" ,", ",")
    comment = SourceLine([], comments[0] if comments else "", 1)
    yield Text([said], 0, Placed(comment, 0, None))
    for more in comments[1:]:
        yield Text([], 2, Placed(SourceLine([], more, 1), 0, None))
