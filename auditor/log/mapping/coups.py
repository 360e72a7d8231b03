"""Tables of one log put together by the coups that they tell of.

Rounds stand in one table and bets in another.  What one tells of a coup, its time or its shoe, is
taken over into the others; texts that stand for numbers are numbered through all of them; what came
back is told without the stake that another row tells; and the times of events with ranks do not
contradict these.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np

from auditor.log.cell import Cell, stood
from auditor.log.coded import CodedColumn, Sheet, column_of, together
from auditor.log.mapping.column_plan import decimal
from auditor.log.store.times import microseconds
from auditor.log.store.vector import NAIVE, Bools, Ints
from auditor.log.table import RANK, SHOWN, Held, Table, UnfitRow
from auditor.messages.message import Message, message
from auditor.source import Frozen
from auditor.types import MONEY
from auditor.values import UnreadableError, read_value

Key = tuple[str, ...]

SCOPES = ("casino", "season", "session", "table", "shoe", "coup")
"""Fields that tell where a row belongs, the widest first."""


def joined(tables: Sequence[Table]) -> list[Table]:
    """The tables of a log, each with what the others tell of its coups."""
    found = [_asked(own, tables) if own.of_coups else own for own in tables]
    for scope in SCOPES:
        if any(scope in own.named for own in found):
            found = _numbered(found, scope)
    for kind, held in {kind: held for own in found for kind, held in own.holds.items()}.items():
        found = _without_held(found, kind, held)
    return [_untimed_twins(own) for own in _timed_by_ranks(found)]


# ---- the rows of a table by some of its fields --------------------------------------------------
class _Rows(Frozen):
    """The rows of a table: its columns, which combination of some of these each row has, and the
    first row of each combination.
    """

    rows: Sheet
    columns: Mapping[str, CodedColumn]
    codes: Ints
    firsts: Ints

    @classmethod
    def of(cls, table: Table, names: Sequence[str]) -> _Rows:
        rows = table.body.held()
        columns = {name: rows.column(at) for at, name in enumerate(table.header)}
        some = [columns[name] for name in names if name in columns]
        return cls(rows, columns, *together(some, len(rows)))

    def said(self, name: str, at: int) -> str:
        """The cell of a row in a column."""
        return self.columns[name][at] if name in self.columns else ""

    def key(self, names: Sequence[str], at: int) -> Key:
        """The texts of some columns in a row, by which it is found in another table."""
        return tuple(str(self.said(name, at)).strip().casefold() for name in names)

    def times(self) -> Ints:
        """The latest time up to each row."""
        if "time" not in self.columns:
            return np.full(len(self.rows), NAIVE)
        column = self.columns["time"]
        every = np.array([microseconds(text) for text in column.texts], np.int64)
        return np.maximum.accumulate(every.take(column.codes))

    def with_cells(self, header: Sequence[str], cells: Mapping[str, Sequence[str]]) -> Sheet:
        """The rows with other cells in some columns, one for each combination."""
        columns = {**self.columns}
        for name, own in cells.items():
            told = column_of(own)
            columns[name] = CodedColumn(told.codes.take(self.codes), told.texts)
        return self.rows.with_columns([columns[name] for name in header])


# ---- what another table tells of a coup ---------------------------------------------------------
def _asked(table: Table, tables: Sequence[Table]) -> Table:
    """A table that asks others for fields of its coups, those that do not ask for all of them;
    rows of which nobody tells the coup are set aside, and may be events all the same.
    """
    asked = {*table.of_coups}
    others = [o for o in tables if "coup" in o.header and asked & {*o.header} - {*o.of_coups}]
    names = [name for name in SCOPES if name in table.header and name not in table.of_coups]
    told = [_told_by(other, names, table.of_coups) for other in others]
    own, used = _Rows.of(table, names), set[int]()
    cells: dict[str, list[str]] = {name: [] for name in table.of_coups}
    alone = np.zeros(len(own.firsts), bool)
    for which, at in enumerate(own.firsts.tolist()):
        found = []
        for nth, (known, coups) in enumerate(told if own.said("coup", at) else ()):
            if (there := coups.get(own.key(known, at))) is not None:
                found.append(there)
                used.add(nth)
        alone[which] = not found
        for name, texts in cells.items():
            several = {text for there in found for text in there[name]}
            texts.append(_told_of(name, several))
            alone[which] |= len(several) > 1 and not texts[-1]
    rows = own.with_cells(table.header, cells)
    files = tuple(f"`{others[nth].file}`" for nth in sorted(used))
    notes = [message("note.of_coups", fields=_shown(table.of_coups), files=files)] if files else []
    named = {*table.named, *(name for other in others for name in other.named)}
    own_names = tuple(name for name in SCOPES if name in named and name in table.header)
    table = replace(table, rows=rows, notes=(*table.notes, *notes), named=own_names)
    reason = message("row.no_such_coup", fields=_shown(table.of_coups))
    return _without(table, alone.take(own.codes), reason)


def _told_of(name: str, several: set[str]) -> str:
    """The text of several cells: the first time, or what they agree on of another field."""
    known = sorted(several, key=microseconds) if name == "time" else [*several]
    return known[0] if known and (name == "time" or len(known) == 1) else ""


def _shown(names: Sequence[str]) -> tuple[str, ...]:
    return tuple(f"`{name}`" for name in names)


def _told_by(
    table: Table, names: Sequence[str], asked: Sequence[str]
) -> tuple[Sequence[str], Mapping[Key, Mapping[str, set[str]]]]:
    """The fields by which a table tells coups apart, and what it tells of each."""
    known = [name for name in names if name in table.header and name not in table.of_coups]
    own = _Rows.of(table, [*known, *asked])
    coups: dict[Key, dict[str, set[str]]] = {}
    for at in own.firsts.tolist():
        if own.said("coup", at):
            there = coups.setdefault(own.key(known, at), {name: set() for name in asked})
            for name in asked:
                there[name] |= {str(own.said(name, at))} - {""}
    return known, coups


def _without(table: Table, lost: Bools, reason: Message, *, may_be: bool = True) -> Table:
    """A table without some events; rows of which none is left are set aside.  Each of the events
    `may_be` one, of another coup too: a name that is written in another way finds no coup.
    """
    if not lost.any():
        return table
    rows, header = table.body.held(), table.header
    left, aside, torn = rows.some(~lost), dict[int, UnfitRow](), list[UnfitRow]()
    told = {*left.numbers.tolist()}
    for number, cells in rows.some(lost):
        row = table.source.of(number) if table.source is not None else cells
        text = " | ".join(row)[:SHOWN]
        if number not in told:
            aside.setdefault(number, UnfitRow(number, None, text, reason, no_event=True))
        named = zip(header, cells, strict=True)
        believed = {name: cell for name, cell in named if cell and name not in SCOPES}
        torn += [UnfitRow(number, None, text, reason, believed=believed)] if may_be else []
    every = sorted((*table.set_aside, *aside.values()), key=lambda own: own.row)
    # Where no row is left, none tells by its rank where those in doubt belong.
    kept = [at for at, name in enumerate(header) if len(left) or name != RANK]
    return replace(
        table,
        header=tuple(header[at] for at in kept),
        rows=left.with_columns([left.column(at) for at in kept]),
        set_aside=tuple(every),
        torn=(*table.torn, *torn),
    )


# ---- texts that stand for numbers ---------------------------------------------------------------
def _numbered(tables: Sequence[Table], scope: str) -> list[Table]:
    """The tables with numbers for the texts of a scope: in the order in which they come, from 1
    on at each place.
    """
    places = SCOPES[: SCOPES.index(scope)]
    every = [_Rows.of(own, (*places, scope)) for own in tables]
    keys = [[own.key((*places, scope), row) for row in own.firsts.tolist()] for own in every]
    come: list[tuple[int, int, int, Key]] = []
    for at, (table, own) in enumerate(zip(tables, every, strict=True)):
        times, rows = own.times(), own.firsts.tolist() if scope in table.named else []
        if (times == NAIVE).all():
            times[:] = np.iinfo(np.int64).max  # what another table tells has its turn by its times
        come += [(int(times[row]), at, row, keys[at][nth]) for nth, row in enumerate(rows)]
    numbers: dict[Key, str] = {}
    last: Counter[Key] = Counter()
    for *_, key in sorted(own for own in come if own[-1][-1]):
        if key not in numbers:
            last[key[:-1]] += 1
            numbers[key] = str(last[key[:-1]])
    found = [*tables]
    for at, (table, own) in enumerate(zip(tables, every, strict=True)):
        if scope in table.named:
            stand = (stood(scope, own.said(scope, row)) for row in own.firsts.tolist())
            told = zip(keys[at], stand, strict=True)
            cells = {scope: [Cell(numbers.get(key, ""), *where) for key, where in told]}
            found[at] = replace(table, rows=own.with_cells(table.header, cells))
    return found


# ---- amounts that have others in them -----------------------------------------------------------
def _without_held(tables: Sequence[Table], kind: str, held: Held) -> list[Table]:
    """The tables; those that say so have amounts of a kind without others that are in them."""
    every = [_Rows.of(own, (*SCOPES, *held.fields, "event", "amount")) for own in tables]
    told: dict[Key, list[str]] = defaultdict(list)
    for own in every:
        many = np.bincount(own.codes, minlength=len(own.firsts)).tolist()
        for at, count in zip(own.firsts.tolist(), many, strict=True):
            key = own.key((*SCOPES, *held.fields, "event"), at)
            told[key] += [str(own.said("amount", at))] * count
    return [
        _left(table, own, kind, held, told) if kind in table.holds else table
        for table, own in zip(tables, every, strict=True)
    ]


def _left(
    table: Table, own: _Rows, kind: str, held: Held, told: Mapping[Key, Sequence[str]]
) -> Table:
    """A table with what is left of the amounts.  Of nothing there is no event; what is less than
    what it should hold may be one, if it is something.
    """
    cells: list[str] = []
    signs = np.ones(len(own.firsts), np.int64)
    for nth, at in enumerate(own.firsts.tolist()):
        amount = own.said("amount", at)
        if own.said("event", at) == kind and (whole := _number(amount)) is not None:
            key = own.key((*SCOPES, *held.fields), at)
            alone = own.said("coup", at) and len(told[*key, kind]) == 1
            others = [_number(text) for text in told.get((*key, held.kind), ())] if alone else []
            known = [number for number in others if number is not None]
            left = whole - sum(known) if others and known == others else None
            signs[nth] = 1 if left is None else whole and (left > 0) - (left < 0)
            amount = Cell("" if left is None else decimal(left), *stood("amount", amount))
        cells.append(amount)
    signs = signs.take(own.codes)
    table = replace(table, rows=own.with_cells(table.header, {"amount": cells}))
    reason = message("row.nothing_left", held=held.kind)
    table = _without(table, signs == 0, reason, may_be=False)
    return _without(table, signs[signs != 0] < 0, message("row.less_than_held", held=held.kind))


def _number(text: str) -> Fraction | None:
    """The amount of a cell; None of one that is empty or cannot be read."""
    try:
        return Fraction(str(read_value(text, MONEY))) if text else None
    except UnreadableError:
        return None


# ---- ranks --------------------------------------------------------------------------------------
def _timed_by_ranks(tables: Sequence[Table]) -> list[Table]:
    """The tables, those whose events have ranks with times that do not contradict these."""
    ranked = {
        at: _Rows.of(own, (*SCOPES, "time", RANK))
        for at, own in enumerate(tables)
        if RANK in own.header
    }
    coups: dict[Key, Times] = defaultdict(lambda: defaultdict(list))
    for number, own in ranked.items():
        for at in own.firsts.tolist() if "time" not in tables[number].of_coups else ():
            if own.said("coup", at) and (time := str(own.said("time", at))):
                coups[own.key(SCOPES, at)][int(own.said(RANK, at))].append(time)
    found = [*tables]
    for at, own in ranked.items():
        found[at] = _timed(tables[at], own, coups)
    return found


Times = dict[int, list[str]]
"""The times that rows tell of a coup, by the ranks of their events."""


def _time_of(told: Times, rank: int, own: str) -> str:
    """The time of an event: its own, or else the last that is told of what comes before; where the
    times contradict the ranks, the first that is told of the coup.
    """
    by_rank = {at: sorted(told[at], key=microseconds) for at in sorted(told)}
    first = min((times[0] for times in by_rank.values()), key=microseconds)
    for earlier, later in pairwise(by_rank.values()):
        if microseconds(earlier[-1]) > microseconds(later[0]):
            return first
    before = [times[-1] for at, times in by_rank.items() if at <= rank]
    return own or (before[-1] if before else first)


def _timed(table: Table, own: _Rows, coups: Mapping[Key, Times]) -> Table:
    """A table with a time for each event of the coups of which any is told."""
    cells: list[str] = []
    for at in own.firsts.tolist():
        time = own.said("time", at)
        if own.said("coup", at) and (key := own.key(SCOPES, at)) in coups:
            taken = "" if "time" in table.of_coups else str(time)
            told = _time_of(coups[key], int(own.said(RANK, at)), taken)
            time = Cell(told, *stood("time", time)) if taken else told
        cells.append(time)
    header = tuple(dict.fromkeys((*table.header, "time")))
    return replace(table, header=header, rows=own.with_cells(header, {"time": cells}))


def _untimed_twins(table: Table) -> Table:
    """A table without the times that another tells of rows that say the same: two stakes of a coup
    may be alike, and of one moment they would be one that was written down twice.
    """
    if "time" not in table.of_coups or "time" not in table.header:
        return table
    rows, at = table.body.held(), table.header.index("time")
    codes, _ = together(rows.columns, len(rows))
    twins = np.bincount(codes, minlength=1)[codes] > 1
    texts = [*rows.columns[at].texts, ""]
    column = CodedColumn(np.where(twins, len(texts) - 1, rows.columns[at].codes), texts)
    return replace(table, rows=rows.with_column(at, column))
