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

from auditor.judge.fields import LawInForce
from auditor.judge.frame import Frame, Lets, Result, Seen, Truth
from auditor.judge.items import Absent, Item, Items, in_order, kind_of
from auditor.judge.ledger import Ledgers
from auditor.judge.operators import alike, by_story, compare, exists, is_in, operate, size
from auditor.judge.order_ties import OrderTies
from auditor.language import core
from auditor.log.event import Log
from auditor.values import Answer, Reason, Several, Unknown, Value, join

__all__ = ["Frame", "Reference", "Result", "kind_of"]


class Reference(Ledgers):
    """Works out the expressions of one program over one log."""

    def __init__(
        self,
        program: core.Program,
        log: Log,
        params: dict[str, Value] | None = None,
        day: date | None = None,
        *,
        ties: OrderTies | None = None,
    ) -> None:
        self.program, self.log, self.ties = program, log, ties
        self.items = Items(program, log, in_order if ties is None else ties.apart)
        self.law = LawInForce(program, self.items, params or {}, day)
        self._columns, self._made, self._by_selection = {}, {}, {}
        self._places, self._matches = {}, {}
        self._told = {}
        self._lets: dict[int, tuple[Lets, dict[str, core.Expression]]] = {}  # by identity too

    # ---- one line for every form ------------------------------------------------------------
    def evaluate(self, node: core.Expression, frame: Frame) -> Result:
        """The value of an expression, or the item that it names."""
        return _FORMS[type(node)](self, node, frame)

    # ---- names and fields -------------------------------------------------------------------
    def _local(self, name: str, frame: Frame) -> Result:
        if frame.seen is not None:
            return frame.seen.named(
                frame.known, name, lambda seen: self._let(name, frame.noting(seen))
            )
        if name not in frame.known:
            frame.known[name] = self._let(name, frame)
        return frame.known[name]

    def _let(self, name: str, frame: Frame) -> Result:
        if (lets := id(frame.lets)) not in self._lets:
            self._lets[lets] = frame.lets, dict(frame.lets)
        return self.evaluate(self._lets[lets][1][name], frame.at(None))

    # ---- logic ------------------------------------------------------------------------------
    def _together(
        self, parts: tuple[core.Expression, ...], frame: Frame, *, decides: bool
    ) -> Truth:
        """`and`, `or`: a part decides even if others are unknown; all that decide are evidence."""
        unknown: list[Unknown] = []
        for at, part in enumerate(parts):
            truth = self.truth(part, frame)
            if isinstance(truth, Unknown):
                unknown.append(truth)
            elif truth is decides:
                self._see_others(parts[at + 1 :], frame, decides)
                return decides
        if not unknown:
            return not decides
        return _truth(by_story(lambda truths: _decided(truths, decides=decides), unknown))

    def _see_others(self, parts: tuple[core.Expression, ...], frame: Frame, truth: bool) -> None:
        """Notes the items behind the other parts that decide, where evidence is asked for."""
        if frame.seen is None:
            return
        for part in parts:
            seen = Seen(frame.seen)
            if self.truth(part, frame.noting(seen)) is truth:
                frame.seen |= seen

    def alike(self, node: core.Alike, frame: Frame) -> Truth:
        """Whether two events say the same."""
        left, right = self.evaluate(node.left, frame), self.evaluate(node.right, frame)
        return alike(left, right, self.items.recorded_fields)

    def choose(self, node: core.Choose, frame: Frame) -> Result:
        for at, (when, then) in enumerate(node.cases):
            truth = self.truth(when, frame)
            if isinstance(truth, Several):  # the choice in each story on which the case hangs
                rest = node.cases[at + 1 :]
                otherwise = replace(node, cases=rest) if rest else node.otherwise
                results = [truth, self.evaluate(then, frame), self.evaluate(otherwise, frame)]
                answers = [own for own in results if not isinstance(own, Item | Absent)]
                if len(answers) < len(results):
                    return join(*results)
                return by_story(_taken, answers)
            if isinstance(truth, Unknown):
                return truth
            if truth:
                return self.evaluate(then, frame)
        return self.evaluate(node.otherwise, frame)

    def taken(self, node: core.Choose, frame: Frame) -> core.Expression | Unknown:
        """The case that holds, if that is known."""
        for when, then in node.cases:
            truth = self.truth(when, frame)
            if isinstance(truth, Unknown):
                return truth
            if truth:
                return then
        return node.otherwise

    def decide(self, node: core.Decide, frame: Frame) -> Answer:
        arguments = [self.value(argument, frame) for argument in node.arguments]
        known = [a for a in arguments if not isinstance(a, Unknown)]
        if len(known) < len(arguments):
            return join(*arguments)
        result = self.program.tables[node.table].decide(tuple(known))
        return Unknown((Reason("undefined", node.table),)) if result is None else result

    # ---- forms that rest on a selection -----------------------------------------------------
    def match(self, node: core.Match, frame: Frame) -> Truth:
        result = self.run(node, frame)
        return result if isinstance(result, Unknown) else result[1] is None

    def goes(self, node: core.Goes, frame: Frame) -> Truth:
        against = self.against(node, frame)
        return against if isinstance(against, Unknown) else against is None

    def continuous(self, node: core.Continuous, frame: Frame) -> Truth:
        gap = self.gap(node, frame)
        return gap if isinstance(gap, Unknown) else gap is None


