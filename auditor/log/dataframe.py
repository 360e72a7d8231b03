"""A pandas DataFrame as a table of text: every cell as a CSV file would hold it."""

from __future__ import annotations

import csv
import io
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeGuard

from auditor.log.cell import canonical_text
from auditor.log.row_columns import CANONICAL, Grid, ReadOptions
from auditor.log.table import Origin, Refusal, Table, Unreadable

if TYPE_CHECKING:
    from pandas import DataFrame


def is_frame(thing: object) -> TypeGuard[DataFrame]:
    """Recognises a DataFrame by the names of its classes: pandas is not imported for it."""
    return any(
        kind.__name__ == "DataFrame" and kind.__module__.partition(".")[0] == "pandas"
        for kind in type(thing).__mro__
    )


def read_frame(
    frame: DataFrame, name: str, options: ReadOptions = CANONICAL
) -> tuple[list[Table], list[Refusal]]:
    """The table of a frame; its first row is row 2, as in the CSV file that it would make.

    Levels of the index that have a name are columns like the others.
    """
    named = [level for level in frame.index.names if level is not None]
    missing = [level for level in named if level not in frame.columns]
    whole = frame.reset_index(level=missing) if missing else frame
    header = [str(column) for column in whole.columns]
    columns = [[text_of(cell) for cell in whole.iloc[:, at]] for at in range(len(header))]
    records = [(1, header), *enumerate(map(list, zip(*columns, strict=True)), start=2)]
    written = io.StringIO()
    csv.writer(written, lineterminator="\n").writerows(cells for _, cells in records)
    digest = sha256(written.getvalue().encode(errors="backslashreplace")).hexdigest()
    try:
        return [options.to_table(Grid(Origin(name, None, digest, None), records))], []
    except Unreadable as why:
        return [], [why.refusal(name)]


def text_of(cell: Any) -> str:
    """The canonical text of a cell of pandas or numpy; `pandas.NA` and the like are empty."""
    match cell:
        case datetime() | timedelta():
            finer = getattr(cell, "nanosecond", 0) or getattr(cell, "nanoseconds", 0)
            known = cell == cell  # noqa: PLR0124 - a missing one is not equal to itself
            return canonical_text(cell.floor("us") if finer and known else cell)  # type: ignore[union-attr]  # only what is of pandas is finer
        case None | str() | int() | float() | Decimal() | date() | time():
            return canonical_text(cell)
        case _:
            text = canonical_text(cell.item() if hasattr(cell, "item") else cell)
            return "" if text in {"<NA>", "NaT", "nan"} else text
