"""A ruleset as an audit needs it: checked, without its examples."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from auditor.diagnostic import Diagnostic
from auditor.language.core import Program
from auditor.language.resolve.cache import cached
from auditor.language.resolve.search_path import Answers


def load_program(path: Path) -> Program | tuple[Diagnostic, ...]:
    """The checked ruleset at the path, or the errors for which it cannot be applied.

    Examples are left out: they are short logs of their own, and an audit reads another.
    """

    def make() -> tuple[Program | tuple[Diagnostic, ...], Answers | None]:
        # Lark and all that reads rules take longer to import than a kept program to read.
        from auditor.language.compile import INCOMPLETE, compile_with_answers  # noqa: PLC0415

        program, diagnostics, answers = compile_with_answers(path)
        if program is None:
            errors = (d for d in diagnostics if d.level == "error" and d.code not in INCOMPLETE)
            return tuple(errors), None
        return replace(program, examples=()), answers

    return cached(f"program {path} {path.absolute()}", make)
