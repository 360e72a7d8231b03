"""The command line: the only place that prints, exits and knows the clock."""

from __future__ import annotations

import os
import sys
import traceback

import typer

from auditor.cli.check import check
from auditor.cli.terminal import CannotError, complain
from auditor.cli.test import run_examples

EPILOG = (
    "Exit status: 0 nothing found, 1 findings, 2 it could not do its work, 3 a defect of auditor."
)

# Without rich: its import takes longer than everything else that --help does.
app = typer.Typer(
    name="auditor", no_args_is_help=True, add_completion=False, rich_markup_mode=None,
    pretty_exceptions_enable=False, epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)  # fmt: skip
COMMANDS = {"check": check, "test": run_examples}
for name, command in COMMANDS.items():
    app.command(name, epilog=EPILOG)(command)


@app.callback()
def options(
    version: bool = typer.Option(False, "--version", help="Say which version this is, and stop."),
    debug: bool = typer.Option(
        False, "--debug", envvar="AUDITOR_DEBUG", help="Show where in the program a defect arose."
    ),
) -> None:
    """Replays the logs of casino table games against written rules and reports every departure."""
    if debug:
        os.environ["AUDITOR_DEBUG"] = "1"
    if version:
        from importlib.metadata import version as installed

        typer.echo(f"auditor {installed('auditor')}")
        raise typer.Exit


def main() -> None:
    """Run the command line, and turn whatever stops it into one paragraph and an exit status."""
    try:
        app(prog_name="auditor")
    except KeyboardInterrupt:
        sys.exit(130)
    except CannotError as error:
        complain(str(error))
        sys.exit(2)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is a defect of ours
        sys.exit(_defect(error))


def _defect(error: Exception) -> int:
    if os.environ.get("AUDITOR_DEBUG", "0") not in {"", "0"}:
        traceback.print_exception(error)
    first = (str(error).splitlines() or [""])[0][:300]
    complain(
        f"This is a defect of auditor, not of your files: {type(error).__name__}"
        f"{f' ({first})' if first else ''}. No report was written. Run the same command again with "
        "`auditor --debug …` and report what it prints, with the version that `auditor --version` "
        "gives."
    )
    return 3
