"""A grid read through a mapping: each row becomes its events, or is set aside with the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import numpy as np

from auditor.log.cell import Cell, stood
from auditor.log.coded import (
    CodedColumn,
    Sheet,
    column_of,
    first_filled,
    sheet_of,
)
from auditor.log.convert.cells import UNDECIDED, with_offset, with_offsets
from auditor.log.convert.conventions import Language
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import day_in
from auditor.log.export_marks import RULER, Summaries
from auditor.log.mapping.bind import Binding, missing, title_in
from auditor.log.mapping.column_plan import PLACE, ColumnPlan, NoNumber
from auditor.log.mapping.schema import FileMapping
from auditor.log.row_columns import Grid
from auditor.log.store.vector import Bools, Ints
from auditor.log.table import (
    RANK,
    SHOWN,
    Heading,
    Held,
    OriginalRows,
    Record,
    Table,
    Torn,
    UnfitRow,
    Unreadable,
    fit,
    rows_listed,
)
from auditor.messages.message import Message, message
from auditor.values import is_shortened

Cells = tuple[str, ...]


def plan_of(
    grid: Grid, head: Heading, says: FileMapping, lexicon: Lexicon, language: Language
) -> ColumnPlan:
    """The mapping on the header of a grid.  Raises Unreadable."""
    grid = _filled_down(grid, head, says.filled_down, lexicon)
    bound = Binding(*_with_titles(says, head, grid, Summaries(lexicon)))
    _refuse_shortened(bound)
    return ColumnPlan(bound, lexicon, language)


def apply_mapping(plan: ColumnPlan) -> Table:
    """The table of a grid, by a mapping on its header.  Raises Unreadable."""
    return _Application(plan).table()


def _refuse_shortened(bound: Binding) -> None:
    """Raises Unreadable where a column that tells coups or shoes apart does so no more."""
    for name, column in bound.says.same.items():
        told = bound.below.column(bound.context[name].fields[0].place)
        for at in np.flatnonzero(told.where(is_shortened))[:1].tolist():
            says = message("mapped.shortened", text=told[at])
            raise Unreadable(says, int(bound.below.numbers[at]), column)


class _Application:
    """Makes the rows of a grid into the rows of a table, one for each event."""

    def __init__(self, plan: ColumnPlan) -> None:
        self._plan, self._bound, self._lexicon = plan, plan.bound, plan.lexicon
        self._summaries = Summaries(plan.lexicon)
        self._aside: list[UnfitRow] = []
        self._originals = OriginalRows(plan.bound.head.names, plan.bound.below)

    def table(self) -> Table:
        bound = self._bound
        places, nameless = self._fitting()
        found, undecided = self._in_zone(self._rows(places))
        self._aside.sort(key=lambda own: own.row)
        aside = {own.row for own in self._aside}
        nameless = sorted(number for number in nameless if number not in aside)
        notes = [*_notes(bound, nameless), *([UNDECIDED] if undecided else [])]
        head_row = bound.grid.records[bound.head.last][0] if bound.head.last >= 0 else 0
        return Table(
            *bound.grid.origin,
            self._plan.header,
            head_row,
            found,
            tuple(self._aside),
            tuple(notes),
            self._originals,
            named=(*bound.says.same,),
            of_coups=bound.says.of_coups,
            holds={kind: self._held(kind, held) for kind, held in bound.says.holds.items()},
        )

    def _held(self, kind: str, held: str) -> Held:
        """The events whose amounts those of a kind have in them: of the same bet of a player."""
        own = self._lexicon.own_fields_of(held)
        fields = (name for name in self._lexicon.own_fields_of(kind) if name in own)
        return Held(held, tuple(name for name in fields if name != "amount"))

    def _fitting(self) -> tuple[Ints, Sequence[int]]:
        """Where the rows stand that fit the header, and which of them hold something in a column
        without a name.
        """
        head, grid, below = self._bound.head, self._bound.grid, self._bound.below
        header = tuple(grid.records[head.last][1]) if head.last >= 0 else ()
        is_none = self._bound.says.columns.get("event") == ""

        def no_event(cells: Sequence[str]) -> Message | None:
            if is_none:
                return message("row.left_out")
            ruled = all(map(RULER.fullmatch, filter(None, cells)))
            if ruled or self._summaries.is_footer(cells):
                return message("row.footer")
            return message("row.header_again") if tuple(cells) == header else None

        first = below.column(head.named.index(True))
        ruled = first.where(lambda text: bool(RULER.fullmatch(text)))
        doubtful = (below.filled() < 2) | below.like(header) | ruled | is_none
        places, aside, torn, nameless = fit(below, head.named, grid.flaws, no_event, doubtful)
        self._aside += [*aside, *self._torn(torn)]
        return places, nameless

    def _rows(self, places: Ints) -> Sheet:
        """The rows of the table; those that tell no event are set aside."""
        plan = self._plan
        rows = self._bound.below.some(places)
        found, left_out, unknown = plan.happens(rows)
        happens = found & ~left_out
        lost = np.isin(np.arange(len(rows)), [*unknown]) | ~happens.any(axis=1)
        for split in self._bound.splits:
            lost |= rows.column(split.field.place).where(split.holds_more)
        totals = self._totals(rows, places)
        lost |= totals
        for at in np.flatnonzero(lost).tolist():
            says = message("row.left_out" if found[at].any() else "row.nothing")
            says = message("row.total") if totals[at] else says
            self._set_aside_untold(*self._bound.below[int(places[at])], says, unknown.get(at))
        made, event = plan.rows(rows.some(~lost), happens[~lost])
        if any(own.once for own, _ in plan.events):
            made = self._told_once(made, event)
        if any(taken.has("@count") for taken in self._bound.context.values()):
            _refuse_counted_events(made.numbers, made.columns[self._plan.header.index("event")])
        return made

    def _totals(self, rows: Sheet, places: Ints) -> Bools:
        """Which rows sum up others: they tell no event, and what they hold first says so."""
        if self._bound.says.events:
            may = ~self._plan.timed(rows)
        else:
            may = ~self._plan.kinds(rows).where(self._lexicon.has_kind)
        firsts = first_filled(self._bound.below, places[may])
        may[may] = [self._summaries.is_total(text) for text in firsts]
        return may

    def _in_zone(self, rows: Sheet) -> tuple[Sheet, bool]:
        """Rows whose times have the offsets of their zone, and whether nothing tells these: in an
        hour that the clock shows twice they hang on the rows around.
        """
        zone = self._bound.says.zone()
        if zone is None or "time" not in self._plan.header:
            return rows, False
        at = self._plan.header.index("time")
        column = rows.columns[at]
        texts = [with_offset(time, zone) for time in column.texts]
        if None not in texts:
            cells = zip(texts, column.texts, strict=True)
            own = [Cell(text or "", *stood("time", time)) for text, time in cells]
            return rows.with_column(at, CodedColumn(column.codes, own)), False
        names = [name for name in ("casino", "table") if name in self._plan.header]
        places = [rows.columns[self._plan.header.index(name)].cells() for name in names]
        each = zip(*places, strict=True) if places else [()] * len(rows)
        told = with_offsets(each, list(column.cells()), zone)
        return (rows, True) if told is None else (rows.with_column(at, column_of(told)), False)

    # ---- rows that tell no event ----------------------------------------------------------------
    def _torn(self, rows: Sequence[Torn]) -> Iterator[UnfitRow]:
        """Rows of other width, believed up to their kind, or from there on if that moved along."""
        (own, sources), *_ = self._plan.events
        kinds = {taken.place for taken in own.kind.fields}
        if not self._plan.alone or len(kinds) != 1 or not rows:
            for number, cells, reason in rows:
                yield UnfitRow(number, None, " | ".join(cells)[:SHOWN], reason)
            return
        at, width = kinds.pop(), len(self._bound.head.names)
        moved = [(n, [*[""] * (width - len(c)), *c][max(0, len(c) - width) :]) for n, c, _ in rows]
        guesses = self._plan.guessed(sheet_of((number, cells) for number, cells, _ in rows))
        others = self._plan.guessed(sheet_of(moved))
        for (number, cells, reason), guess, other in zip(rows, guesses, others, strict=True):
            row = UnfitRow(number, None, " | ".join(cells)[:SHOWN], reason)
            for told, sound in ((guess, range(at + 1)), (other, range(at, width))):
                if self._lexicon.has_kind(told["event"]):
                    places = {name: {own.place for own in sources[name].fields} for name in told}
                    believed = {n: text for n, text in told.items() if places[n] <= {*sound}}
                    row = replace(row, believed=believed)
                    break
            yield row

    def _set_aside(
        self, number: int, cells: Sequence[str], reason: Message, *, no_event: bool = False
    ) -> None:
        text = " | ".join(cells)[:SHOWN]
        self._aside.append(UnfitRow(number, None, text, reason, no_event=no_event))

    def _set_aside_untold(
        self, number: int, cells: Sequence[str], says: Message, none: NoNumber | None
    ) -> None:
        """Sets aside a row that tells no event, or of which nobody knows which."""
        for split in self._bound.splits:
            text = cells[split.field.place].strip()
            if (why := split.unused(text)) is not None:
                self._aside.append(UnfitRow(number, split.field.name, text, why))
                return
        if none is not None:
            why = message("row.no_number")
            self._aside.append(UnfitRow(number, none.column, none.text, why))
        else:
            self._set_aside(number, cells, says, no_event=says.code != "row.nothing")

    # ---- events that rows repeat ----------------------------------------------------------------
    def _told_once(self, rows: Sheet, event: Ints) -> Sheet:
        """The rows without events that an earlier row tells as well; one that tells them otherwise
        is set aside.
        """
        told: dict[tuple[int, Cells], tuple[int, Cells]] = {}
        again, lost = np.zeros(len(rows), bool), set[int]()
        once = {at for at, (own, _) in enumerate(self._plan.events) if own.once is not None}
        at, numbers = np.flatnonzero(np.isin(event, list(once))).tolist(), rows.numbers.tolist()
        for number, same in groupby(at, key=numbers.__getitem__):
            new: dict[tuple[int, Cells], tuple[int, Cells]] = {}
            earlier = number
            for place in same:
                key, said = self._key_and_cells(int(event[place]), rows[place][1])
                before = None if key is None else told.get(key)
                again[place] = before is not None and before[1] == said
                if before is None and key is not None:
                    new[key] = number, said
                elif before is not None and before[1] != said:
                    lost.add(number)
                    says = message("row.told_otherwise", row=before[0])
                    self._set_aside(number, self._originals.of(number), says)
                    break
                earlier = earlier if before is None else before[0]
            if number not in lost:
                told |= new
                every = rows.place_of(number), rows.place_of(number + 1)
                if again[slice(*every)].all():
                    says = message("row.told", row=earlier)
                    self._set_aside(number, self._originals.of(number), says, no_event=True)
        return rows.some(~again & ~np.isin(rows.numbers, list(lost)))

    def _key_and_cells(self, event: int, cells: Cells) -> tuple[tuple[int, Cells] | None, Cells]:
        """The key of an event that is told once, None where each row tells its own; and all that
        the event says.
        """
        own, _ = self._plan.events[event]
        named = dict(zip(self._plan.header, cells, strict=True))
        said = (named["event"], *(named[name] for name in own.fields))
        if own.once == "file":
            return (event, ()), said
        coup = tuple(named[name] for name in (*PLACE, "coup") if name in named)
        return ((event, coup) if coup and coup[-1] else None), said


def _refuse_counted_events(numbers: Ints, kinds: CodedColumn) -> None:
    """Raises Unreadable where rows numbered as coups have no kind in common."""
    many = Counter(kind for _, kind in {*zip(numbers.tolist(), kinds.cells(), strict=True)})
    if many and 2 * max(many.values()) < len(np.unique(numbers)):
        raise Unreadable(message("mapped.count_of_events"))


def _notes(bound: Binding, nameless: Sequence[int]) -> Iterator[Message]:
    grid, head = bound.grid, bound.head
    yield from grid.notes
    if above := [number for number, cells in grid.records[: max(head.first, 0)] if any(cells)]:
        yield message("note.above_header", rows=rows_listed(above))
    if nameless:
        yield message("note.nameless", rows=rows_listed(nameless))
    if bound.says.events:
        ranked = any(RANK in made.fields for made in bound.events)
        yield message("note.ranks" if ranked else "note.several_events")
    columns = enumerate(zip(head.names, head.named, strict=True))
    if left := [n for at, (n, there) in columns if there and at not in bound.used]:
        yield message("note.unused", names=tuple(f"`{name}`" for name in left))


# ---- rows below the header ----------------------------------------------------------------------
def _filled_down(grid: Grid, head: Heading, names: Sequence[str], lexicon: Lexicon) -> Grid:
    """The grid with the values of columns in the rows below.  Raises Unreadable."""
    if not names:
        return grid
    places: list[int] = []
    for name in names:
        if (at := head.find(name)) is None:
            raise missing(name, head, grid.records)
        places.append(at)
    shown = tuple(f"`{head.names[at]}`" for at in places)
    notes = (*grid.notes, message("note.filled_down", names=shown))
    above = list(grid.records[: head.last + 1])
    below = _filled(grid, head, places, Summaries(lexicon))
    return replace(grid, records=sheet_of([*above, *below]), notes=notes)


def _filled(
    grid: Grid, head: Heading, places: Sequence[int], summaries: Summaries
) -> Iterator[Record]:
    own = list(grid.records[head.last][1]) if head.last >= 0 else None
    last: dict[int, str] = {}
    for number, cells in grid.records[head.last + 1 :]:
        first = next((cell for cell in cells if cell.strip()), "")
        aside = not first or list(cells) == own or number in grid.flaws
        if aside or summaries.is_footer(cells) or summaries.is_total(first):
            yield number, cells
            continue
        row = [*cells]
        for at in places:
            if at < len(row):
                last[at] = row[at] = row[at] if row[at].strip() else last.get(at, "")
        yield number, row


def _with_titles(
    says: FileMapping, head: Heading, grid: Grid, summaries: Summaries
) -> tuple[FileMapping, Heading, Grid]:
    """The mapping, the header and the rows with a column for each title that stands again among
    the rows, and is of those below it.
    """
    above = [own for own in says.title.items() if not own[1].cell.startswith("@")]
    likes = {name: own.like for name, own in above if own.like.strip("*… ")}
    if not likes:
        return says, head, grid
    bound, many, found = Binding(says, head, grid), len(head.names), {}
    last = {name: bound.title(name).text for name in likes}
    for at in np.flatnonzero(grid.body.filled() <= len(likes)).tolist():
        number, cells = grid.body[at]
        fit = ((name, title_in(own, cell)) for name, own in likes.items() for cell in cells)
        alike = {n: o for n, o in fit if o and (day_in(o) is None) == (day_in(last[n]) is None)}
        found[number] = alike if at > head.last else {}
    names = [name for name in likes if any(name in told for told in found.values())]
    if not names:
        return says, head, grid
    last = {name: last[name] for name in names}
    header = tuple(grid.records[head.last][1]) if head.last >= 0 else ()
    rows: list[Record] = []
    for number, row in grid.records:
        cells = tuple(row)
        last |= {name: told for name, told in found.get(number, {}).items() if name in last}
        more = names if cells == header else last.values()
        own = [*cells, *[""] * (many - len(cells))]
        first, *others = [*filter(None, cells), ""]
        aside = len(others) < 2 or any(own[many:]) or summaries.is_total(first)
        rows.append((number, cells if aside else [*own[:many], *more]))
    head = replace(
        head,
        names=(*head.names, *names),
        named=(*head.named, *(True for _ in names)),
        short=(*head.short, *names),
    )
    left = {name: own for name, own in says.title.items() if name not in names}
    return says.model_copy(update={"title": left}), head, replace(grid, records=sheet_of(rows))
