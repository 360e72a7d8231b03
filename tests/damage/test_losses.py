"""What is lost of a log, a column, a kind of event, an evening, its first rows, accuses nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from auditor.audit import Audit
from auditor.judging import Engine
from auditor_simulators.catalogue import game
from auditor_simulators.inject import inject
from auditor_simulators.protocol import Plan
from tests.damage import logs
from tests.damage.damaging import Lines, lines_of
from tests.damage.losing import (
    Loss,
    columns,
    emptied,
    first_rows,
    kinds,
    last_rows,
    nights,
    page,
    tables,
)
from tests.damage.properties import SAMPLES, audited, broken_promises, exempt

ALONE = tuple(name for name in logs.GAMES if name.startswith("bataille-"))
HOUSES = tuple(name for name in logs.GAMES if name not in ALONE)


def losses(name: str, lines: Lines, each: int, rng: Random) -> Iterator[Loss]:
    """Some losses of every sort."""
    for some in (columns(lines), kinds(lines), nights(lines), tables(lines)):
        every = [loss for loss in some if not exempt(loss, name)]
        yield from rng.sample(every, min(each, len(every)))
    for lose in (first_rows, last_rows, emptied):
        yield from (lose(lines, rng) for _ in range(each))


def told_of(
    folder: Path, name: str, lines: Lines, some: Iterable[Loss]
) -> Iterator[tuple[Loss, list[str]]]:
    """Some losses of one log, each with the promises that it breaks."""
    whole: dict[bool, Audit | None] = {}
    for loss in some:
        says_all = not loss.way.startswith("kind")
        if says_all not in whole:
            whole[says_all] = audited(folder, lines, name, all_recorded=says_all)
        before = whole[says_all]
        after = audited(folder, loss.left, name, all_recorded=says_all)
        assert before is not None
        yield loss, [] if after is None else broken_promises(before, after, loss)


def told(folder: Path, name: str, lines: Lines, each: int) -> list[str]:
    """The broken promises of one log."""
    some = losses(name, lines, each, Random(f"losses/{name}"))
    found = told_of(folder, name, lines, some)
    return [f"{loss}: {what}" for loss, broken in found for what in broken]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", HOUSES)
def test_what_a_lawful_log_lacks_accuses_nobody(name: str, tmp_path: Path) -> None:
    assert not told(tmp_path, name, logs.lawful(name, 2), 3)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("name", HOUSES)
def test_what_a_faulty_log_lacks_hides_nothing(name: str, tmp_path: Path) -> None:
    assert not told(tmp_path, name, logs.faulty(name, 3)[1], 3)


@pytest.mark.parametrize("name", ALONE[2::8])
def test_a_game_without_a_house_that_lacks_something_accuses_nobody(
    name: str, tmp_path: Path
) -> None:
    assert not told(tmp_path, name, logs.lawful(name, 2), 3)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("name", "lose"), [("boule", first_rows), ("punto-banco", last_rows), ("boule", page)]
)
def test_both_engines_say_the_same_of_a_log_without_some_of_its_rows(
    name: str, lose: Callable[[Lines, Random], Loss], tmp_path: Path
) -> None:
    left = lose(logs.faulty(name, 5)[1], Random(5)).left
    one, other = (audited(tmp_path, left, name, engine=own) for own in ("columns", "reference"))
    assert one is not None
    assert other is not None
    assert one.findings == other.findings
    assert one.report.rules == other.report.rules


@pytest.mark.parametrize(
    ("name", "column", "seed"),
    [
        ("vingt-trois", "number", 2),
        ("bataille", "staff", 2),
        ("bataille", "table", 6),
        ("punto-banco", "table", 5),
    ],
)
def test_rows_that_only_a_lost_column_tells_apart_accuse_nobody(
    name: str, column: str, seed: int, tmp_path: Path
) -> None:
    """Two stakes of one second on two numbers; two chiefs of whom one leaves; coups of the same
    number at two tables.
    """
    lines = logs.lawful(name, seed)
    lost = [loss for loss in columns(lines) if loss.what == column]
    assert not [broken for _, broken in told_of(tmp_path, name, lines, lost) if broken]


def test_a_wheel_spun_twice_is_left_open_without_its_numbers(tmp_path: Path) -> None:
    """By their numbers two spins of a coup are told from one that is written down twice."""
    own = game("vingt-trois")
    spun_again = next(fault for fault in own.faults if fault.name == "spun-again")
    rows, _ = inject(list(own.lawful(Plan(events=150, seed=1))), spun_again, 1)
    lines = [[*own.columns], *([row.get(name, "") for name in own.columns] for row in rows)]
    lost = next(loss for loss in columns(lines) if loss.what == "number")
    for engine in ("columns", "reference"):
        found = audited(tmp_path, lost.left, "vingt-trois", engine)
        assert found is not None
        rules = {rule.rule: rule for rule in found.report.rules}
        assert rules["vingt-trois/spun-again-the-other-way"].not_verifiable


@pytest.mark.parametrize(("kind", "engine"), [("pay", "columns"), ("stake", "reference")])
def test_a_kind_of_event_that_names_no_coup_is_not_recorded(
    kind: str, engine: Engine, tmp_path: Path
) -> None:
    """In no coup would there be a payment, and whoever won would have got nothing."""
    lines = lines_of((SAMPLES / "boule" / "lawful.csv").read_text("utf-8"))
    event, coup = (lines[0].index(name) for name in ("event", "coup"))
    rows = [row for row in lines if row[event] == kind]
    for row in rows:
        row[coup] = ""
    found = audited(tmp_path, lines, "boule", engine)
    assert found is not None
    assert not found.findings
    assert sum(own.rows_set_aside for own in found.report.inputs) == len(rows)
    assert any(own.not_verifiable for own in found.report.rules if "pays-" in own.rule)


@pytest.mark.parametrize(
    ("name", "kind", "column", "engine"),
    [
        ("boule", "pay", "player", "columns"),
        ("boule", "collect", "table", "reference"),
    ],
)
def test_a_kind_of_event_with_names_of_its_own_is_not_recorded(
    name: str, kind: str, column: str, engine: Engine, tmp_path: Path
) -> None:
    """A till that knows players by other numbers would pay nobody who had staked."""
    lines = lines_of((SAMPLES / name / "lawful.csv").read_text("utf-8"))
    event, at = (lines[0].index(own) for own in ("event", column))
    rows = [row for row in lines if row[event] == kind]
    for row in rows:
        row[at] = f"M. {row[at]}"
    found = audited(tmp_path, lines, name, engine)
    assert found is not None
    assert not found.findings
    assert sum(own.rows_set_aside for own in found.report.inputs) == len(rows)
    assert any(own.not_verifiable for own in found.report.rules if "pays-" in own.rule)
