"""Rows that a log in columns lacks: the events that they may be, and where these stand.

Which rows are missing, and what they may be, is worked out by `auditor.log.damage.breaks`, as for a
log whose events are in memory; columns are asked first whether any row may be missing at all.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

import numpy as np

from auditor.engine.damage.breaks import has_breaks
from auditor.engine.damage.doubts import FileRows
from auditor.engine.damage.outline import outline_of, unopened
from auditor.engine.store.columns import Columns
from auditor.engine.store.vector import Ints
from auditor.language.core import Vocabulary
from auditor.log.damage.breaks import breaks, missing_events
from auditor.log.event import Event, Row


def missing_in(
    columns: Columns,
    vocabulary: Vocabulary,
    declared: Collection[str],
    files: Sequence[Ints],
    row: Callable[[int], Row],
) -> list[tuple[int, Event]]:
    """The events in doubt that missing rows may be, each with the row before which it stands.

    `files` are the certain rows of each file, in the order of the log; `row` gives a row as it
    stands in its file.  `declared` are the kinds that the log is declared to record.
    """
    every = np.arange(columns.size)
    certain, own_files = columns, files
    at = every
    if columns.doubtful is not None:
        at = every[~columns.doubtful]
        certain = columns.said_in(at)
        own_files = [np.searchsorted(at, own) for own in files]
    alone = next(unopened(columns, vocabulary, at), None)
    if alone is None and not has_breaks(certain, vocabulary, own_files, declared):
        return []
    outline = outline_of(columns, vocabulary, files, row)
    found = [*breaks(outline, vocabulary, declared)]
    if not found:
        return []
    habits = FileRows(columns, vocabulary, at, at).habits()
    stretches = FileRows(columns, vocabulary, every, every).stretches()
    return [*missing_events(found, outline, vocabulary, stretches, habits)]
