"""Single values: what one operator, one comparison or one aggregate gives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from operator import ge, gt, le, lt
from typing import Any

from auditor.judge.frame import Result, Truth
from auditor.judge.items import Absent, IntervalItem, Item, first_of
from auditor.language import core
from auditor.messages.message import message, say
from auditor.values import (
    CLOCK,
    Answer,
    Card,
    Range,
    Reason,
    Several,
    Unknown,
    Value,
    exact,
    join,
    lacks_suit,
)


def stated(code: str) -> Unknown:
    """The answer for a reason that is told in words of its own."""
    why, name = message(code), code.rpartition(".")[2]
    return Unknown((Reason("stated", name, say(why, "fr"), say(why, "en")),))


TWICE = stated("unknown.twice")
"""The answer for times whose order the clock does not tell."""


def shown_twice(time: datetime) -> bool:
    """Whether a clock that goes back shows this time twice, and no offset says which is meant."""
    if time.tzinfo is not None:
        return False
    first, second = (time.replace(tzinfo=CLOCK, fold=fold) for fold in (0, 1))
    offsets = first.utcoffset(), second.utcoffset()
    return offsets[0] != offsets[1] and first.astimezone(UTC).astimezone(CLOCK) == first


def no_order(left: object, right: object) -> Unknown | None:
    """Why two times have no order: one has an offset and the other has none, or both stand in an
    hour that the clock shows twice.
    """
    if not isinstance(left, datetime) or not isinstance(right, datetime):
        return None
    if (left.tzinfo is None) != (right.tzinfo is None):
        return Unknown((Reason("undefined", "time"),))
    if left.date() == right.date() and shown_twice(left) and shown_twice(right):
        return TWICE
    return None


def no_moment(time: object, lasts: object) -> Unknown | None:
    """Why nobody knows which time is so much later or earlier than another."""
    moves = isinstance(time, datetime) and isinstance(lasts, timedelta) and shown_twice(time)
    return TWICE if moves else None


def no_duration(left: object, right: object) -> Unknown | None:
    """Why nobody knows how long it is from one time to another; nothing where one is no time."""
    if not isinstance(left, datetime) or not isinstance(right, datetime):
        return None
    if (why := no_order(left, right)) is not None:
        return why
    twice = any(map(shown_twice, (left, right)))
    return TWICE if twice else None


UNREADABLE = stated("unknown.set_aside")
"""The answer wherever one rests on a row that was set aside."""

SUITLESS = stated("unknown.suit")
"""The answer where one rests on the suit of a card that is logged by its rank alone."""

STORIES = stated("unknown.stories")
"""The answer where one rests on a move that may be read in two ways."""

MIXED = stated("unknown.mixed")
"""The answer where the log mixes several scopes under one name."""

WHICH_ENDS = stated("unknown.which_ends")
"""The answer where a row that lacks a key may have closed one interval or another."""

NOT_OVER = stated("unknown.not_over")
"""The answer where a window by the clock may hold more than the log has."""


def may_be_over(span: IntervalItem) -> Unknown:
    """Why it is not known whether an interval was closed by the event that may have done so."""
    return UNREADABLE if span.may_end is None or span.may_end.doubtful else WHICH_ENDS


def absent(what: Absent) -> Unknown:
    return Unknown((Reason("absent", what.what),))


def value_of(result: Result) -> Answer:
    """A result as a value, which an absent item has not."""
    if isinstance(result, Absent):
        return absent(result)
    assert not isinstance(result, Item)
    return result


def not_recorded(kinds: tuple[str, ...]) -> Unknown:
    return Unknown(tuple(Reason("not_recorded", kind) for kind in kinds))


def all_hold(truths: Sequence[Truth]) -> Truth:
    """Whether all conditions hold: one that does not decides, whatever is not known of others."""
    if any(truth is False for truth in truths):
        return False
    return join(*truths) if any(isinstance(truth, Unknown) for truth in truths) else True


def exists(result: Result) -> Truth:
    """Whether an item was found: unknown only where it is not known."""
    return result if isinstance(result, Unknown) else not isinstance(result, Absent)


def filled(answer: Answer) -> Truth:
    """Whether a field has a value; unknown only where the row that would tell was set aside."""
    if not isinstance(answer, Unknown):
        return True
    return answer if any(reason in UNREADABLE.reasons for reason in answer.reasons) else False


def alike(left: Result, right: Result, recorded: Mapping[str, Iterable[str]]) -> Truth:
    """Whether two events say the same in every field; what one row says of two is no repetition."""
    lost = [absent(side) if isinstance(side, Absent) else side for side in (left, right)]
    if any(isinstance(side, Unknown) for side in lost):
        return join(*lost)
    assert isinstance(left, Item)
    assert isinstance(right, Item)
    one, other = first_of(left), first_of(right)
    if one.kind != other.kind or one.values.keys() != other.values.keys() or one.row == other.row:
        return False
    same = [same_value(value, other.values[name]) for name, value in one.values.items()]
    if False in same:
        return False
    # What neither of them records may differ.
    gaps = [name for name in recorded[one.kind] if name not in one.values]
    unknown = [truth for truth in same if isinstance(truth, Unknown)]
    if gaps or unknown:
        return join(Unknown(tuple(Reason("empty", name) for name in gaps)), *unknown)
    return True


def same_value(left: Value, right: Value) -> Truth:
    """Whether two values are the same: of two cards of one rank that is not known without suits."""
    if lacks_suit(left) or lacks_suit(right):
        assert isinstance(left, Card)
        assert isinstance(right, Card)
        return SUITLESS if left.rank == right.rank else False
    return left == right


def is_in(element: Answer, within: Answer) -> Truth:
    if isinstance(element, Unknown) or isinstance(within, Unknown):
        return join(element, within)
    if isinstance(within, Range):
        assert isinstance(element, int | Fraction)
        low, high = within
        return (low is None or low <= element) and (high is None or element <= high)
    assert isinstance(within, frozenset)
    return element in within


def size(answer: Answer) -> Answer:
    """How many values a set holds."""
    if isinstance(answer, Unknown):
        return answer
    assert isinstance(answer, frozenset)
    return len(answer)


def compare(
    sign: core.Sign, left: Answer, right: Answer, order: tuple[str, ...] | None = None
) -> Truth:
    """One comparison; values of a declared order compare by their places in it."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return join(left, right)
    if (why := no_order(left, right)) is not None:
        return why
    if sign in ("=", "!="):
        same = same_value(left, right)
        return same if isinstance(same, Unknown) else same == (sign == "=")
    if order is not None:
        if left not in order or right not in order:
            return Unknown((Reason("undefined", "order"),))
        return _SIGNS[sign](-order.index(str(left)), -order.index(str(right)))
    return _SIGNS[sign](left, right)


