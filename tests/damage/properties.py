"""What must hold of every damaged log: nobody is accused, and nothing is passed over.

Both are told of the answers of an audit before and after a damage, rule by rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from auditor.audit import Audit, audit_log, read_log
from auditor.judging import Engine
from auditor.request import CannotAuditError, Records, ruleset
from tests.damage.damaging import Damage, Lines, line_of
from tests.damage.losing import Loss

SAMPLES = Path(__file__).parents[2] / "samples"
GAMES = tuple(sorted(path.parent.name for path in SAMPLES.glob("*/faulty.csv")))


@dataclass(frozen=True, slots=True)
class Answers:
    """What an audit says of each rule, and the rows behind its findings."""

    violations: dict[str, int]
    open: dict[str, int]
    rows: dict[str, frozenset[int]]
    checks: int
    judged: frozenset[str]  # rules that judged anything at all

    @property
    def unverified(self) -> int:
        return sum(self.open.values())


def audited(
    folder: Path,
    lines: str | Lines,
    game: str,
    engine: Engine = "columns",
    *,
    all_recorded: bool = True,
) -> Audit | None:
    """The audit of a log, None where it is refused."""
    path = folder / "log.csv"
    path.write_text(lines if isinstance(lines, str) else text_of(lines), "utf-8")
    records: Records = "all" if all_recorded else ()
    try:
        return audit_log(read_log(path), rules=game, records=records, engine=engine)
    except CannotAuditError:
        return None


def answers(audit: Audit) -> Answers:
    rules = audit.report.rules
    return Answers(
        {rule.rule: rule.violations for rule in rules},
        {rule.rule: rule.not_verifiable for rule in rules},
        {
            rule.rule: frozenset(
                row.row for own in audit.findings if own.rule == rule.rule for row in own.rows
            )
            for rule in rules
        },
        sum(rule.checked + rule.not_verifiable for rule in rules),
        frozenset(rule.rule for rule in rules if rule.checked),
    )


def accused(before: Answers, after: Answers) -> Iterator[str]:
    """The rules that find more than before."""
    yield from (
        rule for rule, many in after.violations.items() if many > before.violations.get(rule, 0)
    )


def passed_over(before: Answers, after: Answers, damage: Damage) -> Iterator[str]:
    """The rules that find less than before without saying that something is left open; one of
    which the damage hits a row of a finding is left out.
    """
    for rule, many in before.violations.items():
        fewer = many - after.violations.get(rule, 0)
        more_open = after.open.get(rule, 0) > before.open[rule]
        if fewer > 0 and not more_open and damage.row + 1 not in before.rows[rule]:
            yield rule


def text_of(lines: Lines) -> str:
    """The log undamaged."""
    return "".join(f"{line_of(cells)}\n" for cells in lines)


def exempt(loss: Loss, game: str) -> bool:
    """Whether a loss promises nothing: of a kind that is declared exceptional the absence from the
    whole log means that it did not happen.
    """
    if loss.way != "kind":
        return False
    kind = ruleset(game).vocabulary.kinds.get(loss.what)
    return kind is not None and kind.exceptional


def newly_accused(before: Audit, after: Audit) -> list[str]:
    """The rules that find more than before, but for what another rule's finding had left open."""
    old, new = answers(before), answers(after)
    return [
        rule
        for rule, many in new.violations.items()
        if many > old.violations[rule] + (old.open[rule] if before.findings else 0)
    ]


OF_THE_RECORD = frozenset({"log.order", "log.gap", "log.duplicate"})
"""Provisions of which a departure is what a log says of itself: its rows are not as they were."""


def broken_promises(before: Audit, after: Audit, loss: Loss) -> list[str]:
    """What a damage breaks: whom it accuses, what it hides.  Rows that stand twice, or not where
    they belong, may be told as what they are.
    """
    told = {own.rule for own in after.findings if OF_THE_RECORD.issuperset(own.provisions)}
    accused = [own for own in newly_accused(before, after) if not loss.shown or own not in told]
    return [
        *(f"accused {rule}" for rule in accused),
        *(f"hidden {rule}" for rule in newly_silent(before, after, loss)),
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
