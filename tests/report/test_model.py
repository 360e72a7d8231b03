import json
import subprocess
import sys
from hashlib import sha256
from typing import Any

import pytest
from pydantic import ValidationError

from auditor.report.model import (
    Finding,
    Input,
    Report,
    ReportModel,
    SetAside,
    Summary,
    report_schema,
)
from auditor.report.render import json as json_module
from auditor.report.render.json import json_bytes, json_sha256, read_json, report_id
from auditor.report.render.pdf import attachments
from tests.report.evening import changed, evening
from tests.tables import table

CONTRACT = table(__file__, "Names that readers rely on")
"""The names that readers of findings.json rely on; more may be added, none renamed."""


def as_json(report: Report, **values: object) -> dict[str, Any]:
    return {**report.model_dump(mode="json"), **values}


@pytest.mark.parametrize(("place", "names"), CONTRACT)
def test_every_published_name_is_written(place: str, names: str) -> None:
    content = json.loads(json_bytes(evening()))
    part = content[place] if place else content
    assert {*names.split()} <= (part[0] if isinstance(part, list) else part).keys()


def test_a_finding_names_its_subject_and_rows_as_published() -> None:
    [finding] = json.loads(json_bytes(evening(1)))["findings"]
    keys = {"casino", "season", "session", "table", "shoe", "coup", "seat", "player"}
    assert keys <= finding["subject"].keys()
    assert finding["rows"][0] == {"file": "soirée_2026-01-09.csv", "sheet": None, "row": 17}
    assert finding["message"].keys() == {"fr", "en"}


def test_the_file_reads_back_as_the_same_report() -> None:
    report = evening(40)
    assert read_json(json_bytes(report)) == report


def test_a_mangled_file_name_is_written_and_read_back() -> None:
    strange = SetAside(file="a\udce9.csv", sheet=None, row=2, column=None, value=None, reason="?")
    report = changed(evening(0, 1), set_aside=(strange,))
    assert read_json(json_bytes(report)) == report


@pytest.mark.parametrize("name", ["a\udce9", "\ufffd\ufffd\ufffd", "é"])
def test_a_mangled_column_name_is_written_and_read_back(name: str) -> None:
    report = evening()
    row = changed(report.findings[0].evidence[0], cells={name: "1"})
    finding = changed(report.findings[0], evidence=(row,))
    report = changed(report, findings=(finding, *report.findings[1:]))
    content = json_bytes(report)
    assert read_json(content) == report
    assert content == (json.dumps(json.loads(content), ensure_ascii=False, indent=2) + "\n").encode(
        "utf-8", errors="backslashreplace"
    )


@pytest.mark.parametrize("findings", [0, 1, 40])
def test_the_hash_of_the_file_is_that_of_its_bytes(findings: int) -> None:
    report = evening(findings)
    content = json_bytes(report)
    assert content == (report.model_dump_json(indent=2) + "\n").encode()
    assert json_sha256(report) == sha256(content).hexdigest()
    assert "soirée".encode() in content


def test_the_id_does_not_depend_on_the_moment_but_on_all_else() -> None:
    report = evening()
    later = changed(report.run, started="2027-01-01T00:00:00")
    assert report_id(changed(report, run=later)) == report_id(report)
    assert report_id(evening(19)) != report_id(report)


def test_values_are_frozen_and_unknown_names_refused() -> None:
    report = evening()
    with pytest.raises(ValidationError, match="frozen"):
        report.inputs = ()
    with pytest.raises(ValidationError, match="extra_forbidden"):
        Report.model_validate(as_json(report, colour="red"))


def test_no_row_is_lost() -> None:
    with pytest.raises(ValidationError, match="10 rows read, but 7 evaluated and 2 set aside"):
        Input(file="a.csv", sheet=None, sha256="", rows_read=10, rows_evaluated=7, rows_set_aside=2)


@pytest.mark.parametrize("left_out", ["findings", "set_aside", "rules"])
def test_counts_agree_with_lists(left_out: str) -> None:
    with pytest.raises(ValidationError):
        Report.model_validate(as_json(evening(), **{left_out: []}))


def test_answers_add_up() -> None:
    with pytest.raises(ValidationError, match="5 checked is not 3 compliant and 1 violations"):
        Summary.model_validate(
            {"checked": 5, "compliant": 3, "violations": 1, "not_verifiable": 0, "by_severity": {}}
        )


@pytest.mark.parametrize(("told", "opinion"), table(__file__, "Opinions"))
def test_what_was_not_verified_never_counts_as_compliant(told: str, opinion: str) -> None:
    numbers = [int(own.split()[-1]) for own in told.split(", ")]
    checked, violations, not_verifiable, set_aside = numbers
    counts = {
        "checked": checked,
        "violations": violations,
        "compliant": checked - violations,
        "not_verifiable": not_verifiable,
    }
    more = {"by_severity": {}, "by_class": {"departure": counts}, "set_aside": set_aside}
    summary = Summary.model_validate(counts | more)
    assert summary.opinion == opinion


def test_the_schema_describes_what_is_written() -> None:
    schema = report_schema()
    content = json.loads(json_bytes(evening()))
    where_asked = {"waivers", "baseline", "follow_up", "information", "timeline"}
    assert schema["properties"].keys() - where_asked == content.keys()
    assert set(schema["required"]) == content.keys()
    for name, part in schema["$defs"].items():
        assert part.get("additionalProperties") is False or name == "JsonValue"


def test_the_model_is_cheap_to_import() -> None:
    say = "import auditor.report.model, auditor.report.files, sys; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", say], capture_output=True, text=True, check=True)
    assert not {"jinja2", "weasyprint", "rich", "pandas"} & set(done.stdout.split())


def test_findings_are_written_once_for_the_file_its_hashes_and_the_copy_inside_the_pdf(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Ten thousand of them are forty megabytes, and half a second each time."""
    written: list[object] = []
    encoded = json_module._encoded

    def counted(part: ReportModel, without: Any) -> bytes:
        written.extend([part] if isinstance(part, Finding) else [])
        return encoded(part, without)

    monkeypatch.setattr(json_module, "_encoded", counted)
    report = evening(5)
    content = json_bytes(report)
    attached = attachments(report, "fr", ())
    assert (report_id(report), json_sha256(report)) == (
        report_id(read_json(content)),
        sha256(content).hexdigest(),
    )
    assert attached[0].content is content
    assert len(written) == 2 * len(report.findings)  # those of the copy that was read back too
