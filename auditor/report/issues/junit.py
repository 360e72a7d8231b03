"""JUnit XML: each example, or each rule of an audit, is a test case.

There is no standard: these are the elements and attributes that Jenkins, GitLab, GitHub's actions
and Azure all read.  No times, so that the same run gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal
from xml.etree import ElementTree as ET

from auditor.report.issues.annotations import xml
from auditor.report.typography import visible

Outcome = Literal["passed", "failure", "skipped", "error"]


@dataclass(frozen=True, slots=True)
class JunitTest:
    """One test: `says` is a line on why it did not pass, `more` all there is to be told of it."""

    within: str
    name: str
    outcome: Outcome = "passed"
    says: str = ""
    more: str = ""
    file: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Suite:
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
