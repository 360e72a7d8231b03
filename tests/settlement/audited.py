"""Whose settlement an audit finds fault with, in a log with a spot for each player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Literal

from auditor.engine.judge import Judge
from auditor.engine.locality import reaches_of
from auditor.engine.run import without_subjects
from auditor.judge.replay import replay
from auditor.judge.verdict import ALL, Kept, Verdict
from auditor.language import core
from auditor.language.core import Program
from auditor.log.event import Log
from auditor.log.store.columns_of_tables import Everything, assemble
from auditor.log.store.typed_rows import columns_of
from auditor.log.store.vector import Ints
from auditor.log.table import Table
from auditor.request import ruleset
from tests.columns import replay_columns
from tests.settlement.writing import FIRST_ROW, Row

SETTLEMENT = {
    "bataille": {f"55-19.{number}" for number in (20, 21, 24, 26, 27, 28, 30, 32)},
    "boule": {"47.3-5", "47.6", "47.14"},
    "vingt-trois": {"47.9", "47.10", "47.11", "47.12", "47.13", "47.14"},
    "punto-banco": {f"baccarat.{name}" for name in ("pay-player", "pay-banker", "pay-tie", "push")},
}
"""The provisions that say what a player is due."""
NOTHING_STAKED = "log.stakes"
Engine = Literal["proved", "columns", "reference"]
"""The columns alone; with each violation proved, as in an audit; or the reference alone."""


class _Unproved(Judge):
    """Notes where violations are, and proves none: that takes a hundred times as long."""

    def __init__(self, program: Program, log: Log) -> None:
        columns = columns_of(log, program.vocabulary)
        without, reaches = without_subjects(program, columns), reaches_of(program)
        super().__init__(program, columns, {}, without, reaches, kept=Kept(ALL))
        self.found: list[tuple[core.Rule, int]] = []

    def _proved(self, rule: core.Rule, places: Ints, _which: Ints) -> list[Verdict]:
        self.found += ((rule, int(place)) for place in places)
        return []


def _violations(program: Program, log: Log, engine: Engine) -> Iterator[tuple[core.Rule, int]]:
    """The rules that are violated, and the place of a row of each subject."""
    if engine == "columns":
        judge = _Unproved(program, log)
        for _ in judge.answers(program.rules):
            pass
        yield from judge.found
        return
    if engine == "reference":
        tallies = replay(program, log)
    else:
        tallies = replay_columns(program, columns_of(log, program.vocabulary))
    yield from ((own.rule, verdict.place) for own in tallies for verdict in own.violations)


def accused(game: str, rows: Sequence[Row], engine: Engine = "columns") -> dict[str, set[str]]:
    """The players whose spots were settled wrongly, with the rules that say so."""
    columns = tuple(dict.fromkeys(name for row in rows for name in row))
    cells = [
        (number, tuple(row.get(name, "") for name in columns))
        for number, row in enumerate(rows, FIRST_ROW)
    ]
    table = Table("log.csv", None, "", None, columns, 1, cells, (), ())
    program = ruleset(game)
    log = assemble([table], program.vocabulary, Everything())
    assert not log.set_aside
    assert log.is_whole
    at_the_coup: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for row in rows:
        if "coup" in row and "player" in row:
            at_the_coup[row["session"], row["coup"]].add(row["player"])
    settlement = {*SETTLEMENT[game], NOTHING_STAKED}
    found: defaultdict[str, set[str]] = defaultdict(set)
    for rule, place in _violations(program, log, engine):
        if settlement.isdisjoint(rule.cites):
            continue
        row = rows[place]
        named = row.get("player")
        for player in [named] if named else at_the_coup[row["session"], row["coup"]]:
            found[player].add(rule.name)
    return dict(found)
