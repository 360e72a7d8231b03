"""Reports of a case name nobody unless asked to, and the same key gives the same pseudonyms."""

import csv
import html
import os
import zipfile
from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor import audit_log, read_log, write_report
from auditor.cli import app
from auditor.findings.pseudonyms import pseudonym
from auditor.report.outputs import OUTPUTS
from auditor.report.render.csv import evidence_csv
from auditor.report.render.html import html_text
from auditor.report.render.json import json_bytes
from auditor.report.render.text import text
from auditor.reproduction import verify
from tests.damage.logs import SAMPLES

KEY, OTHER = b"a key of sixteen signs and more", b"another key of sixteen signs"
RULES = Path(__file__).with_name("audits").joinpath("named.rules").read_text("utf-8")
OWN = Path(__file__).with_name("named.csv").read_text("utf-8")


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    rules, log = tmp_path / "fair.rules", tmp_path / "log.csv"
    rules.write_text(RULES, encoding="utf-8")
    log.write_text(OWN, encoding="utf-8")
    return rules, log


def test_no_form_of_the_report_names_anybody(files: tuple[Path, Path]) -> None:
    rules, log = files
    report = audit_log(read_log(log), rules=rules, key=KEY).report
    forms = (
        json_bytes(report).decode(),
        html_text(report, "fr"),
        text(report, "en"),
        evidence_csv(report).decode(),
    )
    for said in forms:
        assert not [name for name in ('Durand"', "Petit", "Martin") if name in said]
        assert pseudonym(KEY, "player", "Martin") in said
    # A player who is called 4 is hidden as such; a seat or a sum of 4 stays what it is.
    [first] = [own for own in report.findings if own.rows[0].row == 2]
    hidden = pseudonym(KEY, "player", "4")
    assert first.message.en == f"{hidden} stakes €4, {pseudonym(KEY, 'staff', 'Durand')} accepts"
    assert first.evidence[0].cells["player"] == hidden
    assert first.evidence[0].cells["seat"] == first.evidence[0].cells["amount"] == "4"
    [third] = [own for own in report.findings if own.rule == "fair/one-croupier"]
    assert third.message.fr == f"tenu par {pseudonym(KEY, 'staff', 'Petit')}"


def test_findings_are_the_same_ones_by_any_key_or_none(files: tuple[Path, Path]) -> None:
    rules, log = files
    reading = read_log(log)
    named, one, other = (
        audit_log(reading, rules=rules, key=key).report for key in (None, KEY, OTHER)
    )
    ids = [[own.id for own in report.findings] for report in (named, one, other)]
    assert ids[0] == ids[1] == ids[2]
    assert named.findings[0].message.en == "4 stakes €4, Durand accepts"
    assert one.findings[0].message != other.findings[0].message
    assert json_bytes(one) == json_bytes(audit_log(reading, rules=rules, key=KEY).report)


def test_a_report_is_verified_with_its_key(files: tuple[Path, Path], tmp_path: Path) -> None:
    rules, log = files
    write_report(audit_log(read_log(log), rules=rules, key=KEY), tmp_path / "own", ("json",))
    report = tmp_path / "own" / "findings.json"
    assert verify(report, [log], rules=rules, key=KEY).is_exact
    notes = verify(report, [log], rules=rules, key=KEY).notes
    assert [own.code for own in notes] == ["verify.not_compared"]  # day and names of files


@pytest.mark.parametrize("key", [None, OTHER])
def test_who_is_who_is_not_verified_without_the_key_and_all_else_is(
    key: bytes | None, files: tuple[Path, Path], tmp_path: Path
) -> None:
    rules, log = files
    write_report(audit_log(read_log(log), rules=rules, key=KEY), tmp_path, ("json",))
    report = tmp_path / "findings.json"
    found = verify(report, [log], rules=rules, key=key)
    assert found.is_exact
    assert any("not which person it is" in str(note) for note in found.notes)
    one, other = (pseudonym(KEY, "player", name) for name in ("4", "Martin"))
    told = report.read_text("utf-8")
    assert one in told
    assert other in told
    # Both change places: who is who says the key.  One becomes the other in one place: no key can.
    report.write_text(told.replace(one, "J-2222222").replace(other, one), "utf-8")
    assert verify(report, [log], rules=rules, key=key).is_exact
    report.write_text(told.replace(one, other, 1), "utf-8")
    assert not verify(report, [log], rules=rules, key=key).is_exact


