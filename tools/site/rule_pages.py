"""A page for each ruleset: its provisions in the order of the law, with rules and examples."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from auditor.authoring.examples import in_full
from auditor.authoring.rule_book import RuleBook, rule_book
from auditor.language.core import Bilingual, Program, Provision, Rule


def ruleset_page(program: Program) -> str:
    """The page of a ruleset in Markdown."""
    return "\n\n".join(_page(rule_book(program))) + "\n"


def listing(programs: Iterable[Program]) -> str:
    """The page that names all rulesets."""
    rows = [
        f"| [{own.name}]({own.name}.md) | {plain(own.title.en)} | {plain(own.title.fr)} "
        f"| {len(own.provisions)} | {len(own.rules)} | {len(own.examples)} |"
        for own in programs
    ]
    head = "| ruleset | | | provisions | rules | examples |\n|---|---|---|---|---|---|"
    return "\n".join(("# Rulesets", "", head, *rows, ""))


def plain(text: str) -> str:
    """The text with nothing that Markdown would take for a mark."""
    return re.sub(r"([\\`*_{}\[\]<>#|])", r"\\\1", text)


def _both(text: Bilingual) -> str:
    return f"{plain(text.en)}\n\n*{plain(text.fr)}*"


def _fence(code: str, indent: str = "") -> str:
    lines = code.strip("\n").split("\n")
    return "\n".join(f"{indent}{own}".rstrip() for own in ("```rules", *lines, "```"))


def _page(book: RuleBook) -> Iterator[str]:
    rules = book.program
    yield f"# {rules.name}"
    yield _both(rules.title)
    yield (
        f"Version {plain(rules.version)}: {len(rules.provisions)} provisions, {len(rules.rules)} "
        f"rules, {sum(map(len, book.examples.values()))} examples."
    )
    if book.sources:
        yield "## Sources"
        yield "\n".join(f"- {plain(own.text.en)} – *{plain(own.text.fr)}*" for own in book.sources)
    yield "## Provisions"
    for own in book.provisions:
        yield from _provision(book, own)
    if book.terms:
        yield "## Names that rules use"
        yield from map(_fence, book.terms)


def _provision(book: RuleBook, own: Provision) -> Iterator[str]:
    yield f"### {plain(own.id)}"
    yield _both(own.text)
    for word, why in (("Not auditable", own.not_auditable), ("Not applicable", own.not_applicable)):
        if why is not None:
            yield f"**{word}**: {_both(why)}"
    if own.refers_to:
        yield f"Refers to {', '.join(map(plain, own.refers_to))}."
    for reading in book.readings(own):
        yield f"**Reading** `{reading.id}`: {_both(reading.text)}"
        yield f"Because: {_both(reading.because)}"
        yield f"Otherwise: {_both(reading.other)}"
    if names := book.cited_by(own):
        yield f"Also cited by {', '.join(f'`{name}`' for name in names)}."
    for rule in book.rules(own):
        yield from _rule(book, rule)


def _rule(book: RuleBook, own: Rule) -> Iterator[str]:
    yield f"#### `{own.name}` {{ #{own.name} }}"
    yield f"{own.severity}, `{own.span.source.name}:{own.span.line}`. {_both(own.message)}"
    yield _fence(own.span.declaration)
    for shown in book.of(own):
        title = shown.title.replace('"', "'")
        yield f'??? example "{shown.outcome}: {title}"\n\n{_fence(in_full(shown), "    ")}'
