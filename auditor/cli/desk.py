"""`auditor desk` (`auditor ouvrir`): the page that leads from files to a signed report."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import typer

from auditor.cli.named_files import people_key
from auditor.cli.options import option, spoken
from auditor.cli.terminal import tell
from auditor.messages.message import CannotError, message

FOLDER = "Contrôles"
"""The folder of cases, in the user's documents, where no other is named."""
_NEEDED = {"starlette", "uvicorn", "python_multipart", "pypdfium2"}


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

    try:
        from auditor.desk.server import serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in _NEEDED:
            raise
        raise CannotError(message("desk.not_installed")) from None

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
