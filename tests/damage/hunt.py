"""`make damage N=1000`: other damages each time, of every sample; what breaks a promise is told."""

from __future__ import annotations

import argparse
import sys
import time
from itertools import chain, islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from tests.damage import logs
from tests.damage.damaging import damages, lines_of
from tests.damage.exporting import exports
from tests.damage.handling import handlings
from tests.damage.moving import moves
from tests.damage.placing import placings
from tests.damage.properties import GAMES, SAMPLES, accused, answers, audited, passed_over, text_of
from tests.damage.readers import read_otherwise
from tests.damage.test_losses import losses, told_of
from tests.damage.test_readers import every_damage


def main() -> int:
    """Try damages of all samples; 1 where one accuses somebody or hides something."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("-n", type=int, default=500, help="damages in all")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 10**9)
    asked = parser.parse_args()
    tried = broken = 0
    each = max(1, asked.n // (2 * len(GAMES)))
    with TemporaryDirectory() as folder:
        for game in GAMES:
            for name in ("lawful", "faulty"):
                lines = lines_of((SAMPLES / game / f"{name}.csv").read_text("utf-8"))
                whole = audited(Path(folder), text_of(lines), game)
                assert whole is not None
                before = answers(whole)
                for damage in islice(damages(lines, asked.seed), each):
                    tried += 1
                    found = audited(Path(folder), "\n".join(damage.of(lines)) + "\n", game)
                    if found is None:
                        continue
                    after = answers(found)
                    for rule in accused(before, after):
                        broken += 1
                        sys.stdout.write(f"accused: {game}/{name}.csv {damage} {rule}\n")
                    for rule in passed_over(before, after, damage):
                        broken += 1
                        sys.stdout.write(f"hidden: {game}/{name}.csv {damage} {rule}\n")
        lost, also = losses_told(Path(folder), asked.seed, asked.n)
        read, otherwise = readers_told(Path(folder), asked.seed, asked.n)
    tried, broken = tried + lost + read, broken + also + otherwise
    sys.stdout.write(f"{tried} damages from seed {asked.seed}, {broken} broken promises\n")
    return 1 if broken else 0


def losses_told(folder: Path, seed: int, many: int) -> tuple[int, int]:
    """Tells what breaks a promise of what logs may lack; how many were tried, and how many did."""
    rng = Random(seed)
    tried = broken = 0
    while tried < many:
        name = rng.choice(logs.GAMES)
        fault, lines = rng.choice((("", logs.lawful(name, seed)), logs.faulty(name, seed)))
        some = chain(
            losses(name, lines, 2, rng),
            moves(lines, 2, rng),
            handlings(lines, 1, rng),
            exports(lines, 1, rng),
            placings(lines, 1, rng),
        )
        for loss, told in told_of(folder, name, lines, some):
            tried += 1
            broken += bool(told)
            for what in told:
                sys.stdout.write(f"{what}: {name} {fault} from seed {seed}, {loss}\n")
        seed += 1
    return tried, broken


def readers_told(folder: Path, seed: int, many: int) -> tuple[int, int]:
    """Tells what is read otherwise in columns than by cells; how many logs were tried, and how
    many were.
    """
    rng, path = Random(seed), folder / "log.csv"
    tried = broken = 0
    while tried < many:
        name = rng.choice(logs.GAMES)
        fault, lines = rng.choice((("", logs.lawful(name, seed)), logs.faulty(name, seed)))
        for damage, text in every_damage(name, lines, rng):
            path.write_text(text, "utf-8")
            tried += 1
            if other := read_otherwise(path, name):
                broken += 1
                sys.stdout.write(f"read otherwise {other}: {name} {fault} {seed}, {damage}\n")
        seed += 1
    return tried, broken


if __name__ == "__main__":
    sys.exit(main())
