"""`auditor explain RULE --row LOG:17`: why a row was flagged, or was not."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from auditor.cli import app
from auditor.cli.named_files import people_key
from auditor.explanation import why
from auditor.findings.pseudonyms import pseudonym
from auditor.judge.replay import replay
from auditor.judge.verdict import Answer
from auditor.log.store.columns_of_tables import Everything, assemble
from auditor.reading import read_log
from auditor.request import ruleset
from auditor.values import Unknown

RULES = Path(__file__).parents[1] / "rules"
DEMO = str(RULES / "demo.rules")
LOG = Path(__file__).with_name("explained.csv").read_text("utf-8")


@pytest.fixture(autouse=True)
def _files() -> None:
    Path("log.csv").write_text(LOG, "utf-8")


def explained(row: str, rule: str = "five-burned", *options: str) -> Result:
    return CliRunner().invoke(app, ["explain", rule, "--row", row, "-r", DEMO, *options])


def test_every_subject_gets_the_answer_that_the_replay_counts() -> None:
    program = ruleset(DEMO)
    log = assemble(read_log("log.csv").tables, program.vocabulary, Everything())
    for tally in replay(program, log):
        told = [own.answer for own in why(program, log, {}, tally.rule, lambda _event: True)]
        assert told.count(Answer.COMPLIANT) == tally.compliant
        assert told.count(Answer.VIOLATION) == len(tally.violations)
        assert told.count(Answer.NOT_APPLICABLE) == tally.not_applicable
        assert sum(isinstance(own, Unknown) for own in told) == tally.unverified


CASE = """\
number = "2026-014"
[establishment]
name = "Casino de la Grève"
[given]
burned = 4
"""


@pytest.mark.nightly
def test_with_a_case_its_values_are_used_and_people_have_pseudonyms() -> None:
    """The log burns five cards, and the case asks for four."""
    Path("case.toml").write_text(CASE, "utf-8")
    Path("bare.toml").write_text(CASE.partition("[given]")[0], "utf-8")
    given = explained("log.csv:7", "five-burned", "--records", "all", "--case", "case.toml")
    assert "\n  violation" in given.stdout, given.output
    samples = Path(__file__).parents[2] / "samples" / "bataille"
    row, options = str(samples / "faulty.csv:785"), ("--lang", "fr", "-r", "bataille")
    plain = explained(row, "winner-paid-one-to-one", *options).stdout
    veiled = explained(row, "winner-paid-one-to-one", *options, "--case", "bare.toml").stdout
    key = people_key(None)
    for field, name in (("player", "J1006"), ("staff", "CR11")):
        assert name in plain
        plain = plain.replace(name, pseudonym(key, field, name))
    assert veiled == plain
