"""Outputs read back as their readers do: the shape that SARIF 2.1.0 asks for, and texts unharmed.

The models below are those parts of the standard that are written, with its bounds; whatever they
do not name is refused.
"""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, Literal

import pytest
from defusedxml.ElementTree import fromstring
from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

from auditor.report.issues.issue_formats import (
    Artifact,
    Issue,
    IssueKind,
    IssueList,
    IssuePlace,
    JunitTest,
    Suite,
    checkstyle,
    github,
    gitlab,
    junit,
    sarif,
)
from auditor.report.issues.of_report import sarif_bytes
from auditor.report.typography import visible
from tests.report.evening import evening
from tests.report.hostile import hostile


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, alias_generator=to_camel)


Number = Annotated[int, Field(ge=1)]
Index = Annotated[int, Field(ge=-1)]
# A reference of RFC 3986, whose first segment holds a colon only behind a scheme.
Uri = Annotated[str, Field(pattern=r"^(file:///)?([\w.~!$&'()*+;=@,/-]|%[0-9A-F]{2})*$")]
Level = Literal["none", "note", "warning", "error"]


class Message(_Strict):
    text: str


class Region(_Strict):
    start_line: Number
    start_column: Number = 1
    end_line: Number = 1
    end_column: Number = 1


class ArtifactLocation(_Strict):
    uri: Uri


class PhysicalLocation(_Strict):
    artifact_location: ArtifactLocation
    region: Region | None = None


class LogicalLocation(_Strict):
    name: str
    fully_qualified_name: str
    kind: str


class Location(_Strict):
    physical_location: PhysicalLocation
    id: Index = -1
    message: Message | None = None
    logical_locations: list[LogicalLocation] = []


class Suppression(_Strict):
    kind: Literal["inSource", "external"]
    status: Literal["accepted", "underReview", "rejected"]
    justification: str


class Result(_Strict):
    rule_id: str
    rule_index: Index
    level: Level
    message: Message
    partial_fingerprints: dict[str, str]
    locations: list[Location] = []
    related_locations: list[Location] = []
    baseline_state: Literal["new", "unchanged", "updated", "absent"] = "new"
    suppressions: list[Suppression] = []
    properties: dict[str, Any] = {}


class Rule(_Strict):
    id: str
    short_description: Message
    help: Message | None = None
    properties: dict[str, Any] = {}


class Driver(_Strict):
    name: str
    version: str
    language: Annotated[str, Field(pattern=r"^[a-z]{2}$")]
    rules: list[Rule]


class Tool(_Strict):
    driver: Driver


class Descriptor(_Strict):
    id: str


class Note(_Strict):
    message: Message
    level: Level
    descriptor: Descriptor
    locations: list[Location] = []


class Invocation(_Strict):
    execution_successful: bool
    tool_execution_notifications: list[Note] = []


class File(_Strict):
    location: ArtifactLocation
    hashes: dict[str, str] = {}
    properties: dict[str, Any] = {}


class Run(_Strict):
    tool: Tool
    invocations: list[Invocation]
    artifacts: list[File]
    results: list[Result]
    column_kind: Literal["utf16CodeUnits", "unicodeCodePoints"]


class Log(_Strict):
    schema_uri: str = Field(alias="$schema")
    version: Literal["2.1.0"]
    runs: list[Run]


def valid(text: str) -> None:
    """Refuses a SARIF file that is none, or that points at what it does not hold."""
    told = json.loads(text)
    Log.model_validate(told)
    [run] = told["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    assert len(set(rules)) == len(rules)
    assert [rules[own["ruleIndex"]] for own in run["results"]] == [
        own["ruleId"] for own in run["results"]
    ]
    files = [own["location"]["uri"] for own in run["artifacts"]]
    assert len(set(files)) == len(files)


NASTY = "a &<>\"'%0A::,]]> \n ::error::b 100% 🂡 \r \x1b[2J \x00 "
TEXTS = [NASTY, NASTY * 150, "", "plain"]
FILES = ["rules/a b.rules", "a:1:2,%0A b.rules", "/tmp/é🂡%.rules", "]]>&.rules", "a\nb.rules"]


def listing(text: str, file: str) -> IssueList:
    place = IssuePlace(file, 3, 5, 3, 9)
    issue = Issue("c", "error", text, place, "f", ((text, place),), {"found": text}, "new", text)
    return IssueList(
        "1", "en", (IssueKind("c", text, text),), (issue,), (Artifact(file),), (issue,)
    )


@pytest.mark.parametrize("report", [evening(30), hostile(evening(30))])
def test_sarif_of_an_audit_has_the_shape_of_the_standard(report: Any) -> None:
    valid(sarif_bytes(report).decode())


def test_what_the_standard_does_not_name_is_refused() -> None:
    told = sarif(listing("text", "a.rules"))
    for old, new in (
        ('"startLine": 3', '"startLine": 0'),
        ('"level": "error"', '"level": "grave"'),
        ('"ruleIndex": 0', '"ruleIndex": "0"'),
        ('"uri": "a.rules"', '"uri": "a b.rules"'),
        ('"kind": "external"', '"kinds": "external"'),
    ):
        assert old in told
        with pytest.raises(ValueError, match="validation error"):
            valid(told.replace(old, new))


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("text", TEXTS)
def test_every_reader_gets_the_text_and_the_file(text: str, file: str) -> None:
    own = listing(text, file)
    seen = "\n".join(map(visible, text.split("\n")))
    valid(sarif(own))

    command = github(own)
    assert command.count("\n") == 1
    fields, said = re.fullmatch(r"::error ([^:]*)::(.*)\n", command).groups()  # type: ignore[union-attr]
    told = dict(field.split("=", 1) for field in fields.split(","))
    assert unescaped(told["file"]) == "\n".join(map(visible, file.split("\n")))
    assert unescaped(said) == seen

    [issue] = json.loads(gitlab(own))
    assert issue["description"] == visible(text)
    assert issue["severity"] in {"info", "minor", "major", "critical", "blocker"}
    assert issue["location"] == {"path": visible(file), "lines": {"begin": 3}}

    [[error]] = fromstring(checkstyle(own))
    assert error.get("message") == visible(text)
    case = JunitTest("g.r", text, "failure", text, text, file, 3)
    [test] = fromstring(junit([Suite("g", (case,), ((text, text),))])).iter("testcase")
    assert test.get("name") == visible(text)
    assert (test[0].text or "") == seen


def unescaped(text: str) -> str:
    """As GitHub's runner reads a value."""
    for code, sign in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
        text = text.replace(code, sign)
    return text
