"""What every expression of a checked rule is answer, for many subjects at once.

Written for whole columns, and apart from `judge.reference`, whose meaning it must have: the tests
hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

import numpy as np

from auditor.engine.evaluate.aggregates import Aggregates
from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.elementwise import Elementwise, alike
from auditor.engine.evaluate.frame import Answer, Frame, taken
from auditor.engine.evaluate.intervals import continuous
from auditor.engine.evaluate.lookups import Lookups
from auditor.engine.evaluate.pattern import Patterns
from auditor.engine.evaluate.relations import Groups, ItemColumn
from auditor.engine.evaluate.selection import Selector
from auditor.engine.store import rational as exact
from auditor.engine.store.columns import NUMBERS, day_number, vector_of
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
    whole,
)
from auditor.judge.selection import UNREADABLE
from auditor.language import core
from auditor.types import BOOLEAN, Item, Type
from auditor.values import Reason, Value


class ColumnEvaluator:
    """Works out the expressions of one program over one log."""

    def __init__(self, catalog: Catalog, params: dict[str, Value] | None = None) -> None:
        self.catalog, self.reasons = catalog, catalog.reasons
        self.program = catalog.program
        self._params = params or {}
        self._lexicons = catalog.columns.lexicons
        self._selector = Selector(catalog, self)
        self._patterns = Patterns(self)
        self._elementwise = Elementwise(self.reasons, self._lexicons, self.program.tables)
        self._aggregates = Aggregates(self, self._selector)
        self.unreadable = self.reasons.code(*UNREADABLE.reasons)
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
        """What an expression is worth for each subject."""
        try:
            match node:
                case core.Literal_():
                    return self._elementwise.literal(node.value, node.type)
                case core.Parameter():
                    return self._parameter(node, frame)
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
                case core.AllOf():
                    return self.all_of([self.value(part, frame) for part in node.parts])
                case core.AnyOf():
                    parts = [_negated(self.value(part, frame)) for part in node.parts]
                    return _negated(self.all_of(parts))
                case core.Not():
                    return _negated(self.value(node.part, frame))
                case core.Exists():
                    found = self.item_column(node.part, frame)
                    return Vector(np.asarray(found.at >= 0), found.unknown)
                case core.Filled():
                    return self._elementwise.filled(self.value(node.part, frame))
                case core.Alike():
                    left, right = (
                        self.item_column(node.left, frame),
                        self.item_column(node.right, frame),
                    )
                    return self._alike(left, right, frame.size)
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
            return self.ask(node.type)

    def ask(self, kind: Type) -> Answer:
        """Left to the reference, everywhere."""
        if isinstance(kind, Item):
            source = self.catalog.of(kind.sources)
            return ItemColumn(source, np.array(-1, np.int64), nothing_known(DEFER), source.label)
        dtype = bool if kind == BOOLEAN else np.int64
        return Vector(np.array(0, dtype), nothing_known(DEFER))

    def value(self, node: core.Expression, frame: Frame) -> Vector:
        """What an expression that is no item is answer; an absent item has no value."""
        answer = self.evaluate(node, frame)
        if isinstance(answer, Vector):
            if node.type == BOOLEAN and answer.data.dtype != np.bool_:
                return Vector(answer.data.astype(bool), answer.unknown)  # nothing of it is known
            return answer
        lost = self._lost(answer)
        return Vector(np.zeros(np.shape(answer.at), np.int64), lost)

    def item_column(self, node: core.Expression, frame: Frame) -> ItemColumn:
        """What an expression that is an item is answer."""
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

    # ---- literals and parameters ------------------------------------------------------------
    def _parameter(self, node: core.Parameter, frame: Frame) -> Vector:
        """The value given for this audit, else the one in force on the day of the subject."""
        param = self.program.params[node.name]
        if node.name in self._params:
            return self._elementwise.literal(self._params[node.name], param.type)
        values = param.values
        if len(values) == 1 and values[0][0] is None:
            return self._elementwise.literal(values[0][1], param.type)
        days = self.days(frame)
        vectors = vector_of([value for _, value in values], param.type, self._lexicons)
        starts = [(day_number(s) if s is not None else -(1 << 40)) for s, _ in values]
        # The last that began, in the order in which they are written.
        which = np.full(np.shape(days.data), -1, np.int64)
        for at, start in enumerate(starts):
            which = np.where(days.data >= start, at, which)
        none = codes_where(which < 0, self.reasons.code(Reason("law", node.name)))
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
        """That on which the scope of the law opened; where that has no time, the subject's own."""
        rows = frame.rows()
        times = self.catalog.columns.fields.get("time")
        code = self.reasons.code(Reason("empty", "time"))
        if times is None:
            return Vector(np.zeros(len(rows), np.int64), np.full(len(rows), code))
        own = self.catalog.local_days
        assert own is not None
        days = own[rows]
        lost = np.zeros(len(rows), bool) if times.empty is None else times.empty[rows]
        opening = self.catalog.opening(frame.source, frame.at)
        if opening is not None:
            days = np.where(opening >= 0, own[opening], days)
            lost = lost & (opening < 0)
        return Vector(days, codes_where(lost, code))

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

    def _alike(self, left: ItemColumn, right: ItemColumn, size: int) -> Vector:
        unknown = join(self._lost(left), self._lost(right))
        places = [
            side.source.rows[np.maximum(whole(side.at, size), 0)]
            if side.source.size
            else np.zeros(size, np.int64)
            for side in (left, right)
        ]
        return Vector(alike(self.catalog.columns, places[0], places[1]), unknown)

    # ---- logic ------------------------------------------------------------------------------
    def all_of(self, parts: Sequence[Vector]) -> Vector:
        """Whether all hold: false where any is false, whatever is not known of others."""
        if all(part.unknown is None for part in parts):
            total = parts[0].data
            for part in parts[1:]:
                total = total & part.data
            return Vector(np.asarray(total))
        false: Bools = np.array(False)
        for part in parts:
            known = part.known()
            false = false | (~part.data if known is None else ~part.data & known)
        unknown = join(*(part.unknown for part in parts))
        assert unknown is not None
        return Vector(np.asarray(~false), np.where(false, 0, unknown))

    def _choose(self, node: core.Choose, frame: Frame) -> Answer:
        result = self.evaluate(node.otherwise, frame)
        for when, then in reversed(node.cases):
            holds = self.value(when, frame)
            result = self._either(holds, self.evaluate(then, frame), result, node.type)
        return result

    def _either(self, when: Vector, then: Answer, otherwise: Answer, kind: Type) -> Answer:
        """One answer where a condition holds, else the other; unknown where it is not known."""
        if isinstance(then, ItemColumn) or isinstance(otherwise, ItemColumn):
            if not isinstance(then, ItemColumn) or not isinstance(otherwise, ItemColumn):
                raise NotColumnar
            if then.source is not otherwise.source or then.what != otherwise.what:
                raise NotColumnar
            unknown = self._chosen_codes(when, then.unknown, otherwise.unknown)
            at = np.where(when.data, then.at, otherwise.at)
            return ItemColumn(then.source, at, unknown, then.what)
        if kind in NUMBERS:
            then, otherwise = exact.same_scale(then, otherwise)
        zone = then.zone if then.zone is not None else otherwise.zone
        if then.zone is not None and otherwise.zone is not None:
            zone = np.where(when.data, then.zone, otherwise.zone)
        unknown = self._chosen_codes(when, then.unknown, otherwise.unknown)
        return Vector(np.where(when.data, then.data, otherwise.data), unknown, then.scale, zone)

    @staticmethod
    def _chosen_codes(when: Vector, then: Codes | None, otherwise: Codes | None) -> Codes | None:
        if then is None and otherwise is None:
            return when.unknown
        one = np.int64(0) if then is None else then
        other = np.int64(0) if otherwise is None else otherwise
        chosen = np.where(when.data, one, other)
        if when.unknown is not None:
            chosen = np.where(when.unknown != 0, when.unknown, chosen)
        return np.asarray(chosen, np.int64)

    # ---- what selections are answer ----------------------------------------------------------
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


def _negated(part: Vector) -> Vector:
    return Vector(~part.data, part.unknown)


def _is_every(at: Ints, size: int) -> bool:
    """Whether places are those of all the items, in their order."""
    if at.ndim == 0 or len(at) != size:
        return False
    return size == 0 or (at[0] == 0 and at[-1] == size - 1 and bool((np.diff(at) == 1).all()))
