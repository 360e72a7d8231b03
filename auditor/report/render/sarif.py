"""report.sarif: the findings as GitHub, GitLab, Azure and editors read them."""

from __future__ import annotations

from auditor.report.issues.of_report import listing
from auditor.report.issues.sarif import sarif
from auditor.report.model import Language, Report


def sarif_bytes(report: Report, language: Language | None = None) -> bytes:
    """SARIF 2.1.0 in UTF-8."""
    text = sarif(listing(report, language or report.run.language))
    return text.encode("utf-8", errors="backslashreplace")
