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
    try:
        tried, failed = _told(hunt(options.n, seed, options.workers), options.n)
    except KeyboardInterrupt:
        _say("\ninterrupted\n")
        return INTERRUPTED
    where = f", each made small in {FOLDER.name}" if failed else ""
    _say(f"{tried:,} pairs of a rule and a log from seed {seed}, {failed} differences{where}\n")
    return 1 if failed else 0


def _told(found: Iterator[tuple[int, str, str, Pair | None]], least: int) -> tuple[int, int]:
    """Says how far the hunt is and what it finds; how many pairs there were, and differences."""
    failed = tried = 0
    for tried, kind, told, pair in found:
        if pair is not None:
            failed += 1
            _say(f"\n{told}\n")
            path = keep(smallest(pair, partial(_is, kind=kind)), told)
            _say(f"kept as {os.path.relpath(path)}\n")
        elif sys.stderr.isatty():
            sys.stderr.write(f"\r{tried:,} of {least:,} pairs")
            sys.stderr.flush()
    if sys.stderr.isatty():
        sys.stderr.write("\r\033[K")
    return tried, failed


def _wait_to_be_ended() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that tells ends the others


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _is(pair: Pair, kind: str) -> bool:
    told = pair.differences()
    return bool(told) and kind_of(told[0]) == kind


if __name__ == "__main__":
    sys.exit(main())
