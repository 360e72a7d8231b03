"""Logs whose cells mislead although each of them can be read: they are left to the other reader.

A name that is written in two ways, cells that slid by a row or a card that may be a point put the
whole log in doubt.  Columns find out that there is such a thing, and not which rows it touches.
"""

from __future__ import annotations

from collections.abc import Sequence, Set

import numpy as np

from auditor.engine.damage.slides import (
    has_merged,
    has_pushed,
    has_slid_numbers,
    has_slid_scopes,
    has_slides,
)
from auditor.engine.store.columns import Columns, FieldColumn
from auditor.engine.store.plain_table import PlainTable
from auditor.engine.store.typed_rows import TypedRows
from auditor.engine.store.vector import Bools, occurring
from auditor.language.core import Vocabulary
from auditor.log.convert.cards import may_be_points
from auditor.log.damage.spellings import ALONE, is_varied, naming, unplaced
from auditor.log.damage.suspects import scope_columns
from auditor.log.row_columns import NeedsSlowPath
from auditor.types import CARD


def refuse_unplaced(rows: Columns, vocabulary: Vocabulary) -> None:
    """Leaves a log to the other reader that does not say where some kind of event belongs; those of
    the `rows` that are in doubt are of no kind.
    """
    kind = rows.kind

    def counted(some: Bools) -> dict[str, int]:
        many = np.bincount(kind[some], minlength=len(rows.kinds))
        return dict(zip(rows.kinds, many.tolist(), strict=True))

    def filled(name: str) -> dict[str, int]:
        return counted((kind >= 0) & rows.has_value(name)) if name in rows.fields else {}

    def said(name: str) -> dict[str, Set[object]]:
        if name not in rows.fields:
            return {}
        own = (kind >= 0) & rows.has_value(name)
        codes = rows.fields[name].vector.data[own]
        there = np.zeros((len(rows.kinds), int(codes.max(initial=0)) + 1), bool)
        there[kind[own], codes] = True
        return {
            of: {*np.flatnonzero(names).tolist()}
            for of, names in zip(rows.kinds, there, strict=True)
        }

    if unplaced(counted(kind >= 0), filled, said, vocabulary):
        raise NeedsSlowPath


def refuse_varied(rows: Columns, vocabulary: Vocabulary) -> None:
    """Leaves a log to the other reader in which one name is written in several ways, in which each
    row has a name of its own, or in which a number is zero.
    """
    names = naming(vocabulary)
    counters = scope_columns(vocabulary).counters
    for name in (*names, *counters):
        if (field := rows.fields.get(name)) is None:
            continue
        data = field.vector.data if field.empty is None else field.vector.data[~field.empty]
        if name in counters:
            if not data.all():
                raise NeedsSlowPath
            continue
        values = rows.lexicons.of(vocabulary.fields[name]).values
        seen = occurring(data).tolist()
        alone = name not in vocabulary.context and ALONE <= len(seen) == len(data)
        if alone or is_varied(str(values[code]) for code in seen):
            raise NeedsSlowPath


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
