"""Violations that hang on the order of rows of one instant, which stand in different files."""

from __future__ import annotations

from datetime import date
from functools import cached_property

from auditor.judge.any_order import AnyOrder
from auditor.judge.frame import Frame
from auditor.judge.items import Group, IntervalItem, Item
from auditor.judge.reference import Reference
from auditor.language import core
from auditor.log.event import Log
from auditor.values import Value


class Hanging:
    """Judges the subjects of one log again, where the order of such rows is not known."""

    def __init__(
        self,
        program: core.Program,
        log: Log,
        params: dict[str, Value] | None,
        day: date | None = None,
    ) -> None:
        self._program, self._log, self._params, self._day = program, log, params, day

    @cached_property
    def _any_order(self) -> AnyOrder:
        return AnyOrder(self._log, self._program.vocabulary)

    @cached_property
    def _may(self) -> bool:
        """Whether there are such rows at all."""
        return self._any_order.several(self._log.events)

    @cached_property
    def _reference(self) -> Reference:
        own = self._any_order
        return Reference(self._program, self._log, self._params, self._day, any_order=own)

    def hangs(self, rule: core.Rule, subject: Item) -> bool:
        """Whether a rule that is violated for a subject may not be, if rows of one instant came in
        another order.
        """
        if not self._log.instants.starts or not self._may:
            return False
        reference, own = self._reference, self._same(subject)
        frame = Frame(own, rule.lets, reference.law.day_of(own))
        asked = [*rule.applies, *(condition for condition, _ in rule.verifiable)]
        if rule.where is not None:
            asked.append(rule.where)
        if any(reference.truth(condition, frame) is not True for condition in asked):
            return True
        return reference.truth(rule.require, frame) is not False

    def _same(self, subject: Item) -> Item:
        """The subject as it is found again."""
        items = self._reference.items
        if isinstance(subject, IntervalItem):
            sources = self._program.vocabulary.intervals
            every = (own for source in sources for own in items.of(source))
            spans = (own for own in every if isinstance(own, IntervalItem))
            return next(own for own in spans if own.start is subject.start)
        if not isinstance(subject, Group):
            return subject
        record = self._program.records.get(subject.source)
        by_event = record is not None and record.of_events
        key = (subject.place,) if by_event else tuple(subject.keys.values())
        return items.groups(subject.source)[key]
