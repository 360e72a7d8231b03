"""The header of a grid: in one row or two, below a title, or none at all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from auditor.log.convert.words import normalise
from auditor.log.table import Record, column_name, filled

HEADER_WITHIN = 40
"""The header is looked for in as many rows that are not blank."""


@dataclass(frozen=True, slots=True)
class Heading:
    """`first` and `last` are the places of its rows among the records; -1 where there is none.

    `names` has a name for each field, the first of its kind as it stands; `named` says which of
    them stand in the file.  `short` are the names of the lower of two rows.
    """

    first: int
    last: int
    names: tuple[str, ...]
    named: tuple[bool, ...]
    short: tuple[str, ...]

    def find(self, name: str) -> int | None:
        """The field of a name: as it stands, else as its words compare; None where there is none
        or where several could be meant.
        """
        for form in (str.strip, column_name, normalise):
            for names in (self.names, self.short):
                places = [at for at, own in enumerate(names) if form(own) == form(name)]
                if len(places) == 1:
                    return places[0]
                if places and form is str.strip:
                    return None
        return None

    def quoted(self, places: Iterable[int]) -> str:
        """The names of some fields, for a message."""
        return ", ".join(f"`{self.names[at]}`" for at in places)


def heading(records: Sequence[Record], first: int, last: int) -> Heading:
    """The header that stands in these rows of the records."""
    lower = [cell.strip() for cell in records[last][1]]
    joined = lower
    if first != last:
        upper = [cell.strip() for cell in records[first][1]]
        width = max(len(upper), len(lower))
        upper += [""] * (width - len(upper))
        lower += [""] * (width - len(lower))
        joined = [
            f"{above} {own}".strip()
            for above, own in zip(_spread(upper, lower), lower, strict=True)
        ]
    named = tuple(bool(column_name(name)) for name in joined)
    return Heading(first, last, _unique(joined), named, tuple(lower))


def headings(records: Sequence[Record]) -> Iterator[Heading]:
    """The headers that there may be: each of the first rows, then each with the one below."""
    places = opening(records)
    for at in places:
        yield heading(records, at, at)
    for at, below in pairwise(places):
        yield heading(records, at, below)


def no_heading(records: Sequence[Record]) -> Heading:
    """Columns called by their letters, where no row is a header."""
    width = max((len(cells) for _, cells in records), default=0)
    names = tuple(letters(at) for at in range(width))
    return Heading(-1, -1, names, (True,) * width, names)


def letters(place: int) -> str:
    """0 is A, 25 is Z, 26 is AA."""
    text = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        text = chr(65 + rest) + text
    return text


def opening(records: Sequence[Record]) -> list[int]:
    """Where the first rows stand that hold anything."""
    found = []
    for at in filled(records):
        found.append(at)
        if len(found) == HEADER_WITHIN:
            break
    return found


def _spread(upper: Sequence[str], lower: Sequence[str]) -> list[str]:
    """A cell merged over several columns has its text in the first: it names the others too, as
    far as each of them has a name of its own below.
    """
    spread: list[str] = []
    group = ""
    for above, own in zip(upper, lower, strict=True):
        group = above or (group if own else "")
        spread.append(group)
        if not own:
            group = ""
    return spread


def _unique(names: Sequence[str]) -> tuple[str, ...]:
    """Each name once: the second `Carte` is `Carte (2)`, a column without name called by letter."""
    seen: Counter[str] = Counter()
    unique = []
    for at, name in enumerate(names):
        own = name or f"column {letters(at)}"
        seen[own] += 1
        unique.append(own if seen[own] == 1 else f"{own} ({seen[own]})")
    return tuple(unique)
