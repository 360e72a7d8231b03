"""`make fuzz`: looks for bytes that break the readers of logs, led by what parts they reach.

    python -m tests.fuzz.run SECONDS                  every target in turn
    python -m tests.fuzz.run TARGET [libFuzzer's own arguments]

What it learns stays in `.fuzz/`, as do the bytes that broke a target.  The corpus beside this file
is where it starts from; `-merge=1 tests/fuzz/corpus/TARGET .fuzz/TARGET` adds what reaches further.
"""

from __future__ import annotations

import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"
LEARNT = Path(".fuzz")
TARGETS = sorted(folder.name for folder in CORPUS.iterdir())


def every(seconds: int) -> int:
    """Each target for so long, in a process of its own; the number of those that broke."""
    broken = 0
    for name in TARGETS:
        learnt = LEARNT / name
        learnt.mkdir(parents=True, exist_ok=True)
        limits = (f"-max_total_time={seconds}", "-timeout=60", "-rss_limit_mb=4096")
        says = (f"-artifact_prefix={learnt}-", "-verbosity=0", "-print_final_stats=1")
        done = subprocess.run(
            [sys.executable, "-m", "tests.fuzz.run", name, learnt, CORPUS / name, *limits, *says],
            env={**os.environ, "RUST_BACKTRACE": "0"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            check=False,
        )
        runs = [line for line in done.stderr.splitlines() if "number_of_executed_units" in line]
        print(f"{name}: {runs[0].rpartition(' ')[2] if runs else '?'} inputs", end="")  # noqa: T201
        print(", broken:" if done.returncode else ", none breaks it")  # noqa: T201
        if done.returncode:
            print(done.stderr[-4000:])  # noqa: T201
            broken += 1
    return broken


def one(name: str) -> None:
    """One target, until libFuzzer's arguments say that it is enough."""
    atheris = import_module("atheris")
    with atheris.instrument_imports(include=["auditor.log"]):
        targets = import_module("tests.fuzz.targets")
    atheris.Setup([sys.argv[0], *sys.argv[2:]], targets.TARGETS[name])
    atheris.Fuzz()


if __name__ == "__main__":
    if sys.argv[1].isdecimal():
        sys.exit(bool(every(int(sys.argv[1]))))
    one(sys.argv[1])
