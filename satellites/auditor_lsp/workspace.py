"""The rule files that an editor holds, and what is known of the rulesets in which they stand."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from auditor.authoring.kept import used_beside
from auditor.authoring.review import diagnose
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
from auditor.source import Source
from auditor_lsp.symbols import Symbol, symbols


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
