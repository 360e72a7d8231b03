"""Names that cannot be believed: one name in several spellings (`ba1` and `BA1`, `7` and `007`),
names of nobody (`*****`, another for each row), numbers that are none (`0`), and kinds of event
whose rows name no table, shoe or coup, or none that others name.

A spreadsheet takes the zeros off a number, and a hand types a name as it likes.  Of one table there
would be two, of which one was never opened.  Of players whose names were taken out there would be
one, who laid more than anybody may.  In no coup there would be a payment, and whoever won would be
told as not paid.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import replace

from auditor.language.core import Vocabulary
from auditor.log.damage.suspects import Member, ScopeColumns, Scopes, as_a_rule, scope_columns
from auditor.log.event import Event
from auditor.messages.message import Message, message
from auditor.types import TEXT
from auditor.values import Value

SHOWN = 5  # names, at most, that a note shows
ALONE = 20  # names, at least, before each standing in one row alone tells that they are no names

Renamed = Mapping[str, Mapping[Value, Value | None]]
"""By field, the names that are written in another way than most of theirs, and that way; None for
those that name nobody, and for numbers that stand for none.
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
    """The fields that name places and people: texts of all events, or of several kinds."""
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
    """The names that are one in several spellings, each with the one of most rows."""
    every = [*members]
    many: dict[str, Counter[Value]] = {name: Counter() for name in naming(vocabulary)}
    kinds: dict[str, set[str | None]] = defaultdict(set)
    for own in every:
        for name, seen in many.items():
            if name in own.values:
                seen[own.values[name]] += 1
                kinds[name].add(own.kind)
    found: dict[str, dict[Value, Value | None]] = defaultdict(dict)
    for name in _counted_from_none(every, scope_columns(vocabulary)):
        found[name][0] = None
    for name, seen in many.items():
        alone = name not in vocabulary.context and len(kinds[name]) > 1 and stand_alone(seen)
        nobody = [value for value in seen if alone or _is_nobody(str(value))]
        if nobody:
            found[name].update(dict.fromkeys(nobody))
        best: dict[str, Value] = {}
        ranked = sorted(seen, key=lambda own: (-seen[own], -len(str(own)), str(own)))
        for value in ranked:
            usual = best.setdefault(_spelled(str(value)), value)
            if usual != value:
                found[name].setdefault(value, usual)
    return found


def stand_alone(seen: Counter[Value]) -> bool:
    """Whether each of some names stands in one row alone."""
    return seen.total() == len(seen) >= ALONE


def _counted_from_none(members: Sequence[Member], columns: ScopeColumns) -> Iterator[str]:
    """The counters of which a zero is no number."""
    for name in columns.counters:
        wider = columns.all[: columns.all.index(name)]
        higher = set[Scopes]()
        for own in members:
            number = own.values.get(name)
            scope = tuple(own.values.get(upper) for upper in wider)
            if number == 0 and (scope in higher or (own.kind, name) in columns.apart):
                yield name
                break
            if isinstance(number, int) and number > 0:
                higher.add(scope)


def with_one_spelling(
    members: Sequence[Member], names: Renamed
) -> tuple[list[Member], tuple[Message, ...]]:
    """The members with each name in one spelling, and what is to be said of it."""
    seen: dict[str, dict[str, None]] = defaultdict(dict)
    nobody: dict[str, dict[str, None]] = defaultdict(dict)
    none: dict[str, dict[str, None]] = defaultdict(dict)
    every = []
    for own in members:
        values = dict(own.values)
        for name, usual in names.items():
            if (value := values.get(name)) is None or value not in usual:
                continue
            if (other := usual[value]) is None:
                del values[name]
                (none if value == 0 else nobody)[name][f"`{value}`"] = None
            else:
                values[name] = other
                seen[name][f"`{value}` = `{other}`"] = None
        every.append(own if values == own.values else _with(own, values))
    notes = (
        message(code, column=name, names=tuple([*own][:SHOWN]))
        for code, told in (
            ("note.spellings", seen),
            ("note.nobody", nobody),
            ("note.no_number", none),
        )
        for name, own in told.items()
    )
    return every, (*notes,)


