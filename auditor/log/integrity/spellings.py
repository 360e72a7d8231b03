"""Names that cannot be believed: one name in several spellings (`ba1` and `BA1`, `7` and `007`,
`J1` and `'J1`), names of nobody (`*****`, another for each row), numbers that are none (`0`), and
kinds of event whose rows name no table, shoe or coup, or none that others name.

A spreadsheet takes the zeros off a number, and a hand types a name as it likes.  Of one table there
would be two, of which one was never opened.  Of players whose names were taken out there would be
one, who laid more than anybody may.  In no coup there would be a payment, and whoever won would be
told as not paid.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import compress

import numpy as np

from auditor.language.core import Vocabulary
from auditor.log.cell import stood
from auditor.log.event import Event, SetAside
from auditor.log.integrity.scopes import certain
from auditor.log.integrity.suspects import MANY, Suspect, as_a_rule, scope_columns
from auditor.log.store.columns import Columns
from auditor.log.store.encoding import Lexicons
from auditor.log.store.vector import Bools, Ints
from auditor.messages.message import Message, message
from auditor.types import TEXT, Type
from auditor.values import Value

SHOWN = 5  # names, at most, that a note shows

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
_AROUND = re.compile(r"^\W+|\W+$")  # an apostrophe that keeps a cell a text, quotes, a mark


def naming(vocabulary: Vocabulary) -> tuple[str, ...]:
    """The fields that name places and people: texts of all events, or of several kinds."""
    many = Counter(name for kind in vocabulary.kinds.values() for name in kind.fields)
    return tuple(
        name
        for name, kind in vocabulary.fields.items()
        if kind == TEXT and (name in vocabulary.context or many[name] > 1)
    )


def renamed(rows: Columns, suspects: Sequence[Suspect], vocabulary: Vocabulary) -> Renamed:
    """The names that are one in several spellings, each with the one of most rows; `rows` are those
    of all files, of no kind where they are in doubt, and `suspects` the latter.
    """
    found: dict[str, dict[Value, Value | None]] = defaultdict(dict)
    for name in _counted_from_none(rows, vocabulary):
        found[name][0] = None
    for name in naming(vocabulary):
        own = certain(rows, name)
        many = _counted(rows, name, own, vocabulary)
        many.update(one.values[name] for one in suspects if name in one.values)
        if name not in vocabulary.context and many.total() == len(many) >= 2 * MANY:
            kinds = {rows.kinds[at] for at in np.unique(rows.kind[own])}
            kinds.update(one.kind or "" for one in suspects if name in one.values)
            if len(kinds) > 1:
                found[name].update(dict.fromkeys(many))
        found[name].update((value, None) for value in many if _is_nobody(str(value)))
        best: dict[str, Value] = {}
        for value in sorted(many, key=lambda own: (-many[own], -len(str(own)), str(own))):
            text = _AROUND.sub("", str(value))
            spelt = text.lstrip("0") if text.isdecimal() else text.casefold()
            usual = best.setdefault(spelt, value)
            if usual != value:
                found[name].setdefault(value, usual)
    return {name: own for name, own in found.items() if own}


def _is_nobody(name: str) -> bool:
    own = name.strip().casefold()
    hidden = own in _NOBODY or _CROSSES.fullmatch(own) is not None
    return hidden or not any(map(str.isalnum, own))


def _counted(rows: Columns, name: str, own: Bools, vocabulary: Vocabulary) -> Counter[Value]:
    """How many of some rows have each value of a field of names."""
    if name not in rows.fields:
        return Counter()
    values = rows.lexicons.of(vocabulary.fields[name]).values
    many = np.bincount(rows.fields[name].vector.data[own])
    return Counter({values[at]: int(many[at]) for at in np.flatnonzero(many)})


def _counted_from_none(rows: Columns, vocabulary: Vocabulary) -> Iterator[str]:
    """The counters of which a zero is no number: it comes after others of its scope, or in what
    opens or closes a wider one.
    """
    columns = scope_columns(vocabulary)
    for name in columns.counters:
        own = certain(rows, name)
        if not own.any() or (number := rows.fields[name].vector.data)[own].all():
            continue
        apart = np.array([(kind, name) in columns.lacks for kind in rows.kinds])
        wider = rows.numbered(columns.all[: columns.all.index(name)])
        first = np.full(wider.count, rows.size)
        higher = np.flatnonzero(own & (number > 0))[::-1]
        first[wider.ids[higher]] = higher
        zeros = np.flatnonzero(own & (number == 0))
        if (apart[rows.kind[zeros]] | (first[wider.ids[zeros]] < zeros)).any():
            yield name


def believed(suspect: Suspect, unused: Collection[str], names: Renamed) -> Suspect:
    """A row in doubt without the values of some fields, each name in its usual spelling."""
    none: Mapping[Value, Value | None] = {}
    usual = {name: names.get(name, none).get(own, own) for name, own in suspect.values.items()}
    values = {name: own for name, own in usual.items() if own is not None and name not in unused}
    return replace(suspect, values=values)


def spelling_notes(
    rows: Columns,
    some: slice,
    suspects: Sequence[Suspect],
    names: Renamed,
    vocabulary: Vocabulary,
) -> Iterator[Message]:
    """The notes on the names that a table has in other spellings: `some` are its rows."""
    said: dict[tuple[str, str], list[str]] = defaultdict(list)
    for name, usual_of in names.items():
        met = {own.values.get(name) for own in suspects}
        there = np.array([value in met for value in usual_of])
        if name in rows.fields:
            data = rows.fields[name].vector.data[some][certain(rows, name)[some]]
            there |= np.isin(keys_of(usual_of, vocabulary.fields[name], rows.lexicons), data)
        for value in compress(usual_of, there):
            if (usual := usual_of[value]) is not None:
                said["note.spellings", name].append(f"`{value}` = `{usual}`")
            else:
                said["note.no_number" if value == 0 else "note.nobody", name].append(f"`{value}`")
    for code in ("note.spellings", "note.nobody", "note.no_number"):
        for name in names:
            if told := said[code, name]:
                yield message(code, column=name, names=tuple(told[:SHOWN]))


def keys_of(values: Iterable[Value], kind: Type, lexicons: Lexicons) -> Ints:
    """Names and whole numbers as a column holds them."""
    code = lexicons.of(kind).code
    return np.array([own if isinstance(own, int) else code(own) for own in values], np.int64)


# ---- kinds that name no place, or strange ones --------------------------------------------------
Unrecorded = Mapping[str, tuple[str, str]]
"""Kinds of event that count as not recorded, each with the message that says why, and the column.
"""


def unplaced(rows: Columns, vocabulary: Vocabulary) -> Unrecorded:
    """The kinds that fill no column of their scope, or with strange names; not exceptional ones."""
    many = np.bincount(rows.kind[rows.kind >= 0], minlength=len(rows.kinds))
    total = dict(zip(rows.kinds, many.tolist(), strict=True))
    found: dict[str, tuple[str, str]] = {}
    for code, some in (
        ("row.unplaced", _placeless(rows, total, vocabulary)),
        ("row.strange_names", _strange(rows, total, vocabulary)),
    ):
        for kind, name in some:
            if not vocabulary.kinds[kind].exceptional:
                found.setdefault(kind, (code, name))
    return found


def _strange(
    rows: Columns, total: Mapping[str, int], vocabulary: Vocabulary
) -> Iterator[tuple[str, str]]:
    """The kinds of event that share no name in a column with most of the others."""
    scopes = {name for scope in vocabulary.scopes.values() for name in scope.fields}
    for name in naming(vocabulary):
        if name not in scopes or name not in rows.fields:
            continue
        filled = certain(rows, name)
        codes = rows.fields[name].vector.data[filled]
        there = np.zeros((len(rows.kinds), int(codes.max(initial=0)) + 1), bool)
        there[rows.kind[filled], codes] = True
        own = {kind: said for kind, said in zip(rows.kinds, there, strict=True) if said.any()}
        left = sorted(own, key=lambda kind: total[kind], reverse=True)
        known = own[left[0]].copy() if left else codes
        while near := [kind for kind in left if (known & own[kind]).any()]:
            known |= np.logical_or.reduce([own[kind] for kind in near])
            left = [kind for kind in left if kind not in near]
        yield from ((kind, name) for kind in left if total[kind] >= MANY)


def _placeless(
    rows: Columns, total: Mapping[str, int], vocabulary: Vocabulary
) -> Iterator[tuple[str, str]]:
    """The kinds of event that have all other fields of a scope, those that need not be filled
    aside, and never fill such a column though they are to.
    """
    columns, kinds = scope_columns(vocabulary), vocabulary.kinds.values()
    natural = columns.told - columns.bears
    for scope in vocabulary.scopes.values():
        own = {*scope.fields}.difference(vocabulary.context)
        some = [kind for kind in kinds if own.intersection(kind.fields)]
        needs = own.difference(*(kind.may_be_empty for kind in some))
        many = [own.name for own in some if needs.issubset(own.fields) and total[own.name] >= MANY]
        for name in scope.fields if needs and len(many) > 1 else ():
            found = np.bincount(rows.kind[certain(rows, name)], minlength=len(rows.kinds))
            filled = dict(zip(rows.kinds, found.tolist(), strict=True))
            if name in vocabulary.context and any(
                as_a_rule(filled[kind], total[kind]) for kind in many
            ):
                silent = (kind for kind in many if not filled[kind])
                yield from ((kind, name) for kind in silent if (kind, name) not in natural)


def unplaced_rows(events: Iterable[Event], unrecorded: Unrecorded) -> Iterator[SetAside]:
    """The rows of kinds that say of no row where it belongs, or to whom."""
    for own in events:
        code, name = unrecorded[own.kind]
        why = message(code, event=own.kind, column=name)
        yield SetAside(own.row, *stood(name, str(own.values.get(name, ""))), why)
