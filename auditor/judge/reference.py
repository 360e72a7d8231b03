"""The meaning of the language: the value of every expression of a checked rule.

One event at a time, in plain Python, no clever plan: this file is what the words mean,
and any faster engine must agree with it.

Truth has three values.  `Unknown` is neither true nor false and carries its reasons; it
never turns into an answer on its way.  `Absent` stands for an event that is not there.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta
from typing import assert_never

from auditor.judge.frame import Frame, Result, Seen, Truth
from auditor.judge.intervals import Intervals
from auditor.judge.items import Absent, Group, Item, Items, Key, events_of, kind_of, lost, raw
from auditor.judge.operators import (
    SUITLESS,
    UNREADABLE,
    absent,
    aggregate,
    alike,
    compare,
    exists,
    filled,
    is_in,
    not_recorded,
    operate,
)
from auditor.judge.pattern import Sequences
from auditor.judge.selection import Selector
from auditor.language import core
from auditor.log.event import Log
from auditor.types import DURATION
from auditor.values import Answer, Reason, Unknown, Value, join, lacks_suit

__all__ = ["Frame", "Reference", "Result", "kind_of"]


class Reference:
    """Works out the expressions of one program over one log."""

    def __init__(
        self, program: core.Program, log: Log, params: dict[str, Value] | None = None
    ) -> None:
        self.program, self.log = program, log
        self.items = Items(program, log)
        self._params = params or {}
        self._days: dict[Key, date | None] = {}  # the day whose law applies, by the law's scope
        self._selector = Selector(program, log, self.items, self)
        self.sequences = Sequences(self, self._selector)
        self.intervals = Intervals(self, self._selector)

    # ---- one line for every form ------------------------------------------------------------
    def evaluate(  # noqa: C901, PLR0912 - one line for every form
        self, node: core.Expression, frame: Frame
    ) -> Result:
        """The value of an expression, or the item that it names."""
        match node:
            case core.Literal_():
                return node.value
            case core.Parameter():
                return self._parameter(node.name, frame)
            case core.Subject():
                return frame.subject
            case core.Element():
                assert frame.element is not None
                return frame.element
            case core.Local():
                return self._local(node.name, frame)
            case core.Field():
                return self._field(self.evaluate(node.of, frame), node.name, frame)
            case core.Lookup():
                return self._lookup(node, frame)
            case core.Operation():
                return operate(node.sign, [self.value(a, frame) for a in node.arguments])
            case core.Compare():
                return compare(node, self.value(node.left, frame), self.value(node.right, frame))
            case core.IsIn():
                return is_in(self.value(node.element, frame), self.value(node.within, frame))
            case core.AllOf():
                return self._all(node.parts, frame)
            case core.AnyOf():
                return self._any(node.parts, frame)
            case core.Not():
                part = self.truth(node.part, frame)
                return part if isinstance(part, Unknown) else not part
            case core.Exists():
                return exists(self.evaluate(node.part, frame))
            case core.Filled():
                return filled(self.value(node.part, frame))
            case core.Alike():
                left, right = self.evaluate(node.left, frame), self.evaluate(node.right, frame)
                return alike(left, right, self.items.recorded_fields)
            case core.Same():
                return self._selector.same(node, frame)
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

    def value(self, node: core.Expression, frame: Frame) -> Answer:
        """The value of an expression that is no item; an absent item has none."""
        result = self.evaluate(node, frame)
        if isinstance(result, Absent):
            return absent(result)
        assert not isinstance(result, Item)
        return result

    def truth(self, node: core.Expression, frame: Frame) -> Truth:
        """The truth of a condition."""
        result = self.value(node, frame)
        assert isinstance(result, bool | Unknown)
        return result

    # ---- names and fields -------------------------------------------------------------------
    def _parameter(self, name: str, frame: Frame) -> Answer:
        """The value given for this audit, else the one in force on the day of the subject."""
        if name in self._params:
            return self._params[name]
        values, day = self.program.params[name].values, frame.day
        if not values:
            return Unknown((Reason("given", name),))
        if len(values) == 1 and values[0][0] is None:
            return values[0][1]
        if day is None:
            return Unknown((Reason("empty", "time"),))
        in_force = [value for start, value in values if start is None or start <= day]
        return in_force[-1] if in_force else Unknown((Reason("law", name),))

    def _local(self, name: str, frame: Frame) -> Result:
        # Where the evidence is asked for it is worked out again, once, so that it is seen.
        again = frame.seen is not None and frame.seen.first_look(frame.known, name)
        if again or name not in frame.known:
            outside = replace(frame, element=None)
            frame.known[name] = self.evaluate(dict(frame.lets)[name], outside)
        return frame.known[name]

    def _field(self, of: Result, name: str, frame: Frame) -> Result:
        if isinstance(of, Absent):
            return absent(of)
        if isinstance(of, Unknown):
            return of
        assert isinstance(of, Item)
        if isinstance(of, Group) and name not in of.keys:
            return self.column(of, name, frame.seen)
        found = raw(of, name)
        if frame.seen is not None and of is not frame.subject:
            frame.seen.append(of)
        if found is None:
            return UNREADABLE if lost(of, name) else Unknown((Reason("empty", name),))
        return found

    def field(self, item: Item, name: str) -> Result:
        """A field of an item."""
        return self._field(item, name, Frame(item, (), None))

    def column(self, row: Group, name: str, seen: Seen | None) -> Result:
        """A column of a record's row."""
        columns = self.program.records[row.source].columns
        again = seen is not None and seen.first_look(row.columns, name)
        if name in row.columns and not again:
            return row.columns[name]
        before = tuple(columns[: [label for label, _ in columns].index(name)])
        frame = Frame(row, before, self.day_of(row), None, row.columns, seen)
        result = self.evaluate(dict(columns)[name], frame)
        row.columns[name] = result
        return result

    def _lookup(self, node: core.Lookup, frame: Frame) -> Result:
        key = self._selector.key(node.keys, frame)
        if isinstance(key, Unknown):
            return key
        row = self.items.groups(node.record).get(key)
        if row is not None and row.doubtful:
            return UNREADABLE
        if row is None:
            if self.items.may_be(node.record, key):
                return UNREADABLE
            kinds = self.items.unrecorded((node.record,))
            return not_recorded(kinds) if kinds else absent(Absent(node.record))
        return self.column(row, node.column, frame.seen)

    def day_of(self, item: Item) -> date | None:
        """The day whose law applies: that on which the scope of the law opened."""
        scope = self.program.vocabulary.law_scope
        if scope is not None:
            fields = self.program.vocabulary.scopes[scope].fields
            key = tuple(raw(item, name) for name in fields)
            if key not in self._days:
                group = self.items.groups(scope).get(key)
                certain = () if group is None or group.doubtful else group.events
                times = (event.time for event in certain)
                opening = next((time for time in times if time is not None), None)
                self._days[key] = opening.date() if opening is not None else None
            if self._days[key] is not None:
                return self._days[key]
        first = events_of(item)[0]
        return first.time.date() if first.time is not None else None

    # ---- logic ------------------------------------------------------------------------------
    def _all(self, parts: tuple[core.Expression, ...], frame: Frame) -> Truth:
        unknown: list[Unknown] = []
        for part in parts:
            truth = self.truth(part, frame)
            if isinstance(truth, Unknown):
                unknown.append(truth)
            elif not truth:
                return False
        return join(*unknown) if unknown else True

    def _any(self, parts: tuple[core.Expression, ...], frame: Frame) -> Truth:
        unknown: list[Unknown] = []
        for part in parts:
            truth = self.truth(part, frame)
            if isinstance(truth, Unknown):
                unknown.append(truth)
            elif truth:
                return True
        return join(*unknown) if unknown else False

    def _choose(self, node: core.Choose, frame: Frame) -> Result:
        for when, then in node.cases:
            truth = self.truth(when, frame)
            if isinstance(truth, Unknown):
                return truth
            if truth:
                return self.evaluate(then, frame)
        return self.evaluate(node.otherwise, frame)

    def _decide(self, node: core.Decide, frame: Frame) -> Answer:
        arguments = [self.value(argument, frame) for argument in node.arguments]
        known = [a for a in arguments if not isinstance(a, Unknown)]
        if len(known) < len(arguments):
            return join(*arguments)
        result = self.program.tables[node.table].decide(tuple(known))
        return Unknown((Reason("undefined", node.table),)) if result is None else result

    def selected(self, selection: core.Selection, frame: Frame) -> list[Item]:
        """The items that are selected for certain."""
        found = self._selector.select(selection, frame)
        return [] if isinstance(found, Unknown) else found[0]

    # ---- values of selections ----------------------------------------------------------
    def _aggregate(self, node: core.Aggregate, frame: Frame) -> Answer:
        selected = self._selector.select(node.selection, frame)
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps = selected
        nothing = self._selector.nothing(node.selection)
        field = node.field
        values = [] if field is None else [self.field(item, field) for item in chosen]
        if node.function == "distinct":  # cards of which nobody knows whether they differ
            values = [SUITLESS if lacks_suit(value) else value for value in values]
        known = [v for v in values if not isinstance(v, Unknown | Item | Absent)]
        if perhaps or nothing is not None or len(known) < len(values):
            # An item is no value that could be counted or added.
            odd = any(isinstance(value, Item | Absent) for value in values)
            why = Unknown((Reason("undefined", node.function),)) if odd else None
            return join(*(own for _, own in perhaps), nothing, *values, why)
        if node.function == "count":
            return len(chosen)
        if node.function == "sum" and node.type == DURATION:
            known = [timedelta(), *known]
        return aggregate(node.function, known, node.selection.sources[0])

    def _quantify(self, node: core.Quantify, frame: Frame) -> Truth:
        found = self._selector.nearest(node.selection, frame, last=False)
        if isinstance(found, Unknown) and self._selector.any_certain(node.selection, frame):
            return node.quantity == "any"
        if isinstance(found, Unknown):
            return found
        if found is not None:
            return node.quantity == "any"
        nothing = self._selector.nothing(node.selection)
        return nothing if nothing is not None else node.quantity == "no"

    def _every(self, node: core.Every, frame: Frame) -> Truth:
        selected = self._selector.select(node.selection, frame)
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps = selected
        unknown: list[Unknown] = []
        for item in chosen:
            truth = self.truth(node.has, frame.at(item))
            if isinstance(truth, Unknown):
                unknown.append(truth)
            elif not truth:
                return False
        for item, why in perhaps:
            if self.truth(node.has, frame.at(item)) is not True:
                unknown.append(why)
        nothing = self._selector.nothing(node.selection)
        return join(*unknown, nothing) if unknown or nothing is not None else True

    def _pick(self, node: core.Pick, frame: Frame) -> Result:
        if node.index is None:
            found = self._selector.nearest(node.selection, frame, last=node.end == "last")
        else:
            found = self._selector.nth(node.selection, node.index, frame)
        if isinstance(found, Unknown):
            return found
        # Of several kinds one that is not recorded might have come before.
        nothing = self._selector.nothing(node.selection)
        if nothing is not None:
            return nothing
        return found if found is not None else Absent(" or ".join(node.selection.sources))

    def _match(self, node: core.Match, frame: Frame) -> Truth:
        result = self.sequences.run(node, frame)
        return result if isinstance(result, Unknown) else result[1] is None

    def _continuous(self, node: core.Continuous, frame: Frame) -> Truth:
        gap = self.intervals.gap(node, frame)
        return gap if isinstance(gap, Unknown) else gap is None
