"""Ways in which the rows of a log may stand twice, in another order, or be only a few of many, as
happens where somebody copies them from sheet to sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from random import Random

from tests.damage.damaging import Lines
from tests.damage.losing import FIRST_ROW, PLACES, Loss, page, without


def block_twice(lines: Lines, rng: Random) -> Loss:
    """A block of rows that stands once more: right after itself, or anywhere else."""
    many = rng.randint(2, min(60, len(lines) // 3))
    start = rng.randint(1, len(lines) - many)
    to = start + many if rng.random() < 0.5 else rng.randint(1, len(lines))
    block = lines[start : start + many]
    name = f"{start + 1}..{start + many} before {to + 1}"
    return Loss("block", name, [*lines[:to], *block, *lines[to:]], shown=True)


def row_twice(lines: Lines, rng: Random) -> Loss:
    """One row that stands twice: right after itself, or somewhere else."""
    start = rng.randint(1, len(lines) - 1)
    to = start + 1 if rng.random() < 0.7 else rng.randint(1, len(lines))
    left = [*lines[:to], lines[start], *lines[to:]]
    return Loss("row", f"{start + 1} before {to + 1}", left, shown=True)


def swapped(lines: Lines, rng: Random) -> Loss:
    """Two rows that stand in each other's place."""
    one, other = sorted(rng.sample(range(1, len(lines)), 2))
    left = [*lines]
    left[one], left[other] = lines[other], lines[one]
    changed = frozenset({one - 1 + FIRST_ROW, other - 1 + FIRST_ROW})
    return Loss("swapped", f"{one + 1} and {other + 1}", left, changed, shown=True)


def extract(lines: Lines, rng: Random) -> Loss:
    """A few rows of many."""
    many = rng.randint(5, min(60, len(lines) - 1))
    start = rng.randint(1, len(lines) - many)
    others = set(range(1, len(lines))) - set(range(start, start + many))
    return without(lines, "extract", f"{start + 1}..{start + many}", others)


OF_EVENTS = ("player", "bet", "amount", "card", "to")
"""Columns that some kinds of event must fill and others cannot."""


def slid(lines: Lines, rng: Random) -> Loss:
    """A column of which all cells stand one row too low, or one too high."""
    many = [sum(bool(row[at]) for row in lines[1:]) for at in range(len(lines[0]))]
    some = [at for at, name in enumerate(lines[0]) if name in OF_EVENTS and many[at]]
    # Where nearly every row fills a column, or rows that do stand together, hardly any could not
    # have the cell of the row beside.
    told = [at for at in some if 4 * many[at] < 3 * len(lines) and _changes(lines, at) >= 10]
    if not told:
        return Loss("slid", "nothing", lines)
    at = rng.choice(told)
    down = rng.choice((1, -1))
    cells = [row[at] for row in lines[1:]]
    cells = ["", *cells[:-1]] if down > 0 else [*cells[1:], ""]
    left = [[*row[:at], cell, *row[at + 1 :]] for row, cell in zip(lines[1:], cells, strict=True)]
    every = frozenset(range(FIRST_ROW, len(lines) + FIRST_ROW))
    return Loss("slid", f"{lines[0][at]} {down:+}", [lines[0], *left], every)


def _changes(lines: Lines, at: int) -> int:
    """How often a row fills a column and the one below does not, or the other way about."""
    return sum(bool(one[at]) != bool(other[at]) for one, other in pairwise(lines[1:]))


def merged(lines: Lines, *names: str) -> Lines:
    """A log of which some columns are filled only where their value changes."""
    left = [[*row] for row in lines]
    for at in (lines[0].index(name) for name in names):
        for before, row in zip(lines[1:], left[2:], strict=False):
            row[at] = "" if row[at] == before[at] else row[at]
    return left


def merged_cells(lines: Lines, rng: Random) -> Loss:
    """A sheet with merged cells, of one column or of all that name scopes."""
    there = [name for name in PLACES if name in lines[0]]
    names = there if rng.random() < 0.3 else [rng.choice(there)]
    every = frozenset(range(FIRST_ROW, len(lines) + FIRST_ROW))
    return Loss("merged", ", ".join(names), merged(lines, *names), every)


MOVES = (block_twice, row_twice, swapped)


def moves(lines: Lines, each: int, rng: Random) -> Iterator[Loss]:
    """Some of every sort, and some extracts and pages."""
    for move in (*MOVES, slid, extract, page, merged_cells):
        yield from (move(lines, rng) for _ in range(each))
