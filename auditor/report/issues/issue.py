"""One value for whatever is wrong somewhere in a file: a diagnostic, an example, a finding.

Texts may come from a log that a stranger wrote: each writer escapes what its format gives a
meaning, and none writes a sign that cannot be seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Literal

Level = Literal["error", "warning", "note"]
Standing = Literal["new", "unchanged"]
"""Against a baseline."""


@dataclass(frozen=True, slots=True)
class IssuePlace:
    """A stretch of a file; lines and columns count from 1, and the last column is left out.

    Without a line it is the file: a workbook has none.  `parts` name what lies within it
    instead, the outer first: `("sheet", "Table 2"), ("row", "17")`.
    """

    file: str
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None
    parts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Issue:
    """A fault and its place.  `known_as` stays when lines are added above it."""

    code: str
    level: Level
    text: str
    place: IssuePlace | None
    known_as: str
    related: tuple[tuple[str, IssuePlace], ...] = ()
    properties: Mapping[str, object] = field(default_factory=dict)
    standing: Standing | None = None
    justification: str | None = None  # of an issue that is accepted


@dataclass(frozen=True, slots=True)
class IssueKind:
    """A code that issues may have: a check of rule files, or a rule of a ruleset."""

    code: str
    says: str
    help: str = ""
    properties: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Artifact:
    """A file that was looked at."""

    file: str
    sha256: str | None = None
    properties: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class IssueList:
    """All issues of one run, with their kinds; `notes` are about the run itself."""

    version: str
    language: Literal["fr", "en"]
    kinds: tuple[IssueKind, ...]
    issues: tuple[Issue, ...]
    artifacts: tuple[Artifact, ...] = ()
    notes: tuple[Issue, ...] = ()


def fingerprints(told: Iterable[tuple[str, ...]]) -> list[str]:
    """A fingerprint for each, of what is said and not where; equals differ by their order."""
    seen: dict[tuple[str, ...], int] = {}
    found = []
    for parts in told:
        seen[parts] = seen.get(parts, 0) + 1
        text = "\0".join((*parts, str(seen[parts])))
        found.append(sha256(text.encode(errors="backslashreplace")).hexdigest()[:32])
    return found


def relative(file: str) -> str:
    """The path as seen from the working folder, where it lies in it: a code host knows no other."""
    path = Path(file)
    if path.is_absolute() and path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return path.as_posix()
