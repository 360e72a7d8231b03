"""The meaning of the language: the value of every expression of a checked rule.

One event at a time, in plain Python, no clever plan: this file, with those to which it hands a
form, is what the words mean, and any faster engine must agree with it.

Truth has three values.  `Unknown` is neither true nor false and carries its reasons; it
never turns into an answer on its way.  `Absent` stands for an event that is not there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from auditor.judge.aggregates import Aggregates
from auditor.judge.fields import Fields
from auditor.judge.frame import Frame, Result, Seen, Truth
from auditor.judge.intervals import Intervals
from auditor.judge.item_index import KeyReader
from auditor.judge.items import Group, Item, Items, Key, kind_of
from auditor.judge.law import LawInForce
from auditor.judge.operators import alike, compare, exists, is_in, operate, size, value_of
from auditor.judge.pattern import Sequences
from auditor.judge.selection import Selector
from auditor.language import core
from auditor.language.payments import payments_in
from auditor.log.event import Log
from auditor.values import Answer, Reason, Unknown, Value, join

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
        self.law = LawInForce(program, self.items, params or {}, day)
        self._keys = KeyReader(self.items, self)
        self._selector = Selector(program, log, self.items, self._keys, self)
        self.fields = Fields(program, self.items, self.law, self._keys, self)
        self._aggregates = Aggregates(self, self.fields, self._selector)
        self.sequences = Sequences(self, self._selector)
        self.intervals = Intervals(self, self._selector)
        self._payments: dict[tuple[str, int], tuple[str, ...]] = {}
        self._forms = self._every_form()

    # ---- one line for every form ------------------------------------------------------------
    def _every_form(self) -> Mapping[type[core.Expression], Callable[[Any, Frame], Result]]:
        """The meaning of each form, by its type: to ask of each node which it is takes longer than
        most of them.
        """
        value = self.value
        return {
            core.Literal_: lambda node, _: node.value,
            core.Parameter: lambda node, frame: self.law.parameter(node.name, frame.day),
            core.Subject: lambda _, frame: frame.subject,
            core.Element: lambda _, frame: _there(frame.element),
            core.Local: lambda node, frame: self._local(node.name, frame),
            core.Field: lambda node, frame: self.fields.field(
                self.evaluate(node.of, frame), node.name, frame
            ),
            core.Lookup: self.fields.lookup,
            core.Operation: lambda node, frame: operate(
                node.sign, [value(own, frame) for own in node.arguments]
            ),
            core.Compare: lambda node, frame: compare(
                node, value(node.left, frame), value(node.right, frame)
            ),
            core.IsIn: lambda node, frame: is_in(
                value(node.element, frame), value(node.within, frame)
            ),
            core.Size: lambda node, frame: size(value(node.part, frame)),
            core.AllOf: lambda node, frame: self._together(node.parts, frame, decides=False),
            core.AnyOf: lambda node, frame: self._together(node.parts, frame, decides=True),
            core.Not: self._negated,
            core.Exists: lambda node, frame: exists(self.evaluate(node.part, frame)),
            core.Filled: lambda node, frame: self.fields.filled(node.part, frame),
            core.Alike: self._are_alike,
            core.Same: self._keys.same,
            core.Choose: self._choose,
            core.Decide: self._decide,
            core.Aggregate: self._aggregates.aggregate,
            core.Quantify: self._aggregates.quantify,
            core.Every: self._aggregates.every,
            core.Pick: self._aggregates.pick,
            core.Match: self._match,
            core.Continuous: self._continuous,
        }

    def evaluate(self, node: core.Expression, frame: Frame) -> Result:
        """The value of an expression, or the item that it names."""
        return self._forms[type(node)](node, frame)

    def value(self, node: core.Expression, frame: Frame) -> Answer:
        """The value of an expression that is no item; an absent item has none."""
        return value_of(self.evaluate(node, frame))

    def truth(self, node: core.Expression, frame: Frame) -> Truth:
        """The truth of a condition."""
        result = self.value(node, frame)
        assert isinstance(result, bool | Unknown)
        return result

    # ---- names and fields -------------------------------------------------------------------
    def _local(self, name: str, frame: Frame) -> Result:
        # Where the evidence is asked for it is worked out again, once, so that it is seen.
        again = frame.seen is not None and frame.seen.first_look(frame.known, name)
        if again or name not in frame.known:
            outside = replace(frame, element=None)
            frame.known[name] = self.evaluate(dict(frame.lets)[name], outside)
        return frame.known[name]

    def column(self, row: Group, name: str, seen: Seen | None) -> Result:
        """A column of a record's row."""
        return self.fields.column(row, name, seen)

    # ---- logic ------------------------------------------------------------------------------
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

    def _negated(self, node: core.Not, frame: Frame) -> Truth:
        """Whether a condition does not hold."""
        part = self.truth(node.part, frame)
        return part if isinstance(part, Unknown) else not part

    def _are_alike(self, node: core.Alike, frame: Frame) -> Truth:
        """Whether two events say the same."""
        left, right = self.evaluate(node.left, frame), self.evaluate(node.right, frame)
        return alike(left, right, self.items.recorded_fields)

    def _choose(self, node: core.Choose, frame: Frame) -> Result:
        taken = self.taken(node, frame)
        return taken if isinstance(taken, Unknown) else self.evaluate(taken, frame)

    def taken(self, node: core.Choose, frame: Frame) -> core.Expression | Unknown:
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

    # ---- forms that rest on a selection -----------------------------------------------------
    def selected(self, selection: core.Selection, frame: Frame) -> list[Item]:
        """The items that are selected for certain."""
        found = self._selector.select(selection, frame)
        return [] if isinstance(found, Unknown) else found[0]

    def keys_of(self, selection: core.Selection, frame: Frame) -> Key | Unknown:
        """The values of the fields in which a selection agrees with the subject."""
        return self._keys.asked(selection, frame)

    def payments_in(self, rule: core.Rule, node: core.Expression) -> tuple[str, ...]:
        """The kinds of payment whose sums a part of a rule asks for."""
        asked = rule.name, id(node)
        if asked not in self._payments:
            self._payments[asked] = payments_in(self.program, rule, node)
        return self._payments[asked]

    def _match(self, node: core.Match, frame: Frame) -> Truth:
        result = self.sequences.run(node, frame)
        return result if isinstance(result, Unknown) else result[1] is None

    def _continuous(self, node: core.Continuous, frame: Frame) -> Truth:
        gap = self.intervals.gap(node, frame)
        return gap if isinstance(gap, Unknown) else gap is None


def _there(element: Item | None) -> Item:
    assert element is not None
    return element
