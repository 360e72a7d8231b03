"""Fields that few rows of a long log fill, held by these rows alone."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from auditor.engine.store.columns import FieldColumn
from auditor.engine.store.memory import ArrayAllocator
from auditor.engine.store.vector import NAIVE, Ints, Vector, scattered

MANY = 8
"""A field that more than one row in so many fills is read and held for every row."""


@dataclass(frozen=True, slots=True)
class Sparse:
    """A field: its values, all filled, and the rows where they stand, ascending."""

    rows: Ints
    filled: FieldColumn

    def of(self, rows: slice | Ints) -> FieldColumn | None:
        """The field in some rows, which ascend; None where none of them fills it."""
        if isinstance(rows, slice):
            low, high = np.searchsorted(self.rows, [rows.start, rows.stop])
            there, size = np.arange(low, high), rows.stop - rows.start
            at = self.rows[low:high] - rows.start
        else:
            size = len(rows)
            low, high = np.searchsorted(self.rows, [rows[0], rows[-1] + 1]) if size else (0, 0)
            sought = self.rows[low:high]
            found = np.searchsorted(rows, sought)  # no further than the last row
            same = rows.take(found) == sought
            there, at = np.flatnonzero(same) + low, found[same]
        return spread(self.filled.some(there), at, size) if len(at) else None


def spread(found: FieldColumn, rows: Ints, size: int) -> FieldColumn:
    """Some values over as many rows as there are, where the others are empty."""
    vector = found.vector
    zone = vector.zone
    if zone is not None and zone.ndim:
        own, zone = zone, np.full(size, NAIVE, np.int64)
        zone[rows] = own
    empty = np.ones(size, bool)
    empty[rows] = False if found.empty is None else found.empty
    beyond = None if found.beyond is None else scattered(found.beyond, rows, size)
    data = scattered(vector.data, rows, size)
    return FieldColumn(Vector(data, None, vector.scale, zone), empty, beyond)


class SparseFields(Mapping[str, FieldColumn]):
    """The fields of a log of some size; one that is sparse is spread out when it is asked for."""

    def __init__(
        self, size: int, fields: Mapping[str, FieldColumn | Sparse], allocator: ArrayAllocator
    ) -> None:
        self._size, self._fields, self._allocator = size, dict(fields), allocator

    def __getitem__(self, name: str) -> FieldColumn:
        found = self._fields[name]
        if isinstance(found, Sparse):
            found = self._fields[name] = spread(found.filled, found.rows, self._size)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(self._fields)

    def __len__(self) -> int:
        return len(self._fields)

    def of(self, rows: slice | Ints) -> dict[str, FieldColumn]:
        """The fields that some rows fill, in these rows, which ascend."""
        some: dict[str, FieldColumn] = {}
        for name, own in self._fields.items():
            found = own.of(rows) if isinstance(own, Sparse) else own.some(rows)
            if found is not None:
                some[name] = found
            if not isinstance(rows, slice):
                self._allocator.release()
        return some
