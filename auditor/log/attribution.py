"""To which table, game and establishment rows belong, as sheets, files and columns tell it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import groupby
from pathlib import PurePath

from auditor.log.cell import Cell, stood
from auditor.log.csv.columnar import ColumnarRows, in_memory
from auditor.log.event import Input, SetAside, row_of, unfit_row
from auditor.log.table import Table, UnfitRow
from auditor.messages.message import Message, message

# ---- establishments -----------------------------------------------------------------------------
COLUMN = "casino"


def establishments_named(tables: Sequence[Table]) -> tuple[str, ...]:
    """The establishments that the log names, each once."""
    named = {name for table in tables for name in _names(table)}
    return tuple(sorted(named - {""}))


def of_establishment(tables: Sequence[Table], name: str) -> tuple[Table, ...]:
    """The tables without rows of other establishments."""
    return tuple(_own(in_memory(table), name) for table in tables)


def _own(table: Table, name: str) -> Table:
    names = _names(table)
    rows = tuple(row for row, named in zip(table.rows, names, strict=True) if named in {name, ""})
    others = len({row[0] for row in table.rows}) - len({row[0] for row in rows})
    if not others:
        return table
    note = message("establishment.others", count=others, name=name)
    return replace(table, rows=rows, notes=(*table.notes, note))


def _names(table: Table) -> list[str]:
    if COLUMN not in table.header:
        return [""] * len(table.rows)
    at = table.header.index(COLUMN)
    return [cells[at].strip() for _, cells in table.rows]


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
    if isinstance(table.rows, ColumnarRows) or "coup" not in table.header:
        return False
    at = table.header.index("coup")
    return any(cells[at] for _, cells in table.rows)


def _is_named(table: Table) -> bool:
    return bool(_CODE.fullmatch((table.sheet or "").strip())) and not _fills_table(table)


def _fills_table(table: Table) -> bool:
    if "table" not in table.header:
        return False
    at = table.header.index("table")
    return any(cells[at] for _, cells in table.rows)


def _with_table(table: Table, name: str, place: str, note: Message) -> Table:
    cell = Cell(name.strip(), place, name)
    rest = [at for at, name in enumerate(table.header) if name != "table"]
    rows = [(number, (*(cells[at] for at in rest), cell)) for number, cells in table.rows]
    header = (*(table.header[at] for at in rest), "table")
    return replace(table, header=header, rows=rows, notes=(*table.notes, note))


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
    if not isinstance(table.rows, ColumnarRows):
        return set(_games(table))
    return {*table.rows.games, ""}


def split(tables: Sequence[Table], games: Collection[str], akin: Collection[str] = ()) -> Split:
    """The rows of each game.  A row without a game is that of its table in its session, or of the
    only game audited; where neither is so it is set aside, as is a row of any other game.  The
    names `akin` stand for the only game.
    """
    if len(games) == 1 and all(_named_in(table) <= {*games, *akin, ""} for table in tables):
        whole = {
            game: tuple(replace(t, set_aside=(), notes=(), torn=t.set_aside) for t in tables)
            for game in games
        }
        unfit = tuple(row for table in tables for row in _unfit(table))
        return Split(whole, tuple(_left(table, 0) for table in tables), unfit)
    tables = [*map(in_memory, tables)]
    by_place = _by_place(tables)
    parts: dict[str, list[Table]] = {game: [] for game in sorted(games)}
    inputs: list[Input] = []
    aside: list[SetAside] = []
    for table in tables:
        rows: dict[str, list[tuple[int, tuple[str, ...]]]] = defaultdict(list)
        torn: dict[str, list[UnfitRow]] = defaultdict(list)
        strangers: list[SetAside] = []
        for (number, cells), name, place in zip(
            table.rows, _games(table), _places(table), strict=True
        ):
            here = by_place.get(place, frozenset())
            game = name or (next(iter(here)) if len(here) == 1 else "")
            if len(parts) == 1 and (not game or game in akin):
                game = next(iter(parts))
            if game in parts:
                rows[game].append((number, cells))
            elif not strangers or strangers[-1].row.number != number:
                own, unsure = stranger(table, number, cells, games)
                strangers.append(own)
                anywhere = not here and not may_be_game(name)
                around = parts.keys() if anywhere else here | _beside(table, cells)
                for game in around & parts.keys():
                    torn[game].append(unsure)
        for game, kept in rows.items():
            torn_here = (*table.set_aside, *torn[game])
            parts[game].append(
                replace(table, rows=tuple(kept), set_aside=(), notes=(), torn=torn_here)
            )
        inputs.append(_left(table, len(strangers)))
        aside += [*strangers, *_unfit(table)]
    return Split({game: tuple(own) for game, own in parts.items()}, tuple(inputs), tuple(aside))


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


def _games(table: Table) -> list[str]:
    return [_named(table, cells).strip().lower() for _, cells in table.rows]


def _named(table: Table, cells: Sequence[str]) -> str:
    return cells[table.header.index("game")] if "game" in table.header else ""


def _places(table: Table) -> list[tuple[str, ...] | None]:
    """The casino, session and table of each row; None where the table is not said."""
    columns = [table.header.index(name) if name in table.header else None for name in PLACE]
    if columns[-1] is None:
        return [None] * len(table.rows)
    places = [tuple("" if at is None else cells[at] for at in columns) for _, cells in table.rows]
    return [place if place[-1] else None for place in places]


def _by_place(tables: Sequence[Table]) -> dict[tuple[str, ...] | None, frozenset[str]]:
    found: dict[tuple[str, ...] | None, set[str]] = defaultdict(set)
    for table in tables:
        for name, place in zip(_games(table), _places(table), strict=True):
            if place is not None and may_be_game(name):
                found[place].add(name)
    return {place: frozenset(names) for place, names in found.items()}


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
