"""Whatever the rules and whatever the log, the columns say what the reference says.

A few hundred pairs of a random rule and a random log are tried here; `make equality N=100000`
tries others, as many as one likes, and keeps what it finds beside this file.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from auditor.engine.evaluate import selection as of_columns
from auditor.judge import selection as of_reference
from tests.engine.random.equality import differences
from tests.engine.random.kept import kept, read
from tests.engine.random.pairs import pairs

RULESETS = 24
A_TEST = 6


@pytest.mark.sampled(4)
@pytest.mark.parametrize("first", range(0, RULESETS, A_TEST))
def test_random_rules_say_the_same_of_random_logs(first: int) -> None:
    found = [
        (seed, number, pair.differences(program))
        for seed in range(first, first + A_TEST)
        for number, (pair, program) in enumerate(pairs(seed))
    ]
    assert len(found) > A_TEST
    assert [one for one in found if one[2]] == []


@pytest.mark.sampled(4)
@pytest.mark.parametrize("first", range(0, RULESETS, A_TEST))
def test_random_rules_say_the_same_where_a_few_in_doubt_are_a_crowd(
    first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    for engine in (of_columns, of_reference):
        monkeypatch.setattr(engine, "CROWD", 1)
    test_random_rules_say_the_same_of_random_logs(first)


@pytest.mark.parametrize("rules", kept(), ids=lambda path: path.stem)
def test_what_was_once_different_is_the_same(rules: Path) -> None:
    program, log, params = read(rules)
    assert differences(program, log, dict(params)) == []
