"""A pandas DataFrame as a table of text: every cell as a CSV file would hold it."""

from __future__ import annotations

import csv
import io
from datetime import date, timedelta
from decimal import Decimal
from hashlib import sha256
from typing import TYPE_CHECKING, Any, TypeGuard

from auditor.log.raw_grid import CANONICAL, Grid, ReadOptions
from auditor.log.table import Origin, Refusal, Table, Unreadable

if TYPE_CHECKING:
    from pandas import DataFrame


def is_frame(thing: object) -> TypeGuard[DataFrame]:
    """Whether it is a DataFrame; pandas is not imported to find out."""
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
    """A cell as text: exact, without the `.0` of whole numbers that a gap made floating."""
    match cell:
        case str():
            return cell.strip()
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case float():
            return _of_float(cell)
        case Decimal():
            return "" if cell.is_nan() else format(cell, "f")
        case date():  # and datetime; a missing time of pandas is one too, and not equal to itself
            return cell.isoformat() if cell == cell else ""  # noqa: PLR0124
        case timedelta():
            return _of_duration(cell) if cell == cell else ""  # noqa: PLR0124
        case _:
            return _of_other(cell)


def _of_float(cell: float) -> str:
    if cell != cell:  # noqa: PLR0124 - not a number: an empty cell
        return ""
    if cell.is_integer():
        return str(int(cell))
    text = repr(float(cell))
    return format(Decimal(text), "f") if "e" in text else text


def _of_duration(cell: timedelta) -> str:
    minutes, seconds = divmod(int(cell.total_seconds()), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}"


def _of_other(cell: Any) -> str:
    """Numbers and booleans of numpy are what they stand for; `pandas.NA` and the like are empty."""
    plain = cell.item() if hasattr(cell, "item") else cell
    if type(plain) is not type(cell):
        return text_of(plain)
    text = str(cell).strip()
    return "" if text in {"<NA>", "NaT", "nan"} else text
