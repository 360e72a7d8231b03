"""A column that bounds a scope and that no row fills: what belongs together there is not known."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from auditor.audit import Audit
from auditor_simulators.catalogue import game
from auditor_simulators.protocol import Plan
from tests.damage.damaging import Lines
from tests.damage.properties import audited

GAMES = ("bataille", "boule", "punto-banco", "vingt-trois")
NEEDED = {"session", "table", "shoe", "coup"}
"""The house and the season may be left out: then there is one."""
LACKING = [
    names for many in (1, 2) for names in combinations(("casino", "season", *sorted(NEEDED)), many)
]


def lines_of(name: str, plan: Plan) -> Lines:
    columns = game(name).columns
    return [[*columns], *([row.get(own, "") for own in columns] for row in game(name).lawful(plan))]


def without(lines: Lines, names: tuple[str, ...]) -> Lines:
    kept = [at for at, name in enumerate(lines[0]) if name not in names]
    return [[row[at] for at in kept] for row in lines]


def lacking(folder: Path, name: str, names: tuple[str, ...], engine: str = "columns") -> Audit:
    """Two houses with two tables and two nights each, which only these columns tell apart."""
    lines = without(lines_of(name, Plan(800, seed=5, casinos=2, tables=2, sessions=2)), names)
    found = audited(folder, lines, name, "reference" if engine == "reference" else "columns")
    assert found is not None
    return found


@pytest.mark.sampled(16)
@pytest.mark.parametrize("names", LACKING, ids="-".join)
@pytest.mark.parametrize("name", GAMES)
def test_a_lawful_log_without_them_accuses_nobody_and_says_what_it_lacks(
    name: str, names: tuple[str, ...], tmp_path: Path
) -> None:
    audit = lacking(tmp_path, name, names)
    assert not audit.findings
    has = {own for own in NEEDED if own in game(name).columns}
    said = {own.column for own in audit.report.fitness.unscoped}
    # Without coups nothing would show that two houses, or two seasons, are mixed.
    told = has.intersection(names) | (set(names) if "coup" in names else set())
    assert said == {own for own in told if own in game(name).columns}


WITHIN_A_TABLE = {
    "boule": ("coups-follow", "coup-at-open-table", "paid-once", "stake-at-least-the-minimum"),
    "punto-banco": ("coups-begin-with-one", "eight-decks", "dealt-from-a-shoe", "paid-once"),
}
"""Rules that ask what happens at one table, read off their provisions."""


@pytest.mark.sampled(2)
@pytest.mark.parametrize("engine", ["columns", "reference"])
@pytest.mark.parametrize("name", WITHIN_A_TABLE)
def test_what_is_asked_of_one_table_is_not_verifiable_without_its_name(
    name: str, engine: str, tmp_path: Path
) -> None:
    audit = lacking(tmp_path, name, ("table",), engine)
    answers = {own.rule.partition("/")[2]: own for own in audit.report.rules}
    for rule in WITHIN_A_TABLE[name]:
        assert (answers[rule].compliant, answers[rule].violations) == (0, 0), rule
        assert answers[rule].not_verifiable, rule


def test_one_table_is_declared_by_a_constant(tmp_path: Path) -> None:
    lines = without(lines_of("boule", Plan(300, seed=5)), ("table",))
    closed = audited(tmp_path, lines, "boule")
    told = [[*lines[0], "table"], *([*row, "B1"] for row in lines[1:])]
    opened = audited(tmp_path, told, "boule")
    assert closed is not None
    assert opened is not None
    assert opened.report.summary.compliant > closed.report.summary.compliant
    assert not opened.report.fitness.unscoped
