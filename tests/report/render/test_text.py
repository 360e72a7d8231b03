import re

from auditor.report.model import Fitness, Payments, PaymentsOf, Report, Unscoped
from auditor.report.render.text import text
from tests.report.evening import evening


def plain(report: Report, **values: int | None) -> str:
    return text(report, "en", **values).replace("\u00a0", " ")  # type: ignore[arg-type]


def test_a_finding_is_a_line_with_its_number_severity_provision_row_and_id() -> None:
    report = evening(2)
    said = text(report, "fr").replace("\u00a0", " ")
    [line] = [line for line in said.splitlines() if "4 cartes brûlées avant la première" in line]
    finding = next(own for own in report.findings if "4 cartes" in own.message.fr)
    assert line.startswith(f"  1  Majeur    55-19.6  {finding.message.fr}"[:40])
    assert line.endswith(f"  soirée_2026-01-09.csv:17  {finding.id}")
    assert "48\u202f311 lignes lues, 48\u202f304 évaluées, 7 mises à part" in said
    assert "soirée_2026-01-09.csv:9  amount=`12..5`" in said


def test_the_file_gives_the_subject_and_the_values_too() -> None:
    said = text(evening(2), "fr", findings=None).replace("\u00a0", " ")
    assert "    Attendu 125,00 · Relevé 137,50 · bataille/tie-bet-pays-ten" in said
    assert "Attendu" not in text(evening(2), "fr")


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


def test_what_could_not_be_verified_is_said_once_for_each_reason() -> None:
    said = plain(evening(0))
    assert "\n86 × the log records no `chief_arrive` or `chief_leave` event: 55-19.11, 40-1" in said
    assert "in what could be verified; not everything could be." in said


def test_colours_only_where_asked_for() -> None:
    assert "\x1b[" not in text(evening())
    assert "\x1b[1;31m" in text(evening(), colour=True)


def test_a_log_cannot_drive_the_terminal_nor_the_markup() -> None:
    report = evening(1)
    name = report.findings[0].subject.model_copy(update={"player": "\x1b]0;x\x07[red]a\nb"})
    hostile = report.findings[0].model_copy(update={"subject": name})
    for colour in (False, True):
        own = report.model_copy(update={"findings": (hostile,)})
        said = text(own, colour=colour, findings=None)
        assert "\x1b]" not in said
        assert "[U+001B]]0;x[U+0007][red]a↵b" in said


def test_lines_are_whole() -> None:
    assert any(len(line) > 150 for line in text(evening()).splitlines())
    assert any(len(line) > 150 for line in text(evening(), colour=True).splitlines())


def test_no_departure_is_not_said_alone_where_payments_were_not_checked() -> None:
    paid = Payments(
        count=4,
        checked=1,
        amount="1234.50",
        amount_checked="10",
        by_event=(
            PaymentsOf(event="pay", count=4, checked=1, amount="1234.50", amount_checked="10"),
        ),
    )
    report = evening(0).model_copy(update={"payments": paid})
    said = plain(report)
    assert (
        "in what could be verified; what could not, among other things: payment 3 of 4 "
        "(checked: €10 of €1,234.50)."
    ) in said
    assert "Checked: payment 1 of 4, €10 of €1,234.50." in said
    assert "Checked: " not in plain(evening(0))


def test_what_a_log_lacks_is_said_before_the_findings_and_else_a_line() -> None:
    unscoped = Fitness(unscoped=(Unscoped(column="coup", scopes=("coup",)),))
    lacking = plain(evening(2).model_copy(update={"fitness": unscoped}))
    assert lacking.startswith("Table log audit report")
    heading = "\nFitness of the logs\nColumns that are needed  1 column is missing"
    before, after = lacking.split(heading)
    assert "55-19.6" not in before
    assert "55-19.6" in after
    assert "\nFitness of the logs: " in plain(evening(2))
