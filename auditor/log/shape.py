"""How the files of a log become tables: as they are, through a mapping, or by inference."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from operator import itemgetter

from auditor.log.as_written import localised, note_conventions
from auditor.log.convert.conventions import Language
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import DAY, normalise, readings, says_numero, stamp
from auditor.log.export_marks import cleared, without_export_lines, without_signs
from auditor.log.mapping.apply import apply_mapping, plan_of
from auditor.log.mapping.bind import (
    columns_of,
    columns_of_events,
    missing,
    spoken_of,
    without_lacked,
)
from auditor.log.mapping.file import NamedMapping
from auditor.log.mapping.schema import FileMapping, template
from auditor.log.match.roles import Roles, matched
from auditor.log.match.sheet import SAMPLE, SeenSheet, find_header, is_canonical
from auditor.log.row_columns import Grid, ReadOptions
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
from auditor.source import Frozen
from auditor.types import Enumeration

NOON = timedelta(hours=12)
BEGINS = "12:00"


def day_begins(sheet: SeenSheet, day: int, clock: int, *, named_for_evenings: bool) -> str | None:
    """The hour at which a gaming day begins; None where days are those of the calendar."""
    stays = turns = False
    rows = zip(sheet.column(day), sheet.column(clock), strict=True)
    for before, after in pairwise(own for own in rows if all(own)):
        (first, late), (second, early) = (map(stamp, own) for own in (before, after))
        if not (first and second and late and early) or late.clock is None or early.clock is None:
            continue
        if late.clock >= NOON > early.clock:
            stays = stays or first.days == second.days
            following = {order: own + DAY for order, own in (first.days or {}).items()}
            turns = turns or not following.items().isdisjoint((second.days or {}).items())
    return BEGINS if (stays or named_for_evenings) and not turns else None


class InferredMapping(Frozen):
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
    sources = {name: sheet.source(at) for name, at in found.fields.items()}
    places, begins = ([], None) if "time" in known else moments(sheet, found)
    if places and places != [found.fields.get("session")]:
        sources["time"] = " ".join(f"{{{head.names[at]}}}" for at in places)
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


def moments(sheet: SeenSheet, match: Roles) -> tuple[list[int], str | None]:
    """The columns that tell days and hours, and the hour at which gaming days begin."""
    whole, days, clocks = (
        [at for at, form in match.stamps if form == own] for own in ("both", "day", "clock")
    )
    session = match.fields.get("session")
    of_evenings = not days and session is not None and sheet.form(session) == "day"
    if of_evenings and session is not None:
        days = [session]
    # A column of both, or a day beside an hour, or whichever of them there is alone.
    places = whole[:1] or [*days[:1], *clocks[:1]]
    begins = None
    if whole or (days and clocks):
        named = of_evenings and not whole
        begins = day_begins(sheet, places[0], places[-1], named_for_evenings=named)
    return places, begins


def language_of(sheet: SeenSheet, found: Roles, taken: frozenset[int] = frozenset()) -> Language:
    """French, as soon as one word says so: a name of a column that has a use, or a cell below."""
    french, fields = sheet.lexicon.french, sheet.lexicon.fields()
    known = {*found.fields.values(), *(at for at, _ in found.stamps), *taken}
    names = map(sheet.name, known)
    # `No.` says `number` in English as well.
    told = [own for own in names if normalise(own) != "numero" or says_numero(own)]
    if any(normalise(own) in french for own in told):
        return "fr"
    worded = {
        at
        for field, at in found.fields.items()
        if field == "event" or isinstance(fields.get(field), Enumeration)
    }
    words = (normalise(cell) for at in worded | taken for cell in sheet.texts(at))
    return "fr" if any(word in french for word in words) else "en"


# ---- what is said of it ------------------------------------------------------------------------
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


# ---- the tables of files ------------------------------------------------------------------------
def read_options(lexicon: Lexicon, mappings: Sequence[NamedMapping] = ()) -> ReadOptions:
    """How the files of a log are read; a mapping is for those that it names or have its columns."""
    reader = _TableReader(lexicon, mappings)
    options = ReadOptions(
        header_at=reader.header_at,
        to_table=reader.to_table,
        without_header=reader.without_header,
    )
    if not mappings:
        return replace(options, lexicon=lexicon)

    def of_file(name: str) -> ReadOptions:
        some = [own.says for own in mappings if own.says.is_for_file(name)]
        some = some or [own.says for own in mappings]
        sheets = None
        if all(own.sheets is not None for own in some):
            sheets = tuple(name for own in some for name in own.sheets or ())
        delimiter = _agreed(own.delimiter for own in some)
        return replace(
            options,
            encoding=_agreed(own.encoding for own in some),
            delimiter="\t" if delimiter == "tab" else delimiter,
            sheets=sheets,
            every_sheet=len(some) == 1,
            of_file=None,
        )

    names_tables = all(own.says.columns.get("table") != "" for own in mappings)
    options = replace(options, mapped=True, names_tables=names_tables)
    return of_file("") if len(mappings) == 1 else replace(options, of_file=of_file)


def _agreed(told: Iterable[str | None]) -> str | None:
    """The setting that all mappings of a file have; None where they differ, and it is found."""
    first, *others = {*told}
    return None if others else first


class _TableReader:
    def __init__(self, lexicon: Lexicon, mappings: Sequence[NamedMapping]) -> None:
        self._lexicon, self._mappings = lexicon, mappings
        names = (name for own in mappings for name in spoken_of(own.says))
        self._columns = tuple(dict.fromkeys(names))  # of mappings, and a file may lack them

    def header_at(self, records: Sequence[Record]) -> int | None:
        """The place of the lower row of the header, or of the first row where there is none."""
        rows = unfolded_rows(records) if self._mappings else records
        for near in (False, True):
            found = (self._heading(rows, own, near=near) for own in self._mappings)
            if (head := next(filter(None, found), None)) is not None:
                return max(head.last, 0)
        if (at := header_index(records)) is not None:
            return at
        head = find_header(records, self._lexicon)
        return None if head is None else head.last

    def to_table(self, grid: Grid) -> Table:
        """The table of a grid.  Raises Unreadable, with a question where cells leave a doubt."""
        table = without_export_lines(self._table(grid := cleared(grid)), self._lexicon, grid)
        return without_signs(table, self._lexicon)

    def _table(self, grid: Grid) -> Table:
        table = self._mapped(unfolded(grid)) if self._mappings else None
        return table or replace(self._unmapped(grid), lacks=self._columns)

    def _unmapped(self, grid: Grid) -> Table:
        at = header_index(grid.records)
        if at is not None and is_canonical(grid.records[at][1], self._lexicon):
            return localised(grid.as_it_is(), self._lexicon)
        own = unfolded(grid)
        if (head := find_header(own.records, self._lexicon)) is not None:
            found = infer_mapping(own.records, head, self._lexicon)
            return self._applied(own, head, found.says, found.language, tuple(_about(found)))
        if at is None:
            raise self.without_header(grid.records)
        return grid.as_it_is()

    def without_header(self, records: Sequence[Record]) -> Unreadable:
        """The refusal of rows among which there is no header."""
        own = no_event(records)
        if columns := self._columns:
            names = ", ".join(f"`{name}`" for name in columns[:8])
            says = message("header.no_mapped_columns", names=names, says=own.says)
            return Unreadable(says, own.row)
        if own.row is None:
            return own
        cells = next(cells for row, cells in records if row == own.row)
        bare = any(any(readings(cell)) or stamp(cell) is not None for cell in cells if cell)
        code = "header.no_event_bare" if bare else "header.no_event_map"
        return Unreadable(message(code, says=own.says), own.row)

    def _mapped(self, grid: Grid) -> Table | None:
        """The table of a file that a mapping names, or that has its columns; None for any other.
        Raises Unreadable, as where it has those of several.
        """
        own = [
            one for one in self._mappings if one.says.is_for(grid.origin.file, grid.origin.sheet)
        ]
        own = [one for one in own if one.says.names_tables] or own
        heads = [(one, self._heading(grid.records, one)) for one in own]
        fit = [(one, head) for one, head in heads if head is not None]
        if len(fit) > 1:
            names = tuple(f"`{one.name}`" for one, _ in fit)
            raise Unreadable(message("mapped.several_fit", names=names))
        for one, head in fit:
            return self._mapped_by(grid, one, head)
        for one in own:
            if (near := self._heading(grid.records, one, near=True)) is not None:
                raise _only_near(grid.records, one, near)
        return None

    def _mapped_by(self, grid: Grid, mapping: NamedMapping, head: Heading) -> Table:
        """The table of a file that has the columns of a mapping.

        A mapping that does not spell a row out as events adds to what is known by name.  A column
        of the log is not taken from what this file lacks, and other files have.
        Raises Unreadable where cells leave a doubt.
        """
        says, lacks = without_lacked(mapping.says, head, grid.origin)
        known: tuple[Message, ...] = ()
        language: Language = "fr"
        if not says.events and says.header != ():
            found = infer_mapping(grid.records, head, self._lexicon, says)
            known = tuple(_about(found, says.columns))
            says, language = found.says, found.language
        first = message("note.mapping", name=mapping.name)
        table = self._applied(grid, head, says, language, known, first)
        return replace(table, lacks=lacks, by=mapping.name)

    def _applied(
        self,
        grid: Grid,
        head: Heading,
        says: FileMapping,
        language: Language,
        known: tuple[Message, ...],
        *first: Message,
    ) -> Table:
        plan = plan_of(grid, head, says, self._lexicon, language)
        table = apply_mapping(plan)
        notes = (*first, *known, *_not_said(table.notes, known))
        return note_conventions(replace(table, notes=notes), plan.conventions, plan.doubts)

    def _heading(
        self, records: Sequence[Record], mapping: NamedMapping, *, near: bool = False
    ) -> Heading | None:
        """The header with a mapping's columns; without one of events, the one known by name."""
        says = mapping.says
        if near or says.events or says.header is not None or "event" in says.columns:
            return _mapped_heading(records, says, near=near)
        head = find_header(records, with_words(self._lexicon, says))
        if head is None and (at := header_index(records)) is not None:
            head = heading(records, at, at)
        if head is None or any(head.find(name) is None for name in columns_of_events(says)):
            return None
        return head


