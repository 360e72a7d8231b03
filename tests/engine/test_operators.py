"""Both engines have a case for every operator and every form of expression.

A form that the columnar engine lacks is judged one subject at a time by the reference: right, a
hundred times slower, and seen by no test of equality.  What is left to the reference is listed
here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.engine.recheck import Recheck
from auditor.judge.replay import replay
from auditor.language import core
from auditor.language.core import Program, parts_of
from auditor.language.operators import FUNCTIONS, OPERATORS, Operator
from auditor.language.resolve.search_path import available
from auditor.log.store.columns_of_tables import Everything, assemble
from auditor.log.store.typed_rows import columns_of
from auditor.request import ruleset
from tests.columns import log_at, replay_columns
from tests.pages.page import HEAD, compiled, table_of

SAMPLES = Path(__file__).parents[2] / "samples"
DECLARED = Path(__file__).with_name("operators.rules").read_text("utf-8")
ROWS = Path(__file__).with_name("operators.log").read_text("utf-8")
FIELDS = {
    "integer": "number",
    "number": "share",
    "money": "amount",
    "duration": "length",
    "time": "due",
    "card": "card",
}
"""A field of the event `probe` for each type that an operator takes."""

PAGE = Path(__file__).with_name("operators.txt").read_text("utf-8").split("\n\n")
COLUMNAR, DEFERRED = PAGE[1].splitlines(), PAGE[3].splitlines()


@pytest.fixture
def deferred(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The rules of which the reference was asked what some condition is worth."""
    names: set[str] = set()
    really = Recheck.truths

    def noting(self: Recheck, rule: core.Rule, *where: object) -> object:
        names.add(rule.name)
        return really(self, rule, *where)  # type: ignore[arg-type]  # as it was called

    monkeypatch.setattr(Recheck, "truths", noting)
    return names


def program_of(requirement: str, folder: Path) -> Program:
    rule = f"rule own severity minor cites p {requirement}\n"
    program, found = compiled(HEAD + DECLARED + rule, folder)
    errors = [str(d.message) for d in found if d.level == "error"]
    assert program is not None, errors
    return program


def judge(program: Program) -> None:
    """Both engines judge the rows above, and answer alike."""
    log = assemble([table_of(ROWS, "log.csv")], program.vocabulary, Everything())
    assert not log.set_aside
    [wanted] = replay(program, log)
    [found] = replay_columns(program, columns_of(log, program.vocabulary))
    assert (wanted.compliant, len(wanted.violations)) == (found.compliant, len(found.violations))
    assert wanted.not_verifiable == found.not_verifiable
    assert not wanted.not_applicable


def written(operator: Operator) -> str:
    """A rule that asks for the value of one operator."""
    fields = [FIELDS[kind.name] for kind in operator.takes]
    if operator.sign in FUNCTIONS:
        value = f"{operator.sign}({fields[0]})"
    elif operator.sign == "minus":
        value = f"-{fields[0]}"
    else:
        value = f"{fields[0]} {operator.sign} {fields[1]}"
    return f"for each probe require ({value}) is recorded"


@pytest.mark.parametrize("operator", OPERATORS, ids=lambda own: f"{own.sign} {own.takes[0]}")
def test_every_operator_has_a_case_in_both_engines(
    operator: Operator, deferred: set[str], tmp_path: Path
) -> None:
    program = program_of(written(operator), tmp_path)
    [used] = [part for part in parts_of(program.rules) if isinstance(part, core.Operation)]
    assert used.sign == operator.sign
    judge(program)
    assert not deferred


def test_the_rules_of_this_page_hold_every_form(tmp_path: Path) -> None:
    programs = [program_of(requirement, tmp_path) for requirement in (*COLUMNAR, *DEFERRED)]
    used = {type(part) for own in programs for part in parts_of((own.rules, *own.records.values()))}
    assert set(core.Expression.__subclasses__()) <= used


@pytest.mark.parametrize("requirement", COLUMNAR)
def test_every_form_has_a_case_in_both_engines(
    requirement: str, deferred: set[str], tmp_path: Path
) -> None:
    program = program_of(requirement, tmp_path)
    judge(program)
    assert not deferred


@pytest.mark.parametrize("requirement", DEFERRED)
def test_what_is_left_to_the_reference_is_listed(
    requirement: str, deferred: set[str], tmp_path: Path
) -> None:
    judge(program_of(requirement, tmp_path))
    assert deferred == {"own"}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", available())
def test_no_rule_that_is_shipped_is_left_to_the_reference_unlisted(
    name: str, deferred: set[str]
) -> None:
    program = ruleset(name)
    for log_file in sorted((SAMPLES / name).glob("*.csv")):
        log = log_at(log_file, program)
        replay_columns(program, columns_of(log, program.vocabulary))
    moments = (
        rule.name
        for rule in program.rules
        if any(isinstance(part, core.Continuous) for part in parts_of(rule))
    )
    assert deferred.issubset(moments)
