"""What to ask the casino for: a line for each thing, which names rows and places."""

import re
from datetime import date, timedelta

import pytest

from auditor.case import (
    AskedAnswer,
    Camera,
    CasePeriod,
    ClockOffset,
    Dates,
    Establishment,
    Images,
    StatedCase,
)
from auditor.report.labels import Words
from auditor.report.model import LANGUAGES, Finding, Language, Money, Report, SetAside
from auditor.report.render.html import html_text
from auditor.report.render.xlsx import xlsx_bytes
from auditor.report.sections.figures import by_player, tables_named
from auditor.report.sections.fitness import MOST_OF_A_KIND, checklist, image_requests, requests
from auditor.report.sections.statement import case_lines
from tests.report.evening import evening
from tests.report.render.test_xlsx import read, values
from tests.report.sections.test_fitness import WANTING

CASE = StatedCase(
    number="1",
    establishment=Establishment(name="X"),
    clock=ClockOffset(ahead=timedelta(minutes=2, seconds=10)),
    images=Images(kept_days=7, cameras=(Camera(table="BT2", field="above"),)),
)


def at(finding: Finding, table: str, time: str) -> Finding:
    subject = finding.subject.model_copy(update={"table": table})
    return finding.model_copy(update={"subject": subject, "time": time})


def four() -> Report:
    report = evening(4, 0)
    one, two, three, four = report.findings
    moved = (
        at(one, "BT2", "2026-01-09T22:30:00+01:00"),
        at(two, "BT1", "2026-01-09T23:00:00+01:00"),
        at(three, "BT1", "2026-01-09T22:00:00+01:00"),
        at(four, "BT1", "2026-01-09T22:03:30+01:00"),
    )
    return report.model_copy(update={"findings": moved})


def test_images_are_listed_by_table_and_time_and_what_overlaps_once() -> None:
    found = image_requests(four())
    said = [(own.table, f"{own.start:%H:%M:%S}", f"{own.end:%H:%M:%S}") for own in found]
    assert said == [
        ("BT1", "21:58:00", "22:05:30"),
        ("BT1", "22:58:00", "23:02:00"),
        ("BT2", "22:28:00", "22:32:00"),
    ]
    assert [len(own.findings) for own in found] == [2, 1, 1]
    assert sorted(n for own in found for n in own.findings) == [1, 2, 3, 4]


def test_images_that_are_gone_are_not_asked_for() -> None:
    late = CASE.model_copy(update={"dates": Dates(issued=date(2026, 1, 17))})
    for case, late_too in ((CASE, False), (late, True)):
        page = html_text(four().model_copy(update={"case": case}), "fr").replace("\u00a0", " ")
        assert ("Avant le 16/01/2026" in page) is not late_too
        assert ("Échu le 16/01/2026" in page) is late_too


def test_page_one_has_the_period_of_the_case_and_awaits_no_answer_when_all_are_in() -> None:
    case = CASE.model_copy(
        update={
            "status": "final-after-answers",
            "period": CasePeriod(start=date(2026, 1, 1), end=date(2026, 1, 31)),
            "dates": Dates(answers_by=date(2026, 3, 10)),
        }
    )
    said = dict(case_lines(four().model_copy(update={"case": case}), Words("en")))
    assert said["Period examined"].replace("\u00a0", " ") == "1 Jan 2026 – 31 Jan 2026"
    assert said["Dates"].replace("\u00a0", " ") == "time for answers until 10 Mar 2026"


def test_an_answer_to_no_finding_is_named_and_not_lost() -> None:
    """A slip in an id would leave the operator's word out of the report without a trace."""
    report = four()
    first = report.findings[0].id
    given = (
        AskedAnswer(finding=first, text="Oui"),
        AskedAnswer(finding="0123456789ab", text="Non"),
    )
    for answers, said in (
        (given[:1], "to 1 finding of 4"),
        (given, "to 1 finding of 4; to no finding of this report: 0123456789ab"),
    ):
        case = CASE.model_copy(update={"answers": answers})
        lines = dict(case_lines(report.model_copy(update={"case": case}), Words("en")))
        assert lines["Answers"] == said
    assert "Answers" not in dict(case_lines(report.model_copy(update={"case": CASE}), Words("en")))


