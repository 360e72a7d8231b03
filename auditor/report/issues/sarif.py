"""SARIF 2.1.0 (OASIS), which GitHub, GitLab, Azure and editors show beside the lines.

The same run gives the same bytes: no times, no identifiers made up.  A log may hold what looks like
a link or a placeholder to SARIF; both are taken apart.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from json import dumps
from typing import Any
from urllib.parse import quote

from auditor.report.issues.issue import Artifact, Issue, IssueKind, IssueList, IssuePlace
from auditor.report.typography import visible

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
