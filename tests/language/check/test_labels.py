"""Labels: what people call kinds of event, columns and words."""

from pathlib import Path

import pytest

from auditor.authoring.kept import said_of
from auditor.language.compile import vocabulary_at
from auditor.language.core import Vocabulary
from auditor.language.resolve.search_path import Disk, shipped
from auditor.types import Enumeration, SetOf

HEAD = """ruleset page version "1" title fr "x" en "x"
context session : text
type bet = odd | even
field bet : bet
event burn ()
event deal (bet)
"""


def codes(text: str, folder: Path) -> list[tuple[str, int]]:
    path = folder / "page.rules"
    path.write_text(HEAD + text, "utf-8")
    first = HEAD.count("\n")
    return [(d.code, d.span.line - first) for d in said_of(path) if d.code not in ("W601", "E403")]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('label event burnt fr "a" en "a"', "E201"),
        ('label bet none fr "a" en "a"', "E201"),
        ('label field burn fr "a" en "a"', "E201"),
        ('label unknown odd fr "a" en "a"', "E201"),
        ('label event burn fr "a" en "a" burn fr "b" en "b"', "E202"),
        ('label event burn fr "a"', "E102"),
        ('label event burn fr "" en "a"', "E104"),
        ('label event burn fr "a|b|c" en "a"', "E104"),
        ('label event burn fr "a| b" en "a"', "E104"),
    ],
)
def test_a_label_that_is_wrong_is_told(text: str, code: str, tmp_path: Path) -> None:
    assert codes(text + "\n", tmp_path) == [(code, 1)]


def test_words_may_be_words_of_the_language_too(tmp_path: Path) -> None:
    text = 'label bet\n  odd fr "impair" en "odd"\n  even fr "pair" en "even"\n'
    assert codes(text + 'label event burn fr "a|b" en "a"\n', tmp_path) == []


def test_a_label_is_no_use_of_a_kind(tmp_path: Path) -> None:
    path = tmp_path / "page.rules"
    rule = (
        "provision p\n  fr x en x\nrule r severity minor cites p for each deal require bet = odd\n"
    )
    label = 'label event burn fr "a" en "a"\n'
    path.write_text(HEAD + rule.replace("x", '"x"') + label, "utf-8")
    assert ("W601", "burn") in {(d.code, d.span.text) for d in said_of(path)}


def words_without_label(own: Vocabulary) -> list[tuple[str, str]]:
    types = (kind.element if isinstance(kind, SetOf) else kind for kind in own.fields.values())
    words = [(t.name, word) for t in types if isinstance(t, Enumeration) for word in t.members]
    names = [("event", name) for name in own.kinds] + [("field", name) for name in own.fields]
    names += [("scope", name) for name in own.scopes]
    return [name for name in (*names, *words) if name not in own.labels]


@pytest.mark.parametrize("name", ["table", "cards", "wheel", "parlour"])
def test_shipped_vocabularies_label_all_that_they_declare(name: str) -> None:
    own = vocabulary_at(shipped() / "vocabulary" / f"{name}.rules", Disk())
    assert own.labels
    assert words_without_label(own) == []


def test_a_game_may_call_a_word_of_a_vocabulary_otherwise() -> None:
    """A hand is a player at punto banco alone, and there the customer is called otherwise."""

    def said(game: str, family: str, name: str) -> str:
        return vocabulary_at(shipped() / game, Disk()).labels[family, name].fr

    assert said("bataille", "recipient", "player") == "joueur"
    hand, bet, who = (
        said("punto-banco", family, "player") for family in ("recipient", "bet", "field")
    )
    assert (hand, bet, who) == ("main Punto", "Punto", "client|clients")
