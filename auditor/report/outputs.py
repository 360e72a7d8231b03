"""The files that a report can be written as, in one table.

A renderer is imported when its output is asked for: `--help` reads this table, and no library.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from importlib import import_module
from typing import TYPE_CHECKING, Final

from auditor.source import Frozen, Source

if TYPE_CHECKING:
    from auditor.report.model import Language, Report


class Dialect(Frozen):
    """A form of CSV, with or without a byte order `mark`; without `moments` times are as logged."""

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


class Output(Frozen):
    """A file of the report, its renderer (`module:function`), and the renderer's own argument."""

    file: str
    renderer: str
    takes: str | None = None

    def render(
        self,
        report: Report,
        language: Language | None = None,
        *,
        dialect: Dialect | None = None,
        rule_files: Sequence[Source] = (),
    ) -> bytes:
        """The content of the file, in the language of the run unless another is asked for."""
        module, function = self.renderer.split(":")
        given: dict[str, object] = {"dialect": dialect, "rule_files": rule_files}
        own = {} if self.takes is None else {self.takes: given[self.takes]}
        render = getattr(import_module(module), function)
        content: bytes = render(report, language, **own)
        return content


_RENDER: Final = "auditor.report.render"

OUTPUTS: Final[Mapping[str, tuple[Output, ...]]] = {
    "json": (Output("findings.json", f"{_RENDER}.json:json_bytes"),),
    "csv": (
        Output("findings.csv", f"{_RENDER}.csv:csv_bytes", "dialect"),
        Output("evidence.csv", f"{_RENDER}.csv:evidence_csv", "dialect"),
        Output("money.csv", f"{_RENDER}.csv:money_csv", "dialect"),
        Output("row-count.csv", f"{_RENDER}.csv:row_count_csv", "dialect"),
        Output("set-aside.csv", f"{_RENDER}.csv:set_aside_csv", "dialect"),
    ),
    "xlsx": (Output("report.xlsx", f"{_RENDER}.xlsx:xlsx_bytes"),),
    "txt": (Output("report.txt", f"{_RENDER}.text:text_bytes"),),
    "html": (Output("report.html", f"{_RENDER}.html:html_bytes"),),
    "sarif": (Output("report.sarif", "auditor.report.issues.of_report:sarif_bytes"),),
    "junit": (Output("junit.xml", "auditor.report.issues.of_report:junit_bytes"),),
    "pdf": (Output("report.pdf", f"{_RENDER}.pdf:pdf_bytes", "rule_files"),),
}
"""Name of the format to its files, the main one first; standard output takes that one alone.

They are made in this order: the PDF last, since it takes longest.
A table of findings has no room for the rows they rest on, the money or the row count, which go
beside it.
"""

DOCUMENTS: Final = frozenset({"html", "pdf"})
"""Formats in which people are handed a report: it is about one establishment."""
