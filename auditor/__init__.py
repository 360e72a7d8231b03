"""Audits the logs of casino table games: `read_log`, `audit_log`, `write_report`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from auditor.audit import Audit, Reading, audit_log, read_log, write_report
    from auditor.request import CannotAuditError

__all__ = ["Audit", "CannotAuditError", "Reading", "audit_log", "read_log", "write_report"]


def __getattr__(name: str) -> object:
    """Import the pipeline when it is asked for: the command line has help to give before that."""
    if name not in __all__:
        raise AttributeError(f"module `auditor` has no attribute `{name}`")
    from auditor import audit  # noqa: PLC0415 - importing the package alone stays cheap

    return getattr(audit, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
