"""Matches runs of events against patterns, and finds where one leaves its pattern."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from auditor.judge.any_order import TIED
from auditor.judge.frame import Evaluator, Frame
from auditor.judge.items import Item
from auditor.judge.selection import Selector
from auditor.language import core
from auditor.language.core import PatternGroup, Step
from auditor.values import Unknown, join

Meets = Callable[[int, Step], bool]


@dataclass(slots=True)
class _State:
    """A point of the pattern: ways on that need an event, and ways on that need none."""

    steps: list[tuple[Step, int]] = field(default_factory=list)
    free: list[int] = field(default_factory=list)
    taken: int = 0  # so often the step that begins here was taken before, where it must be repeated


class Machine:
    """A pattern as a machine with a state for every point that a run can have reached."""

    def __init__(self, pattern: tuple[Step | PatternGroup, ...]) -> None:
        self._states = [_State()]
        self._end = self._sequence(pattern, 0)

    def run(self, count: int, meets: Meets) -> int | None:
        """The index of the first event that does not fit, `count` where more were needed.

        `meets(index, step)` says whether an event fits a step.  None: the run fits whole.
        """
        states = self._closure({0})
        for index in range(count):
            states = self._after(states, index, meets)
            if not states:
                return index
        return None if self._end in states else count

    def expected(self, count: int, meets: Meets) -> tuple[list[tuple[Step, int]], bool]:
        """The steps that may follow the first `count` events, with how often each was taken just
        before; True where these events may be the last.
        """
        states = self._closure({0})
        for index in range(count):
            states = self._after(states, index, meets)
        own = [self._states[state] for state in sorted(states)]
        ways = dict.fromkeys((step, state.taken) for state in own for step, _ in state.steps)
        return list(ways), self._end in states

    def _after(self, states: set[int], index: int, meets: Meets) -> set[int]:
        """The states that one more event leads to."""
        ways = (way for state in states for way in self._states[state].steps)
        return self._closure({after for step, after in ways if meets(index, step)})

    # ---- construction -----------------------------------------------------------------------
    def _new(self) -> int:
        self._states.append(_State())
        return len(self._states) - 1

    def _sequence(self, pattern: tuple[Step | PatternGroup, ...], start: int) -> int:
        for part in pattern:
            start = self._repeated(part, start)
        return start

    def _repeated(self, part: Step | PatternGroup, start: int) -> int:
        for taken in range(part.least):
            self._states[start].taken = taken
            start = self._once(part, start)
        if part.most is None:
            # Through a state of its own: the way back is not shared with what stands before.
            loop = self._new()
            self._states[start].free.append(loop)
            self._states[self._once(part, loop)].free.append(loop)
            return loop
        end = self._new()
        self._states[start].free.append(end)
        for _ in range(part.most - part.least):
            start = self._once(part, start)
            self._states[start].free.append(end)
        return end

    def _once(self, part: Step | PatternGroup, start: int) -> int:
        end = self._new()
        if isinstance(part, Step):
            self._states[start].steps.append((part, end))
            return end
        for alternative in part.alternatives:
            first = self._new()
            self._states[start].free.append(first)
            self._states[self._sequence(alternative, first)].free.append(end)
        return end

    def _closure(self, states: set[int]) -> set[int]:
        waiting = list(states)
        while waiting:
            for other in self._states[waiting.pop()].free:
                if other not in states:
                    states.add(other)
                    waiting.append(other)
        return states


class Sequences:
    """Runs the events of a selection through the machine of a pattern."""

    def __init__(self, evaluator: Evaluator, selector: Selector) -> None:
        self._evaluator, self._selector = evaluator, selector
        self._machines: dict[tuple[core.Step | core.PatternGroup, ...], Machine] = {}

    def run(self, node: core.Match, frame: Frame) -> tuple[list[Item], int | None] | Unknown:
        """The events of a sequence, and the index of the first that leaves the pattern, if any."""
        selected = self._selector.select(node.selection, frame)
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps, _ = selected
        # An event may be missing, or too few to leave the pattern, for want of records.
        nothing = self._selector.nothing(node.selection)
        if perhaps:
            return join(*(why for _, why in perhaps), nothing)
        if self._selector.any_order is not None and self._selector.any_order.several(chosen):
            return TIED
        machine = self.machine(node)
        unknown: list[Unknown] = []
        left = machine.run(len(chosen), self._meets(chosen, frame, False, unknown))
        if left is not None and unknown:
            left = machine.run(len(chosen), self._meets(chosen, frame, True, []))
            if left is None:
                return join(*unknown, nothing)
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
            truth = (
                True if step.where is None else self._evaluator.truth(step.where, frame.at(item))
            )
            if isinstance(truth, Unknown):
                unknown.append(truth)
                return generous
            return truth

        return meets

    def meets(self, items: list[Item], frame: Frame) -> Meets:
        """Whether an item of a run fits a step, for messages."""
        return self._meets(items, frame, False, [])
