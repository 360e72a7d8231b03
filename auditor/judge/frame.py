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


class Seen(list[Item]):
    """The items that a value rests on, gathered where somebody asks for the evidence."""

    def __init__(self) -> None:
        super().__init__()
        self._looked: set[tuple[int, str]] = set()

    def first_look(self, values: dict[str, Worth], name: str) -> bool:
        """Whether a named value has not been worked out for this evidence yet."""
        look = (id(values), name)
        if look in self._looked:
            return False
        self._looked.add(look)
        return True


@dataclass(slots=True)
class Frame:
    """From where an expression is worked out."""

    subject: Item
    lets: tuple[tuple[str, core.Expression], ...]
    day: date | None
    element: Item | None = None
    known: dict[str, Worth] = field(default_factory=dict)
    seen: Seen | None = None

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

    def column(self, row: Group, name: str, seen: Seen | None) -> Worth:
        """A column of a record's row."""
