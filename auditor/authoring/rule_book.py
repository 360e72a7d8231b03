"""A ruleset in the order of the law: each provision with its rules, readings and examples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from operator import itemgetter
from typing import Literal

from lark.lexer import PatternStr
from markupsafe import Markup

from auditor.authoring.examples import in_full
from auditor.findings.finding import both, law_source, period
from auditor.language.core import Program, Provision, Reading, Rule
from auditor.language.syntax.grammar import parser
from auditor.language.syntax.nodes import Example
from auditor.report.labels import Words
from auditor.report.model import Bilingual, Language, LawSource, Period, Severity
from auditor.report.render.html import environment, style
from auditor.report.render.pdf import print_pdf, rule_attachments
from auditor.source import Source

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


@dataclass(frozen=True, slots=True)
class Piece:
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
Outcome = Literal["violates", "complies", "unverifiable", "inapplicable"]
ORDER: tuple[Outcome, ...] = ("complies", "violates", "unverifiable", "inapplicable")


@dataclass(frozen=True, slots=True)
class Shown:
    """An example: a small log, and what a rule says of it."""

    title: str
    outcome: Outcome
    code: tuple[Piece, ...]
    first: bool  # of its rule and outcome


@dataclass(frozen=True, slots=True)
class RuleEntry:
    name: str
    severity: Severity
    message: Bilingual
    cites: tuple[str, ...]
    rests_on: tuple[str, ...]
    place: str
    code: tuple[Piece, ...]
    examples: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class ReadingEntry:
    id: str
    text: Bilingual
    because: Bilingual
    other: Bilingual
    parameter: str | None


@dataclass(frozen=True, slots=True)
class ProvisionEntry:
    """A provision, the rules that cite it first, and the names of those that cite it as well."""

    id: str
    text: Bilingual
    source: LawSource | None
    in_force: Period
    not_auditable: Bilingual | None
    not_applicable: Bilingual | None
    refers_to: tuple[str, ...]
    readings: tuple[ReadingEntry, ...]
    rules: tuple[RuleEntry, ...]
    cited_by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RuleBook:
    """`terms` are the short names that rules use; `files` all that the fingerprint is of."""

    name: str
    version: str
    title: Bilingual
    sha256: str
    in_force: Period
    sources: tuple[LawSource, ...]
    provisions: tuple[ProvisionEntry, ...]
    terms: tuple[tuple[str, tuple[Piece, ...]], ...]
    rules: int
    examples: int
    files: tuple[Source, ...]


def rule_book(program: Program) -> RuleBook:
    """The book of a ruleset."""
    examples: dict[str, list[Example]] = {}
    for own in program.examples:
        if not (own.of_former or own.is_edge):
            examples.setdefault(own.rule.text, []).append(own)
    named = {own.source.name: own.source for own in program.provisions if own.source is not None}
    return RuleBook(
        name=program.name,
        version=program.version,
        title=both(program.title),
        sha256=program.sha256,
        in_force=period(program.in_force),
        sources=tuple(map(law_source, named.values())),
        provisions=tuple(
            _provision(own, program, examples)
            for own in sorted(program.provisions, key=_legal_order)
        ),
        terms=tuple(
            (name, highlighted(span.declaration))
            for name, span in sorted(program.shorthand, key=itemgetter(0))
        ),
        rules=len(program.rules),
        examples=sum(map(len, examples.values())),
        files=program.files,
    )


def _legal_order(own: Provision) -> tuple[bool, list[tuple[bool, int, str]]]:
    """Article after article, numbers by their value; the record, which is no law, comes last."""
    parts = re.findall(r"(\d+)|([^\d.-]+)", own.id)
    is_law = own.source is not None and own.source.nature != "record"
    return not is_law, [(not digits, int(digits or 0), word) for digits, word in parts]


def _provision(
    own: Provision, program: Program, examples: Mapping[str, Sequence[Example]]
) -> ProvisionEntry:
    citing = [rule for rule in program.rules if own.id in rule.cites]
    return ProvisionEntry(
        id=own.id,
        text=both(own.text),
        source=law_source(own.source) if own.source else None,
        in_force=period(own.in_force),
        not_auditable=both(own.not_auditable) if own.not_auditable else None,
        not_applicable=both(own.not_applicable) if own.not_applicable else None,
        refers_to=own.refers_to,
        readings=tuple(_reading(each) for each in program.readings if each.provisions[0] == own.id),
        rules=tuple(
            _rule(rule, examples.get(rule.name, ())) for rule in citing if rule.cites[0] == own.id
        ),
        cited_by=tuple(rule.name for rule in citing if rule.cites[0] != own.id),
    )


def _rule(own: Rule, examples: Iterable[Example]) -> RuleEntry:
    return RuleEntry(
        name=own.name,
        severity=own.severity,
        message=both(own.message),
        cites=own.cites,
        rests_on=own.rests_on,
        place=f"{own.span.source.name}:{own.span.line}",
        code=highlighted(own.span.declaration),
        examples=_shown(sorted(examples, key=lambda each: ORDER.index(each.outcome))),
    )


def _shown(examples: Sequence[Example]) -> tuple[Shown, ...]:
    outcomes = [own.outcome for own in examples]
    return tuple(
        Shown(
            own.title,
            own.outcome,
            highlighted(in_full(own)),
            own.outcome not in outcomes[:at],
        )
        for at, own in enumerate(examples)
    )


def _reading(own: Reading) -> ReadingEntry:
    return ReadingEntry(own.id, both(own.text), both(own.because), both(own.other), own.param)


# ---- as a page and on paper ---------------------------------------------------------------------
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
