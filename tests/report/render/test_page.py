"""The page that a reader can filter, sort, search and fold."""

import re
import shutil
import subprocess
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from auditor.report.model import Report
from auditor.report.render.html import html_bytes, html_text
from tests.report.evening import changed, evening
from tests.report.hostile import hostile

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


def page(report: Report) -> str:
    return html_bytes(report, "fr").decode()


def between(page: str, tag: str) -> list[str]:
    return re.findall(rf"<{tag}[^>]*>(.*?)</{tag}>", page, re.DOTALL)


def test_it_runs_and_shows_what_it_names_by_hash_and_nothing_else() -> None:
    own = page(evening(20))
    [policy] = re.findall(r'http-equiv="Content-Security-Policy" content="([^"]*)"', own)
    [script], [style] = between(own, "script"), between(own, "style")
    allowed = dict(part.split(" ", 1) for part in policy.split("; "))
    assert allowed == {
        "default-src": "'none'",
        "base-uri": "'none'",
        "form-action": "'none'",
        "style-src": f"'sha256-{hash_of(style)}'",
        "script-src": f"'sha256-{hash_of(script)}'",
    }
    assert not re.search(
        r" (?:on\w+|style)=", re.sub(r"<script>.*</script>", "", own, flags=re.DOTALL)
    )


def hash_of(text: str) -> str:
    return b64encode(sha256(text.encode()).digest()).decode()


def test_what_stands_in_a_log_stays_text() -> None:
    lawful, attacked = page(evening(20)), page(hostile(evening(20)))
    assert between(attacked, "script") == between(lawful, "script")
    assert attacked.count("<tr data-n=") == lawful.count("<tr data-n=") == 20


def test_each_finding_has_a_line_and_its_number_leads_to_its_card() -> None:
    report = evening(60)
    own = page(report)
    lines = re.findall(
        r'<tr data-n="(\d+)" data-severity="(\w+)".*?<code class="id">(\w+)<', own, re.DOTALL
    )
    assert sorted(int(number) for number, _, _ in lines) == list(range(1, 61))
    severities = {finding.id: finding.severity for finding in report.findings}
    assert {id_: severity for _, severity, id_ in lines} == severities
    links = set(re.findall(r'<td><a href="#n(\d+)">', own))
    assert links == set(re.findall(r'<article [^>]*id="n(\d+)"', own))


def test_provisions_stand_one_below_the_other() -> None:
    report = evening(1)
    own = changed(report.findings[0], provisions=("47.9", "47.13"))
    assert '<td class="ids">47.9\n47.13</td>' in page(changed(report, findings=(own,)))


def test_page_one_says_where_no_finding_tells_what_was_due() -> None:
    """A winner who was not paid may have no sum: that nothing was wrong with sums is not said."""
    report = evening(1)
    own = changed(report.findings[0], money=())
    payments = changed(report.payments, count=2, checked=2)
    said = "No finding says how much was due"
    without = changed(report, payments=payments, findings=(own,))
    assert said in html_text(without, "en")
    assert said not in html_text(changed(without, findings=()), "en")


def test_where_all_was_verified_nobody_is_sent_to_what_was_not() -> None:
    leads = "What could not be verified is in"
    report = evening(0)
    verified = tuple(changed(own, not_verifiable_reasons=()) for own in report.rules)
    assert leads in html_text(report, "en")
    assert leads not in html_text(changed(report, rules=verified), "en")


def test_a_row_without_a_column_has_the_width_of_two() -> None:
    """A row of too many cells is shown whole: in a narrow column it filled a third of a page."""
    one, other = evening(0, 2).set_aside
    rows = (changed(one, column=None), changed(other, column="amount"))
    own = html_text(changed(evening(0, 2), set_aside=rows), "en")
    [table] = re.findall(r'<table class="rows-apart">.*?</table>', own, re.DOTALL)
    whole, split = re.findall(r'<tr><td class="num">.*?</tr>', table, re.DOTALL)
    assert (whole.count("<td"), split.count("<td")) == (3, 4)
    assert '<td colspan="2">' in whole


def test_paper_has_neither_tools_nor_a_script() -> None:
    printed = html_text(evening(20), "fr", attached=True)
    assert "<script" not in printed
    assert 'id="tools"' not in printed


def test_no_page_is_named_where_there_are_none() -> None:
    assert re.search(r"page <a class=.page.", html_text(evening(700, 400), "fr", attached=True))
    assert not re.search(r"page <a", page(evening(700, 400)))


def test_anchors_lead_somewhere() -> None:
    own = page(evening(700, 400))
    assert set(re.findall(r'href="#([^"]+)"', own)) <= set(re.findall(r' id="([^"]+)"', own))


def test_every_link_has_a_name_and_the_first_leads_to_the_findings() -> None:
    own = page(evening(60))
    links = re.findall(r'<a [^>]*href="#([^"]+)"[^>]*>(.*?)</a>', own, re.DOTALL)
    assert links[0] == ("index", "Aller aux constats")
    assert [anchor for anchor, text in links if not re.sub(r"<[^>]*>|\s", "", text)] == []
    assert own.count("<main>") == own.count("</main>") == 1


def test_a_player_is_concerned_by_what_is_his_and_not_by_what_he_saw() -> None:
    report = evening(2)
    one, other = report.findings
    one = changed(one, subject=changed(one.subject, player="Léa"))
    seat = changed(other.subject, player=None)
    other = changed(other, subject=seat, players=("Max", "Zoé"))
    own = page(changed(report, findings=(one, other)))
    assert set(re.findall(r'data-player="([^"]*)"', own)) == {"Léa", "Max, Zoé"}
    [choice] = re.findall(r'<select id="f-player">(.*?)</select>', own, re.DOTALL)
    assert re.findall(r'value="([^"]+)"', choice) == ["Léa", "Max", "Zoé"]


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_on_a_telephone_nothing_is_cut_off_at_the_right(tmp_path: Path) -> None:
    own = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", page(evening(60, 30)))
    (tmp_path / "report.html").write_text(own)
    (tmp_path / "frame.html").write_text(
        '<iframe id="f" src="report.html" style="width: 390px; height: 844px"></iframe><script>'
        'onload = () => { const own = document.getElementById("f").contentDocument;'
        "const root = own.documentElement;"
        "document.title = `${root.scrollWidth - root.clientWidth} beyond`; }</script>"
    )
    options = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/own")
    done = subprocess.run(
        [
            *(str(CHROMIUM), *options, "--allow-file-access-from-files", "--dump-dom"),
            f"file://{tmp_path}/frame.html",
        ],
        capture_output=True,
        check=True,
        timeout=60,
    )
    assert "<title>0 beyond</title>" in done.stdout.decode()


@pytest.mark.skipif(CHROMIUM is None, reason="no Chromium on this machine")
def test_a_browser_filters_as_the_address_says(tmp_path: Path) -> None:
    """Of 20 findings in turn of five rules, four are of the rule that is critical."""
    (tmp_path / "report.html").write_bytes(html_bytes(evening(20), "fr"))
    options = ("--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path}/own")
    address = f"file://{tmp_path}/report.html#severity=critical&q=EGALITE"
    done = subprocess.run(
        [str(CHROMIUM), *options, "--dump-dom", address],
        capture_output=True,
        check=True,
        timeout=60,
    )
    shown = done.stdout.decode()
    assert '<b id="f-count">4</b>' in shown
    cards = re.findall(r'<article class="finding (\w+)[^"]*"[^>]*?( hidden="")?>', shown)
    assert {severity for severity, hidden in cards if not hidden} == {"critical"}
    assert len(cards) == 20
