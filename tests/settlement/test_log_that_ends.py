"""A log that ends in the midst of a coup accuses nobody of what its next rows would settle."""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.audit import judged_by, read_log
from auditor.language.facts import facts_of
from auditor.log.store.columns_of_tables import Everything
from auditor.request import ruleset
from auditor_simulators.catalogue import game
from auditor_simulators.protocol import Plan
from tests.damage.properties import text_of

CUTS = range(25, 150, 9)
"""Rows after which a log ends: in stakes, cards, spins and settlements of short evenings."""


@pytest.mark.sampled(4)
@pytest.mark.parametrize("name", ["punto-banco", "boule", "vingt-trois", "bataille"])
def test_what_the_log_ends_before_accuses_nobody(name: str, tmp_path: Path) -> None:
    own, program = game(name), ruleset(name)
    payments = {kind.name for kind in program.vocabulary.kinds.values() if kind.payment}
    rows = [*own.lawful(Plan(events=160, seed=5))]
    lines = [[*own.columns], *([row.get(at, "") for at in own.columns] for row in rows)]
    log, open_ = tmp_path / "log.csv", 0
    for cut in CUTS:
        log.write_text(text_of(lines[:cut]), "utf-8")
        for tally in judged_by(program, read_log(log).tables, Everything()).tallies:
            if tally.rule.name in facts_of(program).looks:
                open_ += tally.unverified
                for verdict in tally.violations:
                    # What is settled in part may be wrong: that is seen in a row that is there.
                    assert payments & {event.kind for event in verdict.evidence.events}, cut
    assert open_
