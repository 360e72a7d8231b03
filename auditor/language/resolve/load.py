"""From the name or path of a ruleset to all the declarations that make it up."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from auditor.diagnostic import Diagnostic, remark
from auditor.guarded_file import NoFileError
from auditor.language.resolve.search_path import Answers, Disk, callable_from, shipped, shown
from auditor.language.syntax import nodes as s
from auditor.language.syntax.parse import parse
from auditor.messages.message import Message, message, suggestion
from auditor.source import Source, Span

_WORDS = "words.toml"
_MOST_FILES = 200


@dataclass(slots=True)
class Loaded:
    """The declarations of one ruleset, those it inherits and uses first; and what went wrong."""

    name: str
    declarations: list[s.Declaration] = field(default_factory=list)
    inherited: int = 0  # so many of the declarations come from vocabularies and parents
    files: list[Source] = field(default_factory=list)
    not_shipped: list[str] = field(default_factory=list)  # names of those files of other contents
    errors: list[Diagnostic] = field(default_factory=list)
    partial: bool = False  # a vocabulary or a parent is missing: much would seem unknown
    answers: Answers = field(default_factory=dict)  # of the disk, to every question of the loader

    def add(self, part: Loaded) -> None:
        """Takes in what comes from a vocabulary or a parent."""
        self.declarations += part.declarations
        self.files += part.files
        self.not_shipped += part.not_shipped
        self.errors += part.errors
        self.partial |= part.partial

    @property
    def own(self) -> list[s.Declaration]:
        """The declarations that neither a vocabulary nor a parent makes."""
        return self.declarations[self.inherited :]

    @property
    def lineage(self) -> tuple[str, ...]:
        """The names of the rulesets that it extends, and its own."""
        heads = (own for own in self.declarations if isinstance(own, s.Ruleset))
        return tuple(own.label.text for own in heads)

    @property
    def sha256(self) -> str:
        """A hash of all the files that take part, by name and text, in a fixed order."""
        digest = hashlib.sha256()
        for source in self.files:
            name = Path(source.name).name.encode(errors="surrogateescape")
            digest.update(name + b"\0" + source.text.encode() + b"\0")
        return digest.hexdigest()


def load(path: Path, disk: Disk | None = None) -> Loaded:
    """Read a ruleset with its vocabularies and parents; broken declarations are left out."""
    disk = disk or Disk()
    loaded = _Loader(disk).ruleset(path, Loaded(path.stem if path.is_file() else path.name))
    loaded.answers = disk.answers
    return loaded


class _Loader:
    def __init__(self, disk: Disk) -> None:
        self._disk = disk
        self._read: set[Path] = set()
        self._open: list[tuple[Path, str]] = []  # what is being read, the outermost first

    def ruleset(self, path: Path, into: Loaded) -> Loaded:
        """Read the files at the path; what they use and extend comes before them."""
        self._open.append((self._disk.place(path), into.name))
        try:
            return self._ruleset(path, into)
        finally:
            self._open.pop()

    def _ruleset(self, path: Path, into: Loaded) -> Loaded:
        own: list[s.Declaration] = []
        for file in self._disk.files(path):
            found = self._file(file, into)
            own += found if file.parent in {path, path.parent} else map(_at_the_edge, found)
        before = Loaded(into.name, partial=any(map(_calls, own)) or _has_lost_its_words(own))
        shares = any(isinstance(node, s.Vocabulary) for node in own)
        for node in own:
            if isinstance(node, s.Use):
                for label in node.labels:
                    if shares and label.text == into.name:
                        what = message("E203.uses_itself", name=label.text)
                        before.errors.append(Diagnostic(what, label.span))
                    else:
                        self._named(label, path, "vocabulary", before)
            elif isinstance(node, s.Ruleset):
                into.name = node.label.text
                if node.extends is not None:
                    self._named(node.extends, path, "ruleset", before)
        into.inherited = len(before.declarations)
        into.add(before)
        into.declarations += own
        if len(self._open) == 1:  # words of a log are taken from beside the rules that judge it
            self._words((path if path.is_dir() else path.parent) / _WORDS, into)
        return into

    def _words(self, file: Path, into: Loaded) -> None:
        if not self._disk.has(file):
            return
        try:
            shipped_too = self._is_shipped(self._disk.place(file), self._disk.text(file))
        except (NoFileError, UnicodeDecodeError):
            shipped_too = False  # whoever reads the words says what is wrong
        if not shipped_too:
            into.not_shipped.append(file.name)

    def _file(self, file: Path, into: Loaded) -> list[s.Declaration]:
        resolved = self._disk.place(file)
        if resolved in self._read:
            return []
        if len(self._read) >= _MOST_FILES:
            if not into.partial:
                what = message("E105.too_many", most=_MOST_FILES)
                into.errors.append(Diagnostic(what, Span(Source(shown(file), ""), 1, 1, 1, 1)))
            into.partial = True
            return []
        self._read.add(resolved)
        try:
            text = self._disk.text(file)
        except (NoFileError, UnicodeDecodeError) as error:
            source = Source(shown(file), "")
            into.errors.append(unread(source, error))
            into.partial = True
            return []
        source = Source(shown(file), text)
        into.files.append(source)
        if not self._is_shipped(resolved, text):
            into.not_shipped.append(resolved.name)
        declarations, errors = parse(source)
        into.errors += errors
        return list(declarations)

    def _is_shipped(self, place: Path, text: str) -> bool:
        root = self._disk.place(shipped())
        return place.is_relative_to(root) or any(
            self._disk.text(own) == text for own in sorted(root.rglob(place.name))
        )

    def _named(self, label: s.Label, path: Path, family: str, into: Loaded) -> None:
        found = self._disk.find(label.text, path, family)
        if found is None:
            name, codes = label.text, ("E203.no_ruleset", "E203.no_vocabulary")
            what = message(codes[family == "vocabulary"], name=name)
            hint = suggestion(name, callable_from(path, family))
            if family == "ruleset" and name == self._open[-1][1]:
                what, hint = message("E203.itself", name=name), None
            into.errors.append(Diagnostic(what, label.span, hint))
            into.partial = True
            return
        place = self._disk.place(found)
        opened = [(own, name) for own, name in self._open if _is_of(own, place, family)]
        if opened:
            names = [name for _, name in self._open[self._open.index(opened[0]) :]]
            circle = " → ".join(f"`{name}`" for name in (*names, label.text))
            what = message("E203.circle", circle=circle)
            if family == "ruleset" and names == [label.text]:
                what = message("E203.itself", name=label.text)
            into.errors.append(Diagnostic(what, label.span))
            into.partial = True
            return
        into.add(self.ruleset(found, Loaded(label.text)))


def _at_the_edge(node: s.Declaration) -> s.Declaration:
    """The declaration as one of a file of edges."""
    return replace(node, is_edge=True) if isinstance(node, s.Example) else node


def _is_of(opened: Path, place: Path, family: str) -> bool:
    """True of a place that is being read: a ruleset is its folder, and each file in it."""
    one_folder = family == "ruleset" and (place.parent == opened or opened.parent == place)
    return place == opened or one_folder


def unread(source: Source, error: NoFileError | UnicodeDecodeError) -> Diagnostic:
    """Why a file is not read; of other encodings where the first strange byte stands."""
    if isinstance(error, NoFileError):
        return remark("E105.unreadable", Span(source, 1, 1, 1, 1), says=error.says)
    before = error.object[: error.start]
    line, at = before.count(b"\n") + 1, error.start - before.rfind(b"\n")
    value = f"0x{error.object[error.start]:02X}"
    what = message("E105.not_utf8", line=line, byte=at, value=value)
    return Diagnostic(what, Span(source, line, at, line, at + 1), message("E105.save"))


def _has_lost_its_words(own: list[s.Declaration]) -> bool:
    """True where the head cannot be read, and nothing calls in a vocabulary: it may stand there."""
    heads = [node for node in own if isinstance(node, s.Broken) and node.keyword == "ruleset"]
    return bool(heads) and not any(isinstance(node, s.Use | s.Event) for node in own)


def _calls(node: s.Declaration) -> bool:
    """True of a broken declaration that would have called in a vocabulary or a parent."""
    if not isinstance(node, s.Broken):
        return False
    extends = any(name.lower().startswith("extend") for name in node.names)
    return node.keyword.startswith("use") or (node.keyword == "ruleset" and extends)


FAMILIES = {
    "rule": message("rules.family.rule"),
    "record": message("rules.family.record"),
    "define": message("rules.family.define"),
    "stream": message("rules.family.stream"),
    "constant": message("rules.family.constant"),
    "param": message("rules.family.param"),
    "table": message("rules.family.table"),
    "statistic": message("rules.family.statistic"),
}
"""The families of declarations that can be replaced, as messages name them."""


def merge(declarations: Iterable[s.Declaration]) -> tuple[list[s.Declaration], list[Diagnostic]]:
    """The declarations in force: those replaced give up their place, those dropped go."""
    kept: list[s.Declaration] = []
    errors: list[Diagnostic] = []
    for node in declarations:
        match node:
            case s.Replace():
                errors += _replace(kept, node)
            case s.Ledger(also=True):
                errors += _add(kept, node)
            case s.Drop():
                errors += _drop(kept, node)
            case s.NotApplicable():
                errors += _does_without(kept, node)
            case _:
                kept.append(node)
    return kept, errors


def _replace(kept: list[s.Declaration], node: s.Replace) -> list[Diagnostic]:
    family, name = family_and_name(node.declaration)
    for place, old in enumerate(kept):
        if _is_called(old, family, name.text):
            if old.span.source == node.span.source:
                return [_of_this_file(old, name)]
            kept[place] = node.declaration
            if isinstance(node.declaration, s.Rule):
                _show_former(kept, name.text)
            elif not isinstance(node.declaration, s.Statistic):
                _leave_to_parent(kept, node.span.source)
            return []
    what = message("E204.replace", family=FAMILIES[family], name=name.text)
    missing = _missing(kept, family, name, what)
    if all(getattr(getattr(old, "name", None), "text", "") != name.text for old in kept):
        kept.append(node.declaration)  # what names it is not told as well
    return [missing]


def _add(kept: list[s.Declaration], node: s.Ledger) -> list[Diagnostic]:
    """A ledger that adds to an inherited one takes its place."""
    for place, old in enumerate(kept):
        if isinstance(old, s.Ledger) and old.name.text == node.name.text:
            kept[place] = node.with_former(old)
            return []
    what = message("E204.replace", family=FAMILIES["record"], name=node.name.text)
    kept.append(node)
    return [_missing(kept, "record", node.name, what)]


def _drop(kept: list[s.Declaration], node: s.Drop) -> list[Diagnostic]:
    name = node.label.text
    gone = [old for old in kept if _is_called(old, node.kind, name)]
    for old in gone:
        if old.span.source == node.span.source:
            return [_of_this_file(old, node.label)]
    what = message("E204.drop", family=FAMILIES[node.kind], name=name)
    errors = [] if gone else [_missing(kept, node.kind, node.label, what)]
    if node.kind == "rule":
        gone += (old for old in kept if isinstance(old, s.Example) and old.rule.text == name)
    without = set(map(id, gone))
    kept[:] = [old for old in kept if id(old) not in without]
    if node.kind == "record":
        _leave_to_parent(kept, node.span.source)
    return errors


def _does_without(kept: list[s.Declaration], node: s.NotApplicable) -> list[Diagnostic]:
    """A provision of a parent that does not apply here stays, with the reason."""
    name, known = node.label.text, list[str]()
    for place, old in enumerate(kept):
        if isinstance(old, s.Provision):
            if old.label.text == name and old.span.source != node.span.source:
                kept[place] = replace(old, not_applicable=node.words)
                return []
            if old.label.text == name:
                what = message("E204.own", name=name)
                beside = ((message("E202.first"), old.label.span),)
                return [Diagnostic(what, node.label.span, message("E204.not_auditable"), beside)]
            known.append(old.label.text)
    return [remark("E204.not_applicable", node.label.span, suggestion(name, known), provision=name)]


def _of_this_file(old: s.Declaration, name: s.Name | s.Label) -> Diagnostic:
    """A declaration of this very file needs no other in its place."""
    beside = ((message("E202.first"), family_and_name(old)[1].span),)
    return remark("E204.own", name.span, "E204.change_it", *beside, name=name.text)


def _is_called(node: s.Declaration, family: str, name: str) -> bool:
    own_family, own_name = family_and_name(node)
    return (own_family, own_name.text) == (family, name)


def _show_former(kept: list[s.Declaration], rule: str) -> None:
    """The examples of an inherited rule show nothing of the rule that takes its place."""
    for place, old in enumerate(kept):
        if isinstance(old, s.Example) and old.rule.text == rule:
            kept[place] = replace(old, of_former=True)


def _leave_to_parent(kept: list[s.Declaration], source: Source) -> None:
    """The inherited examples hold for the words of the ruleset in which they stand: those above
    the head of the last.
    """
    head = max((at for at, own in enumerate(kept) if isinstance(own, s.Ruleset)), default=0)
    for place, old in enumerate(kept[:head]):
        if isinstance(old, s.Example) and old.span.source != source:
            kept[place] = replace(old, of_parent=True)


def _missing(
    kept: list[s.Declaration], family: str, name: s.Name | s.Label, what: Message
) -> Diagnostic:
    named = map(family_and_name, kept)
    known = [other.text for other_family, other in named if other_family == family]
    return Diagnostic(what, name.span, suggestion(name.text, known))


def family_and_name(node: s.Declaration) -> tuple[str, s.Name | s.Label]:
    """The family and the name of a declaration that can be replaced or dropped."""
    # As its rule of the grammar is called; a ledger is a record, and all forms of `define` are one.
    forms = {s.Ledger: "record", s.Subject: "define", s.RuleGroup: "define"}
    family = forms.get(type(node), type(node).__name__.lower())
    if family not in FAMILIES:
        return "", s.Label(node.span, "")
    named: Any = node
    labelled = isinstance(node, s.Rule | s.RuleGroup | s.Statistic)
    return family, named.label if labelled else named.name
