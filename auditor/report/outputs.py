"""The files that a report can be written as, in one table.

A renderer is imported when its output is asked for: `--help` reads this table, and no library.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from auditor.report.dialects import Dialect
    from auditor.report.model import Language, Report


@dataclass(frozen=True, slots=True)
class Output:
    """A file of the report, and its renderer as `module:function` of this package; `delimited`
    where that takes a dialect.
    """

    file: str
    renderer: str
    delimited: bool = False

    def render(
        self, report: Report, language: Language | None = None, dialect: Dialect | None = None
    ) -> bytes:
        """The content of the file, in the language of the run unless another is asked for."""
        module, function = self.renderer.split(":")
        arguments = (report, language, dialect) if self.delimited else (report, language)
        content: bytes = getattr(import_module(module), function)(*arguments)
        return content


_RENDER: Final = "auditor.report.render"

OUTPUTS: Final[Mapping[str, tuple[Output, ...]]] = {
    "json": (Output("findings.json", f"{_RENDER}.json:json_bytes"),),
    "csv": (
        Output("findings.csv", f"{_RENDER}.csv:csv_bytes", delimited=True),
        Output("evidence.csv", f"{_RENDER}.csv:evidence_csv", delimited=True),
        Output("money.csv", f"{_RENDER}.csv:money_csv", delimited=True),
        Output("ledger.csv", f"{_RENDER}.csv:ledger_csv", delimited=True),
        Output("set-aside.csv", f"{_RENDER}.csv:set_aside_csv", delimited=True),
    ),
    "xlsx": (Output("report.xlsx", f"{_RENDER}.xlsx:xlsx_bytes"),),
    "txt": (Output("report.txt", f"{_RENDER}.text:text_bytes"),),
    "html": (Output("report.html", f"{_RENDER}.html:html_bytes"),),
    "pdf": (Output("report.pdf", f"{_RENDER}.pdf:pdf_bytes"),),
}
"""Name of the format to its files, the main one first; standard output takes that one alone.

They are made in this order: the PDF last, since it takes longest.
A table of findings has no room for the rows they rest on, the money or the row ledger, which go
beside it.
"""
