"""Changes to rules that examples notice, or do not."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor.authoring.mutation import Declared, changes, declared, survivors
from auditor.cli import app
from auditor.cli.mutate import SHOWN, words_of
from auditor.cli.rules import one_program
from auditor.language.core import Aggregate, Program, Selection, parts_of

RULES = Path(__file__).with_name("three.rules").read_text("utf-8")
HEAD = "  | session=2026-01-09 table=T1 coup=1\n"


def example(name: str, outcome: str, *amounts: int) -> str:
    stakes = "".join(f"  | stake player=a bet=main amount={own}\n" for own in amounts)
    return f'example "{name}" of three {outcome}\n{HEAD}{stakes}  | bets_open\n'


THREE = example("three", "complies", 11, 11, 11)
FOUR = example("four", "violates", 11, 11, 11, 11)


@pytest.fixture(autouse=True)
def _english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "C")
    monkeypatch.setenv("AUDITOR_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("auditor.cli.forked.os.cpu_count", lambda: 1)
    monkeypatch.setattr("auditor.cli.mutate.SHOWN", 1000)


def mutated(*examples: str, rule: str = "") -> tuple[int, list[str]]:
    Path("fair.rules").write_text(RULES + "\n".join(examples), encoding="utf-8")
    done = CliRunner().invoke(app, ["test", "fair.rules", "--mutate", "--rule", rule])
    assert done.exit_code in (0, 1), done.output
    return done.exit_code, done.stdout.splitlines()


def left(*examples: str) -> set[str]:
    """The changes that are left."""
    return {line.split("`: ")[1].rpartition(": ")[0] for line in mutated(*examples)[1][:-1]}


def test_what_is_noticed_least_comes_first_and_three_changes_of_each_are_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without examples all eleven changes to `three` are left, and more of a longer rule."""
    longer = RULES[RULES.index("rule three") :].replace("rule three", "rule longer")
    longer = longer.replace("10\n", "10\n  applies when count of pay in coup before this < 5\n")
    monkeypatch.setattr("auditor.cli.mutate.SHOWN", SHOWN)
    _, told = mutated(longer)
    lines = [line.partition(": `")[0].rpartition(" ")[2] for line in told if ": no example" in line]
    assert lines == ["longer"] * 3 + ["three"] * 3
    assert told[3].startswith("`longer`: ")
    assert told[7] == "`three`: 8 more; --rule three lists them all"
    assert len(mutated(longer, rule="three")[1]) == 11 + 1


def test_what_stands_in_one_place_is_made_wider_once() -> None:
    """A rule for each coup says so once, however often it looks into the coup."""
    text = RULES.replace("for each bets_open", "for each coup").replace(
        "3 >= count of stake in coup before this where amount > 10",
        "(count of stake) + (count of pay) <= count of collect",
    )
    Path("fair.rules").write_text(text, encoding="utf-8")
    program = one_program("fair.rules")
    [rule] = declared(program)
    found = list(changes(program, rule))
    assert [own.says for own, _ in found if own.says.startswith("in ")] == [
        "in coup → without coup"
    ]
    [wider] = [changed for own, changed in found if own.says.startswith("in ")]
    selections = [own for own in parts_of(wider.rules[-1]) if isinstance(own, Selection)]
    assert [own.keys[-1][0] for own in selections] == ["shoe"] * 3


def test_what_has_not_changed_is_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first, tried = mutated(THREE, FOUR), []

    def told(_: Program, own: Declared, __: object) -> tuple[int, tuple[int, ...]]:
        tried.append(own.name)
        return survivors(_, own)

    monkeypatch.setattr("auditor.cli.mutate.survivors", told)
    assert mutated(THREE, FOUR) == first
    assert tried == []
    path = Path("fair.rules")
    path.write_text(path.read_text("utf-8").replace("3 >= count", "2 >= count"), encoding="utf-8")
    CliRunner().invoke(app, ["test", "fair.rules", "--mutate"])
    assert tried == ["three"]


def test_examples_of_a_ruleset_that_extends_it_notice_too() -> None:
    """What a ruleset declares for games is shown by the games."""
    booth = 'ruleset booth extends fair version "1" title fr "Stand" en "Booth"\n\n'
    Path("booth.rules").write_text(booth + FOUR, encoding="utf-8")
    noticed_by_both = left(THREE, FOUR)
    alone = left(THREE)
    done = CliRunner().invoke(app, ["test", "--mutate", "fair.rules", "booth.rules"])
    told = {own.split("`: ")[1].rpartition(": ")[0] for own in done.stdout.splitlines()[:-1]}
    assert told == noticed_by_both < alone


@pytest.mark.nightly
def test_rulesets_that_extend_it_and_are_not_named_are_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Shipped ones: what only they notice would be mended in vain."""
    booth = 'ruleset booth extends fair version "1" title fr "Stand" en "Booth"\n\n'
    Path("booth.rules").write_text(booth + FOUR, encoding="utf-8")
    shipped = {name: Path(f"{name}.rules") for name in ("booth", "fair")}
    monkeypatch.setattr("auditor.cli.test.available", lambda: shipped)
    _, said = mutated(THREE)
    assert said[-1].startswith("booth extend what is named")
    done = CliRunner().invoke(app, ["test", "--mutate", "fair.rules", "booth.rules"])
    assert "extend" not in done.stdout


def test_a_long_clause_is_declared_in_the_words_that_are_told() -> None:
    long = f"a {'very ' * 100}long clause"
    told = words_of("three", long, "1 → 2")
    assert words_of("three", long[:200] + "…", "1 → 2") == told
    assert words_of("three", long[:100] + "…", "1 → 2") != told


def test_a_report_for_each_finding_and_a_count_of_all_are_changes() -> None:
    text = RULES.replace("count of stake in coup", "count of distinct stake.seat in coup").replace(
        "  message", "  report first for each coup\n  message"
    )
    Path("fair.rules").write_text(text + THREE, encoding="utf-8")
    [rule] = declared(program := one_program("fair.rules"))
    said = {change.says: changed for change, changed in changes(program, rule)}
    assert said["report first → –"].rules[-1].report_for == ()
    counted = [
        own for own in parts_of(said["distinct → –"].rules[-1]) if isinstance(own, Aggregate)
    ]
    assert [(own.function, own.field) for own in counted] == [("count", None)]
