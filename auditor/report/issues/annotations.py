"""Short forms for code hosts: workflow commands of GitHub, code quality of GitLab, Checkstyle."""

from __future__ import annotations

from itertools import groupby
from json import dumps
from xml.etree import ElementTree as ET

from auditor.report.issues.issue import Issue, IssueList, Level
from auditor.report.typography import visible

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
