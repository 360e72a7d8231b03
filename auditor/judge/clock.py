"""Times that a clock without offset does not tell: the hour that it shows twice in autumn."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from auditor.values import CLOCK, Reason, Unknown

TWICE = Unknown(
    (
        Reason(
            "stated",
            "twice",
            "heure que l'horloge montre deux fois, inscrite sans décalage",
            "an hour that the clock shows twice, written without offset",
        ),
    )
)
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
