import pytest

from auditor.report import typography
from auditor.report.model import Period
from auditor.report.render.pdf_process import drawable


@pytest.mark.parametrize(
    ("value", "french", "english"),
    [
        (0, "0", "0"),
        (4311, "4\u202f311", "4,311"),
        ("1234.50", "1\u202f234,50", "1,234.50"),
        ("-1234567.5", "−1\u202f234\u202f567,5", "−1,234,567.5"),
        ("007", "007", "007"),
        ("10H", "10H", "10H"),
        ("12..5", "12..5", "12..5"),
        ("1e5", "1e5", "1e5"),
        ("", "", ""),
        ("٣", "٣", "٣"),
    ],
)
def test_plain_numbers_are_set_and_other_text_is_left(
    value: int | str, french: str, english: str
) -> None:
    assert typography.number(value, "fr") == french
    assert typography.number(value, "en") == english


def test_a_comparison_is_set_with_its_sign() -> None:
    assert typography.quantity("<= 1000.00", "fr") == "≤\u00a01\u202f000,00"
    assert typography.quantity("!= AS", "en") == "≠\u00a0AS"
    assert typography.quantity("clockwise", "fr") == "clockwise"


def test_french_has_no_break_spaces_where_they_belong() -> None:
    assert typography.spaced("« oui » : non ; quoi ?", "fr") == (
        "«\u00a0oui\u00a0»\u00a0: non\u202f; quoi\u202f?"
    )
    assert typography.spaced("a : b", "en") == "a : b"


def test_dates() -> None:
    assert typography.day("2026-11-21", "fr") == "21/11/2026"
    assert typography.day("2026-11-21", "en") == "21\u00a0Nov\u00a02026"
    assert typography.day("samedi", "fr") == "samedi"
    assert typography.moment("2026-11-21T08:40:35+01:00", "fr") == (
        "21/11/2026\u00a0à\u00a008:40:35\u00a0(UTC+01:00)"
    )
    assert typography.moment("2026-11-21", "fr") == "21/11/2026"
    assert typography.moment("25:61", "fr") == "25:61"


def test_a_period_of_one_day_is_one_day() -> None:
    assert typography.span(Period(start="2026-01-09", end="2026-01-09"), "fr") == "09/01/2026"
    assert typography.span(Period(start="2026-01-09", end=None), "fr") == "09/01/2026\u00a0– …"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Éloïse 10♠ 王", "Éloïse 10♠ 王"),
        ("a\u202eb", "a[U+202E]b"),
        ("\x1b[31mred", "[U+001B][31mred"),
        ("a\r\nb\tc", "a↵b⇥c"),
        ("a\udc80", "a[U+DC80]"),
        ("a\u200bb\ufeff", "a[U+200B]b[U+FEFF]"),
    ],
)
def test_what_cannot_be_seen_is_written_out(text: str, shown: str) -> None:
    assert typography.visible(text) == shown


def test_sums_beside_a_name_from_right_to_left_keep_their_order() -> None:
    own = "\u05d3\u05d5\u05d3 \u05d1\u05df-\u05d3\u05d5\u05d3"
    whole = own.replace(" ", "\u00a0")
    kept = f"2 € (\u200e\u2068{whole}\u2069\u200e 1) + 40 €"
    assert typography.set_apart(f"2 € ({own} 1) + 40 €") == kept
    assert drawable(f"\u2068{own}\u2069")[0] == "\u2068"
    assert typography.set_apart("2 € (Éloïse) + 40 €") == "2 € (Éloïse) + 40 €"


def test_french_elides_with_a_curved_apostrophe_and_leaves_names_alone() -> None:
    assert typography.spaced("d'un joueur, l'as, qu'il", "fr") == "d’un joueur, l’as, qu’il"
    assert typography.spaced("aujourd'hui jusqu'à", "fr") == "aujourd’hui jusqu’à"
    assert typography.spaced("O'Brien", "fr") == "O'Brien"


def test_english_has_curved_apostrophes_too() -> None:
    assert (
        typography.spaced("the player's, the players' sums", "en")
        == "the player’s, the players’ sums"
    )
    assert typography.spaced("O'Brien of Casino d'Aubrac said 'no'", "en") == (
        "O'Brien of Casino d'Aubrac said 'no'"
    )


def test_table_2_stands_before_table_10() -> None:
    names = ["BA10", "BA1", "", "BA2", "Zoo", "BA02b", "BA" + "9" * 5000]
    told = sorted(names, key=typography.counted_up)
    assert told == ["", "BA1", "BA2", "BA02b", "BA10", "BA" + "9" * 5000, "Zoo"]
