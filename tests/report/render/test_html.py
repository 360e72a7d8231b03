import re
from html.parser import HTMLParser
from xml.etree.ElementTree import XML

import pytest

from auditor.messages.message import told_in
from auditor.report.model import Language, Payments, PaymentsOf, Report
from auditor.report.render.html import html_text
from auditor.report.render.pdf_process import drawable
from tests.report.evening import evening
from tests.report.hostile import NASTY, hostile

LANGUAGES = ("fr", "en")


class Page(HTMLParser):
    """The tags and the text of a page."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"[\s\u00a0\u202f]+", " ", " ".join(self.words))


def page(report: Report, language: str = "fr") -> Page:
    return Page(html_text(report, "en" if language == "en" else "fr"))


@pytest.mark.parametrize("report", [evening(), evening(0), hostile(evening())])
def test_a_page_is_xml_and_html_alike(report: Report) -> None:
    """The press reads it as XML, which is quicker; a browser as HTML."""
    text = drawable(html_text(report, attached=True))
    as_html = Page(text)
    own = [re.sub(r"\{.*\}", "", element.tag) for element in XML(text).iter()]
    assert own == [tag for tag, _ in as_html.tags]
    assert not re.search(r"<table[^>]*>\s*<tr", text)  # HTML puts a body between them


def test_no_space_stands_at_the_end_of_what_follows_a_coup() -> None:
    # Where such a space alone did not fit, the text was broken after its first word.
    said = re.findall(r'<p class="from">(.*?)</p>', html_text(evening(), "fr"), re.DOTALL)
    assert len(said) > 3
    assert all(own and own == own.strip() for own in said)


def test_page_one_says_whose_report_it_is_and_what_it_found() -> None:
    said = page(evening()).text
    for words in (
        "Casino de Forges-les-Eaux",
        "09/01/2026 – 10/01/2026",
        "20 constats où les journaux ne s’accordent pas avec",
        "Arrêté du 14 mai 2007, article 55-19, rédaction visée : 12/05/2013",
        "non comparé à une édition officielle",
        "48 311",
    ):
        assert words in said
    for read in evening().inputs:
        assert read.sha256 in said


def test_a_source_that_was_compared_is_said_to_be() -> None:
    compared = evening(compared=True)
    [own] = [ruleset.sources for ruleset in compared.rulesets]
    assert "non comparé à une édition officielle" not in legal_head(page(compared).text)
    assert "comparé à Journal officiel le 02/01/2026 par JO" in legal_head(page(compared).text)
    assert own[0].compared is not None


def legal_head(text: str) -> str:
    """What stands on page one."""
    return text[: text.index("Sommaire")]


def test_a_finding_shows_its_basis_values_computation_and_rows() -> None:
    said = page(evening(2)).text
    for words in (
        "Attendu 125,00",
        "Relevé 137,50",
        "10 times staked",
        "lignes 40, 42, 44, 46",
        "Mme Éloïse D’Haÿ",
        "7♠",
        "L’égalité paie dix fois la mise",
    ):
        assert words in said


def test_evidence_cut_short_is_said_to_be() -> None:
    report = evening()
    own = report.findings[0]
    rows = tuple(own.rows[0].model_copy(update={"row": row}) for row in range(50, 93))
    first = own.model_copy(update={"rows": rows, "rows_total": 43})
    said = page(report.model_copy(update={"findings": (first, *report.findings[1:])})).text
    assert "Lignes : 50, 51," in said.replace("\u00a0", " ")
    assert "et 31 autres" in said


def test_where_a_computation_is_left_out_it_is_said_how_to_have_it() -> None:
    report = evening()
    first = report.findings[0].model_copy(update={"derivation": None, "evidence": ()})
    said = page(report.model_copy(update={"findings": (first, *report.findings[1:])})).text
    assert said.count(f"auditor explain {first.id}") == 1


def test_a_provision_never_exercised_does_not_look_like_one_that_was() -> None:
    rows = re.findall(
        r'<tr class="(\w+)"><td class="refs">([\w.-]+)</td>(.*?)</tr>',
        html_text(evening(0)),
        re.DOTALL,
    )
    by_id = {id_: (state, re.sub(r"\s+", " ", cells)) for state, id_, cells in rows}
    assert by_id["55-19.18"][0] == "compliant"
    assert ">1 893<" in by_id["55-19.18"][1]
    assert by_id["55-19.7"][0] == "not_applicable"
    assert "aucune</em>" in by_id["55-19.7"][1]
    assert "Non auditable" in by_id["55-19.3"][1]


def test_paper_does_not_promise_a_list_of_all_where_it_has_the_first() -> None:
    said = Page(html_text(evening(700), "fr", attached=True)).text
    assert "les 50 suivants au plus sont donnés un par ligne" in said
    assert "autres sont donnés un par ligne" not in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_findings_is_said_and_not_left_blank(language: str) -> None:
    said = page(evening(0, 0), language).text
    assert ("Aucun constat" if language == "fr" else "No findings") in said


def test_many_findings_are_all_there_and_the_reader_is_told_where() -> None:
    report = evening(700, 400)
    said = page(report).text
    assert "Sur 700 constats, 15 sont détaillés" in said
    assert "137 autres constats de la même règle" in said
    for finding in report.findings:
        assert finding.id in said
    assert "Les 400 lignes mises à part sont comptées ici par motif" in said
    for row in report.set_aside:
        assert f" {row.row} " in said


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_language_keeps_to_itself(language: str) -> None:
    said = page(evening(1, 0), language).text
    other = 1 if language == "fr" else 0
    telling = ("title", "conclusion", "method.replay", "visa.operator_remarks", "state.compliant")
    for key in telling[2:]:
        if told_in("report")[key][0] != told_in("report")[key][1]:
            assert re.sub(r"[\s\u00a0]+", " ", told_in("report")[key][other]) not in said


def test_the_page_fetches_and_runs_nothing() -> None:
    for tag, attributes in page(evening(700, 400)).tags:
        assert tag not in {"script", "img", "link", "iframe", "object", "embed", "base", "form"}
        assert not {name for name in attributes if name.startswith("on")} | {
            name for name in ("src", "style", "action") if name in attributes
        }
        assert (attributes.get("href") or "#").startswith("#")
    style = html_text(evening())
    assert "url(" not in style
    assert "@import" not in style


@pytest.mark.parametrize("findings", [5, 700])
def test_what_stands_in_a_log_is_text_and_nothing_else(findings: int) -> None:
    lawful, attacked = page(evening(findings, 400)), page(hostile(evening(findings, 400)))
    assert {tag for tag, _ in attacked.tags} <= {tag for tag, _ in lawful.tags}
    for once in ("style", "title", "h1", "meta"):
        assert [tag for tag, _ in attacked.tags].count(once) == [
            tag for tag, _ in lawful.tags
        ].count(once)
    for nasty in NASTY:
        assert re.sub(r"\s+", " ", nasty) in attacked.text
    assert "\u202e" not in html_text(hostile(evening()))
    assert "[U+202E]" in attacked.text


def test_anchors_lead_somewhere() -> None:
    own = page(evening(700, 400))
    ids = {attributes.get("id") for _, attributes in own.tags}
    targets = {attributes["href"] for tag, attributes in own.tags if tag == "a"}
    assert targets
    assert {f"#{id_}" for id_ in ids} >= targets


def test_words_in_backticks_are_code() -> None:
    assert "<code>chief_arrive</code>" in html_text(evening(0))
    assert "`" not in page(evening(0)).text


def test_sums_that_no_row_tells_are_not_said_to_be_nothing() -> None:
    """`0 € sur 0 €` of 26 payments would be read as if nothing had been paid."""
    pay = PaymentsOf(event="pay", count=26, without_amount=26)
    paid = Payments(count=26, without_amount=26, by_event=(pay,))
    page = html_text(evening(0).model_copy(update={"payments": paid}), "fr")
    said = page.replace("\u00a0", " ")
    assert "<b>0 sur 26</b>&#8195;une somme inconnue" in said
    assert "0 € sur 0 €" not in said
    assert "26 paiements n’ont pas" in said
    assert "0 € sur 0 €" not in said


def test_of_many_files_page_one_names_some_and_the_ledger_gives_all_hashes() -> None:
    report = evening(0)
    files = tuple(
        report.inputs[0].model_copy(update={"file": f"soir-{at}.csv", "sha256": f"{at:064x}"})
        for at in range(10)
    )
    text = html_text(report.model_copy(update={"inputs": files}))
    cover, _, rest = text.partition('class="contents-box"')
    assert [f"soir-{at}.csv" in cover for at in range(10)] == 4 * [True] + 6 * [False]
    assert not any(own.sha256 in cover for own in files)
    assert all(own.sha256 in rest and own.file in rest for own in files)


@pytest.mark.parametrize(
    ("language", "whole"), [("fr", "ne se reproduit qu’en entier"), ("en", "reproduced in full")]
)
def test_page_one_says_who_may_read_it_and_whether_people_are_named(
    language: Language, whole: str
) -> None:
    report = evening()
    run = report.run.model_copy(update={"parameters": {"pseudonyms": "abcd"}})
    veiled = report.model_copy(update={"run": run})
    said, hidden = (html_text(own, language).replace("\u00a0", " ") for own in (report, veiled))
    assert whole in said
    assert "--key" in said
    assert "--key" not in hidden


def test_payments_and_collections_have_no_sum_together() -> None:
    """158 and 270 of them, 1 789 € and 1 848 €: 428 and 3 637 € would mean nothing."""
    kinds = (
        PaymentsOf(event="pay", count=158, checked=149, amount="1789", amount_checked="1718"),
        PaymentsOf(event="collect", count=270, checked=267, amount="1848", amount_checked="1836"),
    )
    paid = Payments(count=428, checked=416, amount="3637", amount_checked="3554", by_event=kinds)
    said = html_text(evening().model_copy(update={"payments": paid}), "fr")
    cover = said.replace("\u00a0", " ").replace("\u202f", " ").partition('class="applied"')[0]
    for own in ("149 sur 158", "1 718 € sur 1 789 €", "267 sur 270", "1 836 € sur 1 848 €"):
        assert own in cover
    assert "428" not in cover
    assert "3 637" not in cover
