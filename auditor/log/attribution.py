"""To which table, game and establishment rows belong, as sheets, files and columns tell it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from difflib import get_close_matches
from itertools import groupby
from pathlib import PurePath
from typing import TYPE_CHECKING

from auditor.lazily import when_used
from auditor.log.cell import Cell, stood
from auditor.log.coded import Cells, CodedColumn, Sheet, together
from auditor.log.event import Input, SetAside, row_of, unfit_rows
from auditor.log.table import Table, UnfitRow
from auditor.messages.message import Message, message
from auditor.source import Frozen

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
        sheets = {id(table): table.sheet for table in own if table.sheet is not None}
        names = {at: name if _CODE.fullmatch(name.strip()) else None for at, name in sheets.items()}
        found += _with_tables(own, names, "(sheet)", TAKEN)
    return found


def tables_of_files(tables: Sequence[Table]) -> list[Table]:
    """Adds a column `table` where the files with coups are called by several tables and have none:
    `Table_B1.csv`, `BA2 2026-01-09.csv`.
    """
    names = {id(own): _table_in(own.file) for own in tables if own.sheet is None}
    return _with_tables(tables, names, "(file)", FILE_TAKEN)


def _table_in(file: str) -> str | None:
    """The table that the name of a file tells; None where it tells none, or several."""
    stem = PurePath(file).name.partition(".")[0]
    found = {own[1] or own[2] for own in _IN_FILE.finditer(stem)}
    return found.pop() if len(found) == 1 else None


def _fills(table: Table, name: str) -> bool:
    """Whether some row has something in a column."""
    if name not in table.header:
        return False
    at = table.header.index(name)
    return any(own.columns[at].where(bool).any() for own in table.body.segments())


def _with_tables(
    tables: Sequence[Table], names: Mapping[int, str | None], place: str, note: Message
) -> list[Table]:
    """The tables, those with coups named so, if each of these has a name and no column of tables,
    and there are several.
    """
    if not any(names.values()):
        return [*tables]
    played = [own for own in tables if id(own) in names and _fills(own, "coup")]
    told = {id(own): name for own in played if (name := names[id(own)])}
    several = len({*told.values()}) > 1 and len(told) == len(played)
    if not several or any(_fills(own, "table") for own in played):
        return [*tables]
    return [
        _with_table(own, told[id(own)], place, note) if id(own) in told else own for own in tables
    ]


def _with_table(table: Table, name: str, place: str, note: Message) -> Table:
    rows = table.body.held()
    columns: dict[str, CodedColumn] = {
        own: rows.column(at) for at, own in enumerate(table.header) if own != "table"
    }
    columns["table"] = CodedColumn(np.zeros(len(rows), np.uint8), [Cell(name.strip(), place, name)])
    own = rows.with_columns([*columns.values()])
    return replace(table, header=(*columns,), rows=own, notes=(*table.notes, note))


# ---- games --------------------------------------------------------------------------------------
PLACE = ("casino", "session", "table")


class Split(Frozen):
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
        unfit = tuple(row for table in tables for row in unfit_rows(table))
        return Split(whole, tuple(_left(table, 0) for table in tables), unfit)
    said = [_games_and_places(table) for table in tables]
    by_place: ByPlace = defaultdict(set)
    for name, place in (own for *_, pairs in said for own in pairs):
        if place is not None and may_be_game(name):
            by_place[place].add(name)
    named = sorted(games)
    parts: dict[str, list[Table]] = {game: [] for game in named}
    inputs: list[Input] = []
    aside: list[SetAside] = []
    for table, (rows, codes, pairs) in zip(tables, said, strict=True):
        found = [_game_of(own, named, akin, by_place) for own in pairs]
        which = np.array([-1 if own is None else named.index(own) for own in found]).take(codes)
        others = np.flatnonzero(which < 0)
        named_there = (pairs[own] for own in codes[others].tolist())
        strangers, torn = _strangers(
            table, zip(rows.at(others.tolist()), named_there, strict=True), games, by_place
        )
        for at, game in enumerate(named):
            kept = rows.some(which == at)
            if len(kept):
                torn_here = (*table.torn, *table.set_aside, *torn[game])
                part = replace(table, rows=kept, set_aside=(), notes=(), torn=torn_here)
                parts[game].append(part)
        inputs.append(_left(table, len(strangers)))
        aside += [*strangers, *unfit_rows(table)]
    return Split({game: tuple(own) for game, own in parts.items()}, tuple(inputs), tuple(aside))


Place = tuple[str, ...]
ByPlace = dict[Place | None, set[str]]
"""The games of each casino, session and table; None where the table is not said."""
Said = tuple[str, Place | None]  # the game that a row names, and its place


def _games_and_places(table: Table) -> tuple[Sheet, Ints, list[Said]]:
    """The rows of a table, and which game and place each of them names."""
    rows, header = table.body.held(), table.header
    places = [header.index(own) if own in header else len(header) for own in ("game", *PLACE)]
    columns = [rows.column(at) for at in places]
    codes, firsts = together(columns, len(rows))
    cells = ([own[at] for own in columns] for at in firsts.tolist())
    said = [(name.strip().lower(), tuple(own) if own[-1] else None) for name, *own in cells]
    return rows, codes, said


def _game_of(
    said: Said, named: Sequence[str], akin: Collection[str], by_place: ByPlace
) -> str | None:
    """The one of some games that a row is of; None for any other."""
    name, place = said
    here = by_place.get(place, set())
    game = name or (next(iter(here)) if len(here) == 1 else "")
    if len(named) == 1 and (not game or game in akin):
        return named[0]
    return game if game in named else None


def _strangers(
    table: Table,
    rows: Iterable[tuple[Cells, Said]],
    games: Collection[str],
    by_place: ByPlace,
) -> tuple[list[SetAside], Mapping[str, list[UnfitRow]]]:
    """Rows of none of the games, which are set aside, and for which games they may be events all
    the same: for those of their place.
    """
    torn: dict[str, list[UnfitRow]] = defaultdict(list)
    found: dict[int, SetAside] = {}
    for (number, cells), (name, place) in rows:
        if number in found:
            continue
        here, reason = by_place.get(place, set()), _reason(name, games)
        text = cells[table.header.index("game")] if "game" in table.header else ""
        found[number] = SetAside(row_of(table, number, cells), *stood("game", text), reason)
        anywhere = not here and not may_be_game(name)
        for game in games if anywhere else (here | _beside(table, cells)).intersection(games):
            torn[game].append(UnfitRow(number, "game", name, reason, cells))
    return [*found.values()], torn


def may_be_game(name: str) -> bool:
    """Whether a cell may name another game: a sign, such as `?` or `#N/A`, names none."""
    return not name.startswith("#") and any(map(str.isalpha, name))


def _beside(table: Table, cells: Sequence[str]) -> frozenset[str]:
    """The words beside the column of the game, which a cell too many may have pushed aside."""
    at = table.header.index("game") if "game" in table.header else len(cells)
    near = (cells[own] for own in (at - 1, at + 1) if own < len(cells))
    return frozenset(stood("", cell)[1].strip().lower() for cell in near)


def _reason(name: str, games: Collection[str]) -> Message:
    known = ", ".join(f"`{game}`" for game in sorted(games))
    if not name:
        return message("row.no_game", games=known)
    near = get_close_matches(name, list(games), n=1, cutoff=0.75)
    if near:
        return message("row.unknown_game_near", games=known, near=near[0])
    return message("row.unknown_game", games=known)


def _left(table: Table, strangers: int) -> Input:
    count = strangers + len(table.set_aside)
    return Input(table.file, table.sheet, table.sha256, count, 0, count, table.notes)
