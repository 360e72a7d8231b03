"""`auditor case new`: begin the file in which the inspector says what no log can."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from auditor.case_file import as_written, draft, questions
from auditor.cli.exit import guarded
from auditor.cli.named_files import refuse_to_replace, write_file
from auditor.cli.options import described, option, spoken
from auditor.cli.terminal import shown, tell
from auditor.cli.typed import Command, CommandGroup
from auditor.messages.message import CannotError, message, say
from auditor.report.typography import spaced

if TYPE_CHECKING:
    from auditor.case_file import Question
    from auditor.messages.message import Language

app = typer.Typer(
    cls=CommandGroup,
    help="The case file: establishment, mandate, authorised minimum, dates.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
)


@app.callback()
def case() -> None:
    """The case file: what the inspector says of an audit, and no log can."""


def new(
    output: str | None = typer.Option(
        None, "--output", "-o", metavar="FILE", show_default="case.toml"
    ),
    rules: str | None = option("rules"),
    language: str | None = option("language"),
    force: bool = typer.Option(False, "--force"),
) -> None:
    """Ask for what a case file says, and write it; without a terminal, write it to be filled in.

    Example: auditor case new --rules boule -o case.toml
    """
    is_asked = sys.stdin.isatty() and sys.stdout.isatty()
    if output is None and not is_asked:
        raise CannotError(message("case.no_terminal"))
    output = output or "case.toml"
    path, speaks = Path(output), spoken(language)
    refuse_to_replace(output, force=force)
    given: dict[str, tuple[str, str]] = {}
    if rules is not None:
        from auditor.request import given_by, ruleset

        given = given_by([ruleset(rules)])
    asked = questions(given)
    answers = {}
    if is_asked:
        tell(message("case.asking"), speaks)
        answers = {question.key: _answer(question, speaks) for question in asked}
    write_file(path, draft(asked, answers, speaks).encode())
    tell(message("case.written", path=output), speaks)


app.command("new", short_help="Ask for what a case file says, and write it.", cls=Command)(
    guarded(described("case new", new))
)


def _answer(question: Question, language: Language) -> str:
    """An answer that the file can hold; one that it cannot is asked for again."""
    said = shown(spaced(question.asks[language], language))
    while True:
        colon = " : " if language == "fr" else ": "
        answer = typer.prompt(said, default="", show_default=False, prompt_suffix=colon).strip()
        written = as_written(question, answer)
        if isinstance(written, str):
            return written
        tell(spaced(say(written, language), language))
