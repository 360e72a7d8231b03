"""The point of view from which an expression is evaluated, and what it may give."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date

from auditor.judge.items import Absent, Item
from auditor.language import core
from auditor.values import Answer, Unknown

Result = Answer | Item | Absent
Truth = bool | Unknown
Lets = tuple[tuple[str, core.Expression], ...]
"""Names and what they stand for, each after those that it may name."""


class Seen(set[Item]):
    """The items that a value rests on, gathered where somebody asks for the evidence.

    What a name stands for is gathered once, and kept for all that is asked `beside` it, about the
    same subject.
    """

    def __init__(self, beside: Seen | None = None) -> None:
        super().__init__()
        self.kept: dict[tuple[int, str], Seen] = {} if beside is None else beside.kept

    def named(
        self, values: dict[str, Result], name: str, work_out: Callable[[Seen], Result]
    ) -> Result:
        """The value of a name; it is worked out anew the first time, so that it is seen."""
        look = (id(values), name)
        if look not in self.kept:
            seen = Seen(self)
            values[name] = work_out(seen)
            self.kept[look] = seen
        self.update(self.kept[look])
        return values[name]


@dataclass(slots=True)
class Frame:
    """The point of view from which an expression is evaluated."""

    subject: Item
    lets: Lets
    day: date | None
    element: Item | None = None
    known: dict[str, Result] = field(default_factory=dict)
    seen: Seen | None = None

    def at(self, element: Item | None) -> Frame:
        """The frame with one element of a selection in view, or with none."""
        return Frame(self.subject, self.lets, self.day, element, self.known, self.seen)

    def noting(self, seen: Seen | None) -> Frame:
        """The frame from which what is looked at is noted elsewhere, or nowhere."""
        return Frame(self.subject, self.lets, self.day, self.element, self.known, seen)
