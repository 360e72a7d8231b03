"""A note on one finding, for the operator who objects to it: what was found and on which rows, what
he answers, and what was decided of it, when and why, on one page.
"""

from __future__ import annotations

from datetime import datetime
from hashlib import sha256

from markupsafe import Markup

from auditor.case import AskedAnswer
from auditor.report.labels import Words
from auditor.report.model import Language, Report
from auditor.report.render.html import environment, style
from auditor.report.render.json import report_id
from auditor.report.render.pdf import print_pdf
from auditor.report.sections.groups import placed
from auditor.source import Frozen


class Decision(Frozen):
    """A decision on a finding (`upheld`, `contested`, or `accepted` until a day), and its moment
    (ISO 8601).
    """

    kind: str
    reason: str
    who: str
    at: str
    until: str | None = None


class Note(Frozen):
    """All that there is to say of the finding of an id, and when that is said."""

    report: Report
    finding: str
    answer: AskedAnswer | None
    decisions: tuple[Decision, ...]
    at: datetime

    def html(self, language: Language) -> str:
        """The page.  Raises KeyError where the report has no such finding."""
        report, case = self.report, self.report.case
        words = Words(language, report.names)
        if case is not None:  # whose decisions stand below, with their hours
            answers = (self.answer,) if self.answer else case.answers
            told = case.model_copy(update={"answers": answers, "decisions": ()})
            report = report.model_copy(update={"case": told})
        every = {own.finding.id: (own, section) for own, section in placed(report)}
        item, section = every[self.finding]
        page = environment(language).get_template("note.html")
        return page.render(
            w=words,
            report=report,
            item=item,
            section=section,
            decisions=self.decisions,
            at=self.at.isoformat(timespec="seconds"),
            id=report_id(self.report),
            unread=frozenset(own.position for own in report.set_aside),
            css=Markup(style(words)),  # noqa: S704 - our own file
        )

    def pdf(self, language: Language) -> bytes:
        """The page as a PDF.  Raises KeyError, PdfError."""
        html = self.html(language)
        return print_pdf(html, (), sha256(html.encode()).hexdigest(), self.at)
