"""One value for whatever is wrong somewhere in a file: a diagnostic, an example, a finding.

Texts may come from a log that a stranger wrote: each writer escapes what its format gives a
meaning, and none writes a sign that cannot be seen.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field
from hashlib import sha256
from itertools import groupby
from json import dumps
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote
from xml.etree import ElementTree as ET

from auditor.report.typography import visible
from auditor.source import Frozen

Level = Literal["error", "warning", "note"]
Standing = Literal["new", "unchanged"]
"""Against a baseline."""


class IssuePlace(Frozen):
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


class Issue(Frozen):
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


class IssueKind(Frozen):
    """A code that issues may have: a check of rule files, or a rule of a ruleset."""

    code: str
    says: str
    help: str = ""
    properties: Mapping[str, object] = field(default_factory=dict)


class Artifact(Frozen):
    """A file that was looked at."""

    file: str
    sha256: str | None = None
    properties: Mapping[str, object] = field(default_factory=dict)


class IssueList(Frozen):
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


# ---- as code hosts, editors and build servers read them ----------------------------------------


_COMMANDS: dict[Level, str] = {"error": "error", "warning": "warning", "note": "notice"}
_SEVERITIES: dict[Level, str] = {"error": "major", "warning": "minor", "note": "info"}
_CHECKSTYLE: dict[Level, str] = {"error": "error", "warning": "warning", "note": "info"}


def github(listing: IssueList) -> str:
    """Workflow commands: GitHub shows each beside its line in a pull request."""
    return "".join(map(_command, listing.issues))


def _command(issue: Issue) -> str:
    place = issue.place
    told: dict[str, object] = {}
    if place is not None:
        told = {"file": place.file, "line": place.line, "col": place.column}
        if place.end_line == place.line:  # GitHub takes columns of one line alone
            told |= {"endLine": place.end_line}
            if place.end_column is not None:
                told |= {"endColumn": max(place.end_column - 1, place.column or 1)}
    told["title"] = issue.code
    fields = ",".join(
        f"{name}={_in_command(str(value), inner=True)}"
        for name, value in told.items()
        if value is not None
    )
    return f"::{_COMMANDS[issue.level]} {fields}::{_in_command(issue.text)}\n"


def _in_command(text: str, *, inner: bool = False) -> str:
    """The text as a workflow command quotes it: a line break would begin another command."""
    said = "\n".join(map(visible, text.split("\n"))).replace("%", "%25").replace("\n", "%0A")
    return said.replace(":", "%3A").replace(",", "%2C") if inner else said


def gitlab(listing: IssueList) -> str:
    """A code quality report, which GitLab shows in a merge request."""
    told = [
        {
            "description": visible(issue.text),
            "check_name": issue.code,
            "fingerprint": issue.known_as,
            "severity": _SEVERITIES[issue.level],
            "location": {
                "path": visible(issue.place.file) if issue.place else ".",
                "lines": {"begin": (issue.place and issue.place.line) or 1},
            },
        }
        for issue in listing.issues
    ]
    return dumps(told, ensure_ascii=False, indent=2) + "\n"


def checkstyle(listing: IssueList) -> str:
    """XML as Checkstyle writes it, which most build servers read."""
    root = ET.Element("checkstyle", version="4.3")
    for name, issues in groupby(listing.issues, lambda own: own.place.file if own.place else ""):
        file = ET.SubElement(root, "file", name=visible(name))
        for issue in issues:
            line, column = (issue.place.line, issue.place.column) if issue.place else (None, None)
            own = ET.SubElement(file, "error", line=str(line or 1))
            if column is not None:
                own.set("column", str(column))
            own.set("severity", _CHECKSTYLE[issue.level])
            own.set("message", visible(issue.text))
            own.set("source", f"auditor.{visible(issue.code)}")
    return xml(root)


def xml(root: ET.Element) -> str:
    """The document, indented, with the declaration that its readers expect."""
    ET.indent(root)
    body = ET.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{body}\n'


SCHEMA = (
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
)
MOST_RELATED = 100
"""Places of one issue beside its own: GitHub keeps no more."""
_LINK, _PLACEHOLDER = re.compile(r"\]\("), re.compile(r"\{(\d+)\}")


def sarif(listing: IssueList) -> str:
    """The log file of one run."""
    numbers = {kind.code: number for number, kind in enumerate(listing.kinds)}
    driver: dict[str, Any] = {
        "name": "auditor",
        "version": listing.version,
        "language": listing.language,
        "rules": [_rule(kind) for kind in listing.kinds],
    }
    invocation: dict[str, Any] = {"executionSuccessful": True}
    if listing.notes:
        invocation["toolExecutionNotifications"] = [_note(note) for note in listing.notes]
    run: dict[str, Any] = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "artifacts": [_artifact(own) for own in listing.artifacts],
        "results": [_result(issue, numbers[issue.code]) for issue in listing.issues],
        "columnKind": "unicodeCodePoints",
    }
    log = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}
    return dumps(log, ensure_ascii=False, indent=2) + "\n"


def _rule(kind: IssueKind) -> dict[str, Any]:
    own: dict[str, Any] = {"id": kind.code, "shortDescription": _text(kind.says)}
    if kind.help:
        own["help"] = _text(kind.help)
    return own | _properties(kind)


def _result(issue: Issue, number: int) -> dict[str, Any]:
    own: dict[str, Any] = {
        "ruleId": issue.code,
        "ruleIndex": number,
        "level": issue.level,
        "message": _text(issue.text),
        "partialFingerprints": {"auditor/v1": issue.known_as},
    }
    if issue.place is not None:
        own["locations"] = [_location(issue.place)]
    if issue.related:
        own["relatedLocations"] = [
            {"id": number} | _location(place) | {"message": _text(says)}
            for number, (says, place) in enumerate(issue.related[:MOST_RELATED], 1)
        ]
    if issue.standing is not None:
        own["baselineState"] = issue.standing
    if issue.justification is not None:
        accepted = {"kind": "external", "status": "accepted"}
        own["suppressions"] = [accepted | {"justification": visible(issue.justification)}]
    return own | _properties(issue)


def _note(note: Issue) -> dict[str, Any]:
    own: dict[str, Any] = {"level": note.level, "message": _text(note.text)}
    own["descriptor"] = {"id": note.code}
    if note.place is not None:
        own["locations"] = [_location(note.place)]
    return own


def _artifact(artifact: Artifact) -> dict[str, Any]:
    own: dict[str, Any] = {"location": {"uri": uri(artifact.file)}}
    if artifact.sha256 is not None:
        own["hashes"] = {"sha-256": artifact.sha256}
    return own | _properties(artifact)


def _location(place: IssuePlace) -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri(place.file)}}
    edges = {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }
    if place.line is not None:
        physical["region"] = {name: edge for name, edge in edges.items() if edge is not None}
    own: dict[str, Any] = {"physicalLocation": physical}
    if place.parts:
        kind, name = place.parts[-1]
        within = "/".join(visible(part) for _, part in place.parts)
        own["logicalLocations"] = [
            {"name": visible(name), "fullyQualifiedName": within, "kind": kind}
        ]
    return own


def _properties(own: IssueKind | Issue | Artifact) -> dict[str, Any]:
    return {"properties": _seen(own.properties)} if own.properties else {}


def _seen(value: object) -> Any:
    """The value with each text in it made visible."""
    match value:
        case str():
            return visible(value)
        case Mapping():
            return {visible(str(name)): _seen(own) for name, own in value.items()}
        case list() | tuple():
            return [_seen(own) for own in value]
        case _:
            return value


def _text(text: str) -> dict[str, str]:
    """A message: `[a](b)` would be shown as a link, and `{0}` filled in."""
    lines = "\n".join(map(visible, text.split("\n")))
    return {"text": _PLACEHOLDER.sub(r"{{\1}}", _LINK.sub("] (", lines))}


def uri(file: str) -> str:
    """A path as a reference: relative where the path is."""
    path = quote(file.encode(errors="backslashreplace"), safe="/")
    return f"file://{path}" if path.startswith("/") else path


Outcome = Literal["passed", "failure", "skipped", "error"]


class JunitTest(Frozen):
    """One test: `says` is a line on why it did not pass, `more` all there is to be told of it."""

    within: str
    name: str
    outcome: Outcome = "passed"
    says: str = ""
    more: str = ""
    file: str = ""
    line: int | None = None


class Suite(Frozen):
    """The cases of one ruleset, and what is to be known of the run."""

    name: str
    cases: tuple[JunitTest, ...]
    properties: tuple[tuple[str, str], ...] = ()


def junit(suites: Iterable[Suite]) -> str:
    """The document of all suites, with their counts."""
    told = tuple(suites)
    root = ET.Element("testsuites", name="auditor")
    _count(root, [case for suite in told for case in suite.cases])
    for suite in told:
        own = ET.SubElement(root, "testsuite", name=visible(suite.name))
        _count(own, suite.cases)
        if suite.properties:
            listed = ET.SubElement(own, "properties")
            for name, value in suite.properties:
                ET.SubElement(listed, "property", name=visible(name), value=visible(value))
        for case in suite.cases:
            _case(own, case)
    return xml(root)


def _count(element: ET.Element, cases: Iterable[JunitTest]) -> None:
    outcomes = [case.outcome for case in cases]
    element.set("tests", str(len(outcomes)))
    counted: dict[str, Outcome] = {"failures": "failure", "errors": "error", "skipped": "skipped"}
    for attribute, outcome in counted.items():
        element.set(attribute, str(outcomes.count(outcome)))


def _case(suite: ET.Element, case: JunitTest) -> None:
    own = ET.SubElement(suite, "testcase", classname=visible(case.within), name=visible(case.name))
    if case.file:
        own.set("file", visible(case.file))
    if case.line is not None:
        own.set("line", str(case.line))
    if case.outcome == "passed":
        return
    why = ET.SubElement(own, case.outcome, message=visible(case.says))
    if case.outcome != "skipped":
        why.set("type", case.outcome)
    why.text = "\n".join(map(visible, case.more.split("\n"))) or None
