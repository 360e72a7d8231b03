"""Faults of any game: their lists, and several together, which give rows or refuse one of them."""

from random import Random

import pytest

from auditor_simulators.catalogue import game, names, situations
from auditor_simulators.common.places import LISTS
from auditor_simulators.inject import inject_all
from auditor_simulators.protocol import NoPlaceError, Plan

PLAN = Plan(events=200, seed=3, sessions=1, tables=2)
SUBSETS = 1


@pytest.mark.parametrize("name", names())
def test_any_faults_go_together_or_one_is_refused(name: str) -> None:
    own, rng = game(name), Random(name)
    rows = list(own.lawful(PLAN))
    subsets = [rng.sample(own.faults, rng.randint(2, 5)) for _ in range(SUBSETS)]
    refused: set[str] = set()
    for faults in (list(own.faults[:5]), *subsets):
        try:
            faulty, put_in = inject_all(rows, faults, 1)
        except NoPlaceError as error:
            refused.add(error.fault)
        else:
            assert [one.fault for one in put_in] == [fault.name for fault in faults]
            assert all(2 <= row <= len(faulty) + 1 for one in put_in for row in one.rows)
    assert refused <= {fault.name for fault in own.faults}


def test_every_line_of_the_lists_is_of_some_game() -> None:
    lines = {
        (path.suffix, *line.replace("@", " ").split()[:1], line.partition("  [")[2])
        for path in LISTS.iterdir()
        for line in path.read_text("utf-8").splitlines()
    }
    shown = {
        (suffix, one.name, f"{' '.join(one.provisions)}]  {one.says}")
        for name in names()
        for suffix, many in ((".faults", game(name).faults), (".situations", situations(name)))
        for one in many
    }
    assert lines == shown
