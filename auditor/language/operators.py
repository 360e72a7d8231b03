"""The table of operators: what each takes and gives.

The checker types every operation by this table, and tests hold both engines to it.
"""

from __future__ import annotations

from dataclasses import dataclass

from auditor.types import (
    BOOLEAN,
    CARD,
    DAY,
    DURATION,
    INTEGER,
    MONEY,
    NUMBER,
    RANGE,
    RANK,
    SUIT,
    TIME,
    Basic,
    Type,
)
from auditor.values import TYPES


@dataclass(frozen=True, slots=True)
class Operator:
    """One legal case: `takes` and `gives` are types, `meaning` says what it does in a line."""

    sign: str
    takes: tuple[Basic, ...]
    gives: Basic
    meaning: str


_SUMS = INTEGER, NUMBER, MONEY, DURATION
OPERATORS = (
    *(Operator("+", (own, own), own, "sum") for own in _SUMS),
    Operator("+", (TIME, DURATION), TIME, "that much later"),
    *(Operator("-", (own, own), own, "difference") for own in _SUMS),
    Operator("-", (TIME, TIME), DURATION, "time elapsed from the second to the first"),
    Operator("-", (TIME, DURATION), TIME, "that much earlier"),
    Operator("times", (INTEGER, INTEGER), INTEGER, "product"),
    Operator("times", (NUMBER, NUMBER), NUMBER, "product"),
    Operator("times", (NUMBER, MONEY), MONEY, "that many times the sum"),
    Operator("times", (MONEY, NUMBER), MONEY, "that many times the sum"),
    Operator("/", (NUMBER, NUMBER), NUMBER, "exact quotient; undefined by zero"),
    Operator("/", (MONEY, NUMBER), MONEY, "exact share; undefined by zero"),
    Operator("/", (MONEY, MONEY), NUMBER, "exact ratio; undefined by zero"),
    Operator("/", (DURATION, DURATION), NUMBER, "exact ratio; undefined by zero"),
    Operator(
        "div",
        (INTEGER, INTEGER),
        INTEGER,
        "whole part of the quotient, `mod` being left: -7 div 2 is -4; undefined by zero",
    ),
    Operator(
        "mod",
        (INTEGER, INTEGER),
        INTEGER,
        "remainder, never negative: 17 mod 10 is 7; undefined by zero",
    ),
    Operator(
        "mod",
        (MONEY, MONEY),
        MONEY,
        "what is left of a sum beyond the multiples of another: `amount mod 5 = 0`; "
        "undefined by zero",
    ),
    *(Operator("minus", (own,), own, "opposite") for own in _SUMS),
    *(Operator("abs", (own,), own, "without its sign") for own in _SUMS[:3]),
    Operator("rank", (CARD,), RANK, "rank of a card"),
    Operator("suit", (CARD,), SUIT, "suit of a card"),
    Operator("day", (TIME,), DAY, "calendar day of a time, as its own clock shows it"),
    Operator("clock", (TIME,), DURATION, "time of day: since midnight, as its own clock shows it"),
)

FUNCTIONS = frozenset(("abs", "rank", "suit", "day", "clock"))
"""Operators that are written as a call."""

ORDERED = frozenset(Basic(name) for name, row in TYPES.items() if row.ordered)
"""Types whose values have an order of their own; others have one only where it is declared."""

EQUATABLE = frozenset(Basic(name) for name, row in TYPES.items() if row.equatable)


NO_SETS = frozenset((BOOLEAN, NUMBER, MONEY, TIME, DURATION, DAY, RANGE))
"""Types that no set is made of."""


def gives(sign: str, arguments: tuple[Type, ...]) -> Basic | None:
    """The type of the operator's result for arguments of these types; None: no such case."""
    for operator in OPERATORS:
        if operator.sign == sign and len(operator.takes) == len(arguments):
            pairs = zip(arguments, operator.takes, strict=True)
            if all(fits(given, taken) for given, taken in pairs):
                return operator.gives
    return None


def fits(given: Type, taken: Type) -> bool:
    """True where a value of one type may stand for the other: a whole number is a number."""
    return given == taken or (given == INTEGER and taken == NUMBER)
