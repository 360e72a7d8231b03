"""Another name for something, wherever rule files speak of it.

A name may stand for a field here and for a type there.  It is changed only where one declaration
alone can be meant, and where the rulesets are as right afterwards as they were before.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from auditor.authoring.review import diagnose
from auditor.language.resolve.search_path import Disk
from auditor.language.syntax.grammar import words
from auditor.messages.message import Message, message
from auditor.source import Source
from auditor_lsp.symbols import Symbol, WordAtCursor, bounds, meant, occurrences, words_at
from auditor_lsp.workspace import OpenRuleset, Workspace, place_of

_NAME = re.compile(r"[^\W\d]\w*")
_LABEL = re.compile(r"\w[\w.-]*")
_LABELS = ("rule", "provision", "reading", "source", "group")


class CannotRenameError(Exception):
    """The name stays as it is; the message says why."""

    def __init__(self, says: Message) -> None:
        super().__init__(says)
        self.says = says


@dataclass(frozen=True, slots=True)
class Renaming:
    """The places of a file in which a name stands."""

    source: Source
    places: tuple[WordAtCursor, ...]


def named_at(
    ruleset: OpenRuleset, source: Source, line: int, column: int
) -> tuple[Symbol, WordAtCursor]:
    """The symbol to rename, and the word at the place.  Raises CannotRenameError."""
    found = words_at(source, line, column)
    symbols = meant(found, source, ruleset.symbols)
    if not symbols:
        raise CannotRenameError(message("lsp.no_name"))
    symbol = symbols[0]
    others = [
        own
        for own in ruleset.symbols
        if own.name == symbol.name and not _unrelated(own, symbol) and own.span != symbol.span
    ]
    if others:
        where = str(others[0].span)
        raise CannotRenameError(message("lsp.two_meanings", name=symbol.name, where=where))
    return symbol, next(own for own in found if own.text == symbol.name)


def _unrelated(own: Symbol, symbol: Symbol) -> bool:
    """Two rules may let the same name: neither knows of the other's."""
    return (
        own.family == symbol.family == "name" and bool(own.of and symbol.of) and own.of != symbol.of
    )


def renamed(workspace: Workspace, file: Path, symbol: Symbol, new: str) -> list[Renaming]:
    """All the places, file by file.  Raises CannotRenameError."""
    _refuse(symbol, new, workspace.ruleset(file))
    declared = place_of(symbol.span.source)
    concerned = [
        own for own in workspace.all_rulesets(file) if declared in map(place_of, own.loaded.files)
    ]
    found: dict[Path, Renaming] = {}
    for ruleset in concerned:
        for source in ruleset.loaded.files:
            places = _places(source, symbol)
            if places:
                found[place_of(source)] = Renaming(source, places)
    _refuse_others(found, workspace)
    changed = {path: _written(own, new) for path, own in found.items()}
    for ruleset in concerned:
        _refuse_worse(ruleset, changed)
    return list(found.values())


def _refuse(symbol: Symbol, new: str, ruleset: OpenRuleset) -> None:
    pattern = _LABEL if symbol.family in _LABELS else _NAME
    if not pattern.fullmatch(new) or new in words():
        raise CannotRenameError(message("lsp.no_such_name", name=new))
    if taken := next((own for own in ruleset.symbols if own.name == new), None):
        raise CannotRenameError(message("lsp.taken", name=new, where=str(taken.span)))


def _places(source: Source, symbol: Symbol) -> tuple[WordAtCursor, ...]:
    places = tuple(occurrences(source, symbol.name))
    if symbol.family == "name" and symbol.of:  # let by a rule: nobody else knows of it
        if symbol.span.source.name != source.name:
            return ()
        first, last = bounds(source, symbol.span.line)
        places = tuple(own for own in places if first <= own.line <= last)
    return places


def _refuse_others(found: dict[Path, Renaming], workspace: Workspace) -> None:
    """Refuses files outside the editor's folder: they belong to somebody else."""
    for path in found:
        inside = workspace.root is not None and path.is_relative_to(workspace.root.resolve())
        if not inside and path not in workspace.unsaved:
            raise CannotRenameError(message("lsp.not_here", path=str(path)))


def _written(renaming: Renaming, new: str) -> str:
    lines = renaming.source.text.split("\n")
    for own in sorted(renaming.places, key=lambda own: (own.line, own.column), reverse=True):
        line = lines[own.line - 1]
        lines[own.line - 1] = line[: own.column - 1] + new + line[own.end - 1 :]
    return "\n".join(lines)


def _refuse_worse(ruleset: OpenRuleset, changed: dict[Path, str]) -> None:
    """A ruleset that would be told of something new is not touched."""
    before = [own.code for own in ruleset.diagnostics]
    _, after, _ = diagnose(ruleset.path, Disk({**ruleset.unsaved, **changed}))
    for own in after:
        if own.code in before:
            before.remove(own.code)
        elif own.level == "error":
            raise CannotRenameError(message("lsp.worse", what=own.message, where=str(own.span)))
