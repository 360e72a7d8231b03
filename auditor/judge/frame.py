"""The point of view from which an expression is evaluated, and what it may give."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from auditor.judge.items import Absent, Group, Item
from auditor.language import core
from auditor.values import Answer, Unknown

Result = Answer | Item | Absent
Truth = bool | Unknown


class Seen(list[Item]):
    """The items that a value rests on, gathered where somebody asks for the evidence."""

    def __init__(self) -> None:
        super().__init__()
        self._looked: set[tuple[int, str]] = set()

    def first_look(self, values: dict[str, Result], name: str) -> bool:
        """True the first time only, so that a value's evidence is noted once."""
        look = (id(values), name)
        if look in self._looked:
            return False
        self._looked.add(look)
        return True


@dataclass(slots=True)
class Frame:
    """The point of view from which an expression is evaluated."""

    subject: Item
    lets: tuple[tuple[str, core.Expression], ...]
    day: date | None
    element: Item | None = None
    known: dict[str, Result] = field(default_factory=dict)
    seen: Seen | None = None

    def at(self, element: Item) -> Frame:
        """The frame with one element of a selection in view."""
        return Frame(self.subject, self.lets, self.day, element, self.known, self.seen)


class Evaluator(Protocol):
    """Evaluates the conditions and bounds of selections."""

    def evaluate(self, node: core.Expression, frame: Frame) -> Result:
        """The value of an expression, or the item that it names."""

    def value(self, node: core.Expression, frame: Frame) -> Answer:
        """The value of an expression that is no item; an absent item has none."""

    def truth(self, node: core.Expression, frame: Frame) -> Truth:
        """The truth of a condition."""

    def taken(self, node: core.Choose, frame: Frame) -> core.Expression | Unknown:
        """The case that holds, if that is known."""

    def column(self, row: Group, name: str, seen: Seen | None) -> Result:
        """A column of a record's row."""
