"""One damaged cell or delimiter accuses nobody, passes nothing over, and costs little."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from tests.damage.damaging import Lines, damages, lines_of
from tests.damage.properties import GAMES, SAMPLES, accused, answers, audited, passed_over, text_of

DAMAGES = 12
"""Of each sample; `make damage` tries as many as are asked for."""


LOGS = [
    *((game, "faulty") for game in GAMES),
    # A variant plays as its family does: that it is not accused is seen in its faulty log too.
    *((game, "lawful") for game in GAMES if not game.startswith("bataille-")),
]


def sample(game: str, name: str) -> Lines:
    return lines_of((SAMPLES / game / f"{name}.csv").read_text("utf-8"))


@pytest.mark.sampled(8)
@pytest.mark.parametrize(("game", "name"), LOGS)
def test_a_damage_accuses_nobody_and_hides_nothing(game: str, name: str, tmp_path: Path) -> None:
    lines = sample(game, name)
    whole = audited(tmp_path, text_of(lines), game)
    assert whole is not None
    before = answers(whole)
    for damage in islice(damages(lines, 1), DAMAGES):
        damaged = "\n".join(damage.of(lines)) + "\n"
        found = audited(tmp_path, damaged, game)
        if found is None:  # a quote that is torn open may end the reading
            continue
        after = answers(found)
        assert not [*accused(before, after)], damage
        assert not [*passed_over(before, after, damage)], damage


@pytest.mark.parametrize("game", ["boule", "punto-banco"])
def test_both_engines_say_the_same_of_a_damaged_log(game: str, tmp_path: Path) -> None:
    lines = sample(game, "faulty")
    for damage in islice(damages(lines, 2), DAMAGES // 2):
        damaged = "\n".join(damage.of(lines)) + "\n"
        by_columns = audited(tmp_path, damaged, game)
        by_reference = audited(tmp_path, damaged, game, "reference")
        assert by_columns is not None
        assert by_reference is not None
        assert by_columns.report.rules == by_reference.report.rules, damage
        assert by_columns.findings == by_reference.findings, damage


@pytest.mark.parametrize("game", ["bataille", "boule", "punto-banco"])
def test_a_damaged_row_costs_a_coup_and_not_an_evening(game: str, tmp_path: Path) -> None:
    """One row in ten thousand leaves less than one check in a hundred open."""
    lines = sample(game, "lawful")
    lost = []
    for damage in islice(damages(lines, 3), 2 * DAMAGES):
        found = audited(tmp_path, "\n".join(damage.of(lines)) + "\n", game)
        if found is not None:
            after = answers(found)
            lost.append(after.unverified / after.checks * len(lines) / 10_000)
    assert sum(lost) / len(lost) < 0.01
