"""The rule book as one HTML page, and as a PDF that holds the rule files."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from markupsafe import Markup

from auditor.report.model import Language
from auditor.report.render.html import environment, style
from auditor.report.render.pdf import print_pdf
from auditor.report.render.pdf_process import AttachedFile
from auditor.report.words import Words
from auditor.rule_book.book import RuleBook

UNDATED = datetime(1980, 1, 1, tzinfo=UTC)
"""The day that attachments bear: a book is the same whenever it is printed."""


def book_html(book: RuleBook, language: Language, *, printed: bool = False) -> str:
    """The page; on paper only the first example of each outcome stands in full."""
    page = environment(language).get_template("rule_book.html")
    return page.render(book=book, css=Markup(style(Words(language))), printed=printed)  # noqa: S704 - our own file


def book_pdf(book: RuleBook, language: Language) -> bytes:
    """The same bytes for the same rules, on the same machine.  Raises PdfError."""
    html = book_html(book, language, printed=True)
    return print_pdf(html, tuple(_attached(book, Words(language))), book.sha256, UNDATED)


def _attached(book: RuleBook, words: Words) -> Iterator[AttachedFile]:
    for number, own in enumerate(book.files, start=1):
        yield AttachedFile(
            name="-".join([f"{number:02}", *Path(own.name).parts[-2:]]),
            content=own.text,
            what=words("book.file"),
            relationship="Source",
        )
