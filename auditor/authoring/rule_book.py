"""A ruleset in the order of the law: each provision with its rules, readings and examples."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from operator import itemgetter
from typing import Literal

from lark.lexer import PatternStr
from markupsafe import Markup

from auditor.authoring.examples import in_full
from auditor.findings.finding import law_source, period
from auditor.language.core import Program, Provision, Reading, Rule
from auditor.language.syntax.grammar import parser
from auditor.language.syntax.nodes import Example
from auditor.report.labels import Words
from auditor.report.model import Language, LawSource, Period
from auditor.report.render.html import environment, style
from auditor.report.render.pdf import print_pdf, rule_attachments
from auditor.source import Frozen

# ---- the text of a rule in pieces ---------------------------------------------------------------
Kind = Literal["text", "keyword", "string", "number", "comment", "line"]
_PIECES = re.compile(
    r"(?P<comment>#[^\n]*)"
    r'|(?P<string>"(?:[^"\\\n]|\\["\\])*")'
    r"|(?P<line>^[ ]*\|[^\n]*)"
    r"|(?P<number>\b\d+(?:\.\d+)?(?![\w.-]))"
    r"|(?P<word>\w[\w.-]*)",
    re.MULTILINE,
)


class Piece(Frozen):
    """Some of the text; `line` is one of an example's log."""

    kind: Kind
    text: str


def highlighted(text: str) -> tuple[Piece, ...]:
    """The text in pieces: put together they are the text again."""
    pieces, at = [], 0
    for found in _PIECES.finditer(text):
        kind = found.lastgroup or "text"
        if kind == "word" and found[0] not in _keywords():
            continue
        if found.start() > at:
            pieces.append(Piece("text", text[at : found.start()]))
        pieces.append(Piece("keyword" if kind == "word" else kind, found[0]))  # type: ignore[arg-type]  # the groups are the kinds
        at = found.end()
    return (*pieces, *([Piece("text", text[at:])] if at < len(text) else []))


@cache
def _keywords() -> frozenset[str]:
    """The words of the grammar."""
    fixed = (own.pattern.value for own in parser().terminals if type(own.pattern) is PatternStr)
    return frozenset(word for word in fixed if word[0].isalpha())


# ---- the book -----------------------------------------------------------------------------------
ORDER = ("complies", "violates", "unverifiable", "inapplicable")
"""The outcomes in which the examples of a rule stand one after the other."""


class RuleBook(Frozen):
    """A ruleset, and the examples that are for people, by the names of their rules."""

    program: Program
    examples: Mapping[str, Sequence[Example]]

    @property
    def sources(self) -> list[LawSource]:
        """The texts that provisions are from."""
        sources = (own.source for own in self.program.provisions if own.source is not None)
        return [*map(law_source, {own.name: own for own in sources}.values())]

    @property
    def provisions(self) -> list[Provision]:
        return sorted(self.program.provisions, key=_legal_order)

    @property
    def terms(self) -> list[str]:
        """The short names that rules use, as they are declared."""
        return [span.declaration for _, span in sorted(self.program.shorthand, key=itemgetter(0))]

    @property
    def in_force(self) -> Period:
        return period(self.program.in_force)

    def rules(self, own: Provision) -> list[Rule]:
        """The rules that cite a provision first."""
        return [rule for rule in self.program.rules if rule.cites and rule.cites[0] == own.id]

    def cited_by(self, own: Provision) -> list[str]:
        """The names of the rules that cite a provision as well."""
        return [rule.name for rule in self.program.rules if own.id in rule.cites[1:]]

    def readings(self, own: Provision) -> list[Reading]:
        return [each for each in self.program.readings if each.provisions[0] == own.id]

    def of(self, rule: Rule) -> list[Example]:
        return sorted(self.examples.get(rule.name, ()), key=lambda own: ORDER.index(own.outcome))


def rule_book(program: Program) -> RuleBook:
    """The book of a ruleset."""
    examples: dict[str, list[Example]] = {}
    for own in program.examples:
        if not (own.of_former or own.is_edge):
            examples.setdefault(own.rule.text, []).append(own)
    return RuleBook(program, examples)


def _legal_order(own: Provision) -> tuple[bool, list[tuple[bool, int, str]]]:
    """Article after article, numbers by their value; the record, which is no law, comes last."""
    parts = re.findall(r"(\d+)|([^\d.-]+)", own.id)
    is_law = own.source is not None and own.source.nature != "record"
    return not is_law, [(not digits, int(digits or 0), word) for digits, word in parts]


# ---- as a page and on paper ---------------------------------------------------------------------
UNDATED = datetime(1980, 1, 1, tzinfo=UTC)
"""The day that attachments bear: a book is the same whenever it is printed."""


def book_html(book: RuleBook, language: Language, *, printed: bool = False) -> str:
    """The page; on paper only the first example of each outcome stands in full."""
    page = environment(language).get_template("rule_book.html")
    return page.render(
        book=book,
        rules=book.program,
        in_full=in_full,
        pieces=highlighted,
        css=Markup(style(Words(language))),  # noqa: S704 - our own file
        printed=printed,
    )


def book_pdf(book: RuleBook, language: Language) -> bytes:
    """Prints the rule book: equal rules give equal bytes on one machine.  Raises PdfError."""
    html = book_html(book, language, printed=True)
    own = book.program
    return print_pdf(html, tuple(rule_attachments(own.files, Words(language))), own.sha256, UNDATED)
