"""`auditor test`: the examples in rule files, each a short log and what its rule says of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import typer

from auditor.cli.exit import FINDINGS
from auditor.cli.outcome import WRITERS
from auditor.cli.settings import CONFIG, nearest
from auditor.messages.message import Message, message

if TYPE_CHECKING:
    from auditor.judge.examples import Failure
    from auditor.language.core import Program
    from auditor.language.syntax.nodes import Example
    from auditor.messages.message import Language

FORMS = ("text", "junit", *WRITERS)


@dataclass(frozen=True, slots=True)
class _TriedExample:
    """An example that was run, and how it failed if it did."""

    ruleset: str
    example: Example
    failure: Failure | None


def run_examples(
    paths: list[str] | None = typer.Argument(
        None,
        metavar="PATH",
        show_default=False,
        help="Rule files, folders of rulesets, or names of rulesets; without any, all that are "
        "shipped.",
    ),
    only: str = typer.Option(
        "", "--rule", metavar="RULE", show_default=False, help="Only the examples of this rule."
    ),
    inherited: bool = typer.Option(
        False,
        "--inherited",
        help="Run inherited examples as well where the ruleset replaces what they speak of.",
    ),
    form: str = typer.Option(
        "text", "--format", metavar="|".join(FORMS), help="How the outcome is written."
    ),
    output: str | None = typer.Option(
        None,
        "--output",
        "-o",
        metavar="FILE",
        show_default=False,
        help="Where it is written; without it, on standard output.",
    ),
    config: str | None = typer.Option(
        None, "--config", metavar="FILE.toml", show_default=False, help=CONFIG
    ),
) -> None:
    """Run the examples that stand in rule files.

    Example: auditor test rulesets/bataille
    """
    from auditor.cli.options import chosen
    from auditor.cli.outcome import deliver
    from auditor.cli.resolve import programs
    from auditor.cli.terminal import CannotError, spoken

    chosen("--format", form, FORMS)
    runs: list[_TriedExample] = []
    known, left = set[str](), 0
    settings = nearest(config)
    for program in programs(paths or settings.rules):
        known |= {rule.name for rule in program.rules}
        own, more = _run(program, only, inherited=inherited or settings.inherited)
        runs += own
        left += more
    if only and only not in known:
        raise CannotError(message("test.no_rule", rule=only, hint=_near(only, known)))
    deliver(_said_in(form, runs, left, spoken()), output)
    raise typer.Exit(FINDINGS if any(own.failure for own in runs) else 0)


def _run(program: Program, only: str, *, inherited: bool) -> tuple[list[_TriedExample], int]:
    """The examples of a ruleset that are run, and how many inherited ones are not."""
    from auditor.judge.examples import failing, run_here

    wanted = [own for own in program.examples if only in {"", own.rule.text}]
    here = set(run_here(program))
    examples = [own for own in wanted if inherited or own in here]
    runs = [_TriedExample(program.name, own, failing(program, own)) for own in examples]
    return runs, len(wanted) - len(examples)


def _said_in(form: str, runs: list[_TriedExample], left: int, language: Language) -> str:
    """The outcome in one of the forms."""
    from auditor.report.issues.of_rules import of_failures

    if form == "text":
        return "".join(f"{line}\n" for line in _text(runs, left, language))
    if form == "junit":
        return _junit(runs)
    from auditor.cli.outcome import written

    failed = ((own.ruleset, own.failure) for own in runs if own.failure is not None)
    return written(form, of_failures(failed, language))


def _text(runs: list[_TriedExample], left: int, language: Language) -> list[str]:
    from auditor.cli.terminal import count
    from auditor.report.issues.of_rules import failed

    failures = [(own.ruleset, own.failure) for own in runs if own.failure is not None]
    lines = [f"{own.span}: {failed(ruleset, own, language)}" for ruleset, own in failures]
    rules = {f"{own.ruleset}/{own.example.rule.text}" for own in runs}
    counted = f"{count(len(runs), 'example')} of {count(len(rules), 'rule')}"
    lines.append(
        f"{counted}: {f'{len(failures)} not as they say' if failures else 'all as they say'}"
    )
    if left:
        lines.append(
            f"{count(left, 'inherited example')} left out: what they speak of is replaced here; "
            "--inherited runs them"
        )
    return lines


def _junit(runs: list[_TriedExample]) -> str:
    """A suite for each ruleset, a test case for each example."""
    from itertools import groupby

    from auditor.report.issues.junit import Suite, junit
    from auditor.report.issues.of_rules import case

    return junit(
        Suite(
            name,
            tuple(
                case(name, own.example.rule.text, own.example.title, own.example.span, own.failure)
                for own in examples
            ),
        )
        for name, examples in groupby(runs, lambda own: own.ruleset)
    )


def _near(name: str, known: set[str]) -> Message:
    """The rule that was probably meant."""
    from auditor.messages.suggestion import suggestion

    return suggestion(name, sorted(known)) or message("explain.rules_listed")
