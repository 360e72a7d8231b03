"""Looks for rules and logs on which the engines differ: `make equality N=100000`.

Each time others are tried; `SEED` tries those of an earlier time again.  What is found is made as
small as it can be and left in tests/engine/counterexamples, where the tests then try it again.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from itertools import count, islice
from random import SystemRandom

from tests.engine.random.kept import FOLDER, keep
from tests.engine.random.pairs import LOGS, Pair, pairs, smallest
from tests.engine.random.rulesets import RULES

A_TIME = 5
"""Rulesets that one process tries before it tells."""
SEEDS = 10**9
"""Of so many a first one is drawn; the tests try the first forty."""
INTERRUPTED = 130
_NAME = re.compile(r"rule-\d+|\d+")


def kind_of(difference: str) -> str:
    """Differences that are likely to have one cause."""
    return _NAME.sub("#", difference)[:24]


def found_in(seeds: Iterable[int]) -> tuple[int, list[tuple[str, str, Pair]]]:
    """How many pairs of rule and log were tried, and of each kind of difference the first pair."""
    tried, found = 0, dict[str, tuple[str, Pair]]()
    for seed in seeds:
        for pair, program in pairs(seed):
            tried += len(program.rules)
            told = pair.differences(program)
            if told:
                found.setdefault(kind_of(told[0]), (told[0], pair))
    return tried, [(kind, told, pair) for kind, (told, pair) in found.items()]


def hunt(least: int, first: int, workers: int) -> Iterator[tuple[int, str, str, Pair | None]]:
    """So many pairs of rule and log at least; after each batch how many, and what is found."""
    seeds = count(first, A_TIME)
    total, known = 0, set[str]()
    with ProcessPoolExecutor(workers, initializer=_wait_to_be_ended) as pool:
        while total < least:
            rounds = -(-(least - total) // (RULES * LOGS * A_TIME))
            batches = [range(at, at + A_TIME) for at in islice(seeds, rounds)]
            for tried, found in pool.map(found_in, batches):
                total += tried
                yield total, "", "", None
                for kind, told, pair in found:
                    if kind not in known:
                        known.add(kind)
                        yield total, kind, told, pair


def main() -> int:
    asked = argparse.ArgumentParser(description="Look for what the engines do not agree on.")
    asked.add_argument("-n", type=int, default=10_000, help="pairs of a rule and a log")
    asked.add_argument("--seed", type=int, help="of the first ruleset; drawn where none is given")
    asked.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = asked.parse_args()
    seed = SystemRandom().randrange(SEEDS) if options.seed is None else options.seed
    found, interrupted = Found(), False
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        _tell(hunt(options.n, seed, options.workers), options.n, found)
    except KeyboardInterrupt:
        interrupted = True
    _progress("\r\033[K" if sys.stderr.isatty() else "")
    where = f", each made small in {FOLDER.name}" if found.different else ""
    until = " until the hunt was interrupted" if interrupted else ""
    _say(
        f"{found.tried:,} pairs of a rule and a log from seed {seed}, "
        f"{found.different} differences{where}{until}\n"
    )
    return INTERRUPTED if interrupted else 1 if found.different else 0


@dataclass
class Found:
    """How many pairs were tried so far, and how many kinds of difference they showed."""

    tried: int = 0
    different: int = 0


def _tell(told: Iterator[tuple[int, str, str, Pair | None]], least: int, found: Found) -> None:
    """Says how far the hunt is, and what it finds."""
    begins, ends = ("\r", "") if sys.stderr.isatty() else ("", "\n")
    for found.tried, kind, difference, pair in told:
        if pair is None:
            _progress(f"{begins}{found.tried:,} of {least:,} pairs{ends}")
            continue
        found.different += 1
        _say(f"\n{difference}\n")
        path = keep(smallest(pair, partial(_is, kind=kind)), difference)
        _say(f"kept as {os.path.relpath(path)}\n")


def _wait_to_be_ended() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that tells ends the others


def _progress(text: str) -> None:
    sys.stderr.write(text)
    sys.stderr.flush()


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _is(pair: Pair, kind: str) -> bool:
    told = pair.differences()
    return bool(told) and kind_of(told[0]) == kind


if __name__ == "__main__":
    sys.exit(main())
