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
    size,
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
        self,
        program: core.Program,
        log: Log,
        params: dict[str, Value] | None = None,
        day: date | None = None,
    ) -> None:
        self.program, self.log = program, log
        self.items = Items(program, log)
        self._params, self._day = params or {}, day
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
            case core.Size():
                return size(self.value(node.part, frame))
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
                return self._filled(node.part, frame)
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
        return self.value_of(self.evaluate(node, frame))

    @staticmethod
    def value_of(result: Result) -> Answer:
        """A result as a value, which an absent item has not."""
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
        again = seen is not None and seen.first_look(row.columns, name)
        if name not in row.columns or again:
            columns = dict(self.program.records[row.source].columns)
            row.columns[name] = self.evaluate(columns[name], self._column_frame(row, name, seen))
        return row.columns[name]

    def _column_frame(self, row: Group, name: str, seen: Seen | None) -> Frame:
        columns = self.program.records[row.source].columns
        before = tuple(columns[: [label for label, _ in columns].index(name)])
        return Frame(row, before, self.day_of(row), None, row.columns, seen)

    def _lookup(self, node: core.Lookup, frame: Frame) -> Result:
        row = self._row(node, frame)
        if isinstance(row, Absent):
            return absent(row)
        return row if isinstance(row, Unknown) else self.column(row, node.column, frame.seen)

    def _row(self, node: core.Lookup, frame: Frame) -> Group | Absent | Unknown:
        key = self._selector.key(node.keys, frame)
        if isinstance(key, Unknown):
            return key
        row = self.items.groups(node.record).get(key)
        if row is not None:
            return UNREADABLE if row.doubtful else row
        if self.items.may_be(node.record, key):
            return UNREADABLE
        kinds = self.items.unrecorded((node.record,))
        return not_recorded(kinds) if kinds else Absent(node.record)

    def _filled(self, node: core.Expression, frame: Frame) -> Truth:
        """Whether there is a value; what a name stands for is asked in its place."""
        match node:
            case core.Field(of=of, name=name):
                return self._cell_filled(self.evaluate(of, frame), name, frame)
            case core.Lookup():
                return self._cell_filled(self._row(node, frame), node.column, frame)
            case core.Local(name=name):
                return self._filled(dict(frame.lets)[name], replace(frame, element=None))
            case core.Choose():
                taken = self._taken(node, frame)
                return taken if isinstance(taken, Unknown) else self._filled(taken, frame)
            case _:
                return filled(self.value(node, frame))

    def _cell_filled(self, of: Result, name: str, frame: Frame) -> Truth:
        """Whether a cell of an item is; one of an absent item is not."""
        if isinstance(of, Unknown):
            return of
        if isinstance(of, Group) and name not in of.keys:
            columns = self.program.records[of.source].columns
            inside = self._column_frame(of, name, frame.seen)
            return self._filled(dict(columns)[name], inside)
        return filled(self.value_of(self._field(of, name, frame)))

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
        return first.time.date() if first.time is not None else self._day

    # ---- logic ------------------------------------------------------------------------------
    def _all(self, parts: tuple[core.Expression, ...], frame: Frame) -> Truth:
        return self._together(parts, frame, decides=False)

    def _any(self, parts: tuple[core.Expression, ...], frame: Frame) -> Truth:
        return self._together(parts, frame, decides=True)

    def _together(
        self, parts: tuple[core.Expression, ...], frame: Frame, *, decides: bool
    ) -> Truth:
        """One truth decides whatever the others are; the evidence is of all that decide."""
        unknown: list[Unknown] = []
        for at, part in enumerate(parts):
            truth = self.truth(part, frame)
            if isinstance(truth, Unknown):
                unknown.append(truth)
            elif truth is decides:
                self._see_others(parts[at + 1 :], frame, decides)
                return decides
        return join(*unknown) if unknown else not decides

    def _see_others(self, parts: tuple[core.Expression, ...], frame: Frame, truth: bool) -> None:
        """Notes what the other parts of some truth rest on, where the evidence is asked for."""
        if frame.seen is None:
            return
        for part in parts:
            if self.truth(part, replace(frame, seen=None)) is truth:
                self.truth(part, frame)

    def _choose(self, node: core.Choose, frame: Frame) -> Result:
        taken = self._taken(node, frame)
        return taken if isinstance(taken, Unknown) else self.evaluate(taken, frame)

    def _taken(self, node: core.Choose, frame: Frame) -> core.Expression | Unknown:
        """The case that holds, if that is known."""
        for when, then in node.cases:
            truth = self.truth(when, frame)
            if isinstance(truth, Unknown):
                return truth
            if truth:
                return then
        return node.otherwise

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
