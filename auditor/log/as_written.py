"""A canonical table, whose cells may be written as people and programs write them: French dates,
commas, cards, signs of an export.  All that do not say what they mean are interpreted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from auditor.log.cell import Cell
from auditor.log.coded import CodedColumn, Sheet, together
from auditor.log.convert.cells import Clock, Converter, note
from auditor.log.convert.conventions import EURO, ColumnTexts, Conventions, Doubt, conclude
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.written import CERTAIN, normalise, readings, stamp, telling
from auditor.log.export_marks import MARKS, PROTECTS, is_below_zero, nothing_in, settling
from auditor.log.store.times import read_different_times
from auditor.log.table import OriginalRows, Table, Unreadable
from auditor.messages.message import message
from auditor.types import TEXT, TIME, Enumeration, Type
from auditor.values import UnreadableError, convention_of, encoding_of, read_value

_PLAIN_NUMBER = re.compile(rf"(?!.{{{CERTAIN + 1}}})[+-]?\d+(\.(?!\d{{3}}$)\d+)?")
"""A number that reads in one way: the point of `2.500` may stand for thousands, and one of many
figures for a binary number."""

Texts = Mapping[tuple[str, str], Mapping[str, int]]
"""The different texts of each column that may be written in several ways, each with its first row;
by kind of event, where what the column holds hangs on it, else with none."""


class CellTexts:
    """The different texts of a canonical table, each with its first row."""

    def __init__(self, table: Table, lexicon: Lexicon) -> None:
        self._header, self._lexicon = table.header, lexicon
        self._types, self._settling = lexicon.fields(), settling(lexicon)
        self._by_kind = {
            name: lexicon.differs(name)
            for name in table.header
            if lexicon.differs(name)
            or self._types.get(name, TEXT) != TEXT
            or name in ("event", "game", "session")
        }
        self.texts: dict[tuple[str, str], dict[str, int]] = {}
        self._marks: dict[str, set[str]] = {}  # of programs, by column

    def note(self, rows: Sheet) -> None:
        """Looks at some rows after others."""
        columns = dict(zip(self._header, rows.columns, strict=True))
        for name, column in columns.items():
            by_kind = self._by_kind.get(name)
            if by_kind:
                kinds = columns["event"]
                for at in together([kinds, column], len(rows))[1].tolist():
                    self._enter(_kind(kinds[at]), name, column[at], int(rows.numbers[at]))
            firsts = [] if by_kind or by_kind is None else column.firsts()
            if firsts and self._types.get(name) == TIME and _is_plain(column):
                firsts = [next(at for at in firsts if column[at])]  # it stands for all
            else:
                self._marks.setdefault(name, set()).update(column.matching(MARKS))
            for at in firsts:
                self._enter("", name, column[at], int(rows.numbers[at]))

    def _enter(self, kind: str, name: str, text: str, row: int) -> None:
        if text:
            self.texts.setdefault((kind, name), {}).setdefault(text, row)

    def holds(self) -> bool:
        """Whether all cells are to be read as they stand."""
        marked = nothing_in(self._marks.values()) or any(
            text.startswith(PROTECTS) for own in self._marks.values() for text in own
        )
        signed = any(
            name in self._settling and any(map(is_below_zero, own))
            for (_, name), own in self.texts.items()
        )
        if marked or signed:
            return False
        written, _, doubts = rewriting(_telling(self.texts, self._types), self._lexicon)
        return not written and not doubts


def _kind(text: str) -> str:
    """A kind of event as the texts of columns are told apart by it."""
    return text.strip().lower()


def _is_number(kind: Type | None) -> bool:
    return encoding_of(TEXT if kind is None else kind) == "ratio"


def _is_plain(column: CodedColumn) -> bool:
    """Whether all cells are times that tell nothing of how others are written."""
    return read_different_times([column.texts[at] for at in column.standing()]) is not None


def _telling(texts: Texts, types: Mapping[str, Type]) -> Texts:
    """The texts that may tell how those of their sort are written, or be written so."""
    of = {key: types.get(key[1]) for key in texts}
    every = [text for key, own in texts.items() if _is_number(of[key]) for text in own]
    numbers = not all(map(_PLAIN_NUMBER.fullmatch, every))
    return {
        key: telling(own) if of[key] == TIME else own
        for key, own in texts.items()
        if numbers or not _is_number(of[key])
    }


# ---- cells that are written in another way ------------------------------------------------------
def localised(table: Table, lexicon: Lexicon) -> Table:
    """The table with every cell written as the vocabulary reads it, and notes on what was
    concluded; itself where all are.  Raises Unreadable for a doubt.
    """
    rows, own = table.body.held(), CellTexts(table, lexicon)
    own.note(rows)
    written, conventions, doubts = rewriting(own.texts, lexicon)
    columns = list(rows.columns)
    for name in dict.fromkeys(name for _, name in written):
        at, is_by_kind = table.header.index(name), ("", name) not in written
        kinds = [rows.columns[table.header.index("event")]] if is_by_kind else []
        codes, firsts = together([*kinds, columns[at]], len(rows))
        texts = []
        for first in firsts.tolist():
            kind, text = "".join(_kind(own[first]) for own in kinds), columns[at][first]
            texts.append(written.get((kind, name), {}).get(text, text))
        columns[at] = CodedColumn(codes, texts)
    if written:
        source = OriginalRows(table.header, rows)
        table = replace(table, rows=Sheet(rows.numbers, columns), source=source)
    return note_conventions(table, conventions, doubts)


Written = Mapping[tuple[str, str], Mapping[str, str]]
"""By kind of event and column: the canonical cells of texts that are written in another way."""


def rewriting(texts: Texts, lexicon: Lexicon) -> tuple[Written, Conventions, tuple[Doubt, ...]]:
    """How the different texts of a table are written canonically, and what is concluded of all."""
    sorts = ColumnTexts()
    french = False
    for (kind, name), own in texts.items():
        of = lexicon.type_of(kind, name)
        told = telling(own) if of == TIME else own
        french = french or any(_is_french(name, of, text, lexicon) for text in told)
        note(sorts, lexicon, of, name, told, column=name)
    conventions, doubts = conclude(sorts, Conventions(), "fr" if french else "canonical")
    convert, clock = Converter(lexicon, conventions), Clock(conventions)
    written: dict[tuple[str, str], dict[str, str]] = {}
    for (kind, name), own in texts.items():
        is_time = lexicon.type_of(kind, name) == TIME
        for text in own:
            canonical = _time(text, clock) if is_time else convert.text(kind, name, text)
            if canonical != text:
                written.setdefault((kind, name), {})[text] = Cell(canonical, name, text)
    return written, conventions, doubts


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
        message("note.suit_first"): conventions.form == "suit first",
        message("note.numbers_of_suits"): conventions.form == "numbered",
        message("note.unix"): conventions.epoch == "unix",
        message("note.day_first"): conventions.order == "dmy",
        message("note.month_first"): conventions.order == "mdy",
    }
    return replace(table, notes=(*table.notes, *(note for note, holds in notes.items() if holds)))


def _time(text: str, clock: Clock) -> str:
    try:
        read_value(text, TIME)
    except UnreadableError:
        return clock.written(text) or text
    return text


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
