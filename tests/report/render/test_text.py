import re

from auditor.report.model import Fitness, Report, Unscoped
from auditor.report.render.text import text
from tests.report.evening import changed, evening


def plain(report: Report, **values: int | None) -> str:
    return text(report, "en", **values).replace("\u00a0", " ")  # type: ignore[arg-type]


def severities(lines: list[str]) -> list[str]:
    """Those of the lines of findings, which begin with a number."""
    found = (re.match(r" +\d+  (Critical|Major|Minor) ", line) for line in lines)
    return [own[1] for own in found if own]


def test_severe_findings_come_first_and_the_rest_is_counted() -> None:
    said = plain(evening(100), findings=10, set_aside=3).splitlines()
    assert severities(said) == ["Critical"] * 10
    assert "… and 90 more findings, in findings.json" in said
    assert "… and 4 more rows, in findings.json" in said
    whole = plain(evening(100), findings=None).splitlines()
    assert severities(whole) == ["Critical"] * 20 + ["Major"] * 60 + ["Minor"] * 20
    assert not [line for line in whole if "more findings" in line]


def test_colours_only_where_asked_for() -> None:
    assert "\x1b[" not in text(evening())
    assert "\x1b[1;31m" in text(evening(), colour=True)


def test_a_log_cannot_drive_the_terminal_nor_the_markup() -> None:
    report = evening(1)
    name = changed(report.findings[0].subject, player="\x1b]0;x\x07[red]a\nb")
    hostile = changed(report.findings[0], subject=name)
    for colour in (False, True):
        own = changed(report, findings=(hostile,))
        said = text(own, colour=colour, findings=None)
        assert "\x1b]" not in said
        assert "[U+001B]]0;x[U+0007][red]a↵b" in said


def test_lines_are_whole() -> None:
    assert any(len(line) > 150 for line in text(evening()).splitlines())
    assert any(len(line) > 150 for line in text(evening(), colour=True).splitlines())


def test_what_a_log_lacks_is_said_before_the_findings_and_else_a_line() -> None:
    unscoped = Fitness(unscoped=(Unscoped(column="coup", scopes=("coup",)),))
    lacking = plain(changed(evening(2), fitness=unscoped))
    assert lacking.startswith("Table log audit report")
    heading = "\nFitness of the logs\nColumns that are needed  1 column is missing"
    before, after = lacking.split(heading)
    assert "55-19.6" not in before
    assert "55-19.6" in after
    assert "\nFitness of the logs: " in plain(evening(2))
