import pickle
import subprocess
from hashlib import sha256
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from auditor.report.outputs import DIALECTS
from auditor.report.render import pdf
from auditor.report.render.csv import evidence_csv
from auditor.report.render.html import html_text
from auditor.report.render.json import json_bytes, report_id
from auditor.report.render.pdf import (
    PRINTER,
    CannotPrintError,
    PdfError,
    attachments,
    pdf_bytes,
    stand_by,
)
from auditor.report.render.pdf_process import PAGE, PrintJob
from auditor.source import Source
from tests.report.evening import changed, evening
from tests.report.hostile import hostile
from tests.tables import column, table

FINDINGS = 5
"""Few enough to be printed quickly, with every kind of finding among them."""


def pages(content: bytes) -> list[str]:
    return [
        " ".join(page.extract_text().replace("\u202f", " ").split())
        for page in PdfReader(BytesIO(content)).pages
    ]


RULES = (Source("a/ours.rules", "use cards\n"),)


@pytest.fixture(scope="module")
def french() -> bytes:
    """Printed by a process that waited for it."""
    stand_by()
    [waiting] = pdf._ready
    content = pdf_bytes(evening(FINDINGS), rule_files=RULES)
    assert waiting.process.returncode == 0
    return content


@pytest.fixture(scope="module")
def english() -> str:
    """The pages of a report without findings, of a casino whose name no font can show."""
    report = changed(evening(0), establishments=("王 Casino",))
    return " ".join(pages(pdf_bytes(report, "en")))


def test_page_one_is_the_summary(french: bytes) -> None:
    first = pages(french)[0]
    for words in (
        "Casino de Forges-les-Eaux",
        f"{FINDINGS} constats",
        "48 311",
        "ne se reproduit qu’en entier",
        "non comparé",
    ):
        assert words in first


def test_the_ledger_has_the_hashes_of_files_and_rules(french: bytes) -> None:
    first, *others = pages(french)
    report = evening(FINDINGS)
    hashes = [own.sha256 for own in report.inputs] + [own.sha256 for own in report.rulesets]
    for own in hashes:
        assert own not in first
        assert own in " ".join(others)


@pytest.mark.nightly
def test_a_longer_page_one_goes_on_and_leaves_no_page_blank() -> None:
    """What follows begins on page two, or right below a cover that needs more than one."""
    [one] = evening(0).rulesets
    report = changed(evening(0), rulesets=(one,) * 30)
    assert pages(pdf_bytes(evening(0), "en"))[1].startswith("Contents")
    goes_on = next(page for page in pages(pdf_bytes(report, "en")) if "Contents" in page)
    assert "Files examined" in goes_on.partition("Contents")[0]


def test_every_page_bears_the_report_s_id_and_its_number(french: bytes) -> None:
    own = pages(french)
    for number, page in enumerate(own, start=1):
        assert report_id(evening(FINDINGS))[:16] in page
        assert f"page {number} / {len(own)}" in page


def test_chapters_have_bookmarks(french: bytes) -> None:
    outline = PdfReader(BytesIO(french)).outline
    chapters = [str(item.title) for item in outline if not isinstance(item, list)]
    assert chapters == column(__file__, "Chapters")


def test_a_new_print_has_the_same_bytes_and_weasyprint_nothing_to_complain_about(
    french: bytes,
) -> None:
    report = evening(FINDINGS)
    attached = attachments(report, "fr", (Source("b/ours.rules", "use cards\n"),))
    job = PrintJob(
        html=html_text(report, attached=True),
        attached=tuple(sorted(attached, key=lambda own: own.name)),
        identifier=report_id(report),
        started=report.run.started_at,
        memory=4 << 30,
        seconds=600,
    )
    done = subprocess.run(
        [*PRINTER, str(4 << 30), "600"],
        input=pickle.dumps(job),
        capture_output=True,
        check=True,
        env=pdf._environment(),
    )
    pages = len(PdfReader(BytesIO(french)).pages)
    numbers = [*range(1, pages + 1)]
    told = done.stderr.decode().splitlines()
    assert told[:pages] == [f"{PAGE}{own}" for own in numbers]
    assert {*told} == {*told[:pages]}  # some pages are laid out again
    assert done.stdout == french


def test_findings_their_rows_and_the_rules_are_attached(french: bytes) -> None:
    attached = PdfReader(BytesIO(french)).attachments
    assert list(attached) == ["01-ours.rules", "evidence.csv", "findings.json"]
    assert attached["01-ours.rules"] == [b"use cards\n"]
    assert attached["evidence.csv"] == [evidence_csv(evening(FINDINGS), "fr", DIALECTS["plain"])]
    assert attached["findings.json"] == [json_bytes(evening(FINDINGS))]
    assert sha256(json_bytes(evening(FINDINGS))).hexdigest() in " ".join(pages(french))


