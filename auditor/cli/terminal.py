"""What is said on a terminal: colours where they are wanted, errors as one paragraph."""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

import typer

_LEVEL = re.compile(r"\b(error|erreur|warning|avertissement)(\[[A-Z]\d+\])")
_MARKS = re.compile(r"^( +\| *)([\^-]+)$", re.MULTILINE)
_COLOURS = {
    "error": typer.colors.RED,
    "erreur": typer.colors.RED,
    "warning": typer.colors.YELLOW,
    "avertissement": typer.colors.YELLOW,
}


class CannotError(Exception):
    """The work cannot be done: bad usage, an unreadable log, invalid rules (exit status 2).

    The message is one paragraph: what is wrong, where, and what to do.
    """


def coloured(stream: TextIO) -> bool:
    """Whether colours are wanted there."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not plain


def complain(paragraph: str) -> None:
    """Say on the standard error output why the work stops."""
    if coloured(sys.stderr):
        typer.secho("error", fg=typer.colors.RED, bold=True, err=True, nl=False)
    else:
        typer.echo("error", err=True, nl=False)
    typer.echo(f": {paragraph}", err=True)


def painted(diagnostic: str) -> str:
    """A rendered diagnostic, its level and its marks in colour where the terminal has any."""
    if not coloured(sys.stdout):
        return diagnostic
    level = _LEVEL.search(diagnostic)
    colour = _COLOURS[level.group(1)] if level else None
    text = _LEVEL.sub(lambda m: typer.style(m.group(), fg=colour, bold=True), diagnostic, count=1)
    return _MARKS.sub(lambda m: m.group(1) + typer.style(m.group(2), fg=colour, bold=True), text)


def count(number: int, one: str, many: str = "") -> str:
    """`1 error`, `3 errors`."""
    return f"{number} {one if number == 1 else many or one + 's'}"
