"""What a rule file says in vain: blank texts, copies, conditions that are decided beforehand."""

from pathlib import Path

import pytest

from auditor.authoring.kept import said_of
from auditor.authoring.review import INCOMPLETE

HEAD = """ruleset page version "1" title fr "x" en "x"
use cards
source law fr "Loi" en "Law" edition 2007-05-14 class law not compared
provision p of law fr "Cinq cartes" en "Five cards"
table share (cards : 0..9) gives number
  0..4 -> 0.5
  5..9 -> 1.5
"""
RULE = """rule r
  severity minor
  cites p
  for each {each}
  {clauses}
  message fr "x" en "x"
"""


def codes(text: str, folder: Path) -> list[str]:
    path = folder / "page.rules"
    path.write_text(text, "utf-8")
    return [d.code for d in said_of(path) if d.code not in INCOMPLETE | {"W601"}]


@pytest.mark.parametrize(
    ("each", "clauses", "code"),
    [
        ("burn", "require this exists", "E503"),
        ("burn", "applies when this exists require face = down", "E503"),
        ("shoe", "require count of distinct burn.card <= count of burn", "E503"),
        ("shoe", "require count of distinct burn.card > count of burn", "E504"),
        ("coup", "require min of stake.amount <= max of stake.amount", "E503"),
        ("shoe", "require share(count of burn) = 1", "E504"),
        ("shoe", "require share(count of burn) in {0.25, 1.25}", "E504"),
        ("shoe", "require 0.5 <= share(count of burn)", "E503"),
        ("shoe", "require count of burn = 5 report first for each coup", "E302"),
    ],
)
def test_what_is_decided_beforehand_is_told(
    each: str, clauses: str, code: str, tmp_path: Path
) -> None:
    assert codes(HEAD + RULE.format(each=each, clauses=clauses), tmp_path) == [code]


@pytest.mark.parametrize(
    ("each", "clauses"),
    [
        ("burn", "require next burn in shoe exists"),
        ("shoe", "require count of distinct burn.card < count of burn"),
        ("shoe", "require count of distinct burn.card <= count of deal"),
        ("coup", "require min of stake.amount < max of stake.amount"),
        ("shoe", "require share(count of burn) = 1.5"),
        ("shoe", "require count of burn = 5 report first for each sitting"),
        ("burn", "require face = down report first for each coup"),
    ],
)
def test_what_a_log_decides_is_not(each: str, clauses: str, tmp_path: Path) -> None:
    assert codes(HEAD + RULE.format(each=each, clauses=clauses), tmp_path) == []


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ('title fr "x"', 'title fr " "'),
        ('version "1"', 'version ""'),
        ('en "Law"', 'en "  "'),
        ('fr "Cinq cartes"', 'fr ""'),
    ],
)
def test_a_blank_text_is_told(said: str, instead: str, tmp_path: Path) -> None:
    rule = RULE.format(each="shoe", clauses="require share(count of burn) = 1.5")
    assert codes((HEAD + rule).replace(said, instead), tmp_path) == ["E414"]


def test_a_blank_title_of_an_example_is_told(tmp_path: Path) -> None:
    rule = RULE.format(each="shoe", clauses="require share(count of burn) = 1.5")
    example = 'example " " of r violates\n  | burn shoe=1\n'
    assert codes(HEAD + rule + example, tmp_path) == ["E414"]


@pytest.mark.parametrize("english", ["Five cards", "Six cards"])
def test_a_provision_copied_from_another_is_told_with_both_ends(
    english: str, tmp_path: Path
) -> None:
    path = tmp_path / "page.rules"
    copied = f'provision q of law fr "cinq  cartes" en "{english}" refers to p\n'
    path.write_text(HEAD + copied, "utf-8")
    [alike] = [d for d in said_of(path) if d.code == "W415"]
    assert alike.span.line == HEAD.count("\n") + 1
    [(_, first)] = alike.related
    assert first.line == 4


def test_a_comparison_before_its_edition_is_told(tmp_path: Path) -> None:
    compared = 'compared with fr "e" en "e" on 2001-01-01 by "Z"'
    text = HEAD.replace("not compared", compared)
    rule = RULE.format(each="shoe", clauses="require share(count of burn) = 1.5")
    assert codes(text + rule, tmp_path) == ["E408"]


def test_a_provision_outside_the_time_of_its_source_is_told(tmp_path: Path) -> None:
    text = HEAD.replace("not compared", "not compared in force 2007-05-14 .. 2010-01-01")
    text = text.replace('en "Five cards"', 'en "Five cards" in force 2011-01-01 ..')
    rule = RULE.format(each="shoe", clauses="require share(count of burn) = 1.5")
    assert codes(text + rule, tmp_path) == ["E408"]


