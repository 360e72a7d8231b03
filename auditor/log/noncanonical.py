"""A file in another shape than the canonical one: its header and its table."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from auditor.log.convert.conventions import Language
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.localised import note_conventions
from auditor.log.infer.columns import find_header
from auditor.log.infer.inferred import InferredMapping, infer_mapping, with_words
from auditor.log.mapping.apply import apply_mapping
from auditor.log.mapping.bind import (
    columns_of,
    columns_of_events,
    lacked,
    missing,
    spoken_of,
    without_lacked,
)
from auditor.log.mapping.file import Mapping
from auditor.log.mapping.schema import template
from auditor.log.row_columns import Grid
from auditor.log.table import (
    Heading,
    Record,
    Table,
    Unreadable,
    column_name,
    header_index,
    heading,
    headings,
    no_event,
    no_heading,
)
from auditor.messages.message import Message, message


class NoncanonicalReader:
    """Reads what is not canonical, with the words that casinos have for it."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def columns(self, mapping: Mapping) -> tuple[str, ...]:
        """The columns that a mapping speaks of, and a file may lack."""
        return spoken_of(mapping.says)

    def mapped_at(self, records: Sequence[Record], mapping: Mapping) -> int | None:
        """The place of the header of a mapping; None where there is none like it."""
        if (head := self._heading(records, mapping)) is not None:
            return max(head.last, 0)
        near = _nearest(records, mapping)
        return None if near is None else near.last

    def mapped(self, grid: Grid, mapping: Mapping) -> Table | None:
        """The table of a file that has the columns of a mapping; None for any other.

        A mapping that does not spell a row out as events adds to what is known by name.  A column
        of the log is not taken from what this file lacks, and other files have.
        Raises Unreadable where the file has only some of the columns of the events, or where cells
        leave a doubt.
        """
        head = self._heading(grid.records, mapping)
        if head is None:
            if (near := _nearest(grid.records, mapping)) is not None:
                for name in columns_of_events(mapping.says):
                    if near.find(name) is None:
                        raise missing(name, near, grid.records)
                # All are there, and no column of events.
                own = no_event(grid.records)
                raise Unreadable(message("header.no_event_map", says=own.says), own.row)
            return None
        lacks = lacked(mapping.says, head, grid.origin)
        says = without_lacked(mapping.says, lacks)
        about: tuple[Message, ...] = ()
        language: Language = "fr"
        if not says.events and says.header != ():
            found = infer_mapping(grid.records, head, self._lexicon, says)
            about = tuple(_about(found, says.columns))
            says, language = found.says, found.language
        made = apply_mapping(grid, head, says, self._lexicon, language)
        note = message("note.mapping", name=mapping.name)
        notes = (note, *about, *_not_said(made.table.notes, about))
        table = replace(made.table, notes=notes, lacks=lacks)
        return note_conventions(table, made.conventions, made.doubts)

    def _heading(self, records: Sequence[Record], mapping: Mapping) -> Heading | None:
        """The header with a mapping's columns; without one of events, the one known by name."""
        says = mapping.says
        if says.events or says.header is not None or "event" in says.columns:
            return _mapped_heading(records, mapping)
        head = find_header(records, with_words(self._lexicon, says))
        if head is None and (at := header_index(records)) is not None:
            head = heading(records, at, at)
        if head is None or any(head.find(name) is None for name in columns_of_events(says)):
            return None
        return head

    def inferred(self, grid: Grid) -> Table | None:
        """The table of a file whose header names its columns; else None.  Raises Unreadable."""
        head = find_header(grid.records, self._lexicon)
        if head is None:
            return None
        found = infer_mapping(grid.records, head, self._lexicon)
        made = apply_mapping(grid, head, found.says, self._lexicon, found.language)
        about = tuple(_about(found))
        table = replace(made.table, notes=(*about, *_not_said(made.table.notes, about)))
        return note_conventions(table, made.conventions, made.doubts)


def _mapped_heading(records: Sequence[Record], mapping: Mapping) -> Heading | None:
    """The header that has the columns of all events, and most of the others."""
    rows = mapping.says.header
    if rows == ():
        return no_heading(records)
    names, needed = columns_of(mapping.says), columns_of_events(mapping.says)
    best, most = None, 0
    for head in _headings(records, rows):
        there = {name for name in names if head.find(name) is not None}
        if there.issuperset(needed) and (best is None or len(there) > most):
            best, most = head, len(there)
    return best if most or not names else None


def _headings(records: Sequence[Record], rows: Sequence[int] | None) -> Iterator[Heading]:
    """The headers that there may be: in the rows told, else in each of the first rows, or two."""
    if rows is not None:
        places = [at for at, (number, _) in enumerate(records) if number in rows]
        if len(places) == len(rows):
            yield heading(records, places[0], places[-1])
        return
    yield from headings(records)


def _nearest(records: Sequence[Record], mapping: Mapping) -> Heading | None:
    """The header that has most columns of the mapping, if it has half of them."""
    names = columns_of(mapping.says)
    if not names:
        return None
    best, most = None, len(names) / 2
    for head in _headings(records, mapping.says.header):
        found = sum(head.find(name) is not None for name in names)
        if found >= most and (best is None or found > most):
            best, most = head, found
    return best


def _not_said(notes: Iterable[Message], about: Sequence[Message]) -> Iterator[Message]:
    """The notes, without columns of which it is said why they are not used."""
    said = {f"`{name}`" for own in about for key, name in own.values if key == "name"}
    for note in notes:
        if note.code != "note.unused":
            yield note
        elif left := tuple(own for own in dict(note.values)["names"] if own not in said):  # type: ignore[union-attr]  # a note of names
            yield message("note.unused", names=left)


def _about(found: InferredMapping, told: Collection[str] = ()) -> Iterator[Message]:
    """Notes on columns taken for another field than their name says, or for none."""
    known = [
        f"`{column}` → `{name}`"
        for name, source in found.says.columns.items()
        if name not in told
        for column in template(source).columns
        if column_name(column) != name
    ]
    if known:
        yield message("note.known_columns", known=tuple(known))
    if unknown := [found.head.names[at] for at in found.columns.unknown]:
        yield message("note.unused", names=tuple(f"`{name}`" for name in unknown))
    for at, fields in found.columns.doubtful.items():
        either = "/".join(f"`{field}`" for field in fields)
        yield message("note.ambiguous", name=found.head.names[at], either=either)
    if found.says.day_begins is not None:
        yield message("note.evenings", hour=found.says.day_begins)
