"""Cells that read well and cannot be believed: what becomes of rows that have them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from itertools import chain

import numpy as np

from auditor.log.integrity.alternatives import Doubts
from auditor.log.integrity.moved_cells import (
    Breaches,
    filled_below,
    near_pushed,
    pushed,
    slide_note,
    slides,
    unused,
)
from auditor.log.integrity.scope_runs import filled_down, filled_down_note
from auditor.log.integrity.spellings import renamed, spelling_notes, unplaced, unplaced_rows
from auditor.log.integrity.suspects import doubted, scope_columns
from auditor.log.store.columns import Columns
from auditor.log.store.plain_table import TableRows
from auditor.log.store.typed_rows import TypedRows
from auditor.log.store.vector import Ints

Lost = dict[int, set[str]]
"""Rows of a table, each with the fields that cannot be believed."""


def forget_unused(tables: Sequence[TableRows], typed: TypedRows, rows: Columns) -> frozenset[str]:
    """Takes out of each table the columns of scopes that are merged or have slid, and returns
    these; `rows` are those of all tables as they stand.
    """
    found = set[str]()
    for table in tables:
        if not table.is_event_a_row or not table.size:
            continue
        cells = {
            name: (rows.fields[name].vector.data[table.places], rows.has_value(name)[table.places])
            for name in scope_columns(rows.vocabulary).all
            if name in rows.fields and name in table.table.header
        }
        if own := unused(_kind(table, rows), cells, rows.vocabulary):
            table.note(own.values())
            table.believe(frozenset(own), {})
            for name in own:
                typed.empty(name, table.places)
            found.update(own)
    return frozenset(found)


def spell_alike(tables: Sequence[TableRows], typed: TypedRows, rows: Columns) -> None:
    """Puts each name in its usual spelling; `rows` are those of all tables as they stand."""
    every = [[suspect for _, suspect in table.suspects] for table in tables]
    names = renamed(rows, [*chain.from_iterable(every)], rows.vocabulary)
    for table, suspects in zip(tables, every, strict=True) if names else ():
        table.note(spelling_notes(rows, table.places, suspects, names, rows.vocabulary))
        table.believe(frozenset(), names)
    typed.respell(names)


def put_unplaced_aside(tables: Sequence[TableRows], rows: Columns) -> frozenset[str]:
    """Sets aside the rows of kinds that do not say where they belong, and returns these."""
    found = unplaced(rows, rows.vocabulary)
    kinds = [rows.kinds.index(kind) for kind in found]
    for table in tables if found else ():
        places = np.flatnonzero(np.isin(rows.kind[table.places], kinds)) + table.start
        table.put_aside(unplaced_rows(rows.events(places), found))
        table.suspects = [own for own in table.suspects if own[1].kind not in found]
        rows.kind[places] = -1
    return frozenset(found)


def doubt_moved(table: TableRows, rows: Columns) -> None:
    """Puts in doubt the cells of a table that stand in other rows or columns than their own."""
    kind, vocabulary = _kind(table, rows), rows.vocabulary
    lost: Lost = defaultdict(set)
    beside = np.zeros(table.size, bool)
    if table.shifted:
        beside[np.searchsorted(table.numbers(np.arange(table.size)), table.shifted)] = True
    names = [name for name in table.table.header if name in vocabulary.fields]
    names = [name for name in names if name not in vocabulary.context]
    odd = [name for name in names if _is_odd(name, table, kind, rows)]
    if table.is_event_a_row and (odd or any(map(table.strays.get, names))):
        strays = table.cells([name for name in names if table.strays.get(name)])
        filled = {name: rows.has_value(name)[table.places] & (kind >= 0) for name in names}
        filled |= {name: own.where(bool) & (kind >= 0) for name, own in strays.items()}
        for own in slides(kind, {name: filled[name] for name in odd}, vocabulary):
            table.note([slide_note(own, *table.numbers(np.array([own.first, own.last])).tolist())])
            for at in (np.flatnonzero(kind[own.first : own.last + 1] >= 0) + own.first).tolist():
                if own.column in vocabulary.kinds[rows.kinds[kind[at]]].fields:
                    lost[at].add(own.column)
        for name, texts in strays.items():
            below = filled_below(name, texts, filled[name], kind, vocabulary)
            if len(places := np.flatnonzero(below)):
                table.note([filled_down_note(name, table.numbers(places))])
            for at in places.tolist():
                lost[at].add(name)
        beside |= pushed(kind, filled, vocabulary)
    near = near_pushed(beside) & (kind >= 0) if beside.any() else beside
    for at in np.flatnonzero(near).tolist():
        lost[at].update(table.behind)
    table.doubt(doubts(table, rows, lost), rows.kind)


def doubt_filled_down(table: TableRows, rows: Columns) -> None:
    """Puts in doubt the cells of scopes that somebody drew over rows below."""
    lost: Lost = defaultdict(set)
    for name, found in filled_down(rows, rows.vocabulary, table.certain(rows.kind)).items():
        places = found - table.start
        table.note([filled_down_note(name, table.numbers(places))])
        for at in places.tolist():
            lost[at].add(name)
    table.doubt(doubts(table, rows, lost), rows.kind)


def doubts(table: TableRows, rows: Columns, lost: Mapping[int, Collection[str]]) -> Doubts:
    """Certain rows of a table in doubt, by the fields that are lost in each."""
    places = np.array(sorted(lost), np.int64)
    events = zip(places.tolist(), rows.events(table.start + places), strict=True)
    return [(at, doubted(event, lost[at])) for at, event in events]


def _kind(table: TableRows, rows: Columns) -> Ints:
    return np.asarray(rows.kind[table.places].astype(np.int64))


def _is_odd(name: str, table: TableRows, kind: Ints, rows: Columns) -> bool:
    """Whether several rows fill a column, or leave it empty, though their kind may not."""
    gaps = Breaches(name, kind, rows.vocabulary).of(rows.has_value(name)[table.places])
    return table.strays[name] + int(gaps.sum()) > 1