_SIGNS: dict[str, Callable[[Any, Any], bool]] = {"<": lt, "<=": le, ">": gt, ">=": ge}


def operate(sign: str, arguments: list[Answer]) -> Answer:
    """One operator; what is past the calendar, or of hundreds of digits, has no result."""
    if any(isinstance(argument, Unknown) for argument in arguments):
        return join(*arguments)
    try:
        result = _result(sign, arguments)
    except OverflowError:
        return Unknown((Reason("undefined", sign),))
    if (
        isinstance(result, int | Fraction)
        and max(abs(result.numerator), result.denominator) > _MOST
    ):
        return Unknown((Reason("undefined", sign),))
    return result


_MOST = 10**300
_TICK = timedelta(microseconds=1)


def _result(sign: str, arguments: list[Answer]) -> Answer:  # noqa: C901, PLR0912 - one case for each operator
    """One case of the table of operators; without result only where it says so."""
    match sign, arguments:
        case "+" | "-", [left, right] if (why := no_moment(left, right)) is not None:
            return why
        case "+", [left, right]:
            return _number(left + right)  # type: ignore[operator, arg-type]  # the checker has compared their types
        case "-", [left, right]:
            if (why := no_duration(left, right)) is not None:
                return why
            return _number(left - right)  # type: ignore[operator]  # likewise
        case "times", [left, right]:
            return _number(left * right)  # type: ignore[operator, arg-type]  # likewise
        case "/", [timedelta() as left, timedelta() as right]:
            return _result("/", [left // _TICK, right // _TICK])
        case "/" | "div" | "mod", [_, 0]:
            return Unknown((Reason("undefined", sign),))
        case "/", [int() | Fraction() as left, int() | Fraction() as right]:
            return exact(Fraction(left) / right)
        case "div", [int(left), int(right)]:
            return (left - left % abs(right)) // right
        case "mod", [int() | Fraction() as left, int() | Fraction() as right]:
            return exact(Fraction(left) % abs(Fraction(right)))
        case "minus", [int() | Fraction() | timedelta() as part]:
            return -part
        case "abs", [int() | Fraction() as part]:
            return exact(part if part >= 0 else -part)
        case "rank", [Card(rank=rank)]:
            return rank
        case "suit", [Card(suit=suit)]:
            return SUITLESS if suit is None else suit
        case "day", [datetime() as time]:
            return time.date()
        case "clock", [datetime() as time]:
            midnight = time.replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
            return time.replace(tzinfo=None) - midnight
        case _:
            raise AssertionError(f"`{sign}` is not in the table of operators")


def _number(value: Value) -> Value:
    return exact(value) if isinstance(value, Fraction) else value


def aggregate(function: str, values: Sequence[Value], source: str) -> Answer:
    """The sum, the number of different values, the least or the greatest."""
    if function == "distinct":
        return len(set(values))
    if function == "sum":
        total: Value = timedelta() if values and isinstance(values[0], timedelta) else 0
        for value in values:
            total = _number(total + value)  # type: ignore[operator, arg-type]  # the checker has seen that they add
        return total
    if not values:
        return Unknown((Reason("absent", source),))
    if isinstance(values[0], datetime):
        if len({time.tzinfo is None for time in values if isinstance(time, datetime)}) > 1:
            return Unknown((Reason("undefined", "time"),))
        found = min(values) if function == "min" else max(values)
        others = (value for value in values if value != found)
        whys = (no_order(found, other) for other in others)
        return next((why for why in whys if why is not None), found)
    return min(values) if function == "min" else max(values)


# ---- what follows in each story of a ledger -----------------------------------------------------
MOST_CASES = 64


def several(cases: Iterator[tuple[frozenset[tuple[int, int]], Answer]], why: Unknown) -> Answer:
    """A value where all cases agree on it, else all of them."""
    found = tuple(cases)
    values = [value for _, value in found]
    if all(value == values[0] and type(value) is type(values[0]) for value in values[1:]):
        return values[0]
    reasons = join(why, *values).reasons
    if all(isinstance(value, Unknown) for value in values):
        return Unknown(reasons)
    return Several(reasons, found)


def by_story(function: Callable[[list[Answer]], Answer], values: Sequence[Answer]) -> Answer:
    """The answer of a function in each story of its arguments."""
    if not any(isinstance(value, Several) for value in values):
        return function([*values])
    held: list[tuple[frozenset[tuple[int, int]], list[Answer]]] = [(frozenset(), [])]
    for value in values:
        cases = (
            value.cases if isinstance(value, Several) else ((frozenset[tuple[int, int]](), value),)
        )
        held = [
            (known | own, [*before, answer])
            for known, before in held
            for own, answer in cases
            if _agree(known, own)
        ]
        if len(held) > MOST_CASES:
            return join(*values)
    return several(((known, function(own)) for known, own in held), join(*values))


def _agree(one: frozenset[tuple[int, int]], other: frozenset[tuple[int, int]]) -> bool:
    told = dict(one)
    return all(told.get(row, story) == story for row, story in other)
