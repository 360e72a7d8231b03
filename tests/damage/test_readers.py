"""Whatever is wrong with a log, it is read in columns as it is read by cells."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from pathlib import Path
from random import Random

import pytest

from tests.damage import logs
from tests.damage.damaging import Lines, damages
from tests.damage.exporting import exports
from tests.damage.handling import handlings
from tests.damage.moving import moves
from tests.damage.placing import placings
from tests.damage.properties import text_of
from tests.damage.readers import read_otherwise
from tests.damage.test_losses import losses

CELLS = 6
"""Damaged cells beside the others."""


def every_damage(name: str, lines: Lines, rng: Random) -> Iterator[tuple[str, str]]:
    """One damage of every sort, or two, each with the text of the damaged log."""
    for own in islice(damages(lines, rng.randrange(10**9)), CELLS):
        yield str(own), "\n".join(own.of(lines)) + "\n"
    for loss in chain(
        losses(name, lines, 1, rng),
        moves(lines, 1, rng),
        handlings(lines, 1, rng),
        exports(lines, 1, rng),
        placings(lines, 1, rng),
    ):
        yield str(loss), text_of(loss.left)


@pytest.mark.sampled(9)
@pytest.mark.parametrize("name", logs.GAMES)
def test_a_damaged_log_is_read_in_columns_as_by_cells(name: str, tmp_path: Path) -> None:
    rng = Random(f"readers/{name}")
    every = [*every_damage(name, logs.faulty(name, 11)[1], rng)]
    path = tmp_path / "log.csv"
    for damage, text in rng.sample(every, 2):
        path.write_text(text, "utf-8")
        assert not read_otherwise(path, name), damage
