"""To which table, game and establishment rows belong, as sheets, files and columns tell it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import groupby
from pathlib import PurePath
from typing import TYPE_CHECKING

from auditor.lazily import when_used
from auditor.log.cell import Cell, stood
from auditor.log.coded import RowColumn, Sheet, column_of, together
from auditor.log.event import Input, SetAside, row_of, unfit_row
from auditor.log.table import Table, UnfitRow
from auditor.messages.message import Message, message

if TYPE_CHECKING:
    import numpy as np

    from auditor.log.coded import Ints
else:
    np = when_used("numpy")

# ---- establishments -----------------------------------------------------------------------------
COLUMN = "casino"


def establishments_named(tables: Sequence[Table]) -> tuple[str, ...]:
    """The establishments that the log names, each once."""
    named = {text.strip() for table in tables for text in _said(table, COLUMN)}
    return tuple(sorted(named - {""}))


def _said(table: Table, name: str) -> frozenset[str]:
    """The different texts of a column; none where there is no such column."""
    if name not in table.header:
        return frozenset()
    return table.body.said(table.header.index(name))


def of_establishment(tables: Sequence[Table], name: str) -> tuple[Table, ...]:
    """The tables without rows of other establishments."""
    return tuple(_own(table, name) for table in tables)


def _own(table: Table, name: str) -> Table:
    if all(text.strip() in {name, ""} for text in _said(table, COLUMN)):
        return table
    every = table.body.held()
    column = every.column(table.header.index(COLUMN))
    rows = every.some(column.where(lambda text: text.strip() in {name, ""}))
    others = every.different - rows.different
    if not others:
        return table
    note = message("establishment.others", count=others, name=name)
    return replace(table, rows=rows, notes=(*table.notes, note))


# ---- tables that a sheet or a file names --------------------------------------------------------
TAKEN = message("note.sheet_is_table")
FILE_TAKEN = message("note.file_is_table")
_CODE = re.compile(r"(?!feuil|sheet|tabelle|page|onglet)\D{0,20}\d{1,3}", re.IGNORECASE)
"""`PB1`, `Table 3`: letters and a number, but not as spreadsheet programs number their sheets."""
_IN_FILE = re.compile(
    r"(?<![^\W_])(?:table[ _-]?([a-z]{0,3}\d{1,2})"
    r"|(?!pt|no|nr|ex|wk)([a-z]{2,3}\d{1,2}))(?![^\W_])",
    re.IGNORECASE,
)
"""`Table_B1`, `table 3`, `PB2` in the name of a file."""


def tables_of_sheets(tables: Sequence[Table]) -> list[Table]:
    """Adds a column `table` where the sheets with coups are called like tables."""
    found: list[Table] = []
    for _, same in groupby(tables, key=lambda table: table.file):
        own = list(same)
        played = [table for table in own if table.sheet is not None and _has_coups(table)]
        each = len(played) > 1 and all(_is_named(table) for table in played)
        found += [
            _with_table(table, table.sheet or "", "(sheet)", TAKEN)
            if each and table in played
            else table
            for table in own
        ]
    return found


def tables_of_files(tables: Sequence[Table]) -> list[Table]:
    """Adds a column `table` where the files with coups are called by several tables and have none:
    `Table_B1.csv`, `BA2 2026-01-09.csv`.
    """
    if not any(own.sheet is None and _table_in(own.file) for own in tables):
        return [*tables]
    played = [own for own in tables if own.sheet is None and _has_coups(own)]
    names = [_table_in(own.file) for own in played]
    if None in names or len(set(names)) < 2 or any(map(_fills_table, played)):
        return [*tables]
    named = {id(own): name for own, name in zip(played, names, strict=True)}
    return [
        _with_table(own, name, "(file)", FILE_TAKEN) if (name := named.get(id(own))) else own
        for own in tables
    ]


def _table_in(file: str) -> str | None:
    """The table that the name of a file tells; None where it tells none, or several."""
    stem = PurePath(file).name.partition(".")[0]
    found = {own[1] or own[2] for own in _IN_FILE.finditer(stem)}
    return found.pop() if len(found) == 1 else None


def _has_coups(table: Table) -> bool:
    return _fills(table, "coup")


def _is_named(table: Table) -> bool:
    return bool(_CODE.fullmatch((table.sheet or "").strip())) and not _fills_table(table)


def _fills_table(table: Table) -> bool:
    return _fills(table, "table")


def _fills(table: Table, name: str) -> bool:
    """Whether some row has something in a column."""
    if name not in table.header:
        return False
    at = table.header.index(name)
    return any(own.columns[at].where(bool).any() for own in table.body.segments())


def _with_table(table: Table, name: str, place: str, note: Message) -> Table:
    rows = table.body.held()
    rest = [at for at, name in enumerate(table.header) if name != "table"]
    cell = column_of([Cell(name.strip(), place, name)])
    columns = [rows.column(at) for at in rest]
    columns.append(cell.some(np.zeros(len(rows), np.int64)))
    header = (*(table.header[at] for at in rest), "table")
    own = rows.with_columns(columns)
    return replace(table, header=header, rows=own, notes=(*table.notes, note))


# ---- games --------------------------------------------------------------------------------------
PLACE = ("casino", "session", "table")


@dataclass(frozen=True, slots=True)
class Split:
    """The tables of each game, and the rows that belong to none of those audited."""

    tables: Mapping[str, tuple[Table, ...]]
    inputs: tuple[Input, ...]
    set_aside: tuple[SetAside, ...]
    of_others: bool = False  # the log names other games than the one that judges all of it


def games_named(tables: Sequence[Table]) -> tuple[str, ...]:
    """The games that the column `game` names, each once."""
    named = {name for table in tables for name in _named_in(table)}
    return tuple(sorted(named - {""}))


def _named_in(table: Table) -> set[str]:
    return {text.strip().lower() for text in _said(table, "game")} or {""}


def split(tables: Sequence[Table], games: Collection[str], akin: Collection[str] = ()) -> Split:
    """The rows of each game.  A row without a game is that of its table in its session, or of the
    only game audited; where neither is so it is set aside, as is a row of any other game.  The
    names `akin` stand for the only game.
    """
    if len(games) == 1 and all(_named_in(table) <= {*games, *akin, ""} for table in tables):
        whole = {
            game: tuple(
                replace(t, set_aside=(), notes=(), torn=(*t.torn, *t.set_aside)) for t in tables
            )
            for game in games
        }
        unfit = tuple(row for table in tables for row in _unfit(table))
        return Split(whole, tuple(_left(table, 0) for table in tables), unfit)
    places = [GamePlaces.of(table) for table in tables]
    by_place: ByPlace = defaultdict(set)
    for own in places:
        own.enter(by_place)
    named = sorted(games)
    parts: dict[str, list[Table]] = {game: [] for game in named}
    inputs: list[Input] = []
    aside: list[SetAside] = []
    for table, own in zip(tables, places, strict=True):
        game_of = own.games(named, akin, by_place)
        strangers, torn = _strangers(table, own, np.flatnonzero(game_of < 0), games, by_place)
        for which, game in enumerate(named):
            kept = own.rows.some(game_of == which)
            if len(kept):
                torn_here = (*table.torn, *table.set_aside, *torn[game])
                part = replace(table, rows=kept, set_aside=(), notes=(), torn=torn_here)
                parts[game].append(part)
        inputs.append(_left(table, len(strangers)))
        aside += [*strangers, *_unfit(table)]
    return Split({game: tuple(own) for game, own in parts.items()}, tuple(inputs), tuple(aside))


Place = tuple[str, ...]
ByPlace = dict[Place | None, set[str]]
"""The games of each casino, session and table; None where the table is not said."""


@dataclass(frozen=True, slots=True)
class GamePlaces:
    """The rows of a table by their game and the place that they name."""

    rows: Sheet
    columns: tuple[RowColumn, ...]
    codes: Ints  # the combination of both in each row
    firsts: Ints  # the first row of each combination

    @classmethod
    def of(cls, table: Table) -> GamePlaces:
        rows = table.body.held()
        own = {name: rows.column(at) for at, name in enumerate(table.header)}
        none = rows.column(len(table.header))
        columns = tuple(own.get(name, none) for name in ("game", *PLACE))
        return cls(rows, columns, *together(columns, len(rows)))

    def said(self, at: int) -> tuple[str, Place | None]:
        """The game that a row names, and its place."""
        name, *place = (own[at] for own in self.columns)
        return name.strip().lower(), tuple(place) if place[-1] else None

    def enter(self, by_place: ByPlace) -> None:
        """Enters the games that rows name at their places."""
        for name, place in map(self.said, self.firsts.tolist()):
            if place is not None and may_be_game(name):
                by_place[place].add(name)

    def games(self, named: Sequence[str], akin: Collection[str], by_place: ByPlace) -> Ints:
        """Which of some games each row is of; -1 for none of them."""
        found = np.full(len(self.firsts), -1)
        for which, (name, place) in enumerate(map(self.said, self.firsts.tolist())):
            here = by_place.get(place, set())
            game = name or (next(iter(here)) if len(here) == 1 else "")
            if len(named) == 1 and (not game or game in akin):
                game = named[0]
            if game in named:
                found[which] = named.index(game)
        return found.take(self.codes)


def _strangers(
    table: Table, own: GamePlaces, places: Ints, games: Collection[str], by_place: ByPlace
) -> tuple[list[SetAside], Mapping[str, list[UnfitRow]]]:
    """Rows of none of the games, and for which games they may be events all the same."""
    torn: dict[str, list[UnfitRow]] = defaultdict(list)
    found: dict[int, SetAside] = {}
    for at in places.tolist():
        number, cells = own.rows[at]
        if number in found:
            continue
        name, place = own.said(at)
        here = by_place.get(place, set())
        found[number], unsure = stranger(table, number, cells, games)
        anywhere = not here and not may_be_game(name)
        for game in games if anywhere else (here | _beside(table, cells)).intersection(games):
            torn[game].append(unsure)
    return [*found.values()], torn


def may_be_game(name: str) -> bool:
    """Whether a cell may name another game: a sign, such as `?` or `#N/A`, names none."""
    return not name.startswith("#") and any(map(str.isalpha, name))


def stranger(
    table: Table, number: int, cells: tuple[str, ...], games: Collection[str]
) -> tuple[SetAside, UnfitRow]:
    """A row that names none of the games audited: set aside, and torn for a game of its place."""
    named = _named(table, cells)
    name = named.strip().lower()
    reason = _reason(name, games)
    aside = SetAside(row_of(table, number, cells), *stood("game", named), reason)
    return aside, UnfitRow(number, "game", name, reason, cells)


def _beside(table: Table, cells: Sequence[str]) -> frozenset[str]:
    """The words beside the column of the game, which a cell too many may have pushed aside."""
    at = table.header.index("game") if "game" in table.header else len(cells)
    near = (cells[own] for own in (at - 1, at + 1) if own < len(cells))
    return frozenset(stood("", cell)[1].strip().lower() for cell in near)


def _named(table: Table, cells: Sequence[str]) -> str:
    return cells[table.header.index("game")] if "game" in table.header else ""


def _reason(name: str, games: Collection[str]) -> Message:
    known = ", ".join(f"`{game}`" for game in sorted(games))
    if not name:
        return message("row.no_game", games=known)
    near = get_close_matches(name, list(games), n=1, cutoff=0.75)
    if near:
        return message("row.unknown_game_near", games=known, near=near[0])
    return message("row.unknown_game", games=known)


def _unfit(table: Table) -> list[SetAside]:
    return [
        SetAside(
            unfit_row(table, own.row, own.value),
            own.column,
            own.value,
            own.reason,
        )
        for own in table.set_aside
    ]


def _left(table: Table, strangers: int) -> Input:
    count = strangers + len(table.set_aside)
    return Input(table.file, table.sheet, table.sha256, count, 0, count, table.notes)
