"""Messages for a declaration that cannot be read: where it stops, and what to write instead.

Only what is certain is said to be written: one repair alone, the cheapest.  Of several that mean
different things, none is proposed; the message then lists what may stand at the place.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache

from auditor.authoring.elsewhere import BEGIN_ELSEWHERE, FORMER, SAYS
from auditor.authoring.repair import OPEN, Edit, Stop, is_first, repairs, stops
from auditor.authoring.word_places import BEGINS_LINE, words_that_begin_values
from auditor.diagnostic import Diagnostic, Repair, remark
from auditor.language.syntax import grammar
from auditor.language.syntax.source_text import ASIDE, DeclarationPlace, without_comments
from auditor.messages.message import SOLE, Message, message, suggestion
from auditor.source import Span

_OTHER_DAY = re.compile(r"\d{1,4}([./-])\d{1,2}\1\d{1,4}(?![\w.-])")
_THOUSANDS = re.compile(r"\d{1,3}(?:,\d{3})+(?!\d)")
_TEXT = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_GOES_ON = re.compile(r"[^\W_]|\{")  # what stands in a text, and not behind one
_QUOTES = "\"'«»“”„"
_CLOSES = {"(": ")", "[": "]", "{": "}"}
_MANY = 6  # words that can join two values: where so many can, none is listed
_SIGNS = frozenset("!()*+,-./:;<=>?[]{|}")
_LISTED = 12  # words that a message lists
_VALUES = {
    "NAME": message("E101.name"),
    "LABEL": message("E101.name"),
    "NUMBER": message("E101.number"),
    "STRING": message("E101.text"),
    "DATE": message("E101.day"),
    "LINE": message("E101.line"),
}
_WRITTEN = {
    OPEN: _VALUES["NAME"],
    "0": _VALUES["NUMBER"],
    f'"{OPEN}"': _VALUES["STRING"],
    "2000-01-01": _VALUES["DATE"],
}


@lru_cache
def unreadable(error: Diagnostic, place: DeclarationPlace) -> Diagnostic:
    """The error of a declaration that cannot be read, with what to write instead."""
    if (former := _of_second_edition(place)) is not None:
        return former
    return _no_keyword(error.span, place) if error.code == "E103" else _stopped(place)


def _no_keyword(span: Span, place: DeclarationPlace) -> Diagnostic:
    """A line that begins no declaration, or one that is indented where nothing stands above it."""
    text, word = place.text, span.text
    indented = re.match(r"[^\S\n]+(\w+)", text)
    if indented is not None and indented[1] in grammar.KEYWORDS:
        return _indented(place.of(*indented.span(1)))
    hint = suggestion(word, grammar.KEYWORDS) or message("E103.keywords", words=grammar.KEYWORDS)
    if word == "/":
        hint = message("E101.comment")
    if word in BEGINS_LINE or word == "|":
        hint = message("E103.indent_line" if word == "|" else "E103.indent")
    if (form := BEGIN_ELSEWHERE.get(word)) is not None:
        hint = message("E101.say", form=form)
    return remark("E103.keyword", span, hint, text=word)


def _stopped(place: DeclarationPlace) -> Diagnostic:
    """The word or the sign that does not fit, and the one repair or what may stand there."""
    text = place.text
    if (start := _unclosed(text)) is not None:
        span = place.of(start, start + 1)
        where = f"{span.line}:{span.column}"
        return remark("E101.unclosed", span, "E101.quotes", place=where)
    text = without_comments(text)
    met = stops(text)
    stop = met[-1]
    if (other := _other_form(place, text, stop)) is not None:
        return other
    edits = repairs(text, met)
    begins = is_first(text, stop.start) and text[stop.start : stop.end] in grammar.KEYWORDS
    if begins and [own.kind for own in edits] != ["write"]:
        return _indented(place.of(stop.start, stop.end))
    if len(edits) == 1 and not edits[0].is_open:
        return _repaired(place, text, stop, edits[0])
    if (form := _said_elsewhere(text, met)) is not None:
        return _not_fitting(place, stop, form)
    if edits and len({(_gap(text, edit), edit.kind) for edit in edits}) == 1:
        return _lacking(place, text, stop, edits)
    return _not_fitting(place, stop, _expected(stop))


def _unclosed(text: str) -> int | None:
    """Where a text begins that does not end on its line; None where each does."""
    start = 0
    for line in text.split("\n"):
        whole = ASIDE.sub(lambda found: "_" * len(found.group()), line)
        last = whole.find('"')
        if last >= 0:
            # In `"Five en "Cinq"` it is the first of the texts that lacks its end.
            joined = next((t for t in _TEXT.finditer(line) if _GOES_ON.match(line, t.end())), None)
            return start + (joined.start() if joined is not None else last)
        start += len(line) + 1
    return None


def _indented(span: Span) -> Diagnostic:
    return remark("E101.indented", span, "E101.first_column", word=span.text)


def _other_form(place: DeclarationPlace, text: str, stop: Stop) -> Diagnostic | None:
    """A day or a number in a form that means different things in different countries."""
    for form, hint in ((_OTHER_DAY, "E101.day_form"), (_THOUSANDS, "E101.thousands")):
        for found in form.finditer(text, text.rfind("\n", 0, stop.start) + 1):
            if found.start() <= stop.start < found.end():
                span = place.of(found.start(), found.end())
                return remark("E101.token", span, message(hint), token=span.text)
    return None


# ---- one repair ---------------------------------------------------------------------------------
def _repaired(place: DeclarationPlace, text: str, stop: Stop, edit: Edit) -> Diagnostic:
    span = place.of(edit.start, edit.end)
    repair = Repair(span, edit.text) if edit.is_sure else None
    match edit.kind:
        case "insert":
            return _put_in(place, text, stop, edit, repair)
        case "spell":
            hint = message(SOLE, near=edit.text)
        case "swap":
            hint = message("E101.say", form=edit.text)
        case "write" if span.text in edit.text.split():
            hint = message("E101.say", form=edit.text)
        case _:
            return Diagnostic(_instead(span.text, edit.text), span, repair=repair)
    return Diagnostic(message("E101.token", token=span.text), span, hint, repair=repair)


def _instead(said: str, write: str) -> Message:
    if said.isspace():
        return message("E101.no_blank", sign=f"U+{ord(said):04X} {unicodedata.name(said, '')}")
    if not write.strip():
        return message("E101.needless", text=said)
    if (said, write) == ("=>", ">="):
        return message("E101.arrow")
    has_digits = re.search(r"\d", said) and re.search(r"\d", write)
    is_number = bool(has_digits) and not {":", "("} & {*write}
    return message("E101.number_form" if is_number else "E101.write", text=said, write=write)


def _put_in(
    place: DeclarationPlace, text: str, stop: Stop, edit: Edit, repair: Repair | None
) -> Diagnostic:
    """A word or a sign that is lacking before a token, or at the end of a line."""
    if edit.text.strip() in _CLOSES.values() and (opened := _unclosed_bracket(text, edit.start)):
        span = place.of(*opened)
        return remark("E101.bracket", span, sign=span.text)
    lacking = _lacking(place, text, stop, [edit])
    if lacking.message.code == "E101.token":
        before = re.search(r"[\w.-]*\s*\Z", text[: edit.start])
        form = f"{before[0] if before else ''}{edit.text} {lacking.span.text}"
        lacking = Diagnostic(
            lacking.message, lacking.span, message("E101.say", form=" ".join(form.split()))
        )
    return Diagnostic(lacking.message, lacking.span, lacking.hint, repair=repair)


def _unclosed_bracket(text: str, end: int) -> tuple[int, int] | None:
    """The last bracket before a place that is open there."""
    opened: list[int] = []
    for at, sign in enumerate(ASIDE.sub(lambda aside: " " * len(aside[0]), text[:end])):
        if sign in _CLOSES:
            opened.append(at)
        elif sign in _CLOSES.values() and opened:
            opened.pop()
    return (opened[-1], opened[-1] + 1) if opened else None


# ---- several repairs, or none -------------------------------------------------------------------
def _gap(text: str, edit: Edit) -> int:
    """The place of an insertion, whichever side of the blanks it is on; that of other edits."""
    return len(text[: edit.start].rstrip()) if edit.kind == "insert" else edit.start


def _lacking(place: DeclarationPlace, text: str, stop: Stop, edits: list[Edit]) -> Diagnostic:
    """The words that may stand at the place at which something is lacking."""
    words = [edit.text.strip() for edit in edits]
    gap = _gap(text, edits[0])
    if edits[0].kind != "insert":
        span = place.of(edits[0].start, max(edit.end for edit in edits))
        hint = message("E101.expected", words=_listed(map(_spoken, words)))
        return remark("E101.token", span, hint, token=span.text)
    behind = re.compile(r"\s*([\w.-]+|->|\.\.|[<>!]=|\S?)").match(text, gap)
    start, end = behind.span(1) if behind is not None else (stop.start, stop.end)
    first = is_first(text, start)
    if first and {*words} <= BEGINS_LINE:
        span = place.of(start, end)
        return remark("E101.no_clause", span, "E101.clause", text=span.text)
    if {"and", "="} <= {*words} and len(words) > _MANY:
        hint = message("E101.side_by_side")
    else:
        hint = message("E101.expected", words=_listed(map(_spoken, words)))
    if start == end:
        return remark("E102.declaration", place.of(gap, gap + 1), hint)
    if first:
        return remark("E101.unfinished", place.of(gap, gap + 1), hint, word=text[start:end])
    span = place.of(start, end)
    return remark("E101.token", span, hint, token=span.text)


def _not_fitting(place: DeclarationPlace, stop: Stop, hint: Message | None) -> Diagnostic:
    if stop.kind == "$END":
        return remark("E102.declaration", place.end(), hint)
    span = place.of(stop.start, max(stop.end, stop.start + 1))
    if span.text and span.text[0] in _QUOTES:
        return remark("E101.sign", span, "E101.quotes", text=span.text)
    return remark("E101.token", span, hint, token=span.text)


def _said_elsewhere(text: str, met: list[Stop]) -> Message | None:
    """The form that says what is often tried with this word, or with the one before it."""
    start, end = met[-1].start, met[-1].end
    here = text[start:end]
    before = text[met[-2].start : met[-2].end] if len(met) > 1 else ""
    if here in ("when", "if") and re.match(r".*\belse\b", text[end:]):
        return message("E101.say", form="case … -> … else -> …")
    form = SAYS.get(f"{before} {here}") or SAYS.get(here) or SAYS.get(before)
    if "//" in text[start - 1 : end + 1]:
        return message("E101.comment")
    return message("E101.say", form=form) if form is not None else None


def _expected(stop: Stop) -> Message | None:
    """All that may stand there; `count` and `position` are names, unless values may stand there."""
    accepted = stop.accepted - {"$END"}
    if "NAME" in accepted and "SUM" not in accepted:
        accepted -= {"COUNT", "POSITION"}
    words: list[str | Message] = [_VALUES[own] for own in accepted if own in _VALUES]
    words += (f"`{grammar.spelled()[own]}`" for own in accepted if own in grammar.spelled())
    if len(words) == 1 and isinstance(words[0], str):
        return None  # it was tried, and what follows does not go with it
    return message("E101.expected", words=_listed(words)) if words else None


def _spoken(word: str) -> str | Message:
    return _WRITTEN.get(word) or f"`{word.replace(OPEN, '…')}`"


def _listed(words: Iterable[str | Message]) -> str | Message:
    """The words and then the signs that may stand somewhere, or the first twelve of them."""
    found = sorted(dict.fromkeys(words), key=lambda own: (str(own)[1:2] in _SIGNS, str(own)))
    *rest, last = found if len(found) <= _LISTED else [*found[:_LISTED], "…"]
    return message("rules.or", first=tuple(rest), last=last) if rest else last


# ---- the second edition -------------------------------------------------------------------------
# Rules that others wrote are law as well: whoever opens them is told the one form that says the
# same, and `auditor check --fix` writes it.
_Form = tuple[int, int, str]
"""Where a form stands, and what is written for it."""

_NAME = r"[^\W\d]\w*"
_INSIDE = r"[^()]*"
for _ in range(4):  # brackets in brackets
    _INSIDE = rf"(?:[^()]|\({_INSIDE}\))*"
_PARTS = {
    "LIST": rf"{_NAME}(?:\s*,\s*{_NAME})*",
    "MOMENT": rf"(?:\s+(?:(?:first|last)\s+)?{_NAME}(?!\s*\.)|\s*\({_INSIDE}\))",
    "NAME": _NAME,
}
_MOST = 1000  # forms in one declaration


def _of_second_edition(place: DeclarationPlace) -> Diagnostic | None:
    """The error of a declaration that is of the second edition, and has no fault beside."""
    first = form = _form(place.text)
    if first is None:
        return None
    now, left = place.text, _MOST
    while form is not None and left:
        start, end, written = form
        now, left = f"{now[:start]}{written}{now[end:]}", left - 1
        form = _form(now)
    if stops(now):
        return None
    start, end, written = first
    said = place.of(start, end)
    what = message("E101.second_edition", text=said.text)
    hint = message("E101.say", form=" ".join(written.split()))
    *_, last = lines = place.lines
    end = place.first_line + len(lines) - 1
    whole = Span(place.source, place.first_line, 1, end, len(last) + 1)
    return Diagnostic(what, said, hint, repair=Repair(whole, "\n".join(now.splitlines())))


@cache
def _former() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The forms that are written in another way, and how."""
    values = "|".join({"count", *filter(str.isalpha, words_that_begin_values())})
    operand = rf"[(-]|(?:{values})\b|(?!(?:{'|'.join(grammar.words())})\b)\w"
    found = []
    for said, written in FORMER:
        for name, form in {**_PARTS, "OPERAND": operand}.items():
            said = said.replace(name, form)  # noqa: PLW2901 - one name after the other
        found.append((re.compile(said), written))
    return tuple(found)


def _form(text: str) -> _Form | None:
    """The first form that is written in another way; texts and comments are left as they are."""
    bare = ASIDE.sub(lambda own: " " * len(own[0]), text)
    for said, written in _former():
        if (found := said.search(bare)) is not None:
            start, end = found.span("old" if "old" in said.groupindex else 0)
            spans = [slice(*found.span(at)) for at in range(said.groups + 1)]
            return start, end, re.sub(r"\\(\d)", lambda own: text[spans[int(own[1])]], written)  # noqa: B023 - called at once
    return None
