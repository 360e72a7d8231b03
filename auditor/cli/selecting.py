"""Which diagnostics are told: `--select` and `--ignore`, by their codes or how these begin."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from auditor.messages.message import CannotError, message

if TYPE_CHECKING:
    from auditor.diagnostic import Diagnostic

ALWAYS = "E1"
"""How codes begin that are always told: of a file that cannot be read nothing else is known."""


def by_code(
    diagnostics: Sequence[Diagnostic], select: Sequence[str], ignore: Sequence[str]
) -> list[Diagnostic]:
    """The diagnostics whose codes are selected, all where none is, but for those to be ignored.

    Raises CannotError for what is no code, nor how one begins.
    """
    for option, wanted in (("--select", select), ("--ignore", ignore)):
        for code in wanted:
            known(option, code)
    chosen = (*select, ALWAYS) if select else ("",)
    return [
        own
        for own in diagnostics
        if own.code.startswith(tuple(chosen))
        and (own.code.startswith(ALWAYS) or not own.code.startswith(tuple(ignore)))
    ]


def known(option: str, code: str) -> None:
    """Raises CannotError for what is no code of a diagnostic, nor how one begins."""
    from auditor.language.check.codes import CODES

    if not code or not any(own.startswith(code) for own in CODES):
        codes = tuple(CODES)
        raise CannotError(message("option.choose", option=option, value=code, among=codes))
