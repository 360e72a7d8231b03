"""All that can be said of rule files before any log is read: a ruleset checked by every room."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.diagnostic import Diagnostic
from auditor.language.resolve.folders import texts_beside
from auditor.language.resolve.search_path import Answers, Disk

if TYPE_CHECKING:
    from auditor.language.core import Program


def diagnose(
    path: Path, disk: Disk | None = None
) -> tuple[Program | None, tuple[Diagnostic, ...], Answers]:
    """The checked ruleset at the path, or None where it has errors; all that is said of it; and the
    answers of the disk on which that rests.
    """
    # Slow to import; what is kept from an earlier run needs none of it.
    from auditor.engine.explain import left_to_the_reference  # noqa: PLC0415
    from auditor.language.compile import compile_and_compare  # noqa: PLC0415

    program, diagnostics, pairs, answers = compile_and_compare(path, disk)
    if program is not None:
        diagnostics += left_to_the_reference(program)
        if pairs:
            from auditor.judge.witness import contradictions  # noqa: PLC0415 - as above

            diagnostics += contradictions(program, pairs)
    return program, tuple(diagnostics), answers


def used_beside(diagnostic: Diagnostic, path: Path) -> bool:
    """True where a name that a ruleset does not use itself stands in one that may extend it."""
    if diagnostic.code != "W601":
        return False
    word = rf"\b{re.escape(diagnostic.span.text)}\b"
    return any(re.search(word, text) for text in texts_beside(path))
