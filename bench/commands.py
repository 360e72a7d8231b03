"""The processes that are measured."""

from __future__ import annotations

import sys
from pathlib import Path

from bench.measure import Command

PYTHON = sys.executable
EIGHT = Path(__file__).parent / "eight"
OUT = Path("build/bench/out")

READ = "import sys, polars; polars.read_csv(sys.argv[1], infer_schema_length=1000)"
"""The yardstick.  The first 100 rows, by which Polars goes of itself, mislead it about
the column `text` of bataille.
"""
READ_TEXT = "import sys, polars; polars.read_csv(sys.argv[1], infer_schema=False)"
"""The same without looking at the values: of some logs even a thousand rows mislead it."""


def read_csv(log: Path) -> Command:
    return (PYTHON, "-c", READ, str(log))


def read_text(log: Path) -> Command:
    return (PYTHON, "-c", READ_TEXT, str(log))


def audit(log: Path, rules: str | Path, *more: str) -> Command:
    return (
        PYTHON,
        "-m",
        "auditor",
        "audit",
        str(log),
        "--rules",
        str(rules),
        "--records",
        "all",
        "--format",
        "json",
        "-o",
        str(OUT),
        "--quiet",
        "--force",
        *more,
    )


def by_hand(way: str, game: str, log: Path, *to: str) -> Command:
    """A plan written by hand for the eight rules."""
    return (PYTHON, "-m", f"bench.eight.by_{way}", game, str(log), *to)


def eight_rules(game: str) -> Path:
    return EIGHT / f"{game}.rules"
