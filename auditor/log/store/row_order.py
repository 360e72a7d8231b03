"""The rows of several files in the order of the log, in columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.integrity.suspects import scope_columns
from auditor.log.merge_files import HIGHEST, NO_INSTANTS, Instants, Merged, RowFacts, together
from auditor.log.store.columns import Columns, FieldColumn
from auditor.log.store.plain_table import TableRows
from auditor.log.store.typed_rows import TypedRows
from auditor.log.store.vector import NAIVE, Bools, Ints, take
from auditor.log.table import RANK


@dataclass(frozen=True, slots=True)
class RowOrder:
    """The rows that are events in the order of the log, None for all rows as they stand; and what
    is only likely of it.
    """

    rows: Ints | None
    _found: Merged | None = None

    def instants(self, order: Ints | None, kinds: Sequence[str]) -> Instants:
        """The instants of which the order is only likely, among rows in their final order."""
        if self._found is None or self.rows is None or order is None or not len(order):
            return NO_INSTANTS
        places = np.empty(int(order.max()) + 1, np.int64)
        places[order] = np.arange(len(order))
        return self._found.instants_at(places[self.rows], kinds)


def order_of(
    tables: Sequence[TableRows],
    typed: TypedRows,
    view: Callable[[], Columns],
    vocabulary: Vocabulary,
) -> RowOrder:
    """The rows that are events, those of several files put together by time; `view` are the rows as
    they stand, in columns.
    """
    ranked = [at for at, own in enumerate(tables) if RANK in own.table.header]
    if ranked:
        return _ranked(tables, ranked, typed, view, vocabulary)
    if len(tables) == 1:
        return RowOrder(_alone(tables[0], typed))
    if not any(own.events for own in tables) and not _is_mixed(tables, typed):
        return RowOrder(_alone(None, typed))
    return _by_time(_sequences(tables, typed), tables, typed, view, vocabulary)


def _by_time(
    sequences: Sequence[Ints],
    tables: Sequence[TableRows],
    typed: TypedRows,
    view: Callable[[], Columns],
    vocabulary: Vocabulary,
) -> RowOrder:
    return put_together(
        sequences,
        _times(typed),
        lambda rows: facts_of_rows(view().said_in(rows), vocabulary, rows >= tables[-1].stop),
    )


def _times(typed: TypedRows) -> FieldColumn | None:
    return typed.some(["time"]).get("time") if "time" in typed.fields else None


# ---- coups whose events have ranks --------------------------------------------------------------
def _ranked(
    tables: Sequence[TableRows],
    ranked: Sequence[int],
    typed: TypedRows,
    view: Callable[[], Columns],
    vocabulary: Vocabulary,
) -> RowOrder:
    """The order where ranks tell that of the events of a coup, in whichever table they stand."""
    sequences, scopes, columns = _sequences(tables, typed), scope_columns(vocabulary), view()
    coup = columns.numbered(scopes.all).ids.astype(np.int64)
    counters = columns.told(scopes.counters, slice(0, columns.size))
    named = counters[:, -1] >= 0
    coup[~named] = coup.max(initial=0) + 1 + np.flatnonzero(~named)
    parts: list[tuple[Ints, ...]] = []
    for at in ranked:
        table, rows = tables[at], sequences[at]
        places = rows - table.start
        places[rows >= tables[-1].stop] = [min(place, table.size - 1) for place, _ in table.events]
        ranks = table.ranks
        assert ranks is not None
        own, rank = coup[rows], ranks[places]
        doubtful = rows >= tables[-1].stop
        own[doubtful] = _coups_beside(rows, rank, coup, counters, tables[-1].stop)[doubtful]
        apart = np.where(_goes_back(own, rank), 1 + table.numbers(places), 0)
        parts.append((rows, own, rank, own_times(_times(typed), rows), at * HIGHEST + apart))
    rows, own, rank, time, row = (np.concatenate(some) for some in zip(*parts, strict=True))
    turn = _turns([own for _, own, *_ in parts])[own]
    order = _by_times(turn, rank, time)
    others = [own for at, own in enumerate(sequences) if at not in ranked]
    if others:
        return _by_time([*others, rows[order]], tables, typed, view, vocabulary)
    told = _of_one_rank(turn[order], rank[order], row[order])
    return RowOrder(rows[order], Merged(np.arange(len(rows)), told))


def _by_times(turn: Ints, rank: Ints, time: Ints) -> Ints:
    """The order of some rows by their times; of those of a coup by their ranks, by which one
    without a time has that of the one before it.
    """
    order = np.lexsort((rank, turn))
    different, nth = np.unique(time[order], return_inverse=True)
    known = np.where(time[order] > NAIVE, nth.ravel(), -1)
    base = turn[order] * (len(different) + 1)
    latest = np.maximum.accumulate(base + known + 1) - base
    # What has none before it goes with what follows it in its coup.
    begins = np.full(int(turn.max(initial=0)) + 1, len(different))
    np.minimum.at(begins, turn[order][latest > 0], latest[latest > 0])
    latest = np.where(latest > 0, latest, begins[turn[order]])
    return np.asarray(order[np.lexsort((np.arange(len(order)), latest))])


def own_times(time: FieldColumn | None, rows: Ints) -> Ints:
    """The time of each of some rows."""
    if time is None:
        return np.full(len(rows), NAIVE, np.int64)
    data = time.vector.data[rows].astype(np.int64)
    return np.where(take(time.empty, rows), NAIVE, data)


def _coups_beside(rows: Ints, rank: Ints, coup: Ints, counters: Ints, stop: int) -> Ints:
    """The coup of each of some rows, where it is in doubt: that of the row beside it which has the
    same numbers, else of the one before it that is of no higher rank, else of the one behind.
    """
    at, certain = np.arange(len(rows)), np.flatnonzero(rows < stop)
    if not len(certain):
        return coup[rows]
    behind = np.searchsorted(certain, at)
    before = certain[np.maximum(behind - 1, 0)]
    after = certain[np.minimum(behind, len(certain) - 1)]
    same = [(counters[rows] == counters[rows[own]]).all(axis=1) for own in (before, after)]
    first = np.where(same[0] == same[1], rank[before] <= rank, same[0])
    found = coup[rows[np.where(first, before, after)]]
    known = np.isin(coup[rows], coup[rows[certain]])
    return np.where(known, coup[rows], found)


def _goes_back(coup: Ints, rank: Ints) -> Bools:
    """The rows of coups of which a table tells a lower rank below a higher one: its rows tell of
    one time side by side, and not one after another.
    """
    order = np.argsort(coup, kind="stable")
    back = (np.diff(rank[order]) < 0) & (np.diff(coup[order]) == 0)
    return np.isin(coup, coup[order[1:][back]])


def _of_one_rank(turn: Ints, rank: Ints, row: Ints) -> Instants:
    """The coups of which several rows have events of one rank, whose order nothing tells."""
    order = np.lexsort((row, rank, turn))
    steps = [np.diff(own[order]) for own in (turn, rank, row)]
    tied = order[1:][(steps[0] == 0) & (steps[1] == 0) & (steps[2] != 0)]
    places = np.flatnonzero(np.isin(turn, turn[tied]))
    one = np.zeros(len(places), np.int64)
    return Instants(places, turn[places], row[places], one, rank[places])


def _turns(tables: Sequence[Ints]) -> Ints:
    """The turn of each coup, by its number: as they follow one another in the first table, and
    those that it lacks behind the one that each follows in another.
    """
    following: dict[int, int] = {-1: -1}
    for own in tables:
        last = -1
        for coup in dict.fromkeys(own.tolist()):
            if coup not in following:
                following[coup], following[last] = following[last], coup
            last = coup
    turns = np.zeros(max(following) + 1, np.int64)
    coup = following[-1]
    for turn in range(len(following) - 1):
        turns[coup], coup = turn, following[coup]
    return turns


def put_together(
    sequences: Sequence[Ints],
    time: FieldColumn | None,
    facts: Callable[[Ints], RowFacts],
) -> RowOrder:
    """The rows of several files in the order of the log: `sequences` are those of each, `facts`
    what some rows tell.
    """
    latest = [latest_times(time, own) for own in sequences]
    files = sorted(
        (at for at, own in enumerate(sequences) if len(own)), key=lambda at: _begin_of(latest[at])
    )
    if not files:
        return RowOrder(np.zeros(0, np.int64))
    every = np.concatenate([sequences[at] for at in files])
    found = together([latest[at] for at in files], lambda: facts(every))
    return RowOrder(every[found.order], found)


def _alone(table: TableRows | None, typed: TypedRows) -> Ints | None:
    """The rows that are events as they stand."""
    if table is not None and table.events:
        return _sequences([table], typed)[0]
    events = typed.kind >= 0
    return None if events.all() else np.flatnonzero(events)


def _is_mixed(tables: Sequence[TableRows], typed: TypedRows) -> bool:
    """Whether one file may not simply follow another: each must begin after the last ended."""
    if "time" not in typed.fields:
        return True
    times, last = typed.some(["time"])["time"], NAIVE
    for table in tables:
        rows = slice(table.start, table.stop)
        timed = (typed.kind[rows] >= 0) & ~take(times.empty, rows)
        if last > NAIVE and not timed[:1].all():
            return True
        if len(known := times.vector.data[rows][timed]):
            if known[0] <= last:
                return True
            last = max(last, int(known.max()))
    return False


def _sequences(tables: Sequence[TableRows], typed: TypedRows) -> list[Ints]:
    """The events of each file, with those in doubt where the rows stand that they may be."""
    sequences = []
    extra = tables[-1].stop
    for table in tables:
        certain = np.flatnonzero(typed.kind[table.start : table.stop] >= 0)
        places = np.array([place for place, _ in table.events], np.int64)
        before = np.searchsorted(certain, places)
        extras = np.arange(extra, extra + len(places))
        sequences.append(np.insert(certain + table.start, before, extras))
        extra += len(places)
    return sequences


def latest_times(time: FieldColumn | None, rows: Ints) -> Ints:
    """The latest time up to each of some rows of a file; of one without offset as it stands."""
    if time is None:
        return np.full(len(rows), NAIVE, np.int64)
    return np.maximum.accumulate(own_times(time, rows))


def facts_of_rows(view: Columns, vocabulary: Vocabulary, loose: Bools) -> RowFacts:
    """The facts that rows tell; nothing is known of the `loose` ones, which are in doubt."""
    scopes = scope_columns(vocabulary)
    kind = view.kind.astype(np.int64)

    def told() -> tuple[Ints, Ints]:
        every = scopes.words, (*scopes.words, *scopes.keys)
        said, whom = (view.numbered(names).ids for names in every)
        return said * len(view.kinds) + kind, whom * len(view.kinds) + kind

    every = slice(0, view.size)
    names, numbers = (view.told(own, every) for own in (scopes.names, scopes.counters))
    numbers[(numbers < 0) | (numbers > HIGHEST)] = -1
    return RowFacts(names, numbers, kind, told, loose, *ends_of(vocabulary))


def ends_of(vocabulary: Vocabulary) -> tuple[frozenset[int], frozenset[int]]:
    """The kinds that open an interval and those that close one, by their numbers."""
    kinds, spans = [*vocabulary.kinds], vocabulary.intervals.values()
    starts = frozenset(kinds.index(own.start) for own in spans)
    return starts, frozenset(kinds.index(own.end) for own in spans)


def _begin_of(latest: Ints) -> int:
    """The first time of a table, by the latest up to each row."""
    known = np.asarray(latest > NAIVE)
    return int(latest[np.argmax(known)]) if known.any() else NAIVE
