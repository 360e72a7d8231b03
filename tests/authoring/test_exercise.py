"""What examples exercise, counted by clause, arm and row."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor.cli import app

RULES = """\
ruleset fair
  version "1"
  title fr "Foire" en "Fair"

use table

provision fair.1 fr "Le minimum dépend des places" en "The minimum depends on the places"

table due (places : 1..6) gives money
  1..3 -> 5
  4..6 -> 10

rule least
  severity major
  cites fair.1
  for each table_open
  applies when places >= 1
  let asked = case places > 6 -> 20 else -> due(places)
  require minimum >= asked and minimum <= 100
  message fr "minimum de {found}" en "minimum of {found}"
"""
HOLDS = 'example "holds" of least complies\n  | table_open places=2 minimum=5\n'
LOW = 'example "low" of least violates\n  | table_open places=2 minimum=4\n'
MANY = 'example "many" of least complies\n  | table_open places=7 minimum=20\n'
FOUR = 'example "four" of least complies\n  | table_open places=4 minimum=10\n'
NONE = 'example "none" of least inapplicable\n  | table_open places=0 minimum=10\n'
HIGH = 'example "high" of least violates\n  | table_open places=1 minimum=101\n'
UNKNOWN = 'example "unknown" of least unverifiable\n  | table_open minimum=101\n'


@pytest.fixture(autouse=True)
def _english(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "C")
    monkeypatch.chdir(tmp_path)


def covered(form: str, *examples: str) -> tuple[int, list[str]]:
    Path("fair.rules").write_text(RULES + "\n" + "\n".join(examples), encoding="utf-8")
    done = CliRunner().invoke(app, ["test", "fair.rules", "--coverage", form])
    return done.exit_code, done.stdout.splitlines()


def test_what_is_missing_is_listed_where_it_stands() -> None:
    status, said = covered("text", HOLDS, LOW)
    assert status == 1
    assert said == [
        "fair.rules:9:1: table `due`, row 2: no example leads to it",
        "fair.rules:17:16: least: `places >= 1` is never false",
        "fair.rules:18:20: least: `places > 6` is never true",
        "fair.rules:18:34: least: `20` is never reached",
        "fair.rules:19:32: least: `minimum <= 100` is never false",
        "clauses seen true and false: 1 of 4",
        "arms reached: 1 of 2",
        "rows of tables reached: 1 of 2",
    ]


def test_where_all_is_exercised_nothing_is_missing() -> None:
    status, said = covered("text", HOLDS, LOW, MANY, FOUR, NONE, HIGH)
    assert (status, said[0]) == (0, "clauses seen true and false: 4 of 4")


def test_what_is_only_unknown_is_not_seen() -> None:
    _, said = covered("text", UNKNOWN)
    assert "fair.rules:17:16: least: `places >= 1` is only unknown" in said


def test_the_listing_marks_lines() -> None:
    _, said = covered("listing", HOLDS, LOW, UNKNOWN)
    marked = {line.split()[2]: line.split()[:2] for line in said if line.startswith("!")}
    assert marked["17"] == ["!", "T-?"]
    assert said[0] == "# fair.rules"
    assert len(said) > len(RULES.splitlines())


def test_lcov_has_a_branch_for_each_truth() -> None:
    _, said = covered("lcov", HOLDS, LOW)
    assert said[:2] == ["TN:auditor", "SF:fair.rules"]
    assert [own for own in said if own.startswith("BRDA:17,")] == ["BRDA:17,0,0,2", "BRDA:17,0,1,-"]
    assert "BRF:12" in said
    assert "BRH:7" in said
    assert said[-1] == "end_of_record"


CHANCE = """\
table ways_of (drawn : 1..6) gives integer
  1..6 -> 1
statistic tables_opened
  fr "Tables ouvertes" en "Tables opened"
  for each table_open
  observed places
  ways ways_of
  per session
"""


def test_no_example_is_asked_for_the_ways_of_a_statistic() -> None:
    status, said = covered("text", CHANCE, HOLDS, LOW, MANY, FOUR, NONE, HIGH)
    assert (status, said[-1]) == (0, "rows of tables reached: 2 of 2")
