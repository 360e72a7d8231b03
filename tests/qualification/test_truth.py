"""Each number in the sentence of a finding is the cell that it names, for every simulated fault."""

from __future__ import annotations

import pytest

from auditor.simulate.catalogue import game
from auditor.simulate.inject import FIRST_ROW
from tests.qualification.qualify import judged, with_fault
from tests.qualification.test_qualification import READY
from tests.qualification.truth import untrue

ONE_FAULT_IN = 4
FAULTS = [
    (name, fault.name)
    for name in READY
    for fault in game(name).faults[:: 2 if name == "bataille" else ONE_FAULT_IN]
]


@pytest.mark.parametrize(("name", "fault"), FAULTS)
def test_each_number_of_a_message_is_shown(name: str, fault: str) -> None:
    own = game(name)
    rows = with_fault(own, next(each for each in own.faults if each.name == fault))
    by_number = dict(enumerate(rows, FIRST_ROW))
    found = [verdict for tally in judged(own, rows) for verdict in tally.violations]
    assert [wrong for verdict in found for wrong in untrue(verdict, by_number)] == []
