"""The rule book of a ruleset, as a lawyer reads it."""

import re
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from auditor.authoring.review import review
from auditor.authoring.rule_book import RuleBook, book_html, book_pdf, highlighted, rule_book
from auditor.language.resolve.load import load

RULES = Path(__file__).parents[1] / "rules"
DEMO, CLASSES = RULES / "demo.rules", RULES / "classes.rules"


def book(path: Path = DEMO) -> RuleBook:
    program, diagnostics = review(path)
    assert program is not None, diagnostics
    return rule_book(program)


def text(page: str) -> str:
    return re.sub(r"[\s\u00a0\u202f]+", " ", unescape(re.sub(r"<[^>]+>", " ", page)))


def test_each_provision_stands_with_its_rule_its_message_and_its_examples() -> None:
    said = text(book_html(book(), "fr"))
    places = [
        said.rindex(part)
        for part in (
            "1.1 Cinq cartes brûlées avant la première donne",
            "five-burned Majeur",
            "{found} cartes brûlées, {expected} exigées.",
            "require count of burn before first deal = burned",
            "observe la règle : five",
            "ne l’observe pas : four",
            "1.2 Nulle mise au-dessus du maximum affiché",
            "1.4 Conservation des cartes",
            "Non auditable : hors du journal de table",
        )
    ]
    assert places == sorted(places)
    assert "non comparé à une édition officielle" in said


def test_readings_stand_with_their_provision_and_rules_name_them() -> None:
    said = text(book_html(book(CLASSES), "en"))
    assert "Reading used ( burned-before-anything ): Cards are burned before any deal" in said
    assert "Rests on the readings burned-before-anything" in said
    assert "Not applicable here: nothing is paid here" in said
    assert "Audited under 1.1, 1.2" in said


def test_links_lead_somewhere() -> None:
    page = book_html(book(CLASSES), "en")
    targets = set(re.findall(r'href="#([^"]+)"', page))
    assert targets
    assert targets <= set(re.findall(r' id="([^"]+)"', page))


@pytest.mark.parametrize("name", ["demo.rules", "classes.rules"])
def test_pieces_put_together_are_the_text(name: str) -> None:
    own = (RULES / name).read_text("utf-8")
    assert "".join(piece.text for piece in highlighted(own)) == own


def test_words_of_the_language_are_told_from_names() -> None:
    pieces = highlighted('rule rule-of-five\n  require count of burn = 5  # "five"\n')
    assert [(own.kind, own.text) for own in pieces if own.kind != "text"] == [
        ("keyword", "rule"),
        ("keyword", "require"),
        ("keyword", "count"),
        ("keyword", "of"),
        ("number", "5"),
        ("comment", '# "five"'),
    ]


def test_articles_follow_each_other_by_number() -> None:
    """Article 55-19 comes after 39, its paragraph 10 after 9, and the record after the law."""
    program, _ = review(Path("rulesets/bataille"))
    assert program is not None
    ids = [own.id for own in rule_book(program).provisions]
    assert ids.index("39.decks") < ids.index("55-19.9") < ids.index("55-19.10")
    assert ids.index("55-19.32") < ids.index("log.order")


@pytest.mark.nightly
def test_the_pdf_holds_the_rule_files() -> None:
    content = book_pdf(book(), "fr")
    reader = PdfReader(BytesIO(content))
    assert "Démonstration" in reader.pages[0].extract_text()
    attached = {name: own[0].decode() for name, own in reader.attachments.items()}
    assert DEMO.read_text("utf-8") in attached.values()
    assert len(attached) == len(load(DEMO).files)
