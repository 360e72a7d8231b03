"""From the name or path of a ruleset to all the declarations that make it up."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from pathlib import Path

from auditor.diagnostic import Diagnostic, nearest
from auditor.language import syntax as s
from auditor.language.parse import parse
from auditor.source import Source, Span

SUFFIX = ".rules"
_MOST_FILES = 200


@dataclass(slots=True)
class Loaded:
    """The declarations of one ruleset, those it inherits and uses first; and what went wrong."""

    name: str
    declarations: list[s.Declaration] = field(default_factory=list)
    inherited: int = 0  # so many of the declarations come from vocabularies and parents
    files: list[Source] = field(default_factory=list)
    errors: list[Diagnostic] = field(default_factory=list)
    partial: bool = False  # a vocabulary or a parent is missing: much would seem unknown

    @property
    def sha256(self) -> str:
        """Of all the files that take part, by name and text; the order of reading is fixed."""
        digest = hashlib.sha256()
        for source in self.files:
            digest.update(Path(source.name).name.encode() + b"\0" + source.text.encode() + b"\0")
        return digest.hexdigest()


class NotFoundError(Exception):
    """No ruleset of that name, or at that path; the message says what there is."""


def shipped() -> Path:
    """The folder of the rulesets that come with the program: in a checkout, or installed."""
    package = Path(__file__).resolve().parent.parent
    beside = package.parent / "rulesets"
    return beside if beside.is_dir() else package / "rulesets"


def available(folder: Path | None = None) -> dict[str, Path]:
    """The rulesets in a folder, by name: a folder of rule files, or one file."""
    root = folder or shipped()
    if not root.is_dir():
        return {}
    found = {path.stem: path for path in sorted(root.glob(f"*{SUFFIX}"))}
    folders = (path for path in sorted(root.iterdir()) if path.is_dir())
    found |= {path.name: path for path in folders if any(path.glob(f"*{SUFFIX}"))}
    found.pop("vocabulary", None)
    return found


def locate(ruleset: str) -> Path:
    """Where a ruleset given by name or by path is.  Raises NotFoundError."""
    path = Path(ruleset)
    if path.exists():
        if path.is_dir() and not any(path.glob(f"*{SUFFIX}")):
            raise NotFoundError(f"`{ruleset}` holds no rule file (*{SUFFIX})")
        return path
    known = available()
    if ruleset in known:
        return known[ruleset]
    hint = nearest(ruleset, known)
    raise NotFoundError(
        f"there is no ruleset `{ruleset}`: {hint + ' ' if hint else ''}"
        f"give the path of a rule file, or one of: {', '.join(known) or 'none is installed'}"
    )


def load(path: Path) -> Loaded:
    """Read a ruleset with its vocabularies and parents; broken declarations are left out."""
    return _Loader().ruleset(path, Loaded(path.stem if path.is_file() else path.name))


class _Loader:
    def __init__(self) -> None:
        self._read: set[Path] = set()

    def ruleset(self, path: Path, into: Loaded) -> Loaded:
        """Read the files at the path; what they use and extend comes before them."""
        own: list[s.Declaration] = []
        for file in _files(path):
            own += self._file(file, into)
        before = Loaded(into.name, partial=any(map(_calls, own)))
        for node in own:
            if isinstance(node, s.Use):
                for label in node.labels:
                    self._named(label, path, "vocabulary", before)
            elif isinstance(node, s.Ruleset):
                into.name = node.label.text
                if node.extends is not None:
                    self._named(node.extends, path, "ruleset", before)
        into.partial |= before.partial
        into.inherited = len(before.declarations)
        into.declarations[:0] = before.declarations
        into.declarations += own
        into.files += before.files
        into.errors += before.errors
        return into

    def _file(self, file: Path, into: Loaded) -> list[s.Declaration]:
        resolved = file.resolve()
        if resolved in self._read or len(self._read) >= _MOST_FILES:
            return []
        self._read.add(resolved)
        try:
            text = file.read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            source = Source(_shown(file), "")
            why = "is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else "is unreadable"
            span = Span(source, 1, 1, 1, 1)
            into.errors.append(Diagnostic("E105", f"the file {why}", span))
            into.partial = True
            return []
        source = Source(_shown(file), text)
        into.files.append(source)
        declarations, errors = parse(source)
        into.errors += errors
        return list(declarations)

    def _named(self, label: s.Label, path: Path, family: str, into: Loaded) -> None:
        found = _find(label.text, path, family)
        if found is None:
            known = [*available(), *(p.stem for p in (shipped() / "vocabulary").glob("*.rules"))]
            into.errors.append(
                Diagnostic("E203", f"there is no {family} `{label.text}`", label.span,
                           nearest(label.text, known))
            )  # fmt: skip
            into.partial = True
            return
        part = self.ruleset(found, Loaded(label.text))
        into.declarations += part.declarations
        into.files += part.files
        into.errors += part.errors
        into.partial |= part.partial


def _calls(node: s.Declaration) -> bool:
    """Whether it cannot be read which vocabulary or parent a declaration calls in."""
    if not isinstance(node, s.Broken):
        return False
    return node.keyword == "use" or (node.keyword == "ruleset" and "extends" in node.names)


def _files(path: Path) -> list[Path]:
    if path.is_file():
        return [path]
    # The file named like its folder opens the ruleset; the others follow by name.
    return sorted(path.glob(f"*{SUFFIX}"), key=lambda f: (f.stem != path.name, f.name))


def _find(name: str, asking: Path, family: str) -> Path | None:
    """Beside the file that asks, in the folders above it, then among those shipped."""
    roots = [*asking.resolve().parents, shipped()]
    if asking.is_dir():
        roots.insert(0, asking.resolve())
    for root in roots:
        places = [root / f"{name}{SUFFIX}", root / name]
        if family == "vocabulary":
            places = [root / "vocabulary" / f"{name}{SUFFIX}", root / f"{name}{SUFFIX}"]
        for place in places:
            same = place.resolve() == asking.resolve()
            if not same and (place.is_file() or (place.is_dir() and any(place.glob("*.rules")))):
                return place
    return None


def _shown(file: Path) -> str:
    """How messages call a file: as given, or from the rulesets' folder on."""
    root = shipped()
    if file.is_absolute() and file.is_relative_to(root):
        return (Path("rulesets") / file.relative_to(root)).as_posix()
    return file.as_posix()
