"""The results of a review, kept from one run to the next: for an audit, and for `auditor check`.

Lark and all that reads rules take longer to import than a kept result to read: none of it is
imported where one is found.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from auditor.diagnostic import Diagnostic
from auditor.language.core import Program
from auditor.language.resolve.cache import cached
from auditor.language.resolve.search_path import Answers, texts_beside

_HERE = Path(__file__).parent


def load_program(path: Path) -> Program | tuple[Diagnostic, ...]:
    """The checked ruleset at the path, or the errors for which it cannot be applied.

    Examples are left out: they are short logs of their own, and an audit reads another.
    """

    def make() -> tuple[Program | tuple[Diagnostic, ...], Answers | None]:
        from auditor.authoring.review import errors_in, review_with_answers  # noqa: PLC0415

        program, diagnostics, answers = review_with_answers(path)
        if program is None:
            return tuple(errors_in(diagnostics)), None
        return replace(program, examples=()), answers

    return cached(f"program {path} {path.absolute()}", make, [_HERE])


def said_of(path: Path) -> tuple[Diagnostic, ...]:
    """All that is said of the rule file or folder at a path."""

    def make() -> tuple[tuple[Diagnostic, ...], Answers]:
        from auditor.authoring.review import diagnose  # noqa: PLC0415

        _, diagnostics, answers = diagnose(path)
        return diagnostics, answers

    package = _HERE.parent
    rooms = (_HERE, package / "judge")
    return cached(f"check {path} {path.absolute()}", make, rooms)


def used_beside(diagnostic: Diagnostic, path: Path) -> bool:
    """True where a name that a ruleset does not use itself stands in one that may extend it."""
    if diagnostic.code != "W601":
        return False
    word = rf"\b{re.escape(diagnostic.span.text)}\b"
    return any(re.search(word, text) for text in texts_beside(path))