def test_houses_have_tables_and_players_of_their_own() -> None:
    report = four()
    first, *others = report.findings
    sums = (Money(events=("pay",), due="1", done="3", difference="2"),)
    moved = [
        at(own, "B1", "2026-01-09T22:00:00+01:00").model_copy(update={"money": sums})
        for own in (first, first)
    ]
    here, there = (
        own.model_copy(
            update={"subject": own.subject.model_copy(update={"casino": casino, "player": "P"})}
        )
        for own, casino in zip(moved, ("Aubrac", "Belle-Anse"), strict=True)
    )
    both = {"findings": (here, there, *others), "establishments": ("Aubrac", "Belle-Anse")}
    report = report.model_copy(update=both)
    names = ["B1 (Aubrac)", "B1 (Belle-Anse)"]
    assert [own.table for own in image_requests(report) if own.table.startswith("B1")] == names
    assert [name for name in tables_named(report) if name.startswith("B1")] == names
    assert [player for player, _ in by_player(report)] == ["P (Aubrac)", "P (Belle-Anse)"]
    assert "2 establishments together" in html_text(report, "en")


def test_the_case_file_gives_the_clock_the_cameras_and_the_last_day() -> None:
    last = image_requests(four().model_copy(update={"case": CASE}))[-1]
    assert (last.table, f"{last.start:%H:%M:%S}", last.cameras) == ("BT2", "22:25:50", ("above",))
    assert last.before == date(2026, 1, 16)


@pytest.mark.parametrize(
    ("clock", "start", "said"),
    [
        (ClockOffset(), "22:28:00", "heure des journaux"),
        (ClockOffset(ahead=timedelta()), "22:28:00", "en heure légale"),
        (ClockOffset(ahead=timedelta(seconds=-30)), "22:28:30", "en heure légale"),
    ],
)
def test_legal_time_is_said_where_somebody_compared_the_clocks(
    clock: ClockOffset, start: str, said: str
) -> None:
    """Images at the wrong minutes show another coup: a case file that is silent establishes no
    clock.
    """
    report = four().model_copy(update={"case": CASE.model_copy(update={"clock": clock})})
    assert f"{image_requests(report)[-1].start:%H:%M:%S}" == start
    page = html_text(report, "fr").replace("\u00a0", " ").replace("’", "'")
    [note] = re.findall(r"Par table et par heure, [^<]*", page)
    assert said in note
    is_asked = "Note the time" in " ".join(checklist(report, Words("en")))
    assert is_asked == (clock.ahead is None)
    again = StatedCase.model_validate(report.case.model_dump(mode="json") if report.case else {})
    assert again.clock == clock


def test_what_no_log_shows_is_on_the_list() -> None:
    report = four()
    said = " ".join(checklist(report, Words("en")))
    assert "Note the time of the clock of the logs" in said
    assert "custody of cards: not in a table log" in said
    assert "Note the time" not in " ".join(
        checklist(report.model_copy(update={"case": CASE}), Words("en"))
    )


def test_page_and_workbook_have_the_list() -> None:
    report = four()
    page = html_text(report, "fr")
    assert "Images à demander" in page
    assert "21:58:00 – 22:05:30" in page
    sheet = values(read(xlsx_bytes(report, "en")), "Images to ask for")
    assert [row[0] for row in sheet] == ["Table", "BT1", "BT1", "BT2"]


EN = Words("en")
LACKING = evening(0).model_copy(update={"fitness": WANTING, "rules": (), "set_aside": ()})


def test_rows_set_aside_for_one_reason_are_one_request() -> None:
    rows = tuple(
        SetAside(file="soir.csv", sheet=None, row=row, column="time", value="?", reason=reason)
        for row, reason in ((3, "no time"), (5, "no event"), (9, "no time"))
    )
    [first, other] = requests(evening(0).model_copy(update={"set_aside": rows, "rules": ()}), EN)
    assert first == "Have soir.csv, rows\u00a03, 9, put right or explained: no time."
    assert other == "Have soir.csv, row\u00a05, put right or explained: no event."


def test_of_very_many_requests_of_a_kind_the_others_are_counted() -> None:
    many = WANTING.duplicates * 30
    fitness = WANTING.model_copy(update={"duplicates": many, "duplicates_total": 400})
    own = requests(LACKING.model_copy(update={"fitness": fitness}), EN)
    assert sum("repeats" in line for line in own) == MOST_OF_A_KIND
    assert f"And {400 - MOST_OF_A_KIND} more requests of this kind" in " ".join(own)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_has_each_in_a_line_of_its_own(language: Language) -> None:
    page = html_text(LACKING, language)
    own = requests(LACKING, Words(language))
    _, _, below = page.partition('id="open"')
    assert below.partition("</ul>")[0].count("<li>") == len(own)
