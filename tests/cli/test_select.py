"""Which examples `auditor test` runs, and in how many processes."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from auditor.cli import app
from auditor.cli.forked import forked

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
