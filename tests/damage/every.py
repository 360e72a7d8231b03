"""`make losses`: takes each column, kind of event, evening and table out of a lawful log of each
game and out of faulty ones, and their first hundred rows, and their last; tells what breaks a
promise.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.damage import logs
from tests.damage.damaging import Lines
from tests.damage.losing import Loss, columns, kinds, nights, tables, without
from tests.damage.properties import exempt
from tests.damage.test_losses import told_of

ENDS = 100
"""Rows that are cut off at either end."""


def every_loss(name: str, lines: Lines) -> Iterator[Loss]:
    """Whatever one log may lack."""
    for some in (columns(lines), kinds(lines), nights(lines), tables(lines)):
        yield from (loss for loss in some if not exempt(loss, name))
    if len(lines) > 3 * ENDS:
        size = len(lines)
        yield without(lines, "first", str(ENDS), set(range(1, 1 + ENDS)))
        yield without(lines, "last", str(ENDS), set(range(size - ENDS, size)))


def main() -> int:
    """Try all losses of some games; 1 where one accuses somebody or hides something."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", action="append", choices=logs.GAMES, help="else all of them")
    parser.add_argument("--seed", type=int, default=1, help="of the logs")
    parser.add_argument("--faults", type=int, default=1, help="faulty logs of each game")
    asked = parser.parse_args()
    tried, broken = Counter[str](), 0
    with TemporaryDirectory() as folder:
        for name in asked.game or logs.GAMES:
            some = [("", logs.lawful(name, asked.seed))]
            some += [logs.faulty(name, asked.seed + at) for at in range(asked.faults)]
            for fault, lines in some:
                losses = every_loss(name, lines)
                for loss, told in told_of(Path(folder), name, lines, losses):
                    tried[loss.way] += 1
                    broken += bool(told)
                    for what in told:
                        sys.stdout.write(f"{what}: {name} {fault} without {loss}\n")
    counts = ", ".join(f"{many} of a {way}" for way, many in sorted(tried.items()))
    sys.stdout.write(f"{tried.total()} losses ({counts}), {broken} broken promises\n")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
