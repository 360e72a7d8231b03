"""Whether cells of a column stand a row too low or too high in a table that is read as columns.

The definition is that of `auditor.log.damage.moved_cells`, which knows what becomes of such rows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np

from auditor.log.damage.moved_cells import ENOUGH as SCOPES
from auditor.log.damage.moved_cells import (
    FAR,
    FARTHEST,
    FEW_MERGED,
    LEAST,
    LONGEST,
    NEARLY,
    SELDOM,
    SHARE,
    holding,
)
from auditor.log.damage.suspects import USUAL, as_a_rule, required, scope_columns
from auditor.log.store.columns import FieldColumn
from auditor.log.store.plain_table import PlainTable
from auditor.log.store.typed_rows import TypedRows
from auditor.log.store.vector import Bools, Data, Ints, each_once


def has_slides(own: PlainTable, kind: Ints, field: Callable[[str], FieldColumn | None]) -> bool:
    """Whether cells of some columns have slid; `kind` has a number for each row, below 0 where it
    is not certain, `field` gives what a column holds.
    """
    if own.rows.different < len(own.rows):
        return False
    numbers = kind.astype(np.int64)
    vocabulary = own.vocabulary
    names = [
        name
        for name in own.table.header
        if name in vocabulary.fields and name not in vocabulary.context
        if own.strays.get(name, 0) + _lacking(own, numbers, name, field) >= LEAST
    ]
    there = _there(own, names)
    return any(_slid(own, numbers, name, there[name]) for name in names)


def has_pushed(own: PlainTable, kind: Ints, typed: TypedRows) -> bool:
    """Whether a row has what its kind cannot have and lacks what it must have, and others of its
    kind do neither.
    """
    names = [name for name, many in own.strays.items() if many and name in own.vocabulary.fields]
    names = [name for name in names if name not in own.vocabulary.context]
    if not names or own.rows.different < len(own.rows):
        return False
    kinds = [*own.vocabulary.kinds.values()]
    for name, there in _there(own, names).items():
        able = np.array([*holding(name, own.vocabulary)[0].values(), True])
        odd = there & ~able[kind]
        for at in each_once(kind[odd]):
            same = kind == at
            many = int(same.sum())
            if not as_a_rule(many - int((odd & same).sum()), many):
                continue
            must = [field for field in required(kinds[at]) if field in typed.fields]
            for field in typed.some(must).values():
                if field.empty is not None:
                    empty = field.empty[own.start : own.stop] & same
                    if as_a_rule(many - int(empty.sum()), many) and (empty & odd).any():
                        return True
    return False


def _lacking(
    own: PlainTable, kind: Ints, name: str, field: Callable[[str], FieldColumn | None]
) -> int:
    """How many certain rows do not fill a column that their kind always fills."""
    _, must = holding(name, own.vocabulary)
    bound = np.array([*must.values(), False])[kind]
    if not bound.any():
        return 0
    found = field(name)
    if found is None:
        return int(bound.sum())
    return 0 if found.empty is None else int((bound & found.empty[own.start : own.stop]).sum())


def _there(own: PlainTable, names: Sequence[str]) -> dict[str, Bools]:
    """Where the cells of some columns are filled; they are read at once."""
    found = {name: np.zeros(len(own.rows), bool) for name in names}
    for segment in own.rows.segments() if names else ():
        for name in names:
            codes, texts = segment.words(name)
            found[name][segment.first : segment.first + len(codes)] = codes < len(texts)
    return found


def has_slid_scopes(own: PlainTable, kind: Ints, fields: Mapping[str, FieldColumn]) -> bool:
    """Whether cells of scopes stand a few rows off.  Only what opens or closes one tells."""
    if own.rows.different < len(own.rows) or not len(kind):
        return False
    for name in scope_columns(own.vocabulary).all:
        may, must = (np.array([*some.values()]) for some in holding(name, own.vocabulary))
        rows = np.flatnonzero(np.isin(kind, np.flatnonzero(must | ~may)))
        there = np.zeros(len(kind), bool)
        if (found := fields.get(name)) is not None:
            there[:] = True if found.empty is None else ~found.empty[own.start : own.stop]
        able, bound = may[kind[rows]], must[kind[rows]]
        wrong = _wrong(there[rows], able, bound)
        if wrong.sum() < LEAST:
            continue
        for down in (step for far in range(1, FARTHEST + 1) for step in (far, -far)):
            moved = rows + down
            beyond = (moved < 0) | (moved >= len(kind))
            # That a cell would have left the file is no reason to move a column.
            other = np.where(beyond, wrong, _wrong(there[np.where(beyond, 0, moved)], able, bound))
            if _stretches(wrong, other, LEAST):
                return True
    return False


def has_slid_numbers(own: PlainTable, kind: Ints, fields: Mapping[str, FieldColumn]) -> bool:
    """Whether the numbers of scopes may stand a few rows off: a row before the first that has one,
    or behind the last, is of a kind that has one as a rule; or that first or last one of a kind
    that has none; or scopes would begin or end with one kind of event by the cells of other rows.
    """
    found = fields.get(scope_columns(own.vocabulary).deepest or "")
    if found is None or found.empty is None or own.rows.different < len(own.rows):
        return False
    there = ~found.empty[own.start : own.stop]
    if not there.any():
        return False
    first, last = int(there.argmax()), len(there) - 1 - int(there[::-1].argmax())
    for at in (first - 1, last + 1):
        if 0 <= at < len(there) and kind[at] >= 0:
            alike = kind == kind[at]
            scopes, own_kind = scope_columns(own.vocabulary), [*own.vocabulary.kinds][kind[at]]
            if (own_kind, scopes.deepest) in scopes.bears:
                return True
            some, every = int((alike & there).sum()), int(alike.sum())
            if some and (USUAL[1] * some >= USUAL[0] * every or every - some <= FARTHEST):
                return True
    if _strangers(kind, there, first, last):
        return True
    return SCOPES <= len(kind) <= LONGEST and _fits_beside(own, kind, fields)


def _strangers(kind: Ints, there: Bools, first: int, last: int) -> bool:
    """Whether so many rows at one end of the numbers have one, and of their kinds no other row has,
    where as many rows lack one beyond the other end.
    """
    some, rows = (np.bincount(own + 1, minlength=kind.max() + 2) for own in (kind[there], kind))
    for far in range(1, FARTHEST + 1):
        for fits, low in (
            (first >= far, max(last - far + 1, 0)),
            (last + far < len(kind), first),
        ):
            here, many = np.unique(kind[low : low + far] + 1, return_counts=True)
            if fits and ((some[here] == many) & (rows[here] > many)).all():
                return True
    return False


def _fits_beside(own: PlainTable, kind: Ints, fields: Mapping[str, FieldColumn]) -> bool:
    """Whether with cells of other rows scopes would begin, or end, as they do not as they stand."""
    scopes = scope_columns(own.vocabulary)
    place = np.zeros(len(kind), np.int64)
    for name in scopes.names:
        if (found := fields.get(name)) is not None:
            codes = _cells(own, found)
            place = np.unique(place * (int(codes.max()) + 2) + codes, return_inverse=True)[1]
    order = np.argsort(place, kind="stable")
    place, kind = place[order], np.where(kind < 0, kind.max() + 1, kind)[order]
    cells = _cells(own, fields[scopes.deepest or ""])
    rows = np.bincount(kind)
    likely = 2 * np.bincount(kind[cells[order] >= 0], minlength=len(rows)) >= rows
    if any((share >= USUAL[0] / USUAL[1]).any() for share in _bounded(cells[order], place, kind)):
        return False
    for far in range(1, FARTHEST + 1):
        lost = np.full(far, -1)
        for moved in (np.append(cells[far:], lost), np.append(lost, cells[:-far])):
            for share in _bounded(moved[order], place, kind):
                if ((share >= float(NEARLY)) & likely).any():
                    return True
    return False


def _cells(own: PlainTable, field: FieldColumn) -> Ints:
    """The cells of a column as numbers, -1 where they are empty."""
    data = field.vector.data[own.start : own.stop].astype(np.int64)
    return data if field.empty is None else np.where(field.empty[own.start : own.stop], -1, data)


def _bounded(cells: Ints, place: Ints, kind: Ints) -> list[Data]:
    """For each kind of event the share of scopes that begin with it, and that of those that end."""
    filled = np.flatnonzero(cells >= 0)
    apart = np.append(True, (kind[1:] != kind[:-1]) | (place[1:] != place[:-1]))
    number, at = cells[filled], place[filled]
    changes = np.flatnonzero((number[1:] != number[:-1]) | (at[1:] != at[:-1]))
    scopes = len(changes) + 1
    if not len(filled) or scopes < SCOPES:
        return []
    found = []
    for edges, own in (
        (filled[np.append(0, changes + 1)], apart),
        (filled[np.append(changes, len(filled) - 1)], np.append(apart[1:], True)),
    ):
        some = np.bincount(kind[edges[own[edges]]], minlength=int(kind.max()) + 1)
        found.append(some / np.maximum(scopes, np.bincount(kind[own], minlength=len(some))))
    return found


def has_merged(own: PlainTable, fields: Mapping[str, FieldColumn]) -> bool:
    """Whether a column of scopes is filled only where its value changes."""
    names = scope_columns(own.vocabulary).all if len(own.rows) >= FEW_MERGED else ()
    return any(
        _seldom_filled(own, fields.get(name)) and _merged(own, name)
        for name in names
        if name in own.table.header
    )


def _seldom_filled(own: PlainTable, column: FieldColumn | None) -> bool:
    """Whether so few cells have a value that the texts of a column are worth reading again."""
    if column is None:
        return True
    if column.empty is None:
        return False
    return int((~column.empty[own.start : own.stop]).sum()) * SHARE <= len(own.rows)


def _merged(own: PlainTable, name: str) -> bool:
    filled = 0
    for segment in own.rows.segments():
        if (found := segment.few(name, SHARE)) is None:
            return False
        rows, some = found
        codes, _ = some.words(name)
        if ((rows[1:] == rows[:-1] + 1) & (codes[1:] == codes[:-1])).any():
            return False
        filled += len(rows)
    return filled > 0


def _slid(own: PlainTable, kind: Ints, name: str, there: Bools) -> bool:
    may, must = (np.array([*some.values(), False]) for some in holding(name, own.vocabulary))
    may[-1] = True  # of a row that cannot be read nobody knows
    able, bound = may[kind], must[kind]
    wrong = _wrong(there, able, bound)
    for far in range(1, FAR + 1):
        for down in (far, -far):
            other = _wrong(np.roll(there, -down), able, bound)
            other[slice(-down, None) if down > 0 else slice(-down)] = False
            if _stretches(wrong, other, LEAST * far):
                return True
    return False


def _wrong(there: Bools, able: Bools, bound: Bools) -> Bools:
    return np.where(there, ~able, bound)


def _stretches(own: Bools, other: Bools, least: int) -> bool:
    """Whether rows one after another gain plainly by other cells than their own, and so much."""
    sums = np.append(0, np.cumsum(own.astype(np.int64) - other))
    gains = sums - np.minimum.accumulate(sums)
    last = int(np.argmax(gains))
    if gains[last] < least:
        return False
    first = int(np.argmin(sums[:last]))
    return bool(SELDOM * other[first:last].sum() <= own[first:last].sum())
