"""The forms of the second edition that are written in another way now.

Rules that others wrote are law as well: whoever opens them is told the one form that says the
same, and `auditor check --fix` writes it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from auditor.diagnostic import Diagnostic, Repair
from auditor.language.syntax.grammar import words, words_that_begin_values
from auditor.language.syntax.source_text import ASIDE, DeclarationPlace
from auditor.messages.message import message

_Form = tuple[int, int, str]
"""Where a form stands, and what is written for it."""

_NAME = r"[^\W\d]\w*"
_LIST = rf"{_NAME}(?:\s*,\s*{_NAME})*"
_ITEM = re.compile(rf"\s+(?:(?:first|last)\s+)?{_NAME}(?!\s*\.)|\s*\(")
_DECLARED = tuple(
    (re.compile(said), written)
    for said, written in (
        (rf"(?s)state(\s+{_NAME}\s*=\s*)(.*?\s+in\s+{_NAME})", r"define\1last \2 before this"),
        (rf"subject(\s+{_NAME}\s*=\s*{_NAME}\s+where\b)", r"define\1"),
        (r"group(\s+[\w.-]+\s*=)", r"define rule\1"),
        (rf"needs\s+({_NAME})\s+in\s+({_LIST})", r"event \2 also (\1)"),
        (rf"needs\s+({_LIST})", r"event \1 also () not silent when absent"),
    )
)
"""Declarations, by their beginning."""
_EXACTLY = re.compile(r"(?s)exactly\s+(\w+|\([^()]*\))\s+(.*?)\s+if\s+(.*?),\s*else\s+none")
_STRETCH = re.compile(r"\bat\s+every\s+moment\s+from\b")
_END = re.compile(r"\s+(until)\b")
_BOUND = re.compile(r"\b(since|until)\b")
_SOME = re.compile(r"\bsome\b")
_TIMES = re.compile(r"(?<=[\w)])\s*\*[ \t]*(\w+|[(-])")
_MOST = 1000  # forms in one declaration


def of_second_edition(
    place: DeclarationPlace, text: str, reads: Callable[[str], bool]
) -> Diagnostic | None:
    """The error of a declaration that is of the second edition, and has no fault beside."""
    first = next(_forms(text), None)
    if first is None:
        return None
    now = text
    for _ in range(_MOST):
        form = next(_forms(now), None)
        if form is None:
            break
        start, end, written = form
        now = f"{now[:start]}{written}{now[end:]}"
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


def _forms(text: str) -> Iterator[_Form]:
    """The forms that are written in another way."""
    bare = ASIDE.sub(lambda own: " " * len(own[0]), text)
    for said, now in _DECLARED:
        if (found := said.match(bare)) is not None:
            yield found.start(), found.end(), found.expand(now)
    if (found := _EXACTLY.search(bare)) is not None:
        many, chosen, asked = (text[slice(*found.span(own))] for own in (1, 2, 3))
        yield found.start(), found.end(), f"exactly (case {asked} -> {many} else -> 0) {chosen}"
    yield from _windows(text, bare)
    yield from ((found.start(), found.end(), "any") for found in _SOME.finditer(bare))
    for found in _TIMES.finditer(bare):
        if found[1] not in words() or found[1] in words_that_begin_values() | {"count"}:
            yield found.start(), found.start(1), " times "


def _windows(text: str, bare: str) -> Iterator[_Form]:
    """The bounds of selections, and of stretches."""
    for found in _STRETCH.finditer(bare):
        if (ends := _END.match(bare, _moment(bare, found.end()))) is not None:
            yield *ends.span(1), "to"
    for found in _BOUND.finditer(bare):
        side = "after" if found[0] == "since" else "before"
        if end := _moment(bare, found.end()):
            yield found.start(), end, f"{side}{text[found.end() : end]} if any"


def _moment(bare: str, at: int) -> int:
    """Where the moment ends that begins there; 0 where there is none."""
    found = _ITEM.match(bare, at)
    if found is None:
        return 0
    if not found[0].endswith("("):
        return found.end()
    depth = 0
    for end in range(found.end() - 1, len(bare)):
        depth += {"(": 1, ")": -1}.get(bare[end], 0)
        if not depth:
            return end + 1
    return 0
