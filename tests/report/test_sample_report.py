"""The report that is shown is what the program writes."""

from auditor.report.render.json import read_json
from tests.report.sample_report import SAMPLE, sample_audit


def test_the_sample_report_holds_todays_findings() -> None:
    shown = read_json((SAMPLE / "findings.json").read_bytes())
    today = sample_audit().report
    assert shown.findings == today.findings
    assert shown.inputs == today.inputs


def test_the_sample_report_is_a_pdf() -> None:
    assert (SAMPLE / "report.pdf").read_bytes().startswith(b"%PDF")


def test_the_logs_are_blamed_for_no_check_that_waits_for_a_finding() -> None:
    report = sample_audit().report
    provisions = {own.id: own for own in report.provisions}
    left = report.fitness.unverifiable
    assert any(own.others for own in left)
    for own in left:
        provision = provisions[own.provision]
        assert own.not_verifiable <= provision.unknown
        assert own.not_verifiable + own.others == provision.not_verifiable
