"""Commands that serve: `auditor lsp` an editor, `auditor desk` (`auditor ouvrir`) a browser;
`auditor schema` prints a schema.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from json import dumps
from pathlib import Path

import typer

from auditor.cli.named_files import people_key
from auditor.cli.options import option, spoken
from auditor.cli.terminal import pour, tell
from auditor.messages.message import CannotError, message


@contextmanager
def _needing(code: str, *packages: str) -> Iterator[None]:
    """Refuses what is not installed.  Raises CannotError."""
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in packages:
            raise
        raise CannotError(message(code)) from None


def lsp() -> None:
    """Serve an editor: diagnostics while typing, names, completion, layout, examples.

    Example: auditor lsp
    """
    with _needing("lsp.not_installed", "pygls", "lsprotocol"):
        from auditor_lsp.server import server
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


FOLDER = "Contrôles"
"""The folder of cases, in the user's documents, where no other is named."""


def desk(
    folder: str | None = typer.Argument(None, metavar="DIR", show_default=False),
    port: int = typer.Option(0, "--port", min=0, max=65535, metavar="N", show_default=False),
    no_browser: bool = typer.Option(False, "--no-browser"),
    language: str | None = option("language"),
) -> None:
    """Open the page on which an inspector goes from the casino's files to a signed report.

    Example: auditor desk
    """
    import webbrowser

    with _needing("desk.not_installed", "starlette", "uvicorn", "python_multipart", "pypdfium2"):
        from auditor.desk.server import serve

    def opened(address: str) -> None:
        tell(message("desk.open_at", address=address), spoken(language))
        if not no_browser:
            webbrowser.open(address)

    root = Path(folder) if folder is not None else _documents() / FOLDER
    serve(
        root.absolute(),
        people_key(None),
        now=lambda: datetime.now().astimezone(),
        processes=os.cpu_count() or 1,
        port=port,
        opened=opened,
    )


def _documents() -> Path:
    from platformdirs import user_documents_path

    return user_documents_path()
