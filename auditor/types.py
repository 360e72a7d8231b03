"""The types of the rule language.

A type is a frozen value.  Two enumerations are the same type when they bear the
same name; every other type is one of the constants below.  How each of these reads,
shows, orders and stores its values is a row of `auditor.values.TYPES`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, get_args

Plain = Literal[
    "boolean",
    "integer",
    "number",
    "money",
    "text",
    "time",
    "duration",
    "day",
    "card",
    "rank",
    "suit",
    "range",
]


@dataclass(frozen=True, slots=True, eq=False)
class Basic:
    """A type without parts.  There is one of each name, so that comparing two costs nothing."""

    name: Plain

    def __new__(cls, name: Plain) -> Basic:
        """The one of this name, also for a program that comes from another process or a cache."""
        return _MADE.setdefault(name, object.__new__(cls))

    def __reduce__(self) -> tuple[type[Basic], tuple[Plain]]:
        return type(self), (self.name,)

    def __str__(self) -> str:
        return self.name


_MADE: dict[Plain, Basic] = {}


@dataclass(frozen=True, slots=True)
class Enumeration:
    """A list of words, declared by a vocabulary; an open one may be gone beyond by a log."""

    name: str
    members: tuple[str, ...] = field(compare=False)
    open: bool = field(default=False, compare=False)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Item:
    """One event of the given kinds, one row of a record, or one interval."""

    sources: tuple[str, ...]

    def __str__(self) -> str:
        return "one " + " or ".join(self.sources)


@dataclass(frozen=True, slots=True)
class SetOf:
    """A set of values: written out in a rule, or in a cell with strokes between, `1/2/4/5`.  What
    is written out may be a set of sets, and is asked whether it holds that of a cell.
    """

    element: Basic | Enumeration | SetOf

    def __str__(self) -> str:
        return f"set of {self.element}"


Type = Basic | Enumeration | Item | SetOf

BOOLEAN = Basic("boolean")
INTEGER = Basic("integer")
NUMBER = Basic("number")
MONEY = Basic("money")
TEXT = Basic("text")
TIME = Basic("time")
DURATION = Basic("duration")
DAY = Basic("day")
CARD = Basic("card")
RANK = Basic("rank")
SUIT = Basic("suit")
RANGE = Basic("range")

BASIC_TYPES: dict[str, Basic] = {name: Basic(name) for name in get_args(Plain)}
