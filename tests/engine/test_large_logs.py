"""A large log that cannot be cut: what was worked out for one rule is not kept for the next."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import pytest

import auditor.engine.judge
from auditor.engine.run import replay_columns
from auditor.engine.store.columns import columns_of
from auditor.log.assemble import Everything, assemble
from auditor.log.event import Log
from auditor.log.files.discover import found_files, read_found
from auditor.request import ruleset

BOULE = ruleset("boule")
SAMPLES = Path(__file__).parents[2] / "samples" / "boule"


def log_of(sample: str) -> Log:
    return assemble(read_found(found_files([SAMPLES / sample]))[0], BOULE.vocabulary, Everything())


def test_the_answers_are_those_of_rules_that_share_what_they_work_out(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    log = log_of("faulty.csv")
    sharing = replay_columns(BOULE, columns_of(log, BOULE.vocabulary))
    monkeypatch.setattr(auditor.engine.judge, "LARGE", 0)
    assert replay_columns(BOULE, columns_of(log, BOULE.vocabulary)) == sharing
    assert sum(len(tally.violations) for tally in sharing) > 10


def test_all_rules_together_need_little_more_than_one(monkeypatch: pytest.MonkeyPatch) -> None:
    log = log_of("lawful.csv")
    memory = []
    for large in (auditor.engine.judge.LARGE, 0):
        monkeypatch.setattr(auditor.engine.judge, "LARGE", large)
        columns = columns_of(log, BOULE.vocabulary)
        tracemalloc.start()
        replay_columns(BOULE, columns)
        memory.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert memory[1] < 0.75 * memory[0]
