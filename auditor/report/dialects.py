"""How a table is written as CSV: what stands between cells, before the first, and in a decimal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from auditor.report.model import Language


@dataclass(frozen=True, slots=True)
class Dialect:
    """`mark` is the byte order mark by which Excel knows UTF-8, `moments` the form of a time that
    it takes for one, and empty where times stay as the log has them.
    """

    delimiter: str = ","
    mark: bool = True
    decimal: str = "."
    moments: str = ""

    def text_of(self, cell: int | Decimal | datetime) -> str:
        """A number or a time as text."""
        if isinstance(cell, datetime):
            return cell.strftime(self.moments) if self.moments else cell.isoformat()
        text = f"{cell:f}" if isinstance(cell, Decimal) else str(cell)
        return text.replace(".", self.decimal)


DIALECTS: Final[Mapping[str, Dialect]] = {
    "excel-fr": Dialect(";", decimal=",", moments="%d/%m/%Y %H:%M:%S"),
    "excel-en": Dialect(moments="%Y-%m-%d %H:%M:%S"),
    "plain": Dialect(mark=False),
}
"""Those that can be asked for."""

BY_LANGUAGE: Final[Mapping[Language, Dialect]] = {"fr": Dialect(";"), "en": Dialect()}
"""The dialect where none is asked for: Excel opens it in columns, and programs read it."""
