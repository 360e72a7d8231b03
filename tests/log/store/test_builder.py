"""A field that is put together piece by piece is the field that all its rows would make at once."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from random import Random

import numpy as np
import pytest

from auditor.log.store.builder import ColumnBuilder
from auditor.log.store.columns import FieldColumn, column_of
from auditor.log.store.encoding import Lexicons
from auditor.log.store.memory import ArrayAllocator
from auditor.types import MONEY, TIME, Type
from auditor.values import Value

Cells = list[Value | None]
NORTH = timezone(timedelta(hours=1))
VALUES: dict[Type, list[Value]] = {
    MONEY: [0, 5, -3, 40_000, Fraction(1, 2), Fraction(7, 20), 10**9, Fraction(10**14, 3), 10**30],
    TIME: [
        datetime(2026, 1, 9, 21),
        datetime(2026, 1, 9, 21, tzinfo=UTC),
        datetime(2026, 1, 9, 21, 5, tzinfo=NORTH),
        datetime(2026, 10, 25, 2, 30),
    ],
}


def made(cells: Cells, kind: Type, lexicons: Lexicons) -> FieldColumn:
    rows = [at for at, cell in enumerate(cells) if cell is not None]
    values = [cell for cell in cells if cell is not None]
    return column_of(values, kind, lexicons).spread(np.array(rows, np.int64), len(cells))


def told(found: FieldColumn, kind: Type, lexicons: Lexicons) -> Cells:
    size = len(found.vector.data)
    return [found.value(kind, row, lexicons) for row in range(size)]


def grown(pieces: list[Cells], kind: Type, lexicons: Lexicons) -> ColumnBuilder:
    """The field of which each piece fills some rows; one that fills none is left out."""
    size = sum(map(len, pieces))
    growing = ColumnBuilder(size, ArrayAllocator(size), lexicons)
    first = 0
    for cells in pieces:
        if any(cell is not None for cell in cells):
            growing.add(first, made(cells, kind, lexicons).packed())
        first += len(cells)
    return growing


def drawn(random: Random, kind: Type) -> list[Cells]:
    def piece() -> Cells:
        share = random.choice((0.0, 0.03, 0.1, 0.5, 1.0))
        some = random.sample(VALUES[kind], random.randint(1, len(VALUES[kind])))
        return [
            random.choice(some) if random.random() < share else None
            for _ in range(random.randint(1, 60))
        ]

    pieces = [piece() for _ in range(random.randint(1, 5))]
    if not any(cell is not None for cells in pieces for cell in cells):  # a field holds something
        pieces[-1][0] = random.choice(VALUES[kind])
    return pieces


@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("kind", [MONEY, TIME], ids=str)
def test_pieces_make_the_field_that_their_rows_make(kind: Type, seed: int) -> None:
    random, lexicons = Random(seed), Lexicons()
    pieces = drawn(random, kind)
    cells = [cell for piece in pieces for cell in piece]
    growing = grown(pieces, kind, lexicons)
    assert told(growing.filled(None), kind, lexicons) == cells

    order = np.array(random.sample(range(len(cells)), len(cells)))
    assert told(growing.filled(order), kind, lexicons) == [cells[at] for at in order]
