"""How a legal basis is named."""

import ast
import re
from pathlib import Path

import pytest

import auditor
from auditor.messages.message import told_in
from auditor.report.labels import Words, legal_text
from auditor.report.model import Bilingual, LawSource

PACKAGE = Path(auditor.__file__).parent
TABLE = told_in("report")
ANY = r"[\w.-]+"
DOTTED = re.compile(r"[a-z_]+\.")
SHEET = re.compile(r"(?:(?:, )?[\w.]+ \d+(?: \w+)?)+(?:, )?")  # the columns of a sheet
QUOTED = re.compile(r"""(["'])([\w.-]+)\1(\s*~)?""")


def asked_for() -> tuple[set[str], set[str]]:
    """The words that the program asks for by a name, and patterns of those it puts together."""
    names, patterns = set[str](), set[str]()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Constant(value=str(text)):
                    names.add(text)
                    if SHEET.fullmatch(text):
                        names.update(re.findall(r"([\w.]+) \d", text))
                case ast.JoinedStr(values=[ast.Constant(value=str(lead)), *_]) if DOTTED.match(
                    lead
                ):
                    patterns.add("".join(map(pattern_of, node.values)))
    for path in PACKAGE.rglob("*.html"):
        for _, text, joined in QUOTED.findall(path.read_text("utf-8")):
            if joined:
                patterns.add(re.escape(text) + ANY)
            else:
                names.add(text)
    return names, patterns


def pattern_of(part: ast.expr) -> str:
    return re.escape(str(part.value)) if isinstance(part, ast.Constant) else ANY


def test_every_word_is_said_somewhere() -> None:
    names, patterns = asked_for()
    unnamed = TABLE.keys() - names
    assert {own for own in unnamed if not any(re.fullmatch(it, own) for it in patterns)} == set()


def test_every_word_said_by_its_name_exists() -> None:
    said = {
        key
        for room in ("report", "rule_book")
        for ending in ("py", "html")
        for path in (PACKAGE / room).rglob(f"*.{ending}")
        for key in re.findall(r'\b(?:w|words)\("([a-z_.0-9]+)"[,)]', path.read_text("utf-8"))
    }
    assert said
    assert said <= TABLE.keys()


def test_french_counts_nought_as_one_and_english_does_not() -> None:
    assert [Words("fr")("finding_count", count=count) for count in (0, 1, 2)] == [
        "0 constat",
        "1 constat",
        "2 constats",
    ]
    assert [Words("en")("finding_count", count=count) for count in (0, 1, 2)] == [
        "0 findings",
        "1 finding",
        "2 findings",
    ]


def test_numbers_in_sentences_are_grouped() -> None:
    assert Words("fr")("opinion.set_aside", count=1234) == (
        "1\u202f234 lignes ont été mises à part."
    )
    assert Words("en")("opinion.set_aside", count=1234) == "1,234 rows were set aside."


def test_an_id_is_no_number() -> None:
    """Article 47.15 is not 47,15, and the order 2025.1189 not a number of two thousand."""
    assert Words("fr")("fitness.never", provision="47.15", count=1, all=2).startswith("47.15 ")
    assert Words("fr")("case.order", order="2025.1189").endswith("2025.1189")
    assert Words("fr")("card.unread", row="1234") == "ligne 1234 illisible"


def test_a_blank_or_a_key_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(KeyError):
        Words("fr")("no such words")
    with pytest.raises(KeyError):
        Words("fr")("article")


@pytest.mark.parametrize(
    ("text", "article", "said"),
    [
        ("Arrêté du 14 mai 2007, article 55-19", "55-19", "Arrêté du 14 mai 2007, article 55-19"),
        ("Arrêté du 14 mai 2007", "7", "Arrêté du 14 mai 2007, article 7"),
        ("Règlement de la roulette", "R", "Règlement de la roulette, article R"),
    ],
)
def test_an_article_is_left_out_only_where_the_title_has_it(
    text: str, article: str, said: str
) -> None:
    source = LawSource(text=Bilingual(fr=text, en=text), nature="law", article=article)
    assert legal_text(source, Words("fr")) == said
