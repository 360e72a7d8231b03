"""A fault is found on its rows and nothing else is, and each number in the sentence of a finding is
the cell that it names.
"""

from __future__ import annotations

import pytest

from auditor_simulators.catalogue import game
from auditor_simulators.inject import FIRST_ROW
from tests.qualification.qualify import tried_once
from tests.qualification.test_qualification import READY
from tests.qualification.truth import untrue

ONE_FAULT_IN = 8  # enough for a test; `make qualify` tries all of them
FAULTS = [
    (name, fault.name)
    for name in READY
    for fault in game(name).faults[:: 4 if name == "bataille" else ONE_FAULT_IN]
]


@pytest.mark.sampled(40)
@pytest.mark.parametrize(("name", "fault"), FAULTS)
def test_a_fault_alone_is_found_and_each_number_of_its_message_is_shown(
    name: str, fault: str
) -> None:
    own = game(name)
    outcome, rows, tallies = tried_once(own, next(f for f in own.faults if f.name == fault))
    assert outcome.good, outcome
    by_number = dict(enumerate(rows, FIRST_ROW))
    found = [verdict for tally in tallies for verdict in tally.violations]
    assert [wrong for verdict in found for wrong in untrue(verdict, by_number)] == []
