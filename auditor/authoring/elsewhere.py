"""Texts that people write for the words of the rule language, as `elsewhere.toml` has them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from fractions import Fraction
from importlib import resources

from auditor.values import show

_ELSEWHERE = tomllib.loads(
    resources.files("auditor.authoring").joinpath("elsewhere.toml").read_text("utf-8")
)
SAYS: dict[str, str] = _ELSEWHERE["says"]
"""Words of other languages that no single word replaces, and the form that says as much."""
BEGIN_ELSEWHERE = {own: form for form, said in _ELSEWHERE["begin"].items() for own in said}
"""Words that begin a declaration in other languages, and the form that says as much."""
FORMER: list[tuple[str, str]] = _ELSEWHERE["second_edition"]["forms"]
"""Patterns of forms of the second edition, and what is written for them now."""


def _meant() -> dict[str, tuple[str, ...]]:
    """The words that may be meant by each text, the longest text first."""
    meant: dict[str, tuple[str, ...]] = {}
    for write, texts in _ELSEWHERE["same"].items():
        for text in texts:
            meant[text] = (*meant.get(text, ()), write)
    meant |= _ELSEWHERE["of_two_minds"]
    return dict(sorted(meant.items(), key=lambda own: -len(own[0])))


_MEANT = _meant()
RUNS = "=<>!&|.:~/"
"""Signs that are written in runs: `=` in `==` is not a sign of its own."""
_FORMS = [(re.compile(own), *said) for own, *said in _ELSEWHERE["patterns"]["forms"]]
_SHARE = re.compile(r"(\d+(?:\.\d+)?)\s*(?:%|per ?cent\b|pour ?cent\b)(\s+of\b)?")
_IN_GROUPS = re.compile(r"\d{1,3}(?:[ \u00a0\u202f\u2009'’_]\d{3})+\b")


def written_for(text: str, at: int) -> Iterator[tuple[int, str, bool]]:
    """Each text that may be meant by what stands at a place, where that ends, and if it is sure."""
    for said, meant in _MEANT.items():
        end = at + len(said)
        if text.startswith(said, at) and not _goes_on(text, at, end):
            yield from ((end, write, said not in _ELSEWHERE["of_two_minds"]) for write in meant)
            break  # `is not empty` is more than `is not`
    for pattern, form, is_sure in _FORMS:
        if (found := pattern.match(text, at)) is not None:
            yield found.end(), found.expand(form), is_sure
    if (found := _SHARE.match(text, at)) is not None:
        share = show(Fraction(found[1]) / 100)
        yield found.end(), f"{share} times" if found[2] else share, False
    if (found := _IN_GROUPS.match(text, at)) is not None:
        yield found.end(), re.sub(r"\D", "", found[0]), False


def _goes_on(text: str, start: int, end: int) -> bool:
    """Whether the text is part of a longer word or of a longer run of signs."""
    last, following = text[end - 1], text[end : end + 1]
    if last.isalnum():
        before = text[start - 1 : start]
        return following.isalnum() or following == "_" or before.isalnum() or before == "_"
    return last in RUNS and following in RUNS and following != ""
