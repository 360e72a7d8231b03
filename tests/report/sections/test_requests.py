"""What to ask the casino for: a line for each thing, which names rows and places."""

import pytest

from auditor.case import AskedAnswer, Establishment, StatedCase
from auditor.report.labels import Words
from auditor.report.model import LANGUAGES, Finding, Language, Money
from auditor.report.render.html import html_text
from auditor.report.sections.figures import by_player, tables_named
from auditor.report.sections.fitness import MOST_OF_A_KIND, image_requests, requests
from auditor.report.sections.statement import case_lines
from tests.report.evening import WANTING, changed, evening

CASE = StatedCase(number="1", establishment=Establishment(name="X"))


def at(finding: Finding, table: str, time: str) -> Finding:
    subject = changed(finding.subject, table=table)
    return changed(finding, subject=subject, time=time)


def test_an_answer_to_no_finding_is_named_and_not_lost() -> None:
    """A slip in an id would leave the operator's word out of the report without a trace."""
    report = evening(4, 0)
    first = report.findings[0].id
    given = (
        AskedAnswer(finding=first, text="Oui"),
        AskedAnswer(finding="0123456789ab", text="Non"),
    )
    for answers, said in (
        (given[:1], "to 1 finding of 4"),
        (given, "to 1 finding of 4; to no finding of this report: 0123456789ab"),
    ):
        case = changed(CASE, answers=answers)
        lines = dict(case_lines(changed(report, case=case), Words("en")))
        assert lines["Answers"] == said
    assert "Answers" not in dict(case_lines(changed(report, case=CASE), Words("en")))


def test_houses_have_tables_and_players_of_their_own() -> None:
    report = evening(4, 0)
    first, *others = report.findings
    sums = (Money(events=("pay",), due="1", done="3", difference="2"),)
    moved = [
        changed(at(own, "B1", "2026-01-09T22:00:00+01:00"), money=sums) for own in (first, first)
    ]
    here, there = (
        changed(own, subject=changed(own.subject, casino=casino, player="P"))
        for own, casino in zip(moved, ("Aubrac", "Belle-Anse"), strict=True)
    )
    both = {"findings": (here, there, *others), "establishments": ("Aubrac", "Belle-Anse")}
    report = report.model_copy(update=both)
    names = ["B1 (Aubrac)", "B1 (Belle-Anse)"]
    assert [own.table for own in image_requests(report) if own.table.startswith("B1")] == names
    assert [name for name in tables_named(report) if name.startswith("B1")] == names
    assert [player for player, _ in by_player(report)] == ["P (Aubrac)", "P (Belle-Anse)"]
    assert "2 establishments together" in html_text(report, "en")


EN = Words("en")
LACKING = changed(evening(0), fitness=WANTING, rules=(), set_aside=())


def test_of_very_many_requests_of_a_kind_the_others_are_counted() -> None:
    many = WANTING.duplicates * 30
    fitness = changed(WANTING, duplicates=many, duplicates_total=400)
    own = requests(changed(LACKING, fitness=fitness), EN)
    assert sum("repeats" in line for line in own) == MOST_OF_A_KIND
    assert f"And {400 - MOST_OF_A_KIND} more requests of this kind" in " ".join(own)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_each_in_a_line_of_its_own(language: Language) -> None:
    page = html_text(LACKING, language)
    own = requests(LACKING, Words(language))
    _, _, below = page.partition('id="open"')
    assert below.partition("</ul>")[0].count("<li>") == len(own)
