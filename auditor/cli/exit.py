"""How a command ends: with an exit status, and one paragraph where it could not do its work."""

from __future__ import annotations

import errno
import os
import sys
import traceback
from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any

import typer

from auditor.cli.options import LANGUAGES, chosen, listed, spoken
from auditor.cli.terminal import complain, tell
from auditor.guarded_file import NoFileError, why_not
from auditor.messages.message import CannotError, Language, message

if TYPE_CHECKING:
    from collections.abc import Mapping

    from auditor.report.model import Finding, Report


FINDINGS, CANNOT, DEFECT, INTERRUPTED, NO_READER, TERMINATED = 1, 2, 3, 130, 141, 143
FULL = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})
NO_FILE = frozenset({errno.EACCES, errno.EPERM, errno.ENAMETOOLONG})


def guarded(command: Callable[..., None]) -> Callable[..., None]:
    """The command, with whatever stops it turned into an exit status."""

    @wraps(command)
    def run(*arguments: Any, **options: Any) -> None:
        asked = options.get("language")
        language = spoken(asked)
        try:
            _refuse_nul((*arguments, *options.values()))
            if asked is not None:
                chosen("--lang", asked, LANGUAGES)
            command(*arguments, **options)
            sys.stdout.flush()
        except typer.Exit:
            raise
        except CannotError as error:
            complain(language, *error.says)
            raise typer.Exit(CANNOT) from None
        except (KeyboardInterrupt, typer.Abort):  # Typer's where a question is not answered
            raise typer.Exit(interrupted(language)) from None
        except BrokenPipeError:
            _forget_output()  # whoever read it has gone
            raise typer.Exit(NO_READER) from None
        except OSError as error:
            raise typer.Exit(_refused(error, language)) from None
        except (SystemExit, GeneratorExit):
            raise
        except BaseException as error:  # noqa: BLE001 - a library's panic is no Exception
            raise typer.Exit(defect(error, language)) from None

    return run


def _refuse_nul(given: Sequence[object]) -> None:
    """No file has a name with this sign: each call of the system would fail in its own way."""
    texts = (text for own in given for text in (own if isinstance(own, list | tuple) else (own,)))
    for text in texts:
        if isinstance(text, str) and "\0" in text:
            raise CannotError(message("terminal.nul", text=text))


def _forget_output() -> None:
    """Nothing of what is still in the buffer is written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _refused(error: OSError, language: Language) -> int:
    """A full disk, a folder that may not be entered, a name that no file can have: no defects of
    ours, wherever they show.
    """
    if isinstance(error, NoFileError):
        complain(language, error.says)
        return CANNOT
    if error.errno in NO_FILE and error.filename is not None:
        says = why_not(error)
        complain(language, message("refusal.file", file=str(error.filename), says=says))
        return CANNOT
    if error.errno not in FULL:
        return defect(error, language)
    if error.filename is None:
        _forget_output()
    complain(language, message("terminal.no_room", error=error.strerror or ""))
    return CANNOT


def interrupted(language: Language) -> int:
    """Say that whoever started the command stopped it."""
    tell(message("terminal.interrupted"), language, err=True)
    return INTERRUPTED


def defect(error: BaseException, language: Language) -> int:
    """Say that we are at fault, and what to report."""
    if os.environ.get("AUDITOR_DEBUG", "0") not in {"", "0"}:
        traceback.print_exception(error)
    first = (str(error).splitlines() or [""])[0][:300]
    said = type(error).__name__ + (f" ({first})" if first else "")
    complain(language, message("terminal.defect", error=said))
    return DEFECT


LEVELS = ("critical", "major", "minor", "never")
FAILING = ("departure", "to-confirm", "record")


def failing_levels(text: str) -> dict[str, str]:
    """The least severe finding of each class that makes an audit fail.  Raises CannotError."""
    failing = dict.fromkeys(FAILING, "minor")
    for part in sorted(listed(text), key=lambda own: ":" in own):
        name, colon, level = part.rpartition(":")
        chosen("--fail-on", level, LEVELS)
        if colon:
            chosen("--fail-on", name, FAILING)
        failing |= {name: level} if colon else dict.fromkeys(FAILING, level)
    return failing


def conclude(report: Report, failing: Mapping[str, str], language: Language) -> None:
    """Ends with the status that the report comes to.  Raises CannotError, typer.Exit."""
    nothing = report.summary.nothing_verified
    if _fails(report, failing):
        raise typer.Exit(FINDINGS)
    if nothing is not None:
        raise CannotError(message("text", says=nothing.in_language(language)))
    raise typer.Exit(FINDINGS if report.not_verified else 0)


def _fails(report: Report, failing: Mapping[str, str]) -> bool:
    def fails(finding: Finding) -> bool:
        least = LEVELS.index(failing[finding.class_.replace("_", "-")])
        return least < LEVELS.index("never") and LEVELS.index(finding.severity) <= least

    wrong = any(own.is_wrong for own in report.waivers) and set(failing.values()) != {"never"}
    return wrong or any(own.is_new and fails(own) for own in report.findings)
