"""How the files of a log become tables: as they are, through a mapping, or by inference."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.localised import localised, note_conventions
from auditor.log.convert.written import readings, stamp
from auditor.log.export_marks import cleared, without_export_lines, without_signs
from auditor.log.match.sheet import find_header, is_canonical
from auditor.log.row_columns import Grid, ReadOptions
from auditor.log.table import (
    Record,
    Table,
    Unreadable,
    header_index,
    no_event,
)
from auditor.messages.message import message

if TYPE_CHECKING:
    from auditor.log.mapping.file import NamedMapping
    from auditor.log.noncanonical import NoncanonicalReader


def read_options(lexicon: Lexicon, mappings: Sequence[NamedMapping] = ()) -> ReadOptions:
    """How the files of a log are read; a mapping is for those that it names or have its columns."""
    reader = _TableReader(lexicon, mappings)
    options = ReadOptions(
        header_at=reader.header_at,
        to_table=reader.to_table,
        without_header=reader.without_header,
    )
    if not mappings:
        return replace(options, lexicon=lexicon)

    def of_file(name: str) -> ReadOptions:
        some = [own.says for own in mappings if own.says.is_for_file(name)]
        some = some or [own.says for own in mappings]
        sheets = None
        if all(own.sheets is not None for own in some):
            sheets = tuple(name for own in some for name in own.sheets or ())
        delimiter = _agreed(own.delimiter for own in some)
        return replace(
            options,
            encoding=_agreed(own.codec() for own in some),
            delimiter="\t" if delimiter == "tab" else delimiter,
            sheets=sheets,
            every_sheet=len(some) == 1,
            of_file=None,
        )

    names_tables = all(own.says.columns.get("table") != "" for own in mappings)
    options = replace(options, mapped=True, names_tables=names_tables)
    return of_file("") if len(mappings) == 1 else replace(options, of_file=of_file)


def _agreed(told: Iterable[str | None]) -> str | None:
    """The setting that all mappings of a file have; None where they differ, and it is found."""
    first, *others = {*told}
    return None if others else first


class _TableReader:
    def __init__(self, lexicon: Lexicon, mappings: Sequence[NamedMapping]) -> None:
        self._lexicon, self._mappings = lexicon, mappings

    def header_at(self, records: Sequence[Record]) -> int | None:
        """The place of the lower row of the header, or of the first row where there is none."""
        if self._mappings:
            at = self._noncanonical().mapped_at(records, self._mappings)
            if at is not None:
                return at
        if (at := header_index(records)) is not None:
            return at
        found = find_header(records, self._lexicon)
        return None if found is None else found.last

    def to_table(self, grid: Grid) -> Table:
        """The table of a grid.  Raises Unreadable, with a question where cells leave a doubt."""
        table = without_export_lines(self._table(grid := cleared(grid)), self._lexicon, grid)
        return without_signs(table, self._lexicon)

    def _table(self, grid: Grid) -> Table:
        if not self._mappings:
            return self._unmapped(grid)
        table = self._noncanonical().mapped(grid, self._mappings)
        return table or replace(self._unmapped(grid), lacks=self._columns())

    def _unmapped(self, grid: Grid) -> Table:
        at = header_index(grid.records)
        if at is not None and is_canonical(grid.records[at][1], self._lexicon):
            return note_conventions(*localised(grid.as_it_is(), self._lexicon))
        table = self._noncanonical().inferred(grid)
        if table is None and at is None:
            raise self.without_header(grid.records)
        return table or grid.as_it_is()

    def without_header(self, records: Sequence[Record]) -> Unreadable:
        """The refusal of rows among which there is no header."""
        own = no_event(records)
        if columns := self._columns():
            names = ", ".join(f"`{name}`" for name in columns[:8])
            says = message("header.no_mapped_columns", names=names, says=own.says)
            return Unreadable(says, own.row)
        if own.row is None:
            return own
        cells = next(cells for row, cells in records if row == own.row)
        bare = any(any(readings(cell)) or stamp(cell) is not None for cell in cells if cell)
        code = "header.no_event_bare" if bare else "header.no_event_map"
        return Unreadable(message(code, says=own.says), own.row)

    def _columns(self) -> tuple[str, ...]:
        """The columns that the mappings speak of, and a file may lack."""
        if not self._mappings:
            return ()
        reader = self._noncanonical()
        return tuple(dict.fromkeys(n for own in self._mappings for n in reader.columns(own)))

    def _noncanonical(self) -> NoncanonicalReader:
        # Mappings are slow to import, and most logs have the canonical shape.
        from auditor.log.noncanonical import NoncanonicalReader  # noqa: PLC0415

        return NoncanonicalReader(self._lexicon)
