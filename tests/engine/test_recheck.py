"""The second judgement looks at what can matter to a subject, and at no more."""

from pathlib import Path

import pytest

from auditor.engine.recheck import Recheck
from auditor.engine.run import replay_columns
from auditor.engine.store.columns import columns_of
from auditor.engine.store.vector import Ints
from auditor.log.assemble import Everything, assemble
from auditor.log.discover import read_files
from auditor.log.event import Event
from auditor.request import ruleset
from auditor.values import Value

BOULE = ruleset("boule")
LOG = Path(__file__).parents[2] / "samples" / "boule" / "faulty.csv"
SESSION = ("casino", "season", "session")
TABLE = (*SESSION, "table")
COUP = (*TABLE, "shoe", "coup")


@pytest.mark.parametrize(
    "name", ["number-pays-seven-times", "stake-at-least-the-minimum", "player-within-maximum"]
)
def test_of_a_stake_its_coup_and_the_opening_of_its_table_are_judged_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = assemble(read_files([LOG])[0], BOULE.vocabulary, Everything())
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


def said(event: Event, fields: tuple[str, ...]) -> list[Value | None]:
    return [event.values.get(name) for name in fields]
