"""Ways to damage one cell or one delimiter of a log, as happens by hand or on the way."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

Lines = list[list[str]]
"""A log as rows of cells, its header first."""

UNREADABLE = ("#REF!", "#N/A", "#VALEUR!")
"""Texts that are no value of any type: a cell of text would take any other word for a name."""


@dataclass(frozen=True, slots=True)
class Damage:
    """One damage: its kind, the row (the header is row 0) and the column where it begins."""

    way: str
    row: int
    column: int

    def of(self, lines: Lines) -> list[str]:
        """The lines of the damaged file."""
        return [
            line_of(self.cells(cells) if number == self.row else cells)
            for number, cells in enumerate(lines)
        ]

    def cells(self, cells: Sequence[str]) -> tuple[str, ...]:
        before, own, after = cells[: self.column], cells[self.column], cells[self.column + 1 :]
        match self.way:
            case "emptied":
                return (*before, "", *after)
            case "unreadable":
                text = UNREADABLE[(self.row + self.column) % len(UNREADABLE)]
                return (*before, text, *after)
            case "doubled":
                return (*before, own, "", *after)
            case "split":
                return (*before, own[:1], own[1:], *after)
            case "dropped":
                return (*before, own + "".join(after[:1]), *after[1:])
            case _:
                raise ValueError(self.way)


WAYS = ("emptied", "unreadable", "doubled", "split", "dropped")


def damages(lines: Lines, seed: int) -> Iterator[Damage]:
    """Damages of a log in an order drawn by the seed, without end; cells that are hit hold text."""
    rng = Random(f"damage/{seed}")
    while True:
        row = rng.randrange(1, len(lines))
        way = rng.choice(WAYS)
        filled = [at for at, cell in enumerate(lines[row]) if cell]
        column = rng.choice(filled if way != "doubled" else range(len(lines[row])))
        yield Damage(way, row, column)


def lines_of(text: str) -> Lines:
    """The cells of a log of which no cell goes on in another line."""
    return list(csv.reader(text.splitlines()))


def line_of(cells: Iterable[str]) -> str:
    """A line of a log, quoted where it must be."""
    return ",".join(
        '"' + cell.replace('"', '""') + '"' if "," in cell or '"' in cell else cell
        for cell in cells
    )
