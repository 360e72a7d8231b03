"""From a TOML file to a mapping that the vocabularies can understand, or to what is wrong."""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from difflib import get_close_matches
from pathlib import Path

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from auditor.log.convert.lexicon import Lexicon
from auditor.log.mapping.schema import Condition, EventTemplate, FileMapping, TitleCell
from auditor.log.mapping.template import TemplateError, template
from auditor.log.mapping.toml_lines import KeyPath, line_of, lines_of
from auditor.types import Enumeration
from auditor.values import UnreadableError, read_value

_KEYS = {
    "columns": (), "values": (), "events": (*EventTemplate.model_fields,),
    "when": ("column", "filled", "is", "is_not"), "": (*FileMapping.model_fields,),
    "title": (*TitleCell.model_fields,),
}  # fmt: skip


class MappingError(Exception):
    """A mapping that cannot be used; one line for each error: file, line, key, what is wrong."""


@dataclass(frozen=True, slots=True)
class Mapping:
    """A mapping with the name of its file and what identifies its bytes."""

    name: str
    sha256: str
    says: FileMapping


Wrong = tuple[KeyPath, str]


def read_mapping(path: Path, lexicon: Lexicon) -> Mapping:
    """The mapping in a file.  Raises MappingError."""
    try:
        data = path.read_bytes()
        text = data.decode("utf-8-sig")
    except FileNotFoundError:
        raise MappingError(f"{path}: There is no such file.") from None
    except OSError as error:
        raise MappingError(f"{path}: It cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise MappingError(f"{path}: It is not text in UTF-8: save it so.") from None
    says = mapping_of(text, path.name, lexicon)
    return Mapping(path.name, hashlib.sha256(data).hexdigest(), says)


def mapping_of(text: str, name: str, lexicon: Lexicon) -> FileMapping:
    """The mapping that a text is.  Raises MappingError."""
    try:
        # Decimals: a binary fraction would not be the number that stands in the file.
        content = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise MappingError(f"{name}: It is not TOML: {error}.") from None
    lines = lines_of(text)

    def refused(wrongs: Iterable[Wrong]) -> MappingError:
        said = sorted({(line_of(path, lines), _key(path), what) for path, what in wrongs})
        return MappingError(
            "\n".join(f"{name}:{line}: `{key}`: {what}" for line, key, what in said)
        )

    try:
        says = FileMapping.model_validate(content)
    except ValidationError as error:
        raise refused(map(_misshapen, error.errors())) from None
    if wrongs := list(_meaningless(says, lexicon)):
        raise refused(wrongs)
    return says


def _key(path: KeyPath) -> str:
    return ".".join(str(part + 1) if isinstance(part, int) else part for part in path) or "(file)"


def _misshapen(error: ErrorDetails) -> Wrong:
    """What pydantic says, in the words of a mapping."""
    path = error["loc"]
    match error["type"]:
        case "extra_forbidden":
            near = get_close_matches(str(path[-1]), _known(path), n=1, cutoff=0.6)
            return path, "there is no such key" + (f"; did you mean `{near[0]}`?" if near else "")
        case "value_error":
            return path, str(error["ctx"]["error"])
        case "missing":
            return path, "is missing"
        case "tuple_type":
            return path, "should be a list"
        case _:
            return path, error["msg"].removeprefix("Input ").removeprefix("Value error, ")


def _known(path: KeyPath) -> tuple[str, ...]:
    parents = [part for part in path[:-1] if isinstance(part, str)]
    if not parents:
        return _KEYS[""]
    return _KEYS.get(parents[-1], ())


# ---- what the vocabularies make of it -----------------------------------------------------------
def _meaningless(says: FileMapping, lexicon: Lexicon) -> Iterator[Wrong]:
    settings: tuple[tuple[str, Callable[[], object]], ...] = (
        ("encoding", says.codec), ("dates", says.conventions), ("timezone", says.zone),
        ("day_begins", says.turn_of_day),
    )  # fmt: skip
    for key, ask in settings:
        try:
            ask()
        except ValueError as error:
            yield (key,), str(error)
    yield from _columns(says, lexicon)
    for place, kind in enumerate(says.records if says.records != ("all",) else ()):
        yield from _kind(("records", place), kind, lexicon)
    if says.events:
        yield from _events(("events",), says.events, lexicon)
        if "event" in says.columns:
            yield ("columns", "event"), "is left to the `event` of each of the `events`"
    elif "event" not in says.columns:
        yield (), "say what an event is: `event` in [columns], or [[events]] that a row stands for"


def _columns(says: FileMapping, lexicon: Lexicon) -> Iterator[Wrong]:
    known = {*lexicon.fields(), "event"}
    for name, source in says.columns.items():
        yield from _unknown(("columns", name), name, known, "column of the log")
        yield from _source(("columns", name), "", name, source, lexicon)
    for name, values in says.values.items():
        yield from _unknown(("values", name), name, known, "column of the log")
        for text, value in values.items():
            yield from _value(("values", name, text), name, value, lexicon)


def _unknown(path: KeyPath, name: str, known: Iterable[str], what: str) -> Iterator[Wrong]:
    known = list(known)
    if name not in known:
        near = get_close_matches(name, known, n=1, cutoff=0.6)
        yield path, f"is no {what}" + (f"; did you mean `{near[0]}`?" if near else "")


def _kind(path: KeyPath, kind: str, lexicon: Lexicon) -> Iterator[Wrong]:
    kinds = [kind for own in lexicon.vocabularies for kind in own.kinds]
    if kind:
        yield from _unknown(path, kind, kinds, "kind of event")


def _events(path: KeyPath, events: Iterable[EventTemplate], lexicon: Lexicon) -> Iterator[Wrong]:
    for place, own in enumerate(events):
        here = (*path, place)
        if own.events:
            yield from _events((*here, "events"), own.events, lexicon)
            continue
        kind = own.event or ""
        constant = template(kind).is_constant
        if constant:
            wrong = list(_kind((*here, "event"), kind, lexicon))
            yield from wrong
            if wrong:
                continue
        known = lexicon.fields_of(kind) if constant else tuple(lexicon.fields())
        for name, source in own.fields.items():
            if name == "game":
                yield (*here, name), "belongs to the row: write it in [columns]"
                continue
            what = f"field of `{kind}`" if constant else "column of the log"
            wrong = list(_unknown((*here, name), name, [*known, *EventTemplate.model_fields], what))
            yield from wrong or _source(
                (*here, name), kind if constant else "", name, source, lexicon
            )


def _source(path: KeyPath, kind: str, name: str, source: str, lexicon: Lexicon) -> Iterator[Wrong]:
    """A constant must be a value of its column; what a column holds is seen when it is read."""
    try:
        constant = template(source).is_constant
    except TemplateError as error:
        yield path, str(error)
        return
    if constant and "<n>" not in source and source:
        yield from _value(path, name, source, lexicon, kind)


def _value(
    path: KeyPath, name: str, value: str, lexicon: Lexicon, kind: str = ""
) -> Iterator[Wrong]:
    if name == "event":
        yield from _kind(path, value, lexicon)
        return
    if not value:
        return
    of = lexicon.type_of(kind, name)
    try:
        read_value(value, of)
    except UnreadableError as error:
        near = get_close_matches(value, of.members, n=1) if isinstance(of, Enumeration) else ()
        yield path, f"`{value}` {error}" + (f"; did you mean `{near[0]}`?" if near else "")


def conditions(events: Iterable[EventTemplate]) -> Iterator[Condition]:
    """Every condition of some templates."""
    for own in events:
        yield from own.when
        yield from conditions(own.events)
