"""The search path of rule files: by name or path, with the files they use and extend.

Every question put to the disk is recorded with its answer.  A ruleset is made of nothing else: as
long as the disk gives the same answers, it is the same ruleset.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pathlib import Path

from auditor.guarded_file import WORDS_SIZE, NoFileError, read_file, refuse_no_file, why_not
from auditor.messages.message import CannotError, Message, before_more, message, suggestion
from auditor.source import Frozen

SUFFIX = ".rules"
EDGES = "edges"
"""The folder in that of a ruleset for the examples that a tool writes."""

Question = tuple[str, ...]
Answer = str | tuple[str, ...] | None
Answers = Mapping[Question, Answer]
"""The questions put to the disk, in order, and its answers."""


class NotFoundError(CannotError):
    """No ruleset of that name, or at that path; the message says what there is."""


def shipped() -> Path:
    """The folder of the rulesets that come with the program: in a checkout, or installed."""
    package = Path(__file__).resolve().parents[2]
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


def beside(rules: Path, name: str) -> Path:
    """Where a file of this name belongs to the rules at a path: in the folder of a ruleset; of a
    ruleset of one file, `five.rules`, next to it as `five.NAME`.
    """
    own = rules.name.removesuffix(SUFFIX)
    return rules / name if rules.is_dir() else rules.with_name(f"{own}.{name}")


def locate(ruleset: str | Path) -> Path:
    """Where a ruleset given by name or by path is.

    A shipped name means the shipped ruleset, whatever the working folder holds: `./NAME` and
    `NAME.rules` are paths.  Raises NotFoundError.
    """
    path, known = Path(ruleset), available()
    if ruleset in known:
        return known[str(ruleset)]
    if not str(ruleset).strip():
        raise NotFoundError(message("ruleset.no_name", known=listed(known)))
    is_other = path.is_dir() and not any(path.glob(f"*{SUFFIX}"))
    if not is_other and (path.exists() or path.is_symlink()):
        if not path.is_dir():
            _refuse(path)
        return path
    name = str(ruleset)
    if is_other:
        raise NotFoundError(message("ruleset.no_rule_file", name=name, suffix=SUFFIX))
    heads = {own: _head(file) for own, file in known.items()}
    asked = name.casefold().split()
    for own, head in heads.items():
        if any(title.casefold().split() == asked for title in head.titles):
            return known[own]
    hint = before_more(suggestion(name, known))
    raise NotFoundError(message("ruleset.unknown", name=name, hint=hint, known=listed(known)))


class _Head(Frozen):
    """The ruleset that another extends, and its titles, as its first lines say them."""

    extends: str = ""
    titles: tuple[str, ...] = ()


_EXTENDS = re.compile(r"^ruleset\s+\S+\s+extends\s+(\S+)", re.MULTILINE)
_TITLES = re.compile(r'^\s+title\s+fr\s+"([^"\n]*)"\s+en\s+"([^"\n]*)"', re.MULTILINE)


def _head(path: Path) -> _Head:
    try:
        text = read_file(_files(path)[0]).decode()
    except (NoFileError, UnicodeDecodeError, IndexError):
        return _Head()  # whoever loads it says what is wrong
    extends, titles = _EXTENDS.search(text), _TITLES.search(text)
    return _Head("" if extends is None else extends[1], () if titles is None else titles.groups())


_HOUSE = "casino"
"""The ruleset that those of a casino's games extend, directly or by way of another."""


