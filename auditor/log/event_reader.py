"""From the rows of one table to events: a cell is read by the type that the vocabulary declares."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter

from auditor.language.core import Vocabulary
from auditor.log.cell import stood
from auditor.log.coded import Cells
from auditor.log.event import Row, SetAside, row_of, unfit_row, unfit_rows
from auditor.log.integrity.suspects import Suspect, believing
from auditor.log.table import Table, UnfitRow
from auditor.messages.message import message
from auditor.types import TEXT, Enumeration, Type
from auditor.values import UnreadableError, Value, read_value

_MOST = 200_000
"""Different texts that are kept: one of ever new texts must not fill the memory."""


Read = tuple[dict[str, Value], dict[str, UnreadableError]]
"""The values of cells, and why those of other fields cannot be read."""


class EventReader:
    """Reads the rows of a table that columns cannot hold: those that are set aside, what each may
    be all the same, and the numbers of those that have cells in another column than their own.

    A text that was read once is not read again.
    """

    def __init__(self, table: Table, vocabulary: Vocabulary) -> None:
        self._table, self._vocabulary, self._width = table, vocabulary, len(table.header)
        self.suspects: list[Suspect] = []
        self.set_aside = unfit_rows(table)
        self.shifted: list[int] = []
        self._columns = {name: at for at, name in enumerate(table.header)}
        self._names = vocabulary.fields.keys() & self._columns
        self._fields = {
            kind.name: tuple(
                (name, self._columns[name])
                for name in dict.fromkeys((*vocabulary.context, *kind.fields))
                if name in self._columns
            )
            for kind in vocabulary.kinds.values()
        }
        self._near = lru_cache(_MOST)(
            partial(get_close_matches, possibilities=self._fields, n=1, cutoff=0.75)
        )
        self._value = lru_cache(_MOST)(partial(_value, vocabulary.fields))

    def read(self, rows: Iterable[Cells]) -> None:
        """Reads some rows, and those that were set aside before, as far as they can be."""
        table = self._table
        for found in (*table.set_aside, *table.torn):
            if not found.no_event:
                row = unfit_row(table, found.row, found.value)
                self.suspects += (
                    [self._partly_read(row, found)]
                    if found.believed
                    else self._torn(row, found.cells)
                )
        for number, same in groupby(rows, key=itemgetter(0)):
            every = [cells for _, cells in same]
            row = row_of(table, number, every[0])
            # A row of another shape may be several events; any other is one.
            alone = table.source is None and len(every) > 1
            self._read([(row_of(table, number, own) if alone else row, own) for own in every])
        self.set_aside.sort(key=lambda aside: aside.row.number)
        self.suspects.sort(key=lambda suspect: suspect.row.number)

    def _read(self, events: Iterable[tuple[Row, tuple[str, ...]]]) -> None:
        """Adds what the events of one row may be, and sets it aside for the first cell that is
        wrong.
        """
        wrong: SetAside | None = None
        for row, cells in events:
            kind, own = self._kind(row, cells)
            values, unread = self._of_kind(cells, kind)
            for name, error in unread.items():
                told = stood(name, cells[self._columns[name]])
                own = own or SetAside(row, *told, error.says)
            wrong = wrong or own
            moved = self._moved(row, cells, unread) if unread else None
            suspect = Suspect(row, kind, values, frozenset(unread))
            if kind is None and unread:  # its cells may be of the columns beside: only where it was
                suspect = believing(suspect, self._vocabulary.context, self._vocabulary)
            self.suspects.append(moved or suspect)
            self.shifted += [row.number] if moved is not None and kind is not None else []
        self.set_aside += [] if wrong is None else [wrong]

    def _torn(self, row: Row, cells: tuple[str, ...]) -> Iterator[Suspect]:
        """A row with too many fields or too few, or with none that can be told apart.

        Where its kind of event stands in its own column, nothing is out of place up to there;
        where it stands as far off as there are fields too many, nothing is from there on.  With as
        many fields as several rows, of which each lacks the break behind it, it is an event more
        for each.
        """
        shift = len(cells) - self._width
        if cells and not shift:
            yield self._of_another_game(row, cells)
            return
        found = self._shifted(row, cells, 0) or self._shifted(row, cells, shift)
        yield found or self._unknown(row)
        for _ in range((len(cells) - 1) // max(1, self._width - 1) - 1):
            yield self._unknown(row)

    def _unknown(self, row: Row) -> Suspect:
        return Suspect(row, None, {}, frozenset(self._vocabulary.fields))

    def _shifted(self, row: Row, cells: tuple[str, ...], shift: int) -> Suspect | None:
        """A row of which some cells stand so many columns off, its kind among them; where that is
        in its place, those behind it.  None where no kind stands there.
        """
        at, width = self._columns["event"], len(cells)
        if (kind := self._kind_at(cells, at + shift)) is None:
            return None
        own = (own for own in self._columns.items() if (own[1] > at if shift else own[1] < at))
        sound = {name: place + shift for name, place in own if place + shift < width}
        values, unread = self._read_at(cells, sound.items())
        believed = sound.keys() - unread.keys()
        return Suspect(row, kind, values, frozenset(self._vocabulary.fields) - believed)

    def _moved(self, row: Row, cells: tuple[str, ...], lost: Collection[str]) -> Suspect | None:
        """A row whose kind stands in the column beside, or whose unreadable cells in any other."""
        found = self._shifted(row, cells, 1) or self._shifted(row, cells, -1)
        if found is not None:
            return found
        texts = [cells[self._columns[name]] for name in lost]
        if not any(self._is_of(name, text) for name in self._names for text in texts):
            return None
        return self._shifted(row, cells, 0) or self._unknown(row)

    def _is_of(self, name: str, text: str) -> bool:
        """Whether a text is a value of a field, of which a name may be any, and any word of an open
        list.
        """
        of = self._vocabulary.fields[name]
        if isinstance(of, Enumeration) and of.open:
            return text.strip().lower() in of.members
        return of != TEXT and not isinstance(self._value(name, text), UnreadableError)

    def _partly_read(self, row: Row, found: UnfitRow) -> Suspect:
        """A row of a file of another shape that has some cells in their places."""
        values, unread = self._readable(found.believed.items())
        lost = frozenset(self._vocabulary.fields) - (found.believed.keys() - unread.keys())
        kind = found.believed["event"]
        return Suspect(row, kind if kind in self._fields else None, values, lost)

    def _of_another_game(self, row: Row, cells: tuple[str, ...]) -> Suspect:
        """A row believed without its `game` cell, or not at all if its cells moved."""
        kind, _ = self._kind(row, cells)
        values, unread = self._of_kind(cells, kind)
        if (moved := self._moved(row, cells, unread)) is not None:
            return moved
        values.pop("game", None)
        return Suspect(row, kind, values, frozenset((*unread, "game")))

    def _kind_at(self, cells: tuple[str, ...], at: int) -> str | None:
        word = cells[at].strip() if 0 <= at < len(cells) else ""
        return next((own for own in (word, word.lower()) if own in self._fields), None)

    def _of_kind(self, cells: tuple[str, ...], kind: str | None) -> Read:
        """The values of a row of a kind; of one whose kind is not known, all that can be read."""
        return self._read_at(cells, self._columns.items() if kind is None else self._fields[kind])

    def _read_at(self, cells: tuple[str, ...], places: Iterable[tuple[str, int]]) -> Read:
        return self._readable((name, cells[at]) for name, at in places if at < len(cells))

    def _readable(self, texts: Iterable[tuple[str, str]]) -> Read:
        """The values of fields that have some texts."""
        values: dict[str, Value] = {}
        unread: dict[str, UnreadableError] = {}
        for name, text in texts:
            if not text or name not in self._vocabulary.fields:
                continue
            found = self._value(name, text)
            if isinstance(found, UnreadableError):
                unread[name] = found
            else:
                values[name] = found
        return values, unread

    def _kind(self, row: Row, cells: tuple[str, ...]) -> tuple[str | None, SetAside | None]:
        at = self._columns["event"]
        if (kind := self._kind_at(cells, at)) is not None:
            return kind, None
        reason = message("row.no_kind" if cells[at].strip() else "row.no_event")
        if near := self._near(cells[at].strip().lower()):
            reason = message("row.no_kind_near", near=near[0])
        return None, SetAside(row, *stood("event", cells[at]), reason)


def _value(fields: Mapping[str, Type], name: str, text: str) -> Value | UnreadableError:
    try:
        return read_value(text, fields[name])
    except UnreadableError as error:
        return error
