"""Diagnostics and examples that are told of, and the files by which that is settled."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from auditor.cli import app
from auditor.cli.forked import forked

DEMO = Path(__file__).parents[1] / "rules"


@pytest.fixture(autouse=True)
def _files() -> None:
    Path(".git").mkdir()
    Path("law").mkdir()
    Path("law/vocabulary").symlink_to(DEMO / "vocabulary")
    text = (DEMO / "demo.rules").read_text("utf-8")
    spare = text.replace("rule five-burned", "constant spare = 3\n\nrule five-burned", 1)
    Path("law/demo.rules").write_text(spare.replace("count of burn", "count of brun"), "utf-8")


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def codes(*arguments: str) -> list[str]:
    done = run("check", *arguments, "--format", "json")
    assert done.exit_code in {0, 1}, done.output
    return [own["code"] for own in json.loads(done.stdout)]


def settled(text: str, name: str = "auditor.toml") -> None:
    Path(name).write_text(text, "utf-8")


def test_codes_are_selected_and_left_out_by_how_they_begin() -> None:
    assert codes("law") == ["W601", "E201"]
    assert codes("law", "--select", "W") == ["W601"]
    assert codes("law", "--ignore", "W6,E3") == ["E201"]
    assert codes("law", "--select", "E,W", "--ignore", "E2") == ["W601"]


def test_what_is_left_out_fails_nothing_and_is_counted() -> None:
    done = run("check", "law", "--ignore", "E201")
    assert done.exit_code == 0
    assert done.stdout.endswith("1 left out, as the settings or the options ask\n")


def test_what_makes_a_file_unreadable_is_always_told() -> None:
    Path("law/demo.rules").write_text("rulle x\n", "utf-8")
    assert "E103" in codes("law", "--select", "W", "--ignore", "E1")


@pytest.mark.parametrize("option", ["--select", "--ignore"])
def test_a_code_that_does_not_exist_is_an_error(option: str) -> None:
    done = run("check", "law", option, "E999")
    assert done.exit_code == 2
    assert "E999" in done.stderr


@pytest.mark.parametrize(
    ("name", "head", "inner"),
    [("auditor.toml", "", "check"), ("pyproject.toml", "[tool.auditor]\n", "tool.auditor.check")],
)
def test_the_nearest_settings_say_what_is_checked_and_told(
    name: str, head: str, inner: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    settled(f'{head}rules = ["law"]\n[{inner}]\nignore = ["W601"]\n', name)
    assert codes() == ["E201"]
    monkeypatch.chdir("law")
    assert codes() == ["E201"]
    assert codes("--ignore", "E2") == ["W601"]  # what is said on the command line goes before


def test_another_program_s_project_file_settles_nothing() -> None:
    settled("[tool.ruff]\nline-length = 9\n", "pyproject.toml")
    assert codes("law") == ["W601", "E201"]


def test_settings_in_a_shared_file_that_are_no_table_are_said() -> None:
    settled("[tool]\nauditor = 3\n", "pyproject.toml")
    done = run("check", "law")
    assert done.exit_code == 2
    assert "pyproject.toml: `tool.auditor`: should be" in done.stderr


def test_settings_above_the_repository_silence_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    settled('[check]\nignore = ["E201", "W601"]\n')
    Path("law/.git").mkdir()
    monkeypatch.chdir("law")
    assert codes(".") == ["W601", "E201"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("[check]\nignroe = []\n", "check.ignore"),
        ('rules = "law"\n', "should be a list"),
        ("rules = [1]\n", "should be a text"),
        ("[test]\ninherited = 1\n", "should be true or false"),
        ("rules = [\n", "not TOML"),
        ('[check]\nselect = ["X1"]\n', "auditor.toml: check.select X1"),
    ],
)
def test_settings_that_are_wrong_are_said(text: str, says: str) -> None:
    settled(text)
    done = run("check", "law")
    assert done.exit_code == 2
    assert says in done.stderr
    assert run("check", "law", "--config", "auditor.toml").exit_code == 2


def test_settings_that_are_no_utf_8_are_to_be_saved_so() -> None:
    Path("auditor.toml").write_bytes('rules = ["é"]\n'.encode("latin-1"))
    done = run("check", "law")
    assert done.exit_code == 2
    assert "auditor.toml: It is not text in UTF-8: save it so" in done.stderr


def test_fmt_and_test_work_on_the_rules_of_the_settings() -> None:
    assert run("fmt").exit_code == 2
    settled('rules = ["law"]\n')
    assert "law/demo.rules" in run("fmt", "--check").stdout
    assert run("test").exit_code == 2  # a rule of theirs is wrong
    text = Path("law/demo.rules").read_text("utf-8").replace("count of brun", "count of burn")
    Path("law/demo.rules").write_text(text, "utf-8")
    assert "all as they say" in run("test").stdout


RULES = """\
ruleset fair
  version "1"
  title fr "Foire" en "Fair"

use table

provision fair.1 fr "Le minimum est d'au moins 5" en "The minimum is at least 5"

rule least
  severity major
  cites fair.1
  for each table_open
  require minimum >= 5
  message fr "minimum de {found}" en "minimum of {found}"

rule first
  severity major
  cites fair.1
  for each table_close
  require any table_open in sitting before this
  message fr "fermée sans ouverture" en "closed without being opened"

example "above" of least complies
  | table_open minimum=6
example "below" of least violates
  | table_open minimum=4
example "unopened" of first violates
  | session=S table=T
  | table_close
"""


@pytest.mark.parametrize(
    ("pattern", "counted"),
    [
        ("least", "2 examples of 1 rule"),
        ("fair/*", "3 examples of 2 rules"),
        ("*low", "1 example of 1 rule"),
        ("un*,above", "2 examples of 2 rules"),
    ],
)
def test_examples_are_chosen_by_rule_ruleset_or_title(
    tmp_path: Path, pattern: str, counted: str
) -> None:
    path = tmp_path / "fair.rules"
    path.write_text(RULES, encoding="utf-8")
    done = CliRunner().invoke(app, ["test", str(path), "--select", pattern])
    assert done.stdout.splitlines()[-1].startswith(f"{counted}:")


def test_a_pattern_that_fits_nothing_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "fair.rules"
    path.write_text(RULES, encoding="utf-8")
    assert CliRunner().invoke(app, ["test", str(path), "--select", "other/*"]).exit_code == 2


def test_several_processes_give_the_results_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("auditor.cli.forked.os.cpu_count", lambda: 2)
    base = 100  # which the processes have from this one
    assert forked(lambda own: own + base, range(20)) == list(range(100, 120))
