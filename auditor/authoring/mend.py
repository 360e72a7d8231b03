"""Edits that need no person: one for each diagnostic whose remedy is mechanical.

Whoever mends law may not guess at it.  An edit is made only where the text as it stands means
nothing at all, and one other text alone can have been meant.  A number is never changed, and
nothing that is already read one way is read another.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from operator import attrgetter

from auditor.diagnostic import Diagnostic
from auditor.messages.message import SOLE, Message
from auditor.source import Frozen, Source, Span


class TextEdit(Frozen):
    """A stretch of a rule file, by its characters, and the text that takes its place."""

    start: int
    end: int
    text: str


def edits(diagnostics: Iterable[Diagnostic]) -> dict[Source, list[TextEdit]]:
    """The edits of each file, in its order; of two that touch, the first."""
    made: dict[Source, list[TextEdit]] = {}
    for own in dict.fromkeys(diagnostics):
        if (edit := remedy(own)) is not None:
            made.setdefault(own.span.source, []).append(edit)
    return {
        source: list(_not_overlapping(sorted(own, key=attrgetter("start", "end"))))
        for source, own in made.items()
    }


def mended(text: str, made: Iterable[TextEdit]) -> str:
    """The text with the edits, which stand in its order and do not touch."""
    parts, at = list[str](), 0
    for edit in made:
        parts += (text[at : edit.start], edit.text)
        at = edit.end
    return "".join((*parts, text[at:]))


def remedy(diagnostic: Diagnostic) -> TextEdit | None:
    """The one way to put it right; None where a person has to decide."""
    values, span = dict(diagnostic.message.values), diagnostic.span
    hint = diagnostic.hint
    if diagnostic.repair is not None:
        return _instead(diagnostic.repair.span, diagnostic.repair.text)
    if (near := _sole(hint)) is not None:
        name = values.get("name") or values.get("text")
        return _instead(span, near) if span.text == name else None
    match diagnostic.message.code:
        case "E101.indented":
            start, _ = _ends(span)
            return TextEdit(start - span.column + 1, start, "")
        case "E103.keyword" if hint is not None and hint.code == "E103.indent":
            start, _ = _ends(span)
            return TextEdit(start, start, "  ")
        case "E106.unseen":
            start, end = _ends(span)
            sign = span.source.text[start:end]
            return TextEdit(start, end, "") if unicodedata.category(sign) == "Cf" else None
        case _:
            return None


def _sole(hint: Message | None) -> str | None:
    """The only name that comes near to one that is not known."""
    if hint is None or hint.code != SOLE:
        return None
    near = dict(hint.values)["near"]
    return near if isinstance(near, str) else None


# ---- places -------------------------------------------------------------------------------------
def _instead(span: Span, text: str) -> TextEdit:
    """The text in place of what stands there, with blanks where words would run together."""
    start, end = _ends(span)
    whole = span.source.text
    if text[:1].isalnum() and start and (whole[start - 1].isalnum() or whole[start - 1] == "_"):
        text = f" {text}"
    if text[-1:].isalnum() and end < len(whole) and (whole[end].isalnum() or whole[end] == "_"):
        text = f"{text} "
    return TextEdit(start, end, text)


def _ends(span: Span) -> tuple[int, int]:
    """Where it starts and ends, in characters of the file."""
    return _offset(span, span.line, span.column), _offset(span, span.end_line, span.end_column)


def _offset(span: Span, line: int, column: int) -> int:
    lines = span.source.text.split("\n")
    return sum(len(own) + 1 for own in lines[: line - 1]) + column - 1


def _not_overlapping(made: Iterable[TextEdit]) -> Iterator[TextEdit]:
    at = -1
    for edit in made:
        if edit.start > at:
            yield edit
            at = edit.end
