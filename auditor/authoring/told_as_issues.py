"""Diagnostics and failed examples as the issues that servers and editors read.

Whoever only checks rules does without the models of reports, which are slow to import.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import version

from auditor.authoring.codes import CODES
from auditor.authoring.examples import Failure
from auditor.diagnostic import Diagnostic
from auditor.language.syntax.nodes import Example
from auditor.messages.message import Language, message, say
from auditor.report.issues.issue_formats import (
    Issue,
    IssueKind,
    IssueList,
    IssuePlace,
    JunitTest,
    fingerprints,
    relative,
)
from auditor.source import Span

EXAMPLE = "example"
"""The code of an example that does not come out as it says."""


def of_diagnostics(diagnostics: Sequence[Diagnostic], language: Language) -> IssueList:
    """The diagnostics of `auditor check`."""
    known = fingerprints(
        (d.code, place(d.span).file, d.message.code, d.span.source.line(d.span.line).strip())
        for d in diagnostics
    )
    issues = [
        Issue(
            own.code,
            own.level,
            " – ".join(sentences(own, language)),
            place(own.span),
            known_as,
            tuple((say(what, language), place(span)) for what, span in own.related),
        )
        for own, known_as in zip(diagnostics, known, strict=True)
    ]
    kinds = [
        IssueKind(c, *CODES[c].in_language(language)) for c in sorted({i.code for i in issues})
    ]
    return IssueList(version("auditor"), language, tuple(kinds), tuple(issues))


def sentences(diagnostic: Diagnostic, language: Language) -> list[str]:
    """The message, and the hint where there is one."""
    hint = [say(diagnostic.hint, language)] if diagnostic.hint else []
    return [say(diagnostic.message, language), *hint]


def place(span: Span) -> IssuePlace:
    """The stretch of a rule file."""
    name = relative(span.source.name)
    return IssuePlace(name, span.line, span.column, span.end_line, span.end_column)


def of_failures(failures: Iterable[tuple[str, Failure]], language: Language) -> IssueList:
    """The failures of `auditor test`, each with the name of its ruleset."""
    pairs = list(failures)
    known = fingerprints(
        (ruleset, own.example.rule.text, own.example.title) for ruleset, own in pairs
    )
    issues = [
        Issue(EXAMPLE, "error", failed(ruleset, own, language), place(own.span), known_as)
        for (ruleset, own), known_as in zip(pairs, known, strict=True)
    ]
    kind = IssueKind(EXAMPLE, say(message("test.kind"), language))
    return IssueList(version("auditor"), language, (kind,), tuple(issues))


def failed(ruleset: str, failure: Failure, language: Language) -> str:
    """An example's expectation, and what came out."""
    own, rule = failure.example, f"{ruleset}/{failure.example.rule.text}"
    expected, found = (said.in_language(language) for said in (failure.expected, failure.found))
    what = message("test.failed", title=own.title, rule=rule, expected=expected, found=found)
    return say(what, language)


def case(ruleset: str, example: Example, failures: Sequence[Failure]) -> JunitTest:
    """An example as a test case."""
    at = place(failures[0].span if failures else example.span)
    named = (f"{ruleset}.{example.rule.text}", example.title)
    if not failures:
        return JunitTest(*named, file=at.file, line=at.line)
    says = [f"expected {own.expected.en}, but {own.found.en}" for own in failures]
    whole = "\n".join(f"{own.span}: {one}" for own, one in zip(failures, says, strict=True))
    return JunitTest(*named, "failure", says[0], whole, at.file, at.line)
