"""One field of a long log, put together piece by piece in memory that is touched only once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import lcm

import numpy as np

from auditor.log.store.columns import FieldColumn
from auditor.log.store.memory import ArrayAllocator
from auditor.log.store.vector import NAIVE, Bools, Data, Ints, Vector, if_any, scattered

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


class _Every:
    """A field over `size` rows, of which none is filled yet; pieces come in the order of rows."""

    def __init__(self, size: int, allocator: ArrayAllocator, rescaled: Rescaled) -> None:
        self._size, self._allocator, self._rescaled = size, allocator, rescaled
        self._through = 0  # rows for which there has been a piece
        self._data: Data = np.zeros(0, np.int8)
        self._scale = 1
        self._zone: Ints | None = None
        self._empty: Bools | None = None
        self._beyond: Bools | None = None

    def grow(self, size: int) -> None:
        self._data = self._longer(self._data, size)
        if self._zone is not None and self._zone.ndim:
            self._zone = self._longer(self._zone, size)
        if self._empty is not None:
            self._empty = self._longer(self._empty, size)
        if self._beyond is not None:
            self._beyond = self._longer(self._beyond, size)
        self._size = size

    def _longer(self, data: Data, size: int) -> Data:
        if not len(data):
            return data
        made = self._allocator.zeros(size, data.dtype)
        for rows in self._allocator.blocks(len(data)):
            made[rows] = data[rows]
        return made

    def add(self, first: int, found: FieldColumn) -> None:
        """A piece that begins at a row; rows before it without a piece are empty."""
        rows = slice(first, first + len(found.vector.data))
        found = self._in_common(found)
        vector = found.vector
        if not len(self._data):
            self._data = self._allocator.zeros(self._size, vector.data.dtype)
        elif (kind := np.result_type(self._data, vector.data)) != self._data.dtype:
            self._data = self._allocator.copied(self._data, kind)
        self._data[rows] = vector.data
        if first > self._through:
            self._empty = self._marked(self._empty)
            self._empty[self._through : first] = True
        self._place_zone(rows, vector.zone)
        if found.empty is not None:
            self._empty = self._marked(self._empty)
            self._empty[rows] = found.empty
        if found.beyond is not None:
            self._beyond = self._marked(self._beyond)
            self._beyond[rows] = found.beyond
        self._through = rows.stop

    def add_some(self, rows: Ints, found: FieldColumn) -> None:
        """A piece of which the rows between are empty."""
        first, size = self._through, int(rows[-1]) + 1 - self._through
        self.add(first, spread(found, rows - first, size))

    def respell(self, change: Respelling) -> None:
        self._data.flags.writeable = True
        for rows in self._allocator.blocks(self._through):
            self._data[rows], lost = change.of(self._data[rows])
            if lost.any():
                self._empty = self._marked(self._empty)
                self._empty[rows] |= lost

    def empty(self, rows: slice) -> None:
        self._empty = self._marked(self._empty)
        self._empty[rows] = True

    def is_empty(self) -> bool:
        return self._empty is not None and bool(self._empty[: self._through].all())

    def filled(self, order: Ints | None) -> FieldColumn:
        """The whole field, or its rows in some order."""
        if self._through < self._size:
            self._empty = self._marked(self._empty)
            self._empty[self._through :] = True
            self._through = self._size
        taken = self._allocator.taken
        zone = self._zone if self._zone is None or not self._zone.ndim else taken(self._zone, order)
        empty = None if self._empty is None else if_any(taken(self._empty, order))
        beyond = None if self._beyond is None else if_any(taken(self._beyond, order))
        data = taken(self._data, order)
        for own in (data, zone, empty, beyond):
            if own is not None:
                own.flags.writeable = False  # other processes look at the very same memory
        self._allocator.release()
        return FieldColumn(Vector(data, None, self._scale, zone), empty, beyond)

    def _marked(self, marks: Bools | None) -> Bools:
        if marks is None:
            return self._allocator.zeros(self._size, bool)
        marks.flags.writeable = True  # a view may have been given away before
        return marks

    def _in_common(self, found: FieldColumn) -> FieldColumn:
        """The piece over the denominator of what is here, which may have to grow for it."""
        scale = lcm(self._scale, found.vector.scale)
        if scale != self._scale and self._through:
            rows = slice(0, self._through)
            beyond = None if self._beyond is None else self._beyond[rows]
            so_far = self._rescaled(
                FieldColumn(Vector(self._data[rows], None, self._scale), None, beyond), scale
            )
            self._data = self._allocator.zeros(self._size, so_far.vector.data.dtype)
            self._data[rows] = so_far.vector.data
            if so_far.beyond is not None:
                self._beyond = self._marked(self._beyond)
                empty = None if self._empty is None else self._empty[rows]
                self._beyond[rows] = _filled_alone(so_far.beyond, empty)
        self._scale = scale
        if scale == found.vector.scale:
            return found
        wider, beyond = self._rescaled(found, scale), None
        if wider.beyond is not None:
            beyond = if_any(_filled_alone(wider.beyond, found.empty))
        return replace(wider.packed(), empty=found.empty, beyond=beyond)

    def _place_zone(self, rows: slice, zone: Ints | None) -> None:
        """The offsets of times: one for all where they agree, else one for each row."""
        if zone is None:
            return
        if self._zone is None:
            self._zone = zone if not zone.ndim else self._each(zone, rows, np.array(NAIVE))
        elif self._zone.ndim or zone.ndim or zone != self._zone:
            self._zone = self._each(zone, rows, self._zone)

    def _each(self, zone: Ints, rows: slice, so_far: Ints) -> Ints:
        each = so_far
        if not so_far.ndim:
            each = self._allocator.zeros(self._size, np.int64)
            each[:] = so_far
        each[rows] = zone
        return each


def _filled_alone(marks: Bools, empty: Bools | None) -> Bools:
    """Marks of numbers: what stands in an empty cell is none."""
    return marks if empty is None else marks & ~empty
