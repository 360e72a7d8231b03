"""A mapping of one event a row, laid on whole columns: what makes the same cell is read once.

A cell of the table hangs on few cells of its row: those that its field is taken from, the kind of
event, and the moment where a day is asked for.  Of each different combination of these the reader
of rows reads the first.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from auditor.log.convert.lexicon import Lexicon
from auditor.log.mapping.bind import FieldSource, texts_at
from auditor.log.mapping.row_reader import Reader, RowCells, RowContext
from auditor.log.mapping.template import Special

Cells = Sequence[str]


@dataclass(frozen=True, slots=True)
class ColumnPlan:
    """The sources of a table's fields, and their readers."""

    sources: Mapping[str, FieldSource]
    readers: Mapping[str, Reader]
    cells: RowCells
    lexicon: Lexicon

    def kinds(self, rows: Sequence[Cells]) -> list[str]:
        """The kind of event that each row is."""
        return self._column("event", rows, [""] * len(rows))

    def rows(self, header: Sequence[str], rows: Sequence[Cells]) -> list[tuple[str, ...]]:
        """The cells of the one event that each row is, in the order of a header."""
        kinds = self.kinds(rows)
        made = [kinds if name == "event" else self._column(name, rows, kinds) for name in header]
        return list(zip(*made, strict=True))

    def _column(self, name: str, rows: Sequence[Cells], kinds: Sequence[str]) -> list[str]:
        taken, read = self.sources[name], self.readers[name]
        timed = name == "time" or any(isinstance(own, Special) for own in taken.pieces)
        sources = [taken, self.sources["time"]] if timed and "time" in self.sources else [taken]
        places = [own.place for source in sources for own in source.fields]
        keys: list[Sequence[Hashable]] = [texts_at(place, rows) for place in dict.fromkeys(places)]
        if len(taken.pieces) != 1 or self.lexicon.differs(name):
            keys.append(kinds)
        joined: Sequence[Hashable] = keys[0] if len(keys) == 1 else [*zip(*keys, strict=True)]
        joined = joined or [()] * len(rows)  # a text that no column gives
        # Backwards, so that of each combination its first row remains.
        first = dict(zip(reversed(joined), range(len(rows) - 1, -1, -1), strict=True))
        cells = {}
        for key, at in first.items():
            moment = self.cells.moment(self.sources.get("time"), rows[at]) if timed else None
            cells[key] = read(RowContext(rows[at], moment), kinds[at])
        return [cells[key] for key in joined]
