"""Logs that are held in memory, as columns; and what the rules say of them there."""

from __future__ import annotations

import numpy as np

from auditor.engine.run import Replay
from auditor.judge.verdict import ALL, Tally
from auditor.language.core import Program, Vocabulary
from auditor.log.event import Log
from auditor.log.store.columns import Columns, column_of, event_marks
from auditor.log.store.encoding import Lexicons
from auditor.values import Value


def columns_of(log: Log, vocabulary: Vocabulary) -> Columns:
    """The columns of a log whose events are in memory."""
    lexicons = Lexicons()
    kinds = tuple(vocabulary.kinds)
    number = {kind: at for at, kind in enumerate(kinds)}
    cells: dict[str, tuple[list[int], list[Value]]] = {}
    for row, event in enumerate(log.events):
        for name, value in event.values.items():
            rows, values = cells.setdefault(name, ([], []))
            rows.append(row)
            values.append(value)
    doubtful, unlogged, suspicious, lost = event_marks(dict(enumerate(log.events)), len(log.events))
    every = np.array([event.place for event in log.events], np.int64)
    return Columns(
        len(log.events),
        kinds,
        np.array([number[event.kind] for event in log.events], np.int64),
        {
            name: column_of(values, vocabulary.fields[name], lexicons).spread(
                np.array(rows), len(log.events)
            )
            for name, (rows, values) in cells.items()
        },
        doubtful,
        log.recorded,
        lexicons,
        lambda places: [log.events[int(at)] for at in np.searchsorted(every, places)],
        every,
        unlogged,
        suspicious,
        lost=lost,
        lacking=log.lacking,
        mixed=log.mixed,
        unfilled=log.unfilled,
        instants=log.instants,
    )


def replay_columns(
    program: Program, columns: Columns, params: dict[str, Value] | None = None
) -> tuple[Tally, ...]:
    """The answers of every rule over the log, in the order of the ruleset."""
    return Replay(program, columns, params or {}, ALL).tallies()[0]
