"""What must hold of every damaged log: nobody is accused, and nothing is passed over; both engines
say the same of it, and it is read in columns as it is read by cells.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from auditor.audit import Audit, Engine, audit_log, read_log
from auditor.report.render.json import json_bytes
from auditor.request import CannotAuditError, Records
from tests.damage.damaging import Lines, line_of
from tests.damage.edits import Loss
from tests.log.read import in_columns


@dataclass(frozen=True, slots=True)
class Answers:
    """What an audit says of each rule."""

    violations: dict[str, int]
    open: dict[str, int]
    checks: int
    judged: frozenset[str]  # rules that judged anything at all

    @property
    def unverified(self) -> int:
        return sum(self.open.values())


def audited(
    folder: Path,
    lines: Lines,
    game: str,
    engine: Engine = "columns",
    *,
    all_recorded: bool = True,
) -> Audit | None:
    """The audit of a log, None where it is refused."""
    try:
        return audit_of(folder, lines, game, engine, all_recorded=all_recorded)
    except CannotAuditError:
        return None


def audit_of(
    folder: Path,
    lines: Lines,
    rules: str | Path,
    engine: Engine = "columns",
    *,
    all_recorded: bool = True,
) -> Audit:
    """The audit of a log; raises CannotAuditError where it is refused."""
    path = folder / "log.csv"
    path.write_text(text_of(lines), "utf-8")
    records: Records = "all" if all_recorded else ()
    return audit_log(read_log(path), rules=rules, records=records, engine=engine)


def answers(audit: Audit) -> Answers:
    rules = audit.report.rules
    return Answers(
        {rule.rule: rule.violations for rule in rules},
        {rule.rule: rule.not_verifiable for rule in rules},
        sum(rule.checked + rule.not_verifiable for rule in rules),
        frozenset(rule.rule for rule in rules if rule.checked),
    )


def text_of(lines: Lines) -> str:
    """The text of a log."""
    return "".join(f"{line_of(cells)}\n" for cells in lines)


def told_of(
    folder: Path, name: str, lines: Lines, some: Iterable[Loss], *, alike: bool
) -> Iterator[tuple[Loss, list[str]]]:
    """Some edits of one log, each with the promises that it breaks; that what is left is read
    `alike` in columns and by cells is one if asked.
    """
    before = cache(lambda says_all: audit_of(folder, lines, name, all_recorded=says_all))
    for loss in some:
        told = promises_broken(folder, name, loss, before)
        yield (
            loss,
            [*told, *["read otherwise"] * (alike and read_otherwise(folder, loss.left, name))],
        )


def promises_broken(
    folder: Path,
    name: str,
    loss: Loss,
    before: Callable[[bool], Audit],
    engine: Engine = "columns",
) -> list[str]:
    """The promises that an edit of a log breaks, of which `before` is the audit: whether all kinds
    are recorded is not said of one that lacks a kind.
    """
    says_all = not loss.way.startswith("kind")
    after = audited(folder, loss.left, name, engine, all_recorded=says_all)
    return [] if after is None else _broken(before(says_all), after, loss)


OF_THE_RECORD = frozenset({"log.order", "log.gap", "log.duplicate"})
"""Provisions of which a departure is what a log says of itself: its rows are not as they were."""


def _broken(before: Audit, after: Audit, loss: Loss) -> list[str]:
    """What a damage breaks: whom it accuses, what it hides.  Rows that stand twice, or not where
    they belong, may be told as what they are.
    """
    told = {own.rule for own in after.findings if OF_THE_RECORD.issuperset(own.provisions)}
    accused = [own for own in newly_accused(before, after) if not loss.shown or own not in told]
    return [
        *(f"accused {rule}" for rule in accused),
        *(f"hidden {rule}" for rule in newly_silent(before, after, loss)),
    ]


def newly_accused(before: Audit, after: Audit) -> list[str]:
    """The rules that find more than before, but for what another rule's finding had left open."""
    old, new = answers(before), answers(after)
    return [
        rule
        for rule, many in new.violations.items()
        if many > old.violations[rule] + (old.open[rule] if before.findings else 0)
    ]


def newly_silent(before: Audit, after: Audit, loss: Loss) -> list[str]:
    """The rules with fewer findings of which no row is lost, and no more left open than before; one
    that judges nothing any more and says so may have had more subjects to leave open.
    """
    left = Counter(own.rule for own in before.findings if not loss.gone & {r.row for r in own.rows})
    old, new = answers(before), answers(after)
    return [
        rule
        for rule, many in left.items()
        if new.violations.get(rule, 0) < many
        and new.open.get(rule, 0) <= old.open[rule]
        and (rule in new.judged or not new.open.get(rule, 0))
    ]


def read_otherwise(folder: Path, left: Lines, game: str) -> bool:
    """Whether something else is reported of a log that is read in columns."""
    path = folder / "log.csv"
    path.write_text(text_of(left), "utf-8")
    by_cells = _reported(path, game)
    with in_columns():
        return _reported(path, game) != by_cells


def _reported(path: Path, game: str) -> object:
    """All that is reported of a log, or why it is refused."""
    try:
        done = audit_log(read_log(path, rules=game), rules=game, records="all", language="en")
    except CannotAuditError as why:
        return str(why)
    found = json.loads(json_bytes(done.report))
    return {name: own for name, own in found.items() if name != "run"}
