"""Where `check` and `test` write what they found, and in which form."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, Final

from auditor.cli.terminal import pour

if TYPE_CHECKING:
    from auditor.report.issues.issue import IssueList

_ISSUES: Final = "auditor.report.issues"
WRITERS: Final = {
    "sarif": f"{_ISSUES}.sarif:sarif",
    "github": f"{_ISSUES}.annotations:github",
    "gitlab": f"{_ISSUES}.annotations:gitlab",
    "checkstyle": f"{_ISSUES}.annotations:checkstyle",
}
"""The forms in which issues are written, and what writes them; imported when asked for."""


def written(form: str, listing: IssueList) -> str:
    """The issues in one of these forms."""
    module, function = WRITERS[form].split(":")
    write: Callable[[IssueList], str] = getattr(import_module(module), function)
    return write(listing)


def deliver(text: str, output: str | None, *, is_shown: bool = False) -> None:
    """Write it to the file, or to standard output.  Raises CannotError."""
    if output is None or output == "-":
        pour(text.encode("utf-8", errors="backslashreplace").decode(), is_shown=is_shown)
        return
    from pathlib import Path

    from auditor.cli.files import writing
    from auditor.report.write import write_whole

    with writing(output):
        write_whole(Path(output), text.encode("utf-8", errors="backslashreplace"))
