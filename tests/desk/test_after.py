"""After the findings: versions side by side, objections, signatures, reports made again."""

from __future__ import annotations

import re
from io import BytesIO
from urllib.parse import quote
from zipfile import ZipFile

import pytest
from pypdf import PdfReader

from auditor.report.files import read_report
from auditor.report.sections.groups import placed
from tests.desk.conftest import CASE, SAMPLE, Visitor
from tests.signatures.keys import Key

FINAL = {"status": "final", "names": "pseudonyms"}


def test_every_page_of_a_version_is_a_picture(printed: Visitor) -> None:
    path = printed.desk.cabinet.case("2026-014").version(1) / "report.pdf"
    many = len(PdfReader(path).pages)
    page = printed.get(f"{CASE}/rapport/v1/pages")
    assert page.count("<img") == many
    assert f"{CASE}/rapport/v1/pages/1.png" in printed.get(f"{CASE}/dossier")
    for number, status in ((1, 200), (many, 200), (many + 1, 404), (0, 404)):
        answer = printed.client.get(f"{CASE}/rapport/v1/pages/{number}.png")
        assert answer.status_code == status
        assert answer.content.startswith(b"\x89PNG") is (status == 200)


@pytest.mark.nightly
def test_the_set_for_the_operator_is_enough_to_make_the_report_again(printed: Visitor) -> None:
    answer = printed.client.get(f"{CASE}/rapport/v1/verification.zip")
    with ZipFile(BytesIO(answer.content)) as archive:
        names = archive.namelist()
        report, log = archive.read("report.pdf"), archive.read("journaux/B1.csv")
    assert log == SAMPLE.read_bytes()
    assert not {"dossier.toml", "actes.sqlite"} & {own.rpartition("/")[2] for own in names}
    page = _verified(printed, report, log)
    assert "Reproduit" in page
    assert "Non reproduit" not in page
    changed = log.replace(b"house_close,D01", b"house_close,D02")
    assert changed != log
    assert "Non reproduit" in _verified(printed, report, changed)


def _verified(visitor: Visitor, report: bytes, log: bytes) -> str:
    files = [("report", ("r.pdf", BytesIO(report))), ("files", ("B1.csv", BytesIO(log)))]
    headers = {"Sec-Fetch-Site": "same-origin"}
    return visitor.client.post("/verifier", files=files, headers=headers).text


def test_a_mapping_is_verified_under_the_name_that_the_report_has(printed: Visitor) -> None:
    names = (
        ("lecture.toml", "lecture.toml"),
        ("../../x.toml", "lecture.toml"),
        ("a b.toml", "a b.toml"),
    )
    for name, kept in names:
        files = [
            ("report", ("r.pdf", BytesIO(b"no report"))),
            ("files", ("B1.csv", BytesIO(SAMPLE.read_bytes()))),
            ("mapping", (name, BytesIO(b"x = 1"))),
        ]
        headers = {"Sec-Fetch-Site": "same-origin"}
        token = printed.client.post("/verifier", files=files, headers=headers).url.path[10:]
        case = printed.desk.cabinet.verifications.case(token)
        assert (case.path / kept).read_bytes() == b"x = 1"


def test_a_verification_lists_as_no_case(printed: Visitor) -> None:
    _verified(printed, b"no report", SAMPLE.read_bytes())
    assert [own.name for own in printed.desk.cabinet.cases()] == ["2026-014"]
    assert printed.client.get("/verifier/%2e%2e").status_code == 404
    assert printed.client.get("/verifier/0123456789abcdef").status_code == 404


@pytest.mark.nightly
def test_a_version_is_made_again_from_the_pieces(printed: Visitor) -> None:
    page = printed.post(f"{CASE}/signature/again", {"version": "1"})
    assert "Reproduit" in page
    case = printed.desk.cabinet.case("2026-014")
    assert [own.kind for own in case.chain.all()][-1] == "verified"


@pytest.mark.nightly
def test_the_difference_of_two_versions_is_what_was_accepted_or_declared(printed: Visitor) -> None:
    printed.post(f"{CASE}/rapport/printed", FINAL)
    page = printed.get(f"{CASE}/rapport/difference?first=1&other=2")
    assert "0 constat nouveau" in page
    assert "0 constat disparu" in page


def test_a_version_is_signed_and_the_certificate_is_not_kept(printed: Visitor) -> None:
    key = Key("Mme Martin", b"phrase").p12
    for passphrase in ("wrong", "phrase"):
        files = {"certificate": ("a.p12", BytesIO(key))}
        data = {"version": "1", "passphrase": passphrase}
        headers = {"Sec-Fetch-Site": "same-origin"}
        answer = printed.client.post(
            f"{CASE}/signature/signed", data=data, files=files, headers=headers
        )
        assert ("Signée le" in answer.text) is (passphrase == "phrase")
    case = printed.desk.cabinet.case("2026-014")
    made = (case.version(1) / "report-signed-1.pdf").read_bytes()
    assert made.startswith((case.version(1) / "report.pdf").read_bytes())
    assert printed.client.get(f"{CASE}/fichiers/rapports/v1/report-signed-1.pdf").content == made
    kept = [own for own in case.path.rglob("*") if own.is_file()]
    assert not any(key in own.read_bytes() or own.suffix == ".p12" for own in kept)


def test_an_objection_is_found_by_number_by_id_and_by_row(judged: Visitor) -> None:
    case = judged.desk.cabinet.case("2026-014")
    report = read_report(case.control(1) / "findings.json")[1]
    first = report.findings[0]
    row = first.rows[0]
    first_number = next(own.number for own, _ in placed(report) if own.finding.id == first.id)
    words = (f"{row.file}, ligne {row.row}", f"ligne {row.row}", f"constat n° {first_number}")
    for asked in (first.id, f"{row.file}:{row.row}", *map(quote, words)):
        page = judged.get(f"{CASE}/objection?q={asked}")
        assert f"{CASE}/resultats/{first.id}" in page
    assert judged.get(f"{CASE}/objection?q=1").count("<h2><a") == 1
    assert "Aucun constat ne repose" in judged.get(f"{CASE}/objection?q=B1.csv:2")
    assert "Rien ne porte ce nom" in judged.get(f"{CASE}/objection?q=B9.csv:2")


def test_the_other_reading_tells_what_would_be_found(judged: Visitor) -> None:
    name = "cancelled_at_any_moment"
    page = judged.post(f"{CASE}/objection/reread", {"parameter": name, "value": "true"})
    assert re.search(r"\d+ constats? disparaî", page)
    before = len(judged.desk.cabinet.case("2026-014").chain.all())
    judged.post(f"{CASE}/objection/reread", {"parameter": "no_such", "value": "true"})
    assert len(judged.desk.cabinet.case("2026-014").chain.all()) == before


def test_a_row_that_is_no_finding_is_explained(judged: Visitor) -> None:
    page = judged.get(f"{CASE}/objection?q=B1.csv:18")
    rule = re.findall(r'<option value="([^"]+)">', page)[0]
    page = judged.post(f"{CASE}/objection/why", {"file": "B1.csv", "row": "18", "rule": rule})
    assert "B1.csv, ligne 18" in page
