"""What is done about findings: each is an act, and what it changes stands in the case file."""

from __future__ import annotations

import json
import re
from html import unescape
from io import BytesIO

import pytest
from pypdf import PdfReader

from auditor.case_file import read_case
from auditor.desk.cabinet import soundness
from auditor.messages.message import Language
from auditor.report.files import read_report
from auditor.report.sections.finding_cards import sentence
from auditor.report.typography import spaced
from tests.desk.conftest import CASE, SAMPLE, Visitor, plain
from tests.tables import table


def _links(visitor: Visitor) -> list[str]:
    return re.findall(rf'href="({CASE}/resultats/[0-9a-f-]+)"', visitor.get(f"{CASE}/resultats"))


def test_an_answer_and_an_acceptance_stand_in_the_case_file_of_the_next_version(
    judged: Visitor,
) -> None:
    first, second, *_ = _links(judged)
    page = judged.post(f"{first}/answer", {"text": "Erreur de saisie.", "day": "3 novembre 2025"})
    assert "Erreur de saisie." in page
    page = judged.post(f"{second}/accept", {"text": "Instruit", "day": "31/12/2026"})
    assert "Admis jusqu’au" in page
    judged.post(f"{CASE}/rapport/printed", {"status": "final", "names": "names"})
    case = judged.desk.cabinet.case("2026-014")
    stated = read_case(case.version(1) / "dossier.toml").case
    (told,) = stated.answers
    assert (told.finding, told.text, str(told.day)) == (
        *(first.rpartition("/")[2], "Erreur de saisie."),
        "2025-11-03",
    )
    (waiver,) = stated.waivers
    assert (waiver.reason, waiver.author, str(waiver.expires)) == (
        *("Instruit", "Mme Martin"),
        "2026-12-31",
    )
    report = read_report(case.version(1) / "report.pdf")[1]
    accepted = [own.id for own in report.findings if own.waiver is not None]
    assert accepted == [second.rpartition("/")[2]]


@pytest.mark.nightly
def test_decisions_and_the_letter_stand_in_the_report_that_is_signed(judged: Visitor) -> None:
    """As they are when it is printed, and when it is made again."""
    judged.post(f"{CASE}/pieces/receive", {}, **{"lettre.pdf": b"%PDF-1.4"})
    (letter,) = judged.desk.cabinet.case("2026-014").state.beside
    confirmed = {"letter": "Mme Roy, 2/2/2026", "piece": str(letter.number)}
    judged.post(f"{CASE}/inscrit/declare", confirmed)
    judged.post(f"{CASE}/controle/begin")
    first, second, third, *others = _links(judged)
    judged.post(f"{first}/uphold", {"text": "Vu aux images."})
    judged.post(f"{second}/contest", {"text": "La mise était retirée."})
    judged.post(f"{second}/tick", {"box": "rule_out.row"})
    assert "La mise était retirée. – Mme Martin, le 03/02/2026" in judged.get(second)
    judged.post(f"{third}/accept", {"text": "Instruit", "day": "3/2/2026"})
    judged.post(f"{CASE}/rapport/printed", {"status": "final"})
    folder = judged.desk.cabinet.case("2026-014").version(1)
    told = read_case(folder / "dossier.toml").case.confirmed
    assert (told.letter, told.file, told.sha256) == (
        *("Mme Roy, 2/2/2026", "lettre.pdf"),
        letter.sha256,
    )
    pages = PdfReader(folder / "report.pdf").pages
    page, *more = (plain(" ".join(own.extract_text().split())) for own in pages)
    left = f"{len(others)} sans décision"
    assert f"1 constat maintenu ; 1 non maintenu ; 1 admis pour un temps ; {left}" in page
    for own in ("Vu aux images.", "La mise était retirée.", "erreur de saisie – Mme Martin"):
        assert own in " ".join(more), own
    judged.post(f"{CASE}/signature/again", {"version": "1"})
    assert judged.desk.cabinet.case("2026-014").state.of_kind("verified")[-1].says["is_exact"]


def test_what_is_taken_back_stays_in_the_chain_and_counts_no_more(judged: Visitor) -> None:
    link = _links(judged)[0]
    judged.post(f"{link}/contest", {"text": "La mise était retirée."})
    assert "non maintenu par l’agent" in judged.get(f"{CASE}/resultats")
    case = judged.desk.cabinet.case("2026-014")
    act = next(own for own in case.chain.all() if own.kind == "contested")
    assert "La mise était retirée." not in judged.post(
        f"{link}/take_back", {"act": str(act.number)}
    )
    assert [own.about for own in case.chain.all() if own.kind == "withdrawn"] == [act.number]
    assert case.chain.broken() is None


