"""`auditor case new`: begin the file in which the inspector says what no log can."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from auditor.cli.exit import guarded
from auditor.cli.settings import spoken
from auditor.cli.shared_options import language_option, rules_option
from auditor.cli.terminal import CannotError
from auditor.messages.message import message, say

if TYPE_CHECKING:
    from pathlib import Path

    from auditor.case.draft import Question
    from auditor.messages.message import Language

app = typer.Typer(
    help="The case file: establishment, mandate, authorised minimum, dates.", no_args_is_help=True
)


@app.callback()
def case() -> None:
    """The case file: what the inspector says of an audit, and no log can."""


@app.command("new", short_help="Ask for what a case file says, and write it.")
@guarded
def new(
    output: str = typer.Option(
        "case.toml", "--output", "-o", metavar="FILE", help="Where the case file is written."
    ),
    rules: str | None = rules_option(
        "The ruleset of the audit: what it leaves to the inspector is asked for too."
    ),
    language: str | None = language_option(),
    force: bool = typer.Option(False, "--force", help="Replace a file that is there already."),
) -> None:
    """Ask for what a case file says, and write it; without a terminal, write it to be filled in.

    Example: auditor case new --rules boule -o case.toml
    """
    from pathlib import Path

    from auditor.case.draft import draft, questions
    from auditor.cli.files import writing
    from auditor.report.write import write_whole

    path, speaks = Path(output), spoken(language)
    if path.exists() and not force:
        raise CannotError(message("file.there_already", path=output))
    asked = questions(_given(rules))
    answers = _answers(asked, speaks) if sys.stdin.isatty() and sys.stdout.isatty() else {}
    with writing(output):
        write_whole(path, draft(asked, answers, speaks).encode())
    if answers:
        _refuse_wrong(path)
    typer.echo(say(message("case.written", path=output), speaks))


def _given(rules: str | None) -> dict[str, tuple[str, str]]:
    """The parameters that the rules leave to the inspector."""
    if rules is None:
        return {}
    from auditor.request import CannotAuditError, ruleset

    try:
        program = ruleset(rules)
    except CannotAuditError as error:
        raise CannotError(*error.says) from None
    return {
        name: (param.text.fr, param.text.en)
        for name, param in program.params.items()
        if param.is_given and param.text is not None
    }


def _answers(asked: tuple[Question, ...], language: Language) -> dict[str, str]:
    """A person's answers at the terminal; an empty line leaves a question open."""
    typer.echo(say(message("case.asking"), language))
    answers: dict[str, str] = {}
    for question in asked:
        said = f"{question.asks[language]} [{question.key}]"
        answers[question.key] = _answer(question, said, language)
    return answers


_REFUSED = {"date": "case.no_date", "whole": "case.no_whole"}


def _answer(question: Question, said: str, language: Language) -> str:
    """An answer that the file can hold; one that it cannot is asked for again."""
    from auditor.case.draft import as_written

    while True:
        answer = typer.prompt(said, default="", show_default=False).strip()
        written = as_written(question, answer) if answer else ""
        if written is None:
            typer.echo(say(message(_REFUSED[question.kind], text=answer), language))
        elif written or not question.is_needed:
            return written


def _refuse_wrong(path: Path) -> None:
    """An answer that a case file cannot hold is told at once, with its key; the file is kept."""
    from auditor.case.file import CaseError, read_case

    try:
        read_case(path)
    except CaseError as error:
        raise CannotError(error.says) from None
