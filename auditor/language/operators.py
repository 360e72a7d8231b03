"""The table of operators: what each takes and gives.

The checker types every operation by this table, and tests hold both engines to it.
"""

from __future__ import annotations

from auditor import types as t
from auditor.source import Frozen
from auditor.values import TYPES


class Operator(Frozen):
    """One legal case: `takes` and `gives` are types, `meaning` says what it does in a line."""

    sign: str
    takes: tuple[t.Basic, ...]
    gives: t.Basic
    meaning: str


_SUMS = t.INTEGER, t.NUMBER, t.MONEY, t.DURATION
OPERATORS = (
    *(Operator("+", (own, own), own, "sum") for own in _SUMS),
    Operator("+", (t.TIME, t.DURATION), t.TIME, "that much later"),
    *(Operator("-", (own, own), own, "difference") for own in _SUMS),
    Operator("-", (t.TIME, t.TIME), t.DURATION, "time elapsed from the second to the first"),
    Operator("-", (t.TIME, t.DURATION), t.TIME, "that much earlier"),
    Operator("times", (t.INTEGER, t.INTEGER), t.INTEGER, "product"),
    Operator("times", (t.NUMBER, t.NUMBER), t.NUMBER, "product"),
    Operator("times", (t.NUMBER, t.MONEY), t.MONEY, "that many times the sum"),
    Operator("times", (t.MONEY, t.NUMBER), t.MONEY, "that many times the sum"),
    Operator("times", (t.INTEGER, t.DURATION), t.DURATION, "that many times as long"),
    Operator("times", (t.DURATION, t.INTEGER), t.DURATION, "that many times as long"),
    Operator("/", (t.NUMBER, t.NUMBER), t.NUMBER, "exact quotient; undefined by zero"),
    Operator("/", (t.MONEY, t.NUMBER), t.MONEY, "exact share; undefined by zero"),
    Operator("/", (t.MONEY, t.MONEY), t.NUMBER, "exact ratio; undefined by zero"),
    Operator("/", (t.DURATION, t.DURATION), t.NUMBER, "exact ratio; undefined by zero"),
    Operator(
        "div",
        (t.INTEGER, t.INTEGER),
        t.INTEGER,
        "whole part of the quotient, `mod` being left: -7 div 2 is -4; undefined by zero",
    ),
    Operator(
        "mod",
        (t.INTEGER, t.INTEGER),
        t.INTEGER,
        "remainder, never negative: 17 mod 10 is 7; undefined by zero",
    ),
    Operator(
        "mod",
        (t.MONEY, t.MONEY),
        t.MONEY,
        "what is left of a sum beyond the multiples of another: `amount mod 5 = 0`; "
        "undefined by zero",
    ),
    *(Operator("minus", (own,), own, "opposite") for own in _SUMS),
    *(Operator("abs", (own,), own, "without its sign") for own in _SUMS[:3]),
    Operator("rank", (t.CARD,), t.RANK, "rank of a card"),
    Operator("suit", (t.CARD,), t.SUIT, "suit of a card"),
    Operator("day", (t.TIME,), t.DAY, "calendar day of a time, as its own clock shows it"),
    Operator(
        "clock", (t.TIME,), t.DURATION, "time of day: since midnight, as its own clock shows it"
    ),
)

FUNCTIONS = frozenset(("abs", "rank", "suit", "day", "clock"))
"""Operators that are written as a call."""

ORDERED = frozenset(t.Basic(name) for name, row in TYPES.items() if row.ordered)
"""Types whose values have an order of their own; others have one only where it is declared."""

EQUATABLE = frozenset(t.Basic(name) for name, row in TYPES.items() if row.equatable)


NO_SETS = frozenset((t.BOOLEAN, t.NUMBER, t.MONEY, t.TIME, t.DURATION, t.DAY, t.RANGE))
"""Types that no set is made of."""


def gives(sign: str, arguments: tuple[t.Type, ...]) -> t.Basic | None:
    """The type of the operator's result for arguments of these types; None: no such case."""
    for operator in OPERATORS:
        if operator.sign == sign and len(operator.takes) == len(arguments):
            pairs = zip(arguments, operator.takes, strict=True)
            if all(fits(given, taken) for given, taken in pairs):
                return operator.gives
    return None


def fits(given: t.Type, taken: t.Type) -> bool:
    """True where a value of one type may stand for the other: a whole number is a number."""
    return given == taken or (given == t.INTEGER and taken == t.NUMBER)
