"""Columns that a mapping speaks of and a file lacks: it serves files of different columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from auditor.log.header import Heading
from auditor.log.mapping.bind import columns_of, no_column, whole_column
from auditor.log.mapping.schema import FileMapping
from auditor.log.mapping.template import template
from auditor.log.table import Origin, Refusal, Table
from auditor.messages.message import message

SHEET = "{@sheet}"


def spoken_of(says: FileMapping) -> tuple[str, ...]:
    """The columns that a mapping speaks of, and `{@sheet}` where it asks for that."""
    names = dict.fromkeys((*columns_of(says), *says.filled_down, *says.split))
    return (
        *names,
        *([SHEET] if any(_is_of_sheet(says, own) for own in says.columns.values()) else []),
    )


def lacked(says: FileMapping, head: Heading, origin: Origin) -> tuple[str, ...]:
    """The columns of those that a file with this header lacks."""
    return tuple(
        name
        for name in spoken_of(says)
        if (origin.sheet is None if name == SHEET else head.find(name) is None)
    )


def without_lacked(says: FileMapping, lacks: Iterable[str]) -> FileMapping:
    """The mapping without what it would take from there."""
    if not (lacks := {*lacks}):
        return says
    columns = {
        name: source
        for name, source in says.columns.items()
        if lacks.isdisjoint(whole_column(own, says.split) for own in template(source).columns)
        if SHEET not in lacks or not _is_of_sheet(says, source)
    }
    told = {
        "columns": columns,
        "filled_down": tuple(own for own in says.filled_down if own not in lacks),
        "split": {name: own for name, own in says.split.items() if name not in lacks},
    }
    return says.model_copy(update=told)


def _is_of_sheet(says: FileMapping, source: str) -> bool:
    """Whether a column of the log is taken from the name of the sheet."""
    own = template(source)
    titles = (says.title[name] for name in own.columns if name in says.title)
    return own.has("@sheet") or any(title.cell == "@sheet" for title in titles)


def lacked_by_all(tables: Sequence[Table]) -> dict[str, Refusal]:
    """The columns that no table has, each with the refusal of the log."""
    if not tables:
        return {}
    headers = (own.header if own.source is None else own.source.header for own in tables)
    names = [*dict.fromkeys(name for header in headers for name in header)]
    first = tables[0]
    row = first.header_row or None
    return {
        name: Refusal(
            first.file,
            first.sheet,
            None if name == SHEET else row,
            None,
            message("mapped.no_sheets") if name == SHEET else no_column(name, names),
        )
        for name in first.lacks
        if all(name in own.lacks for own in tables)
    }
