"""The server of the desk: its screens behind the guards, on this machine alone."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from auditor.desk.cabinet import Cabinet, NoCaseError
from auditor.desk.guards import Doorkeeper, TooMuchError
from auditor.desk.pages import Desk, Visit, language_of
from auditor.desk.screens import declared, home, how_read, pieces, results, versions
from auditor.desk.workshop import Workshop
from auditor.report.labels import Words
from auditor.report.render.html import stylesheet

SCREENS = (home, pieces, how_read, declared, results, versions)
_HERE = Path(__file__).parent
_GRACE = 3  # seconds that a browser has to end what it asked for


def application(desk: Desk) -> Starlette:
    """All screens."""

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        desk.workshop.stop_all()

    static = Mount("/static", StaticFiles(directory=_HERE / "static"))
    routes = [
        Route("/static/card.css", _card),
        static,
        *(route for screen in SCREENS for route in screen.routes),
    ]
    handlers: dict[Any, Any] = dict.fromkeys((NoCaseError, 404, 405, TooMuchError, 500), _failed)
    app = Starlette(routes=routes, exception_handlers=handlers, lifespan=lifespan)
    app.state.desk = desk
    return app


def _card(_: Request) -> Response:
    """The style of a finding's card, which is the report's, and holds within the card alone."""
    return Response(f".card {{ {stylesheet('report.css')} }}", media_type="text/css")


def _failed(request: Request, error: Exception) -> Response:
    """Says what failed, which the terminal says whole: no act of the case was half-done."""
    request.scope["path_params"] = {}  # there is no such case, or nothing of it
    status = 404 if isinstance(error, NoCaseError | HTTPException) else 500
    status = 413 if isinstance(error, TooMuchError) else status
    defect = f"{type(error).__name__}: {error}" if status == 500 else ""
    return Visit(request).page("lost", status, defect=defect)


def guarded(desk: Desk, port: int) -> Doorkeeper:
    """The screens behind their guards."""

    def refused(accepted: str) -> str:
        return Words(language_of("", accepted), family="desk")("refused")

    return Doorkeeper(application(desk), port, refused=refused)


def serve(
    root: Path,
    key: bytes,
    *,
    now: Callable[[], datetime],
    processes: int,
    port: int,
    opened: Callable[[str], None],
) -> None:
    """Serve the cases in a folder until it is told to end; `now` is asked for the time of each act,
    and `opened` is handed the address.
    """
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", port))
        workshop = Workshop()
        workshop.stand_by()
        desk = Desk(Cabinet(root), workshop, key, now, processes)
        guard = guarded(desk, listener.getsockname()[1])
        config = uvicorn.Config(
            guard,
            log_level="error",
            lifespan="on",
            proxy_headers=False,
            server_header=False,
            timeout_graceful_shutdown=_GRACE,
        )
        listener.listen()  # a browser that is quicker than the server waits, and is not refused
        opened(guard.address)
        uvicorn.Server(config).run(sockets=[listener])
