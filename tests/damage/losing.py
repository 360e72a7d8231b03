"""Ways in which a log may hold less than was written, as happens in exports: columns, kinds of
event, evenings, tables, the first rows or the last, a page, the cells of a scope over some rows.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from tests.damage.damaging import Lines

FIRST_ROW = 2
"""Of a file whose header is row 1."""


@dataclass(frozen=True, slots=True)
class Loss:
    """One loss: its way, what is lost, the rows that are left and those that are gone."""

    way: str
    what: str
    left: Lines
    gone: frozenset[int] = frozenset()
    changed: frozenset[str] = frozenset()  # columns that are gone
    moves: bool = False  # rows stand twice, or in another place

    def __str__(self) -> str:
        return f"{self.way} {self.what}"


def columns(lines: Lines) -> Iterator[Loss]:
    """Each column alone, but for the one without which nothing is a log."""
    for at, name in enumerate(lines[0]):
        if name != "event":
            left = [[*row[:at], *row[at + 1 :]] for row in lines]
            yield Loss("column", name, left, changed=frozenset({name}))


def kinds(lines: Lines) -> Iterator[Loss]:
    """Each kind of event alone."""
    yield from _by(lines, "kind", ("event",))


def nights(lines: Lines) -> Iterator[Loss]:
    """Each session alone, where there are several."""
    yield from _by(lines, "night", ("casino", "session"))


def tables(lines: Lines) -> Iterator[Loss]:
    """Each table alone, where there are several."""
    yield from _by(lines, "table", ("table",))


def _by(lines: Lines, way: str, names: tuple[str, ...]) -> Iterator[Loss]:
    at = [lines[0].index(name) for name in names]
    keys = [tuple(row[column] for column in at) for row in lines]
    every = dict.fromkeys(key for key in keys[1:] if all(key))
    for gone in every if len(every) > 1 else ():
        rows = {number for number, key in enumerate(keys) if number and key == gone}
        yield without(lines, way, "/".join(gone), rows)


def first_rows(lines: Lines, rng: Random) -> Loss:
    """The first rows, up to a third of them."""
    many = rng.randint(1, len(lines) // 3)
    return without(lines, "first", str(many), set(range(1, 1 + many)))


def last_rows(lines: Lines, rng: Random) -> Loss:
    """The last rows, up to a third of them."""
    many = rng.randint(1, len(lines) // 3)
    return without(lines, "last", str(many), set(range(len(lines) - many, len(lines))))


def page(lines: Lines, rng: Random) -> Loss:
    """A page from the midst, of 40 rows or of up to a third of the log."""
    many = rng.choice((40, rng.randint(40, max(41, len(lines) // 3))))
    start = rng.randint(2, max(2, len(lines) - many - 2))
    return without(lines, "page", f"{start + 1}..{start + many}", set(range(start, start + many)))


PLACES = ("casino", "season", "session", "table", "shoe", "coup")
"""Columns that tell to which scope a row belongs, whatever it is about."""


def emptied(lines: Lines, rng: Random) -> Loss:
    """The cells of one scope in rows one after another."""
    filled = [
        name
        for at, name in enumerate(lines[0])
        if name in PLACES and any(row[at] for row in lines[1:])
    ]
    name, many = rng.choice(filled), rng.choice((2, 3, 5, 10, 25, 60))
    at, start = lines[0].index(name), rng.randint(1, max(1, len(lines) - many - 1))
    rows = {row for row in range(start, min(start + many, len(lines))) if lines[row][at]}
    left = [
        [*row[:at], "", *row[at + 1 :]] if number in rows else row
        for number, row in enumerate(lines)
    ]
    what = f"{name} {start + 1}..{start + many}"
    return Loss("emptied", what, left, frozenset(number + 1 for number in rows))


def without(lines: Lines, way: str, what: str, rows: set[int]) -> Loss:
    """A log without some rows; the header is row 0."""
    left = [row for number, row in enumerate(lines) if number not in rows]
    return Loss(way, what, left, frozenset(number + 1 for number in rows))
