"""The rule files that an editor holds, their rulesets, and what is done to them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from auditor.authoring.examples import failing
from auditor.authoring.kept import used_beside
from auditor.authoring.review import diagnose, errors_in
from auditor.authoring.told_as_issues import failed
from auditor.diagnostic import Diagnostic
from auditor.guarded_file import NoFileError
from auditor.language import core
from auditor.language.compile import compiled
from auditor.language.resolve.load import Loaded, load
from auditor.language.resolve.search_path import (
    Disk,
    ruleset_of,
    rulesets_in,
    shipped,
    shown,
    texts_beside,
)
from auditor.language.syntax.grammar import words
from auditor.messages.message import Language, SaidError, message, say
from auditor.source import Frozen, Source
from auditor_lsp.symbols import Symbol, WordAtCursor, meant, occurrences, symbols, words_at


@dataclass
class OpenRuleset:
    """A ruleset as the editor shows it: texts that are not saved stand in for those of files."""

    path: Path
    unsaved: dict[Path, str]

    @cached_property
    def loaded(self) -> Loaded:
        return load(self.path, Disk(self.unsaved))

    @cached_property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        texts_beside.cache_clear()  # they may have changed since
        _, found, _ = diagnose(self.path, Disk(self.unsaved))
        return tuple(own for own in found if not used_beside(own, self.path))

    @cached_property
    def program(self) -> core.Program | None:
        """The program as far as it goes: types are known beside an error."""
        return compiled(self.loaded).program

    @cached_property
    def symbols(self) -> tuple[Symbol, ...]:
        return tuple(symbols(self.loaded.declarations))

    def source(self, file: Path) -> Source:
        """The text of one of its files, as the editor shows it.  Raises KeyError for another."""
        return {place_of(own): own for own in self.loaded.files}[file.resolve()]


@dataclass
class Workspace:
    """All that is open, and the folder that the editor was opened on."""

    root: Path | None = None
    unsaved: dict[Path, str] = field(default_factory=dict)
    _known: dict[Path, OpenRuleset] = field(default_factory=dict)

    def show(self, file: Path, text: str | None) -> None:
        """Take note of a text, or that a file is closed.  Any ruleset may rest on it."""
        if text is None:
            self.unsaved.pop(file.resolve(), None)
        else:
            self.unsaved[file.resolve()] = text
        self._known.clear()

    def ruleset(self, file: Path) -> OpenRuleset:
        """The ruleset in which a file stands."""
        path = ruleset_of(file.resolve())
        if path not in self._known:
            self._known[path] = OpenRuleset(path, dict(self.unsaved))
        return self._known[path]

    def open_rulesets(self) -> list[OpenRuleset]:
        """Those of which a file is open, each once."""
        found = {own.path: own for own in map(self.ruleset, self.unsaved)}
        return list(found.values())

    def all_rulesets(self, file: Path) -> list[OpenRuleset]:
        """Those of the editor's folder, and the one in which a file stands."""
        paths = dict.fromkeys((self.ruleset(file).path, *self._below()))
        return [self._known.get(path) or OpenRuleset(path, dict(self.unsaved)) for path in paths]

    def _below(self) -> list[Path]:
        try:
            return list(rulesets_in(self.root.resolve())) if self.root is not None else []
        except NoFileError:  # a folder that may not be looked into: what is open is served
            return []


def place_of(source: Source) -> Path:
    """Where a file that messages call so really is."""
    path = Path(source.name)
    if not path.is_absolute() and path.parts[:1] == ("rulesets",):
        inside = shipped() / Path(*path.parts[1:])
        if shown(inside) == source.name and inside.exists():
            return inside.resolve()
    return path.resolve()


def example_said(
    ruleset: OpenRuleset, rule: str, title: str, language: Language
) -> tuple[bool, str]:
    """Whether an example comes out as it says, and a sentence about it."""
    program = ruleset.program
    if program is None or errors_in(ruleset.diagnostics):
        return False, say(message("lsp.errors_first"), language)
    found = [own for own in program.examples if (own.rule.text, own.title) == (rule, title)]
    if not found:
        return False, say(message("lsp.no_example", title=title, rule=rule), language)
    failure = failing(program, found[0])
    if failure is None:
        return True, say(message("lsp.as_it_says", title=title, rule=rule), language)
    return False, failed(program.name, failure, language)


_NAME = re.compile(r"[^\W\d]\w*")
_LABEL = re.compile(r"\w[\w.-]*")
_LABELS = ("rule", "provision", "reading", "source", "group")


class CannotRenameError(SaidError):
    """The name stays as it is; the message says why."""


class Occurrences(Frozen):
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


def renamed(workspace: Workspace, file: Path, symbol: Symbol, new: str) -> list[Occurrences]:
    """All the places, file by file.  Raises CannotRenameError."""
    _refuse(symbol, new, workspace.ruleset(file))
    found = spoken_of(workspace, file, symbol)
    _refuse_others(found, workspace)
    changed = {path: _written(own, new) for path, own in found.items()}
    for ruleset in _concerned(workspace, file, symbol):
        _refuse_worse(ruleset, changed)
    return list(found.values())


def spoken_of(workspace: Workspace, file: Path, symbol: Symbol) -> dict[Path, Occurrences]:
    """All the places in which a name stands, by file."""
    return {
        place_of(source): Occurrences(source, places)
        for ruleset in _concerned(workspace, file, symbol)
        for source in ruleset.loaded.files
        if (places := _places(source, symbol))
    }


def _concerned(workspace: Workspace, file: Path, symbol: Symbol) -> list[OpenRuleset]:
    declared = place_of(symbol.span.source)
    rulesets = workspace.all_rulesets(file)
    return [own for own in rulesets if declared in map(place_of, own.loaded.files)]


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
        first, last = source.declaration(symbol.span.line)
        places = tuple(own for own in places if first <= own.line <= last)
    return places


def _refuse_others(found: dict[Path, Occurrences], workspace: Workspace) -> None:
    """Refuses files outside the editor's folder: they belong to somebody else."""
    for path in found:
        inside = workspace.root is not None and path.is_relative_to(workspace.root.resolve())
        if not inside and path not in workspace.unsaved:
            raise CannotRenameError(message("lsp.not_here", path=str(path)))


def _written(found: Occurrences, new: str) -> str:
    lines = found.source.text.split("\n")
    for own in sorted(found.places, key=lambda own: (own.line, own.column), reverse=True):
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
