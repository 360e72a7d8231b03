"""JSON in the cells of a table: what an object holds stands in columns of its own, as it would if
the file were JSON.

An object whose values are no objects and no lists is left as it is: `[split]` reads those by name.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import takewhile
from typing import Any

from auditor.log.cell import canonical_text
from auditor.log.coded import CodedColumn, Sheet, sheet_of
from auditor.log.csv.text_rows import DELIMITERS, FEWEST_COLUMNS, alone
from auditor.log.row_columns import Grid
from auditor.log.structured.json_objects import flat
from auditor.log.structured.json_text import KeyTwiceError, only_value
from auditor.log.table import Record

_OBJECT = re.compile(r"\s*\{.*\}\s*", re.DOTALL)
_NESTED = re.compile(r"\{[^{}\[]*:\s*[{\[]")
_MOST = 1000  # columns that objects may add: what holds more is no row of a log


def unfolded(grid: Grid) -> Grid:
    """The grid with a column for each value of the objects in its cells."""
    return replace(grid, records=unfolded_rows(grid.body))


def unfolded_rows(records: Sequence[Record]) -> Sheet:
    """The rows with a column for each value of the objects in their cells."""
    sheet = _divided(sheet_of(records))
    more = [*_of_objects(sheet)]
    whole = Sheet(sheet.numbers, [*sheet.columns, *more], sheet.odd)
    return whole if 0 < len(more) <= _MOST else sheet


def _divided(sheet: Sheet) -> Sheet:
    """The cells of the lines of a text that somebody pasted into the only column of a sheet."""
    if len(sheet.columns) != 1:
        return sheet
    lines = [" ".join(own.splitlines()) for own in sheet.columns[0].cells()]
    sign = max(DELIMITERS, key=lambda sign: sum(sign in line for line in lines))
    rows = [next(alone([line], sign), []) for line in lines]
    is_table = len(next(filter(None, rows), ())) > FEWEST_COLUMNS
    return sheet_of(zip(sheet.numbers.tolist(), rows, strict=True)) if is_table else sheet


def _of_objects(sheet: Sheet) -> Iterator[CodedColumn]:
    """The columns of the values of objects, called by the text above the first one; none where a
    text that looks like an object is none.
    """
    for column in sheet.columns:
        if not any(map(_OBJECT.fullmatch, column.matching(_NESTED))):
            continue
        above = takewhile(lambda text: not _OBJECT.fullmatch(text), column.cells())
        header = next(filter(str.strip, reversed([*above])), "")
        with suppress(json.JSONDecodeError, KeyTwiceError, RecursionError):
            told = [_told(text) for text in column.texts]
            for name in dict.fromkeys(name for own in told for name in own) if header else ():
                cells = zip(column.texts, told, strict=True)
                called = f"{header}.{name}"
                texts = [called if text == header else own.get(name, "") for text, own in cells]
                yield CodedColumn(column.codes, texts)


def _told(text: str) -> Mapping[str, str]:
    """The values of an object by their dotted names; none of another text."""
    found: Any = only_value(text, 0) if _OBJECT.fullmatch(text) else {}
    return {name: canonical_text(value) for name, value in flat(found)}
