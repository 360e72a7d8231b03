"""Sequences: whether selected events follow a pattern, and where they leave it."""

from __future__ import annotations

from auditor.judge.frame import Frame, Meaning
from auditor.judge.items import Item
from auditor.judge.pattern import Machine, Meets
from auditor.judge.selection import Selector
from auditor.language import core
from auditor.values import Unknown, join


class Sequences:
    """Runs the events of a selection through the machine of a pattern."""

    def __init__(self, meaning: Meaning, selector: Selector) -> None:
        self._meaning, self._selector = meaning, selector
        self._machines: dict[tuple[core.Step | core.Group, ...], Machine] = {}

    def run(self, node: core.Match, frame: Frame) -> tuple[list[Item], int | None] | Unknown:
        """The events of a sequence, and the index of the first that leaves the pattern, if any."""
        selected = self._selector.select(node.selection, frame)
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps = selected
        if perhaps:
            return join(*(why for _, why in perhaps))
        machine = self.machine(node)
        unknown: list[Unknown] = []
        left = machine.run(len(chosen), self._meets(chosen, frame, False, unknown))
        if left is not None and unknown:
            left = machine.run(len(chosen), self._meets(chosen, frame, True, []))
            if left is None:
                return join(*unknown)
        # An event may be missing, or too few to leave the pattern, for want of records.
        nothing = self._selector.nothing(node.selection)
        return nothing if nothing is not None else (chosen, left)

    def machine(self, node: core.Match) -> Machine:
        """The machine of a pattern, made once."""
        if node.pattern not in self._machines:
            self._machines[node.pattern] = Machine(node.pattern)
        return self._machines[node.pattern]

    def _meets(
        self, items: list[Item], frame: Frame, generous: bool, unknown: list[Unknown]
    ) -> Meets:
        def meets(index: int, step: core.Step) -> bool:
            item = items[index]
            if not self._selector.comes_from(item, step.kind):
                return False
            truth = True if step.where is None else self._meaning.truth(step.where, frame.at(item))
            if isinstance(truth, Unknown):
                unknown.append(truth)
                return generous
            return truth

        return meets

    def meets(self, items: list[Item], frame: Frame) -> Meets:
        """Whether an item of a run fits a step, for messages."""
        return self._meets(items, frame, False, [])
