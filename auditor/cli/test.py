"""`auditor test`: the examples in rule files, each a short log and what its rule says of it."""

from __future__ import annotations

import typer

from auditor.cli.exit import FINDINGS


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
) -> None:
    """Run the examples that stand in rule files.

    Example: auditor test rulesets/bataille
    """
    from auditor.cli.resolve import programs
    from auditor.cli.terminal import count
    from auditor.judge.examples import failing, run_here

    failed, rules, run = 0, set[str](), 0
    for program in programs(paths or []):
        examples = [own for own in run_here(program) if only in {"", own.rule.text}]
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
    counted = f"{count(run, 'example')} of {count(len(rules), 'rule')}"
    typer.echo(f"{counted}: {f'{failed} not as they say' if failed else 'all as they say'}")
    raise typer.Exit(FINDINGS if failed else 0)
