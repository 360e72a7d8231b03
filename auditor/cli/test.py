"""`auditor test`: the examples in rule files, each a short log and what its rule says of it."""

from __future__ import annotations

import typer

from auditor.cli.exit import FINDINGS
from auditor.messages.message import Message, message


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
) -> None:
    """Run the examples that stand in rule files.

    Example: auditor test rulesets/bataille
    """
    from auditor.cli.resolve import programs
    from auditor.cli.terminal import CannotError, count
    from auditor.judge.examples import failing, run_here

    failed, rules, run, left = 0, set[str](), 0, 0
    known = set[str]()
    for program in programs(paths or []):
        known |= {rule.name for rule in program.rules}
        wanted = [own for own in program.examples if only in {"", own.rule.text}]
        here = set(run_here(program))
        examples = [own for own in wanted if inherited or own in here]
        left += len(wanted) - len(examples)
        rules |= {f"{program.name}/{own.rule.text}" for own in examples}
        run += len(examples)
        for example in examples:
            failure = failing(program, example)
            if failure is not None:
                failed += 1
                typer.echo(
                    f"{failure.span}: example “{example.title}” of {program.name}/"
                    f"{example.rule.text}: expected {failure.expected}, but {failure.found}"
                )
    if only and only not in known:
        raise CannotError(message("test.no_rule", rule=only, hint=_near(only, known)))
    counted = f"{count(run, 'example')} of {count(len(rules), 'rule')}"
    typer.echo(f"{counted}: {f'{failed} not as they say' if failed else 'all as they say'}")
    if left:
        typer.echo(
            f"{count(left, 'inherited example')} left out: what they speak of is replaced here; "
            "--inherited runs them"
        )
    raise typer.Exit(FINDINGS if failed else 0)


def _near(name: str, known: set[str]) -> Message:
    """The rule that was probably meant."""
    from auditor.messages.suggestion import suggestion

    return suggestion(name, sorted(known)) or message("explain.rules_listed")
