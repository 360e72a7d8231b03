"""Options that several commands have: each is declared once, and a command says what it means."""

from __future__ import annotations

from typing import Any

import typer

from auditor.cli.options import ruleset_names


def paths_argument() -> Any:
    """`PATH…`."""
    return typer.Argument(
        None,
        metavar="PATH",
        autocompletion=ruleset_names,
        show_default=False,
        help="Rule files, folders of rulesets, or names of rulesets; without any, all that are "
        "shipped.",
    )


def rules_option(says: str) -> Any:
    """`--rules RULESET`."""
    return typer.Option(
        None,
        "--rules",
        "-r",
        metavar="RULESET",
        show_default=False,
        autocompletion=ruleset_names,
        help=says,
    )


def rules_anyway_option() -> Any:
    """`--rules-anyway`."""
    return typer.Option(
        False,
        "--rules-anyway",
        help="Judge by --rules a log that names another game; the report says so.",
    )


def mapping_option(
    says: str = "How logs in another shape are read; `auditor map LOG` proposes one.",
) -> Any:
    """`--mapping FILE.toml`."""
    return typer.Option(None, "--mapping", "-m", metavar="FILE.toml", show_default=False, help=says)


def records_option() -> Any:
    """`--records all` or `--records burn,cut`."""
    return typer.Option(
        "",
        "--records",
        metavar="all|LIST",
        show_default=False,
        help="Kinds of event (`burn,cut`) that the log is known to record, so that their absence "
        "means that they did not happen.",
    )


def param_option() -> Any:
    """`--param NAME=VALUE`, which may be given several times."""
    return typer.Option(
        None,
        "--param",
        metavar="NAME=VALUE",
        show_default=False,
        help="A value for a parameter of the ruleset.",
    )


def params_option() -> Any:
    """`--params FILE.toml`."""
    return typer.Option(
        None,
        "--params",
        metavar="FILE.toml",
        show_default=False,
        help="Values for parameters, from a file.",
    )


def case_option(says: str) -> Any:
    """`--case FILE.toml`."""
    return typer.Option(None, "--case", metavar="FILE.toml", show_default=False, help=says)


def report_option(name: str, says: str) -> Any:
    """An option whose value is an earlier report: `--baseline REPORT`."""
    return typer.Option(None, f"--{name}", metavar="REPORT", show_default=False, help=says)


def language_option() -> Any:
    """`--lang fr|en`."""
    return typer.Option(
        None,
        "--lang",
        metavar="fr|en",
        show_default=False,
        help="Language of all that is said and written; without it `lang` of auditor.toml, else "
        "the locale's, else English.",
    )


def output_option(says: str) -> Any:
    """`--output FILE`, for a command that writes on standard output without it."""
    return typer.Option(None, "--output", "-o", metavar="FILE", show_default=False, help=says)
