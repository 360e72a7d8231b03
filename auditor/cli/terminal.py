"""Output on a terminal: colours where they are wanted, errors as one paragraph, how far work is."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from shutil import get_terminal_size
from typing import Any, TextIO

import typer

from auditor.messages.message import CannotError, Language, Message, Said, message, say
from auditor.watch import Progress, watching

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
    from auditor.report.typography import spaced

    paragraphs = "\n\n".join(said(own, language) for own in says)
    text = spaced(say(message("terminal.error", says=paragraphs), language), language)
    if coloured(sys.stderr):
        word = re.match(r"\w+", text)
        assert word is not None
        typer.secho(word.group(), fg=typer.colors.RED, bold=True, err=True, nl=False)
        text = text[word.end() :]
    typer.echo(text, err=True)


# ---- what is said -------------------------------------------------------------------------------
def tell(what: Message | str, language: Language = "en", *, err: bool = False) -> None:
    """Say a message, or a line: what others wrote in it begins no line, and turns or colours none.

    All that commands say passes here, as documents pass `pour`.
    """
    typer.echo(said(what, language) if isinstance(what, Message) else shown(what), err=err)


def said(what: Message, language: Language) -> str:
    """A message in words; of line ends in it, those of its own sentence begin a line."""
    return "\n".join(map(shown, say(_shown_values(what), language).split("\n")))


def pour(document: str | bytes, *, is_shown: bool = False, err: bool = False) -> None:
    """Write a document: to a terminal without what that would obey, and as it is to a file or a
    program; a document of lines that are shown already may have colours.
    """
    if not is_shown and sys.stdout.isatty():
        text = document if isinstance(document, str) else document.decode(errors="replace")
        document = "\n".join(map(shown, text.replace("\r\n", "\n").split("\n")))
    typer.echo(document, err=err, nl=False, color=True)  # else it takes escapes away


def page(name: str, language: Language, **values: Any) -> str:
    """A page of lines as its template says it; what others wrote in it begins no line."""
    from jinja2 import Environment, PackageLoader, StrictUndefined

    def visibly(value: object) -> object:
        return shown(value) if isinstance(value, str) else value

    templates = Environment(  # noqa: S701 - lines of text, in which nothing is HTML
        loader=PackageLoader(__package__, "templates"),
        undefined=StrictUndefined,
        finalize=visibly,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    return templates.get_template(name).render(
        w=lambda code, **own: say(message(code, **own), language),
        say=lambda own: own.in_language(language),
        **values,
    )


def as_lines(lines: Iterable[str]) -> str:
    return "".join(f"{shown(line)}\n" for line in lines)


def shown(text: str) -> str:
    """A text of one line, with each sign that cannot be seen replaced by its code."""
    if text.isprintable():
        return text  # the import below takes longer than most commands
    from auditor.report.typography import visible

    return visible(text)


def _shown_values(what: Message) -> Message:
    def part(own: str | Message) -> str | Message:
        return _shown_values(own) if isinstance(own, Message) else shown(own)

    def value(own: Said) -> Said:
        if isinstance(own, tuple):
            return tuple(map(part, own))
        return own if isinstance(own, int) else part(own)

    return replace(what, values=tuple((name, value(own)) for name, own in what.values))


def painted(diagnostic: str) -> str:
    """A rendered diagnostic, its level and its marks in colour where the terminal has any."""
    if not coloured(sys.stdout):
        return diagnostic
    level = _LEVEL.search(diagnostic)
    colour = _COLOURS[level.group(1)] if level else None
    text = _LEVEL.sub(lambda m: typer.style(m.group(), fg=colour, bold=True), diagnostic, count=1)
    return _MARKS.sub(lambda m: m.group(1) + typer.style(m.group(2), fg=colour, bold=True), text)


BETWEEN = 0.1
"""Seconds for which a line stays."""
WIDTH = 20


_PROGRESS = {
    code.removeprefix("progress."): code
    for code in (
        *("progress.reading", "progress.judging", "progress.rendering", "progress.playing"),
        *("progress.files", "progress.rows", "progress.events", "progress.rules"),
        "progress.pages",
    )
}


class ProgressLine:
    """The line, on the standard error output where that is a terminal."""

    def __init__(self, language: Language) -> None:
        self._language = language
        self._seen = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._until = 0.0
        self._stage = ""
        self._counts: dict[str, tuple[int, int | None]] = {}

    def show(self, own: Progress) -> None:
        """Shows a step of the work, beside what else the same stage counts."""
        self.tell(own.stage, own.done, own.total, own.unit)

    def tell(self, stage: str, done: int, total: int | None, unit: str) -> None:
        """Shows the stage in hand and how many are through; the count that is furthest is drawn."""
        if stage != self._stage:
            self._stage, self._counts = stage, {}
        self._counts[unit] = done, total
        now = time.monotonic()
        if not self._seen or now < self._until:
            return
        self._until = now + BETWEEN
        bars = [_bar(*own) for own in self._counts.values()]
        counts = ", ".join(self._said(unit, *own) for unit, own in self._counts.items())
        line = " ".join([say(message(_PROGRESS[stage]), self._language), max(bars), counts])
        self._write(line[: get_terminal_size().columns - 1])

    def _said(self, unit: str, done: int, total: int | None) -> str:
        from auditor.report.typography import number

        what = message(_PROGRESS[unit], count=done if total is None else total)
        through = number(done, self._language)
        if total is None:
            return say(message("progress.so_far", done=through, what=what), self._language)
        many = number(total, self._language)
        return say(message("progress.of", done=through, total=many, what=what), self._language)

    def clear(self) -> None:
        """Leaves nothing behind."""
        if self._seen:
            self._write("")

    @staticmethod
    def _write(text: str) -> None:
        sys.stderr.write(f"\r\033[K{text}")
        sys.stderr.flush()


def _bar(through: int, many: int | None) -> str:
    filled = WIDTH * min(through, many) // many if many else 0
    return f"[{'#' * filled}{' ' * (WIDTH - filled)}]"


@contextmanager
def progress(language: Language) -> Iterator[ProgressLine]:
    """A line for some work, which is gone when the work ends, however it does."""
    line = ProgressLine(language)
    try:
        with watching(line.show):
            yield line
    finally:
        line.clear()