def games(known: Mapping[str, Path]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The games of casinos, but for the rulesets that only these rest on; and all other games."""
    above = {name: _head(path).extends for name, path in known.items()}
    house = {name for name in above if name == _HOUSE or _HOUSE in _chain(name, above)}
    rested_on = set(above.values())
    of_casinos = tuple(name for name in above if name in house and name not in rested_on)
    return of_casinos, tuple(name for name in above if name not in house)


def listed(known: Mapping[str, Path]) -> Message | tuple[str | Message, ...]:
    """The rulesets to choose from: those of casinos by name, and how many others there are."""
    of_casinos, others = games(known)
    if of_casinos and others:
        return (*of_casinos, message("ruleset.parlour", count=len(others)))
    return of_casinos or tuple(known) or message("request.none_installed")


def _chain(name: str, above: Mapping[str, str]) -> list[str]:
    """The rulesets that one extends, the nearest first."""
    found: list[str] = []
    while (name := above.get(name, "")) and name not in found:
        found.append(name)
    return found


def _refuse(path: Path) -> None:
    try:
        refuse_no_file(path, WORDS_SIZE)
    except NoFileError as error:
        raise NotFoundError(message("refusal.file", file=str(path), says=error.says)) from None


class Disk:
    """The disk as a loader sees it; it records every question and its answer."""

    def __init__(self, unsaved: Mapping[Path, str] | None = None) -> None:
        """`unsaved` are texts that stand in for those of files, by where these really are."""
        self._answers: dict[Question, Answer] = {}
        self._unsaved = unsaved or {}

    @property
    def answers(self) -> Answers:
        return self._answers

    def files(self, path: Path | str) -> list[Path]:
        """The rule files of the ruleset at the path, the one that opens it first."""
        found = _files(Path(path))
        self._answers["files", str(path)] = tuple(map(str, found))
        return found

    def find(self, name: str, asking: Path | str, family: str) -> Path | None:
        """The vocabulary or ruleset that the one at a path calls by this name."""
        found = _find(name, Path(asking), family)
        self._answers["find", name, str(asking), family] = None if found is None else str(found)
        return found

    def names(self) -> tuple[str, ...]:
        """The rulesets that come with the program."""
        found = tuple(available())
        self._answers["names",] = found
        return found

    def has(self, file: Path | str) -> bool:
        """True where a file stands at the path."""
        found = os.path.lexists(file)  # whoever reads a pipe says that it is one
        self._answers["has", str(file)] = str(found)
        return found

    def place(self, file: Path | str) -> Path:
        """Where a file really is, links followed."""
        found = Path(os.path.realpath(file))  # `resolve` refuses a link that leads back to itself
        self._answers["place", str(file)] = str(found)
        return found

    def text(self, file: Path | str) -> str:
        """The text of a file, with Unix line ends where it has those of Windows.

        Raises NoFileError, UnicodeDecodeError.
        """
        question = ("text", str(file))
        self._answers[question] = None
        if self._unsaved and (text := self._unsaved.get(Path(os.path.realpath(file)))) is not None:
            return text.replace("\r\n", "\n")
        text, self._answers[question] = _text_of(read_file(Path(file)))
        return text

    def confirms(self, answers: Answers) -> bool:
        """True where each of the questions gets the same answer now."""
        return all(self._again(question) == answer for question, answer in answers.items())

    def _again(self, question: Question) -> Answer:
        asked, *about = question
        try:
            getattr(self, asked)(*about)
        except (OSError, UnicodeDecodeError):
            return None
        return self._answers.get(question)


@lru_cache(maxsize=256)  # a parent's files are read again for each ruleset that extends it
def _text_of(data: bytes) -> tuple[str, str]:
    """The text of a file, and the digest of its bytes."""
    return data.decode("utf-8-sig").replace("\r\n", "\n"), hashlib.sha256(data).hexdigest()


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]  # a pipe, or nothing: whoever reads it says so
    # The file named like its folder opens the ruleset; the others follow by name, edges last.
    found = (file for file in path.glob(f"*{SUFFIX}") if not file.is_dir())
    own = sorted(found, key=lambda f: (f.stem != path.name, f.name))
    edges = (file for file in path.glob(f"{EDGES}/*{SUFFIX}") if own and not file.is_dir())
    return [*own, *sorted(edges)]


def _find(name: str, asking: Path, family: str) -> Path | None:
    """Beside the file or folder that asks, then among those shipped, then in the folders above.

    Nothing farther away takes the place of what is shipped: anybody may write into a folder above.
    """
    own = Path(os.path.realpath(asking))
    near, *above = own.parents
    roots = [own, near] if own.is_dir() else [near]
    for root in (*roots, shipped(), *above):
        places = [root / f"{name}{SUFFIX}", root / name]
        if family == "vocabulary":
            places = [root / "vocabulary" / f"{name}{SUFFIX}", root / f"{name}{SUFFIX}"]
        for place in places:
            same = Path(os.path.realpath(place)) == own
            lost = place.is_symlink() and not place.exists()  # whoever reads it says so
            is_one = place.is_file() or lost or (place.is_dir() and any(place.glob("*.rules")))
            if not same and is_one:
                return _as_asked(place, asking)
    return None


def _as_asked(place: Path, asking: Path) -> Path:
    """A file beside rules as these were named: messages call a file by one name, however it is
    come to.
    """
    if asking.is_absolute() or place.is_relative_to(shipped()):
        return place
    return Path(os.path.relpath(place))


def callable_from(asking: Path, family: str) -> list[str]:
    """The names by which a file may call vocabularies, or rulesets: for proposals alone."""
    place = Path(os.path.realpath(asking))
    roots = [*((place,) if place.is_dir() else ()), *place.parents[:2], shipped()]
    if family == "vocabulary":
        found = [file.stem for own in roots for file in (own / "vocabulary").glob(f"*{SUFFIX}")]
    else:
        found = [name for own in roots for name in available(own) if name != asking.stem]
    return sorted({*found})


def shown(file: Path) -> str:
    """How messages call a file: as given, or from the rulesets' folder on."""
    root = shipped()
    if file.is_absolute() and file.is_relative_to(root):
        return (Path("rulesets") / file.relative_to(root)).as_posix()
    return file.as_posix()


_CALL = re.compile(r"\b(?:extends|use)\s")
_RULESET = re.compile(r"^ruleset\s", re.MULTILINE)


def rulesets_in(folder: Path) -> Iterator[Path]:
    """The rulesets and vocabularies in a folder and below it.

    A folder is one ruleset where its files declare one, else the place of several.  Raises
    NoFileError where a folder may not be looked into.
    """
    files = rule_files(folder)
    is_one = _is_one(files)
    yield from [folder] if is_one else files
    for inner in folders_in(folder):
        if not (is_one and inner.name == EDGES):
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
    folder = file.parent.parent if file.parent.name == EDGES else file.parent
    return folder if _is_one(rule_files(folder)) else file


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
