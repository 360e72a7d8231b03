"""The rows of tables in the order of the log, in columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from auditor.log.event import Instants
from auditor.log.integrity.suspects import scope_columns
from auditor.log.merge_files import RowOrder, put_together, shared, times_of
from auditor.log.store.columns import Columns
from auditor.log.store.plain_table import TableRows
from auditor.log.store.typed_rows import TypedRows
from auditor.log.store.vector import NAIVE, Bools, Ints
from auditor.log.table import RANK


def order_of(
    tables: Sequence[TableRows], typed: TypedRows, view: Callable[[], Columns]
) -> RowOrder:
    """The rows that are events, those of several files put together by time; `view` are the rows as
    they stand, in columns.
    """
    ranked = [at for at, own in enumerate(tables) if RANK in own.table.header]
    if ranked:
        return _ranked(tables, ranked, typed, view())
    doubtful = any(own.events for own in tables)
    if len(tables) > 1 and (doubtful or _is_mixed(tables, view())):
        return _by_time(_sequences(tables, typed), tables, view())
    if doubtful or (typed.kind < 0).any():
        return RowOrder(np.concatenate(_sequences(tables, typed)))
    return RowOrder(None)


def _by_time(sequences: Sequence[Ints], tables: Sequence[TableRows], rows: Columns) -> RowOrder:
    return put_together(sequences, rows, np.arange(rows.size) >= tables[-1].stop)


def _is_mixed(tables: Sequence[TableRows], rows: Columns) -> bool:
    """Whether one file may not simply follow another: each must begin after the last ended."""
    if "time" not in rows.fields:
        return True
    last = NAIVE
    for table in tables:
        times = times_of(rows, table.places)[rows.kind[table.places] >= 0]
        if last > NAIVE and (times[:1] <= last).any():
            return True
        last = max(last, int(times.max(initial=NAIVE)))
    return False


# ---- coups whose events have ranks --------------------------------------------------------------
def _ranked(
    tables: Sequence[TableRows], ranked: Sequence[int], typed: TypedRows, view: Columns
) -> RowOrder:
    """The order where ranks tell that of the events of a coup, in whichever table they stand."""
    sequences, scopes = _sequences(tables, typed), scope_columns(view.vocabulary)
    coup = view.numbered(scopes.all).ids.astype(np.int64)
    numbers = view.numbered(scopes.counters).ids
    unnamed = np.flatnonzero(~view.has_value(scopes.counters[-1]))
    coup[unnamed] = coup.max(initial=0) + 1 + unnamed
    parts: list[tuple[Ints, ...]] = []
    for at in ranked:
        table, rows = tables[at], sequences[at]
        places, doubtful = rows - table.start, rows >= tables[-1].stop
        places[doubtful] = [min(place, table.size - 1) for place, _ in table.events]
        ranks = table.ranks
        assert ranks is not None
        own, rank = coup[rows], ranks[places]
        own[doubtful] = _coups_beside(own, rank, numbers[rows], doubtful)
        apart = np.where(_goes_back(own, rank), 1 + table.numbers(places), 0)
        parts.append((rows, own, rank, (at << 32) + apart))
    rows, own, rank, row = (np.concatenate(some) for some in zip(*parts, strict=True))
    turn = _turns([own for _, own, *_ in parts])[own]
    order = _by_times(turn, rank, times_of(view, rows))
    others = [own for at, own in enumerate(sequences) if at not in ranked]
    ties = _of_one_rank(turn[order], rank[order], row[order])
    return _with_ties(_by_time([*others, rows[order]], tables, view), rows[order], ties)


def _with_ties(order: RowOrder, rows: Ints, ties: Instants) -> RowOrder:
    """The order of several files, with what ranks leave open of some of its rows."""
    if order.rows is None or not len(ties.places):
        return order
    turns, files = np.empty(int(order.rows.max()) + 1, np.int64), order.likely
    turns[order.rows] = np.arange(len(order.rows))
    places = turns[rows[ties.places]]
    instant = ties.instant + 1 + files.instant.max(initial=0)
    both = np.isin(files.places, places)
    instant[np.searchsorted(places, files.places[both])] = files.instant[both]
    known = (files.places, files.instant, files.file, files.run, files.turn)
    told = (
        *(places, instant, ties.file + 1 + files.file.max(initial=0)),
        *(ties.instant + 1 + files.run.max(initial=0), ties.turn),
    )
    every = [np.append(one[~both], own) for one, own in zip(known, told, strict=True)]
    by_place = np.argsort(every[0])
    places, instant, file, run, turn = (own[by_place] for own in every)
    likely = Instants(places, instant, file, run, turn, files.many, files.assumed)
    return RowOrder(order.rows, likely)


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
    return np.asarray(order[np.argsort(latest, kind="stable")])


def _coups_beside(coup: Ints, rank: Ints, number: Ints, doubtful: Bools) -> Ints:
    """The coup of each doubtful row of a table: its own where a certain row has it, else that of
    the row beside it which has the same numbers, else of the one before it that is of no higher
    rank, else of the one behind.
    """
    certain, asked = np.flatnonzero(~doubtful), np.flatnonzero(doubtful)
    if not len(certain):
        return coup[asked]
    behind = np.searchsorted(certain, asked)
    before = certain[np.maximum(behind - 1, 0)]
    after = certain[np.minimum(behind, len(certain) - 1)]
    as_before, as_after = (number[asked] == number[own] for own in (before, after))
    first = np.where(as_before == as_after, rank[before] <= rank[asked], as_before)
    known = np.isin(coup[asked], coup[certain])
    return np.where(known, coup[asked], coup[np.where(first, before, after)])


def _goes_back(coup: Ints, rank: Ints) -> Bools:
    """The rows of coups of which a table tells a lower rank below a higher one: its rows tell of
    one time side by side, and not one after another.
    """
    order = np.argsort(coup, kind="stable")
    back = (np.diff(rank[order]) < 0) & (np.diff(coup[order]) == 0)
    return np.isin(coup, coup[order[1:][back]])


def _of_one_rank(turn: Ints, rank: Ints, row: Ints) -> Instants:
    """The coups of which several rows have events of one rank, whose order nothing tells."""
    key, order = (turn << 32) + rank, np.lexsort((row, rank, turn))
    tied = order[shared(key[order], row[order])[0]]
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
