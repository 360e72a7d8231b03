"""Outputs read back as their readers do: the shape of SARIF 2.1.0, and texts unharmed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from defusedxml.ElementTree import fromstring

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
from tests.tables import table

LOG = json.loads(Path(__file__).with_name("sarif.json").read_text("utf-8"))
"""The parts of the standard that are written, and nothing else: a number is the least one, what has
a name with `?` may be left out, a word is a type, words with `|` are the values there are, and what
begins with `/` is a pattern.  A reference of RFC 3986 holds a colon only behind a scheme.
"""
TYPES = {"text": str, "boolean": bool, "object": dict}


def fits(value: Any, shape: Any) -> bool:
    """Whether a part of a file has its shape."""
    match shape:
        case dict():
            names = {name.rstrip("?"): own for name, own in shape.items()}
            needed = {name for name in shape if not name.endswith("?")}
            return (
                type(value) is dict
                and needed <= value.keys() <= names.keys()
                and all(fits(own, names[name]) for name, own in value.items())
            )
        case list():
            return type(value) is list and all(fits(own, shape[0]) for own in value)
        case int():
            return type(value) is int and value >= shape
        case str() if shape in TYPES:
            return type(value) is TYPES[shape]
        case _ if shape.startswith("/"):
            return re.fullmatch(shape[1:], value) is not None
        case _:
            return value in shape.removeprefix("is ").split("|")


def valid(text: str) -> bool:
    """Whether a SARIF file is one, and points at nothing but what it holds."""
    told = json.loads(text)
    if not fits(told, LOG):
        return False
    [run] = told["runs"]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    files = [own["location"]["uri"] for own in run["artifacts"]]
    pointed = [rules[own["ruleIndex"]] for own in run["results"]]
    named = [own["ruleId"] for own in run["results"]]
    return pointed == named and all(len(set(own)) == len(own) for own in (rules, files))


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
    assert valid(sarif_bytes(report).decode())


def test_what_the_standard_does_not_name_is_refused() -> None:
    told = sarif(listing("text", "a.rules"))
    for old, new in table(__file__, "What the standard does not name"):
        assert old in told
        assert not valid(told.replace(old, new))


@pytest.mark.parametrize("file", FILES)
@pytest.mark.parametrize("text", TEXTS)
def test_every_reader_gets_the_text_and_the_file(text: str, file: str) -> None:
    own = listing(text, file)
    seen = "\n".join(map(visible, text.split("\n")))
    assert valid(sarif(own))

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
