"""junit.xml: each rule as a test case, for a build server."""

from __future__ import annotations

from auditor.report.issues.junit import junit
from auditor.report.issues.of_report import suites
from auditor.report.model import Language, Report


def junit_bytes(report: Report, language: Language | None = None) -> bytes:
    """JUnit XML in UTF-8."""
    text = junit(suites(report, language or report.run.language))
    return text.encode("utf-8", errors="backslashreplace")
