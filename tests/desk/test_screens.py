"""Every screen, in both languages, on the way from a file to a report."""

from __future__ import annotations

import csv
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import date, datetime
from html import unescape
from pathlib import Path

import pytest

from auditor.desk.pages import STEPS
from auditor.messages.message import told_in
from auditor.report.files import read_report
from tests.desk.conftest import ANSWERS, CASE, SAMPLE, Visitor

OWN = {"Sec-Fetch-Site": "same-origin"}
TEMPLATES = Path(__file__).parents[2] / "auditor" / "desk" / "templates"


def test_a_piece_is_read_as_soon_as_it_is_handed_over(read: Visitor) -> None:
    page = read.get(f"{CASE}/pieces")
    rows = len(SAMPLE.read_text("utf-8").splitlines()) - 1
    assert f"{rows:,} lignes lues".replace(",", " ") in page
    assert "remis par M. Petit" in page


@pytest.mark.parametrize("step", ["pieces", "lecture"])
def test_each_file_says_which_house_tables_evenings_and_period_it_covers(
    read: Visitor, step: str
) -> None:
    rows = [*csv.DictReader(SAMPLE.read_text("utf-8").splitlines())]
    told = dict(re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", read.get(f"{CASE}/{step}")))
    named = {
        name: sorted({own[name] for own in rows} - {""}) for name in ("casino", "table", "session")
    }
    assert unescape(told["Établissement"]) == ", ".join(named["casino"])
    assert told["Tables"] == ", ".join(named["table"])
    evenings = (date.fromisoformat(own) for own in named["session"])
    assert told["Soirées"] == ", ".join(f"{own:%d/%m/%Y}" for own in evenings)
    times = sorted(datetime.fromisoformat(own["time"]) for own in rows)
    first, last = (f"{own:%d/%m/%Y à %H:%M:%S}" for own in (times[0], times[-1]))
    assert told["Période"] == f"du {first} au {last}"


def test_what_is_no_log_is_kept_and_not_read(begun: Visitor) -> None:
    page = begun.post(f"{CASE}/pieces/receive", None, **{"lettre.docx": b"Bonjour"})
    assert "non lu comme journal" in page
    assert (begun.desk.cabinet.case("2026-014").pieces / "lettre.docx").read_bytes() == b"Bonjour"


def test_a_log_that_cannot_be_read_stands_in_the_way(begun: Visitor) -> None:
    page = begun.post(f"{CASE}/pieces/receive", None, **{"B1.xlsx": b"PK\x03\x04 broken"})
    assert 'class="error"' in page
    assert "des journaux lus" in begun.get(f"{CASE}/controle")


def test_a_piece_that_was_withdrawn_is_read_no_more_and_stays_in_the_folder(read: Visitor) -> None:
    case = read.desk.cabinet.case("2026-014")
    (piece,) = (own.number for own in case.chain.all() if own.kind == "received")
    page = read.post(f"{CASE}/pieces/withdraw", {"piece": str(piece), "why": "doublon"})
    assert "Retirés, conservés dans le dossier" in page
    assert (case.pieces / "B1.csv").exists()
    assert "des journaux lus" in read.get(f"{CASE}/controle")


def test_rules_of_another_game_than_the_log_names_are_refused(read: Visitor) -> None:
    page = read.post(f"{CASE}/jeux/choose", {"rules": "vingt-trois"})
    assert "accusent à tort" in page


def test_an_answer_that_a_case_file_cannot_hold_is_shown_at_its_field(read: Visitor) -> None:
    answers = ANSWERS | {"period.from": "demain"}
    page = read.post(f"{CASE}/dossier/declare", answers)
    assert 'id="error-period.from"' in page
    assert 'value="demain"' in page
    assert "case" not in [
        own.says.get("topic") for own in read.desk.cabinet.case("2026-014").chain.all()
    ]


def test_a_log_of_two_casinos_asks_which_is_audited(read: Visitor) -> None:
    page = read.post(f"{CASE}/dossier/declare", ANSWERS | {"establishment.casino": ""})
    assert 'id="error-establishment.casino"' in page
    assert page.count('name="establishment.casino"') == 2


def test_a_day_may_be_written_in_words(declared: Visitor) -> None:
    answers = ANSWERS | {"dates.received": "3 novembre 2025"}
    declared.post(f"{CASE}/dossier/declare", answers)
    declared.post(f"{CASE}/controle/begin")
    text = declared.desk.cabinet.case("2026-014").case_file.read_text("utf-8")
    assert re.search(r"^received = 2025-11-03", text, re.MULTILINE)


def test_the_way_from_a_file_to_a_report(declared: Visitor) -> None:
    declared.post(f"{CASE}/controle/begin")
    assert 'role="alert"' not in declared.get(f"{CASE}/controle")
    results = declared.get(f"{CASE}/resultats")
    links = re.findall(rf'href="({CASE}/resultats/[0-9a-f-]+)"', results)
    assert links
    for link in links[:3]:
        assert 'class="finding' in declared.get(link)
    declared.post(f"{CASE}/rapport/printed", {"status": "provisional", "names": "pseudonyms"})
    case = declared.desk.cabinet.case("2026-014")
    content, report = read_report(case.version(1) / "report.pdf")
    assert content.startswith(b"%PDF")
    assert report.case is not None
    assert (report.case.number, report.case.version) == ("2026-014", 1)
    assert len(report.findings) == len(links)
    served = declared.client.get(f"{CASE}/fichiers/rapports/v1/report.pdf")
    assert served.content == content
    assert "attachment" in served.headers["content-disposition"]
    assert [own.kind for own in case.chain.all()] == [
        *("opened", "declared", "received", "read", "declared", "declared"),
        *("judged", "declared", "printed"),
    ]
    assert case.chain.broken() is None
    assert "avant vos derniers changements" not in declared.get(f"{CASE}/resultats")


@pytest.mark.nightly
def test_a_second_version_leaves_the_first_as_it_was(printed: Visitor) -> None:
    case = printed.desk.cabinet.case("2026-014")
    first = {path.name: path.read_bytes() for path in case.version(1).iterdir()}
    printed.post(f"{CASE}/rapport/printed", {"status": "provisional", "names": "names"})
    assert {path.name: path.read_bytes() for path in case.version(1).iterdir()} == first
    _, report = read_report(case.version(2) / "findings.json")
    assert report.case is not None
    assert (report.case.version, report.case.status) == (2, "provisional")
    assert "pseudonyms" not in report.run.parameters


@pytest.mark.parametrize("language", ["fr", "en"])
def test_every_screen_speaks_one_language(declared: Visitor, language: str) -> None:
    declared.post("/langue", {"language": language, "back": "/"})
    for step in STEPS:
        assert f'<html lang="{language}">' in declared.get(f"{CASE}/{step}")


def test_the_language_is_that_of_the_browser_until_one_is_chosen(visitor: Visitor) -> None:
    english = visitor.client.get("/", headers={"Accept-Language": "en-GB,en;q=0.9,fr;q=0.5"}).text
    assert '<html lang="en">' in english
    assert '<html lang="fr">' in visitor.client.get("/", headers={"Accept-Language": "de"}).text


def test_a_page_asks_for_nothing_that_the_policy_forbids() -> None:
    for path in TEMPLATES.glob("*.html"):
        text = path.read_text("utf-8")
        assert not re.search(r"\sstyle=|\son\w+=|<style|<script(?! src=\"/static/)|hx-on", text), (
            path
        )


# ---- how files are read -------------------------------------------------------------------------
EVENING = Path(__file__).with_name("evening.csv").read_text("utf-8")


@pytest.fixture
def evening(begun: Visitor) -> Visitor:
    """A number that came out was played by one player, and one payment was made.  Somebody said
    that the column with the sums is none of them.
    """
    begun.post(f"{CASE}/pieces/receive", None, **{"soirée.csv": EVENING.encode("cp1252")})
    begun.post(f"{CASE}/jeux/choose", {"rules": "boule"})
    begun.post(f"{CASE}/lecture/answer", {"question-0": "nothing"})
    return begun


def test_a_column_that_is_not_used_can_be_said_what_it_is(evening: Visitor) -> None:
    page = evening.get(f"{CASE}/lecture")
    assert "vérifiables : 0 sur 2" in page
    (select,) = re.findall(r'<label for="(column-\d+)">Jetons', page)
    page = evening.post(f"{CASE}/lecture/answer", {select: "amount"})
    assert "vérifiables : 2 sur 2" in page
    assert "avant vos dernières réponses : 0 sur 2" in page
    assert "montant : 10 €" in page
    page = evening.post(f"{CASE}/lecture/forget")
    assert "vérifiables : 0 sur 2" in page


def test_answers_to_a_reading_that_another_window_changed_are_not_taken(evening: Visitor) -> None:
    page = evening.get(f"{CASE}/lecture")
    (select,) = re.findall(r'<label for="(column-\d+)">Jetons', page)
    (last,) = re.findall(r'name="last" value="(\d+)"', page)
    evening.post(f"{CASE}/lecture/answer", {select: "amount", "last": last})
    assert "vérifiables : 2 sur 2" in evening.get(f"{CASE}/lecture")
    page = evening.post(f"{CASE}/lecture/answer", {select: "number", "last": last})
    assert "changé dans une autre fenêtre" in page
    assert "vérifiables : 2 sur 2" in evening.get(f"{CASE}/lecture")


@pytest.mark.nightly
def test_a_reading_is_taken_over_for_other_files_of_the_casino(evening: Visitor) -> None:
    (select,) = re.findall(r'<label for="(column-\d+)">Jetons', evening.get(f"{CASE}/lecture"))
    evening.post(f"{CASE}/lecture/answer", {select: "amount"})
    evening.post("/nouveau", {"number": "2026-015", "who": "M. Petit"})
    other = "/dossiers/2026-015"
    later = EVENING.replace("09/01/2026", "10/01/2026")
    evening.post(f"{other}/pieces/receive", None, **{"suite.csv": later.encode("cp1252")})
    evening.post(f"{other}/jeux/choose", {"rules": "boule"})
    assert "vérifiables : 0 sur 2" in evening.get(f"{other}/lecture")
    page = evening.post(f"{other}/lecture/adopt", {"from": "2026-014"})
    assert "vérifiables : 2 sur 2" in page


def test_games_are_authorised_by_their_titles(read: Visitor) -> None:
    page = read.get(f"{CASE}/dossier")
    assert '<label for="game-boule">Boule</label>' in page
    answers = {**ANSWERS, "authorisation.games": ["boule", "vingt-trois"]}
    read.client.post(f"{CASE}/dossier/declare", data=answers, headers=OWN)
    assert read.get(f"{CASE}/dossier").count('type="checkbox"') == page.count('type="checkbox"')
    assert read.get(f"{CASE}/dossier").count(" checked> ") == page.count(" checked> ") + 2
    (act,) = (
        own
        for own in read.desk.cabinet.case("2026-014").chain.all()
        if own.says.get("topic") == "case"
    )
    assert act.says["answers"]["authorisation.games"] == "boule, vingt-trois"


def test_whoever_handed_files_over_stands_in_the_case(read: Visitor) -> None:
    assert 'name="supplied.by" value="M. Petit"' in read.get(f"{CASE}/dossier")


def test_what_was_said_of_columns_is_what_is_judged(evening: Visitor) -> None:
    """The bet on one number pays seven for one: 70 are due on 10, and 60 were paid."""
    (select,) = re.findall(r'<label for="(column-\d+)">Jetons', evening.get(f"{CASE}/lecture"))
    evening.post(f"{CASE}/lecture/answer", {select: "amount"})
    evening.post(f"{CASE}/dossier/declare", ANSWERS | {"establishment.casino": "Nord"})
    evening.post(f"{CASE}/controle/begin")
    page = evening.get(f"{CASE}/resultats")
    assert "10 € misés : 60 € payés, 70 € dus" in page
    case = evening.desk.cabinet.case("2026-014")
    evening.post(f"{CASE}/rapport/printed", {"status": "provisional", "names": "pseudonyms"})
    assert (case.version(1) / "lecture.toml").read_bytes() == case.mapping.read_bytes()


# ---- its words ----------------------------------------------------------------------------------
def test_every_word_that_is_asked_for_exists_and_none_is_superfluous() -> None:
    known = told_in("desk")
    texts = "".join(path.read_text("utf-8") for path in TEMPLATES.glob("*.html"))
    asked = set(re.findall(r'\bt\("([\w.-]+)"(?! ~)', texts))
    leads = set(re.findall(r'\bt\("([\w.-]+[._])" ~', texts))
    told = set(re.findall(r'"([\w.-]+)"', texts)) | {"refused", "home.example", "set.readme"}
    requests = {own for own in told_in("report") if own.startswith("requests.")}
    told |= {f"letter.{own}" for own in requests - {"requests.note", "requests.range"}}
    assert {own for own in told if own.startswith("letter.requests.")} <= known.keys()
    assert asked <= known.keys()
    assert {lead for lead in leads if not any(own.startswith(lead) for own in known)} == set()
    assert {own for own in known if own not in told and not own.startswith(tuple(leads))} == set()


@pytest.mark.parametrize("key", sorted(told_in("desk")))
def test_both_languages_say_it_with_the_same_blanks(key: str) -> None:
    french, english = told_in("desk")[key]
    blanks = {
        frozenset(re.findall(r"\{(\w+)\}", own)) - {"count"}
        for own in (*french.split("|"), *english.split("|"))
    }
    assert len(blanks) == 1


def test_an_example_is_an_evening_with_faults(visitor: Visitor) -> None:
    for name in ("Exemple", "Exemple 2"):
        page = visitor.post("/exemple")
        assert f'<span class="case-name">{name}</span>' in page
        assert "<dt>Tables</dt><dd>BA1, BA2</dd>" in page
    own = "/dossiers/Exemple"
    visitor.post(f"{own}/jeux/choose", {"rules": ""})
    answers = {
        "number": "1",
        "establishment.name": "x",
        "establishment.casino": "Casino de la Grève",
    }
    visitor.post(f"{own}/dossier/declare", answers)
    visitor.post(f"{own}/controle/begin")
    assert visitor.get(f"{own}/resultats").count('class="chip') >= 5


def test_a_reload_and_a_second_window_show_the_same(judged: Visitor) -> None:
    for step in STEPS:
        assert judged.get(f"{CASE}/{step}") == judged.get(f"{CASE}/{step}"), step


def test_fifty_readers_at_once_see_one_page(judged: Visitor) -> None:
    with ThreadPoolExecutor(50) as pool:
        pages = pool.map(lambda _: judged.get(f"{CASE}/resultats"), range(50))
    assert len({*pages}) == 1


def test_a_form_that_is_sent_twice_notes_one_declaration(declared: Visitor) -> None:
    case = declared.desk.cabinet.case("2026-014")
    before = len(case.chain.all())
    declared.post(f"{CASE}/dossier/declare", ANSWERS)
    declared.post(f"{CASE}/jeux/choose", {"rules": ""})
    assert len(case.chain.all()) == before
