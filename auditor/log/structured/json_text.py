"""The text of JSON: its values one after the other, as they stand in an array or below each other,
and the lists within them: games with hands, hands with bets.

Numbers keep the text that they have in the file: none passes through a float.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from auditor.log.table import SHOWN
from auditor.messages.message import Message, message
from auditor.source import Frozen

_SPACE = re.compile(r"[ \t\r\n]*")
_REST = re.compile(r"[^\r\n]*")
_MOST_EXPONENT = 60


class KeyTwiceError(ValueError):
    """An object has two values of one name: most programs drop the first."""


class Flaw(Frozen):
    """A stretch of the text that is no object, and why."""

    text: str
    says: Message


def only_value(text: str, at: int) -> Any:
    """The value that is all of the text; None where more follows, or where it is none."""
    try:
        value, at = _DECODER.raw_decode(text, at)
    except json.JSONDecodeError:
        return None
    return value if after_space(text, at) == len(text) else None


def whole_file(text: str, at: int) -> Any:
    """The only value of a file, in which objects alike behind keys are a list; None as of
    `only_value`.
    """
    return _keyed(only_value(text, at))


def _keyed(value: Any) -> Any:
    """A value in which objects alike behind keys are a list, and so those within each of these
    which have keys of their own.
    """
    own = _by_key(value)
    if isinstance(own, dict):
        return {key: _keyed(inner) for key, inner in own.items()}
    for name in own[0] if own is not value else ():
        rows = [row for row in own if isinstance(row.get(name), dict)]
        keys = Counter(key for row in rows for key in row[name])
        objects = all(isinstance(one, dict) for row in rows for one in row[name].values())
        if len(rows) > 1 and objects and {*keys.values()} == {1}:
            for row in rows:
                row[name] = [{"key": key} | one for key, one in row[name].items()]
    return own


def _by_key(value: Any) -> Any:
    """Objects alike that stand each behind a key of its own as a list; other values as they are."""
    if not isinstance(value, dict) or len(value) < _ALIKE or _counts(value):
        return value
    every = [*value.values()]
    if not all(isinstance(own, dict) and own for own in every) or _counts(every[0]):
        return value
    common = set(every[0]).intersection(*every)
    alike = 2 * len(common) > max(map(len, every)) and all("key" not in own for own in every)
    return [{"key": key} | own for key, own in value.items()] if alike else value


def in_array(text: str, at: int) -> Iterator[dict[str, Any] | Flaw]:
    """The objects of an array whose bracket is open.  Raises JSONDecodeError."""
    at = after_space(text, at)
    if text.startswith("]", at):
        return
    while True:
        value, at = _DECODER.raw_decode(text, at)
        yield as_object(value)
        at = after_space(text, at)
        if text.startswith("]", at):
            break
        if not text.startswith(",", at):
            raise json.JSONDecodeError("no comma", text, at)
        at = after_space(text, at + 1)
    if (at := after_space(text, at + 1)) < len(text):
        raise json.JSONDecodeError("more text", text, at)


def one_by_one(text: str, at: int) -> Iterator[dict[str, Any] | Flaw]:
    """Objects below each other, each behind a text where the first one is; of a line that is no
    JSON no other line suffers.
    """
    before = re.compile("" if text.startswith("{", at) else r"[^{\r\n]*")
    while at < len(text):
        begins, head = at, before.match(text, at)
        try:
            value, at = _DECODER.raw_decode(text, head.end() if head else at)
            if head and isinstance(value, dict):
                value |= {f"before {n}": own for n, own in enumerate(head[0].split(), start=1)}
            rest = _rest_of_line(text, at)
            says = None if not rest or rest.startswith("{") else message("json.bad_line")
        except json.JSONDecodeError:
            value, says = None, message("json.bad_line")
        if says is not None:
            end = _REST.match(text, at)
            at = end.end() if end else len(text)
            yield Flaw(text[begins:at], says)
        else:
            yield as_object(value)
        at = after_space(text, at)


def as_object(value: Any) -> dict[str, Any] | Flaw:
    """A value that is to be a row of a table."""
    if isinstance(value, dict):
        return value
    return Flaw(json.dumps(value), message("json.no_object"))


_TYPED = frozenset(
    ("$date", "$numberInt", "$numberLong", "$numberDecimal", "$numberDouble", "$oid")
)
"""Names by which exports of MongoDB say of which type a value is: `{"$numberInt": "5"}`."""


def _pairs(pairs: list[tuple[str, Any]]) -> Any:
    """An object; what only says its type beside a value is that value."""
    if len(pairs) == 1 and pairs[0][0] in _TYPED:
        return pairs[0][1]
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(name for name, _ in pairs)
        raise KeyTwiceError(counts.most_common(1)[0][0])
    if len(found) > 1 and all(map(_is_of_a_type, found.values())):
        return {name: _untyped(own) for name, own in found.items()}
    return found


_LETTERS = frozenset(("S", "N", "L", "M", "BOOL", "NULL", "SS", "NS"))
"""Names by which exports of DynamoDB say of which type each value of an object is."""


def _is_of_a_type(value: Any) -> bool:
    return isinstance(value, dict) and len(value) == 1 and _LETTERS.issuperset(value)


def _untyped(value: Any) -> Any:
    """A value without its type."""
    if not _is_of_a_type(value):
        return value
    [(letter, own)] = value.items()
    return None if letter == "NULL" else [*map(_untyped, own)] if letter == "L" else own


def _number(text: str) -> str:
    """A number without the exponent that programs write; beyond any amount it stays as it is."""
    exponent = re.split("[eE]", text)[-1] if re.search("[eE]", text) else "0"
    if exponent == "0" or len(exponent) > 4 or abs(int(exponent)) > _MOST_EXPONENT:
        return text
    return format(Decimal(text), "f") if len(text) <= SHOWN else text


_DECODER = json.JSONDecoder(
    object_pairs_hook=_pairs,
    parse_int=str,
    parse_float=_number,
    parse_constant=str,
    strict=False,
)


def after_space(text: str, at: int) -> int:
    """Where the text goes on."""
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _rest_of_line(text: str, at: int) -> str:
    found = _REST.match(text, at)
    return found[0].strip() if found else ""


# ---- lists within JSON --------------------------------------------------------------------------
def lists_in(value: Any) -> list[str]:
    """The paths of the lists of objects within a value, the outer ones first."""
    found: dict[str, None] = {}
    level: list[tuple[tuple[str, ...], Any]] = [((), value)]
    while level:
        below: list[tuple[tuple[str, ...], Any]] = []
        for path, own in level:
            if isinstance(own, list):
                below += [(path, inner) for inner in own if isinstance(inner, dict)]
            elif isinstance(own, dict):
                below += [
                    ((*path, name), inner)
                    for name, inner in own.items()
                    if isinstance(inner, dict) or holds_objects(inner)
                ]
        found |= dict.fromkeys(".".join(path) for path, own in below if isinstance(own, list))
        level = below
    return list(found)


def listed(outer: Any, path: Sequence[str]) -> Iterator[Any]:
    """The objects of the list at the end of a path, each with what is said around it; one without
    them is a row itself.  Of an `id` without and one within, the former is called `rounds.id`.
    """
    every = [*_within(outer, path)]
    names = [set[str]() for _ in (*path, "")]
    for own in every:
        for at, one in enumerate(own):
            names[at] |= one.keys() if isinstance(one, dict) else set()
    for *around, inner in every:
        said: dict[str, Any] = {}
        for at, own in enumerate(around):
            below = set[str]().union(*names[at + 1 :]) if at else ()
            said |= {
                f"{path[at - 1]}.{name}" if name in below else name: one
                for name, one in own.items()
                if not holds_objects(one) and name != path[at]
            }
        if isinstance(inner, dict):
            empty = path[len(around) : len(around) + 1]  # the list, of one that has none of it
            more = {name: one for name, one in said.items() if name not in inner}
            yield {name: one for name, one in (inner | more).items() if name not in empty}
        else:
            yield inner


def _within(value: Any, path: Sequence[str], around: tuple[Any, ...] = ()) -> Iterator[Any]:
    """Each object of the list behind those that lead to it."""
    if isinstance(value, list):
        for own in value:
            yield from _within(own, path, around)
    elif path and isinstance(value, dict) and value.get(path[0]):
        yield from _within(value[path[0]], path[1:], (*around, value))
    else:
        yield (*around, value)


def holds_objects(value: Any) -> bool:
    return isinstance(value, list) and any(isinstance(own, dict) for own in value)


def outer_lists(value: Any) -> list[str]:
    """The paths of the lists of objects that are within no other."""
    every = lists_in(value)
    return [own for own in every if not any(own.startswith(f"{other}.") for other in every)]


# ---- tables as libraries write them -------------------------------------------------------------
_ALIKE = 3  # two may be the hands of a coup
_COLUMNS = 3  # an object of fewer lists is an event: cards, and bets
_SCALARS = (str, int, float, bool, type(None), Decimal)


def tabular(outer: Any) -> list[dict[str, Any]]:
    """The rows of an object that is a table, as libraries write them; [] for any other."""
    if not isinstance(outer, dict) or not outer:
        return []
    if len(outer) >= _COLUMNS and all(_are(own, _SCALARS) for own in outer.values()):
        if len({len(own) for own in outer.values()}) == 1:
            return [dict(zip(outer, row, strict=True)) for row in zip(*outer.values(), strict=True)]
        return []
    if all(isinstance(own, dict) and own for own in outer.values()):
        if _counts(outer):
            return list(outer.values())
        first = next(iter(outer.values()))
        if _counts(first) and all(own.keys() == first.keys() for own in outer.values()):
            return [{name: own[row] for name, own in outer.items()} for row in first]
        return []
    rows: Any = next((own for own in outer.values() if _are(own, list)), [])
    cells = [one if isinstance(one, dict) else {} for row in rows for one in row]
    if cells and all(one.keys() == {"field", "value"} for one in cells):
        return [{str(one["field"]): one["value"] for one in row} for row in rows]
    for own in outer.values() if rows else ():
        names = [_name(one) for one in own] if isinstance(own, list) else []
        if all(names) and {len(row) for row in rows} == {len({*names})} == {len(names)}:
            return [dict(zip(names, row, strict=True)) for row in rows]
    return []


def _name(own: Any) -> str:
    """The name of a column, of which its type may be told beside it."""
    name = own.get("name") if isinstance(own, dict) else own
    return name if isinstance(name, str) else ""


def _counts(own: dict[str, Any]) -> bool:
    """Whether the names are 0, 1, 2 and so on, or begin with 1."""
    return [*own] in ([*map(str, range(len(own)))], [*map(str, range(1, len(own) + 1))])


def _are(value: Any, kind: type | tuple[type, ...]) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(own, kind) for own in value)
