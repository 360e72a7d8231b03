"""`auditor lsp`: the language server, on standard input and output."""

from __future__ import annotations

import os

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
