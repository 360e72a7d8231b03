"""Numbers of scopes that stand a few rows off, where no kind of event does without one.

Of each trick the last cards would belong to the next.  It shows at the end: a row lacks the number
that all others of its kind have, and by the row beside all scopes would begin alike.  Or it shows
where each scope would begin or end with the one event of its kind, and does not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from operator import itemgetter

from auditor.language.core import Vocabulary
from auditor.log.damage.slides import FARTHEST
from auditor.log.damage.suspects import USUAL, as_a_rule, scope_columns
from auditor.log.table import Table

ENOUGH = 10
"""Scopes, at least, that would all begin with one kind of event."""

LONGEST = 100_000
"""Rows, at most, of a file of which scopes are tried with their numbers in other rows."""

NEARLY = Fraction(19, 20)
"""The least share of scopes that begin or end with one kind of event: one is wrong now and then."""


def numbers_slid(table: Table, vocabulary: Vocabulary) -> str | None:
    """The deepest counter of a table, where its cells stand a few rows too low, or too high."""
    name = scope_columns(vocabulary).deepest
    rows = [cells for _, cells in table.rows]
    if name not in table.header or not table.is_event_a_row:
        return None
    at, event = table.header.index(name), table.header.index("event")
    cells = [row[at].strip() for row in rows]
    kinds = [row[event].strip().lower() for row in rows]
    names = scope_columns(vocabulary).names
    columns = [table.header.index(own) for own in names if own in table.header]
    places = [tuple(row[own] for own in columns) for row in rows]
    for down, strange in _beyond(cells, kinds):
        moved = [*cells[down:], *[""] * down] if down > 0 else [*[""] * -down, *cells[:down]]
        first = _begins(moved, kinds, places)
        alike = len(first) >= ENOUGH and len(set(first)) == 1
        if alike and (strange or len(set(_begins(cells, kinds, places))) > 1):
            return name
    return name if ENOUGH <= len(rows) <= LONGEST and _fits_beside(cells, kinds, places) else None


def _fits_beside(
    cells: Sequence[str], kinds: Sequence[str], places: Sequence[tuple[str, ...]]
) -> bool:
    """Whether with cells of other rows nearly all scopes would begin, or end, with rows of one kind
    of event that stand nowhere else, half of them at least being numbered now, and do not as they
    stand as a rule.
    """
    if all(cells) or max(share for share, _ in _bounded(cells, kinds, places)) >= Fraction(*USUAL):
        return False  # cells that slid leave some row without a number
    rows, numbered = Counter(kinds), Counter(k for k, own in zip(kinds, cells, strict=True) if own)
    return any(
        share >= NEARLY and 2 * numbered[kind] >= rows[kind]
        for far in range(1, FARTHEST + 1)
        for moved in ([*cells[far:], *[""] * far], [*[""] * far, *cells[:-far]])
        for share, kind in _bounded(moved, kinds, places)
    )


def _bounded(
    cells: Sequence[str], kinds: Sequence[str], places: Sequence[tuple[str, ...]]
) -> Iterator[tuple[Fraction, str]]:
    """The kind of event with which most scopes begin, and that with which most end, each with how
    many of them do so with the first, or the last, of such rows one after another: of all scopes,
    or of all such stretches of rows, whichever are more.
    """
    forward = _edges(cells, kinds, places)
    backward = _edges(cells[::-1], kinds[::-1], places[::-1])
    for edges, every, scopes in (forward, backward):
        kind, many = max(edges.items(), key=itemgetter(1), default=("", 0))
        found = scopes >= ENOUGH
        yield Fraction(many, max(scopes, every[kind])) if found else Fraction(0), kind


def _edges(
    cells: Sequence[str], kinds: Sequence[str], places: Sequence[tuple[str, ...]]
) -> tuple[Counter[str], Counter[str], int]:
    """How many scopes begin with the first of some rows of a kind one after another, how many such
    stretches there are, and how many scopes.
    """
    latest: dict[tuple[str, ...], tuple[str, str]] = {}
    edges, every, scopes = Counter[str](), Counter[str](), 0
    for cell, kind, place in zip(cells, kinds, places, strict=True):
        before, above = latest.get(place, ("", ""))
        every[kind] += kind != above
        begins = bool(cell) and cell != before
        scopes += begins
        edges[kind] += begins and kind != above
        latest[place] = cell or before, kind
    return edges, every, scopes


def _beyond(cells: Sequence[str], kinds: Sequence[str]) -> list[tuple[int, bool]]:
    """By how many rows the cells may stand too low, or too high: so many rows before the first that
    has a number lack it, or behind the last, of kinds that have one as a rule; or so many rows at
    the other end have one, and of their kinds no other row has; each with whether both are so.
    """
    filled = [at for at, cell in enumerate(cells) if cell]
    if not filled:
        return []
    rows, some = Counter(kinds), Counter(kinds[at] for at in filled)
    found = []
    for far in range(1, FARTHEST + 1):
        first, last = filled[0], filled[-1]
        ends = (range(first - far, first), range(last - far + 1, last + 1), far)
        begins = (range(last + 1, last + 1 + far), range(first, first + far), -far)
        for lacking, having, down in (ends, begins):
            if lacking.start < 0 or lacking.stop > len(cells):
                continue
            here = Counter(kinds[at] for at in lacking)
            gone = all(
                some[kind]
                and (as_a_rule(some[kind], rows[kind]) or some[kind] + many == rows[kind])
                for kind, many in here.items()
            )
            there = Counter(kinds[at] for at in having)
            strange = all(some[kind] == many for kind, many in there.items())
            if gone or (strange and all(rows[kind] > many for kind, many in there.items())):
                found.append((down, gone and strange))
    return found


def _begins(
    cells: Sequence[str], kinds: Sequence[str], places: Sequence[tuple[str, ...]]
) -> list[str]:
    """The kinds of event with which scopes begin."""
    latest: dict[tuple[str, ...], str] = {}
    found = []
    for cell, kind, place in zip(cells, kinds, places, strict=True):
        if cell and latest.get(place) != cell:
            latest[place] = cell
            found.append(kind)
    return found
