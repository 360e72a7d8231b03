"""`auditor check`: what can be said of rule files before any log is read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import typer

from auditor.cli.exit import FINDINGS
from auditor.messages.message import message

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from auditor.diagnostic import Diagnostic


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
    from auditor.cli.terminal import CannotError
    from auditor.diagnostic import order

    if form not in {"text", "json", "github"}:
        raise CannotError(message("option.check_format", form=form))
    places = rule_paths(paths or [])
    # What a parent says is said again by each of its children: once is enough.
    diagnostics = order(d for path in places for d in _of(path))
    if form == "json":
        typer.echo(_json(diagnostics))
    elif form == "github":
        for diagnostic in diagnostics:
            typer.echo(_github(diagnostic))
    else:
        _text(diagnostics, list(map(str, places)))
    broken = any(d.level == "error" for d in diagnostics)
    raise typer.Exit(FINDINGS if broken else 0)


def _of(path: Path) -> Iterator[Diagnostic]:
    from auditor.engine.explain import left_to_the_reference
    from auditor.language.compile import compile_ruleset

    program, diagnostics = compile_ruleset(path)
    yield from diagnostics
    if program is not None:
        yield from left_to_the_reference(program)


def _text(diagnostics: list[Diagnostic], checked: list[str]) -> None:
    from auditor.cli.terminal import count, painted
    from auditor.diagnostic import render

    for diagnostic in diagnostics:
        typer.echo(painted(render(diagnostic)) + "\n")
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


def _json(diagnostics: list[Diagnostic]) -> str:
    from json import dumps

    return dumps(
        [
            {
                "code": d.code,
                "level": d.level,
                "message": d.message,
                "hint": d.hint,
                "file": d.span.source.name,
                "line": d.span.line,
                "column": d.span.column,
                "end_line": d.span.end_line,
                "end_column": d.span.end_column,
            }
            for d in diagnostics
        ],
        ensure_ascii=False,
        indent=2,
    )


def _github(diagnostic: Diagnostic) -> str:
    level: Literal["error", "warning"] = diagnostic.level
    span = diagnostic.span
    said = " ".join(filter(None, (diagnostic.message, diagnostic.hint)))
    place = f"file={span.source.name},line={span.line},col={span.column}"
    return f"::{level} {place},title={diagnostic.code}::{said}"