def test_metadata_name_the_document_and_its_date(french: bytes) -> None:
    metadata = PdfReader(BytesIO(french)).metadata
    assert metadata is not None
    assert metadata.title == "Rapport d’audit de journaux de table – Casino de Forges-les-Eaux"
    assert metadata.author == "auditor 0.1.0"
    assert str(metadata.creation_date) == "2026-11-21 08:40:35+01:00"


def test_only_the_fonts_of_the_package_are_used_and_they_are_embedded(french: bytes) -> None:
    fonts = {
        str(font["/BaseFont"])
        for page in PdfReader(BytesIO(french)).pages
        for font in map(resolved, resolved(resolved(page["/Resources"])["/Font"]).values())
    }
    assert fonts
    assert all("Auditor" in font for font in fonts)


def resolved(value: Any) -> Any:
    return value.get_object()


def test_english_and_without_findings(english: str) -> None:
    assert "No findings: no rule applied is broken" in english
    assert "Technical annex, not an official report" in english
    assert "Constat" not in english


@pytest.mark.nightly
def test_what_stands_in_a_log_is_neither_fetched_nor_embedded() -> None:
    report = hostile(evening(2))
    content = pdf_bytes(report)
    assert list(PdfReader(BytesIO(content)).attachments) == ["evidence.csv", "findings.json"]
    assert b"root:" not in content
    assert "<script>alert(1)</script>" in " ".join(pages(content))


def test_signs_without_a_glyph_are_given_by_their_code(english: str) -> None:
    assert "[U+738B] Casino" in english


@pytest.mark.sampled(2)
@pytest.mark.parametrize("fetched", column(__file__, "What a page may not name"))
def test_a_page_that_names_anything_else_is_refused(
    fetched: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(*_: object, **__: object) -> str:
        return f"<html><head></head><body>{fetched}</body></html>"

    monkeypatch.setattr("auditor.report.render.pdf.html_text", faulty)
    with pytest.raises(PdfError, match="refused"):
        pdf_bytes(evening(0))


def pretend(weasyprint: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "weasyprint").mkdir()
    (folder / "weasyprint" / "__init__.py").write_text(weasyprint, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(folder))


def test_without_pango_the_message_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend('raise OSError("cannot load library libpango")', tmp_path, monkeypatch)
    with pytest.raises(CannotPrintError, match=r"apt-get install .*libpangoft2-1.0-0"):
        pdf_bytes(evening(0))


@pytest.mark.parametrize(("weasyprint", "message"), table(__file__, "Crashes"))
def test_a_crash_of_the_press_is_an_error_of_ours_and_not_of_the_audit(
    weasyprint: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(weasyprint, tmp_path, monkeypatch)
    with pytest.raises(PdfError, match=message) as raised:
        pdf_bytes(evening(0))
    assert not isinstance(raised.value, CannotPrintError)


def test_a_press_without_a_page_ends_in_silence() -> None:
    stand_by()
    idle = pdf._ready.pop()
    assert idle.process.communicate() == (b"", b"")
    assert idle.process.returncode == 0
    idle.end()
    assert not Path(idle.folder.name).exists()


@pytest.mark.parametrize("weasyprint", column(__file__, "Presses that ask for too much"))
def test_a_press_that_asks_for_too_much_is_stopped(
    weasyprint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pretend(weasyprint, tmp_path, monkeypatch)
    monkeypatch.setattr("auditor.report.render.pdf.SECONDS", 1)
    monkeypatch.setattr("auditor.report.render.pdf.SECONDS_A_MEGABYTE", 0)
    with pytest.raises(CannotPrintError, match="more memory or time"):
        pdf_bytes(evening(0))


def test_the_document_is_tagged_and_says_its_language(french: bytes) -> None:
    catalog = resolved(PdfReader(BytesIO(french)).trailer["/Root"])
    assert catalog["/MarkInfo"]["/Marked"]
    assert catalog["/Lang"] == "fr"
    metadata = resolved(catalog["/Metadata"]).get_data().decode()
    assert 'pdfaid:part="3"' in metadata
    assert 'pdfaid:conformance="A"' in metadata
    kinds = tags_below(resolved(catalog["/StructTreeRoot"]))
    assert {"/Document", "/H1", "/H2", "/Table", "/TR", "/TH", "/TD", "/P"} <= kinds


def tags_below(element: Any) -> set[str]:
    found = {str(element["/S"])} if "/S" in element else set()
    inner = resolved(element["/K"]) if "/K" in element else []
    for own in inner if isinstance(inner, list) else [inner]:
        if isinstance(resolved(own), dict):
            found |= tags_below(resolved(own))
    return found
