"""The order of the log among the rows of plain tables: put together by time, as files are."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from auditor.engine.store.memory import ArrayAllocator
from auditor.engine.store.plain_table import PlainTable
from auditor.engine.store.typed_rows import TypedRows
from auditor.engine.store.vector import NAIVE, Bools, Ints


def order_of(tables: Sequence[PlainTable], typed: TypedRows) -> Ints | None:
    """The rows that are events, those of several files put together by time; None for all rows as
    they stand.
    """
    if any(own.events for own in tables):
        return _with_extras(tables, typed)
    events = typed.kind >= 0
    latest = _latest(tables, typed, events) if len(tables) > 1 else None
    if latest is None or _ascending(latest, typed.allocator):
        return None if events.all() else np.flatnonzero(events)
    every = _in_order_of_begin([latest[own.start : own.stop] for own in tables])
    order = np.concatenate([np.arange(tables[at].start, tables[at].stop) for at in every])
    order = order[np.argsort(latest[order], kind="stable")]
    return np.asarray(order[events[order]])


def _with_extras(tables: Sequence[PlainTable], typed: TypedRows) -> Ints:
    """The order with events in doubt, which stand where the rows stand that they may be."""
    sequences = []
    extra = tables[-1].stop
    for table in tables:
        certain = np.flatnonzero(typed.kind[table.start : table.stop] >= 0)
        places = table.places([number for number, _ in table.events])
        before = np.searchsorted(certain, places)
        extras = np.arange(extra, extra + len(places))
        sequences.append(np.insert(certain + table.start, before, extras))
        extra += len(places)
    if len(sequences) == 1 or "time" not in typed.fields:
        return np.concatenate(sequences)
    time = typed.some(["time"])["time"]
    latest = []
    for own in sequences:
        data = time.vector.data[own].astype(np.int64)
        none = np.zeros(len(own), bool) if time.empty is None else time.empty[own]
        latest.append(np.maximum.accumulate(np.where(none, NAIVE, data)))
    order = _in_order_of_begin(latest)
    every = np.concatenate([sequences[at] for at in order])
    together = np.concatenate([latest[at] for at in order])
    return np.asarray(every[np.argsort(together, kind="stable")])


def _in_order_of_begin(latest: Sequence[Ints]) -> list[int]:
    """Tables in the order of their first times: one night may be cut in two amid an instant."""
    return sorted(range(len(latest)), key=lambda at: begin_of(latest[at]))


def begin_of(latest: Ints) -> int:
    """The first time of a table, by the latest up to each row."""
    known = np.asarray(latest > NAIVE)
    return int(latest[np.argmax(known)]) if known.any() else NAIVE


def _latest(tables: Sequence[PlainTable], typed: TypedRows, events: Bools) -> Ints | None:
    """The latest time up to each row of its table; of one without offset as it stands."""
    if "time" not in typed.fields:
        return None
    times = typed.some(["time"])["time"]
    found = typed.allocator.zeros(len(events), np.int64)
    for table in tables:
        latest = NAIVE
        for block in typed.allocator.blocks(table.stop - table.start):
            rows = slice(table.start + block.start, table.start + block.stop)
            timed = events[rows] if times.empty is None else events[rows] & ~times.empty[rows]
            own = np.where(timed, times.vector.data[rows], NAIVE)
            if len(own):
                own[0] = max(latest, own[0])
                found[rows] = np.maximum.accumulate(own)
                latest = found[rows.stop - 1]
    return found


def _ascending(numbers: Ints, allocator: ArrayAllocator) -> bool:
    last = numbers[:1]
    for rows in allocator.blocks(len(numbers)):
        own = np.append(last, numbers[rows])
        if (own[1:] < own[:-1]).any():
            return False
        last = own[-1:]
    return True
