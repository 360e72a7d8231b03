"""An earlier report is followed up: what is known, what is new, and what became of the rest."""

import json
from pathlib import Path

import pytest

from auditor import audit_log, read_log, write_report
from auditor.report.model import Earlier, Report
from auditor.report.render.html import html_text
from auditor.report.render.text import text
from auditor.report.render.xlsx import xlsx_bytes
from auditor.request import Settings
from auditor.verify import verify
from tests.findings.test_accepted import (
    FIRST,
    LATER,
    NEW,
    RULES,
    SECOND,
    TODAY,
    audit,
    log,
)
from tests.report.render.test_xlsx import read, values


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "fair.rules"
    path.write_text(RULES, encoding="utf-8")
    return path


@pytest.fixture
def earlier(rules: Path) -> Path:
    """A report of two minima that are too low."""
    folder = rules.parent / "earlier"
    write_report(audit(rules, FIRST, SECOND), folder, ("json",))
    return folder / "findings.json"


def follow(rules: Path, earlier: Path, *rows: str) -> Report:
    return audit(rules, *rows, earlier=earlier).report


def test_each_finding_is_known_or_new_and_the_others_are_resolved(
    rules: Path,
    earlier: Path,
) -> None:
    report = follow(rules, earlier, NEW, FIRST)
    own = report.follow_up
    assert own is not None
    by_table = {str(found.time)[11:16]: found.earlier for found in report.findings}
    assert by_table == {"20:50": Earlier(number=None), "21:00": Earlier(number=1)}
    assert (own.known, own.new, own.elsewhere, own.same_logs) == (1, 1, 0, False)
    assert [(gone.number, gone.why) for gone in own.gone] == [(2, "answered")]
    assert all(found.is_new for found in report.findings)  # the exit status is the baseline's


def test_findings_of_other_days_are_only_counted(
    rules: Path,
    earlier: Path,
) -> None:
    own = follow(rules, earlier, LATER).follow_up
    assert own is not None
    assert (own.known, own.new, own.gone, own.elsewhere) == (0, 1, (), 2)


def test_findings_of_another_establishment_are_only_counted(rules: Path) -> None:
    """Of a report about one house, nobody may read that another's finding was resolved."""
    folder, south = rules.parent / "earlier", SECOND.replace("Nord", "Sud")
    write_report(audit(rules, FIRST, south), folder, ("json",))
    asked = {"earlier": folder / "findings.json", "casino": "Nord"}
    own = audit(rules, FIRST, south, **asked).report.follow_up
    assert own is not None
    assert (own.known, own.new, own.gone, own.elsewhere) == (1, 0, (), 1)


def test_of_the_same_logs_the_report_says_so(
    rules: Path,
    earlier: Path,
) -> None:
    report = follow(rules, earlier, FIRST, SECOND)
    assert report.follow_up is not None
    assert report.follow_up.same_logs
    assert "to the bit" in html_text(report, "en")
    assert "All findings of the earlier report are found again." in html_text(report, "en")


def test_every_form_tells_it_in_both_languages(
    rules: Path,
    earlier: Path,
) -> None:
    report = follow(rules, earlier, NEW, FIRST)
    english, french = (html_text(report, own) for own in ("en", "fr"))
    assert "resolved: 1; that cannot be said to be resolved: 0" in english
    assert "no. 1 of the earlier report" in english.replace("\u00a0", " ")
    assert "New since the earlier report" in english
    assert "Suites du rapport précédent" in french
    assert "New since the earlier report" in text(report, "en")
    sheet = values(read(xlsx_bytes(report, "en")), "Follow-up of the earlier report")
    assert [row[:2] + row[4:5] for row in sheet[1:]] == [
        (None, 1, "new"),
        (1, 2, "found again"),
        (2, None, "resolved"),
    ]
    assert json.loads(report.model_dump_json())["follow_up"]["gone"][0]["number"] == 2


def test_a_report_that_follows_up_is_verified_with_the_earlier_one(
    rules: Path,
    earlier: Path,
    tmp_path: Path,
) -> None:
    path = log(tmp_path, NEW, FIRST)
    own = audit_log(read_log(path), rules=rules, started=TODAY, earlier=earlier)
    write_report(own, tmp_path / "own", ("json",))
    again = verify(
        tmp_path / "own" / "findings.json", [path], Settings(rules=rules, earlier=earlier)
    )
    assert again.is_exact
