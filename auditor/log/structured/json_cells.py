"""JSON in the cells of a table: what an object holds stands in columns of its own, as it would if
the file were JSON.

An object whose values are no objects and no lists is left as it is: `[split]` reads those by name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import takewhile
from typing import Any

from auditor.log.cell import canonical_text
from auditor.log.coded import CodedColumn, Sheet, sheet_of
from auditor.log.row_columns import Grid
from auditor.log.structured.json_objects import flat
from auditor.log.structured.json_text import KeyTwiceError, only_value
from auditor.log.table import Record

_OBJECT = re.compile(r"\s*\{.*\}\s*", re.DOTALL)
_NESTED = re.compile(r"\{[^{}\[]*:\s*[{\[]")
_MOST = 1000  # columns that objects may add: what holds more is no row of a log


def unfolded(grid: Grid) -> Grid:
    """The grid with a column for each value of the objects in its cells."""
    records = unfolded_rows(grid.body)
    return grid if records is grid.body else replace(grid, records=records)


def unfolded_rows(records: Sequence[Record]) -> Sheet:
    """The rows with a column for each value of the objects in their cells."""
    sheet = sheet_of(records)
    more: list[CodedColumn] = []
    for column in sheet.columns:
        if any(_OBJECT.fullmatch(own) for own in column.matching(_NESTED)):
            more += _columns_of(column)
    if not more or len(more) > _MOST:
        return sheet
    return Sheet(sheet.numbers, [*sheet.columns, *more], sheet.odd)


def _columns_of(column: CodedColumn) -> list[CodedColumn]:
    """The columns of the values, called by the text above the first object; none where a text that
    looks like an object is none.
    """
    try:
        told = [_told(text) if _OBJECT.fullmatch(text) else {} for text in column.texts]
    except (json.JSONDecodeError, KeyTwiceError, RecursionError):
        return []
    above = takewhile(lambda text: not _OBJECT.fullmatch(text), column.cells())
    header = next(filter(str.strip, reversed([*above])), "")
    names = dict.fromkeys(name for own in told for name in own)
    return [
        CodedColumn(
            column.codes,
            [
                f"{header}.{name}" if text == header else own.get(name, "")
                for text, own in zip(column.texts, told, strict=True)
            ],
        )
        for name in (names if header else ())
    ]


def _told(text: str) -> Mapping[str, str]:
    """The values of an object by their dotted names."""
    found: Any = only_value(text, 0)
    own = found if isinstance(found, dict) else {}
    return {name: canonical_text(value) for name, value in flat(own)}
