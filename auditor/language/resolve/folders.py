"""Rulesets in folders: which files belong together, and which rest on others."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from auditor.guarded_file import NoFileError, read_file, why_not
from auditor.language.resolve.search_path import SUFFIX
from auditor.messages.message import message

_CALL = re.compile(r"\b(?:extends|use)\s")
_RULESET = re.compile(r"^ruleset\s", re.MULTILINE)


def rulesets_in(folder: Path) -> Iterator[Path]:
    """The rulesets and vocabularies in a folder and below it.

    A folder is one ruleset where its files declare one, else the place of several.  Raises
    NoFileError where a folder may not be looked into.
    """
    files = rule_files(folder)
    if _is_one(files):
        yield folder
    else:
        yield from files
    for inner in folders_in(folder):
        yield from rulesets_in(inner)


def rule_files(folder: Path) -> list[Path]:
    """The rule files that stand in a folder itself, by name."""
    return sorted(file for file in folder.glob(f"*{SUFFIX}") if not file.is_dir())


def folders_in(folder: Path) -> list[Path]:
    """The folders in a folder in which rules may stand.  Raises NoFileError."""
    try:
        inside = sorted(folder.iterdir())
    except OSError as error:
        raise NoFileError(message("refusal.file", file=str(folder), says=why_not(error))) from None
    return [
        own
        for own in inside
        if own.is_dir() and not own.is_symlink() and not own.name.startswith(".")
    ]


def ruleset_of(file: Path) -> Path:
    """The ruleset to which a rule file belongs: its folder, or the file alone."""
    return file.parent if _is_one(rule_files(file.parent)) else file


def ruleset_beside(page: Path) -> str | None:
    """The ruleset beside which a page stands: its folder, or the file of its name."""
    folder = page.absolute().parent
    if _is_one(rule_files(folder)):
        return str(folder)
    file = folder / f"{page.name.partition('.')[0]}{SUFFIX}"
    return str(file) if file.is_file() else None


def _is_one(files: list[Path]) -> bool:
    return sum(len(_RULESET.findall(_text(file))) for file in files) == 1


@cache
def texts_beside(path: Path) -> tuple[str, ...]:
    """The rule files that extend a ruleset, or use a vocabulary, from the folder it stands in."""
    path = path.absolute()
    folder = path.parent
    root = folder.parent if folder.name == "vocabulary" else folder
    name = re.compile(rf"\b{re.escape(path.stem)}\b")
    every = map(_text, sorted(root.glob(f"*/*{SUFFIX}")))
    return tuple(text for text in every if any(_rests_on(name, own) for own in text.split("\n")))


def _rests_on(name: re.Pattern[str], line: str) -> bool:
    """Whether a line extends or uses what is named; looked through once, however long it is."""
    call = _CALL.search(line)
    if call is None or name.search(line, call.end()) is None:
        return False
    return not (before := line[: call.start()].strip()) or before.split()[0] == "ruleset"


def _text(file: Path) -> str:
    try:
        return read_file(file).decode("utf-8-sig", errors="replace")
    except OSError:
        return ""
