"""How the files of a log become tables: as they are, through a mapping, or by inference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.localised import localised, note_conventions
from auditor.log.convert.written import readings, stamp
from auditor.log.export_marks import cleared, without_export_lines, without_signs
from auditor.log.infer.recognised import find_header, is_canonical
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
    from auditor.log.mapping.file import Mapping as MappingFile
    from auditor.log.noncanonical import NoncanonicalReader


def read_options(lexicon: Lexicon, mapping: MappingFile | None = None) -> ReadOptions:
    """How the files of a log are read; a mapping is for those that have its columns."""
    reader = _TableReader(lexicon, mapping)
    if mapping is None:
        return ReadOptions(
            header_at=reader.header_at,
            to_table=reader.to_table,
            without_header=reader.without_header,
            lexicon=lexicon,
        )
    says = mapping.says
    delimiter = "\t" if says.delimiter == "tab" else says.delimiter
    return ReadOptions(
        says.codec(),
        delimiter,
        says.sheets,
        reader.header_at,
        reader.to_table,
        mapped=True,
        names_tables=says.columns.get("table") != "",
        without_header=reader.without_header,
    )


class _TableReader:
    def __init__(self, lexicon: Lexicon, mapping: MappingFile | None) -> None:
        self._lexicon, self._mapping = lexicon, mapping

    def header_at(self, records: Sequence[Record]) -> int | None:
        """The place of the lower row of the header, or of the first row where there is none."""
        if self._mapping is not None:
            at = self._noncanonical().mapped_at(records, self._mapping)
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
        if self._mapping is not None:
            table = self._noncanonical().mapped(grid, self._mapping)
            if table is not None:
                return table
            lacks = self._noncanonical().columns(self._mapping)
            return replace(self._unmapped(grid), lacks=lacks)
        return self._unmapped(grid)

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
        if self._mapping is not None and (
            columns := self._noncanonical().columns(self._mapping)[:8]
        ):
            names = ", ".join(f"`{name}`" for name in columns)
            says = message("header.no_mapped_columns", names=names, says=own.says)
            return Unreadable(says, own.row)
        if own.row is None:
            return own
        cells = next(cells for row, cells in records if row == own.row)
        bare = any(any(readings(cell)) or stamp(cell) is not None for cell in cells if cell)
        code = "header.no_event_bare" if bare else "header.no_event_map"
        return Unreadable(message(code, says=own.says), own.row)

    def _noncanonical(self) -> NoncanonicalReader:
        # Mappings are slow to import, and most logs have the canonical shape.
        from auditor.log.noncanonical import NoncanonicalReader  # noqa: PLC0415

        return NoncanonicalReader(self._lexicon)
