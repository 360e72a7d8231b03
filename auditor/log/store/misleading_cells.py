"""Cells that read well and cannot be believed: what becomes of rows that have them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from itertools import chain
from operator import itemgetter

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.integrity.filled_down import filled_down, filled_down_note
from auditor.log.integrity.moved_cells import (
    LEAST,
    Lost,
    near_shifted,
    pushed,
    slide_note,
    slides,
    unused,
)
from auditor.log.integrity.spellings import renamed, spelling_notes, unplaced
from auditor.log.integrity.suspects import doubted, holding, scope_columns
from auditor.log.store.columns import Columns
from auditor.log.store.plain_table import TableRows
from auditor.log.store.typed_rows import TypedRows
from auditor.log.store.vector import Bools, Ints, take


def forget_unused(
    tables: Sequence[TableRows], typed: TypedRows, rows: Columns, vocabulary: Vocabulary
) -> frozenset[str]:
    """Takes out of each table the columns of scopes that are merged or have slid, and returns
    these; `rows` are those of all tables as they stand.
    """
    found = set[str]()
    for table in tables:
        if not table.is_event_a_row or not table.size:
            continue
        some = slice(table.start, table.stop)
        cells = {
            name: (rows.fields[name].vector.data[some], rows.has_value(name)[some])
            for name in scope_columns(vocabulary).all
            if name in rows.fields and name in table.table.header
        }
        if own := unused(_kind(table, typed), cells, vocabulary):
            table.note(own.values())
            table.forget(frozenset(own))
            for name in own:
                typed.empty(name, some)
            found.update(own)
    return frozenset(found)


def spell_alike(
    tables: Sequence[TableRows], typed: TypedRows, rows: Columns, vocabulary: Vocabulary
) -> None:
    """Puts each name in its usual spelling; `rows` are those of all tables as they stand."""
    every = [[suspect for _, suspect in table.suspects] for table in tables]
    names = renamed(rows, [*chain.from_iterable(every)], vocabulary)
    for table, suspects in zip(tables, every, strict=True) if names else ():
        some = slice(table.start, table.stop)
        table.note(spelling_notes(rows, some, suspects, names, vocabulary))
        table.respell(names)
    typed.respell(names)


def put_unplaced_aside(
    tables: Sequence[TableRows], typed: TypedRows, rows: Columns, vocabulary: Vocabulary
) -> frozenset[str]:
    """Sets aside the rows of kinds that do not say where they belong, and returns these."""
    found = unplaced(rows, vocabulary)
    kinds = [rows.kinds.index(kind) for kind in found]
    for table in tables if found else ():
        kind = typed.kind[table.start : table.stop]
        places = np.flatnonzero(np.isin(kind, kinds))
        table.put_aside(found, places)
        kind[places] = -1
    return frozenset(found)


def doubt_moved(table: TableRows, typed: TypedRows, rows: Columns, vocabulary: Vocabulary) -> None:
    """Puts in doubt the cells of a table that stand in other rows or columns than their own."""
    if table.shifted:
        _doubt(table, typed, {at: {*table.behind} for at in _beside_shifted(table, typed)})
    if not table.is_event_a_row:
        return
    kind = _kind(table, typed)
    lost: Lost = {}
    names = [name for name in table.table.header if name in vocabulary.fields]
    names = [name for name in names if name not in vocabulary.context]
    odd = [name for name in names if _is_odd(name, table, kind, rows, vocabulary)]
    if not odd and not any(map(table.strays.get, names)):
        return
    filled = _filled(table, names, kind, rows)
    for own in slides(kind, {name: filled[name] for name in odd}, vocabulary):
        table.note([slide_note(own, *table.numbers(np.array([own.first, own.last])).tolist())])
        for at in np.flatnonzero(kind[own.first : own.last + 1] >= 0) + own.first:
            if own.column in vocabulary.kinds[typed.kinds[kind[at]]].fields:
                lost.setdefault(int(at), set()).add(own.column)
    _doubt(table, typed, lost)
    pushes = pushed(_kind(table, typed), filled, vocabulary)
    _doubt(table, typed, {at: gone for at, gone in pushes.items() if gone})


def doubt_filled_down(
    table: TableRows, typed: TypedRows, rows: Columns, vocabulary: Vocabulary
) -> None:
    """Puts in doubt the cells of scopes that somebody drew over rows below."""
    certain = np.flatnonzero(_kind(table, typed) >= 0) + table.start
    lost: Lost = {}
    for name, found in filled_down(rows, vocabulary, certain).items():
        places = found - table.start
        table.note([filled_down_note(name, table.numbers(places))])
        for at in places.tolist():
            lost.setdefault(at, set()).add(name)
    _doubt(table, typed, lost)


def _filled(table: TableRows, names: Sequence[str], kind: Ints, rows: Columns) -> dict[str, Bools]:
    """Where cells of certain rows are filled, also with what no event of their kind has."""
    some, known = slice(table.start, table.stop), kind >= 0
    texts = table.filled_cells([name for name in names if table.strays.get(name)])
    return {
        name: (texts[name] if name in texts else rows.has_value(name)[some]) & known
        for name in names
    }


def _doubt(table: TableRows, typed: TypedRows, lost: Mapping[int, Collection[str]]) -> None:
    """Puts certain rows of a table in doubt, by the fields that are lost in each."""
    if not lost:
        return
    places = np.array(sorted(lost), np.int64)
    events = zip(places.tolist(), table.read_again(places), strict=True)
    found = [(at, doubted(event, lost[at])) for at, event in events]
    table.suspects = sorted([*table.suspects, *found], key=itemgetter(0))
    typed.kind[table.start + places] = -1


def _kind(table: TableRows, typed: TypedRows) -> Ints:
    return np.asarray(typed.kind[table.start : table.stop].astype(np.int64))


def _beside_shifted(table: TableRows, typed: TypedRows) -> list[int]:
    """The certain rows of a table near several whose cells stand in the column beside."""
    certain = np.flatnonzero(_kind(table, typed) >= 0)
    numbers = table.numbers(certain)
    near = [*chain.from_iterable(near_shifted(table.shifted))]
    found: list[int] = certain[np.isin(numbers, near)].tolist()
    return found


def _is_odd(name: str, table: TableRows, kind: Ints, rows: Columns, vocabulary: Vocabulary) -> bool:
    """Whether several rows fill a column, or leave it empty, though their kind may not."""
    bound = np.array([*holding(name, vocabulary)[1].values(), False])[kind]
    if name in rows.fields:
        bound &= take(rows.fields[name].empty, slice(table.start, table.stop))
    return table.strays.get(name, 0) + int(bound.sum()) >= LEAST
