"""A report can be had again from its logs, and from nothing else."""

import json
from datetime import UTC, date, datetime
from io import BytesIO
from pathlib import Path
from shutil import copy
from typing import Any

import pytest
from pypdf import PdfReader, PdfWriter

from auditor import CannotAuditError, audit_log, read_log, write_report
from auditor.report.model import Run
from auditor.reproduction import verify
from auditor.request import Settings, run_parameters, settings_of
from auditor_signatures.pdf import is_only_signed, sign
from tests.signatures.keys import Key

SAMPLE = Path("samples/boule/faulty.csv").absolute()


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Few evenings of a faulty log: its pages are printed again by several tests."""
    own = tmp_path_factory.mktemp("log") / "faulty.csv"
    header, *lines = SAMPLE.read_text("utf-8").splitlines(keepends=True)
    some = [line for line in lines if "Casino d'Aubrac" in line and ",2026-01-12," not in line]
    own.write_text("".join([header, *some]), "utf-8")
    return own


@pytest.fixture(scope="module")
def reports(log: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("reports")
    audit = audit_log(read_log(log), rules="boule", records="all")
    write_report(audit, folder, formats=("pdf", "json"))
    return folder


def first(report: Path, *logs: Path, **asked: Any) -> str:
    """The first thing that differs, in English; nothing where all is the same."""
    found = verify(report, logs, **asked)
    return str(found.differs[0]) if found.differs else ""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["findings.json", "report.pdf"])
def test_a_report_is_reproduced_from_its_log(log: Path, reports: Path, name: str) -> None:
    assert first(reports / name, log) == ""


@pytest.mark.nightly
def test_findings_of_another_audit_beside_a_report_are_told(
    log: Path, reports: Path, tmp_path: Path
) -> None:
    report = Path(copy(reports / "report.pdf", tmp_path / "report.pdf"))
    other = audit_log(read_log(log), rules="boule")
    write_report(other, tmp_path / "other", formats=("json",))
    for text in ((tmp_path / "other" / "findings.json").read_text("utf-8"), "{}"):
        (tmp_path / "findings.json").write_text(text, "utf-8")
        assert "of another audit" in " ".join(map(str, verify(report, [log]).notes))
    assert "of another audit" not in " ".join(map(str, verify(reports / "report.pdf", [log]).notes))


def test_a_copy_of_the_log_may_be_called_otherwise(
    log: Path, reports: Path, tmp_path: Path
) -> None:
    copied = copy(log, tmp_path / "copy.csv")
    assert first(reports / "findings.json", Path(copied)) == ""


def test_a_copy_of_a_log_that_lacks_rows_may_be_called_otherwise(tmp_path: Path) -> None:
    """Why a check is open names a row of the file."""
    rows = SAMPLE.read_text("utf-8").splitlines(keepends=True)
    own = tmp_path / "soir.csv"
    own.write_text("".join([*rows[:200], *rows[240:400]]), "utf-8")
    audit = audit_log(read_log(own), rules="boule", records="all")
    write_report(audit, tmp_path, formats=("json",))
    assert "soir.csv:" in str([each.reasons for each in audit.report.fitness.unverifiable])
    copied = copy(own, tmp_path / "copie du soir.csv")
    assert first(tmp_path / "findings.json", Path(copied)) == ""


def test_a_changed_byte_of_the_log_is_seen(log: Path, reports: Path, tmp_path: Path) -> None:
    changed = tmp_path / "faulty.csv"
    changed.write_bytes(log.read_bytes().replace(b",red,", b",RED,", 1))
    assert first(reports / "findings.json", changed).startswith("Lacking: faulty.csv")


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("findings", 0, "found"), "1"),
        (("findings", 0, "evidence", 0, "cells", "event"), "pay"),
        (("rules", 0, "title", "fr"), "autre"),
        (("summary", "not_applicable"), 1),
        (("provisions", 0, "text", "en"), "other"),
        (("period", "from"), "2020-01-01"),
    ],
)
def test_a_changed_word_of_the_report_is_seen(
    log: Path, reports: Path, tmp_path: Path, path: tuple[str | int, ...], value: object
) -> None:
    content = json.loads((reports / "findings.json").read_bytes())
    inner = content
    for part in path[:-1]:
        inner = inner[part]
    inner[path[-1]] = value
    changed = tmp_path / "findings.json"
    changed.write_text(json.dumps(content), "utf-8")
    where = "".join(f"[{own}]" if isinstance(own, int) else f".{own}" for own in path)[1:]
    assert first(changed, log).startswith(f"`{where}`: the report says")


@pytest.mark.parametrize(
    ("own", "other"),
    [(b"\n}\n", b"\n} \n"), (b'  "findings": [', b'  "findings": [],\n  "findings": [')],
)
def test_a_byte_that_changes_nothing_for_us_is_seen(
    own: bytes, other: bytes, log: Path, reports: Path, tmp_path: Path
) -> None:
    """A name that stands twice: of its two values readers take the first or the last."""
    changed = tmp_path / "findings.json"
    content = (reports / "findings.json").read_bytes()
    assert own in content
    changed.write_bytes(content.replace(own, other, 1))
    assert first(changed, log).startswith("findings.json has other bytes")


def test_a_finding_that_was_taken_out_is_seen(log: Path, reports: Path, tmp_path: Path) -> None:
    content = json.loads((reports / "findings.json").read_bytes())
    content["findings"].pop()
    changed = tmp_path / "findings.json"
    changed.write_text(json.dumps(content), "utf-8")
    with pytest.raises(CannotAuditError, match="it was changed"):
        verify(changed, [log])


def test_changed_pages_are_seen(
    log: Path, reports: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed = (reports / "report.pdf").read_bytes()  # a new print is the same, and takes seconds
    monkeypatch.setattr("auditor.reproduction.pdf_bytes", lambda *_, **__: printed)
    writer = PdfWriter(clone_from=reports / "report.pdf")
    writer.add_metadata({"/Title": "Other"})
    writer.write(tmp_path / "report.pdf")
    assert "other bytes than a new print" in first(tmp_path / "report.pdf", log)


def blank_with_files(report: Path) -> bytes:
    """A page without a word, with the files inside that a report has."""
    writer, out = PdfWriter(), BytesIO()
    writer.add_blank_page(100, 100)
    for name, [content] in PdfReader(report).attachments.items():
        writer.add_attachment(name, content)
    writer.write(out)
    return out.getvalue()


def test_signatures_leave_a_report_as_it_was_printed(
    log: Path, reports: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    printed, key = blank_with_files(reports / "report.pdf"), Key("Inspector").p12
    # Printing takes seconds, and so does reading ten thousand objects again and again.
    monkeypatch.setattr("auditor.reproduction.pdf_bytes", lambda *_, **__: printed)
    signed = tmp_path / "report.pdf"
    signed.write_bytes(sign(sign(printed, key), key))
    found = verify(signed, [log], signed_only=is_only_signed)
    assert found.is_exact
    assert "nothing but signatures" in str(found.same[-1])
    writer = PdfWriter(BytesIO(printed), incremental=True)
    writer.pages[0].rotation = 90
    changed = BytesIO()
    writer.write(changed)
    signed.write_bytes(sign(changed.getvalue(), key))
    found = verify(signed, [log], signed_only=is_only_signed)
    assert "more than signatures" in str(found.differs[0])
    assert "pyHanko" in first(signed, log)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", ["evidence.csv", "boule.rules"])
def test_a_changed_byte_of_a_file_inside_is_named(
    log: Path, reports: Path, tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "auditor.reproduction.pdf_bytes", lambda *_, **__: b""
    )  # printing takes seconds
    writer = PdfWriter(clone_from=reports / "report.pdf")
    [inside] = [own for own in writer.attachment_list if own.name.endswith(name)]
    inside.content = inside.content.replace(b"1", b"2", 1)
    writer.write(tmp_path / "report.pdf")
    assert first(tmp_path / "report.pdf", log) == (
        f"The file {inside.name} inside is not that of this report and these rules."
    )


def test_a_pdf_without_findings_is_refused(log: Path, reports: Path, tmp_path: Path) -> None:
    writer = PdfWriter()
    writer.add_page(PdfReader(reports / "report.pdf").pages[0])
    writer.write(tmp_path / "report.pdf")
    with pytest.raises(CannotAuditError, match="holds no `findings"):
        verify(tmp_path / "report.pdf", [log])


@pytest.mark.nightly
def test_a_damaged_pdf_is_said_to_be_damaged_and_nothing_else_is_said(
    log: Path, reports: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Its reader has hundreds of lines to say about a table of contents that lies elsewhere."""
    content = (reports / "report.pdf").read_bytes()
    at = content.rindex(b"/FlateDecode", 0, content.rindex(b"startxref")) + 60
    changed = content[:at] + bytes([content[at] ^ 4]) + content[at + 1 :]
    (tmp_path / "report.pdf").write_bytes(changed)
    with pytest.raises(CannotAuditError, match="cannot be read: it is damaged"):
        verify(tmp_path / "report.pdf", [log])
    assert not caplog.records


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"%PDF-1.7\n", b"\x00", b'{"schema": 2}'])
def test_what_is_no_report_is_refused(log: Path, tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "findings.json"
    path.write_bytes(content)
    with pytest.raises(CannotAuditError):
        verify(path, [log])


def test_all_that_the_audit_was_asked_for_is_asked_again(log: Path, tmp_path: Path) -> None:
    case = tmp_path / "case.toml"
    case.write_text('number = "1"\n[establishment]\nname = "A"\ncasino = "Casino d\'Aubrac"\n')
    asked = {"records": ["spin", "pay"], "must_verify": ["payments"], "case": case}
    audit = audit_log(read_log(log), rules="boule", **asked)  # type: ignore[arg-type]
    write_report(audit, tmp_path, formats=("json",))
    assert first(tmp_path / "findings.json", log, case=str(case)) == ""
    found = verify(tmp_path / "findings.json", [log])
    assert found.is_exact
    assert "what the case says is taken from the report" in str(found.notes[0])
    assert "the day of the audit" in str(found.notes[1])
    case.write_text(case.read_text("utf-8") + '[supplied]\nby = "B"\n', "utf-8")
    assert first(tmp_path / "findings.json", log, case=str(case)).startswith("`run.parameters.case")
    assert first(tmp_path / "findings.json", log) == ""


def test_rules_that_are_not_shipped_are_asked_for(log: Path, tmp_path: Path) -> None:
    rules = tmp_path / "five.rules"
    boule = Path("rulesets/boule/boule.rules").absolute().read_text("utf-8")
    rules.write_text(boule.replace("ruleset boule", "ruleset five"), "utf-8")
    audit = audit_log(read_log(log), rules=rules, rules_anyway=True)
    write_report(audit, tmp_path, formats=("json",))
    assert verify(tmp_path / "findings.json", [log], rules=rules).is_exact
    with pytest.raises(CannotAuditError, match=r"`five`.*`--rules PATH`"):
        verify(tmp_path / "findings.json", [log])


def test_all_settings_of_an_audit_are_those_that_its_report_gives_again() -> None:
    day = date(2026, 1, 9)
    asked = Settings(
        rules="boule",
        rules_anyway=True,
        records=["pay"],
        period=(day, None),
        must_verify=["payments"],
        language="en",
        started=datetime(2026, 1, 31, 12, tzinfo=UTC),
        casino="Nord",
    )
    parameters = run_parameters(asked, (), of_others=True)
    run = Run(started="2026-01-31T12:00:00+00:00", parameters=parameters, language="en")
    assert settings_of(run, Settings(rules="boule")) == asked
    wrong = run.model_copy(update={"parameters": {"from": "soon"}})
    with pytest.raises(CannotAuditError, match="soon"):
        settings_of(wrong, Settings())