@pytest.mark.parametrize(("form", "fields", "wrong"), table(__file__, "What cannot be kept"))
def test_what_cannot_be_kept_is_said_at_its_field(
    judged: Visitor, form: str, fields: str, wrong: str
) -> None:
    before = judged.desk.cabinet.case("2026-014").chain.all()
    page = judged.post(f"{_links(judged)[0]}/{form}", json.loads(fields))
    assert f'id="error-{wrong}"' in page
    assert judged.desk.cabinet.case("2026-014").chain.all() == before


@pytest.mark.sampled(2)
@pytest.mark.parametrize("language", ["fr", "en"])
def test_a_note_says_on_one_page_what_was_found_answered_and_decided(
    judged: Visitor, language: Language
) -> None:
    said = {
        "fr": (
            "Réponse de l’exploitant, 03/11/2025",
            "L’agent maintient le constat.",
            "03/02/2026",
        ),
        "en": ("Operator’s answer, 3 Nov 2025", "The inspector upholds the finding.", "3 Feb 2026"),
    }[language]
    link = _links(judged)[0]
    judged.post(f"{link}/answer", {"text": "Erreur de saisie.", "day": "3/11/2025"})
    judged.post(f"{link}/uphold", {"text": "La cassette dit le contraire."})
    judged.post("/langue", {"language": language, "back": "/"})
    address = re.findall(rf'href="({CASE}/fichiers/notes/[^"]+)"', judged.post(f"{link}/note"))[0]
    answer = judged.client.get(address)
    (page,) = PdfReader(BytesIO(answer.content)).pages
    text = " ".join(plain(page.extract_text()).split())
    case = judged.desk.cabinet.case("2026-014")
    report = read_report(case.control(1) / "findings.json")[1]
    finding = next(own for own in report.findings if own.id == link.rpartition("/")[2])
    found = spaced(sentence(finding.message.in_language(language)), language)
    for own in (*said, found, *finding.provisions, "Erreur de saisie.", "Mme Martin"):
        assert plain(own) in text, own
    assert "La cassette dit le contraire." in text
    assert soundness(case.path).differs == ()
    (case.notes / "note-1.pdf").unlink()
    assert [own.code for own in soundness(case.path).differs] == ["desk.file_changed"]
    assert judged.client.get(f"{CASE}/fichiers/notes/..%2f..%2factes.sqlite").status_code == 404


def test_boxes_stay_ticked(judged: Visitor) -> None:
    for link in _links(judged):
        boxes = re.findall(r'name="box" id="[^"]+" value="([^"]+)"', judged.get(link))
        if boxes:
            page = judged.post(f"{link}/tick", {"box": boxes[0]})
            assert re.search(rf'value="{boxes[0]}" checked', page)
            assert page.count(" checked") == 1
            return
    pytest.fail("no finding has an explanation to be ruled out")


def test_a_row_is_shown_among_its_neighbours_as_it_was_read(judged: Visitor) -> None:
    lines = SAMPLE.read_text("utf-8").splitlines()
    page = judged.get(f"{CASE}/resultats/lignes?file=B1.csv&row=40")
    page, _, read = page.partition("Ce qui y a été lu</h2>")
    assert "<td>mise</td>" in read
    cells = re.findall(r"<tr[^>]*>\s*<th scope=\"row\" class=\"num\">(\d+)</th>(.*?)</tr>", page)
    assert [int(number) for number, _ in cells] == [*range(28, 53)]
    for number, row in cells:
        own = [text for text in map(unescape, re.findall(r"<td>(.*?)</td>", row)) if text]
        assert own == [text for text in lines[int(number) - 1].split(",") if text]
    for asked in ("file=B1.csv&row=99999", "file=../acts&row=2", "row=2"):
        assert judged.client.get(f"{CASE}/resultats/lignes?{asked}").status_code == 404


def test_the_evening_and_the_letter_are_pages_of_their_own(judged: Visitor) -> None:
    assert "<svg" in judged.get(f"{CASE}/resultats/soiree")
    letter = judged.get(f"{CASE}/resultats/lettre")
    assert "Contrôle n° 2026-014" in letter
    asked = letter.partition("Il vous est demandé de :")[2].partition("</ol>")[0]
    assert re.search(r"<ol>\s*<li>[a-z]", asked)
    assert "<code>" not in asked
