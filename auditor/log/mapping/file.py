"""From a TOML file to a mapping that the vocabularies can understand, or to what is wrong."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import get_close_matches
from pathlib import Path

from pydantic import ValidationError

from auditor.guarded_file import NoFileError, read_file, toml_in
from auditor.log.convert.cells import UNKNOWN
from auditor.log.convert.lexicon import Lexicon
from auditor.log.mapping.schema import (
    OF_COUP,
    TOLD_OF_COUPS,
    EventTemplate,
    FileMapping,
    TitleCell,
    template,
)
from auditor.messages.message import Message, SaidError, message
from auditor.source import Frozen
from auditor.toml_file import KeyPath, Wrong, key, lines, misshapen, with_near
from auditor.types import Enumeration
from auditor.values import UnreadableError, read_value

TABLES = "tables"
"""The key of a mapping below which it has one for each kind of table."""
_KEYS = {
    "columns": (),
    "values": (),
    "holds": (),
    "events": (*EventTemplate.model_fields,),
    "when": ("column", "filled", "is", "is_not"),
    "": (*FileMapping.model_fields, TABLES),
    TABLES: (*FileMapping.model_fields,),
    "title": (*TitleCell.model_fields,),
}


class MappingError(SaidError):
    """A mapping that cannot be used; `says` has a line for each error: file, key, what is wrong."""


class Mapping(Frozen):
    """A file of mappings: its name, what identifies its bytes, and a mapping for each kind of
    table that it is for.
    """

    name: str
    sha256: str
    parts: tuple[FileMapping, ...]

    @property
    def records(self) -> frozenset[str]:
        """The kinds that the source writes down."""
        return frozenset(kind for own in self.parts for kind in own.records)

    def named(self) -> Iterator[NamedMapping]:
        """Each of the mappings, as output calls it."""
        for place, says in enumerate(self.parts):
            only = len(self.parts) == 1
            yield NamedMapping(self.name if only else f"{self.name}: {key((TABLES, place))}", says)


class NamedMapping(Frozen):
    """A mapping for tables of one kind, with the name that output calls it by."""

    name: str
    says: FileMapping


def read_mapping(path: Path, lexicon: Lexicon) -> Mapping:
    """The mapping in a file.  Raises MappingError."""
    try:
        data = read_file(path)
        text = data.decode("utf-8-sig")
    except NoFileError as error:
        raise MappingError(message("refusal.file", file=str(path), says=error.says)) from None
    except UnicodeDecodeError:
        raise MappingError(message("toml.not_utf8", path=str(path))) from None
    parts = mappings_of(text, path.name, lexicon)
    return Mapping(path.name, hashlib.sha256(data).hexdigest(), parts)


def mapping_of(text: str, name: str, lexicon: Lexicon) -> FileMapping:
    """The only mapping that a text is.  Raises MappingError."""
    [says] = mappings_of(text, name, lexicon)
    return says


def mappings_of(text: str, name: str, lexicon: Lexicon) -> tuple[FileMapping, ...]:
    """The mappings that a text is: one, or one for each of its tables.  Raises MappingError."""
    try:
        content = toml_in(text)
    except ValueError as error:
        no_toml = message("toml.not_toml", name=name, error=str(error))
        raise MappingError(_sentence(text, name) or no_toml) from None
    tables = content.pop(TABLES, None)
    if tables is None:
        parts: list[tuple[KeyPath, object]] = [((), content)]
    elif isinstance(tables, list) and tables and all(isinstance(own, dict) for own in tables):
        parts = [((TABLES, at), _beneath(content, own)) for at, own in enumerate(tables)]
    else:
        raise MappingError(lines(name, [((TABLES,), message("mapping.tables"))]))
    found, wrongs = [], list[Wrong]()
    for place, told in parts:
        try:
            found.append(FileMapping.model_validate(told))
        except ValidationError as error:
            wrongs += [((*place, *path), says) for path, says in misshapen(error, _known)]
        else:
            wrongs += [((*place, *path), says) for path, says in _meaningless(found[-1], lexicon)]
    if wrongs:
        raise MappingError(lines(name, wrongs))
    return tuple(found)


def _beneath(shared: dict[str, object], own: dict[str, object]) -> dict[str, object]:
    """The mapping of a table, beneath which what is said of all tables holds."""
    found = shared | own
    for name, value in own.items():
        above = shared.get(name)
        if isinstance(above, dict) and isinstance(value, dict):
            found[name] = _beneath(above, value)
    return found


_SENTENCE = re.compile(r"[^\s=#\[\]{}\"']+ +[^\s=]")
"""Two words without a sign between them, as no setting begins."""


def _sentence(text: str, name: str) -> Message | None:
    """The message that a remark of a proposal was taken for a setting, if a line is none."""
    for number, line in enumerate(text.splitlines(), 1):
        if _SENTENCE.match(line.strip()):
            return message("toml.sentence", name=name, row=number, text=line.strip())
    return None


def _known(path: KeyPath) -> Sequence[str]:
    parents = [part for part in path[:-1] if isinstance(part, str)]
    return _KEYS.get(parents[-1] if parents else "", ())


# ---- what the vocabularies make of it -----------------------------------------------------------
def _meaningless(says: FileMapping, lexicon: Lexicon) -> Iterator[Wrong]:
    known = {*lexicon.fields(), "event"}
    for name, source in says.columns.items():
        yield from _field(("columns", name), "", source, known, lexicon)
    for name, values in says.values.items():
        yield from _unknown(("values", name), name, known, message("mapping.no_column_of_log"))
        for text, value in values.items():
            if value != UNKNOWN or name == "event":
                yield from _value(("values", name, text), name, value, lexicon)
    for place, kind in enumerate(says.records if says.records != ("all",) else ()):
        yield from _kind(("records", place), kind, lexicon)
    yield from _holds(says.holds, lexicon)
    for scope, column in says.same.items():
        if says.columns.get(scope, "{@count}").strip() not in ("{@count}", f"{{{column}}}"):
            yield ("columns", scope), message("mapping.same", name=f"same_{scope}")
    yield from _events(says, lexicon)
    if says.events and "event" in says.columns:
        yield ("columns", "event"), message("mapping.event_in_events")
    if says.header == () and not says.events and "event" not in says.columns:
        yield (), message("mapping.no_event")


def _events(says: FileMapping, lexicon: Lexicon) -> Iterator[Wrong]:
    """Coups are numbered by the rows that hold them, and in one place.  Only a column that numbers
    them tells which rows are of one.  All events of a coup have a rank, or none has.
    """
    every, coup = list(_templates(says.events)), says.columns.get("coup", "")
    counted = [n for n, source in says.columns.items() if _counts(source) and n not in says.same]
    numbered = "coup" in says.same or (coup and not _counts(coup))
    ranked = any(rank is not None for *_, rank in every)
    for name in counted if not says.events else ():
        yield ("columns", name), message("mapping.count_of_rows")
    if (ranked or says.of_coups or says.holds) and not coup and not numbered:
        yield ("columns", "coup"), message("mapping.needs_coup")
    for path, own, rank in every:
        if own.once == "coup" and not numbered:
            yield (*path, "once"), message("mapping.once_a_coup")
        if ranked and rank is None and not own.events:
            yield path, message("mapping.rank_of_all")
        kind = own.event if own.event and template(own.event).is_constant else ""
        yield from (wrong := list(_kind((*path, "event"), kind, lexicon)))
        known = lexicon.fields_of(kind) if kind else tuple(lexicon.fields())
        for name, source in own.fields.items():
            if _counts(source) and (counted or says.same):
                yield (*path, name), message("mapping.count_twice", name=[*counted, *says.same][0])
            if name == "game":
                yield (*path, name), message("mapping.game_of_row")
            elif not wrong:
                some = [*known, *EventTemplate.model_fields]
                yield from _field((*path, name), kind, source, some, lexicon)


def _holds(holds: dict[str, str], lexicon: Lexicon) -> Iterator[Wrong]:
    """The amounts of events of one kind have those of another in them."""
    for place, kind in ((("holds", own), kind) for own in holds for kind in (own, holds[own])):
        if wrong := [*_kind(place, kind, lexicon)]:
            yield from wrong
        elif "amount" not in lexicon.own_fields_of(kind):
            yield place, message("mapping.no_amount", kind=kind)


def _templates(
    events: Iterable[EventTemplate], path: KeyPath = ("events",), above: int | None = None
) -> Iterator[tuple[KeyPath, EventTemplate, int | None]]:
    """Each template, lists among them: where it stands, and the rank that it has."""
    for place, own in enumerate(events):
        rank = above if own.rank is None else own.rank
        yield (*path, place), own, rank
        yield from _templates(own.events, (*path, place, "events"), rank)


def _counts(source: str) -> bool:
    return template(source).has("@count")


def _unknown(path: KeyPath, name: str, known: Iterable[str], what: Message) -> Iterator[Wrong]:
    known = list(known)
    if name not in known:
        near = get_close_matches(name, known, n=1, cutoff=0.6)
        yield path, with_near(what, near)


def _kind(path: KeyPath, kind: str, lexicon: Lexicon) -> Iterator[Wrong]:
    kinds = [kind for own in lexicon.vocabularies for kind in own.kinds]
    if kind:
        yield from _unknown(path, kind, kinds, message("mapping.no_kind"))


def _field(
    path: KeyPath, kind: str, source: str, known: Iterable[str], lexicon: Lexicon
) -> Iterator[Wrong]:
    """A constant must be a value of its column; what a column holds is seen when it is read."""
    name = str(path[-1])
    what = message("mapping.no_field", kind=kind) if kind else message("mapping.no_column_of_log")
    yield from (wrong := list(_unknown(path, name, known, what)))
    told = path[0] == "columns" and name in TOLD_OF_COUPS and source.strip() == OF_COUP
    if template(source).has("@coup") and not told:
        yield path, message("mapping.of_coup", names=TOLD_OF_COUPS)
    if not wrong and source and template(source).is_constant and "<n>" not in source:
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
        yield path, with_near(message("mapping.value", value=value, says=error.says), near)
