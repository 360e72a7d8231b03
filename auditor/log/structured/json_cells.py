"""Cells that hold several values: each stands in a column of its own, as it would if the file were
JSON, of an object by its name, and of a list by its number.

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

import numpy as np

from auditor.log.cell import canonical_text
from auditor.log.coded import CodedColumn, Sheet, sheet_of
from auditor.log.convert.card_names import readings
from auditor.log.csv.text_rows import DELIMITERS, FEWEST_COLUMNS, alone
from auditor.log.row_columns import Grid
from auditor.log.structured.json_objects import flat
from auditor.log.structured.json_text import KeyTwiceError, only_value
from auditor.log.table import Record

_OBJECT = re.compile(r"\s*\{.*\}\s*", re.DOTALL)
_NESTED = re.compile(r"\{[^{}\[]*:\s*[{\[]")
_BREAK = re.compile(r"[\r\n]")
_MOST = 1000  # columns that objects may add: what holds more is no row of a log


def unfolded(grid: Grid) -> Grid:
    """The grid with a column for each value of the objects in its cells."""
    return replace(grid, records=unfolded_rows(grid.body))


def unfolded_rows(records: Sequence[Record]) -> Sheet:
    """The rows with a column for each value of the objects and the lists in their cells."""
    sheet = _divided(sheet_of(records))
    more = [*_of_lists(sheet), *_of_objects(sheet)]
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
        if any(map(_OBJECT.fullmatch, column.matching(_NESTED))):
            above = takewhile(lambda text: not _OBJECT.fullmatch(text), column.cells())
            header = next(filter(str.strip, reversed([*above])), "")
            with suppress(json.JSONDecodeError, KeyTwiceError, RecursionError):
                yield from _columns_of(column, header, ".", [*map(_told, column.texts)])


def _of_lists(sheet: Sheet) -> Iterator[CodedColumn]:
    """The columns of the lines of cells that have as many as those of another column in each row:
    `Mises 1`, `Mises 2`, as columns of several seats are called; a list of cards is one hand.
    """
    columns = sheet.columns if any(own.matching(_BREAK) for own in sheet.columns) else []
    texts = [[own.splitlines() for own in column.texts] for column in columns]
    lines = [np.array([*map(len, o)]).take(c.codes) for o, c in zip(texts, columns, strict=True)]
    keys = [own.tobytes() for own in lines]
    for column, own, key, count in zip(columns, texts, keys, lines, strict=True):
        is_hand = any(any(readings(line)) for line in max(own, key=len))
        if keys.count(key) > 1 and np.count_nonzero(count > 1) > FEWEST_COLUMNS and not is_hand:
            told = [{str(at): line.strip() for at, line in enumerate(o, start=1)} for o in own]
            yield from _columns_of(column, next(filter(str.strip, column.cells()), ""), " ", told)


def _columns_of(
    column: CodedColumn, header: str, sign: str, told: Sequence[Mapping[str, str]]
) -> Iterator[CodedColumn]:
    """A column for each name of the values that texts hold, called by the header before it."""
    for name in dict.fromkeys(name for own in told for name in own) if header else ():
        cells = zip(column.texts, told, strict=True)
        called = f"{header}{sign}{name}"
        texts = [called if text == header else own.get(name, "") for text, own in cells]
        yield CodedColumn(column.codes, texts)


def _told(text: str) -> Mapping[str, str]:
    """The values of an object by their dotted names; none of another text."""
    found: Any = only_value(text, 0) if _OBJECT.fullmatch(text) else {}
    return {name: canonical_text(value) for name, value in flat(found)}
