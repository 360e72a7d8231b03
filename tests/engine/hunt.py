"""Looks for rules and logs on which the engines differ: `make equality N=100000`.

What is found is made as small as it can be and left in tests/engine/counterexamples, where the
tests then try it again.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count, islice
from pathlib import Path

from tests.engine.kept import FOLDER, keep
from tests.engine.pairs import LOGS, Pair, pairs, smallest
from tests.engine.rulesets import RULES

A_TIME = 20
"""Rulesets that one process tries before it tells."""
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
    rounds = -(-least // (RULES * LOGS * A_TIME))
    batches = islice(count(first, A_TIME), rounds)
    total, known = 0, set[str]()
    with ProcessPoolExecutor(workers) as pool:
        for tried, found in pool.map(found_in, (range(at, at + A_TIME) for at in batches)):
            total += tried
            yield total, "", "", None
            for kind, told, pair in found:
                if kind not in known:
                    known.add(kind)
                    yield total, kind, told, pair


def main() -> int:
    asked = argparse.ArgumentParser(description="Look for what the engines do not agree on.")
    asked.add_argument("-n", type=int, default=10_000, help="pairs of a rule and a log")
    asked.add_argument("--seed", type=int, default=1_000_000, help="of the first ruleset")
    asked.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    options = asked.parse_args()
    failed = tried = 0
    for tried, kind, told, pair in hunt(options.n, options.seed, options.workers):
        if pair is not None:
            failed += 1
            _say(f"\n{told}\n")
            path = keep(smallest(pair, partial(_is, kind=kind)), told)
            _say(f"kept as {path.relative_to(Path.cwd())}\n")
        elif sys.stderr.isatty():
            sys.stderr.write(f"\r{tried:,} pairs")
            sys.stderr.flush()
    where = f" in {FOLDER.name}" if failed else ""
    _say(f"{tried:,} pairs of a rule and a log, {failed} differences{where}\n")
    return 1 if failed else 0


def _say(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()


def _is(pair: Pair, kind: str) -> bool:
    told = pair.differences()
    return bool(told) and kind_of(told[0]) == kind


if __name__ == "__main__":
    sys.exit(main())
