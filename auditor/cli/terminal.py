"""Output on a terminal: colours where they are wanted, errors as one paragraph."""

from __future__ import annotations

import os
import re
import sys
from typing import TextIO

import typer

from auditor.messages.message import CannotError, Language, Message, message, say

_LEVEL = re.compile(r"\b(error|erreur|warning|avertissement)(\[[A-Z]\d+\])")

_MARKS = re.compile(r"^( +\| *)([\^-]+)$", re.MULTILINE)
_COLOURS = {
    "error": typer.colors.RED,
    "erreur": typer.colors.RED,
    "warning": typer.colors.YELLOW,
    "avertissement": typer.colors.YELLOW,
}


def coloured(stream: TextIO) -> bool:
    """True for a stream on which colours are wanted."""
    plain = os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb"
    return stream.isatty() and not plain


def refuse_binary(form: str) -> None:
    """Refuse to fill a terminal with what only programs read.  Raises CannotError."""
    if form in ("pdf", "xlsx") and sys.stdout.isatty():
        raise CannotError(message("option.binary", form=form))


def complain(language: Language, *says: Message) -> None:
    """Say on the standard error output why the work stops."""
    from auditor.report.typography import spaced, visible

    paragraphs = "\n\n".join(say(own, language) for own in says)
    paragraphs = "\n".join(map(visible, paragraphs.split("\n")))
    text = spaced(say(message("terminal.error", says=paragraphs), language), language)
    if coloured(sys.stderr):
        word = re.match(r"\w+", text)
        assert word is not None
        typer.secho(word.group(), fg=typer.colors.RED, bold=True, err=True, nl=False)
        text = text[word.end() :]
    typer.echo(text, err=True)


def one_line(text: str) -> str:
    """A text for a terminal: what others wrote in it begins no line, and turns or colours none."""
    from auditor.report.typography import visible

    return visible(text)


def painted(diagnostic: str) -> str:
    """A rendered diagnostic, its level and its marks in colour where the terminal has any."""
    if not coloured(sys.stdout):
        return diagnostic
    level = _LEVEL.search(diagnostic)
    colour = _COLOURS[level.group(1)] if level else None
    text = _LEVEL.sub(lambda m: typer.style(m.group(), fg=colour, bold=True), diagnostic, count=1)
    return _MARKS.sub(lambda m: m.group(1) + typer.style(m.group(2), fg=colour, bold=True), text)