def _only_near(records: Sequence[Record], mapping: NamedMapping, near: Heading) -> Unreadable:
    """The refusal of a file that has only some of the columns of the events."""
    for name in columns_of_events(mapping.says):
        if near.find(name) is None:
            return missing(name, near, records)
    own = no_event(records)  # all are there, and no column of events
    return Unreadable(message("header.no_event_map", says=own.says), own.row)


def _mapped_heading(records: Sequence[Record], says: FileMapping, *, near: bool) -> Heading | None:
    """The header that has the columns of all events, and most of the others; a `near` one has half
    of all columns.
    """
    if says.header == ():
        return no_heading(records)
    names, needed = columns_of(says), () if near else columns_of_events(says)
    found = [
        (sum(head.find(name) is not None for name in names), head)
        for head in _headings(records, says.header)
        if all(head.find(name) is not None for name in needed)
    ]
    most, best = max(found, key=itemgetter(0), default=(0, None))
    fewest = max(1, len(names) / 2) if near else min(1, len(names))
    return best if most >= fewest else None


def _headings(records: Sequence[Record], rows: Sequence[int] | None) -> Iterator[Heading]:
    """The headers that there may be: in the rows told, else in the first rows."""
    if rows is None:
        yield from headings(records)
        return
    places = [at for at, (number, _) in enumerate(records) if number in rows]
    if len(places) == len(rows):
        yield heading(records, *places)
