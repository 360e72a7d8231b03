"""All that can be said of rule files before any log is read: a ruleset checked by every room."""

from __future__ import annotations

from pathlib import Path

from auditor.diagnostic import Diagnostic
from auditor.language.compile import compile_and_compare
from auditor.language.core import Program
from auditor.language.resolve.search_path import Answers, Disk


def diagnose(
    path: Path, disk: Disk | None = None
) -> tuple[Program | None, tuple[Diagnostic, ...], Answers]:
    """The checked ruleset at the path, or None where it has errors; all that is said of it; and the
    answers of the disk on which that rests.
    """
    from auditor.engine.explain import left_to_the_reference  # noqa: PLC0415 - slow to import

    program, diagnostics, pairs, answers = compile_and_compare(path, disk)
    if program is not None:
        diagnostics += left_to_the_reference(program)
        if pairs:
            from auditor.judge.witness import contradictions  # noqa: PLC0415 - as above

            diagnostics += contradictions(program, pairs)
    return program, tuple(diagnostics), answers
