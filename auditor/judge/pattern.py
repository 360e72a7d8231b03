"""Whether a run of events follows a pattern, and where it leaves it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from auditor.language.core import Group, Step

Meets = Callable[[int, Step], bool]


@dataclass(slots=True)
class _State:
    """A point of the pattern: ways on that need an event, and ways on that need none."""

    steps: list[tuple[Step, int]] = field(default_factory=list)
    free: list[int] = field(default_factory=list)


class Machine:
    """A pattern as a machine with a state for every point that a run can have reached."""

    def __init__(self, pattern: tuple[Step | Group, ...]) -> None:
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

    def expected(self, count: int, meets: Meets) -> tuple[list[str], bool]:
        """What may follow the first `count` events, as written; whether they may be the last."""
        states = self._closure({0})
        for index in range(count):
            states = self._after(states, index, meets)
        ways = (way for state in sorted(states) for way in self._states[state].steps)
        said = dict.fromkeys(step.says for step, _ in ways)
        return list(said), self._end in states

    def _after(self, states: set[int], index: int, meets: Meets) -> set[int]:
        """The states that one more event leads to."""
        ways = (way for state in states for way in self._states[state].steps)
        return self._closure({after for step, after in ways if meets(index, step)})

    # ---- construction -----------------------------------------------------------------------
    def _new(self) -> int:
        self._states.append(_State())
        return len(self._states) - 1

    def _sequence(self, pattern: tuple[Step | Group, ...], start: int) -> int:
        for part in pattern:
            start = self._repeated(part, start)
        return start

    def _repeated(self, part: Step | Group, start: int) -> int:
        for _ in range(part.least):
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

    def _once(self, part: Step | Group, start: int) -> int:
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
