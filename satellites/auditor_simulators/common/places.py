"""Rows of a log read and edited, and faults as combinators: where, which edit, what tells of it.

`at(shoe_with(by_hand), drop(of("cut")), of("load"))` takes the cuts out of some shoe that was
shuffled by hand, and its load tells that they are missing.  Its name and what it breaks stand in a
list of the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Concatenate, Final, ParamSpec, TypeVar

from auditor_simulators.common.notation import text_of
from auditor_simulators.protocol import Fault, NoPlaceError, Row

T = TypeVar("T")

CONTEXT = ("time", "casino", "season", "session", "table", "shoe", "coup", "game", "staff")
BET = ("seat", "player", "bet", "number")
"""Whose a stake is, and upon what."""
PLAQUE_FROM = 100

Apply = Callable[[list[Row], Random], list[Row]]


def choose(rng: Random, candidates: Iterable[T]) -> T:
    """One of the places where a fault can be put; raises NoPlaceError where there is none."""
    found = list(candidates)
    if not found:
        raise NoPlaceError
    return rng.choice(found)


def whereabouts(row: Row) -> tuple[str, ...]:
    """Establishment, session and table of a row."""
    return row["casino"], row["session"], row.get("table", "")


def house_of(row: Row) -> tuple[str, str]:
    """Establishment and season of a row."""
    return row["casino"], row["season"]


def coups(rows: Iterable[Row]) -> list[list[Row]]:
    """The rows of every coup, coups in the order in which they begin."""
    return grouped(
        (row for row in rows if row.get("coup")),
        lambda row: (*whereabouts(row), row.get("shoe", ""), row["coup"]),
    )


def grouped(items: Iterable[T], key: Callable[[T], Hashable]) -> list[list[T]]:
    """The items with the same key together, groups in the order of their first."""
    found: dict[Hashable, list[T]] = {}
    for own in items:
        found.setdefault(key(own), []).append(own)
    return list(found.values())


def events(rows: Iterable[Row], *names: str) -> list[Row]:
    return [row for row in rows if row["event"] in names]


def place_of(rows: Sequence[Row], row: Row) -> int:
    """Where that very row stands: equal rows may stand elsewhere."""
    return next(place for place, other in enumerate(rows) if other is row)


def price(row: Row, column: str = "amount") -> Decimal:
    return Decimal(row[column])


def set_price(row: Row, amount: Decimal) -> None:
    row["amount"] = text_of(amount)
    if row.get("form") in {"chip", "plaque"}:
        row["form"] = "plaque" if amount >= PLAQUE_FROM else "chip"


def cells_of(row: Row, *columns: str) -> Row:
    """These columns of the row, where they are filled."""
    return {column: row[column] for column in columns if row.get(column)}


def beside(row: Row, event: str, **cells: str) -> Row:
    """A new row of the same moment, table, coup and employee."""
    return {**cells_of(row, *CONTEXT), "event": event, **cells}


def insert_before(rows: list[Row], anchor: Row, *new: Row, behind: bool = False) -> None:
    """Puts rows in just before the anchor, or behind it, at its time."""
    place = place_of(rows, anchor) + behind
    rows[place:place] = new
    for row in new:
        row["time"] = anchor["time"]


def insert_after(rows: list[Row], anchor: Row, *new: Row) -> None:
    """Puts rows in just after the anchor, at its time."""
    insert_before(rows, anchor, *new, behind=True)


def remove(rows: list[Row], *gone: Row) -> None:
    """Takes out these very rows: equal ones stay."""
    absent = set(map(id, gone))
    rows[:] = [row for row in rows if id(row) not in absent]


def move_before(rows: list[Row], row: Row, anchor: Row) -> None:
    """The row happens just before the anchor, in the same second; no other row changes."""
    remove(rows, row)
    insert_before(rows, anchor, row)


def move_after(rows: list[Row], row: Row, anchor: Row) -> None:
    """The row happens just after the anchor, in the same second; no other row changes."""
    remove(rows, row)
    insert_after(rows, anchor, row)


@dataclass(slots=True)
class Place:
    """Rows of the log that belong together, such as those of a shoe, where a fault is put."""

    log: list[Row]
    rng: Random
    rows: Sequence[Row]
    traces: list[Row] = field(init=False, default_factory=list)  # what the edit made or drew

    def after(self, anchor: Row, *new: Row) -> None:
        """Puts rows in just after the anchor, as traces of the fault."""
        insert_after(self.log, anchor, *new)
        self.traces += new

    def before(self, anchor: Row, *new: Row) -> None:
        """Puts rows in just before the anchor, as traces of the fault."""
        insert_before(self.log, anchor, *new)
        self.traces += new


P = TypeVar("P", bound=Place)
Rest = ParamSpec("Rest")
Result = TypeVar("Result")

Where = Callable[[list[Row], Random], P]
"""Draws one of the places of its kind; raises NoPlaceError where there is none."""

Pick = Callable[[P], list[Row]]
Edit = Callable[[P], None]
Wanted = Callable[[P], bool]


def on_place(
    function: Callable[Concatenate[P, Rest], Result],
) -> Callable[Rest, Callable[[P], Result]]:
    """A function of a place that is given the rest of its arguments first."""

    def given(*rest: Rest.args, **named: Rest.kwargs) -> Callable[[P], Result]:
        return lambda place: function(place, *rest, **named)

    return given


def on_log(
    function: Callable[Concatenate[list[Row], Random, Rest], Result],
) -> Callable[Rest, Callable[[list[Row], Random], Result]]:
    """A function of a log, and of a chance, that is given the rest of its arguments first."""

    def given(*rest: Rest.args, **named: Rest.kwargs) -> Callable[[list[Row], Random], Result]:
        return lambda rows, rng: function(rows, rng, *rest, **named)

    return given


@on_log
def at(rows: list[Row], rng: Random, where: Where[P], edit: Edit[P], *shows: Pick[P]) -> list[Row]:
    """The rows that tell of the fault are picked before the edit, in this order."""
    place = where(rows, rng)
    shown = [pick(place) for pick in shows]
    edit(place)
    return [row for picked in shown for row in picked]


LISTS: Final = Path(__file__).parents[1] / "named"
"""Names, provisions and sentences of faults (`GAME.faults`)."""

_LINE: Final = re.compile(r"([^\s@]+)@?(\S*)  \[(.*?)\]  (.+)")


def named(
    path: Path, edits: Mapping[str, Apply], traits: Collection[str] = ()
) -> tuple[Fault, ...]:
    """The faults of these edits, in the order of the list of the game.

    A line is `name  [provisions]  sentence`; one of `name@trait` holds in its place for a game with
    that trait.  Raises ValueError for an edit that no line names.
    """
    found: dict[str, Fault] = {}
    for line in path.read_text("utf-8").splitlines():
        name, trait, provisions, says = _LINE.findall(line)[0]
        if name in edits and (not trait or trait in traits):
            found[name] = Fault(name, tuple(provisions.split()), says, edits[name])
    if nameless := sorted(edits.keys() - found):
        raise ValueError(f"no line of {path.name} names {nameless}")
    return tuple(found.values())


def drawn(rng: Random, places: Iterable[P], wanted: Sequence[Wanted[P]]) -> P:
    return choose(rng, (place for place in places if all(asked(place) for asked in wanted)))


def among(
    found: Callable[[list[Row], Random], Iterable[P]],
) -> Callable[[*tuple[Wanted[P], ...]], Where[P]]:
    """Where: one of these places, of which all that is wanted holds."""

    def given(*wanted: Wanted[P]) -> Where[P]:
        return lambda rows, rng: drawn(rng, found(rows, rng), wanted)

    return given


@among
def a_coup(rows: list[Row], rng: Random) -> Iterable[Place]:
    return (Place(rows, rng, coup) for coup in coups(rows))


@on_log
def a_row(
    rows: list[Row], rng: Random, /, event: str, *wanted: Wanted[Place], **cells: str
) -> Place:
    """One row of that event with those cells."""
    return drawn(rng, (Place(rows, rng, [row]) for row in chosen(rows, event, **cells)), wanted)


@on_log
def a_row_of(rows: list[Row], rng: Random, pick: Pick[Place], *wanted: Wanted[Place]) -> Place:
    """One of those rows of the coups of that kind."""
    every = (Place(rows, rng, coup) for coup in coups(rows))
    found = (place for place in every if all(asked(place) for asked in wanted))
    return Place(rows, rng, [choose(rng, (row for place in found for row in pick(place)))])


def chosen(rows: Iterable[Row], event: str, **cells: str) -> list[Row]:
    """The rows of that event with those cells."""
    return [
        row
        for row in rows
        if row["event"] == event and all(row.get(column, "") == cells[column] for column in cells)
    ]


# Picks: which rows of a place


def here(place: Place) -> list[Row]:
    return list(place.rows)


def traces(place: Place) -> list[Row]:
    """The list of rows that the edit makes or draws, which it fills later."""
    return place.traces


def those(path: str) -> Pick[Place]:
    """The rows that a place has under that name, or the single one."""
    found = attrgetter(path)

    def pick(place: Place) -> list[Row]:
        rows = found(place)
        return [rows] if isinstance(rows, dict) else list(rows)

    return pick


def of(*names: str, **cells: str) -> Pick[Place]:
    """The rows of these events with those cells."""
    return lambda place: [
        row
        for row in events(place.rows, *names)
        if all(row.get(column, "") == cells[column] for column in cells)
    ]


def part(pick: Pick[P], start: int, stop: int | None = None) -> Pick[P]:
    return lambda place: pick(place)[start:stop]


def first(pick: Pick[P]) -> Pick[P]:
    return part(pick, 0, 1)


def last(pick: Pick[P]) -> Pick[P]:
    return part(pick, -1)


def both(*picks: Pick[P]) -> Pick[P]:
    return lambda place: [row for pick in picks for row in pick(place)]


def some(pick: Pick[P]) -> Wanted[P]:
    return lambda place: bool(pick(place))


def none(pick: Pick[P]) -> Wanted[P]:
    return lambda place: not pick(place)


# Edits: what is done to the rows of a place


@on_place
def do(place: P, *edits: Edit[P]) -> None:
    """One after the other."""
    for each in edits:
        each(place)


@on_place
def drop(place: P, *picks: Pick[P]) -> None:
    remove(place.log, *(row for pick in picks for row in pick(place)))


Cell = str | Callable[[P], str]
"""The text of a cell, or how a place tells it."""


def like(pick: Pick[P], column: str) -> Callable[[P], str]:
    """The cell of the first row."""
    return lambda place: pick(place)[0][column]


def told(place: P, cells: Mapping[str, Cell[P]]) -> Row:
    return {name: cell if isinstance(cell, str) else cell(place) for name, cell in cells.items()}


@on_place
def put(place: P, /, pick: Pick[P], **cells: Cell[P]) -> None:
    """Other cells in every row."""
    new = told(place, cells)
    for row in pick(place):
        row.update(new)


@on_place
def put_in_one(place: P, /, pick: Pick[P], **cells: Cell[P]) -> None:
    """Other cells in one row, which is drawn, and a trace."""
    row = place.rng.choice(pick(place))
    row.update(told(place, cells))
    place.traces.append(row)


@on_place
def exchanged(place: P, pick: Pick[P], *columns: str) -> None:
    """The first and the last of these rows have each other's cells."""
    one, *_, other = pick(place)
    for column in columns:
        one[column], other[column] = other[column], one[column]


