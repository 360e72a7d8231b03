"""What people and programs do to the names of places and people: leave one empty for a whole table
or night, cut names short, draw one over a few rows, put a cell where none belongs, sort by tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from tests.damage.damaging import Lines
from tests.damage.handling import sorted_by
from tests.damage.losing import FIRST_ROW, PLACES, Loss

NAMES = PLACES[:4]
"""Columns of the names of places."""


def unnamed(lines: Lines, rng: Random) -> Loss | None:
    """One name of places that is empty in all rows of one table, one night or one house."""
    every = [(name, text) for name in NAMES for text in _texts(lines, name)]
    of, text = rng.choice(every)
    name = rng.choice([own for own in NAMES if _texts(lines, own)])
    at, key = lines[0].index(name), lines[0].index(of)
    rows = {number for number, row in enumerate(lines) if number and row[key] == text and row[at]}
    left = _changed(lines, at, dict.fromkeys(rows, ""))
    return Loss("unnamed", f"{name} of {of} {text}", left, _numbers(rows))


def cut_short(lines: Lines, rng: Random) -> Loss | None:
    """Names of people, tables or nights of which only the first letters are left."""
    some = [name for name in (*NAMES, "player", "staff") if len(_texts(lines, name)) > 1]
    if not some:
        return None
    name = rng.choice(some)
    texts = _texts(lines, name)
    many = rng.randint(1, max(1, max(map(len, texts)) - 1))
    left = [[cell[:many] if cell in texts else cell for cell in row] for row in lines[1:]]
    every = frozenset(range(FIRST_ROW, len(lines) + FIRST_ROW))
    return Loss("cut short", f"{name} to {many}", [lines[0], *left], every)


def drawn(lines: Lines, rng: Random) -> Loss | None:
    """A name of a place, or the number of a shoe, that is drawn over a few rows below."""
    some = [name for name in (*NAMES, "shoe") if _texts(lines, name)]
    name = rng.choice(some)
    at = lines[0].index(name)
    start = rng.choice([number for number, row in enumerate(lines) if number and row[at]])
    below = range(start + 1, min(len(lines), start + 1 + rng.choice((1, 2, 3, 6))))
    rows = {row: lines[start][at] for row in below if lines[row][at] != lines[start][at]}
    what = f"{name} {start + 1} over {', '.join(str(row + 1) for row in rows)}"
    return Loss("drawn", what, _changed(lines, at, rows), _numbers(rows), shown=True)


def slipped(lines: Lines, rng: Random) -> Loss | None:
    """A cell with a value where none belongs, from the row above or from any."""
    names = [name for name in lines[0] if _texts(lines, name)]
    scopes = [name for name in names if name in PLACES]
    at = lines[0].index(rng.choice(rng.choice((names, scopes))))
    free = [number for number, row in enumerate(lines) if number > 1 and not row[at]]
    if not free:
        return None
    row = rng.choice(free)
    above = next((lines[own][at] for own in range(row, 0, -1) if lines[own][at]), "")
    text = rng.choice((above, *_texts(lines, lines[0][at]))) or _texts(lines, lines[0][at])[0]
    what = f"{lines[0][at]} {text} in {row + 1}"
    return Loss("slipped", what, _changed(lines, at, {row: text}), _numbers({row}), shown=True)


def by_tables(lines: Lines, rng: Random) -> Loss | None:
    """A log without times sorted by tables, the house's rows on top or at the end."""
    times = lines[0].index("time")
    left = [[*row[:times], *row[times + 1 :]] for row in lines]
    names = rng.choice((("table",), ("casino", "table"), ("session", "table"), ("player",)))
    if not {*names} <= {*left[0]}:
        return None
    every = frozenset(range(FIRST_ROW, len(lines) + FIRST_ROW))
    own = sorted_by(left, *names)
    if rng.random() < 0.7:
        at = left[0].index(names[-1])
        own = [own[0], *(row for row in own[1:] if not row[at]), *(r for r in own[1:] if r[at])]
    return Loss("by tables", ", ".join(names), own, every, frozenset({"time"}))


def placings(lines: Lines, each: int, rng: Random) -> Iterator[Loss]:
    """Some of every sort, as far as a log has the columns."""
    for way in (unnamed, cut_short, drawn, slipped, by_tables):
        for _ in range(each):
            if (loss := way(lines, rng)) is not None:
                yield loss


def _texts(lines: Lines, name: str) -> list[str]:
    if name not in lines[0]:
        return []
    at = lines[0].index(name)
    return sorted({row[at] for row in lines[1:] if row[at]})


def _changed(lines: Lines, at: int, rows: dict[int, str]) -> Lines:
    return [
        [*row[:at], rows[number], *row[at + 1 :]] if number in rows else row
        for number, row in enumerate(lines)
    ]


def _numbers(rows: Iterable[int]) -> frozenset[int]:
    return frozenset(row + 1 for row in rows)
