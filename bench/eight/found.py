"""What a plan for the eight rules found, in a form in which any two can be compared."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

Place = tuple[str, str, str, int | None]
"""Casino, session, table and coup of what violates a rule; no coup where it belongs to none."""

Found = dict[str, list[Place]]
Plan = Callable[[Path], Mapping[str, Iterable[Iterable[object]]]]
"""What finds the violations of eight rules in a file."""

WINNING = {
    "red": (2, 4, 7, 9),
    "black": (1, 3, 6, 8),
    "even": (2, 4, 6, 8),
    "odd": (1, 3, 7, 9),
    "low": (1, 2, 3, 4),
    "high": (6, 7, 8, 9),
}
RANKS = {
    name: at for at, name in enumerate(("2", "3", "4", "5", "6", "7", "8", "9", "10", *"JQKA"))
}


def in_order(found: Mapping[str, Iterable[Iterable[object]]]) -> Found:
    """Whole numbers as such, whatever a library made of them, and the same order for all."""
    ordered: Found = {}
    for rule, places in sorted(found.items()):
        own = [
            (str(casino), str(session), str(table), _whole(coup))
            for casino, session, table, coup in places
        ]
        ordered[rule] = sorted(own, key=repr)
    return ordered


def _whole(number: Any) -> int | None:
    # What libraries call missing is not equal to itself.
    return None if number is None or number != number else int(number)  # noqa: PLR0124


def told(plans: Mapping[str, Plan]) -> None:
    """Runs the plan of a game over a file, both named on the command line, and prints the count
    of each rule, or all places where a third argument says where to write them.
    """
    game, path, *to = sys.argv[1:]
    found = in_order(plans[game](Path(path)))
    if to:
        Path(to[0]).write_text(json.dumps(found), encoding="utf-8")
    sys.stdout.write(json.dumps({rule: len(own) for rule, own in found.items()}) + "\n")


def of_report(path: Path) -> Found:
    """The same of a report of ours (findings.json)."""
    report = json.loads(path.read_text(encoding="utf-8"))
    found: dict[str, list[list[object]]] = {
        own["rule"].partition("/")[2]: [] for own in report["rules"]
    }
    for own in report["findings"]:
        subject = own["subject"]
        found[own["rule"].partition("/")[2]].append(
            [subject["casino"], subject["session"], subject["table"], subject["coup"]]
        )
    return in_order(found)
