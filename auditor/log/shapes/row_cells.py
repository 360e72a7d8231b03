"""The canonical cells of one row, each of which remembers the column and the text it came from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from auditor.log.cell import Cell
from auditor.log.shapes.clock import Clock, When
from auditor.log.shapes.convert import Converter
from auditor.log.shapes.mapping import Condition
from auditor.log.shapes.plan import Constant, Field, Made, Piece, Taken, Test
from auditor.log.shapes.template import Special


@dataclass(frozen=True, slots=True)
class Here:
    """A row: its fields, the moment that it tells, its number within its place."""

    cells: Sequence[str]
    moment: When | None = None
    count: str = ""


class RowCells:
    """Makes cells of what a mapping takes from a row."""

    def __init__(self, convert: Converter, clock: Clock) -> None:
        self._convert, self._clock = convert, clock
        self._known: dict[tuple[str, str, str], Cell] = {}

    def cell(self, kind: str, name: str, taken: Taken, here: Here) -> str:
        """The canonical text of a field of an event of this kind."""
        fields = taken.fields
        if name == "time" and fields:
            raw = " ".join(text for own in fields if (text := own.text(here.cells)))
            return self._kept(raw if here.moment is None else here.moment.isoformat(), fields, raw)
        raw = "".join(self._text(piece, here) for piece in taken.pieces)
        if fields and all(self._convert.is_empty(own.text(here.cells)) for own in fields):
            raw = ""
        text = self._convert.text(kind, name, raw)
        if fields:
            return self._kept(text, fields, raw)
        stands = [own.stands for own in taken.pieces if isinstance(own, Constant) and own.stands]
        return Cell(text, *stands[0]) if stands else text

    def moment(self, taken: Taken | None, cells: Sequence[str]) -> When | None:
        """The moment that the cells of a row make."""
        if taken is None:
            return None
        texts = [self._text(own, Here(cells)) for own in taken.pieces]
        return self._clock.moment([text for text in texts if text.strip(" T,-")])

    def happens(self, made: Made, cells: Sequence[str]) -> bool:
        """Whether a row stands for this event: its conditions hold, and of its own columns, if it
        has any, one at least is filled.
        """
        if not all(self._holds(test, cells) for test in made.tests):
            return False
        return not made.own or any(not self._convert.is_empty(f.text(cells)) for f in made.own)

    def _holds(self, test: Test, cells: Sequence[str]) -> bool:
        text, says = test.field.text(cells), test.says
        filled = not self._convert.is_empty(text)
        if says.filled is not None:
            return filled is says.filled
        return filled and self._is_one(text, says)

    def _is_one(self, text: str, says: Condition) -> bool:
        words = says.is_ or says.is_not
        return any(self._convert.same(text, word) for word in words) is bool(says.is_)

    def _text(self, piece: Piece, here: Here) -> str:
        match piece:
            case Field():
                return piece.text(here.cells)
            case Constant(text=text):
                return text
            case Special(name="@count"):
                return here.count
            case Special():
                day = None if here.moment is None else self._clock.gaming_day(here.moment)
                return "" if day is None else day.isoformat()

    def _kept(self, text: str, fields: Sequence[Field], raw: str) -> Cell:
        column = " + ".join(dict.fromkeys(own.name for own in fields))
        key = text, column, raw
        if key not in self._known:
            if len(self._known) > 500_000:  # a column of ever new texts must not fill the memory
                self._known.clear()
            self._known[key] = Cell(text, column, raw)
        return self._known[key]
