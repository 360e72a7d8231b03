"""One field of a long log, put together piece by piece in memory that is touched only once."""

from __future__ import annotations

from math import lcm

import numpy as np

from auditor.log.store.columns import FieldColumn, rescaled
from auditor.log.store.encoding import Lexicons
from auditor.log.store.memory import ArrayAllocator
from auditor.log.store.vector import (
    CERTAIN,
    NOWHERE,
    Bools,
    Data,
    Ints,
    Vector,
    if_any,
    take,
    whole,
)

_ALL = np.array(True)


class _Plane:
    """An array of a field: one value for all rows until another is put into some."""

    def __init__(self, size: int, allocator: ArrayAllocator, held: Data | None = None) -> None:
        self._size, self._allocator = size, allocator
        self._held = held  # without a dimension as long as it is one value

    def grow(self, size: int) -> None:
        held, self._size = self._held, size
        if held is not None and held.ndim:
            self._held = self._allocator.zeros(size, held.dtype)
            for rows in self._allocator.blocks(len(held)):
                self._held[rows] = held[rows]

    def put(self, rows: slice, values: Data) -> None:
        """Puts values into rows, or one value into all of them."""
        held = self._held
        if not values.ndim and (held is None or (not held.ndim and held == values)):
            self._held = values
            return
        kind = values.dtype if held is None else np.result_type(held, values)
        if held is None or not held.ndim:
            self._held = self._allocator.zeros(self._size, kind)
            if held:  # zeros are there
                self._held[:] = held
        elif kind != held.dtype:
            self._held = self._allocator.copied(held, kind)
        assert self._held is not None
        self._held.flags.writeable = True  # a view may have been given away before
        self._held[rows] = values

    def of(self, rows: slice) -> Data:
        """The values in some rows."""
        assert self._held is not None
        return whole(take(self._held, rows), rows.stop - rows.start)

    def taken(self, order: Ints | None) -> Data | None:
        """The values in some order, for others to look at."""
        held = self._held
        if held is not None and held.ndim:
            held = self._allocator.taken(held, order)
            held.flags.writeable = False  # other processes look at the very same memory
        return held


class ColumnBuilder:
    """A field over `size` rows, of which none is filled yet; pieces come in the order of rows."""

    def __init__(self, size: int, allocator: ArrayAllocator, lexicons: Lexicons) -> None:
        self._size, self._allocator, self._lexicons = size, allocator, lexicons
        self._through, self._scale = 0, 1  # rows for which there has been a piece
        self._data, self._zone = _Plane(size, allocator), _Plane(size, allocator)
        self._empty = _Plane(size, allocator, NOWHERE)

    def grow(self, size: int) -> None:
        """Makes room for more rows, which are empty so far."""
        for plane in (self._data, self._zone, self._empty):
            plane.grow(size)
        self._size = size

    def add(self, first: int, found: FieldColumn) -> None:
        """A piece that begins at a row; rows before it without a piece are empty."""
        rows = slice(first, first + len(found.vector.data))
        found = self._in_common(found)
        self._pass_over(first)
        self._data.put(rows, found.vector.data)
        if found.vector.zone is not None:
            self._zone.put(rows, found.vector.zone)
        self._empty.put(rows, found.empty)
        self._through = rows.stop

    def _pass_over(self, row: int) -> None:
        """Empties the rows without a piece before one."""
        if row > self._through:
            self._empty.put(slice(self._through, row), _ALL)
            self._through = row

    def respell(self, numbers: Ints, others: Ints, gone: Bools) -> None:
        """Puts other numbers in the place of some, none where they are `gone`."""
        ascending = np.argsort(numbers)
        numbers, others, gone = numbers[ascending], others[ascending], gone[ascending]
        for rows in self._allocator.blocks(self._through):
            data = self._data.of(rows)
            at = np.minimum(np.searchsorted(numbers, data), len(numbers) - 1)
            met = numbers[at] == data
            changed = FieldColumn(Vector(np.where(met, others[at], data)))
            self._data.put(rows, changed.packed().vector.data)
            if (lost := met & gone[at]).any():
                self._empty.put(rows, self._empty.of(rows) | lost)

    def empty(self, rows: slice) -> None:
        """Takes the values out of some rows."""
        self._empty.put(rows, _ALL)

    def is_empty(self) -> bool:
        """Whether no row has a value any more."""
        return bool(self._empty.of(slice(0, self._through)).all())

    def filled(self, order: Ints | None) -> FieldColumn:
        """The whole field, or its rows in some order."""
        self._pass_over(self._size)
        planes = (self._data, self._zone, self._empty)
        data, zone, empty = (plane.taken(order) for plane in planes)
        self._allocator.release()
        assert data is not None
        assert empty is not None
        return FieldColumn(Vector(data, CERTAIN, self._scale, zone), if_any(empty))

    def _in_common(self, found: FieldColumn) -> FieldColumn:
        """The piece over the denominator of what is here, which may have to grow for it."""
        scale = lcm(self._scale, found.vector.scale)
        if scale != self._scale and self._through:
            rows = slice(0, self._through)
            own = Vector(self._data.of(rows), CERTAIN, self._scale)
            so_far = rescaled(FieldColumn(own, self._empty.of(rows)), scale, self._lexicons)
            self._data = _Plane(self._size, self._allocator)
            self._data.put(rows, so_far.vector.data)
        self._scale = scale
        if scale == found.vector.scale:
            return found
        return rescaled(found, scale, self._lexicons).packed()
