"""Screen 3: how the files are read, column by column."""

from __future__ import annotations

from starlette.responses import Response

from auditor.desk.pages import Visit, screen


def show(visit: Visit) -> Response:
    tables = visit.state.tables
    return visit.page("lecture", rows=[] if tables is None else tables["tables"])


routes = screen("lecture", show)
