"""What the rules say of a log in columns."""

from __future__ import annotations

from auditor.engine.run import Replay
from auditor.judge.verdict import ALL, Tally
from auditor.language.core import Program
from auditor.log.store.columns import Columns
from auditor.values import Value


def replay_columns(
    program: Program, columns: Columns, params: dict[str, Value] | None = None
) -> tuple[Tally, ...]:
    """The answers of every rule over the log, in the order of the ruleset."""
    return Replay(program, columns, params or {}, ALL).tallies()[0]
