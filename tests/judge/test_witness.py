"""Rules that contradict each other are shown by the smallest log that suits one of them alone."""

from pathlib import Path

from auditor.cli.check import said_of
from auditor.language.check.codes import HEAD
from auditor.language.compile import INCOMPLETE


def rule(name: str, *clauses: str) -> str:
    body = "".join(f"  {clause}\n" for clause in clauses)
    return f'rule {name}\n  severity minor\n  cites p\n{body}  message fr "x" en "x"\n'


def said(text: str, folder: Path) -> list[tuple[str, list[str]]]:
    path = folder / "page.rules"
    path.write_text(HEAD + text, "utf-8")
    found = [d for d in said_of(path) if d.code not in INCOMPLETE]
    return [(d.code, [line.strip() for line in str(d.hint or "").splitlines()[1:]]) for d in found]


def test_five_and_six_of_one_thing_are_shown_by_five(tmp_path: Path) -> None:
    five = rule("five", "for each shoe", "applies when any deal", "require count of burn = 5")
    six = rule("six", "for each shoe", "applies when any deal", "require count of burn = 6")
    [(code, log)] = said(five + six, tmp_path)
    assert code == "E412"
    assert sorted(line.split()[1] for line in log) == ["burn"] * 5 + ["deal"]


def test_the_log_comes_from_an_example_where_one_shows_it(tmp_path: Path) -> None:
    least = rule("least", "for each stake where bet = main", "require amount >= 10")
    most = rule("most", "for each stake", "require amount < 10")
    shown = 'example "x" of least complies\n  | stake bet=main amount=73 player=ann coup=1\n'
    [(code, log)] = said(least + most + shown, tmp_path)
    assert code == "E412"
    assert log == ["| stake bet=main amount=73"]


def test_rules_that_are_never_asked_together_do_not_contradict(tmp_path: Path) -> None:
    low = rule("low", "for each stake where amount < 10", "require bet = main")
    high = rule("high", "for each stake where amount >= 10", "require bet = tie")
    assert said(low + high, tmp_path) == []


def test_rules_of_different_days_do_not_contradict(tmp_path: Path) -> None:
    old = rule(
        "old", "in force 1990-01-01 .. 2009-12-31", "for each shoe", "require count of burn = 3"
    )
    new = rule("new", "in force 2010-01-01 ..", "for each shoe", "require count of burn = 5")
    assert said(old + new, tmp_path) == []
    overlapping = new.replace("2010-01-01 ..", "2009-06-01 ..")
    assert [code for code, _ in said(old + overlapping, tmp_path)] == ["E412"]


def test_a_guard_in_a_record_is_looked_into(tmp_path: Path) -> None:
    record = "record round for each coup\n  let off = any cancel\n"
    paid = rule("paid", "for each coup", "applies when not round.off", "require count of pay = 1")
    free = rule("free", "for each coup", "applies when any cancel", "require no pay")
    assert said(record + paid + free, tmp_path) == []


def test_the_same_rule_under_two_names_is_named(tmp_path: Path) -> None:
    one = rule("one", "for each stake", "let held = amount", "require 50 >= held and seat = 1")
    two = rule("two", "for each stake", "require seat = 1 and amount <= 50")
    assert [code for code, _ in said(one + two, tmp_path)] == ["W413"]
