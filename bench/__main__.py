"""`python -m bench [--sizes 100k,1m,10m] [--times N] [SECTION …]`: prints Markdown tables.

Every figure comes from whole processes, run in turn.
"""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from collections.abc import Callable, Mapping
from importlib.metadata import version

from bench import agree, flawed, goals, sections

SIZES = {"10k": 10_000, "100k": 100_000, "1m": 1_000_000, "10m": 10_000_000}

SECTIONS: Mapping[str, Callable[[list[int], int], str]] = {
    "whole": sections.whole,
    "forms": sections.other_forms,
    "eight": sections.eight,
    "more": sections.one_more_rule,
    "small": sections.small,
    "flat": sections.flat,
    "ordered": sections.ordered,
    "flawed": flawed.flawed,
    "goals": goals.goals,
}


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[*SECTIONS, []], default=[])
    parser.add_argument("--sizes", default="100k", help="of the logs, in events")
    parser.add_argument("--times", type=int, default=5, help="runs of each command")
    asked = parser.parse_args()
    sizes = [SIZES[name] for name in asked.sizes.split(",")]
    sys.stdout.write(machine())
    if not {*asked.sections} <= {"flawed", "goals"} or not asked.sections:
        agree.all_plans()
    for name in asked.sections or SECTIONS:
        sys.stdout.write(f"\n{SECTIONS[name](sizes, asked.times)}")
        sys.stdout.flush()


def machine() -> str:
    """What it ran on, and what else ran there."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False
    ).stdout.strip()
    libraries = ", ".join(f"{name} {version(name)}" for name in ("polars", "numpy", "pandas"))
    load = ", ".join(f"{own:.1f}" for own in os.getloadavg())
    return (
        f"{os.cpu_count()} processors, {_memory():.0f} GiB, Python {platform.python_version()}, "
        f"{libraries}; load average before {load}; commit {commit or 'unknown'}.\n"
    )


def _memory() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


if __name__ == "__main__":
    main()
