"""A file in another shape than the canonical one: its header, and the mapping that header and cells
give without a word from anybody, as far as they leave no doubt.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import pairwise

from auditor.log.convert.conventions import Language
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.localised import note_conventions
from auditor.log.convert.written import DAY, Stamp, normalise, says_numero, stamp
from auditor.log.mapping.apply import apply_mapping
from auditor.log.mapping.bind import (
    columns_of,
    columns_of_events,
    lacked,
    missing,
    spoken_of,
    without_lacked,
)
from auditor.log.mapping.file import NamedMapping
from auditor.log.mapping.schema import FileMapping, template
from auditor.log.match.roles import Roles, matched
from auditor.log.match.sheet import SAMPLE, SeenSheet, find_header
from auditor.log.row_columns import Grid
from auditor.log.structured.json_cells import unfolded, unfolded_rows
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
from auditor.types import Enumeration

NOON = timedelta(hours=12)
BEGINS = "12:00"


def day_begins(sheet: SeenSheet, day: int, clock: int, *, named_for_evenings: bool) -> str | None:
    """The hour at which a gaming day begins; None where days are those of the calendar."""
    stays = turns = False
    rows = zip(sheet.column(day), sheet.column(clock), strict=True)
    for before, after in pairwise(own for own in rows if all(own)):
        first, second = (stamp(own[0]) for own in (before, after))
        late, early = (stamp(own[1]) for own in (before, after))
        if not (first and second and late and early) or late.clock is None or early.clock is None:
            continue
        if late.clock >= NOON > early.clock:
            stays = stays or first.days == second.days
            turns = turns or _next(first, second)
    if stays and not turns:
        return BEGINS
    return BEGINS if named_for_evenings and not turns else None


def _next(first: Stamp, second: Stamp) -> bool:
    """True where the second day follows the first, by one order of their figures or another."""
    return any(
        (second.days or {}).get(order) == day + DAY for order, day in (first.days or {}).items()
    )


@dataclass(frozen=True, slots=True)
class InferredMapping:
    """The mapping that a header and its cells give by themselves, and the language of the file."""

    sheet: SeenSheet
    match: Roles
    says: FileMapping
    language: Language


def infer_mapping(
    records: Sequence[Record], head: Heading, lexicon: Lexicon, told: FileMapping | None = None
) -> InferredMapping:
    """A mapping for a log of one event a row, added to what a short mapping has `told`."""
    told = told or FileMapping()
    lexicon = with_words(lexicon, told)
    rows = _without_signs(records[: head.last + 1 + SAMPLE], told.empty)
    taken = {at for name in columns_of(told) if (at := head.find(name)) is not None}
    known = frozenset({*told.columns, *told.same})
    sheet = SeenSheet.of(rows, head, lexicon, _place_of_events(head, told))
    found = matched(sheet, of_coups=False, taken=taken, known=known)
    sources: dict[str, str] = {name: f"{{{head.names[at]}}}" for name, at in found.fields.items()}
    begins: str | None = None
    if "time" not in known:
        stamps, begins = moments(sheet, found)
        sources |= stamps
    # What nobody knows may be a column of rules that are not at hand.
    for at in found.unused:
        name = column_name(head.names[at])
        if sheet.meant(at) & known:
            continue
        if name not in sources and name not in known and "{" not in name:
            sources[name] = f"{{{head.names[at]}}}"
    values = {"event": dict(sheet.told)} if sheet.told else {}
    values |= {name: {**values.get(name, {}), **words} for name, words in told.values.items()}
    says = told.model_copy(
        update={
            "columns": {**sources, **told.columns},
            "day_begins": told.day_begins or begins,
            "values": values,
        }
    )
    return InferredMapping(sheet, found, says, language_of(sheet, found, frozenset(taken)))


def with_words(lexicon: Lexicon, told: FileMapping) -> Lexicon:
    """The lexicon with the words that a mapping explains, so that columns are known by them."""
    kinds, values = dict(lexicon.kinds), dict(lexicon.values)
    for field, words in told.values.items():
        own = {normalise(text): value for text, value in words.items() if normalise(text)}
        if field == "event":
            kinds |= {text: frozenset({value}) for text, value in own.items() if value}
        elif isinstance(kind := lexicon.type_of("", field), Enumeration):
            values[kind.name] = {**values.get(kind.name, {}), **own}
    return replace(lexicon, kinds=kinds, values=values)


def _without_signs(records: Sequence[Record], empty: Sequence[str]) -> Sequence[Record]:
    """The records without the signs that stand for an empty cell."""
    if not empty:
        return records
    return [(row, ["" if cell in empty else cell for cell in cells]) for row, cells in records]


def _place_of_events(head: Heading, told: FileMapping) -> int | None:
    source = told.columns.get("event")
    names = () if source is None else template(source).columns
    return head.find(names[0]) if len(names) == 1 else None


def moments(sheet: SeenSheet, found: Roles) -> tuple[dict[str, str], str | None]:
    """The source of `time`, and the hour at which gaming days begin."""
    by_form: dict[str, list[int]] = {"both": [], "day": [], "clock": []}
    for at, form in found.stamps:
        by_form[form].append(at)
    whole, days, clocks = by_form["both"], by_form["day"], by_form["clock"]
    name = sheet.head.names
    if whole:
        begins = day_begins(sheet, whole[0], whole[0], named_for_evenings=False)
        return {"time": f"{{{name[whole[0]]}}}"}, begins
    if clocks and not days and "session" in found.fields:
        days = [found.fields["session"]]
        begins = day_begins(sheet, days[0], clocks[0], named_for_evenings=True)
        return {"time": f"{{{name[days[0]]}}} {{{name[clocks[0]]}}}"}, begins
    if days and clocks:
        begins = day_begins(sheet, days[0], clocks[0], named_for_evenings=False)
        return {"time": f"{{{name[days[0]]}}} {{{name[clocks[0]]}}}"}, begins
    alone = days or clocks
    return ({"time": f"{{{name[alone[0]]}}}"} if alone else {}), None


def language_of(sheet: SeenSheet, found: Roles, taken: frozenset[int] = frozenset()) -> Language:
    """French, as soon as one word says so: a name of a column that has a use, or a cell below."""
    french, fields = sheet.lexicon.french, sheet.lexicon.fields()
    known = {*found.fields.values(), *(at for at, _ in found.stamps), *taken}
    names = map(sheet.name, known)
    if any(normalise(own) in french and not _in_both(own) for own in names):
        return "fr"
    worded = {
        at
        for field, at in found.fields.items()
        if field == "event" or isinstance(fields.get(field), Enumeration)
    }
    words = (normalise(cell) for at in worded | taken for cell in sheet.texts(at))
    return "fr" if any(word in french for word in words) else "en"


def _in_both(name: str) -> bool:
    """Whether a column is called by a sign that says `number` in English as well."""
    return normalise(name) == "numero" and not says_numero(name)


# ---- the reader ---------------------------------------------------------------------------------
class NoncanonicalReader:
    """Reads what is not canonical, with the words that casinos have for it."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon

    def columns(self, mapping: NamedMapping) -> tuple[str, ...]:
        """The columns that a mapping speaks of, and a file may lack."""
        return spoken_of(mapping.says)

    def mapped_at(self, records: Sequence[Record], mappings: Sequence[NamedMapping]) -> int | None:
        """The place of the header of a mapping; None where there is none like it."""
        records = unfolded_rows(records)
        for own in mappings:
            if (head := self._heading(records, own)) is not None:
                return max(head.last, 0)
        near = (_nearest(records, own) for own in mappings)
        return next((head.last for head in near if head is not None), None)

    def mapped(self, grid: Grid, mappings: Sequence[NamedMapping]) -> Table | None:
        """The table of a file that a mapping names, or that has its columns; None for any other.
        Raises Unreadable, as where it has those of several.
        """
        grid = unfolded(grid)
        some = [own for own in mappings if own.says.is_for(grid.origin.file, grid.origin.sheet)]
        named = [own for own in some if own.says.names_tables]
        some = named or some
        fit = [own for own in some if self._heading(grid.records, own) is not None]
        if len(fit) > 1:
            names = tuple(f"`{own.name}`" for own in fit)
            raise Unreadable(message("mapped.several_fit", names=names))
        for own in fit or some:
            if (table := self._mapped_by(grid, own)) is not None:
                return table
        return None

    def _mapped_by(self, grid: Grid, mapping: NamedMapping) -> Table | None:
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
        table = replace(made.table, notes=notes, lacks=lacks, by=mapping.name)
        return note_conventions(table, made.conventions, made.doubts)

    def _heading(self, records: Sequence[Record], mapping: NamedMapping) -> Heading | None:
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
        grid = unfolded(grid)
        head = find_header(grid.records, self._lexicon)
        if head is None:
            return None
        found = infer_mapping(grid.records, head, self._lexicon)
        made = apply_mapping(grid, head, found.says, self._lexicon, found.language)
        about = tuple(_about(found))
        table = replace(made.table, notes=(*about, *_not_said(made.table.notes, about)))
        return note_conventions(table, made.conventions, made.doubts)


def _mapped_heading(records: Sequence[Record], mapping: NamedMapping) -> Heading | None:
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
    """The headers that there may be: in the rows told, else in the first rows."""
    if rows is not None:
        places = [at for at, (number, _) in enumerate(records) if number in rows]
        if len(places) == len(rows):
            yield heading(records, *places)
        return
    yield from headings(records)


def _nearest(records: Sequence[Record], mapping: NamedMapping) -> Heading | None:
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
    if unknown := [found.sheet.name(at) for at in found.match.unused]:
        yield message("note.unused", names=tuple(f"`{name}`" for name in unknown))
    for at, fields in found.match.doubtful.items():
        either = "/".join(f"`{field}`" for field in fields)
        yield message("note.ambiguous", name=found.sheet.name(at), either=either)
    if found.says.day_begins is not None:
        yield message("note.evenings", hour=found.says.day_begins)
