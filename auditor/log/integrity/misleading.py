"""Logs whose cells mislead although each of them can be read: they are left to the other reader.

A name that is written in two ways, cells that slid by a row or a card that may be a point put the
whole log in doubt.  Columns find out that there is such a thing, and not which rows it touches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.convert.card_names import may_be_points
from auditor.log.damage.moved_cells import holding
from auditor.log.damage.renumbered import (
    ENOUGH,
    FEW,
    is_next,
    names_its_day,
    opening,
)
from auditor.log.damage.suspects import USUAL, scope_columns
from auditor.log.integrity.slides import (
    has_merged,
    has_pushed,
    has_slid_numbers,
    has_slid_scopes,
    has_slides,
)
from auditor.log.row_columns import NeedsSlowPath
from auditor.log.store.columns import Columns, FieldColumn
from auditor.log.store.keys import stable_order
from auditor.log.store.plain_table import PlainTable
from auditor.log.store.typed_rows import TypedRows
from auditor.log.store.vector import Bools, Ints
from auditor.types import CARD, INTEGER
from auditor.values import Value


def refuse_slid(tables: Sequence[PlainTable], typed: TypedRows, vocabulary: Vocabulary) -> None:
    """Leaves a log to the other reader of which cells stand a few rows off, or are merged."""
    names = scope_columns(vocabulary).all
    fields = typed.some([name for name in names if name in typed.fields])

    def field(name: str) -> FieldColumn | None:
        return typed.some([name])[name] if name in typed.fields else None

    for table in tables:
        kind = typed.kind[table.start : table.stop]
        if (
            has_slides(table, kind, field)
            or has_merged(table, fields)
            or has_slid_scopes(table, kind, fields)
            or has_slid_numbers(table, kind, fields)
            or has_pushed(table, kind, typed)
        ):
            raise NeedsSlowPath


def refuse_points(typed: TypedRows) -> None:
    """Leaves cards that may be points to the other reader, which asks what is meant."""
    if may_be_points([str(card) for card in typed.lexicons.of(CARD).values]):
        raise NeedsSlowPath


def has_renumbered(columns: Columns, vocabulary: Vocabulary, rows: Ints) -> bool:
    """Whether some of the certain rows of a file say what was drawn over them."""
    scopes = scope_columns(vocabulary)
    kind = columns.kind[rows].astype(np.int64)
    total = np.bincount(kind, minlength=len(columns.kinds))
    for name in scopes.all:
        if (cells := columns.cells(name, rows)) is None:
            continue
        _, filled = cells
        may, _ = holding(name, vocabulary)
        told = np.array([(own, name) in scopes.lacks for own in columns.kinds])
        if told[kind[filled]].any():
            return True
        never = np.array([not may[own] for own in columns.kinds]) & ~told
        named = np.bincount(kind[filled], minlength=len(total))[never]
        few = 0 < 2 * int(named.sum()) < int(total[never].sum())
        if few or ((named > 0) & (named < total[never])).any():
            return True
        if name in scopes.names and _renamed(columns, vocabulary, name, rows):
            return True
    return scopes.deepest is not None and _renumbered(columns, vocabulary, rows)


def _renamed(columns: Columns, vocabulary: Vocabulary, name: str, rows: Ints) -> bool:
    """Whether rows one after another name what no other row names, each one more than the one
    above, beside more rows that share their names.
    """
    field = columns.fields[name].at(rows)
    values, filled = field.key().values, field.key().has_value()
    changes = np.ones(len(values), bool)
    changes[1:] = values[1:] != values[:-1]
    if int(changes.sum()) < FEW:
        return False
    many = np.bincount(values[filled])
    if 2 * int((many == 1).sum()) > int(many.sum()):
        return False
    alone = filled & (many[np.where(filled, values, 0)] == 1)
    starts = np.flatnonzero(_in_a_row(alone, FEW)).tolist()
    return bool(starts) and any(map(_Named(columns, vocabulary, name, rows).drawn, starts))


@dataclass(frozen=True, slots=True)
class _Named:
    """Rows that name a place, read one by one."""

    columns: Columns
    vocabulary: Vocabulary
    name: str
    rows: Ints

    def drawn(self, at: int) -> bool:
        """Whether some rows from one on count up, and say neither what they open nor their day."""
        near = self.rows[at : at + FEW]
        names = [self._value(self.name, row) for row in near]
        if not all(is_next(*own) for own in pairwise(names)):
            return False
        days = zip(names, (self._value("time", row) for row in near), strict=True)
        if all(isinstance(time, datetime) and names_its_day(own, time) for own, time in days):
            return False
        kinds = opening(self.name, self.vocabulary)
        return not all(self.columns.kinds[kind] in kinds for kind in self.columns.kind[near])

    def _value(self, name: str, row: int) -> Value | None:
        if (found := self.columns.fields.get(name)) is None:
            return None
        return found.value(self.vocabulary.fields[name], int(row), self.columns.lexicons)


def _numbers(columns: Columns, vocabulary: Vocabulary, name: str, rows: Ints) -> Ints:
    """The numbers of a counter, -1 where there is none."""
    cells = columns.cells(name, rows) if vocabulary.fields[name] == INTEGER else None
    return np.full(len(rows), -1) if cells is None else np.where(cells[1], cells[0], -1)


def _in_a_row(marks: Bools, many: int) -> Bools:
    size = max(len(marks) - many + 1, 0)
    return np.asarray(np.logical_and.reduce([marks[step : step + size] for step in range(many)]))


def _renumbered(columns: Columns, vocabulary: Vocabulary, rows: Ints) -> bool:
    """Whether numbers go back at a place, or are left out beside a scope that holds twice what
    others hold once, or beside scopes of one row each.
    """
    scopes = scope_columns(vocabulary)
    name = scopes.counters[-1]
    if name != scopes.deepest or (cells := columns.cells(name, rows)) is None:
        return False
    told = cells[1]
    for upper_name in scopes.counters[:-1]:
        filled = columns.cells(upper_name, rows)
        if filled is not None and filled[1].any():
            told = told & filled[1]
    rows, number = rows[told], cells[0][told].astype(np.int64)
    places = columns.numbered(scopes.names)
    wider = columns.numbered((*scopes.names, *scopes.counters[:-1]))
    if places.count > 1:
        order = stable_order(places.ids[rows], places.count)
        rows, number = rows[order], number[order]
    place, upper = places.ids[rows], wider.ids[rows]
    changes = np.ones(len(rows), bool)
    changes[1:] = (number[1:] != number[:-1]) | (upper[1:] != upper[:-1])
    starts = np.flatnonzero(changes)
    same, step = upper[starts][1:] == upper[starts][:-1], np.diff(number[starts])
    back = same & (step < 0)
    for name in reversed(scopes.counters[:-1]):
        higher = _numbers(columns, vocabulary, name, rows[starts])
        back = (higher[1:] < higher[:-1]) | ((higher[1:] == higher[:-1]) & back)
    if (back & (place[starts][1:] == place[starts][:-1])).any():
        return True
    if not (same & (step > 2)).any():
        return False
    sizes = np.diff(np.append(starts, len(rows)))
    table = np.zeros((len(starts), len(columns.kinds)), np.int64)
    np.add.at(table, (np.repeat(np.arange(len(starts)), sizes), columns.kind[rows]), 1)
    whole = int(((table > 0).sum(axis=1) > 1).sum())
    usual, once = (
        (many > ENOUGH) & (USUAL[1] * many >= USUAL[0] * whole) & (whole > 0)
        for many in ((table > 0).sum(axis=0), (table == 1).sum(axis=0))
    )
    counted = usual.sum() > 1 and _in_a_row(sizes == 1, FEW).any()
    return bool((table[:, once] > 1).any() or counted)
