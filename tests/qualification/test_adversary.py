"""Every single edit is told for what it is: found where it breaks the words, and not where not."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest

from auditor_simulators.catalogue import game
from auditor_simulators.protocol import Plan, Row
from tests.qualification.adversary import Edit, edits
from tests.qualification.qualify import judged

OWN = game("bataille")
EVENING = [*OWN.lawful(Plan(900, seed=12))]
OF_EACH = 2  # places at which each edit is tried


def sampled() -> list[Edit]:
    by_name: defaultdict[tuple[str, str], list[Edit]] = defaultdict(list)
    for edit in edits(EVENING):
        by_name[edit.name, edit.breaks].append(edit)
    chance = Random(1)
    return [edit for own in by_name.values() for edit in chance.sample(own, min(OF_EACH, len(own)))]


SAMPLED = sampled()


def test_every_comparison_occurs() -> None:
    provisions = {each for edit in SAMPLED for each in edit.breaks.split()}
    assert provisions >= {f"55-19.{number}" for number in (20, 21, 24, 25, 26, 28, 30, 32)}
    assert len({edit.name for edit in SAMPLED if not edit.breaks}) == 4


@pytest.mark.sampled(12)
@pytest.mark.parametrize("edit", SAMPLED, ids=lambda edit: edit.name)
def test_one_edit_is_told_for_what_it_is(edit: Edit) -> None:
    rows: list[Row] = [dict(row) for row in EVENING]
    edit.make(rows)
    found = [verdict for tally in judged(OWN, rows) for verdict in tally.violations]
    cited = {provision for verdict in found for provision in verdict.rule.cites}
    if edit.breaks:
        assert not cited.isdisjoint(edit.breaks.split())
        assert len(found) == 1
    else:
        assert found == []
