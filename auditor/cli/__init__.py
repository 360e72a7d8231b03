"""The command line: the only place that prints, exits and knows the clock."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from io import TextIOWrapper
from typing import Any, NoReturn, TextIO

import typer

from auditor.cli.exit import INTERRUPTED, TERMINATED
from auditor.cli.terminal import tell
from auditor.cli.typed import CommandGroup, LaterCommand

EPILOG = (
    "Exit status: 0 nothing found, 1 findings, 2 it could not do its work, 3 a defect of auditor."
)
COMMANDS = {
    "audit": ("audit:audit", "Replay logs against rules and report every departure."),
    "check": ("check:check", "Say what is wrong with rule files before any log is read."),
    "test": ("test:run_examples", "Run the examples that stand in rule files."),
    "fmt": ("check:fmt", "Write rule files in their canonical layout."),
    "diff": ("diff:diff", "Say what changed in meaning between two rulesets."),
    "rules": ("rules:rules", "List the rulesets, or each provision against its rules."),
    "explain": ("explain:explain", "Explain a rule, a diagnostic, a finding, or its absence."),
    "simulate": ("simulate:simulate", "Write a lawful log of a game, or one with named faults."),
    "map": ("map:map_log", "Ask how logs in another shape are to be read."),
    "verify": ("audit:verify", "Repeat the audit of a report, and compare."),
    "sign": ("sign:sign", "Sign a report, or say what its signatures cover."),
    "words": ("rules:words", "List what a vocabulary brings: kinds, columns, words."),
    "lsp": ("programs:lsp", "Serve an editor: diagnostics, names, layout, examples."),
    "schema": ("programs:schema", "Print the JSON Schema of findings.json."),
    "case": ("case:app", "Ask for the case file of an inspection."),
    "desk": ("programs:desk", "Open the page that leads from files to a signed report."),
}
"""Each command: its module and function, and what the list of commands says of it, within the width
of a terminal."""

FRENCH = {"ouvrir": "desk"}
"""Names that somebody types who knows no word of English."""

OBJECTS_BETWEEN_COLLECTIONS = 500_000
"""After so many new objects Python looks for those that only hold each other; by itself it does so
after 700, which takes a seventh of an audit of 1,000 events and finds nothing."""


class _Commands(CommandGroup):
    """All commands of the program."""

    def __init__(self, **shape: Any) -> None:
        super().__init__(**shape)
        for name, (place, summary) in COMMANDS.items():
            self.add_command(LaterCommand(name, f"{__name__}.{place}", summary))

    def get_command(self, ctx: Any, name: str) -> Any:
        return super().get_command(ctx, FRENCH.get(name, name))


# Without rich: its import takes longer than everything else that --help does.
app = typer.Typer(
    name="auditor",
    cls=_Commands,
    no_args_is_help=True,
    add_completion=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    epilog=EPILOG,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        tell(f"auditor {version('auditor')}")
        raise typer.Exit


@app.callback()
def options(
    _: bool = typer.Option(
        False, "--version", is_eager=True, callback=_version, help="Say which version this is."
    ),
    debug: bool = typer.Option(
        False, "--debug", envvar="AUDITOR_DEBUG", help="Show where in the program a defect arose."
    ),
) -> None:
    """Replays the logs of casino table games against written rules and reports every departure."""
    if debug:
        os.environ["AUDITOR_DEBUG"] = "1"


def main() -> None:
    """Run the command line, and end the process."""
    _set_up_for_one_command()
    _with_room(_run)


def _with_room(run: Callable[[], None]) -> None:
    """Runs something with all of its calls in one piece of memory.

    Python holds calls in pieces of 16 kilobytes: a loop whose calls reach beyond the end of one
    asks the system for the next each time, half a second of a log with two thousand findings.
    """
    run()


# A piece is as large as its first call says that it needs, and twice that.
_with_room.__code__ = _with_room.__code__.replace(co_stacksize=1 << 17)


def _run() -> None:
    try:
        app(prog_name="auditor")
    except KeyboardInterrupt:
        _leave(INTERRUPTED)
    except SystemExit as end:
        _leave(end.code)


def _leave(status: str | int | None) -> NoReturn:
    """Ends the process with all that it has in memory, which Python would take apart piece by piece
    for a tenth of the time of a short audit.
    """
    if sys.getprofile() is None and isinstance(status, int):
        atexit._run_exitfuncs()  # noqa: SLF001 - it has no public name
        with suppress(OSError):  # Python says what it could not write
            for stream in filter(None, (sys.stdout, sys.stderr)):
                stream.flush()
            os._exit(status)
    sys.exit(status)


def _set_up_for_one_command() -> None:
    """Switches off what a process of one command does not need: a third of its start."""
    gc.set_threshold(OBJECTS_BETWEEN_COLLECTIONS, 20, 20)
    # No matrix is multiplied, for which numpy would start a thread on each processor.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    # Plugins of other packages have no say in a report, and are not looked for.
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
    signal.signal(signal.SIGTERM, _end)
    for stream in (sys.stdout, sys.stderr):
        _say_everything(stream)


def _say_everything(stream: TextIO | None) -> None:
    """A file or a pipe gets UTF-8, as JSON and XML have to be, whatever the locale; a terminal that
    cannot show a sign shows its code.
    """
    if isinstance(stream, TextIOWrapper):
        encoding = stream.encoding if stream.isatty() else "utf-8"
        stream.reconfigure(encoding=encoding, errors="backslashreplace")


def _end(_signal: int, _where: object) -> None:
    """Ends the command as an interruption does: with nothing left that is half-done."""
    sys.exit(TERMINATED)
