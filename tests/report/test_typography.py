from pathlib import Path

import pytest

from auditor.report import typography
from auditor.report.model import Period
from auditor.report.render.pdf_process import drawable
from tests.tables import table

PAGE = Path(__file__).with_name("typography.txt").read_text("utf-8")
SET = [[own.strip('"') for own in line.split(" | ")] for line in PAGE.splitlines()[2:]]


@pytest.mark.parametrize(("function", "text", "french", "english"), SET)
def test_a_text_is_set_as_the_page_says(
    function: str, text: str, french: str, english: str
) -> None:
    for language, said in (("fr", french), ("en", english)):
        wanted = said.translate({126: "\u00a0", 94: "\u202f"})
        assert getattr(typography, function)(text, language) == wanted
        if function == "number" and str(text) in {"0", "4311"}:
            assert typography.number(int(text), "fr" if language == "fr" else "en") == wanted


def test_a_period_of_one_day_is_one_day() -> None:
    assert typography.span(Period(start="2026-01-09", end="2026-01-09"), "fr") == "09/01/2026"
    assert typography.span(Period(start="2026-01-09", end=None), "fr") == "09/01/2026\u00a0– …"


@pytest.mark.parametrize(("text", "shown"), table(__file__, "What cannot be seen"))
def test_what_cannot_be_seen_is_written_out(text: str, shown: str) -> None:
    assert typography.visible(text) == shown


def test_sums_beside_a_name_from_right_to_left_keep_their_order() -> None:
    own = "\u05d3\u05d5\u05d3 \u05d1\u05df-\u05d3\u05d5\u05d3"
    whole = own.replace(" ", "\u00a0")
    kept = f"2 € (\u200e\u2068{whole}\u2069\u200e 1) + 40 €"
    assert typography.set_apart(f"2 € ({own} 1) + 40 €") == kept
    assert drawable(f"\u2068{own}\u2069")[0] == "\u2068"
    assert typography.set_apart("2 € (Éloïse) + 40 €") == "2 € (Éloïse) + 40 €"


def test_table_2_stands_before_table_10() -> None:
    names = ["BA10", "BA1", "", "BA2", "Zoo", "BA02b", "BA" + "9" * 5000]
    told = sorted(names, key=typography.counted_up)
    assert told == ["", "BA1", "BA2", "BA02b", "BA10", "BA" + "9" * 5000, "Zoo"]
