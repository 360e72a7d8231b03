"""What every expression of a checked rule is worth, for many subjects at once.

Written for whole columns, and apart from `judge.reference`, whose meaning it must have: the tests
hold the two against each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

import numpy as np

from auditor.engine import exact
from auditor.engine.alike import alike
from auditor.engine.columns import (
    NUMBERS,
    as_key,
    day_number,
    local_days,
    shown_twice,
    value_of,
    vector_of,
)  # fmt: skip
from auditor.engine.frame import Answer, Frame, taken
from auditor.engine.keys import Column, numbered
from auditor.engine.moments import continuous
from auditor.engine.pattern import Patterns
from auditor.engine.ranges import Selected, Stretch, blocks, pairs
from auditor.engine.select import MOST_PAIRS, Asked, Selector
from auditor.engine.sources import BeyondColumns, Groups, Picked, Shelf
from auditor.engine.totals import distinct, extremes, sums
from auditor.engine.vector import (
    ASK,
    NAIVE,
    Bools,
    Codes,
    Ints,
    Vector,
    codes_where,
    each_once,
    nothing_known,
    span_codes,
    whole,
)
from auditor.judge.select import UNREADABLE
from auditor.language import core
from auditor.types import BOOLEAN, DURATION, TIME, Item, SetOf, Type
from auditor.values import Card, Range, Reason, Value


class Meaning:
    """Works out the expressions of one program over one log."""

    def __init__(self, shelf: Shelf, params: dict[str, Value] | None = None) -> None:
        self.shelf, self.reasons = shelf, shelf.reasons
        self.program = shelf.program
        self._params = params or {}
        self._lexicons = shelf.columns.lexicons
        self._selector = Selector(shelf, self)
        self._patterns = Patterns(self)
        self.unreadable = self.reasons.code(*UNREADABLE.reasons)
        shelf.meaning = self

    def close(self) -> None:
        """Lets go of all that was worked out."""
        for own in (self._selector, self._patterns, self):
            vars(own).clear()

    # ---- one line for every form ------------------------------------------------------------
    def worth(  # noqa: C901, PLR0912 - one line for every form
        self, node: core.Expression, frame: Frame
    ) -> Answer:
        """What an expression is worth for each subject."""
        try:
            match node:
                case core.Literal_():
                    return self._literal(node.value, node.type)
                case core.Parameter():
                    return self._parameter(node, frame)
                case core.Subject():
                    return Picked(frame.source, frame.places(), None, frame.source.label)
                case core.Element():
                    assert frame.element is not None
                    return frame.element
                case core.Local():
                    return self._local(node.name, frame)
                case core.Field(of=core.Subject()):
                    found = frame.source.field(node.name)
                    return found if frame.at is None else taken(found, frame.at)
                case core.Field():
                    return self._field(self.worth(node.of, frame), node.name)
                case core.Lookup():
                    return self._lookup(node, frame)
                case core.Operation():
                    arguments = [self.value(part, frame) for part in node.arguments]
                    return self._operation(node, arguments)
                case core.Compare():
                    return self._compare(
                        node, self.value(node.left, frame), self.value(node.right, frame)
                    )
                case core.IsIn():
                    return self._is_in(node, frame)
                case core.AllOf():
                    return self.all_of([self.value(part, frame) for part in node.parts])
                case core.AnyOf():
                    return self._any_of([self.value(part, frame) for part in node.parts])
                case core.Not():
                    part = self.value(node.part, frame)
                    return Vector(~part.data, part.unknown)
                case core.Exists():
                    found = self.picked(node.part, frame)
                    return Vector(np.asarray(found.at >= 0), found.unknown)
                case core.Filled():
                    return self._filled(self.value(node.part, frame))
                case core.Alike():
                    left, right = self.picked(node.left, frame), self.picked(node.right, frame)
                    return self._alike(left, right, frame.size)
                case core.Choose():
                    return self._choose(node, frame)
                case core.Decide():
                    return self._decide(node, frame)
                case core.Aggregate():
                    return self._aggregate(node, frame)
                case core.Quantify():
                    return self._quantify(node, frame)
                case core.Every():
                    return self._every(node, frame)
                case core.Pick():
                    return self._pick(node, frame)
                case core.Match():
                    return self._match(node, frame)
                case core.Continuous():
                    return self._continuous(node, frame)
                case _:
                    assert_never(node)
        except BeyondColumns:
            return self.ask(node.type)

    def ask(self, kind: Type) -> Answer:
        """Left to the reference, everywhere."""
        if isinstance(kind, Item):
            source = self.shelf.of(kind.sources)
            return Picked(source, np.array(-1, np.int64), nothing_known(ASK), source.label)
        dtype = bool if kind == BOOLEAN else np.int64
        return Vector(np.array(0, dtype), nothing_known(ASK))

    def value(self, node: core.Expression, frame: Frame) -> Vector:
        """What an expression that is no item is worth; an absent item has no value."""
        worth = self.worth(node, frame)
        if isinstance(worth, Vector):
            if node.type == BOOLEAN and worth.data.dtype != np.bool_:
                return Vector(worth.data.astype(bool), worth.unknown)  # nothing of it is known
            return worth
        lost = self._lost(worth)
        return Vector(np.zeros(np.shape(worth.at), np.int64), lost)

    def picked(self, node: core.Expression, frame: Frame) -> Picked:
        """What an expression that is an item is worth."""
        worth = self.worth(node, frame)
        if isinstance(worth, Picked):
            return worth
        assert isinstance(node.type, Item)
        source = self.shelf.of(node.type.sources)
        return Picked(source, np.full(np.shape(worth.data), -1), worth.unknown, source.label)

    def truth(self, node: core.Expression, frame: Frame) -> tuple[Bools, Codes | None]:
        """A condition: where it holds for certain, and why it is not known."""
        answer = self.value(node, frame)
        holds = whole(answer.data, frame.size)
        if answer.unknown is None:
            return holds, None
        unknown = whole(answer.unknown, frame.size)
        return holds & (unknown == 0), unknown

    # ---- literals and parameters ------------------------------------------------------------
    def _literal(self, value: Value, kind: Type) -> Vector:
        if isinstance(kind, SetOf) or isinstance(value, frozenset):
            return Vector(np.array(self._lexicons.of(kind).code(value), np.int64))
        found = vector_of([value], kind, self._lexicons)
        if kind in NUMBERS and (np.abs(found.data) > exact.LARGEST).any():
            raise BeyondColumns
        zone = None if found.zone is None else found.zone.reshape(())
        return Vector(found.data.reshape(()), None, found.scale, zone)

    def _parameter(self, node: core.Parameter, frame: Frame) -> Vector:
        """The value given for this audit, else the one in force on the day of the subject."""
        param = self.program.params[node.name]
        if node.name in self._params:
            return self._literal(self._params[node.name], param.type)
        values = param.values
        if len(values) == 1 and values[0][0] is None:
            return self._literal(values[0][1], param.type)
        days = self.days(frame)
        vectors = vector_of([value for _, value in values], param.type, self._lexicons)
        starts = [(day_number(s) if s is not None else -(1 << 40)) for s, _ in values]
        # The last that began, in the order in which they are written.
        which = np.full(np.shape(days.data), -1, np.int64)
        for at, start in enumerate(starts):
            which = np.where(days.data >= start, at, which)
        none = codes_where(which < 0, self.reasons.code(Reason("law", node.name)))
        unknown = none
        if days.unknown is not None:
            unknown = (
                days.unknown if none is None else np.where(days.unknown != 0, days.unknown, none)
            )
        found = vectors.at(np.maximum(which, 0))
        return Vector(found.data, unknown, found.scale, found.zone)

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
        times = self.shelf.columns.fields.get("time")
        code = self.reasons.code(Reason("empty", "time"))
        if times is None:
            return Vector(np.zeros(len(rows), np.int64), np.full(len(rows), code, np.int32))
        own = self.shelf.local_days
        assert own is not None
        days = own[rows]
        lost = np.zeros(len(rows), bool) if times.empty is None else times.empty[rows]
        opening = self.shelf.opening(frame.source, frame.at)
        if opening is not None:
            days = np.where(opening >= 0, own[opening], days)
            lost = lost & (opening < 0)
        return Vector(days, codes_where(lost, code))

    # ---- names and fields -------------------------------------------------------------------
    def _local(self, name: str, frame: Frame) -> Answer:
        if frame.parent is not None and frame.of is not None:
            return taken(self._local(name, frame.parent), frame.of)
        if name not in frame.known:
            frame.known[name] = self.worth(frame.lets[name], frame)
        return frame.known[name]

    def column(self, groups: Groups, name: str) -> Answer:
        """A column of a record, for all of its rows."""
        assert groups.record is not None
        columns = groups.record.columns
        before = columns[: [label for label, _ in columns].index(name)]
        frame = Frame(groups, None, dict(before), known=groups.known)
        return self._filled_up(self.worth(dict(columns)[name], frame), groups.size)

    def _filled_up(self, answer: Answer, size: int) -> Answer:
        if isinstance(answer, Picked):
            unknown = None if answer.unknown is None else whole(answer.unknown, size)
            return Picked(answer.source, whole(answer.at, size), unknown, answer.what)
        unknown = None if answer.unknown is None else whole(answer.unknown, size)
        zone = None if answer.zone is None else whole(answer.zone, size)
        return Vector(whole(answer.data, size), unknown, answer.scale, zone)

    def _lost(self, found: Picked) -> Codes | None:
        """Why there is no item: it is not known, or it is absent."""
        absent = codes_where(found.at < 0, self.reasons.code(Reason("absent", found.what)))
        if found.unknown is None or absent is None:
            return found.unknown if absent is None else absent
        return np.where(found.unknown != 0, found.unknown, absent)

    def _field(self, of: Answer, name: str) -> Answer:
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
        if isinstance(found, Picked):
            inner = found.taken(at)
            if lost is None:
                return inner
            unknown = lost if inner.unknown is None else np.where(lost != 0, lost, inner.unknown)
            return Picked(inner.source, inner.at, unknown, inner.what)
        inner_vector = found.at(at)
        if lost is not None:
            own = inner_vector.unknown
            inner_vector.unknown = lost if own is None else np.where(lost != 0, lost, own)
        return inner_vector

    def _lookup(self, node: core.Lookup, frame: Frame) -> Answer:
        groups = self.shelf.source(node.record)
        assert isinstance(groups, Groups)
        rows, unknown = self._row_of(groups, node, frame)
        kinds = self.shelf.unrecorded((node.record,))
        missing = kinds or self.reasons.code(Reason("absent", node.record))
        lost = codes_where(rows < 0, missing)
        if unknown is not None:
            lost = unknown if lost is None else np.where(unknown != 0, unknown, lost)
        if not groups.size:
            return Vector(np.zeros(frame.size, np.int64), lost)
        row = Picked(groups, np.where(rows < 0, 0, rows), lost, node.record)
        return self._field(row, node.column)

    def _row_of(self, groups: Groups, node: core.Lookup, frame: Frame) -> tuple[Ints, Codes | None]:
        """The place of the row of a record for each subject, -1 where there is none."""
        if isinstance(node.keys[0], core.Subject | core.Element):
            item = self.picked(node.keys[0], frame)
            if groups.size == item.source.size and groups.rows is item.source.rows:
                return item.at, None
            rows = item.source.rows[item.at]
            at = np.minimum(np.searchsorted(groups.rows, rows), groups.size - 1)
            return np.where(groups.rows[at] == rows, at, -1) if groups.size else rows * 0 - 1, None
        asked = Asked(self._selector, node.keys, groups.keys, frame)
        return self._selector.row_of(groups, asked), asked.unknown

    # ---- single values ----------------------------------------------------------------------
    def _operation(  # noqa: C901 - one case for each operator
        self, node: core.Operation, arguments: list[Vector]
    ) -> Vector:
        first, last = arguments[0], arguments[-1]
        types = [argument.type for argument in node.arguments]
        match node.sign:
            case "+" | "-" if len(arguments) == 2:
                if TIME in types:
                    return self._time_sum(node, first, last, types)
                return exact.add(first, last, self.reasons, 1 if node.sign == "+" else -1)
            case "*":
                return exact.multiply(first, last, self.reasons)
            case "/":
                return exact.divide(first, last, self.reasons)
            case "div" | "mod":
                return exact.whole_division(first, last, node.sign, self.reasons)
            case "minus":
                return Vector(np.asarray(-first.data), first.unknown, first.scale)
            case "abs":
                return Vector(np.abs(first.data), first.unknown, first.scale)
            case "rank" | "suit":
                return self._of_card(node, first, types[0])
            case "day":
                return Vector(np.asarray(local_days(first)), first.unknown)
            case "shown_twice":
                return Vector(shown_twice(first), first.unknown)
            case _:
                raise BeyondColumns

    def _time_sum(
        self, node: core.Operation, first: Vector, last: Vector, types: list[Type]
    ) -> Vector:
        unknown = self.reasons.join([first.unknown, last.unknown])
        if types == [TIME, TIME]:
            apart = self._apart(first, last)
            if apart is not None:
                unknown = self._instead(unknown, apart, Reason("undefined", "time"))
            return Vector(np.asarray(first.data - last.data), unknown)
        sign = 1 if node.sign == "+" else -1
        moved = np.asarray(first.data + sign * last.data)
        outside = (moved < _FIRST_MOMENT) | (moved > _LAST_MOMENT)
        if outside.any():
            codes = np.zeros(outside.shape, np.int32) if unknown is None else unknown
            unknown = np.where(outside & (codes == 0), ASK, codes).astype(np.int32)
        return Vector(moved, unknown, 1, first.zone)

    def _apart(self, left: Vector, right: Vector) -> Bools | None:
        """Where one time has an offset and the other has none."""
        one = np.asarray(left.zone == NAIVE) if left.zone is not None else np.array(False)
        other = np.asarray(right.zone == NAIVE) if right.zone is not None else np.array(False)
        apart = np.asarray(one != other)
        return apart if apart.any() else None

    def _instead(self, unknown: Codes | None, where: Bools, reason: Reason) -> Codes:
        """A reason where something else is the case, unless there are others already."""
        code = self.reasons.code(reason)
        if unknown is None:
            return where.astype(np.int32) * np.int32(code)
        return np.where(where & (unknown == 0), code, unknown).astype(np.int32)

    def _of_card(self, node: core.Operation, cards: Vector, kind: Type) -> Vector:
        own, result = self._lexicons.of(kind), self._lexicons.of(node.type)
        codes = []
        for card in own.values:
            assert isinstance(card, Card)
            codes.append(result.code(card.rank if node.sign == "rank" else card.suit))
        return Vector(_looked_up(codes, cards.data), cards.unknown)

    def _compare(self, node: core.Compare, left: Vector, right: Vector) -> Vector:
        unknown = self.reasons.join([left.unknown, right.unknown])
        kind = node.left.type
        if kind in NUMBERS:
            left, right = exact.same_scale(left, right)
            unknown = self.reasons.join([left.unknown, right.unknown])
        if kind == TIME and (apart := self._apart(left, right)) is not None:
            unknown = self._instead(unknown, apart, Reason("undefined", "time"))
        one, other = left.data, right.data
        if node.sign in ("=", "!="):
            same = np.asarray(one == other)
            return Vector(same if node.sign == "=" else ~same, unknown)
        if node.order is not None:
            one, other = self._ranked(node, left, kind), self._ranked(node, right, node.right.type)
            outside = np.asarray((one > 0) | (other > 0))
            if outside.any():
                unknown = self._instead(unknown, outside, Reason("undefined", "order"))
        return Vector(np.asarray(_ORDERED[node.sign](one, other)), unknown)

    def _ranked(self, node: core.Compare, vector: Vector, kind: Type) -> Ints:
        """The places of values in a declared order, the highest 0; 1 for what has none."""
        assert node.order is not None
        places = {word: -at for at, word in enumerate(node.order)}
        values = self._lexicons.of(kind).values
        return _looked_up([places.get(str(value), 1) for value in values], vector.data)

    def _is_in(self, node: core.IsIn, frame: Frame) -> Vector:
        element, within = self.value(node.element, frame), self.value(node.within, frame)
        unknown = self.reasons.join([element.unknown, within.unknown])
        sets = self._lexicons.of(node.within.type).values
        used = each_once(
            within.data if within.unknown is None else within.data[within.unknown == 0]
        )
        total: Bools = np.zeros(np.broadcast_shapes(element.data.shape, within.data.shape), bool)
        for code in used:
            own = self._inside(element, node.element.type, sets[int(code)])
            total = own if len(used) == 1 else np.where(within.data == code, own, total)
        return Vector(np.asarray(total), unknown)

    def _inside(self, element: Vector, kind: Type, within: Value) -> Bools:
        if isinstance(within, Range):
            result = np.ones(element.data.shape, bool)
            for end, sign in ((within.low, 1), (within.high, -1)):
                if end is not None:
                    one, other = exact.same_scale(element, self._literal(end, kind))
                    if one.unknown is not element.unknown:
                        raise BeyondColumns
                    result &= sign * one.data >= sign * other.data
            return result
        assert isinstance(within, frozenset)
        if kind in NUMBERS or kind in (TIME, DURATION):
            result = np.zeros(element.data.shape, bool)
            for member in within:
                one, other = exact.same_scale(element, self._literal(member, kind))  # type: ignore[arg-type]  # members are values
                result |= one.data == other.data
            return result
        if kind == BOOLEAN:
            return np.where(element.data, True in within, False in within)
        codes = [value in within for value in self._lexicons.of(kind).values]
        return _looked_up(codes, element.data).astype(bool)

    def _filled(self, part: Vector) -> Vector:
        if part.unknown is None:
            return Vector(np.array(True))
        asked = part.unknown == ASK
        return Vector(
            np.asarray(part.unknown == 0),
            asked.astype(np.int32) * np.int32(ASK) if asked.any() else None,
        )

    def _alike(self, left: Picked, right: Picked, size: int) -> Vector:
        lost = [self._lost(left), self._lost(right)]
        unknown = lost[0]
        if lost[1] is not None:
            unknown = lost[1] if unknown is None else np.where(unknown != 0, unknown, lost[1])
        places = [
            side.source.rows[np.maximum(whole(side.at, size), 0)] if side.source.size
            else np.zeros(size, np.int64)
            for side in (left, right)
        ]  # fmt: skip
        return Vector(alike(self.shelf.columns, places[0], places[1]), unknown)

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
        unknown = self.reasons.join([part.unknown for part in parts])
        assert unknown is not None
        return Vector(np.asarray(~false), np.where(false, 0, unknown).astype(np.int32))

    def _any_of(self, parts: Sequence[Vector]) -> Vector:
        inner = self.all_of([Vector(~part.data, part.unknown) for part in parts])
        return Vector(~inner.data, inner.unknown)

    def _choose(self, node: core.Choose, frame: Frame) -> Answer:
        whens = [self.value(when, frame) for when, _ in node.cases]
        thens = [self.worth(then, frame) for _, then in node.cases]
        result = self.worth(node.otherwise, frame)
        for when, then in zip(reversed(whens), reversed(thens), strict=True):
            result = self._either(when, then, result, node.type)
        return result

    def _either(self, when: Vector, then: Answer, otherwise: Answer, kind: Type) -> Answer:
        """One answer where a condition holds, else the other; unknown where it is not known."""
        if isinstance(then, Picked) or isinstance(otherwise, Picked):
            if not isinstance(then, Picked) or not isinstance(otherwise, Picked):
                raise BeyondColumns
            if then.source is not otherwise.source or then.what != otherwise.what:
                raise BeyondColumns
            unknown = self._chosen_codes(when, then.unknown, otherwise.unknown)
            at = np.where(when.data, then.at, otherwise.at)
            return Picked(then.source, at, unknown, then.what)
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
        one = np.int32(0) if then is None else then
        other = np.int32(0) if otherwise is None else otherwise
        chosen = np.where(when.data, one, other)
        if when.unknown is not None:
            chosen = np.where(when.unknown != 0, when.unknown, chosen)
        return np.asarray(chosen, np.int32)

    def _decide(self, node: core.Decide, frame: Frame) -> Vector:
        """Looked up in the table once for every combination of arguments that occurs."""
        table = self.program.tables[node.table]
        arguments = [self.value(part, frame) for part in node.arguments]
        unknown = self.reasons.join([argument.unknown for argument in arguments])
        size = frame.size
        kinds = [part.type for part in node.arguments]
        columns = [Column(whole(as_key(argument), size)) for argument in arguments]
        keys = numbered(columns, size)
        first = np.full(keys.count, -1, np.int64)
        known = np.arange(size) if unknown is None else np.flatnonzero(whole(unknown, size) == 0)
        first[keys.ids[known]] = known
        results: list[Value | None] = []
        for at in first:
            values = [
                value_of(argument, kind, int(at), self._lexicons) if at >= 0 else None
                for argument, kind in zip(arguments, kinds, strict=True)
            ]
            known_values = tuple(value for value in values if value is not None)
            results.append(table.decide(known_values) if at >= 0 else None)
        lost = None if unknown is None else whole(unknown, size)
        there = [value for value in results if value is not None]
        undefined = np.array([value is None for value in results], bool)[keys.ids]
        if lost is not None:
            undefined &= lost == 0
        if undefined.any():
            lost = self._instead(lost, undefined, Reason("undefined", node.table))
        if not there:
            dtype = bool if table.gives == BOOLEAN else np.int64
            return Vector(np.zeros(size, dtype), lost)
        instead = [there[0] if value is None else value for value in results]
        found = vector_of(instead, table.gives, self._lexicons)
        result = found.at(keys.ids)
        return Vector(result.data, lost, result.scale, result.zone)

    # ---- what selections are worth ----------------------------------------------------------
    def _aggregate(self, node: core.Aggregate, frame: Frame) -> Vector:
        found = self._selector.select(node.selection, frame)
        nothing = self.shelf.unrecorded(node.selection.sources)
        vector = self._total(node, found)
        inner = vector.unknown
        if nothing:
            inner = np.full(frame.size, nothing, np.int32)
        unknown = _first_of(found.unknown, found.perhaps(self.reasons), inner)
        return Vector(vector.data, unknown, vector.scale, vector.zone)

    def _total(self, node: core.Aggregate, found: Selected) -> Vector:
        part = found.certain
        if node.function == "count":
            return Vector(part.count())
        assert node.field is not None
        if not found.source.size:
            values: Answer = Vector(np.zeros(0, np.int64))
        else:
            values = found.source.field(node.field)
        if isinstance(values, Picked):
            raise BeyondColumns
        data = whole(values.data, found.source.size)[part.items]
        unknown = None
        if values.unknown is not None:
            codes = whole(values.unknown, found.source.size)[part.items]
            unknown = span_codes(codes, part.low, part.high)
            data = np.where(codes != 0, 0, data)
        if node.function == "sum":
            return Vector(sums(data, part.low, part.high), unknown, values.scale)
        zone = None if values.zone is None else whole(values.zone, found.source.size)[part.items]
        if node.function == "distinct":
            column = Column(np.where(zone == NAIVE, data + (1 << 61), data) if zone is not None
                            else data.astype(np.int64))  # fmt: skip
            return Vector(distinct(column, part.low, part.high), unknown)
        if zone is not None and len(each_once(zone)) > 1:
            raise BeyondColumns
        empty = part.high == part.low
        if empty.any():
            reason = Reason("absent", node.selection.sources[0])
            unknown = self._instead(unknown, empty, reason)
        result = extremes(data.astype(np.int64), part.low, part.high, least=node.function == "min")
        clock = zone[:1].reshape(()) if zone is not None and len(zone) else None
        return Vector(result, unknown, values.scale, clock)

    def _quantify(self, node: core.Quantify, frame: Frame) -> Vector:
        found = self._selector.select(node.selection, frame)
        some = found.certain.high > found.certain.low
        perhaps = found.perhaps(self.reasons, loose_first=False)
        nothing = self.shelf.unrecorded(node.selection.sources)
        none = np.full(frame.size, nothing, np.int32) if nothing else None
        unknown = _first_of(perhaps, none)
        if unknown is not None:
            unknown = np.where(some, 0, unknown).astype(np.int32)
        unknown = _first_of(found.unknown, unknown)
        return Vector(some if node.quantity == "any" else ~some, unknown)

    def _every(self, node: core.Every, frame: Frame) -> Vector:
        found = self._selector.select(node.selection, frame)
        false, unknown = self._all_have(node, found, found.certain, frame)
        for part in [*found.loose, *([found.unsure] if found.unsure is not None else [])]:
            holds = self._perhaps_have(node, found, part, frame)
            unknown = self.reasons.join([unknown, holds])
        nothing = self.shelf.unrecorded(node.selection.sources)
        if nothing:
            unknown = self.reasons.join([unknown, np.full(frame.size, nothing, np.int32)])
        if unknown is not None:
            unknown = np.where(false, 0, unknown).astype(np.int32)
        return Vector(~false, _first_of(found.unknown, unknown))

    def _all_have(
        self, node: core.Every, found: Selected, part: Stretch, frame: Frame
    ) -> tuple[Bools, Codes | None]:
        """Where some item lacks what is asked; elsewhere why that is not known."""
        false = np.zeros(frame.size, bool)
        unknown = np.zeros(frame.size, np.int32)
        for of, items in _beside(part):
            beside = frame.beside(of, Picked(found.source, items, None, found.source.label))
            holds, codes = self.truth(node.has, beside)
            lacks = ~holds if codes is None else ~holds & (codes == 0)
            false[of[lacks]] = True
            if codes is not None:
                self._note(unknown, of, codes)
        return false, unknown if unknown.any() else None

    def _perhaps_have(
        self, node: core.Every, found: Selected, part: Stretch, frame: Frame
    ) -> Codes | None:
        """The reasons of items that may belong, where they lack what is asked."""
        unknown = np.zeros(frame.size, np.int32)
        assert part.codes is not None
        for block in blocks(part.low, part.high, MOST_PAIRS):
            of, indexes = pairs(part.low[block], part.high[block])
            of, items = of + block.start, part.items[indexes]
            beside = frame.beside(of, Picked(found.source, items, None, found.source.label))
            holds, codes = self.truth(node.has, beside)
            own = np.broadcast_to(part.codes, part.items.shape)[indexes]
            if codes is not None:
                own = np.where(codes == ASK, ASK, own)
            self._note(unknown, of[~holds], own[~holds])
        return unknown if unknown.any() else None

    @staticmethod
    def _note(unknown: Codes, of: Ints, codes: Codes) -> None:
        """Adds the reasons of pairs to their subjects; where they differ the reference is asked."""
        lost = codes != 0
        of, codes = of[lost], codes[lost]
        before = unknown[of]
        unknown[of] = codes
        differs = (unknown[of] != codes) | ((before != 0) & (before != codes))
        unknown[of[differs]] = ASK

    def _pick(self, node: core.Pick, frame: Frame) -> Picked:
        found = self._selector.select(node.selection, frame)
        part = found.certain
        index: Vector | None = None
        if node.index is not None:
            index = self.value(node.index, frame)
            at = part.low + index.data - 1
            there = (index.data > 0) & (at < part.high)
        else:
            at = part.high - 1 if node.end == "last" else part.low
            there = part.high > part.low
        at = np.where(there, at, 0)
        items = np.where(there, part.items[at], -1) if len(part.items) else np.full(frame.size, -1)
        unknown = self._before(node, found, items, index)
        if nothing := self.shelf.unrecorded(node.selection.sources):
            unknown = _first_of(unknown, np.full(frame.size, nothing, np.int32))
        unknown = _first_of(found.unknown, unknown)
        if index is not None and index.unknown is not None:
            unknown = _first_of(whole(index.unknown, frame.size), unknown)
        return Picked(found.source, items, unknown, " or ".join(node.selection.sources))

    def _before(
        self, node: core.Pick, found: Selected, items: Ints, index: Vector | None
    ) -> Codes | None:
        """The reasons of items that may have to be picked instead."""
        parts = list(found.loose)
        if found.unsure is not None:
            parts = [*parts, found.unsure] if index is not None else [found.unsure, *parts]
        if not parts:
            return None
        rows = found.source.rows
        last = node.end == "last" and index is None
        open_ended = -1 if last else self.shelf.columns.size + 1
        limit = np.full(len(items), open_ended, np.int64)
        limit[items >= 0] = rows[items[items >= 0]]
        codes = []
        for part in parts:
            low, high = part.low, part.high
            cut = _cut(rows[part.items], low, high, limit, after=last)
            low, high = (cut, high) if last else (low, cut)
            codes.append(Stretch(part.items, low, np.maximum(low, high), part.codes).said())
        unknown = self.reasons.join(codes)
        if unknown is not None and index is not None:
            unknown = np.where(index.data > 0, unknown, 0).astype(np.int32)
        return unknown

    def _match(self, node: core.Match, frame: Frame) -> Vector:
        found = self._selector.select(node.selection, frame)
        fits, unclear = self._patterns.fits(node, found, frame)
        unknown = codes_where(unclear, ASK)
        if nothing := self.shelf.unrecorded(node.selection.sources):
            none = np.full(frame.size, nothing, np.int32)
            unknown = none if unknown is None else np.where(unknown != 0, unknown, none)
        return Vector(fits, _first_of(found.unknown, found.perhaps(self.reasons), unknown))

    def _continuous(self, node: core.Continuous, frame: Frame) -> Vector:
        ends = [self.picked(end, frame) for end in (node.start, node.end)]
        lost = _first_of(*(
            None if (codes := self._lost(end)) is None else whole(codes, frame.size)
            for end in ends
        ))  # fmt: skip
        found = self._selector.select(node.selection, frame)
        rows = [
            end.source.rows[np.maximum(whole(end.at, frame.size), 0)] if end.source.size
            else np.zeros(frame.size, np.int64)
            for end in ends
        ]  # fmt: skip
        return continuous(self, node, found, rows, _first_of(lost, found.unknown))


def _beside(part: Stretch) -> Sequence[tuple[Ints, Ints]]:
    """Subjects and their items, so many at a time as may be held at once."""
    result = []
    for block in blocks(part.low, part.high, MOST_PAIRS):
        of, indexes = pairs(part.low[block], part.high[block])
        result.append((of + block.start, part.items[indexes]))
    return result


def _first_of(*parts: Codes | None) -> Codes | None:
    """The reasons that are met first."""
    total: Codes | None = None
    for part in parts:
        if part is not None:
            total = part if total is None else np.where(total != 0, total, part)
    return total


def _cut(rows: Ints, low: Ints, high: Ints, limit: Ints, *, after: bool) -> Ints:
    """In each stretch of ascending rows, where those below the limit end (or those above begin)."""
    first, last = low.copy(), high.copy()
    while (open_ := first < last).any():
        middle = (first + last) // 2
        at = rows[np.minimum(middle, len(rows) - 1)] if len(rows) else middle
        left = at <= limit if after else at < limit
        first = np.where(open_ & left, middle + 1, first)
        last = np.where(open_ & ~left, middle, last)
    return first


def _is_every(at: Ints, size: int) -> bool:
    """Whether places are those of all the items, in their order."""
    if at.ndim == 0 or len(at) != size:
        return False
    return size == 0 or (at[0] == 0 and at[-1] == size - 1 and bool((np.diff(at) == 1).all()))


def _looked_up(table: Sequence[int | bool], codes: Ints) -> Ints:
    """The entry of a small table for each number."""
    if not len(table):
        return np.zeros(np.shape(codes), np.int64)
    return np.asarray(np.array(table, np.int64)[codes])


_FIRST_MOMENT = -62_135_596_800 * 10**6
_LAST_MOMENT = 253_402_300_799 * 10**6
_ORDERED = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}