def run(files: tuple[Path, Path], out: Path, *options: str) -> tuple[int, str, str]:
    rules, log = files
    arguments = ["audit", str(log), "--rules", str(rules), "-o", str(out), "--format", "json"]
    done = CliRunner().invoke(app, [*arguments, *options])
    told = out / "findings.json"
    return done.exit_code, done.output, told.read_text("utf-8") if told.exists() else ""


def test_the_command_names_nobody_in_a_case_unless_asked_to(
    files: tuple[Path, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    key = tmp_path / "own" / "pseudonyms.key"
    monkeypatch.setenv("AUDITOR_KEY", str(key))
    case = tmp_path / "case.toml"
    case.write_text('number = "7"\n[establishment]\nname = "Nord"\n', encoding="utf-8")
    _, output, first = run(files, tmp_path / "one", "--case", str(case))
    _, _, second = run(files, tmp_path / "two", "--case", str(case))
    assert "Martin" not in output + first
    assert key.stat().st_mode & 0o777 == 0o600
    pseudonyms = {line.strip() for line in first.splitlines() if '"player": "J-' in line}
    assert pseudonyms
    assert all(line in second for line in pseudonyms)
    for number, options in enumerate([("--case", str(case), "--identify"), ()]):
        _, output, told = run(files, tmp_path / f"named {number}", *options)
        assert "Martin" in output
        assert "Martin" in told


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_key_that_others_can_read_is_refused(files: tuple[Path, Path], tmp_path: Path) -> None:
    key = tmp_path / "open.key"
    key.write_bytes(KEY)
    key.chmod(0o644)
    status, output, told = run(files, tmp_path / "out", "--key", str(key), "--lang", "en")
    assert (status, told) == (2, "")
    assert "chmod 600" in output


NAMES = ("Jean Dupont", "Émile Zölà", "Ng", "DURAND Paul", "Beta Tester", "Marie-Claire Lefèvre")
STRANGERS = ("O’Brien Seán", "Delta Quux")
"""Nobody whom the log names as a player or a member of staff."""


def _with_names_everywhere(path: Path) -> None:
    """An evening whose first 118 rows name people, also in columns of which no rule knows."""
    lines = (SAMPLES / "bataille" / "lawful.csv").read_text("utf-8").splitlines()[:119]
    header, *rows = csv.reader(lines)
    staff, player, seat, event = map(header.index, ("staff", "player", "seat", "event"))
    known: dict[str, str] = {}
    for row in rows:
        if row[player]:
            row[player] = known.setdefault(row[player], NAMES[len(known) % 4])
        row[staff] = row[staff] and NAMES[4]
        row += [f"vu par {STRANGERS[1]}, {NAMES[0].upper()}", STRANGERS[0]]
    rows[40][seat] = "Ng"
    rows[41][event] = "JEAN DUPONT misé"
    rows[42].append(NAMES[1])
    rows[43] = [*rows[43][: player + 1]]
    rows[44][player], rows[44][seat] = NAMES[5], "x"  # a row set aside names somebody else
    rows[45][seat] = "MARIE-CLAIRE LEFEVRE"
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([[*header, "remarque", "assis_avec"], *rows])


def test_no_column_names_anybody_in_any_form(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    _with_names_everywhere(log)
    audit = audit_log(read_log(log), rules="bataille", records="all", key=KEY)
    report = audit.report
    assert [own.row for own in report.set_aside] == [42, 43, 44, 45, 46, 47]
    assert report.set_aside[0].value == pseudonym(KEY, "player", "Ng")
    assert report.set_aside[1].value == f"{pseudonym(KEY, 'player', 'Jean Dupont')} misé"
    assert report.set_aside[5].value == pseudonym(KEY, "player", NAMES[5])
    assert any(own.evidence for own in report.findings)
    formats = set(OUTPUTS) - {"pdf"}  # which says what the page says
    for path in write_report(audit, tmp_path / "out", sorted(formats)):
        parts = [path.read_bytes()]
        if path.suffix == ".xlsx":
            with zipfile.ZipFile(path) as archive:
                parts = [archive.read(name) for name in archive.namelist()]
        said = html.unescape(b"\n".join(parts).decode("utf-8", "replace")).casefold()
        for name in (*NAMES, *STRANGERS, "Lefevre", "Quux"):
            assert name == "Ng" or name.casefold() not in said, (path.name, name)
