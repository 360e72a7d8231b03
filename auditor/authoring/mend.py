"""Edits that need no person: one for each diagnostic whose remedy is mechanical.

Whoever mends law may not guess at it.  An edit is made only where the text as it stands means
nothing at all, and one other text alone can have been meant; or where it says something that no
rule heeds.  A number is never changed, and nothing that is already read one way is read another.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from operator import attrgetter

from auditor.diagnostic import Diagnostic
from auditor.language.syntax import nodes as s
from auditor.language.syntax.parse import parse
from auditor.messages.message import SOLE, Message
from auditor.source import Source, Span


@dataclass(frozen=True, slots=True)
class TextEdit:
    """A stretch of a rule file, by its characters, and the text that takes its place."""

    start: int
    end: int
    text: str


def edits(diagnostics: Iterable[Diagnostic]) -> dict[Source, list[TextEdit]]:
    """The edits of each file, in its order; of two that touch, the first."""
    found = list(dict.fromkeys(diagnostics))
    broken = any(own.level == "error" for own in found)
    made: dict[Source, list[TextEdit]] = {}
    for own in found:
        # A name that nothing uses may be the one that was meant where another is not known.
        if not (broken and own.code == "W601") and (edit := remedy(own)) is not None:
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
        case "W601.unused":
            return _without(span)
        case _:
            return None


def _sole(hint: Message | None) -> str | None:
    """The only name that comes near to one that is not known."""
    if hint is None or hint.code != SOLE:
        return None
    near = dict(hint.values)["near"]
    return near if isinstance(near, str) else None


# ---- what nothing uses --------------------------------------------------------------------------
def _without(span: Span) -> TextEdit | None:
    """The lines of what is named there left out, where they say nothing else and bear no comment.

    What a log may say, what an inspector may set and what other files may look at stays: kinds,
    fields, types, scopes, parameters, records, tables and sources of law.
    """
    whole = next(filter(None, (_whole(own, span) for own in parse(span.source)[0])), None)
    if whole is None:
        return None
    text, (first, end) = span.source.text, _ends(whole)
    start = text.rfind("\n", 0, first) + 1
    line_end = text.find("\n", end)
    last = len(text) if line_end < 0 else line_end + 1
    above = text[:start].rpartition("\n")[0].rpartition("\n")[2]
    alone = not text[end:last].strip() and not text[start:first].strip()
    said = "#" in text[start:last] or above.lstrip().startswith("#")
    if not above.strip() and text[last : last + 1] == "\n":
        last += 1  # of the blank lines before and after it one stays
    return TextEdit(start, last, "") if alone and not said else None


def _whole(node: s.Declaration, name: Span) -> Span | None:
    """All that goes with this name, where the declaration is it or a rule that lets it be."""
    match node:
        case s.Replace(declaration=declaration):
            return _whole(declaration, name) if isinstance(declaration, s.Rule) else None
        case s.Rule(lets=lets) | s.Statistic(lets=lets):
            return next((own.span for own in lets if own.name.span == name), None)
        case s.Constant() | s.Define() | s.Gap() | s.Subject():
            return node.span if node.name.span == name else None
        case s.RuleGroup():
            return node.span if node.label.span == name else None
        case _:
            return None


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
