"""Fields of items, columns of records, and whether there is anything in a cell."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.elementwise import Elementwise
from auditor.engine.evaluate.frame import Answer, Evaluator, Frame, absence, taken
from auditor.engine.evaluate.logic import either
from auditor.engine.evaluate.probe import ProbeKeys, in_scale
from auditor.engine.evaluate.relations import ItemColumn, Relation
from auditor.engine.evaluate.sources import Groups, Union
from auditor.language import core
from auditor.log.store.keys import Keys, numbered
from auditor.log.store.vector import (
    CERTAIN,
    NOWHERE,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    Vector,
    codes_where,
    first_of,
    whole,
)
from auditor.types import BOOLEAN
from auditor.values import Reason


class Lookups:
    """Finds the rows of records in one log."""

    def __init__(self, catalog: Catalog, evaluator: Evaluator) -> None:
        self._catalog, self._evaluator = catalog, evaluator
        self._rows: dict[tuple[str, bool], tuple[Keys, Ints]] = {}
        self._rows_found: dict[tuple[int, str, tuple[core.Expression, ...]], ItemColumn] = {}
        self._looked_up: dict[tuple[int, str, tuple[core.Expression, ...], str], Answer] = {}

    def lookup(self, node: core.Lookup, frame: Frame) -> Answer:
        groups = self._catalog.source(node.record)
        assert isinstance(groups, Groups)
        if not all(map(_of_subject, node.keys)):
            return self._evaluator.field_of(self._found(groups, node, frame), node.column)
        # Every rule with these subjects gets the same answer, worked out for all of them at once.
        row = id(frame.source), node.record, node.keys
        if row not in self._rows_found:
            self._rows_found[row] = self._found(groups, node, Frame(frame.source, None, {}))
        asked = *row, node.column
        if asked not in self._looked_up:
            found = self._rows_found[row]
            self._looked_up[asked] = self._evaluator.field_of(found, node.column)
        answer = self._looked_up[asked]
        return answer if frame.at is None else taken(answer, frame.at)

    def row(self, node: core.Lookup, frame: Frame) -> ItemColumn:
        """The row of a record for each subject, -1 where there is none for certain."""
        groups = self._catalog.source(node.record)
        assert isinstance(groups, Groups)
        rows, unknown, in_doubt = self._row_of(groups, node, frame)
        kinds = self._catalog.unrecorded((node.record,))
        lost = first_of(unknown, in_doubt, codes_where(rows < 0, kinds))
        return ItemColumn(groups, rows, lost, node.record)

    def _found(self, groups: Groups, node: core.Lookup, frame: Frame) -> ItemColumn:
        """The row of a record for each subject."""
        rows, unknown, in_doubt = self._row_of(groups, node, frame)
        kinds = self._catalog.unrecorded((node.record,))
        missing = kinds or self._catalog.reasons.code(Reason("absent", node.record))
        lost = first_of(unknown, in_doubt, codes_where(rows < 0, missing))
        return ItemColumn(groups, np.maximum(rows, 0), lost, node.record)

    def _row_of(self, groups: Groups, node: core.Lookup, frame: Frame) -> tuple[Ints, Codes, Codes]:
        """The place of the row of a record for each subject, -1 where there is none; why its keys
        are not known; and where the row is in doubt, or one in doubt may be it.
        """
        if isinstance(node.keys[0], core.Subject | core.Element):
            item = self._evaluator.item_column(node.keys[0], frame)
            if groups.size == item.source.size and groups.rows is item.source.rows:
                return item.at, CERTAIN, self._doubt(groups, item.at)
            rows = item.source.rows[item.at]
            at = np.minimum(np.searchsorted(groups.rows, rows), groups.size - 1)
            at = np.where(groups.rows[at] == rows, at, -1) if groups.size else rows * 0 - 1
            return at, CERTAIN, self._doubt(groups, at)
        probe = ProbeKeys(self._evaluator, node.keys, groups.keys, frame)
        found = self._rows_by_keys(groups, probe)
        return found, probe.unknown, self._doubt(groups, found, probe)

    def _doubt(self, groups: Groups, found: Ints, probe: ProbeKeys | None = None) -> Codes:
        if not groups.doubtful.ndim:
            return CERTAIN
        doubt = (found >= 0) & groups.doubtful[np.maximum(found, 0)]
        missing = np.flatnonzero(found < 0) if probe is not None else found[:0]
        if probe is not None and len(missing):
            for kept, rows in self._without_keys(groups).items():
                doubt[missing] |= _agrees(groups, rows, kept, probe, missing)
        return codes_where(doubt, self._catalog.unreadable)

    @staticmethod
    def _without_keys(groups: Groups) -> dict[tuple[int, ...], Ints]:
        """The rows in doubt that lost a key, by the numbers of the keys that they have."""
        marks = [groups.lost(name) for name in groups.keys]
        if not any(own.ndim for own in marks):
            return {}
        lost = np.array([whole(own, groups.size) for own in marks])
        patterns = np.unique(lost[:, lost.any(axis=0)], axis=1)
        return {
            tuple(np.flatnonzero(~own).tolist()): np.flatnonzero((own == lost.T).all(axis=1))
            for own in patterns.T
        }

    def _rows_by_keys(self, groups: Groups, probe: ProbeKeys) -> Ints:
        """The place of the row of a record for each subject; -1 where there is none."""
        shared = probe.all_shared and all(map(groups.plain, groups.keys))
        table = self._rows.get((groups.label, shared))
        if table is None:
            keys = (
                self._catalog.columns.numbered(groups.keys)
                if shared
                else numbered([groups.key(name)[0] for name in groups.keys], groups.size)
            )
            ids = keys.ids[groups.rows] if shared else keys.ids
            places = np.full(keys.count, -1, np.int64)
            places[ids] = np.arange(groups.size)
            if groups.doubtful.ndim:  # a row with a lost key is not found by its keys
                without = [at for rows in self._without_keys(groups).values() for at in rows]
                rest = np.delete(np.arange(groups.size), without)
                places[ids] = -1
                places[ids[rest]] = rest
            table = self._rows[groups.label, shared] = keys, places
        keys, places = table
        if shared:
            return places.take(keys.ids.take(probe.rows))
        columns = [
            in_scale(probe.column(at), groups.key(name)[1]) for at, name in enumerate(groups.keys)
        ]
        found = keys.find(columns, len(probe.rows))
        return np.where(found >= 0, places.take(found), -1) if len(places) else found


def _agrees(
    groups: Groups, rows: Ints, kept: Sequence[int], probe: ProbeKeys, among: Ints
) -> Bools:
    """The subjects, among some, whose keys are those of some row, as far as it has keys."""
    own = [groups.key(groups.keys[number]) for number in kept]
    asked = [
        in_scale(probe.column(number), scale).at(among)
        for number, (_, scale) in zip(kept, own, strict=True)
    ]
    keys = numbered([column.at(rows) for column, _ in own], len(rows))
    return keys.find(asked, len(among)) >= 0


def _of_subject(node: core.Expression) -> bool:
    """Whether an expression is the subject, or a field of it."""
    return isinstance(node.of if isinstance(node, core.Field) else node, core.Subject)


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
            return Vector(np.zeros(np.shape(of.at), np.int64), lost)
        found = of.source.field(name)
        if lost is CERTAIN and _is_every(of.at, of.source.size):
            return found
        at = np.maximum(of.at, 0)
        if isinstance(found, ItemColumn):
            inner = found.taken(at)
            return ItemColumn(inner.source, inner.at, first_of(lost, inner.unknown), inner.what)
        inner_vector = found.at(at)
        inner_vector.unknown = first_of(lost, inner_vector.unknown)
        if inner_vector.cases is not None:
            inner_vector.cases = inner_vector.cases.where(whole(lost == 0, len(at)))
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
        there = of.at >= 0
        return Vector(found.data & there, first_of(of.unknown, found.unknown * there))

    def _filled_in(self, source: Relation, name: str) -> Vector:
        """Whether a field or a column of each item of a source is filled."""
        if isinstance(source, Groups) and name not in source.keys:
            node, frame = _column(source, name)
            found = _filled_up(self.filled(node, frame), source.size)
            assert isinstance(found, Vector)
            return found
        if isinstance(source, Union) and any(isinstance(part, Groups) for part in source.parts):
            raise NotColumnar
        cells = source.raw(name)
        there = whole(NOWHERE if cells is None else ~cells.empty, source.size)
        codes = codes_where(source.lost(name), self._unreadable)
        unknown = source.unknown(name) & ~there
        why = source.log.reasons.where(unknown, Reason("empty", name))
        return Vector(there, first_of(codes, why))


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
        return ItemColumn(answer.source, whole(answer.at, size), answer.unknown, answer.what)
    return answer.filled_up(size)


def _is_every(at: Ints, size: int) -> bool:
    """Whether places are those of all the items, in their order."""
    if at.ndim == 0 or len(at) != size:
        return False
    return size == 0 or (at[0] == 0 and at[-1] == size - 1 and bool((np.diff(at) == 1).all()))
