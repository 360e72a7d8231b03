"""A grid read through a mapping: each row becomes its events, or is set aside with the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from auditor.log.grid import Grid
from auditor.log.shapes.clock import Clock, When
from auditor.log.shapes.conventions import Conventions, Doubt, Language, Place, Texts, conclude
from auditor.log.shapes.convert import Converter, note
from auditor.log.shapes.fold import fold
from auditor.log.shapes.heading import Heading
from auditor.log.shapes.lexicon import Lexicon
from auditor.log.shapes.mapping import FileMapping
from auditor.log.shapes.offsets import UNDECIDED, set_offsets
from auditor.log.shapes.plan import Constant, Field, Made, Plan, pieces, plan
from auditor.log.shapes.row_cells import Here, RowCells
from auditor.log.sheet import SHOWN, SetAside, Source, Table, misfit, rows_listed

PLACE = ("casino", "session", "table", "shoe")
"""`{@count}` begins anew in each; it counts rows in [columns], and events in one of the events."""

TOTAL = "a total stands in the row, and no event"
AGAIN = "the header stands here again"
NOTHING = "no event comes of the row: none of the cells is filled that would make one"


@dataclass(frozen=True, slots=True)
class Unfolded:
    """What a mapping made of a grid: the table, by which conventions, and what is in doubt."""

    table: Table
    conventions: Conventions
    doubts: tuple[Doubt, ...]


@dataclass(frozen=True, slots=True)
class Laid:
    """A mapping on the header of a grid."""

    grid: Grid
    head: Heading
    says: FileMapping
    lexicon: Lexicon
    plan: Plan


def unfold(
    grid: Grid, head: Heading, says: FileMapping, lexicon: Lexicon, language: Language
) -> Unfolded:
    """The table of a grid, by a mapping laid on its header.

    `language` is that of the file's own words.  Raises Unreadable where a column is missing.
    """
    laid = Laid(grid, head, says, lexicon, plan(says, head, grid.records, grid.origin))
    conventions, doubts = conclude(texts_of(laid), says.conventions(), language)
    return Unfolded(_Unfolding(laid, conventions).table(), conventions, doubts)


def texts_of(laid: Laid) -> Texts:
    """The different texts of the columns whose conventions matter."""
    asked: dict[tuple[str, str, Field | Constant], None] = {}
    for made in laid.plan.events:
        kind = "".join(own.text for own in made.kind.pieces if isinstance(own, Constant))
        for name, taken in {**laid.plan.context, **made.fields}.items():
            pieces = (own for own in taken.pieces if isinstance(own, Field | Constant))
            asked |= dict.fromkeys((kind, name, own) for own in pieces)
    texts = Texts()
    seen: set[tuple[object, bool, Field]] = set()
    for kind, name, own in asked:
        of = laid.lexicon.type_of(kind, name)
        if isinstance(own, Constant):
            if own.stands is not None:
                note(texts, of, name, own.text, Place(0, own.stands[0]))
        elif (of, name == "session", own) not in seen:
            seen.add((of, name == "session", own))
            for row, cells in laid.grid.records[laid.head.last + 1 :]:
                if text := own.text(cells):
                    note(texts, of, name, text, Place(row, own.name))
    return texts


@dataclass(slots=True)
class _Row:
    number: int
    events: list[tuple[dict[str, str], When | None]]


class _Unfolding:
    def __init__(self, laid: Laid, conventions: Conventions) -> None:
        self._laid = laid
        convert = Converter(laid.lexicon, conventions, laid.says.values, laid.says.empty)
        self._cells = RowCells(convert, Clock(conventions, laid.says.turn_of_day()))
        self._count: Counter[tuple[str, ...]] = Counter()
        self._aside: list[SetAside] = []
        self._nameless: list[int] = []

    def table(self) -> Table:
        laid, origin = self._laid, self._laid.grid.origin
        rows = list(self._rows())
        zone = laid.says.zone()
        timed = [(event, when) for row in rows for event, when in row.events if when is not None]
        undecided = zone is not None and not set_offsets(timed, zone)
        header = self._header()
        events = [
            (row.number, tuple([event.get(name, "") for name in header]))
            for row in rows
            for event, _ in row.events
        ]
        notes = [*self._notes(), *([UNDECIDED] if undecided else [])]
        head_row = laid.grid.records[laid.head.last][0] if laid.head.last >= 0 else 0
        return Table(
            origin.file, origin.sheet, origin.sha256, origin.encoding, header, head_row, events,
            tuple(self._aside), tuple(notes), self._source({row.number for row in rows}),
        )  # fmt: skip

    def _header(self) -> tuple[str, ...]:
        names = dict.fromkeys([*self._laid.plan.context, "event"])
        for made in self._laid.plan.events:
            names |= dict.fromkeys(made.fields)
        return tuple(names)

    def _source(self, held: set[int]) -> Source:
        names = self._laid.head.names
        rows = {
            number: (*cells[: len(names)], *[""] * (len(names) - len(cells)))
            for number, cells in self._laid.grid.records
            if number in held
        }
        return Source(names, rows)

    # ---- rows -----------------------------------------------------------------------------------
    def _rows(self) -> Iterator[_Row]:
        grid, head = self._laid.grid, self._laid.head
        needed = max((at for at, there in enumerate(head.named) if there), default=-1) + 1
        repeated = list(grid.records[head.last][1]) if head.last >= 0 else None
        for number, cells in grid.records[head.last + 1 :]:
            if flaw := grid.flaws.get(number):
                self._aside.append(flaw)
            elif not any(cells):
                continue
            elif reason := misfit(cells, len(head.names), needed):
                self._set_aside(number, cells, reason)
            elif list(cells) == repeated:
                self._set_aside(number, cells, AGAIN)
            elif (row := self._row(number, cells)) is not None:
                yield row
                nameless = zip(cells, head.named, strict=False)
                if any(text and not there for text, there in nameless):
                    self._nameless.append(number)

    def _set_aside(self, number: int, cells: Sequence[str], reason: str) -> None:
        self._aside.append(SetAside(number, None, " | ".join(cells)[:SHOWN], reason))

    def _row(self, number: int, cells: Sequence[str]) -> _Row | None:
        plan = self._laid.plan
        for own, apart, used in plan.splits:
            if (many := len(pieces(own.text(cells), apart))) > used:
                says = f"{many} values stand in the cell, and the mapping has a use for {used}"
                self._aside.append(SetAside(number, own.name, own.text(cells), says))
                return None
        moment = self._cells.moment(plan.context.get("time"), cells)
        made = [own for own in plan.events if self._cells.happens(own, cells)]
        if self._is_total(made, Here(cells, moment)):
            self._set_aside(number, cells, TOTAL)
            return None
        if not made:
            self._set_aside(number, cells, NOTHING)
            return None
        return _Row(number, list(self._events(made, Here(cells, moment))))

    def _is_total(self, made: Sequence[Made], here: Here) -> bool:
        """Whether the row sums up others: its first word says so, and it is no event."""
        first = fold(next(cell for cell in here.cells if cell))
        lexicon = self._laid.lexicon
        if not any(first == word or first.startswith(f"{word} ") for word in lexicon.totals):
            return False
        if self._laid.says.events:
            return here.moment is None
        return not any(lexicon.has_kind(self._kind(own, here)) for own in made)

    def _events(
        self, made: Sequence[Made], here: Here
    ) -> Iterator[tuple[dict[str, str], When | None]]:
        context = self._laid.plan.context
        # Where a row is one event, what its columns mean may hang on the kind of event.
        alone = "" if self._laid.says.events else self._kind(made[0], here)
        shared = {
            name: self._cells.cell(alone, name, taken, here)
            for name, taken in context.items()
            if not taken.has("@count")
        }
        place = tuple(shared.get(name, "") for name in PLACE)
        if counted := [name for name, taken in context.items() if taken.has("@count")]:
            self._count[place] += 1
            here = replace(here, count=str(self._count[place]))
            shared |= {name: self._cells.cell(alone, name, context[name], here) for name in counted}
        for own in made:
            kind, at = self._kind(own, here), here
            if any(taken.has("@count") for taken in own.fields.values()):
                self._count[place] += 1
                at = replace(here, count=str(self._count[place]))
            if "time" in own.fields:
                moment = self._cells.moment(own.fields["time"], here.cells)
                at = replace(here, moment=moment)
            fields = {name: self._cells.cell(kind, name, t, at) for name, t in own.fields.items()}
            yield {**shared, "event": kind, **fields}, at.moment

    def _kind(self, made: Made, here: Here) -> str:
        return self._cells.cell("", "event", made.kind, here)

    # ---- notes ----------------------------------------------------------------------------------
    def _notes(self) -> Iterator[str]:
        grid, head = self._laid.grid, self._laid.head
        yield from grid.notes
        if above := [number for number, cells in grid.records[: max(head.first, 0)] if any(cells)]:
            yield f"Not read: {rows_listed(above)}, above the header."
        if self._nameless:
            rows = rows_listed(self._nameless)
            yield f"Not read: cells in {rows} that stand under no column name."
        if self._laid.says.events:
            yield "A row stands for several events, in the order that the mapping gives."
        used = self._laid.plan.used
        columns = enumerate(zip(head.names, head.named, strict=True))
        if left := [name for at, (name, there) in columns if there and at not in used]:
            yield f"Not used: columns {', '.join(f'`{name}`' for name in left)}."