def _decided(truths: list[Answer], *, decides: bool) -> Truth:
    """The answer of truths, of which none was known before."""
    if decides in truths:
        return decides
    unknown = [truth for truth in truths if isinstance(truth, Unknown)]
    return join(*unknown) if unknown else not decides


def _opposite(truths: list[Answer]) -> Truth:
    (truth,) = truths
    return truth if isinstance(truth, Unknown) else not truth


def _taken(answers: list[Answer]) -> Answer:
    """One answer or another, as a condition before them says."""
    when, then, otherwise = answers
    return when if isinstance(when, Unknown) else then if when else otherwise


def _truth(answer: Answer) -> Truth:
    assert isinstance(answer, bool | Unknown)
    return answer


def _there(element: Item | None) -> Item:
    assert element is not None
    return element


_BY_NAME: Mapping[type[core.Expression], Callable[[Reference, Any, Frame], Result]] = {
    form: getattr(Reference, form.__name__.lower())
    for form in (
        *(core.Aggregate, core.Alike, core.Balance, core.Choose, core.Continuous, core.Decide),
        *(core.Goes, core.Lookup, core.Match, core.Pick, core.Quantify, core.Same),
    )
}
"""Forms whose meaning is the method of their name."""
_FORMS: Mapping[type[core.Expression], Callable[[Reference, Any, Frame], Result]] = {
    **_BY_NAME,
    core.Literal_: lambda _self, node, _: node.value,
    core.Parameter: lambda self, node, frame: self.law.parameter(node.name, frame.day),
    core.Subject: lambda _self, _, frame: frame.subject,
    core.Element: lambda _self, _, frame: _there(frame.element),
    core.Local: lambda self, node, frame: self._local(node.name, frame),
    core.Field: lambda self, node, frame: self.field(
        self.evaluate(node.of, frame), node.name, frame
    ),
    core.Operation: lambda self, node, frame: by_story(
        lambda own: operate(node.sign, own),
        [self.value(argument, frame) for argument in node.arguments],
    ),
    core.Compare: lambda self, node, frame: by_story(
        lambda own: compare(node.sign, own[0], own[1], node.order),
        [self.value(node.left, frame), self.value(node.right, frame)],
    ),
    core.IsIn: lambda self, node, frame: by_story(
        lambda own: is_in(*own), [self.value(node.element, frame), self.value(node.within, frame)]
    ),
    core.Size: lambda self, node, frame: size(self.value(node.part, frame)),
    core.AllOf: lambda self, node, frame: self._together(node.parts, frame, decides=False),
    core.AnyOf: lambda self, node, frame: self._together(node.parts, frame, decides=True),
    core.Not: lambda self, node, frame: by_story(_opposite, [self.truth(node.part, frame)]),
    core.Exists: lambda self, node, frame: exists(self.evaluate(node.part, frame)),
    core.Recorded: lambda self, node, _: node.kind in self.items.recorded,
    core.Filled: lambda self, node, frame: self.filled(node.part, frame),
}
"""The meaning of each form, by its type: to ask of each node which it is takes longer than most of
them.
"""
