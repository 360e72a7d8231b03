"""The shape of the files of a log: canonical, through a mapping, or by what they say themselves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from auditor.log.grid import Grid, Shape
from auditor.log.shapes.conventions import Conventions, Doubt
from auditor.log.shapes.heading import Heading, heading, headings, no_heading
from auditor.log.shapes.lexicon import Lexicon
from auditor.log.shapes.localise import localised
from auditor.log.shapes.mapping_file import Mapping
from auditor.log.shapes.plan import columns_of, missing
from auditor.log.shapes.recognise import find_header, meanings_of
from auditor.log.shapes.recognised import Recognised, recognised
from auditor.log.shapes.template import template
from auditor.log.shapes.unfold import unfold
from auditor.log.sheet import Record, Table, Unreadable, column_name, header_index, tabulate


def shape_of(lexicon: Lexicon, mapping: Mapping | None = None) -> Shape:
    """How the files of a log are read; a mapping is for those that have its columns."""
    reader = _Reader(lexicon, mapping)
    if mapping is None:
        return Shape(header_at=reader.header_at, to_table=reader.to_table)
    says = mapping.says
    delimiter = "\t" if says.delimiter == "tab" else says.delimiter
    return Shape(
        says.codec(), delimiter, says.sheets, reader.header_at, reader.to_table, mapped=True
    )


def mapped_heading(records: Sequence[Record], mapping: Mapping) -> Heading | None:
    """The header that has all the columns of a mapping; None where there is none."""
    rows = mapping.says.header
    if rows == ():
        return no_heading(records)
    names = columns_of(mapping.says)
    return next(
        (h for h in _headings(records, rows) if all(h.find(n) is not None for n in names)), None
    )


def _headings(records: Sequence[Record], rows: Sequence[int] | None) -> Iterator[Heading]:
    """The headers that there may be: in the rows told, else in each of the first rows, or two."""
    if rows is not None:
        places = [at for at, (number, _) in enumerate(records) if number in rows]
        if len(places) == len(rows):
            yield heading(records, places[0], places[-1])
        return
    yield from headings(records)


class _Reader:
    def __init__(self, lexicon: Lexicon, mapping: Mapping | None) -> None:
        self._lexicon, self._mapping = lexicon, mapping

    def header_at(self, records: Sequence[Record]) -> int | None:
        """The place of the lower row of the header, or of the first row where there is none."""
        if self._mapping is not None:
            if (head := mapped_heading(records, self._mapping)) is not None:
                return max(head.last, 0)
            if (near := self._nearest(records)) is not None:
                return near.last
        if (at := header_index(records)) is not None:
            return at
        found = find_header(records, self._lexicon)
        return None if found is None else found.last

    def to_table(self, grid: Grid) -> Table:
        """The table of a grid.  Raises Unreadable, with a question where cells leave a doubt."""
        if self._mapping is not None:
            head = mapped_heading(grid.records, self._mapping)
            if head is not None:
                return self._mapped(grid, head, self._mapping)
            if (near := self._nearest(grid.records)) is not None:
                names = columns_of(self._mapping.says)
                raise missing(next(n for n in names if near.find(n) is None), near, grid.records)
        at = header_index(grid.records)
        if at is not None and self._is_canonical(grid.records[at][1]):
            table = tabulate(grid.origin, grid.records, grid.flaws, grid.notes)
            table, conventions, doubts = localised(table, self._lexicon)
            return _told(table, conventions, doubts)
        head = find_header(grid.records, self._lexicon)
        if head is None:
            return tabulate(grid.origin, grid.records, grid.flaws, grid.notes)
        return self._recognised(grid, head)

    def _nearest(self, records: Sequence[Record]) -> Heading | None:
        """The header that has most columns of the mapping, if it has half of them."""
        assert self._mapping is not None
        names = columns_of(self._mapping.says)
        best, most = None, len(names) / 2
        for head in _headings(records, self._mapping.says.header):
            found = sum(head.find(name) is not None for name in names)
            if found >= most and (best is None or found > most):
                best, most = head, found
        return best

    def _is_canonical(self, header: Sequence[str]) -> bool:
        fields = self._lexicon.fields()
        names = [column_name(cell) for cell in header if column_name(cell)]
        return all(
            name == "event" or name in fields or not meanings_of(name, self._lexicon)
            for name in names
        )

    def _mapped(self, grid: Grid, head: Heading, mapping: Mapping) -> Table:
        made = unfold(grid, head, mapping.says, self._lexicon, "fr")
        note = f"Read by the mapping `{mapping.name}`."
        table = replace(made.table, notes=(note, *made.table.notes))
        return _told(table, made.conventions, made.doubts)

    def _recognised(self, grid: Grid, head: Heading) -> Table:
        found = recognised(grid.records, head, self._lexicon)
        made = unfold(grid, head, found.says, self._lexicon, found.language)
        table = replace(made.table, notes=(*_about(found), *made.table.notes))
        return _told(table, made.conventions, made.doubts)


def _about(found: Recognised) -> Iterator[str]:
    """What columns were taken for, if not for what they are called, and which for nothing."""
    known = [
        f"`{column}` → `{name}`"
        for name, source in found.says.columns.items()
        if isinstance(source, str)
        for column in template(source).columns
        if column_name(column) != name
    ]
    if known:
        yield f"Columns known by their names: {', '.join(known)}."
    for at, fields in found.columns.doubtful.items():
        either = "/".join(f"`{field}`" for field in fields)
        yield f"Not used: column `{found.head.names[at]}`, which may be {either}."
    if found.says.day_begins is not None:
        hour = found.says.day_begins
        yield f"Days are those of evenings: an hour before {hour} is of the next morning."


def _told(table: Table, conventions: Conventions, doubts: Sequence[Doubt]) -> Table:
    """The table, with what was concluded from its cells; a doubt ends the reading.

    Raises Unreadable.
    """
    if doubts:
        first = doubts[0]
        says = f"{first.says} in a mapping (`auditor map` proposes one)."
        raise Unreadable(says, first.place.row, first.place.column)
    if table.source is None:
        return table
    notes = {
        "Numbers are read with a decimal comma.": conventions.decimal == ",",
        "Cards are read in French notation.": conventions.cards == "fr",
        "Dates are read with the day first.": conventions.order == "dmy",
        "Dates are read with the month first.": conventions.order == "mdy",
    }
    return replace(table, notes=(*table.notes, *(note for note, holds in notes.items() if holds)))
