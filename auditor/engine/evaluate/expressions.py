"""The value of every expression of a checked rule, for many subjects at once.

Written for whole columns, and apart from `judge.reference`, whose meaning it must have: the tests
hold the two against each other.
"""

from __future__ import annotations

from typing import assert_never

import numpy as np

from auditor.engine.evaluate.aggregates import Aggregates
from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.elementwise import Elementwise, alike
from auditor.engine.evaluate.frame import Answer, Frame, taken
from auditor.engine.evaluate.intervals import continuous
from auditor.engine.evaluate.law import LawInForce
from auditor.engine.evaluate.logic import all_of, either, negated
from auditor.engine.evaluate.lookups import Lookups
from auditor.engine.evaluate.pattern import Patterns
from auditor.engine.evaluate.probe import ProbeKeys, in_scale
from auditor.engine.evaluate.relations import Groups, ItemColumn, Source, Union
from auditor.engine.evaluate.selection import Selector
from auditor.engine.store.vector import (
    DEFER,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    Vector,
    codes_where,
    first_of,
    join,
    nothing_known,
    occurring,
    whole,
)
from auditor.language import core
from auditor.types import BOOLEAN, Item, Type
from auditor.values import Reason, Value


class ColumnEvaluator:
    """Works out the expressions of one program over one log."""

    def __init__(self, catalog: Catalog, params: dict[str, Value] | None = None) -> None:
        self.catalog, self.reasons = catalog, catalog.reasons
        self.program = catalog.program
        self._lexicons = catalog.columns.lexicons
        self._selector = Selector(catalog, self)
        self._patterns = Patterns(self)
        self._elementwise = Elementwise(self.reasons, self._lexicons, self.program.tables)
        self._law = LawInForce(catalog, self._elementwise, params or {})
        self._aggregates = Aggregates(self, self._selector)
        self.unreadable = catalog.unreadable
        self._lookups = Lookups(catalog, self)
        catalog.evaluator = self

    def close(self) -> None:
        """Lets go of all that was worked out."""
        for own in (self._selector, self._lookups, self._patterns, self._aggregates, self):
            vars(own).clear()

    # ---- one line for every form ------------------------------------------------------------
    def evaluate(  # noqa: C901, PLR0912 - one line for every form
        self, node: core.Expression, frame: Frame
    ) -> Answer:
        """The value of an expression for each subject."""
        try:
            match node:
                case core.Literal_():
                    return self._elementwise.literal(node.value, node.type)
                case core.Parameter():
                    return self._law.parameter(node, frame)
                case core.Subject():
                    return ItemColumn(frame.source, frame.places(), None, frame.source.label)
                case core.Element():
                    assert frame.element is not None
                    return frame.element
                case core.Local():
                    return self._local(node.name, frame)
                case core.Field(of=core.Subject()):
                    found = frame.source.field(node.name)
                    return found if frame.at is None else taken(found, frame.at)
                case core.Field():
                    return self.field_of(self.evaluate(node.of, frame), node.name)
                case core.Lookup():
                    return self._lookups.lookup(node, frame)
                case core.Operation():
                    arguments = [self.value(part, frame) for part in node.arguments]
                    return self._elementwise.operation(node, arguments)
                case core.Compare():
                    return self._elementwise.compare(
                        node, self.value(node.left, frame), self.value(node.right, frame)
                    )
                case core.IsIn():
                    return self._elementwise.is_in(
                        node, self.value(node.element, frame), self.value(node.within, frame)
                    )
                case core.Size():
                    return self._elementwise.size(node, self.value(node.part, frame))
                case core.AllOf():
                    return all_of([self.value(part, frame) for part in node.parts])
                case core.AnyOf():
                    parts = [negated(self.value(part, frame)) for part in node.parts]
                    return negated(all_of(parts))
                case core.Not():
                    return negated(self.value(node.part, frame))
                case core.Exists():
                    found = self.item_column(node.part, frame)
                    return Vector(np.asarray(found.at >= 0), found.unknown)
                case core.Filled():
                    return self._filled(node.part, frame)
                case core.Alike():
                    left, right = (
                        self.item_column(node.left, frame),
                        self.item_column(node.right, frame),
                    )
                    return self._alike(left, right, frame.size)
                case core.Same():
                    return self._same(node, frame)
                case core.Choose():
                    return self._choose(node, frame)
                case core.Decide():
                    arguments = [self.value(part, frame) for part in node.arguments]
                    return self._elementwise.decide(node, arguments, frame.size)
                case core.Aggregate():
                    return self._aggregates.aggregate(node, frame)
                case core.Quantify():
                    return self._aggregates.quantify(node, frame)
                case core.Every():
                    return self._aggregates.every(node, frame)
                case core.Pick():
                    return self._aggregates.pick(node, frame)
                case core.Match():
                    return self._match(node, frame)
                case core.Continuous():
                    return self._continuous(node, frame)
                case _:
                    assert_never(node)
        except NotColumnar:
            return self.deferred(node.type)

    def deferred(self, kind: Type) -> Answer:
        """An answer that only the reference can give."""
        if isinstance(kind, Item):
            source = self.catalog.of(kind.sources)
            return ItemColumn(source, np.array(-1, np.int64), nothing_known(DEFER), source.label)
        dtype = bool if kind == BOOLEAN else np.int64
        return Vector(np.array(0, dtype), nothing_known(DEFER))

    def value(self, node: core.Expression, frame: Frame) -> Vector:
        """The values of an expression that is no item; an absent item has none."""
        answer = self.evaluate(node, frame)
        if isinstance(answer, Vector):
            if node.type == BOOLEAN and answer.data.dtype != np.bool_:
                return Vector(answer.data.astype(bool), answer.unknown)  # nothing of it is known
            return answer
        lost = self._lost(answer)
        return Vector(np.zeros(np.shape(answer.at), np.int64), lost)

    def item_column(self, node: core.Expression, frame: Frame) -> ItemColumn:
        """The items that an expression stands for."""
        answer = self.evaluate(node, frame)
        if isinstance(answer, ItemColumn):
            return answer
        assert isinstance(node.type, Item)
        source = self.catalog.of(node.type.sources)
        return ItemColumn(source, np.full(np.shape(answer.data), -1), answer.unknown, source.label)

    def truth(self, node: core.Expression, frame: Frame) -> tuple[Bools, Codes | None]:
        """A condition: where it holds for certain, and why it is not known."""
        answer = self.value(node, frame)
        holds = whole(answer.data, frame.size)
        if answer.unknown is None:
            return holds, None
        unknown = whole(answer.unknown, frame.size)
        return holds & (unknown == 0), unknown

    def days(self, frame: Frame) -> Vector:
        """The day whose law applies to each subject."""
        return self._law.days(frame)

    # ---- names and fields -------------------------------------------------------------------
    def _local(self, name: str, frame: Frame) -> Answer:
        if frame.parent is not None and frame.of is not None:
            return taken(self._local(name, frame.parent), frame.of)
        if name not in frame.known:
            frame.known[name] = self.evaluate(frame.lets[name], frame)
        return frame.known[name]

    def column(self, groups: Groups, name: str) -> Answer:
        """A column of a record, for all of its rows."""
        assert groups.record is not None
        columns = groups.record.columns
        before = columns[: [label for label, _ in columns].index(name)]
        frame = Frame(groups, None, dict(before), known=groups.known)
        return self._filled_up(self.evaluate(dict(columns)[name], frame), groups.size)

    def _filled_up(self, answer: Answer, size: int) -> Answer:
        if isinstance(answer, ItemColumn):
            unknown = None if answer.unknown is None else whole(answer.unknown, size)
            return ItemColumn(answer.source, whole(answer.at, size), unknown, answer.what)
        unknown = None if answer.unknown is None else whole(answer.unknown, size)
        zone = None if answer.zone is None else whole(answer.zone, size)
        return Vector(whole(answer.data, size), unknown, answer.scale, zone)

    def _lost(self, found: ItemColumn) -> Codes | None:
        """Why there is no item: it is not known, or it is absent."""
        absent = codes_where(found.at < 0, self.reasons.code(Reason("absent", found.what)))
        return first_of(found.unknown, absent)

    def field_of(self, of: Answer, name: str) -> Answer:
        """A field of an item, or of what is absent or not known in its place."""
        if isinstance(of, Vector):
            return Vector(np.zeros(np.shape(of.data), np.int64), of.unknown)
        lost = self._lost(of)
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

    def lasts(self, begun: Ints, ticks: int, now: Ints) -> Vector:
        """Whether in some rows less than so many microseconds are over since others."""
        log = self.catalog
        one, other = (
            log.vector(log.raw("time", rows), "time", len(rows), log.lost("time", rows))
            for rows in (begun, now)
        )
        return self._elementwise.lasts(one, ticks, other)

    def _filled(self, node: core.Expression, frame: Frame) -> Vector:
        """Whether there is a value; what a name stands for is asked in its place."""
        match node:
            case core.Field(of=of, name=name):
                return self._cell_filled(self.evaluate(of, frame), name)
            case core.Lookup():
                return self._cell_filled(self._lookups.row(node, frame), node.column)
            case core.Local(name=name):
                if frame.parent is not None and frame.of is not None:
                    return self._filled(node, frame.parent).at(frame.of)
                return self._filled(frame.lets[name], frame)
            case core.Choose():
                result: Answer = self._filled(node.otherwise, frame)
                for when, then in reversed(node.cases):
                    own = self._filled(then, frame)
                    result = either(self.value(when, frame), own, result, BOOLEAN)
                assert isinstance(result, Vector)
                return result
            case _:
                return self._elementwise.filled(self.value(node, frame), self.unreadable)

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

    def _filled_in(self, source: Source, name: str) -> Vector:
        """Whether a field or a column of each item of a source is filled."""
        if isinstance(source, Groups) and name not in source.keys:
            assert source.record is not None
            columns = source.record.columns
            before = columns[: [label for label, _ in columns].index(name)]
            frame = Frame(source, None, dict(before), known=source.known)
            found = self._filled_up(self._filled(dict(columns)[name], frame), source.size)
            assert isinstance(found, Vector)
            return found
        if isinstance(source, Union) and any(isinstance(part, Groups) for part in source.parts):
            raise NotColumnar
        cells, lost = source.raw(name), source.lost(name)
        there = np.full(source.size, cells is not None)
        if cells is not None and cells.empty is not None:
            there = ~cells.empty
        return Vector(there, None if lost is None else codes_where(lost, self.unreadable))

    def _alike(self, left: ItemColumn, right: ItemColumn, size: int) -> Vector:
        unknown = join(self._lost(left), self._lost(right))
        places = [
            side.source.rows[np.maximum(whole(side.at, size), 0)]
            if side.source.size
            else np.zeros(size, np.int64)
            for side in (left, right)
        ]
        cards = self.catalog.card_fields
        same = alike(self.catalog.columns, places[0], places[1], cards)
        vague = join(*(self._suitless(name, rows) for name in cards for rows in places))
        lost = self._unrecorded(places[0], same)
        if vague is not None:
            lost = join(lost, np.where(same, vague, 0))
        return Vector(same, first_of(unknown, lost))

    def _suitless(self, name: str, rows: Ints) -> Codes | None:
        """Why it is not known which card some events show in a field."""
        found = self.catalog.raw(name, rows)
        where = None if found is None else self.catalog.without_suit(found)
        return None if where is None else where * np.int64(self.catalog.suitless)

    def _same(self, node: core.Same, frame: Frame) -> Vector:
        """Whether element and subject have the same key; both may be empty by nature."""
        names = (node.element.name, node.subject.name)
        keys = ProbeKeys(self, (node.element, node.subject), names, frame)
        mine, asked = keys.column(0), keys.column(1)
        one, other = in_scale(mine, asked[2]), asked[0]
        same = one.values == other.values
        if one.empty is not None or other.empty is not None:
            none = np.zeros(frame.size, bool) if one.empty is None else one.empty
            neither = np.zeros(frame.size, bool) if other.empty is None else other.empty
            same = np.where(none | neither, none & neither, same)
        return Vector(np.asarray(same), join(mine[1], asked[1]))

    def _unrecorded(self, rows: Ints, same: Bools) -> Codes | None:
        """The reasons of the fields that neither of two events that agree records."""
        columns, total = self.catalog.columns, None
        for kind in occurring(columns.kind[rows[same]]) if same.any() else ():
            own = self.catalog.program.vocabulary.kinds[columns.kinds[kind]]
            of_kind = same & (columns.kind[rows] == kind)
            for name in own.fields:
                found = columns.fields.get(name)
                if name in own.may_be_empty:
                    continue
                empty = np.array(True) if found is None else found.empty
                if empty is not None:
                    here = of_kind & (empty[rows] if empty.ndim else empty)
                    total = join(total, here * np.int64(self.reasons.code(Reason("empty", name))))
        return total

    # ---- logic ------------------------------------------------------------------------------
    def _choose(self, node: core.Choose, frame: Frame) -> Answer:
        result = self.evaluate(node.otherwise, frame)
        for when, then in reversed(node.cases):
            holds = self.value(when, frame)
            result = either(holds, self.evaluate(then, frame), result, node.type)
        return result

    # ---- forms that rest on a selection -----------------------------------------------------
    def _match(self, node: core.Match, frame: Frame) -> Vector:
        found = self._selector.select(node.selection, frame)
        fits, unclear = self._patterns.fits(node, found, frame)
        unknown = join(found.uncertainty(), codes_where(unclear, DEFER))
        if nothing := self.catalog.unrecorded(node.selection.sources):
            unknown = join(unknown, nothing_known(nothing))
        return Vector(fits, first_of(found.unknown, unknown))

    def _continuous(self, node: core.Continuous, frame: Frame) -> Vector:
        ends = [self.item_column(end, frame) for end in (node.start, node.end)]
        lost = join(
            *(
                None if (codes := self._lost(end)) is None else whole(codes, frame.size)
                for end in ends
            )
        )
        found = self._selector.select(node.selection, frame)
        rows = [
            end.source.rows[np.maximum(whole(end.at, frame.size), 0)]
            if end.source.size
            else np.zeros(frame.size, np.int64)
            for end in ends
        ]
        return continuous(self, node, found, rows, join(lost, found.unknown))


def _is_every(at: Ints, size: int) -> bool:
    """Whether places are those of all the items, in their order."""
    if at.ndim == 0 or len(at) != size:
        return False
    return size == 0 or (at[0] == 0 and at[-1] == size - 1 and bool((np.diff(at) == 1).all()))
