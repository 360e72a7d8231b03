"""What a rule file says in vain: blank texts, copies, conditions that are decided beforehand."""

from pathlib import Path

from auditor.authoring.kept import said_of
from auditor.authoring.review import INCOMPLETE

HEAD = Path(__file__).with_name("page.rules").read_text("utf-8")
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


def test_who_replaces_a_constant_makes_the_rule_impossible(tmp_path: Path) -> None:
    between = RULE.format(each="stake", clauses="require least <= seat <= 6")
    parent = HEAD.replace("ruleset page", "ruleset parent") + f"constant least = 5\n{between}"
    (tmp_path / "parent.rules").write_text(parent, "utf-8")
    child = (
        'ruleset page extends parent version "1" title fr "P" en "P"\n'
        'provision q fr "q" en "q"\nreplace constant least = 7\n'
    )
    own = (
        RULE.format(each="stake", clauses="require amount > 0")
        .replace("p\n", "q\n")
        .replace("rule r", "rule own")
    )
    (tmp_path / "page.rules").write_text(child + own, "utf-8")
    found = [d for d in said_of(tmp_path / "page.rules") if d.code not in INCOMPLETE]
    assert [(d.code, Path(d.span.source.name).name) for d in found] == [("E504", "parent.rules")]
