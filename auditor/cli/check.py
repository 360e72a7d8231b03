"""`auditor check`: what can be said of rule files before any log is read."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

import typer

from auditor.cli.exit import FINDINGS
from auditor.messages.message import message

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from auditor.diagnostic import Diagnostic
    from auditor.messages.message import Language


def check(
    paths: list[str] | None = typer.Argument(
        None,
        metavar="PATH",
        show_default=False,
        help="Rule files, folders of rulesets, or names of rulesets; without any, all that are "
        "shipped.",
    ),
    form: str = typer.Option(
        "text", "--format", metavar="text|json|github", help="How diagnostics are written."
    ),
) -> None:
    """Check rule files: syntax, names, types, provisions, decision tables, dead rules.

    Example: auditor check rulesets/bataille
    """
    from auditor.cli.resolve import rule_paths
    from auditor.cli.terminal import CannotError, spoken
    from auditor.diagnostic import order

    if form not in {"text", "json", "github"}:
        raise CannotError(message("option.check_format", form=form))
    gc.disable()  # a short run that makes millions of small values and throws few away
    language = spoken()
    places = rule_paths(paths or [])
    # What a parent says is said again by each of its children: once is enough.
    diagnostics = order(d for path in places for d in said_of(path) if not _used_beside(d, path))
    if form == "json":
        typer.echo(_json(diagnostics, language))
    elif form == "github":
        for diagnostic in diagnostics:
            typer.echo(_github(diagnostic, language))
    else:
        _text(diagnostics, list(map(str, places)), language)
    broken = any(d.level == "error" for d in diagnostics)
    raise typer.Exit(FINDINGS if broken else 0)


def said_of(path: Path) -> Iterator[Diagnostic]:
    """All that is said of the rule file or folder at a path."""
    from auditor.engine.explain import left_to_the_reference
    from auditor.judge.witness import contradictions
    from auditor.language.compile import compile_and_compare

    program, diagnostics, pairs = compile_and_compare(path)
    yield from diagnostics
    if program is not None:
        yield from contradictions(program, pairs)
        yield from left_to_the_reference(program)


def _used_beside(diagnostic: Diagnostic, path: Path) -> bool:
    """True where a name that a ruleset does not use itself stands in one that may extend it."""
    if diagnostic.code != "W601":
        return False
    from re import escape, search

    from auditor.cli.resolve import texts_beside

    word = rf"\b{escape(diagnostic.span.text)}\b"
    return any(search(word, text) for text in texts_beside(path))


def _text(diagnostics: list[Diagnostic], checked: list[str], language: Language) -> None:
    from auditor.cli.terminal import count, painted
    from auditor.diagnostic import render

    for diagnostic in diagnostics:
        typer.echo(painted(render(diagnostic, language)) + "\n")
    if not diagnostics:
        typer.echo(f"nothing wrong in {', '.join(checked)}")
        return
    said = [
        count(number, level)
        for level in ("error", "warning")
        if (number := sum(d.level == level for d in diagnostics))
    ]
    files = len({d.span.source.name for d in diagnostics})
    typer.echo(f"{', '.join(said)} in {count(files, 'file')}")


def _json(diagnostics: list[Diagnostic], language: Language) -> str:
    from json import dumps

    listed = [_as_dict(diagnostic, language) for diagnostic in diagnostics]
    return dumps(listed, ensure_ascii=False, indent=2)


def _as_dict(diagnostic: Diagnostic, language: Language) -> dict[str, str | int]:
    what, hint = _words(diagnostic, language)
    span = diagnostic.span
    return {
        "code": diagnostic.code,
        "level": diagnostic.level,
        "message": what,
        "hint": hint,
        "file": span.source.name,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }


def _words(diagnostic: Diagnostic, language: Language) -> tuple[str, str]:
    """The message and the hint, which is empty where there is none."""
    from auditor.messages.message import say

    hint = say(diagnostic.hint, language) if diagnostic.hint else ""
    return say(diagnostic.message, language), hint


def _github(diagnostic: Diagnostic, language: Language) -> str:
    span = diagnostic.span
    said = " ".join(filter(None, _words(diagnostic, language)))
    place = f"file={span.source.name},line={span.line},col={span.column}"
    return f"::{diagnostic.level} {place},title={diagnostic.code}::{said}"
