"""Results of several coups in one row: in numbered columns, or in the cells of one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from auditor.log.convert.lexicon import Lexicon
from auditor.log.header import Heading
from auditor.log.infer.column_names import concept_of, tokens_of
from auditor.log.infer.columns import Body, meanings_of
from auditor.log.mapping.bind import pieces

SEPARATORS = ("-", "/", ",", ";", "+", "|", " ")
SEVERAL = 4
"""Numbered columns of results, at least, that make a series of coups."""
_NUMBERED = re.compile(r"(.*?)(\d{1,3})")


@dataclass(frozen=True, slots=True)
class Series:
    """Results of several coups in one row: in the columns of a name and a number, or in one cell
    with something between them.
    """

    field: str
    name: str
    first: int
    last: int
    apart: str | None = None


def series_of(head: Heading, body: Body, lexicon: Lexicon) -> tuple[Series | None, frozenset[int]]:
    """Columns that are numbered through and hold whole numbers, or one whose cells hold several."""
    field = next((own for word in lexicon.wide for own in word.fields), None)
    if field is None:
        return None, frozenset()
    numbered: dict[str, dict[int, int]] = {}
    alone = any(_is_result(at, name, field, body, lexicon) for at, name in enumerate(head.names))
    for at, name in enumerate(() if alone else head.names):
        found = _NUMBERED.fullmatch(name)
        if found and not _of_another_event(found.group(1), field, lexicon):
            numbered.setdefault(found.group(1), {})[int(found.group(2))] = at
    for name, places in numbered.items():
        through = sorted(places) == list(range(min(places), max(places) + 1))
        cells = [own for at in places.values() for own in body.cells(at)]
        if through and len(places) >= SEVERAL and cells and all(map(_is_whole, cells)):
            return Series(field, name, min(places), max(places)), frozenset(places.values())
    for at, name in enumerate(head.names):
        if field in meanings_of(name, lexicon) and (several := _several(body.cells(at))):
            apart, most = several
            return Series(field, f"{name} ", 1, most, apart), frozenset((at,))
    return None, frozenset()


def _is_result(at: int, name: str, field: str, body: Body, lexicon: Lexicon) -> bool:
    """True for the column of the only result of a row: `N1` to `N9` beside it are stakes."""
    cells = body.cells(at)
    named = not _NUMBERED.fullmatch(name) and field in meanings_of(name, lexicon)
    return named and bool(cells) and all(map(_is_whole, cells))


def _of_another_event(name: str, field: str, lexicon: Lexicon) -> bool:
    """True for `Mise` of `Mise 1` to `Mise 9`: stakes on numbers, and no numbers that came out."""
    concept = concept_of(tokens_of(name), lexicon)
    return concept is not None and field not in concept[0].fields


def _several(cells: Sequence[str]) -> tuple[str, int] | None:
    """The separator of whole numbers in cells that hold several, and the most in one cell."""
    for apart in SEPARATORS:
        split = [pieces(cell, apart) for cell in cells]
        if any(len(own) > 1 for own in split) and all(all(map(_is_whole, own)) for own in split):
            return apart, max(map(len, split))
    return None


def _is_whole(text: str) -> bool:
    return text.isdecimal() and len(text) < 3
