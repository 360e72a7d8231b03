"""One field of a long log, put together piece by piece in memory that is touched only once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import lcm

import numpy as np

from auditor.log.store.columns import FieldColumn
from auditor.log.store.memory import ArrayAllocator
from auditor.log.store.vector import Bools, Data, Ints, Vector, if_any

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
        return self.filled.some(there).spread(at, size) if len(at) else None


class SparseFields(Mapping[str, FieldColumn]):
    """The fields of a log of some size; one that is sparse is spread out when it is asked for."""

    def __init__(
        self, size: int, fields: Mapping[str, FieldColumn | Sparse], allocator: ArrayAllocator
    ) -> None:
        self._size, self._fields, self._allocator = size, dict(fields), allocator

    def __getitem__(self, name: str) -> FieldColumn:
        found = self._fields[name]
        if isinstance(found, Sparse):
            found = self._fields[name] = found.filled.spread(found.rows, self._size)
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


@dataclass(frozen=True, slots=True)
class Respelling:
    """Numbers, ascending, with others in their place; none for those that are `gone`."""

    numbers: Ints
    others: Ints
    gone: Bools

    def of(self, data: Data) -> tuple[Data, Bools]:
        """Some numbers as they are to be, and which of them are gone."""
        at = np.minimum(np.searchsorted(self.numbers, data), len(self.numbers) - 1)
        met = self.numbers[at] == data
        return np.where(met, self.others[at], data), met & self.gone[at]


Rescaled = Callable[[FieldColumn, int], FieldColumn]
"""A piece over another denominator."""


class ColumnBuilder:
    """A field that is sparse until a piece is not, or too many rows fill it."""

    def __init__(self, size: int, allocator: ArrayAllocator, rescaled: Rescaled) -> None:
        self._size, self._allocator, self._rescaled = size, allocator, rescaled
        self._some: list[tuple[Ints, FieldColumn]] = []
        self._every: _Every | None = None

    def grow(self, size: int) -> None:
        """Makes room for more rows, which are empty so far."""
        if self._every is not None:
            self._every.grow(size)
        self._size = size

    def add(self, first: int, found: FieldColumn) -> None:
        """A piece that begins at a row and has a value, or none, for each after it."""
        self._for_every_row().add(first, found)

    def add_some(self, rows: Ints, found: FieldColumn) -> None:
        """A piece that has values for some rows, of which there is one at least, all filled."""
        if self._every is not None:
            self._every.add_some(rows, found)
        else:
            self._some.append((rows, found))

    def respell(self, numbers: Ints, others: Ints, gone: Bools) -> None:
        """Puts other numbers in the place of some, none where they are `gone`."""
        ascending = np.argsort(numbers)
        change = Respelling(numbers[ascending], others[ascending], gone[ascending])
        if self._every is not None:
            self._every.respell(change)
        pieces = [(rows, *change.of(found.vector.data)) for rows, found in self._some]
        self._some = [
            (rows[~lost], FieldColumn(Vector(data[~lost]), None).packed())
            for rows, data, lost in pieces
            if not lost.all()
        ]

    def empty(self, rows: slice) -> None:
        """Takes the values out of some rows."""
        if self._every is not None:
            self._every.empty(rows)
        kept = [
            (own, found, np.flatnonzero((own < rows.start) | (own >= rows.stop)))
            for own, found in self._some
        ]
        self._some = [(own[at], found.some(at)) for own, found, at in kept if len(at)]

    def is_empty(self) -> bool:
        """Whether no row has a value any more."""
        return not self._some and (self._every is None or self._every.is_empty())

    def filled(self, order: Ints | None) -> FieldColumn | Sparse:
        """The whole field, or some of its rows in some order."""
        if MANY * sum(len(rows) for rows, _ in self._some) > self._size:
            self._for_every_row()
        if self._every is not None:
            return self._every.filled(order)
        rows = np.concatenate([rows for rows, _ in self._some])
        together = _Every(len(rows), self._allocator, self._rescaled)
        first = 0
        for own, found in self._some:
            together.add(first, found)
            first += len(own)
        if order is None:
            return Sparse(rows, together.filled(None))
        places = np.full(self._size, -1)
        places[order] = np.arange(len(order))
        ascending = np.argsort(places[rows])
        ascending = ascending[places[rows][ascending] >= 0]
        return Sparse(places[rows][ascending], together.filled(ascending))

    def _for_every_row(self) -> _Every:
        if self._every is None:
            self._every = _Every(self._size, self._allocator, self._rescaled)
            for rows, found in self._some:
                self._every.add_some(rows, found)
            self._some = []
        return self._every


_ALL, _NONE = np.array(True), np.array(False)


class _Plane:
    """An array of a field: one value for all rows until another is put into some."""

    def __init__(self, size: int, allocator: ArrayAllocator) -> None:
        self._size, self._allocator = size, allocator
        self._held: Data | None = None  # without a dimension as long as it is one value

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
        held = _NONE if self._held is None else self._held
        return held[rows] if held.ndim else np.broadcast_to(held, rows.stop - rows.start)

    def taken(self, order: Ints | None) -> Data | None:
        """The values in some order, for others to look at."""
        held = self._held
        if held is not None and held.ndim:
            held = self._allocator.taken(held, order)
            held.flags.writeable = False  # other processes look at the very same memory
        return held


class _Every:
    """A field over `size` rows, of which none is filled yet; pieces come in the order of rows."""

    def __init__(self, size: int, allocator: ArrayAllocator, rescaled: Rescaled) -> None:
        self._size, self._allocator, self._rescaled = size, allocator, rescaled
        self._through, self._scale = 0, 1  # rows for which there has been a piece
        self._planes = [_Plane(size, allocator) for _ in range(4)]
        self._data, self._zone, self._empty, self._beyond = self._planes

    def grow(self, size: int) -> None:
        for plane in self._planes:
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
        for plane, marks in ((self._empty, found.empty), (self._beyond, found.beyond)):
            plane.put(rows, _NONE if marks is None else marks)
        self._through = rows.stop

    def _pass_over(self, row: int) -> None:
        """Empties the rows without a piece before one."""
        if row > self._through:
            self._empty.put(slice(self._through, row), _ALL)
            self._through = row

    def add_some(self, rows: Ints, found: FieldColumn) -> None:
        """A piece of which the rows between are empty."""
        first, size = self._through, int(rows[-1]) + 1 - self._through
        self.add(first, found.spread(rows - first, size))

    def respell(self, change: Respelling) -> None:
        for rows in self._allocator.blocks(self._through):
            so_far = self._data.of(rows)
            data, lost = change.of(so_far)
            self._data.put(rows, data.astype(so_far.dtype))
            if lost.any():
                self._empty.put(rows, self._empty.of(rows) | lost)

    def empty(self, rows: slice) -> None:
        self._empty.put(rows, _ALL)

    def is_empty(self) -> bool:
        return bool(self._empty.of(slice(0, self._through)).all())

    def filled(self, order: Ints | None) -> FieldColumn:
        """The whole field, or its rows in some order."""
        self._pass_over(self._size)
        data, zone, empty, beyond = (plane.taken(order) for plane in self._planes)
        self._allocator.release()
        assert data is not None
        return FieldColumn(Vector(data, None, self._scale, zone), if_any(empty), if_any(beyond))

    def _in_common(self, found: FieldColumn) -> FieldColumn:
        """The piece over the denominator of what is here, which may have to grow for it."""
        scale = lcm(self._scale, found.vector.scale)
        if scale != self._scale and self._through:
            rows = slice(0, self._through)
            own = Vector(self._data.of(rows), None, self._scale)
            so_far = self._rescaled(FieldColumn(own, None, self._beyond.of(rows)), scale)
            self._data = self._planes[0] = _Plane(self._size, self._allocator)
            self._data.put(rows, so_far.vector.data)
            if so_far.beyond is not None:  # what stands in an empty cell is no number
                self._beyond.put(rows, so_far.beyond & ~self._empty.of(rows))
        self._scale = scale
        if scale == found.vector.scale:
            return found
        wider = self._rescaled(found, scale)
        beyond = wider.beyond
        if beyond is not None and found.empty is not None:
            beyond = if_any(beyond & ~found.empty)
        return replace(wider.packed(), empty=found.empty, beyond=beyond)
