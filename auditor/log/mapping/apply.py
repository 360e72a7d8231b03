"""A grid read through a mapping: each row becomes its events, or is set aside with the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from auditor.log.cell import Cell, stood
from auditor.log.coded import CodedColumn, RowsByNumber, Sheet, first_filled, sheet_of
from auditor.log.convert.cells import UNDECIDED, Clock, Converter, When, set_offsets, with_offset
from auditor.log.convert.conventions import Conventions, Doubt, Language, conclude
from auditor.log.convert.lexicon import Lexicon
from auditor.log.export_marks import Summaries
from auditor.log.mapping.bind import BoundEvent, FieldSource, bind
from auditor.log.mapping.column_plan import BoundGrid, ColumnPlan, texts_of
from auditor.log.mapping.fitting import Fitting, filled_down
from auditor.log.mapping.row_reader import NoNumberError, Reader, RowCells, RowContext
from auditor.log.mapping.schema import FileMapping
from auditor.log.row_columns import Grid
from auditor.log.table import (
    RANK,
    SHOWN,
    Heading,
    OriginalRows,
    Table,
    UnfitRow,
    Unreadable,
    rows_listed,
)
from auditor.messages.message import Message, message
from auditor.values import is_shortened
from auditor.watch import counted

Ints = NDArray[np.int64]

PLACE = ("casino", "session", "table", "shoe")
"""`{@count}` begins anew in each.  It numbers the coups: each row is one, or, of a row in which
several stand side by side, each number of a repetition.
"""


@dataclass(frozen=True, slots=True)
class AppliedMapping:
    """The table that a mapping made of a grid, its conventions, and what is in doubt."""

    table: Table
    conventions: Conventions
    doubts: tuple[Doubt, ...]


def apply_mapping(
    grid: Grid, head: Heading, says: FileMapping, lexicon: Lexicon, language: Language
) -> AppliedMapping:
    """The table of a grid, by a mapping on its header.  Raises Unreadable."""
    grid = filled_down(grid, head, says.filled_down, lexicon)
    binding = bind(says, head, grid.records, grid.origin)
    below = grid.body[head.last + 1 :]
    for name in says.same.values():
        _refuse_shortened(name, head, below)
    bound = BoundGrid(grid, head, says, lexicon, binding, below)
    conventions, doubts = conclude(texts_of(bound), says.conventions(), language)
    return AppliedMapping(_Application(bound, conventions).table(), conventions, doubts)


def _refuse_shortened(name: str, head: Heading, below: Sheet) -> None:
    """Raises Unreadable where a column that tells coups or shoes apart does so no more."""
    at = head.find(name)
    column = () if at is None else below.column(at).texts
    shortened = next(filter(is_shortened, column), None)
    if at is not None and shortened is not None:
        row = below.numbers[below.column(at).where(is_shortened)][0]
        raise Unreadable(message("mapped.shortened", text=shortened), int(row), name)


@dataclass(frozen=True, slots=True)
class _Event:
    """One event of the plan, and where each of its fields stands in a row of the table."""

    made: BoundEvent
    kind: Reader
    fields: tuple[tuple[int, Reader], ...]
    time: FieldSource | None
    counts: bool


Place = tuple[str, ...]
_Told = tuple[int, tuple[str, ...]]  # an event that is told once, and the coup that it is of


@dataclass(slots=True)
class _SourceRow:
    number: int
    events: list[tuple[list[str], When | None]]


class _Application:
    """Makes the rows of a grid into the rows of a table, one for each event."""

    def __init__(self, bound: BoundGrid, conventions: Conventions) -> None:
        self._bound = bound
        says, lexicon = bound.says, bound.lexicon
        convert = Converter(lexicon, conventions, says.values, says.empty)
        clock = Clock(conventions, says.turn_of_day(), says.zone())
        self._cells = RowCells(convert, clock, lexicon, says.same, hours=_tells_hours(bound))
        self._last: Counter[Place] = Counter()
        self._told: dict[_Told, tuple[int, list[str]]] = {}
        self._summaries = Summaries(lexicon)
        self._fitting = Fitting(bound.grid, bound.head, self._summaries)
        context = bound.binding.context
        names = dict.fromkeys([*context, "event"])
        for made in bound.binding.events:
            names |= dict.fromkeys(made.fields)
        self._header = tuple(names)
        self._at = {name: at for at, name in enumerate(self._header)}
        self._plain = self._readers({n: t for n, t in context.items() if not t.has("@count")})
        self._counted = self._readers({n: t for n, t in context.items() if t.has("@count")})
        self._place = tuple(self._at[name] for name in PLACE if name in self._at)
        self._events = {id(made): self._event(made) for made in bound.binding.events}

    def _readers(self, taken: Mapping[str, FieldSource]) -> tuple[tuple[int, Reader], ...]:
        return tuple((self._at[name], self._cells.reader(name, own)) for name, own in taken.items())

    def _event(self, made: BoundEvent) -> _Event:
        counts = any(taken.has("@count") for taken in made.fields.values())
        kind = self._cells.reader("event", made.kind)
        return _Event(made, kind, self._readers(made.fields), made.fields.get("time"), counts)

    def table(self) -> Table:
        bound, plan, undecided = self._bound, self._plan(), False
        found: Sheet | None = None
        if plan is not None:
            found = self._in_zone(self._by_columns(plan))
        if found is None:
            self._fitting = Fitting(bound.grid, bound.head, self._summaries)
            rows = list(self._rows())
            if self._counted:
                _refuse_counted_events(rows, self._at["event"])
            undecided = _is_undecided(bound, rows, self._at)
            found = sheet_of((row.number, cells) for row in rows for cells, _ in row.events)
        notes = [*_notes(bound, self._fitting.nameless()), *([UNDECIDED] if undecided else [])]
        head_row = bound.grid.records[bound.head.last][0] if bound.head.last >= 0 else 0
        originals = RowsByNumber(self._fitting.records, len(bound.head.names))
        return Table(
            *bound.grid.origin,
            self._header,
            head_row,
            found,
            tuple(self._fitting.aside),
            tuple(notes),
            OriginalRows(bound.head.names, originals),
            named=(*bound.says.same,),
            of_coups=bound.says.of_coups,
        )

    def _plan(self) -> ColumnPlan | None:
        """The plan over columns; None where what a row tells hangs on others."""
        events = self._events.values()
        told = any(own.counts or own.made.once for own in events)
        if told or self._counted:
            return None
        taken = self._bound.binding.context
        shared = {self._header[at]: (taken[self._header[at]], read) for at, read in self._plain}
        plans = []
        for own in events:
            fields = {self._header[at]: read for at, read in own.fields}
            sources = {name: (own.made.fields[name], read) for name, read in fields.items()}
            plans.append((own.made, {**shared, "event": (own.made.kind, own.kind), **sources}))
        alone = not self._bound.says.events
        return ColumnPlan(shared, plans, alone, self._cells, self._bound.lexicon)

    def _by_columns(self, plan: ColumnPlan) -> Sheet:
        """The rows of the table; those that tell no event are set aside."""
        places = self._fitting.places(self._torn)
        rows = self._bound.below.some(places)
        happens, lost = plan.happens(rows)
        lost |= ~happens.any(axis=1)
        for split in self._bound.binding.splits:
            lost |= rows.column(split.field.place).where(split.holds_more)
        lost[self._totals(plan, rows, places)] = True
        for at in places[lost].tolist():
            made = self._row(*self._fitting.records[at])
            assert made is None
        self._fitting.aside.sort(key=lambda own: own.row)
        return plan.rows(self._header, rows.some(~lost), happens[~lost])

    def _in_zone(self, rows: Sheet) -> Sheet | None:
        """Rows whose times have the offsets of their zone; None where these hang on other rows."""
        zone = self._bound.says.zone()
        if zone is None or "time" not in self._at:
            return rows
        column = rows.columns[self._at["time"]]
        texts: list[str] = []
        for time in column.texts:
            own = with_offset(time, zone)
            if own is None:
                return None
            texts.append(Cell(own, *stood("time", time)))
        columns = list(rows.columns)
        columns[self._at["time"]] = CodedColumn(column.codes, texts)
        return Sheet(rows.numbers, columns)

    def _totals(self, plan: ColumnPlan, rows: Sheet, places: Ints) -> Ints:
        """Which rows sum up others: what they hold first says so."""
        if self._bound.says.events:
            may = np.flatnonzero(~plan.timed(rows))
        else:
            may = np.flatnonzero(~plan.kinds(rows).where(self._bound.lexicon.has_kind))
        found = first_filled(self._fitting.records, places[may])
        return may[[at for at, text in enumerate(found) if self._summaries.is_total(text)]]

    # ---- rows -----------------------------------------------------------------------------------
    def _rows(self) -> Iterator[_SourceRow]:
        rows = self._fitting.rows(self._torn)
        for _, own in counted(rows, len(self._bound.below), self._bound.grid.origin.file):
            if (row := self._row(*own)) is not None:
                yield row

    def _torn(self, number: int, cells: Sequence[str], reason: Message) -> UnfitRow:
        """A row of other width, believed up to its kind, or from there on if that moved along."""
        bare = UnfitRow(number, None, " | ".join(cells)[:SHOWN], reason)
        own = [self._events[id(made)] for made in self._bound.binding.events]
        kinds = {taken.place for one in own for taken in one.made.kind.fields}
        counts = bool(self._counted) or any(one.counts for one in own)
        if counts or self._bound.says.events or len(own) != 1 or len(kinds) != 1:
            return bare
        at, shift = kinds.pop(), len(cells) - len(self._bound.head.names)
        moved = [*cells[shift:]] if shift > 0 else [*[""] * -shift, *cells]
        guess = self._event_cells(own[0], cells)
        for told, sound in (
            (guess, range(at + 1)),
            (self._event_cells(own[0], moved), range(at, len(moved))),
        ):
            if self._bound.lexicon.has_kind(told["event"]):
                believed = {name: text for name, text in told.items() if self._from(name, sound)}
                return replace(bare, believed=believed, guess=guess)
        return bare

    def _event_cells(self, own: _Event, cells: Sequence[str]) -> dict[str, str]:
        """The cells of the event that a row would be, but for its time."""
        [(made, _)] = self._event_of([own], RowContext(cells))
        return {name: made[at] for name, at in self._at.items() if name != "time"}

    def _from(self, name: str, places: range) -> bool:
        """Whether a field of the one event of a row is taken from some places and no others."""
        [own] = self._bound.binding.events
        taken = {"event": own.kind, **self._bound.binding.context, **own.fields}[name]
        return all(one.place in places for one in taken.fields)

    def _row(self, number: int, cells: Sequence[str]) -> _SourceRow | None:
        binding = self._bound.binding
        for split in binding.splits:
            text = split.field.text(cells)
            if (says := split.unused(text)) is not None:
                self._fitting.aside.append(UnfitRow(number, split.field.name, text, says))
                return None
        here = RowContext(cells, self._cells.moment(binding.context.get("time"), cells))
        try:
            made = [own for own in binding.events if self._cells.happens(own, cells)]
        except NoNumberError as none:
            says = message("row.no_number")
            self._fitting.aside.append(UnfitRow(number, none.column, none.text, says))
            return None
        if self._is_total(made, here):
            self._fitting.set_aside(number, cells, message("row.total"), no_event=True)
            return None
        if not (told := [own for own in made if not self._cells.left_out(own, cells)]):
            says = message("row.left_out" if made else "row.nothing")
            self._fitting.set_aside(number, cells, says, no_event=bool(made))
            return None
        return self._told_once(number, cells, [self._events[id(own)] for own in told], here)

    def _told_once(
        self, number: int, cells: Sequence[str], made: Sequence[_Event], here: RowContext
    ) -> _SourceRow | None:
        """The events of a row without those that an earlier row tells as well."""
        events = list(self._event_of(made, here))
        if not any(own.made.once for own in made):
            return _SourceRow(number, events)
        new: dict[_Told, tuple[int, list[str]]] = {}
        kept: list[tuple[list[str], When | None]] = []
        earlier = number
        for own, event in zip(made, events, strict=True):
            key = _told_as(own, event[0], self._at)
            said = [event[0][self._at["event"]], *(event[0][at] for at, _ in own.fields)]
            if key is None or key not in self._told:
                kept.append(event)
                new |= {} if key is None else {key: (number, said)}
                continue
            earlier, before = self._told[key]
            if before != said:
                self._fitting.set_aside(number, cells, message("row.told_otherwise", row=earlier))
                return None
        if not kept:
            self._fitting.set_aside(number, cells, message("row.told", row=earlier), no_event=True)
            return None
        self._told |= new
        return _SourceRow(number, kept)

    def _is_total(self, made: Sequence[BoundEvent], here: RowContext) -> bool:
        """True for a row that sums up others: its first word says so, and it is no event."""
        lexicon = self._bound.lexicon
        if self._bound.says.events:
            if self._cells.tells_time(self._bound.binding.context.get("time"), here.cells):
                return False
        elif any(lexicon.has_kind(self._events[id(own)].kind(here, "")) for own in made):
            return False
        return self._summaries.is_total(next(filter(None, here.cells)))

    def _following(self, place: Place) -> str:
        """The number of the next coup of a place."""
        self._last[place] += 1
        return str(self._last[place])

    def _event_of(
        self, events: Sequence[_Event], here: RowContext
    ) -> Iterator[tuple[list[str], When | None]]:
        # Where a row is one event, what its columns mean may hang on the kind of event.
        alone = "" if self._bound.says.events else events[0].kind(here, "")
        shared = [""] * len(self._header)
        for at, read in self._plain:
            shared[at] = read(here, alone)
        place = tuple(shared[at] for at in self._place)
        if self._counted:
            here = replace(here, count=self._following(place))
            for at, read in self._counted:
                shared[at] = read(here, alone)
        coups: dict[int | None, str] = {}
        for own in events:
            now = here
            if own.counts:
                if own.made.number not in coups:
                    coups[own.made.number] = self._following(place)
                now = replace(now, count=coups[own.made.number])
            if own.time is not None:
                now = replace(now, moment=self._cells.moment(own.time, here.cells))
            cells = shared.copy()
            kind = cells[self._at["event"]] = own.kind(now, "")
            for at, read in own.fields:
                cells[at] = read(now, kind)
            yield cells, now.moment


def _told_as(own: _Event, cells: Sequence[str], places: Mapping[str, int]) -> _Told | None:
    """The key of an event that is told once; None where each row tells its own."""
    if own.made.once is None:
        return None
    if own.made.once == "file":
        return id(own.made), ()
    coup = tuple(cells[places[name]] for name in (*PLACE, "coup") if name in places)
    return (id(own.made), coup) if coup and coup[-1] else None


def _refuse_counted_events(rows: Sequence[_SourceRow], event: int) -> None:
    """Raises Unreadable where rows numbered as coups have no kind in common."""
    kinds = Counter(kind for row in rows for kind in {cells[event] for cells, _ in row.events})
    if kinds and 2 * max(kinds.values()) < len(rows):
        raise Unreadable(message("mapped.count_of_events"))


def _notes(bound: BoundGrid, nameless: Sequence[int]) -> Iterator[Message]:
    grid, head = bound.grid, bound.head
    yield from grid.notes
    if above := [number for number, cells in grid.records[: max(head.first, 0)] if any(cells)]:
        yield message("note.above_header", rows=rows_listed(above))
    if nameless:
        yield message("note.nameless", rows=rows_listed(nameless))
    if bound.says.events:
        ranked = any(RANK in made.fields for made in bound.binding.events)
        yield message("note.ranks" if ranked else "note.several_events")
    columns = enumerate(zip(head.names, head.named, strict=True))
    if left := [n for at, (n, there) in columns if there and at not in bound.binding.used]:
        yield message("note.unused", names=tuple(f"`{name}`" for name in left))


def _tells_hours(bound: BoundGrid) -> bool:
    """True where a time is put together from columns, and some row fills all of them."""
    taken = bound.binding.context.get("time")
    fields = () if taken is None else taken.fields
    below = (cells for _, cells in bound.grid.records[bound.head.last + 1 :])
    return len(fields) > 1 and any(all(own.text(cells) for own in fields) for cells in below)


def _is_undecided(bound: BoundGrid, rows: Sequence[_SourceRow], places: Mapping[str, int]) -> bool:
    """Gives times the offsets of their zone; true where nothing tells these."""
    zone = bound.says.zone()
    if zone is None or "time" not in places:
        return False
    timed = [own for row in rows for own in row.events if own[1] is not None]
    return not set_offsets(timed, zone, places)
