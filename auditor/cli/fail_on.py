"""`--fail-on`: which findings make the status of an audit 1, and the status it ends with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from auditor.cli.exit import FINDINGS
from auditor.cli.options import chosen, listed
from auditor.messages.message import CannotError, message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.messages.message import Language
    from auditor.report.model import Finding, Report

LEVELS = ("critical", "major", "minor", "never")
FAILING = ("departure", "to-confirm", "record")


def failing_levels(text: str) -> dict[str, str]:
    """The least severe finding of each class that makes an audit fail.  Raises CannotError."""
    failing = dict.fromkeys(FAILING, "minor")
    for part in sorted(listed(text), key=lambda own: ":" in own):
        name, colon, level = part.rpartition(":")
        chosen("--fail-on", level, LEVELS)
        if colon:
            chosen("--fail-on", name, FAILING)
        failing |= {name: level} if colon else dict.fromkeys(FAILING, level)
    return failing


def conclude(report: Report, failing: Mapping[str, str], language: Language) -> None:
    """Ends with the status that the report comes to.  Raises CannotError, typer.Exit."""
    nothing = report.summary.nothing_verified
    if _fails(report, failing):
        raise typer.Exit(FINDINGS)
    if nothing is not None:
        raise CannotError(message("text", says=nothing.in_language(language)))
    raise typer.Exit(FINDINGS if report.not_verified else 0)


def _fails(report: Report, failing: Mapping[str, str]) -> bool:
    def fails(finding: Finding) -> bool:
        least = LEVELS.index(failing[finding.class_.replace("_", "-")])
        return least < LEVELS.index("never") and LEVELS.index(finding.severity) <= least

    wrong = any(own.is_wrong for own in report.waivers) and set(failing.values()) != {"never"}
    return wrong or any(own.is_new and fails(own) for own in report.findings)
