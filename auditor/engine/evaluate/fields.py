"""Fields of items, columns of records, and whether there is anything in a cell."""

from __future__ import annotations

import numpy as np

from auditor.engine.evaluate.elementwise import Elementwise
from auditor.engine.evaluate.frame import Answer, Evaluator, Frame, absence
from auditor.engine.evaluate.groups import Groups
from auditor.engine.evaluate.logic import either
from auditor.engine.evaluate.lookups import Lookups
from auditor.engine.evaluate.relations import ItemColumn, Relation
from auditor.engine.evaluate.unions import Union
from auditor.engine.store.vector import Ints, NotColumnar, Vector, codes_where, first_of, whole
from auditor.language import core
from auditor.types import BOOLEAN


class Fields:
    """Reads the fields of items and works out the columns of records."""

    def __init__(self, lookups: Lookups, elementwise: Elementwise, evaluator: Evaluator) -> None:
        self._lookups, self._elementwise, self._evaluator = lookups, elementwise, evaluator
        self._unreadable = evaluator.unreadable

    def column(self, groups: Relation, name: str) -> Answer:
        """A column of a record, for all of its rows."""
        node, frame = _column(groups, name)
        return _filled_up(self._evaluator.evaluate(node, frame), groups.size)

    def of(self, of: Answer, name: str) -> Answer:
        """A field of an item, or of what is absent or not known in its place."""
        if isinstance(of, Vector):
            return Vector(np.zeros(np.shape(of.data), np.int64), of.unknown)
        lost = absence(of, self._evaluator.reasons)
        if not of.source.size:
            assert lost is not None or not of.at.size
            dtype = np.zeros(np.shape(of.at), np.int64)
            return Vector(dtype, lost)
        found = of.source.field(name)
        if _is_every(of.at, of.source.size) and lost is None:
            return found
        at = np.maximum(of.at, 0)
        if isinstance(found, ItemColumn):
            inner = found.taken(at)
            return ItemColumn(inner.source, inner.at, first_of(lost, inner.unknown), inner.what)
        inner_vector = found.at(at)
        inner_vector.unknown = first_of(lost, inner_vector.unknown)
        return inner_vector

    def filled(self, node: core.Expression, frame: Frame) -> Vector:
        """Whether there is a value; what a name stands for is asked in its place."""
        match node:
            case core.Field(of=of, name=name):
                return self._cell_filled(self._evaluator.evaluate(of, frame), name)
            case core.Lookup():
                return self._cell_filled(self._lookups.row(node, frame), node.column)
            case core.Local(name=name):
                if frame.parent is not None and frame.of is not None:
                    return self.filled(node, frame.parent).at(frame.of)
                return self.filled(frame.lets[name], frame)
            case core.Choose():
                result: Answer = self.filled(node.otherwise, frame)
                for when, then in reversed(node.cases):
                    own = self.filled(then, frame)
                    result = either(self._evaluator.value(when, frame), own, result, BOOLEAN)
                assert isinstance(result, Vector)
                return result
            case _:
                return self._elementwise.filled(
                    self._evaluator.value(node, frame), self._unreadable
                )

    def _cell_filled(self, of: Answer, name: str) -> Vector:
        """Whether a cell of each item is; one of an absent item is not."""
        if isinstance(of, Vector):
            return Vector(np.zeros(np.shape(of.data), bool), of.unknown)
        if not of.source.size:
            return Vector(np.zeros(np.shape(of.at), bool), of.unknown)
        found = self._filled_in(of.source, name).at(np.maximum(of.at, 0))
        codes = found.unknown
        if codes is not None:
            codes = np.where(of.at >= 0, codes, 0)
        return Vector(found.data & (of.at >= 0), first_of(of.unknown, codes))

    def _filled_in(self, source: Relation, name: str) -> Vector:
        """Whether a field or a column of each item of a source is filled."""
        if isinstance(source, Groups) and name not in source.keys:
            node, frame = _column(source, name)
            found = _filled_up(self.filled(node, frame), source.size)
            assert isinstance(found, Vector)
            return found
        if isinstance(source, Union) and any(isinstance(part, Groups) for part in source.parts):
            raise NotColumnar
        cells, lost = source.raw(name), source.lost(name)
        there = np.full(source.size, cells is not None)
        if cells is not None and cells.empty is not None:
            there = ~cells.empty
        return Vector(there, None if lost is None else codes_where(lost, self._unreadable))


def _column(source: Relation, name: str) -> tuple[core.Expression, Frame]:
    """The expression of a column, and the rows of its record with the columns before it."""
    assert isinstance(source, Groups)
    assert source.record is not None
    columns = source.record.columns
    before = columns[: [label for label, _ in columns].index(name)]
    return dict(columns)[name], Frame(source, None, dict(before), known=source.known)


def _filled_up(answer: Answer, size: int) -> Answer:
    """An answer with an entry for every item, also where it is the same for all."""
    if isinstance(answer, ItemColumn):
        unknown = None if answer.unknown is None else whole(answer.unknown, size)
        return ItemColumn(answer.source, whole(answer.at, size), unknown, answer.what)
    unknown = None if answer.unknown is None else whole(answer.unknown, size)
    zone = None if answer.zone is None else whole(answer.zone, size)
    return Vector(whole(answer.data, size), unknown, answer.scale, zone)


def _is_every(at: Ints, size: int) -> bool:
    """Whether places are those of all the items, in their order."""
    if at.ndim == 0 or len(at) != size:
        return False
    return size == 0 or (at[0] == 0 and at[-1] == size - 1 and bool((np.diff(at) == 1).all()))
