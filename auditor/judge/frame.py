"""From where an expression is worked out, and what it may be worth."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from auditor.judge.items import Absent, Group, Item
from auditor.language import core
from auditor.values import Answer, Unknown

Worth = Answer | Item | Absent
Truth = bool | Unknown


@dataclass(slots=True)
class Frame:
    """From where an expression is worked out.

    `seen` gathers the items that a value rests on, where somebody asks for the evidence.
    """

    subject: Item
    lets: tuple[tuple[str, core.Expression], ...]
    day: date | None
    element: Item | None = None
    known: dict[str, Worth] = field(default_factory=dict)
    seen: list[Item] | None = None

    def at(self, element: Item) -> Frame:
        """The same place, looking at one element of a selection."""
        return Frame(self.subject, self.lets, self.day, element, self.known, self.seen)


class Meaning(Protocol):
    """What a selection asks of whoever works out its conditions and moments."""

    def worth(self, node: core.Expression, frame: Frame) -> Worth:
        """What an expression is worth."""

    def value(self, node: core.Expression, frame: Frame) -> Answer:
        """What an expression that is no item is worth; an absent item has no value."""

    def truth(self, node: core.Expression, frame: Frame) -> Truth:
        """What a condition is worth."""

    def column(self, row: Group, name: str, seen: list[Item] | None) -> Worth:
        """A column of a record's row."""
