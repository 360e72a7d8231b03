"""Two reports of one log: by other rules, which findings appear, which vanish, and how many answers
of each rule are others; at another time, which findings are known again by their ids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from auditor.report.model import Counts, Finding, Report, Rule

Answers = dict[str, int]


@dataclass(frozen=True, slots=True)
class Moved:
    """A rule whose answers are counted otherwise; none where one ruleset lacks the rule."""

    rule: str
    old: Answers | None
    new: Answers | None


@dataclass(frozen=True, slots=True)
class Against:
    """The findings of the new rules that the old ones do not give, and the other way round."""

    appear: tuple[Finding, ...]
    vanish: tuple[Finding, ...]
    moved: tuple[Moved, ...]


def against(old: Report, new: Report) -> Against:
    """The findings of a rule are the same where their subjects, rows and values are."""
    before, after = (Counter(map(_known_by, own.findings)) for own in (old, new))
    return Against(
        tuple(_more(new.findings, before)),
        tuple(_more(old.findings, after)),
        tuple(_moved(old, new)),
    )


@dataclass(frozen=True, slots=True)
class Since:
    """The fate of the findings of an earlier report."""

    known: frozenset[str]
    gone: tuple[Finding, ...]


def since(earlier: Report, findings: Iterable[Finding]) -> Since:
    """By their ids, which say nothing of rows: which are found again, and which are not."""
    here = {own.id for own in findings}
    before = {own.id for own in earlier.findings}
    return Since(
        frozenset(here & before), tuple(own for own in earlier.findings if own.id not in here)
    )


def name_of(rule: str) -> str:
    """The name of a rule without its ruleset's."""
    return rule.rpartition("/")[2]


def _known_by(own: Finding) -> tuple[object, ...]:
    rows = tuple((row.file, row.sheet, row.row) for row in own.rows[:1])
    return name_of(own.rule), own.subject.model_dump_json(), rows, own.expected, own.found


def _more(findings: Iterable[Finding], others: Counter[tuple[object, ...]]) -> list[Finding]:
    left = Counter(others)
    told = []
    for own in findings:
        key = _known_by(own)
        if left[key]:
            left[key] -= 1
        else:
            told.append(own)
    return told


def _moved(old: Report, new: Report) -> Iterable[Moved]:
    before, after = ({name_of(own.rule): own for own in r.rules} for r in (old, new))
    for name in dict.fromkeys((*before, *after)):
        one, other = _answers(before.get(name)), _answers(after.get(name))
        if one != other:
            yield Moved(name, one, other)


def _answers(rule: Rule | None) -> Answers | None:
    if rule is None:
        return None
    counts: Counts = rule
    return {
        "compliant": counts.compliant,
        "violations": counts.violations,
        "not_verifiable": counts.not_verifiable,
        "not_applicable": counts.not_applicable,
    }
