"""Values that events move, and what is known of them: decided by hand, in the words of no syntax.

A value is one of a few possible ones.  What is asked of it is true or false where it is so of all
of them, else open.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verb = Literal["adds", "takes", "sets", "clears"]
Known = bool | None
"""None is open."""


@dataclass(frozen=True, slots=True)
class Step:
    """An event that moves the value; `or_else` what it may mean instead.

    An `amount` of None is not written down.  A step `in_doubt` may not have been.
    """

    verb: Verb
    amount: int | None = 0
    in_doubt: bool = False
    or_else: tuple[Verb, int] | None = None


@dataclass(frozen=True, slots=True)
class Case:
    """`asked` are the answers to `at most` a sum; events that are `lacking` are not recorded."""

    says: str
    steps: tuple[Step, ...]
    asked: dict[int, Known]
    lacking: Verb | None = None


STAKE, CHANGE, WITHDRAW = Step("adds", 20), Step("sets", 50), Step("clears")
EMPTY, UNSET = Step("adds", None), Step("sets", None)
DOUBTED = Step("adds", 15, in_doubt=True)

CASES: tuple[Case, ...] = (
    Case("nothing has moved it", (), {-1: False, 0: True}),
    Case("two sums come together", (STAKE, STAKE), {39: False, 40: True}),
    Case("a sum is taken", (STAKE, Step("takes", 5)), {14: False, 15: True}),
    Case("more is taken than is there", (Step("takes", 5),), {-6: False, -5: True}),
    Case("what is set is so", (STAKE, CHANGE), {49: False, 50: True}),
    Case("what is cleared is nothing", (STAKE, WITHDRAW), {-1: False, 0: True}),
    Case("it goes on from what was set", (CHANGE, STAKE), {69: False, 70: True}),
    Case("an amount that is not written down", (STAKE, EMPTY), {0: None, 1000: None}),
    Case("what is set is known again", (STAKE, EMPTY, CHANGE), {49: False, 50: True}),
    Case("what is cleared is known again", (STAKE, EMPTY, WITHDRAW), {-1: False, 0: True}),
    Case(
        "a sum that is set and not written down", (CHANGE, Step("sets", None)), {0: None, 50: None}
    ),
    Case(
        "set to what is not written down, then to 50",
        (Step("sets", None), CHANGE),
        {50: True, 49: False},
    ),
    Case(
        "a row in doubt: 20 or 35",
        (STAKE, DOUBTED),
        {10: False, 19: False, 20: None, 30: None, 34: None, 35: True, 50: True},
    ),
    Case(
        "withdrawn, then a row in doubt: 0 or 15",
        (STAKE, WITHDRAW, DOUBTED),
        {-1: False, 0: None, 15: True},
    ),
    Case("a row in doubt, then set", (STAKE, DOUBTED, CHANGE), {49: False, 50: True}),
    Case(
        "it may have been cleared: 0 or 20",
        (STAKE, Step("clears", in_doubt=True)),
        {-1: False, 0: None, 20: True},
    ),
    Case(
        "it may have been set: 20 or 50, and 10 more",
        (STAKE, Step("sets", 50, in_doubt=True), Step("adds", 10)),
        {29: False, 30: None, 59: None, 60: True},
    ),
    Case(
        "two rows in doubt that come to the same: 20, 35 or 50",
        (STAKE, DOUBTED, DOUBTED),
        {19: False, 20: None, 49: None, 50: True},
    ),
    Case(
        "an amount in doubt and not written down",
        (STAKE, Step("adds", None, in_doubt=True)),
        {0: None, 1000: None},
    ),
    Case(
        "one row, two meanings: 30 or 10",
        (STAKE, Step("adds", 10, or_else=("takes", 10))),
        {9: False, 10: None, 29: None, 30: True},
    ),
    Case(
        "two meanings that come to the same are one",
        (STAKE, Step("takes", 20, or_else=("clears", 0))),
        {-1: False, 0: True},
    ),
    Case(
        "two meanings, then set",
        (STAKE, Step("adds", 10, or_else=("takes", 10)), CHANGE),
        {49: False, 50: True},
    ),
    Case("no kind that may move it is lacking", (STAKE,), {19: False, 20: True}),
    Case("nobody knows whether it was cleared", (STAKE,), {20: None}, "clears"),
    Case(
        "nor whether it was set, though it was cleared last",
        (STAKE, WITHDRAW),
        {-1: None, 0: None},
        "sets",
    ),
)
