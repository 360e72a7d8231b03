"""What to ask the casino for: a line for each thing, which names rows and places."""

import pytest

from auditor.report.labels import Words
from auditor.report.model import LANGUAGES, Language, SetAside
from auditor.report.render.html import html_text
from auditor.report.sections.requests import MOST_OF_A_KIND, requests
from tests.report.evening import evening
from tests.report.sections.test_fitness import WANTING

EN = Words("en")
WHICH = (
    "Have it stated in writing which of these events the system records, and ask for their export"
)
DECLARED = (
    "Have it confirmed in writing that the system records these events: it is declared to, "
    "and the log has none of them"
)
BACK = "9\u00a0Jan\u00a02026,\u00a021:59:00 after 9\u00a0Jan\u00a02026,\u00a022:00:00"
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
