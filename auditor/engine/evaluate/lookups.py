"""Columns of records, looked up by the keys of their rows."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.frame import Answer, Evaluator, Frame, taken
from auditor.engine.evaluate.groups import Groups
from auditor.engine.evaluate.probe import ProbeKeys, in_scale
from auditor.engine.evaluate.relations import ItemColumn
from auditor.engine.index.keys import Keys, numbered
from auditor.engine.store.vector import Bools, Codes, Ints, codes_where, first_of
from auditor.language import core
from auditor.values import Reason


class Lookups:
    """Finds the rows of records in one log."""

    def __init__(self, catalog: Catalog, evaluator: Evaluator) -> None:
        self._catalog, self._evaluator = catalog, evaluator
        self._rows: dict[tuple[str, bool], tuple[Keys, Ints]] = {}
        self._rows_found: dict[tuple[int, str, tuple[core.Expression, ...]], ItemColumn] = {}
        self._columns_found: dict[tuple[int, str, tuple[core.Expression, ...], str], Answer] = {}
        self._looked_up: dict[tuple[int, int], Answer] = {}  # by the node, for speed

    def lookup(self, node: core.Lookup, frame: Frame) -> Answer:
        groups = self._catalog.source(node.record)
        assert isinstance(groups, Groups)
        if not all(map(_of_subject, node.keys)):
            return self._evaluator.field_of(self._found(groups, node, frame), node.column)
        # Every rule with these subjects gets the same answer, worked out for all of them at once.
        asked = id(frame.source), id(node)
        if asked not in self._looked_up:
            row = id(frame.source), node.record, node.keys
            if row not in self._rows_found:
                every = Frame(frame.source, None, {})
                self._rows_found[row] = self._found(groups, node, every)
            column = *row, node.column
            if column not in self._columns_found:
                self._columns_found[column] = self._evaluator.field_of(
                    self._rows_found[row], node.column
                )
            self._looked_up[asked] = self._columns_found[column]
        answer = self._looked_up[asked]
        return answer if frame.at is None else taken(answer, frame.at)

    def row(self, node: core.Lookup, frame: Frame) -> ItemColumn:
        """The row of a record for each subject, -1 where there is none for certain."""
        groups = self._catalog.source(node.record)
        assert isinstance(groups, Groups)
        rows, unknown, in_doubt = self._row_of(groups, node, frame)
        kinds = self._catalog.unrecorded((node.record,))
        lost = first_of(unknown, in_doubt, codes_where(rows < 0, kinds) if kinds else None)
        return ItemColumn(groups, rows, lost, node.record)

    def _found(self, groups: Groups, node: core.Lookup, frame: Frame) -> ItemColumn:
        """The row of a record for each subject."""
        rows, unknown, in_doubt = self._row_of(groups, node, frame)
        kinds = self._catalog.unrecorded((node.record,))
        missing = kinds or self._catalog.reasons.code(Reason("absent", node.record))
        lost = first_of(unknown, in_doubt, codes_where(rows < 0, missing))
        return ItemColumn(groups, rows if lost is None else np.maximum(rows, 0), lost, node.record)

    def _row_of(
        self, groups: Groups, node: core.Lookup, frame: Frame
    ) -> tuple[Ints, Codes | None, Codes | None]:
        """The place of the row of a record for each subject, -1 where there is none; why its keys
        are not known; and where the row is in doubt, or one in doubt may be it.
        """
        if isinstance(node.keys[0], core.Subject | core.Element):
            item = self._evaluator.item_column(node.keys[0], frame)
            if groups.size == item.source.size and groups.rows is item.source.rows:
                return item.at, None, self._doubt(groups, item.at)
            rows = item.source.rows[item.at]
            at = np.minimum(np.searchsorted(groups.rows, rows), groups.size - 1)
            at = np.where(groups.rows[at] == rows, at, -1) if groups.size else rows * 0 - 1
            return at, None, self._doubt(groups, at)
        probe = ProbeKeys(self._evaluator, node.keys, groups.keys, frame)
        found = self._rows_by_keys(groups, probe)
        return found, probe.unknown, self._doubt(groups, found, probe)

    def _doubt(self, groups: Groups, found: Ints, probe: ProbeKeys | None = None) -> Codes | None:
        if groups.doubtful is None:
            return None
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
        if all(own is None for own in marks):
            return {}
        none = np.zeros(groups.size, bool)
        lost = np.array([none if own is None else own for own in marks])
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
            if groups.doubtful is not None:  # a row with a lost key is not found by its keys
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