def _with(member: Member, values: Mapping[str, Value]) -> Member:
    if isinstance(member, Event):
        return Event(member.place, member.kind, values, member.row)
    return replace(member, values=values)


# ---- kinds that name no place, or strange ones --------------------------------------------------
MANY = 10  # rows of a kind of event, at least, before it says whether it fills a column
Filled = Callable[[str], Mapping[str, int]]  # how many rows of each kind fill a column

Said = Callable[[str], Mapping[str, Set[object]]]
"""Which different names rows of each kind have in a column."""

Unrecorded = Mapping[str, tuple[str, str]]
"""Kinds of event that count as not recorded, each with the message that says why, and the column.
"""


def belonging(vocabulary: Vocabulary) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """The columns of each scope, with the kinds that have all its other needed fields."""
    for scope in vocabulary.scopes.values():
        own = [name for name in scope.fields if name not in vocabulary.context]
        some = [kind for kind in vocabulary.kinds.values() if {*own} & {*kind.fields}]
        empty = {name for kind in some for name in kind.may_be_empty}
        needs = {name for name in own if name not in empty}
        kinds = tuple(kind.name for kind in some if needs <= {*kind.fields})
        if needs and len(kinds) > 1:
            yield tuple(name for name in scope.fields if name in vocabulary.context), kinds


def unplaced(
    rows: Mapping[str, int], filled: Filled, said: Said, vocabulary: Vocabulary
) -> Unrecorded:
    """The kinds that fill no column of their scope, or with strange names; not exceptional ones."""
    found: dict[str, tuple[str, str]] = {}
    for code, some in (
        ("row.unplaced", _placeless(rows, filled, vocabulary)),
        ("row.strange_names", _strange(rows, said, vocabulary)),
    ):
        for kind, name in some:
            if not vocabulary.kinds[kind].exceptional:
                found.setdefault(kind, (code, name))
    return found


def _strange(
    rows: Mapping[str, int], said: Said, vocabulary: Vocabulary
) -> Iterator[tuple[str, str]]:
    """The kinds of event that share no name in a column with most of the others."""
    scopes = {name for scope in vocabulary.scopes.values() for name in scope.fields}
    for name in naming(vocabulary):
        own = {kind: names for kind, names in said(name).items() if names} if name in scopes else {}
        left = sorted(own, key=lambda kind: rows[kind], reverse=True)
        known = {*own[left[0]]} if left else set[object]()
        while near := [kind for kind in left if not known.isdisjoint(own[kind])]:
            known = known.union(*(own[kind] for kind in near))
            left = [kind for kind in left if kind not in near]
        yield from ((kind, name) for kind in left if rows[kind] >= MANY)


def _placeless(
    rows: Mapping[str, int], filled: Filled, vocabulary: Vocabulary
) -> Iterator[tuple[str, str]]:
    """The kinds of event that never fill such a column, but for those that need not."""
    columns = scope_columns(vocabulary)
    natural = columns.told - columns.bears
    for names, kinds in belonging(vocabulary):
        many = [kind for kind in kinds if rows.get(kind, 0) >= MANY]
        for name in names if len(many) > 1 else ():
            own = filled(name)
            if any(as_a_rule(own.get(kind, 0), rows[kind]) for kind in many):
                silent = (kind for kind in many if not own.get(kind, 0))
                yield from ((kind, name) for kind in silent if (kind, name) not in natural)


def unplaced_in(members: Iterable[Member], vocabulary: Vocabulary) -> Unrecorded:
    """Those of some members that are in memory."""
    events = [own for own in members if isinstance(own, Event)]
    rows = Counter(own.kind for own in events)

    def filled(name: str) -> Mapping[str, int]:
        return Counter(own.kind for own in events if name in own.values)

    def said(name: str) -> Mapping[str, Set[object]]:
        names: dict[str, set[object]] = defaultdict(set)
        for own in events:
            if name in own.values:
                names[own.kind].add(own.values[name])
        return names

    return unplaced(rows, filled, said, vocabulary)
