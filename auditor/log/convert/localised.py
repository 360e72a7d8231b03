"""A canonical table whose cells are written as people write them: French dates, commas, cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from auditor.log.cell import Cell
from auditor.log.coded import CodedColumn, RowsByNumber, Sheet, column_of, together
from auditor.log.convert.cells import Clock, Converter, note
from auditor.log.convert.conventions import EURO, ColumnTexts, Conventions, Doubt, conclude
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import normalise, readings, stamp, telling
from auditor.log.table import OriginalRows, Table, Unreadable
from auditor.messages.message import message
from auditor.types import TEXT, TIME, Enumeration, Type
from auditor.values import UnreadableError, convention_of, read_value

Texts = Mapping[tuple[str, str], Mapping[str, int]]
"""The different texts of each column that may be written in several ways, each with its first row;
by kind of event, where what the column holds hangs on it, else with none."""
Written = Mapping[str, Mapping[str, Mapping[str, str]]]
"""By column and kind of event: the canonical cells of texts that are written in another way."""


@dataclass(frozen=True, slots=True)
class Rewriting:
    """The cells of a table as the vocabulary reads them, and what was concluded from them."""

    written: Written
    conventions: Conventions
    doubts: tuple[Doubt, ...]


def localised(table: Table, lexicon: Lexicon) -> tuple[Table, Conventions, tuple[Doubt, ...]]:
    """The table with every cell written as the vocabulary reads it; itself where all are."""
    rows = table.body.held()
    found = rewriting(_texts(table, rows, lexicon), lexicon)
    return _rewritten(table, rows, found.written), found.conventions, found.doubts


def rewriting(texts: Texts, lexicon: Lexicon) -> Rewriting:
    """How the different texts of a table are written canonically."""
    sorts = ColumnTexts()
    french = False
    for (kind, name), own in texts.items():
        of = lexicon.type_of(kind, name)
        told = telling(own) if of == TIME else own
        french = french or any(_is_french(name, of, text, lexicon) for text in told)
        note(sorts, lexicon, of, name, told, column=name)
    conventions, doubts = conclude(sorts, Conventions(), "fr" if french else "canonical")
    convert, clock = Converter(lexicon, conventions), Clock(conventions)
    written: dict[str, dict[str, dict[str, str]]] = {}
    for (kind, name), own in texts.items():
        is_time = lexicon.type_of(kind, name) == TIME
        for text in own:
            canonical = _time(text, clock) if is_time else convert.text(kind, name, text)
            if canonical != text:
                cell = Cell(canonical, name, text)
                written.setdefault(name, {}).setdefault(kind, {})[text] = cell
    return Rewriting(written, conventions, doubts)


def note_conventions(table: Table, conventions: Conventions, doubts: Sequence[Doubt]) -> Table:
    """The table with notes on what was concluded.  Raises Unreadable for a doubt."""
    if doubts:
        first = doubts[0]
        says = message("doubt.in_mapping", doubt=first.says)
        raise Unreadable(says, first.place.row, first.place.column)
    if table.source is None:
        return table
    currency = conventions.currency or EURO
    notes = {
        message("note.currency", currency=currency): currency != EURO,
        message("note.decimal_comma"): conventions.decimal == ",",
        message("note.binary"): conventions.binary,
        message("note.french_cards"): conventions.cards == "fr",
        message("note.numbered_cards"): conventions.cards == "numbers",
        message("note.suit_first"): conventions.suit_first,
        message("note.numbers_of_suits"): conventions.numbers,
        message("note.unix"): conventions.epoch == "unix",
        message("note.day_first"): conventions.order == "dmy",
        message("note.month_first"): conventions.order == "mdy",
    }
    return replace(table, notes=(*table.notes, *(note for note, holds in notes.items() if holds)))


def convertible(header: Sequence[str], lexicon: Lexicon) -> dict[str, bool]:
    """The columns that may be written in several ways, and whether by the kind of event."""
    fields = lexicon.fields()
    return {
        name: lexicon.differs(name)
        for name in header
        if lexicon.differs(name)
        or fields.get(name, TEXT) != TEXT
        or name in ("event", "game", "session")
    }


def _texts(table: Table, rows: Sheet, lexicon: Lexicon) -> Texts:
    found: dict[tuple[str, str], dict[str, int]] = {}
    for name, by_kind in convertible(table.header, lexicon).items():
        column = rows.columns[table.header.index(name)]
        if not by_kind and lexicon.type_of("", name) == TIME and column.times() is not None:
            # Times that are written as usual say as much all together as one of them.
            at = int(column.where(bool).argmax())
            found["", name] = {column[at]: int(rows.numbers[at])}
            continue
        kinds = _kinds(table, rows) if by_kind else None
        _, firsts = together([*filter(None, [kinds]), column], len(rows))
        for at in firsts.tolist():
            own = found.setdefault((kinds[at] if kinds is not None else "", name), {})
            own.setdefault(column[at], int(rows.numbers[at]))
    for own in found.values():
        own.pop("", None)
    return found


def _kinds(table: Table, rows: Sheet) -> CodedColumn:
    """The kind of each row, as the tables of texts call it."""
    own = rows.columns[table.header.index("event")]
    kinds = column_of([text.strip().lower() for text in own.texts])
    return CodedColumn(kinds.codes.take(own.codes), kinds.texts)


def _rewritten(table: Table, rows: Sheet, written: Written) -> Table:
    if not written:
        return table
    columns = list(rows.columns)
    for name, by_kind in written.items():
        at = table.header.index(name)
        own = columns[at]
        kinds = None if "" in by_kind else _kinds(table, rows)
        codes, firsts = together([*filter(None, [kinds]), own], len(rows))
        texts = []
        for first in firsts.tolist():
            kind = "" if kinds is None else kinds[first]
            texts.append(by_kind.get(kind, {}).get(own[first], own[first]))
        columns[at] = CodedColumn(codes, texts)
    source = OriginalRows(table.header, RowsByNumber(rows, len(columns)))
    return replace(table, rows=Sheet(rows.numbers, columns), source=source)


def _time(text: str, clock: Clock) -> str:
    if _is_canonical(text):
        return text
    return clock.written(text) or text


def _is_canonical(time: str) -> bool:
    try:
        read_value(time, TIME)
    except UnreadableError:
        return False
    return True


def _is_french(name: str, kind: Type, text: str, lexicon: Lexicon) -> bool:
    """True for a cell written as the French do: a doubtful one may then be French as well."""
    word = text.strip().lower()
    if name == "event":
        return not lexicon.has_kind(word) and normalise(text) in lexicon.kinds
    if isinstance(kind, Enumeration):
        return bool(word) and word not in kind.members and lexicon.member(kind, text) is not None
    # One of another sort that is French alone makes no other cell of its file doubtful.
    if (by := convention_of(kind)) == "number":
        read = readings(text)
        return read.point is None and read.comma is not None
    return by == "time" and "h" in text.lower() and stamp(text) is not None
