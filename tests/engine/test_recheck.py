"""The second judgement looks at what can matter to a subject, and at no more."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import auditor.engine.recheck
from auditor.engine.recheck import Recheck
from auditor.engine.run import replay_columns
from auditor.engine.store.columns import columns_of
from auditor.engine.store.vector import Ints
from auditor.judge.frame import Truth
from auditor.language import core
from auditor.log.assemble import Everything, assemble
from auditor.log.event import Event
from auditor.log.files.discover import found_files, read_found
from auditor.request import ruleset
from auditor.values import Value
from tests.engine.test_processes import wrong_payments

BOULE = ruleset("boule")
LOG = Path(__file__).parents[2] / "samples" / "boule" / "faulty.csv"
SESSION = ("casino", "season", "session")
TABLE = (*SESSION, "table")
COUP = (*TABLE, "shoe", "coup")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "name", ["number-pays-seven-times", "stake-at-least-the-minimum", "player-within-maximum"]
)
def test_of_a_stake_its_coup_and_the_opening_of_its_table_are_judged_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = assemble(read_found(found_files([LOG]))[0], BOULE.vocabulary, Everything())
    looked_at: list[set[int]] = []
    make = Recheck._make

    def noting(self: Recheck, rows: Ints) -> object:
        looked_at.append(set(rows.tolist()))
        return make(self, rows)

    monkeypatch.setattr(Recheck, "_make", noting)
    tallies = replay_columns(BOULE, columns_of(log, BOULE.vocabulary))
    [wrong] = [tally for tally in tallies if tally.rule.name == name]
    assert wrong.violations
    for verdict in wrong.violations:
        own = verdict.evidence.events[0]
        matters = {
            event.place
            for event in log.events
            if said(event, COUP) == said(own, COUP)
            or (event.kind == "table_open" and said(event, TABLE) == said(own, TABLE))
        }
        # Its day tells which law applies.
        first = next(event for event in log.events if said(event, SESSION) == said(own, SESSION))
        assert any(own.place in rows <= matters | {first.place} for rows in looked_at)


def test_a_time_that_is_missing_elsewhere_leaves_no_stretch_of_time_to_the_reference(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = assemble(read_found(found_files([LOG]))[0], BOULE.vocabulary, Everything())
    stake = next(event for event in log.events if event.kind == "stake")
    untimed = {name: value for name, value in stake.values.items() if name != "time"}
    events = tuple(replace(own, values=untimed) if own is stake else own for own in log.events)
    asked = list[str]()
    truths = Recheck.truths

    def noting(self: Recheck, rule: core.Rule, *others: Any) -> Iterator[Truth]:
        asked.append(rule.name)
        return truths(self, rule, *others)

    monkeypatch.setattr(Recheck, "truths", noting)
    columns = columns_of(replace(log, events=events), BOULE.vocabulary)
    tallies = {tally.rule.name: tally for tally in replay_columns(BOULE, columns)}
    judged = tallies["base-table-in-service"]
    assert (judged.compliant, len(judged.violations)) == (6, 1)
    assert "base-table-in-service" not in asked


def test_what_matters_to_several_subjects_is_looked_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = assemble(
        read_found(found_files([wrong_payments(tmp_path)]))[0], BOULE.vocabulary, Everything()
    )
    made = list[int]()
    make = Recheck._make

    def noting(self: Recheck, rows: Ints) -> object:
        made.append(len(rows))
        return make(self, rows)

    monkeypatch.setattr(Recheck, "_make", noting)
    # Fewer than matter to all: rows that matter to several are counted once.
    monkeypatch.setattr(auditor.engine.recheck, "_MANY_ROWS", 350)
    found = []
    for at_once in (1000, 1):
        monkeypatch.setattr(auditor.engine.recheck, "_MOST_AT_ONCE", at_once)
        made.clear()
        found.append((replay_columns(BOULE, columns_of(log, BOULE.vocabulary)), len(made)))
    (together, few), (alone, many) = found
    assert together == alone
    assert sum(len(tally.violations) for tally in alone) > 40
    assert few < many / 4


def said(event: Event, fields: tuple[str, ...]) -> list[Value | None]:
    return [event.values.get(name) for name in fields]
