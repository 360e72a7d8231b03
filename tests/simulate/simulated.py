"""Checks that every simulated game has to pass."""

from collections.abc import Callable, Iterable, Sequence

from auditor_simulators.inject import Injection, inject
from auditor_simulators.protocol import Fault, Game, NoPlaceError, Plan, Row, Situation
from tests.simulate.log_oracle import Breach, key

Judge = Callable[[list[Row]], list[Breach]]
PLACE = ("casino", "session", "table", "shoe", "coup")


def fault_name(fault: Fault) -> str:
    return fault.name


def played(game: Game, plans: Iterable[Plan]) -> tuple[list[Row], ...]:
    return tuple(list(game.lawful(plan)) for plan in plans)


def broken(breaches: Iterable[Breach]) -> set[str]:
    return {provision for provision, _ in breaches}


def put_in(
    logs: Iterable[Sequence[Row]], fault: Fault | Situation, seed: int
) -> tuple[list[Row], Injection]:
    """The fault in the first of the logs that has a place for it."""
    for rows in logs:
        try:
            return inject(rows, fault, seed)
        except NoPlaceError:
            continue
    raise NoPlaceError(fault.name)


def check_fault(logs: Sequence[Sequence[Row]], fault: Fault, judge: Judge, seed: int) -> None:
    """It breaks what it names, nothing else, and only where its record says."""
    faulty, record = put_in(logs, fault, seed)
    assert all(faulty != list(rows) for rows in logs)
    found = judge(faulty)
    assert broken(found) == set(fault.provisions)
    shown = {key(faulty[number - 2], *PLACE) for number in record.rows}
    assert {key(row, *PLACE) for _, row in found} <= shown


def check_lawful(logs: Sequence[Sequence[Row]], plans: Sequence[Plan], judge: Judge) -> None:
    """Each log is as long as planned, and breaks nothing."""
    for rows, plan in zip(logs, plans, strict=True):
        assert len(rows) >= plan.events
        assert judge(list(rows)) == []


def check_columns(game: Game, logs: Iterable[Iterable[Row]]) -> None:
    """Every column is filled somewhere, and no other is."""
    filled = {column for rows in logs for row in rows for column in row if row[column]}
    assert filled == set(game.columns)


def check_same_again(game: Game) -> None:
    plan = Plan(events=300, seed=8)
    rows = list(game.lawful(plan))
    assert len(rows) >= 300
    assert rows == list(game.lawful(plan))
    assert rows != list(game.lawful(Plan(events=300, seed=9)))
