"""Before anything is measured: the hand-written plans find what the engine finds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

from bench import commands, logs
from bench.measure import once

if TYPE_CHECKING:
    from bench.eight.found import Found

WAYS = ("polars", "duckdb", "pandas")


class DisagreeError(Exception):
    """Two ways do not find the same."""


def all_plans() -> None:
    """Raises DisagreeError where a plan finds something else than the engine does."""
    from bench.eight.found import in_order, of_report  # noqa: PLC0415 - see `measure.once`

    for game in logs.GAMES:
        for log in (logs.faulty(game), logs.log(game, 100_000)):
            once(commands.audit(log, commands.eight_rules(game)))
            ours = of_report(commands.OUT / "findings.json")
            for way in WAYS:
                to = commands.OUT / f"{way}.json"
                once(commands.by_hand(way, game, log, str(to)))
                theirs = in_order(json.loads(Path(to).read_text(encoding="utf-8")))
                if theirs != ours:
                    raise DisagreeError(f"{way}, {log}: {_different(ours, theirs)}")


def _different(ours: Found, theirs: Found) -> str:
    return "; ".join(
        f"{rule}: {own[:3]} ({len(own)}) and {theirs[rule][:3]} ({len(theirs[rule])})"
        for rule, own in ours.items()
        if theirs[rule] != own
    )
