"""The forms of the second edition that are written in another way now.

Rules that others wrote are law as well: whoever opens them is told the one form that says the
same, and `auditor check --fix` writes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from auditor.diagnostic import Diagnostic, Repair
from auditor.language.syntax.grammar import FORMER, words, words_that_begin_values
from auditor.language.syntax.source_text import ASIDE, DeclarationPlace
from auditor.messages.message import message

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


def of_second_edition(
    place: DeclarationPlace, text: str, reads: Callable[[str], bool]
) -> Diagnostic | None:
    """The error of a declaration that is of the second edition, and has no fault beside."""
    first = form = _form(text)
    if first is None:
        return None
    now, left = text, _MOST
    while form is not None and left:
        start, end, written = form
        now, left = f"{now[:start]}{written}{now[end:]}", left - 1
        form = _form(now)
    if not reads(now):
        return None
    start, end, written = first
    said = place.of(text, start, end)
    what = message("E101.second_edition", text=said.text)
    hint = message("E101.say", form=" ".join(written.split()))
    return Diagnostic(what, said, hint, repair=_repair(place, text, now))


def _repair(place: DeclarationPlace, text: str, now: str) -> Repair:
    """The stretch that differs, with what stands there now."""
    start = _alike(text, now)
    while text[start - 1 : start].isalnum():
        start -= 1
    alike = _alike(text[start:][::-1], now[start:][::-1])
    while alike and text[len(text) - alike].isalnum():
        alike -= 1
    return Repair(place.of(text, start, len(text) - alike), now[start : len(now) - alike])


def _alike(one: str, other: str) -> int:
    """How many signs at the beginning of two texts are the same."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((at for at, (own, its) in pairs if own != its), min(len(one), len(other)))


@cache
def _former() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The forms that are written in another way, and how."""
    values = "|".join({"count", *filter(str.isalpha, words_that_begin_values())})
    operand = rf"[(-]|(?:{values})\b|(?!(?:{'|'.join(words())})\b)\w"
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
