"""The one text of a typed cell, whichever format it comes from, as a CSV file would hold it."""

from __future__ import annotations

from datetime import date, time, timedelta
from decimal import Decimal

from auditor.values import show


def canonical_text(cell: object) -> str:
    """A cell as its type reads it back: exact, without the `.0` of whole numbers that a spreadsheet
    or a gap made floating; nothing for what is missing.
    """
    match cell:
        case str():
            return cell.strip()
        case None:
            return ""
        case bool():
            return "true" if cell else "false"
        case int():
            return str(cell)
        case float():
            return _of_float(cell)
        case Decimal():
            return "" if cell.is_nan() else format(cell, "f")
        # A missing time of pandas is a time as well, and not equal to itself.
        case date() | time():  # and datetime
            return cell.isoformat() if cell == cell else ""  # noqa: PLR0124
        case timedelta():
            if cell != cell:  # noqa: PLR0124 - missing
                return ""
            # A duration of pandas is one of a class of its own.
            return show(timedelta(cell.days, cell.seconds, cell.microseconds))
        case _:
            return str(cell).strip()


def _of_float(cell: float) -> str:
    if cell != cell:  # noqa: PLR0124 - not a number: an empty cell
        return ""
    if cell.is_integer():
        return str(int(cell))
    text = repr(float(cell))
    return format(Decimal(text), "f") if "e" in text else text
