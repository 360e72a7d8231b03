"""Help and complaints of usage in French.

What is said of options stands in both languages in `auditor/words/help`; each other English text,
and what is said instead, in `help.fr.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import IO, Any

from typer._click.exceptions import NoArgsIsHelpError, UsageError
from typer._click.formatting import HelpFormatter
from typer.exceptions import TyperException

from auditor.cli.terminal import pour, tell
from auditor.messages.message import told_in
from auditor.report.typography import spaced

FILE = Path(__file__).with_name("help.fr.toml")


@cache
def table() -> tuple[tuple[re.Pattern[str], str], ...]:
    """The texts; in those that have `{}` stands what others wrote."""
    texts = {english: own for own, english in told_in("help").values()}
    texts |= tomllib.loads(FILE.read_text("utf-8"))
    every = ((re.escape(english).replace(r"\{\}", "(.+)"), own) for english, own in texts.items())
    return tuple((re.compile(english, re.DOTALL), own) for english, own in every)


def told(text: str) -> str:
    """The French of a text; names and values, which have none, stay as they are."""
    for english, french in table():
        if found := english.fullmatch(text):
            return spaced(french.format(*map(told, found.groups())), "fr")
    return text


def _named(names: str) -> str:
    """How a command or an option is used, with the French of what stands for values."""
    return re.sub(r"(?<!-)\b[A-Z]{2,}\b", lambda word: told(word[0]), names)


class FrenchHelp(HelpFormatter):
    """Help as it is written for a command, in French."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        super().write_usage(prog, _named(args), told(prefix or "Usage: "))

    def write_heading(self, heading: str) -> None:
        super().write_heading(f"{told(heading)}\u00a0")

    def write_text(self, text: str) -> None:
        every = (told(" ".join(own.split())) for own in text.split("\n\n"))
        super().write_text("\n\n".join(every))

    def write_dl(self, rows: Sequence[tuple[str, str]], *widths: Any, **others: Any) -> None:
        french = ((_named(names), told(says)) for names, says in rows)
        super().write_dl([*french], *widths, **others)


class FrenchUsageError(UsageError):
    """A wrong use of a command, as it is said in French."""

    def show(self, _: IO[Any] | None = None) -> None:
        if self.ctx is not None:
            hint = told(f"Try '{self.ctx.command_path} {self.ctx.help_option_names[0]}' for help.")
            pour(f"{self.ctx.get_usage()}\n{hint}\n\n", is_shown=True, err=True)
        tell(told(f"Error: {self.message}"), err=True)


def in_french(error: TyperException) -> TyperException:
    """The error in French, if it is of the use of a command; help is French already."""
    if not isinstance(error, UsageError) or isinstance(error, NoArgsIsHelpError | FrenchUsageError):
        return error
    return FrenchUsageError(error.format_message(), error.ctx)
