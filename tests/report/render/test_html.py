import re
from html.parser import HTMLParser
from xml.etree.ElementTree import XML

import pytest

from auditor.report.model import Report
from auditor.report.render.html import html_text
from auditor.report.render.pdf_process import drawable
from tests.report.evening import changed, evening
from tests.report.hostile import NASTY, hostile


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


def test_evidence_cut_short_is_said_to_be() -> None:
    report = evening()
    own = report.findings[0]
    rows = tuple(changed(own.rows[0], row=row) for row in range(50, 93))
    first = changed(own, rows=rows, rows_total=43)
    said = page(changed(report, findings=(first, *report.findings[1:]))).text
    assert "Lignes : 50, 51," in said.replace("\u00a0", " ")
    assert "et 31 autres" in said


def test_where_a_computation_is_left_out_it_is_said_how_to_have_it() -> None:
    report = evening()
    first = changed(report.findings[0], derivation=None, evidence=())
    said = page(changed(report, findings=(first, *report.findings[1:]))).text
    assert said.count(f"auditor explain {first.id}") == 1


def test_paper_does_not_promise_a_list_of_all_where_it_has_the_first() -> None:
    said = Page(html_text(evening(700), "fr", attached=True)).text
    assert "les 50 suivants au plus sont donnés un par ligne" in said
    assert "autres sont donnés un par ligne" not in said


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


def test_of_many_files_page_one_names_some_and_the_ledger_gives_all_hashes() -> None:
    report = evening(0)
    files = tuple(
        changed(report.inputs[0], file=f"soir-{at}.csv", sha256=f"{at:064x}") for at in range(10)
    )
    text = html_text(changed(report, inputs=files))
    cover, _, rest = text.partition('class="contents-box"')
    assert [f"soir-{at}.csv" in cover for at in range(10)] == 4 * [True] + 6 * [False]
    assert not any(own.sha256 in cover for own in files)
    assert all(own.sha256 in rest and own.file in rest for own in files)
