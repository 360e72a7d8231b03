"""Commands for other programs: `auditor lsp` serves an editor, `auditor schema` prints a schema."""

from __future__ import annotations

import os
from json import dumps

from auditor.cli.terminal import pour
from auditor.messages.message import CannotError, message


def lsp() -> None:
    """Serve an editor: diagnostics while typing, names, completion, layout, examples.

    Example: auditor lsp
    """
    try:
        from auditor_lsp.server import server
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in {"pygls", "lsprotocol"}:
            raise
        raise CannotError(message("lsp.not_installed")) from None
    # Copies, which the server closes at its end: the command line still has its own.
    try:
        server.start_io(os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb"))
    except (MemoryError, OverflowError):
        raise CannotError(message("lsp.too_long")) from None


def schema() -> None:
    """Print the JSON Schema of findings.json.

    Example: auditor schema > findings.schema.json
    """
    from auditor.report.model import report_schema

    pour(dumps(report_schema(), ensure_ascii=False, indent=2) + "\n")
