"""The rule book as one HTML page, and as a PDF that holds the rule files."""

from __future__ import annotations

from datetime import UTC, datetime

from markupsafe import Markup

from auditor.report.model import Language
from auditor.report.render.html import environment, style
from auditor.report.render.pdf import print_pdf, rule_attachments
from auditor.report.words import Words
from auditor.rule_book.book import RuleBook

UNDATED = datetime(1980, 1, 1, tzinfo=UTC)
"""The day that attachments bear: a book is the same whenever it is printed."""


def book_html(book: RuleBook, language: Language, *, printed: bool = False) -> str:
    """The page; on paper only the first example of each outcome stands in full."""
    page = environment(language).get_template("rule_book.html")
    return page.render(book=book, css=Markup(style(Words(language))), printed=printed)  # noqa: S704 - our own file


def book_pdf(book: RuleBook, language: Language) -> bytes:
    """Prints the rule book: equal rules give equal bytes on one machine.  Raises PdfError."""
    html = book_html(book, language, printed=True)
    return print_pdf(
        html, tuple(rule_attachments(book.files, Words(language))), book.sha256, UNDATED
    )
