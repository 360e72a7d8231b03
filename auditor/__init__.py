"""Audits the logs of casino table games: `read_log`, `audit_log`, `write_report`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from auditor.audit import Audit, Reading, audit_log, read_log, write_report
    from auditor.proposal import Column, Preview, Proposal, Question, propose
    from auditor.request import CannotAuditError

__all__ = [
    "Audit",
    "CannotAuditError",
    "Column",
    "Preview",
    "Proposal",
    "Question",
    "Reading",
    "audit_log",
    "propose",
    "read_log",
    "write_report",
]

_ROOMS = {
    "audit": ("Audit", "CannotAuditError", "Reading", "audit_log", "read_log", "write_report"),
    "proposal": ("Column", "Preview", "Proposal", "Question", "propose"),
}


def __getattr__(name: str) -> object:
    """Import a room when it is asked for: the command line has help to give before that."""
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"auditor.{room}"), name)
    raise AttributeError(f"module `auditor` has no attribute `{name}`")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