@on_place
def added(
    place: P,
    event: str,
    anchor: Pick[P],
    told_of: Pick[P] | None = None,
    /,
    *columns: str,
    before: bool = False,
    **cells: Cell[P],
) -> None:
    """A new row after the last of these, or before the first: of the bet that another row tells of,
    with these columns of it, and with other cells.
    """
    row = anchor(place)[0 if before else -1]
    same = cells_of(told_of(place)[0], *BET, *columns) if told_of else {}
    put = place.before if before else place.after
    put(row, beside(row, event, **same | told(place, cells)))


@on_place
def copied(place: P, /, pick: Pick[P], **cells: Cell[P]) -> None:
    """The first row once more behind itself, with other cells."""
    row = pick(place)[0]
    place.after(row, dict(row, **told(place, cells)))


@on_place
def preceded(place: P, /, pick: Pick[P], **cells: Cell[P]) -> None:
    """The first row once more before itself, with other cells."""
    row = pick(place)[0]
    place.before(row, dict(row, **told(place, cells)))


@on_place
def in_two(place: P, pick: Pick[P]) -> None:
    """A quarter of the sum and then the rest, as chips come to hand."""
    [row] = pick(place)
    whole = price(row)
    copied(pick)(place)
    set_price(row, whole / 4)
    set_price(place.traces[-1], whole * 3 / 4)


@on_place
def times(place: P, pick: Pick[P], factor: Decimal | int) -> None:
    """So many times the sum."""
    for row in pick(place):
        set_price(row, price(row) * factor)


def happening_after(pick: Pick[P], anchor: Pick[P]) -> Edit[P]:
    """A row happens in the second of another one, after it."""
    return lambda place: move_after(place.log, pick(place)[0], anchor(place)[-1])


def happening_before(pick: Pick[P], anchor: Pick[P]) -> Edit[P]:
    """A row happens in the second of another one, before it."""
    return lambda place: move_before(place.log, pick(place)[0], anchor(place)[0])


@on_place
def without(place: P, pick: Pick[P], column: str) -> None:
    """Rows with that cell empty."""
    for row in pick(place):
        row.pop(column, None)
