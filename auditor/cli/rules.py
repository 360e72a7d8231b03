"""`auditor rules`: the rulesets, and each provision against the rules that enforce it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import typer

from auditor.cli.terminal import count

if TYPE_CHECKING:
    from collections.abc import Iterator

    from auditor.language.core import Bilingual, Program


def rules(
    ruleset: str = typer.Argument(
        "",
        metavar="RULESET",
        show_default=False,
        help="A ruleset's name or path; without it, all are listed.",
    ),
    form: str = typer.Option("text", "--format", metavar="text|json", help="How it is written."),
    language: str | None = typer.Option(
        None,
        "--lang",
        metavar="fr|en",
        show_default="en",
        help="Language of the texts and of errors; without it, errors follow the locale.",
    ),
) -> None:
    """List the rulesets, or the provisions of one against its rules.

    Example: auditor rules bataille
    """
    from json import dumps

    from auditor.cli.options import chosen
    from auditor.cli.resolve import one_program

    chosen("--format", form, ("text", "json"))
    if language is not None:
        chosen("--lang", language, ("fr", "en"))
    said: Literal["fr", "en"] = "fr" if language == "fr" else "en"
    if not ruleset:
        listed = list(_rulesets(said))
        if form == "json":
            typer.echo(dumps(listed, ensure_ascii=False, indent=2))
        for own in listed if form == "text" else ():
            typer.echo(f"{own['name']}  {own['version']}  {own['title']}: {own['counts']}")
        return
    program = one_program(ruleset)
    if form == "json":
        typer.echo(dumps(list(_matrix(program)), ensure_ascii=False, indent=2))
        return
    typer.echo(f"{_said(program.title, said)} ({program.name} {program.version})\n")
    for line in _lines(program, said):
        typer.echo(line)


def _rulesets(language: Literal["fr", "en"]) -> Iterator[dict[str, object]]:
    from auditor.language.compile import compile_ruleset
    from auditor.language.resolve.search_path import available

    for name, path in available().items():
        program, diagnostics = compile_ruleset(path)
        if program is None:
            errors = sum(d.level == "error" for d in diagnostics)
            wrong = f"{count(errors, 'error')}, see `auditor check {name}`"
            yield {"name": name, "version": "?", "title": "?", "counts": wrong}
            continue
        rules_of, provisions = len(program.rules), len(program.provisions)
        yield {
            "name": program.name,
            "version": program.version,
            "title": _said(program.title, language),
            "rules": rules_of,
            "provisions": provisions,
            "counts": f"{count(rules_of, 'rule')}, {count(provisions, 'provision')}",
        }


def _matrix(program: Program) -> Iterator[dict[str, object]]:
    for provision in program.provisions:
        reason = provision.not_auditable
        yield {
            "provision": provision.id,
            "source": provision.source.name if provision.source else None,
            "text": {"fr": provision.text.fr, "en": provision.text.en},
            "verified": provision.source is not None and provision.source.verified,
            "rules": _citing(program, provision.id),
            "not_auditable": {"fr": reason.fr, "en": reason.en} if reason else None,
        }


def _citing(program: Program, provision: str) -> list[str]:
    return [rule.name for rule in program.rules if provision in rule.cites]


def _lines(program: Program, language: Literal["fr", "en"]) -> Iterator[str]:
    width = max((len(provision.id) for provision in program.provisions), default=0)
    for provision in program.provisions:
        yield f"{provision.id:{width}}  {_said(provision.text, language)}"
        enforced = ", ".join(_citing(program, provision.id))
        if provision.not_auditable is not None:
            enforced = f"not auditable: {_said(provision.not_auditable, language)}"
        yield f"{'':{width}}  → {enforced}"
    rest = sum(provision.not_auditable is not None for provision in program.provisions)
    enforced_count = len(program.provisions) - rest
    yield ""
    yield (
        f"{count(len(program.provisions), 'provision')}: {enforced_count} enforced by "
        f"{count(len(program.rules), 'rule')}, {rest} not auditable"
    )


def _said(words: Bilingual, language: Literal["fr", "en"]) -> str:
    return words.fr if language == "fr" else words.en
