"""A log of a file, and what rules say of it in columns."""

from __future__ import annotations

from pathlib import Path

from auditor.engine.run import Replay
from auditor.judge.verdict import ALL, Tally
from auditor.language.core import Program
from auditor.log.event import Log
from auditor.log.files.discover import found_files, read_found
from auditor.log.store.columns import Columns
from auditor.log.store.columns_of_tables import Everything, assemble
from auditor.values import Value


def log_at(path: Path, program: Program) -> Log:
    """The log in a file, which records every kind of event."""
    return assemble(read_found(found_files([path]))[0], program.vocabulary, Everything())


def replay_columns(
    program: Program, columns: Columns, params: dict[str, Value] | None = None
) -> tuple[Tally, ...]:
    """The answers of every rule over the log, in the order of the ruleset."""
    return Replay(program, columns, params or {}, ALL).tallies()[0]