def test_a_ruleset_without_a_rule_is_told(tmp_path: Path) -> None:
    path = tmp_path / "page.rules"
    path.write_text('ruleset page version "1" title fr "x" en "x"\nuse cards\n', "utf-8")
    assert [d.code for d in said_of(path)] == ["E403"]


WEAKER = RULE.replace("rule r", "rule s").format(each="shoe", clauses="{asks}")


@pytest.mark.parametrize(
    ("asks", "told"),
    [
        ("require count of burn <= 6", ["W416"]),
        ("require any burn", ["W416"]),
        ("applies when any deal require count of burn <= 6", ["W416"]),
        ("only if r holds require count of burn <= 6", []),
        ("require count of burn = 5 or any deal", ["W416"]),
        ("require count of deal <= 6", []),
    ],
)
def test_a_rule_that_asks_less_than_another_is_told(
    asks: str, told: list[str], tmp_path: Path
) -> None:
    rule = RULE.format(each="shoe", clauses="require count of burn = 5")
    assert codes(HEAD + rule + WEAKER.format(asks=asks), tmp_path) == told


@pytest.mark.parametrize(
    ("english", "told"),
    [("Cinq cartes sont brûlées d'abord", ["W415"]), ("Five cards are burned first", [])],
)
def test_a_sentence_that_is_its_own_translation_is_told(
    english: str, told: list[str], tmp_path: Path
) -> None:
    text = HEAD.replace('en "Five cards"', f'en "{english}"')
    text = text.replace('fr "Cinq cartes"', 'fr "Cinq cartes sont brûlées d\'abord"')
    rule = RULE.format(each="shoe", clauses="require share(count of burn) = 1.5")
    assert codes(text + rule, tmp_path) == told


def test_a_name_that_hides_in_an_inherited_file_is_told_where_it_is_declared(
    tmp_path: Path,
) -> None:
    path = tmp_path / "house.rules"
    head = 'ruleset house extends casino version "1" title fr "M" en "H"\n'
    path.write_text(f"{head}constant amount = 5\n", "utf-8")
    (hidden,) = (own for own in said_of(path) if own.code == "W205")
    assert (hidden.span.source.name, hidden.span.line) == (path.as_posix(), 2)
    ((_, where),) = hidden.related
    assert where.source.name == "rulesets/casino/casino.rules"
    assert "amount" in where.source.line(where.line)


def test_a_column_that_is_wrong_is_told_once(tmp_path: Path) -> None:
    """Columns below it, and rules, may look at it in other rows."""
    worth = """record worth for each deal
  let value = share(rank(card))
  let before = sum of worth.value in coup before this
  let last = (previous worth in coup).value
"""
    rule = RULE.format(each="deal", clauses="require worth.before < worth.last")
    assert codes(HEAD + worth + rule, tmp_path) == ["E301"]


def test_a_rule_named_in_two_words_is_told_once(tmp_path: Path) -> None:
    rule = RULE.format(each="shoe", clauses="require count of burn = 5")
    text = (
        HEAD + rule.replace("rule r", "rule five burned") + 'example "a" of five-burned complies\n'
    )
    assert codes(f"{text}  | 5 burn\n", tmp_path) == ["E101"]


def test_a_vocabulary_named_like_the_ruleset_is_proposed(tmp_path: Path) -> None:
    (tmp_path / "vocabulary").mkdir()
    (tmp_path / "vocabulary/page.rules").write_text('vocabulary page fr "P" en "P"\n', "utf-8")
    path = tmp_path / "page.rules"
    path.write_text(HEAD.replace("use cards", "use pag"), "utf-8")
    [found] = [d for d in said_of(path) if d.code == "E203"]
    assert "`page`" in str(found.hint)


@pytest.mark.parametrize(
    ("words", "right"),
    [
        ("cartes posées|carte posée", "carte posée|cartes posées"),
        ("jeux|jeu", "jeu|jeux"),
    ],
)
def test_the_singular_of_a_label_and_of_a_message_comes_first(
    words: str, right: str, tmp_path: Path
) -> None:
    text = HEAD + RULE.format(each="shoe", clauses="require count of burn = 5")
    label = 'type sort = a | b\nlabel sort a fr "{}" en "card|cards"\n'
    assert codes(text + label.format(words), tmp_path) == ["E104"]
    assert codes(text + label.format(right), tmp_path) == []
    quoted = text.replace('fr "x" en "x"', 'fr "{found:%s}" en "{found:card|cards}"')
    assert codes(quoted.replace("%s", words), tmp_path) == ["E404"]
    assert codes(quoted.replace("%s", right), tmp_path) == []


def test_of_a_condition_with_more_parts_than_anybody_writes_nothing_idle_is_told(
    tmp_path: Path,
) -> None:
    for parts, told in ((200, {"W602"}), (201, set[str]())):
        clauses = "require " + " and ".join(["seat = 1"] * parts)
        assert set(codes(HEAD + RULE.format(each="deal", clauses=clauses), tmp_path)) == told
