"""`auditor explain RULE --row LOG:17`: why a row was flagged, or was not."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from auditor.cli import app
from auditor.cli.named_files import people_key
from auditor.findings.pseudonyms import pseudonym
from auditor.judge.replay import replay
from auditor.judge.verdict import Answer
from auditor.log.assemble import Everything, assemble
from auditor.reading import by_slow_path, read_log
from auditor.request import ruleset
from auditor.values import Unknown
from auditor.why import why

RULES = Path(__file__).parents[1] / "rules"
DEMO = str(RULES / "demo.rules")
LOG = """\
event,casino,session,table,shoe,coup,player,amount
burn,C,S,T,1,,,
burn,C,S,T,1,,,
burn,C,S,T,1,,,
burn,C,S,T,1,,,
burn,C,S,T,1,,,
deal,C,S,T,1,1,,
burn,C,S,T,2,,,
deal,C,S,T,2,2,,
burn,C,S,T,3,,,
deal,C,S,T,x,3,,
"""


@pytest.fixture(autouse=True)
def _files() -> None:
    Path("log.csv").write_text(LOG, "utf-8")


def explained(row: str, rule: str = "five-burned", *options: str) -> Result:
    return CliRunner().invoke(app, ["explain", rule, "--row", row, "-r", DEMO, *options])


def test_a_row_that_was_not_flagged_is_explained_value_by_value() -> None:
    done = explained("log.csv:7", "five-burned", "--records", "all")
    assert done.exit_code == 0, done.output
    said = done.stdout
    assert "demo/five-burned  and  log.csv:7\n  deal: casino C" in said
    assert "\n  compliant\n" in said
    assert "\n  applies when\n    any deal: yes\n      log.csv:7\n" in said
    burned = "log.csv:2, log.csv:3, log.csv:4, log.csv:5, log.csv:6, log.csv:7"
    assert f"\n      count of burn before first deal = 5  {burned}\n" in said


def test_a_requirement_that_has_no_words_of_its_own_is_told_by_its_parts() -> None:
    log = Path(__file__).parents[2] / "samples" / "bataille" / "faulty.csv"
    asked = ["explain", "five-burned", str(log), "--row", "faulty.csv:2005", "-r", "bataille"]
    assert "  require\n      burn before first deal = 5  " in CliRunner().invoke(app, asked).stdout


def test_each_row_is_told_once_whatever_was_computed_from_it() -> None:
    said = explained("log.csv:7", "five-burned", "--records", "all").stdout
    rows = said.rpartition("\n\n")[2].splitlines()
    assert [row.split()[0] for row in rows] == [f"log.csv:{number}" for number in range(2, 8)]
    assert rows[0] == "  log.csv:2  burn"


def test_the_log_that_is_named_beside_the_row_is_taken(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    Path("log.csv").rename("there/log.csv")
    for here in ("", LOG.replace("burn,C,S,T,1", "burn,C,S,T,9")):
        if here:
            Path("log.csv").write_text(here, "utf-8")
        done = CliRunner().invoke(
            app, ["explain", "five-burned", "there/log.csv", "--row", "log.csv:7", "-r", DEMO]
        )
        assert done.exit_code == 0, done.output
        assert "shoe 1, coup 1" in done.stdout


@pytest.mark.parametrize(
    ("row", "options", "answer"),
    [
        ("log.csv:9", ("--records", "all"), "violation"),
        ("log.csv:7", ("--records", "all", "--param", "burned=4"), "violation"),
        ("log.csv:10", ("--records", "all"), "not verifiable: "),
    ],
)
def test_the_answer_is_that_of_the_audit(row: str, options: tuple[str, ...], answer: str) -> None:
    assert f"\n  {answer}" in explained(row, "five-burned", *options).stdout


def test_a_row_that_was_set_aside_is_said_to_be() -> None:
    said = explained("log.csv:11").stdout
    assert "set aside: " in said
    assert "compliant" not in said


def test_a_row_outside_every_subject_is_said_to_be() -> None:
    assert "it takes part in no subject" in explained("log.csv:2", "paid-once").stdout


@pytest.mark.parametrize(
    ("row", "rule", "says"),
    [
        ("log.csv", "five-burned", "such as evening.csv:17"),
        ("log.csv:99", "five-burned", "no such row"),
        ("log.csv:2", "six-burned", "no ruleset that judges this log has a rule `six-burned`"),
        ("other.csv:2", "five-burned", "other.csv"),
    ],
)
def test_what_does_not_exist_is_said(row: str, rule: str, says: str) -> None:
    done = explained(row, rule)
    assert done.exit_code == 2
    assert says.lower() in done.stderr.lower()


def test_every_subject_gets_the_answer_that_the_replay_counts() -> None:
    program = ruleset(DEMO)
    log = assemble(by_slow_path(read_log("log.csv")).tables, program.vocabulary, Everything())
    for tally in replay(program, log):
        told = [own.answer for own in why(program, log, {}, tally.rule, lambda _event: True)]
        assert told.count(Answer.COMPLIANT) == tally.compliant
        assert told.count(Answer.VIOLATION) == len(tally.violations)
        assert told.count(Answer.NOT_APPLICABLE) == tally.not_applicable
        assert sum(isinstance(own, Unknown) for own in told) == tally.unverified


def test_what_is_said_of_a_row_stands_in_the_language_asked_for() -> None:
    flagged = explained("log.csv:9", "five-burned", "--records", "all", "--lang", "fr").stdout
    assert flagged.startswith("demo/five-burned  et  log.csv:9\n")
    assert "\n  non conforme" in flagged
    unknown = explained("log.csv:11", "five-burned", "--records", "all", "--lang", "fr").stdout
    assert "mise à part : " in unknown
    assert "rien de ce sur quoi porte la règle" in unknown


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
