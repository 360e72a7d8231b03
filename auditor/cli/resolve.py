"""From what was named on the command line to rulesets and vocabularies."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.diagnostic import Diagnostic
from auditor.guarded_file import NoFileError
from auditor.language.resolve.search_path import SUFFIX, available, locate, rulesets_in, shipped
from auditor.messages.message import CannotError, Message, message

if TYPE_CHECKING:
    from auditor.language.core import Program


def rule_paths(named: Sequence[str]) -> list[Path]:
    """The rule files and folders of rulesets that were named; all that are shipped for none.

    A folder is one ruleset where its files declare one, else the place of several.
    Raises CannotError where there is nothing of the name.
    """
    found: dict[Path, None] = {}
    for name in named or [str(shipped())]:
        path = Path(name)
        if path.is_file() and path.suffix != SUFFIX:
            raise CannotError(message("ruleset.not_one", name=name, suffix=SUFFIX))
        if path.is_dir() and name not in available():
            inside = _inside(path)
            if not inside:
                raise CannotError(message("ruleset.no_rule_file", name=name, suffix=SUFFIX))
        else:
            inside = [locate(name)]
        found |= dict.fromkeys(inside)
    return list(found)


def _inside(folder: Path) -> list[Path]:
    try:
        return list(rulesets_in(folder))
    except NoFileError as error:
        raise CannotError(error.says) from None


def programs(named: Sequence[str]) -> Iterator[Program]:
    """The checked rulesets that were named, vocabularies left out.

    Raises CannotError where one has errors, which are said.
    """
    from auditor.authoring.review import INCOMPLETE, review

    for path in rule_paths(named):
        program, diagnostics = review(path)
        errors = [d for d in diagnostics if d.level == "error" and d.code not in INCOMPLETE]
        if errors:
            raise CannotError(invalid(_called(path), errors))
        if program is not None:
            yield program


def _called(path: Path) -> str:
    """How a command line would name it: a shipped ruleset by its name alone."""
    return path.stem if available().get(path.stem) == path else str(path)


def invalid(name: str, errors: Sequence[Diagnostic]) -> Message:
    """The refusal of a ruleset that cannot be used, with the first of its errors."""
    first = errors[0]
    more: Message | str = ""
    if len(errors) > 1:
        more = message("rules.more_errors", count=len(errors) - 1)
    where, what, code = str(first.span), first.message, first.code
    return message("rules.errors", name=name, where=where, what=what, code=code, more=more)


def one_program(named: str) -> Program:
    """The checked ruleset of a name or at a path.  Raises CannotError."""
    found = list(programs([named]))
    if len(found) != 1:
        if not found:
            raise CannotError(message("rules.none", name=named))
        names = tuple(program.name for program in found)
        raise CannotError(message("rules.several", name=named, names=names))
    return found[0]
