"""Rows in doubt: named in the reasons for which something could not be verified.

The engines say that an answer rests on such a row; a reader has to find it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

import numpy as np

from auditor.engine.store.columns import Columns
from auditor.judge.operators import MIXED, UNREADABLE
from auditor.judge.verdict import Tally
from auditor.language.core import Vocabulary
from auditor.log.damage.suspects import Scopes, scope_columns
from auditor.log.event import Event, Row
from auditor.messages.message import Message, message, say
from auditor.values import Reason


def in_doubt(columns: Columns) -> Sequence[Event]:
    """The events in doubt, in the order of the log."""
    if columns.doubtful is None:
        return ()
    return columns.events(columns.places[np.flatnonzero(columns.doubtful)])


def with_rows(
    tallies: Sequence[Tally],
    in_doubt: Sequence[Event],
    mixed: Collection[Scopes],
    vocabulary: Vocabulary,
) -> tuple[Tally, ...]:
    """The answers of rules, with the first row in doubt named, and how many more there are; of
    `mixed` places, the columns that tell them apart.
    """
    named = {UNREADABLE.reasons[0]: _in_doubt(in_doubt)} if in_doubt else {}
    if lacking := _unnamed(mixed, vocabulary):
        named[MIXED.reasons[0]] = _both(message("reason.mixed", columns=", ".join(lacking)))
    return tuple(_renamed(tally, named) for tally in tallies) if named else tuple(tallies)


def _in_doubt(events: Sequence[Event]) -> tuple[str, str]:
    """The rows in doubt, in both languages."""
    # What stands for rows that are missing bears the name of the row beside them, and no cells.
    moved = _rows(own for own in events if own.stands)
    missing = _rows(own for own in events if own.unlogged and not own.stands)
    aside = _rows(own for own in events if not own.unlogged and not own.stands)
    said: list[Message] = []
    if aside and missing:
        said.append(message("reason.in_doubt", aside=_first(aside), missing=_first(missing)))
    elif aside:
        said.append(message("reason.aside", rows=_first(aside)))
    elif missing:
        said.append(message("reason.missing", rows=_first(missing)))
    if moved:
        said.append(message("reason.moved", rows=_first(moved)))
    fr, en = zip(*map(_both, said), strict=True)
    return " ; ".join(fr), "; ".join(en)


def _rows(events: Iterable[Event]) -> list[Row]:
    return list(dict.fromkeys(event.row for event in events))


def _first(rows: Sequence[Row]) -> Message:
    first = rows[0]
    name = f"{first.file}:{first.number}"
    if first.sheet is not None:
        name = f"{first.file}[{first.sheet}]:{first.number}"
    if len(rows) == 1:
        return message("text", says=name)
    return message("reason.more_rows", row=name, count=len(rows) - 1)


def _unnamed(mixed: Collection[Scopes], vocabulary: Vocabulary) -> list[str]:
    """The names of places that are empty where several scopes go by one name."""
    names = scope_columns(vocabulary).names
    return [f"`{n}`" for at, n in enumerate(names) if any(own[at] is None for own in mixed)]


def _both(said: Message) -> tuple[str, str]:
    return say(said, "fr"), say(said, "en")


def _renamed(tally: Tally, named: dict[Reason, tuple[str, str]]) -> Tally:
    counted = Counter[tuple[Reason, ...]]()
    for reasons, count in tally.not_verifiable.items():
        counted[tuple(_reasons(reasons, named))] += count
    return replace(tally, not_verifiable=dict(counted))


def _reasons(reasons: Iterable[Reason], named: dict[Reason, tuple[str, str]]) -> Iterable[Reason]:
    for reason in reasons:
        if reason in named:
            fr, en = named[reason]
            yield replace(reason, fr=fr, en=en)
        else:
            yield reason
