"""Audits the logs of casino table games: `read_log`, `audit_log`, `write_report`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from auditor.audit import Audit, audit_log, write_report
    from auditor.case import AskedAnswer, AskedDecision, AskedWaiver, StatedCase
    from auditor.case_file import CaseError, CaseFile, amended, case_in
    from auditor.catalogue import RulesetInfo, rulesets
    from auditor.explanation import Explanation, RowName, explain, explain_row
    from auditor.findings.accepted import Against, against
    from auditor.proposal import Column, Preview, Proposal, Question, propose, verifiable
    from auditor.reading import Reading, read_log
    from auditor.report.files import NoReportError, OverwriteError, read_report
    from auditor.reproduction import Reproduction, verify
    from auditor.request import CannotAuditError
    from auditor.watch import CancelledError, Progress, watching

__all__ = ["Audit", "audit_log", "write_report"]
__all__ += ["AskedAnswer", "AskedDecision", "AskedWaiver", "StatedCase"]
__all__ += ["CaseError", "CaseFile", "amended", "case_in"]
__all__ += ["RulesetInfo", "rulesets"]
__all__ += ["Explanation", "RowName", "explain", "explain_row"]
__all__ += ["Against", "against"]
__all__ += ["Column", "Preview", "Proposal", "Question", "propose", "verifiable"]
__all__ += ["Reading", "read_log"]
__all__ += ["NoReportError", "OverwriteError", "read_report"]
__all__ += ["Reproduction", "verify"]
__all__ += ["CannotAuditError"]
__all__ += ["CancelledError", "Progress", "watching"]

_ROOMS = {
    "audit": ("Audit", "audit_log", "write_report"),
    "case": ("AskedAnswer", "AskedDecision", "AskedWaiver", "StatedCase"),
    "case_file": ("CaseError", "CaseFile", "amended", "case_in"),
    "catalogue": ("RulesetInfo", "rulesets"),
    "explanation": ("Explanation", "RowName", "explain", "explain_row"),
    "findings.accepted": ("Against", "against"),
    "proposal": ("Column", "Preview", "Proposal", "Question", "propose", "verifiable"),
    "reading": ("Reading", "read_log"),
    "report.files": ("NoReportError", "OverwriteError", "read_report"),
    "reproduction": ("Reproduction", "verify"),
    "request": ("CannotAuditError",),
    "watch": ("CancelledError", "Progress", "watching"),
}


def __getattr__(name: str) -> object:
    """Import a room when it is asked for: the command line has help to give before that."""
    for room, names in _ROOMS.items():
        if name in names:
            return getattr(import_module(f"auditor.{room}"), name)
    raise AttributeError(f"module `auditor` has no attribute `{name}`")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
