"""The value of every expression of a checked rule, for many subjects at once.

Written for whole columns, and apart from `judge.reference`, whose meaning it must have: the tests
hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from auditor.engine.evaluate.aggregates import Aggregates
from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.elementwise import Elementwise, Likeness
from auditor.engine.evaluate.fields import Fields, Lookups
from auditor.engine.evaluate.frame import Answer, Frame, absence, taken
from auditor.engine.evaluate.intervals import Intervals
from auditor.engine.evaluate.ledger import Ledgers
from auditor.engine.evaluate.logic import by_story, either, every_one, negated, settled
from auditor.engine.evaluate.pattern import Patterns
from auditor.engine.evaluate.probe import same_key
from auditor.engine.evaluate.relations import ItemColumn
from auditor.engine.evaluate.selection import Selector
from auditor.language import core
from auditor.log.store.encoding import vector_of
from auditor.log.store.times import day_number
from auditor.log.store.vector import (
    CERTAIN,
    DEFER,
    Bools,
    Codes,
    NotColumnar,
    Vector,
    codes_where,
    first_of,
    join,
    nothing_known,
    take,
    whole,
)
from auditor.types import BOOLEAN, Item, Type
from auditor.values import Reason, Value


class LawInForce:
    """Tells the day whose law applies, and what a parameter is on that day."""

    def __init__(
        self, catalog: Catalog, elementwise: Elementwise, params: Mapping[str, Value]
    ) -> None:
        self._catalog, self._elementwise, self._params = catalog, elementwise, params

    def parameter(self, node: core.Parameter, frame: Frame) -> Vector:
        """The value given for this audit, else the one in force on the day of the subject."""
        param = self._catalog.program.params[node.name]
        if node.name in self._params:
            return self._elementwise.literal(self._params[node.name], param.type)
        values = param.values
        if not values:
            lost = nothing_known(self._catalog.reasons.code(Reason("given", node.name)))
            return Vector(np.zeros((), bool if param.type == BOOLEAN else np.int64), lost)
        if len(values) == 1 and values[0][0] is None:
            return self._elementwise.literal(values[0][1], param.type)
        days = self.days(frame)
        vectors = vector_of(
            [value for _, value in values], param.type, self._catalog.columns.lexicons
        )
        starts = [(day_number(s) if s is not None else -(1 << 40)) for s, _ in values]
        # The last that began, in the order in which they are written.
        which = np.full(np.shape(days.data), -1, np.int64)
        for at, start in enumerate(starts):
            which = np.where(days.data >= start, at, which)
        none = self._catalog.reasons.where(which < 0, Reason("law", node.name))
        found = vectors.at(np.maximum(which, 0))
        return Vector(found.data, first_of(days.unknown, none), found.scale, found.zone)

    def days(self, frame: Frame) -> Vector:
        """The day whose law applies to each subject."""
        if frame.parent is not None and frame.of is not None:
            return self.days(frame.parent).at(frame.of)
        if frame.days is None:
            frame.days = self._days(frame)
        return frame.days

    def _days(self, frame: Frame) -> Vector:
        """The day on which the scope of the law opened; without a time there, the subject's own."""
        rows = frame.rows()
        times = self._catalog.columns.fields.get("time")
        why = Reason("empty", "time")
        if times is None:
            none = np.zeros(len(rows), np.int64)
            return Vector(none, self._catalog.reasons.where(none == 0, why))
        own = self._catalog.local_days
        assert own is not None
        days = own[rows]
        lost = take(times.empty, rows)
        opening = self._catalog.opening(frame.source, frame.at)
        if opening is not None:
            days = np.where(opening >= 0, own[opening], days)
            lost = lost & (opening < 0)
        return Vector(days, self._catalog.reasons.where(lost, why))


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
        self._intervals = Intervals(self, self._selector, self._aggregates)
        self.unreadable = catalog.unreadable
        self._likeness = Likeness(catalog)
        self._lookups = Lookups(catalog, self)
        self._ledgers = Ledgers(self, self._selector, self._lookups)
        self._fields = Fields(self._lookups, self._elementwise, self)
        catalog.record_column = self._fields.column

    def close(self) -> None:
        """Lets go of all that was worked out."""
        for own in (
            self._selector,
            self._lookups,
            self._fields,
            self._patterns,
            self._aggregates,
            self._intervals,
            self._ledgers,
            self,
        ):
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
                    return ItemColumn(frame.source, frame.places(), CERTAIN, frame.source.label)
                case core.Element():
                    assert frame.element is not None
                    return frame.element
                case core.Local():
                    return self._local(node.name, frame)
                case core.Field(of=core.Subject()):
                    found = frame.source.field(node.name)
                    return found if frame.at is None else taken(found, frame.at)
                case core.Field():
                    return self._fields.of(self.evaluate(node.of, frame), node.name)
                case core.Lookup():
                    return self._lookups.lookup(node, frame)
                case core.Operation():
                    arguments = [self.value(part, frame) for part in node.arguments]
                    return by_story(lambda own: self._elementwise.operation(node, own), arguments)
                case core.Compare():
                    sides = [self.value(node.left, frame), self.value(node.right, frame)]
                    return by_story(lambda own: self._elementwise.compare(node, *own), sides)
                case core.IsIn():
                    parts = [self.value(node.element, frame), self.value(node.within, frame)]
                    return by_story(lambda own: self._elementwise.is_in(node, *own), parts)
                case core.Size():
                    return self._elementwise.size(node, self.value(node.part, frame))
                case core.AllOf():
                    return every_one([self.value(part, frame) for part in node.parts])
                case core.AnyOf():
                    parts = [negated(self.value(part, frame)) for part in node.parts]
                    return negated(every_one(parts))
                case core.Not():
                    return negated(self.value(node.part, frame))
                case core.Exists():
                    found = self.item_column(node.part, frame)
                    return Vector(np.asarray(found.at >= 0), found.unknown)
                case core.Recorded():
                    there = node.kind in self.catalog.columns.recorded
                    return self._elementwise.literal(there, node.type)
                case core.Filled():
                    return self._fields.filled(node.part, frame)
                case core.Alike():
                    left, right = (
                        self.item_column(node.left, frame),
                        self.item_column(node.right, frame),
                    )
                    return self._likeness.alike(left, right, frame.size)
                case core.Same():
                    return same_key(self, node, frame)
                case core.Choose():
                    answer = self.evaluate(node.otherwise, frame)
                    for when, then in reversed(node.cases):
                        own = self.evaluate(then, frame)
                        answer = either(self.value(when, frame), own, answer, node.type)
                    return answer
                case core.Decide():
                    arguments = [self.value(part, frame) for part in node.arguments]
                    return self._elementwise.decide(node, arguments, frame.size)
                case core.Aggregate():
                    return self._aggregates.aggregate(node, frame)
                case core.Quantify():
                    return self._aggregates.quantify(node, frame)
                case core.Pick():
                    return self._aggregates.pick(node, frame)
                case core.Match():
                    return self._match(node, frame)
                case core.Balance():
                    return self._ledgers.balance(node, frame)
                case core.Goes():
                    return self._aggregates.goes(node, frame)
                case core.Continuous():
                    return self._intervals.continuous(node, frame)
                case _:
                    raise AssertionError(f"no columns for {type(node).__name__}")
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
        lost = absence(answer, self.reasons)
        return Vector(np.zeros(np.shape(answer.at), np.int64), lost)

    def item_column(self, node: core.Expression, frame: Frame) -> ItemColumn:
        """The items that an expression stands for."""
        answer = self.evaluate(node, frame)
        if isinstance(answer, ItemColumn):
            return answer
        assert isinstance(node.type, Item)
        source = self.catalog.of(node.type.sources)
        return ItemColumn(source, np.full(np.shape(answer.data), -1), answer.unknown, source.label)

    def truth(self, node: core.Expression, frame: Frame) -> tuple[Bools, Codes]:
        """A condition: where it holds for certain, and why it is not known."""
        answer = settled(self.value(node, frame))
        return whole(answer.data & answer.known(), frame.size), whole(answer.unknown, frame.size)

    def days(self, frame: Frame) -> Vector:
        """The day whose law applies to each subject."""
        return self._law.days(frame)

    # ---- names and fields -------------------------------------------------------------------
    def _local(self, name: str, frame: Frame) -> Answer:
        if frame.parent is not None and frame.of is not None:
            return taken(self._local(name, frame.parent), frame.of)
        answer = frame.find(name)
        if answer is None:
            answer = frame.known[name] = self.evaluate(frame.lets[name], frame)
        return answer

    def field_of(self, of: Answer, name: str) -> Answer:
        """A field of an item, or of what is absent or not known in its place."""
        return self._fields.of(of, name)

    def compared(self, node: core.Compare, left: Vector, right: Vector) -> Vector:
        """Whether two values are in order."""
        return self._elementwise.compare(node, left, right)

    # ---- forms that rest on a selection -----------------------------------------------------
    def _match(self, node: core.Match, frame: Frame) -> Vector:
        found = self._selector.select(node.selection, frame)
        fits, unclear = self._patterns.fits(node, found, frame)
        nothing = self._aggregates.nothing(node.selection, frame)
        unknown = join(found.uncertainty(), codes_where(unclear, DEFER), nothing)
        return Vector(fits, first_of(found.unknown, unknown))
