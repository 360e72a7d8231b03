"""The parsing tables of the rule language, worked out once and shipped beside its grammar.

`python -m tools.grammar` writes them after any change to the grammar, or of Lark; a test sees
whether they are of this grammar.  They are lists, texts and numbers as compressed JSON: to read
them runs no code.  The same grammar gives the same bytes, whatever the order of Lark's sets.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any

from auditor.language.syntax import grammar

PLACE = Path(grammar.__file__).parent / "grammar.tables"
SHIFT = 0
"""The action of Lark's tables after which comes the number of a state."""


def packed() -> bytes:
    """The content of the file: what the tables depend on, and the tables."""
    tables = grammar.fresh_tables()
    number_in_order(tables["data"]["parser"]["parser"])
    text = json.dumps(tables, separators=(",", ":"), sort_keys=True)
    return grammar.tables_stamp() + b"\n" + zlib.compress(text.encode(), 9)


def number_in_order(table: dict[str, Any]) -> None:
    """Numbers the symbols by their names, and the states as one meets them from the first on.

    Lark numbers both in the order of sets, which differs from one process to the next.
    """
    names = table["tokens"]
    symbols = {name: number for number, name in enumerate(sorted(names.values()))}
    states: dict[int, dict[int, Any]] = {
        state: {symbols[names[own]]: does for own, does in sorted_by(actions, names)}
        for state, actions in table["states"].items()
    }
    met = dict.fromkeys(state for _, state in sorted(table["start_states"].items()))
    waiting = list(met)
    for state in waiting:
        for action, to in states[state].values():
            if action == SHIFT and to not in met:
                met[to] = None
                waiting.append(to)
    order = {state: number for number, state in enumerate(met)}
    table["tokens"] = {number: name for name, number in symbols.items()}
    table["states"] = {
        order[state]: {
            own: (action, order[to] if action == SHIFT else to)
            for own, (action, to) in states[state].items()
        }
        for state in met
    }
    for ends in ("start_states", "end_states"):
        table[ends] = {name: order[state] for name, state in table[ends].items()}


def sorted_by(actions: dict[int, Any], names: dict[int, str]) -> list[tuple[int, Any]]:
    """The actions of a state in the order of the names of their symbols."""
    return sorted(actions.items(), key=lambda own: names[own[0]])


if __name__ == "__main__":
    PLACE.write_bytes(packed())
