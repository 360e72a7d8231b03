"""Hunts for damages that accuse somebody or hide something; what breaks a promise is told.

`make damage N=1000` tries other edits each time, of logs of every game.  `make losses` takes each
column, kind of event, evening and table out of a lawful log of each game and out of a faulty one,
and their first hundred rows, and their last.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.damage import logs
from tests.damage.damaging import Lines
from tests.damage.edits import (
    Loss,
    columns,
    edits,
    exempt,
    kinds,
    nights,
    tables,
    torn,
    without,
)
from tests.damage.properties import told_of

ENDS = 100
"""Rows that are cut off at either end."""

TORN = 6
"""Damaged cells beside one edit of every other sort."""


def every_loss(name: str, lines: Lines) -> Iterator[Loss]:
    """Whatever one log may lack."""
    for some in (columns(lines), kinds(lines), nights(lines), tables(lines)):
        yield from (loss for loss in some if not exempt(loss, name))
    if len(lines) > 3 * ENDS:
        size = len(lines)
        yield without(lines, "first", str(ENDS), set(range(1, 1 + ENDS)))
        yield without(lines, "last", str(ENDS), set(range(size - ENDS, size)))


def some_edits(name: str, lines: Lines, rng: Random) -> Iterator[Loss]:
    """An edit of every sort, and damaged cells."""
    yield from (torn(lines, rng) for _ in range(TORN))
    yield from edits(name, lines, rng)


def main() -> int:
    """Try edits of logs; 1 where one breaks a promise."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, help="edits in all; else all that a log may lack is taken")
    parser.add_argument("--game", action="append", choices=logs.GAMES, help="else all of them")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**9)
    asked = parser.parse_args()
    games, seed, rng = asked.game or logs.GAMES, asked.seed, Random(asked.seed)
    tried, many = Counter[str](), 0
    with TemporaryDirectory() as folder:
        while asked.n is None or tried.total() < asked.n:
            for name in games if asked.n is None else [rng.choice(games)]:
                for fault, lines in (("", logs.lawful(name, seed)), logs.faulty(name, seed)):
                    hunted = asked.n is not None
                    some = some_edits(name, lines, rng) if hunted else every_loss(name, lines)
                    for loss, broken in told_of(Path(folder), name, lines, some, alike=hunted):
                        tried[loss.way] += 1
                        many += bool(broken)
                        for what in broken:
                            sys.stdout.write(f"{what}: {name} {fault} from seed {seed}, {loss}\n")
            seed += 1
            if asked.n is None:
                break
    counts = ", ".join(f"{count} {way}" for way, count in sorted(tried.items()))
    sys.stdout.write(f"{tried.total()} edits ({counts}) from seed {asked.seed}, {many} broken\n")
    return 1 if many else 0


if __name__ == "__main__":
    sys.exit(main())
