"""Names that differ in capitals or in zeros before a number alone: `ba1` and `BA1`, `7` and `007`;
and texts that name nobody, such as `*****`.

A spreadsheet takes the zeros off a number, and a hand types a name as it likes.  Of one table there
would be two, of which one was never opened.  Of players whose names were taken out there would be
one, who laid more than anybody may.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from auditor.language.core import Vocabulary
from auditor.log.event import Event
from auditor.log.suspects import Member
from auditor.messages.message import Message, message
from auditor.types import TEXT
from auditor.values import Value

SHOWN = 5
"""Names, at most, that a note shows."""

Renamed = Mapping[str, Mapping[Value, Value | None]]
"""By field, the names that are written in another way than most of theirs, and that way; None for
those that name nobody.
"""

_NOBODY = frozenset(
    [
        *("anonyme", "anonymous", "anonymisé", "anonymise", "anonymised", "anonymized"),
        *("masqué", "masque", "masked", "hidden", "redacted", "confidentiel", "confidential"),
        *("inconnu", "unknown", "n/a"),
    ]
)
_CROSSES = re.compile(r"x{3,}")


def naming(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The fields that name places and people: texts of every event, or of several kinds of event;
    what one kind alone says is no name by which it is known again.
    """
    many = Counter(name for kind in vocabulary.kinds.values() for name in kind.fields)
    return tuple(
        name
        for name, kind in vocabulary.fields.items()
        if kind == TEXT and (name in vocabulary.context or many[name] > 1)
    )


def is_varied(names: Iterable[str]) -> bool:
    """Whether some different names are one in several spellings, or one names nobody."""
    every = [*names]
    return len({*map(_spelled, every)}) < len(every) or any(map(_is_nobody, every))


def _is_nobody(name: str) -> bool:
    own = name.strip().casefold()
    hidden = own in _NOBODY or _CROSSES.fullmatch(own) is not None
    return hidden or not any(map(str.isalnum, own))


def _spelled(name: str) -> str:
    return name.lstrip("0") if name.isdecimal() else name.casefold()


def renamed(members: Iterable[Member], vocabulary: Vocabulary) -> Renamed:
    """The names of a log that are one in several spellings, each with the one that most rows have;
    of two the longer.
    """
    many: dict[str, Counter[Value]] = {name: Counter() for name in naming(vocabulary)}
    for own in members:
        for name, seen in many.items():
            if name in own.values:
                seen[own.values[name]] += 1
    found: dict[str, dict[Value, Value | None]] = defaultdict(dict)
    for name, seen in many.items():
        nobody = [value for value in seen if _is_nobody(str(value))]
        if nobody:
            found[name].update(dict.fromkeys(nobody))
        best: dict[str, Value] = {}
        ranked = sorted(seen, key=lambda own: (-seen[own], -len(str(own)), str(own)))
        for value in ranked:
            usual = best.setdefault(_spelled(str(value)), value)
            if usual != value:
                found[name].setdefault(value, usual)
    return found


def with_one_spelling(
    members: Sequence[Member], names: Renamed
) -> tuple[list[Member], tuple[Message, ...]]:
    """The members with each name in one spelling, and what is to be said of it."""
    seen: dict[str, dict[str, None]] = defaultdict(dict)
    nobody: dict[str, dict[str, None]] = defaultdict(dict)
    every = []
    for own in members:
        values = dict(own.values)
        for name, usual in names.items():
            if (value := values.get(name)) is None or value not in usual:
                continue
            if (other := usual[value]) is None:
                del values[name]
                nobody[name][f"`{value}`"] = None
            else:
                values[name] = other
                seen[name][f"`{value}` = `{other}`"] = None
        every.append(own if values == own.values else _with(own, values))
    notes = (
        message(code, column=name, names=tuple([*own][:SHOWN]))
        for code, told in (("note.spellings", seen), ("note.nobody", nobody))
        for name, own in told.items()
    )
    return every, (*notes,)


def _with(member: Member, values: Mapping[str, Value]) -> Member:
    if isinstance(member, Event):
        return Event(member.place, member.kind, values, member.row)
    return replace(member, values=values)
