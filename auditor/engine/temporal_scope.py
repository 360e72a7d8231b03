"""The time of a rule: subjects outside it, or outside that of the law, are left out."""

from __future__ import annotations

import numpy as np

from auditor.engine.answers import NOT_APPLICABLE, SubjectAnswers
from auditor.engine.evaluate.expressions import ColumnEvaluator
from auditor.engine.evaluate.frame import Frame
from auditor.engine.store.local_time import day_number
from auditor.engine.store.vector import Bools, Ints
from auditor.language import core
from auditor.language.facts import facts_of
from auditor.values import Reason


class TemporalScope:
    """Compares the day of each subject with the time of a rule and of the provisions it cites."""

    def __init__(self, evaluator: ColumnEvaluator) -> None:
        self._evaluator, self._catalog = evaluator, evaluator.catalog
        self._program, self._reasons = evaluator.program, evaluator.reasons
        self._facts = facts_of(self._program)
        self._span: tuple[int, ...] | None = None  # the first day and the last; () if not known

    def narrow(self, rule: core.Rule, frame: Frame, progress: SubjectAnswers) -> Frame:
        """Outside the time of the rule it does not apply; outside that of the law nobody knows."""
        law = {name: self._facts.in_force[name] for name in rule.cites}
        within = self._program.in_force
        forces = (rule.in_force, within, *law.values())
        if all(known == core.ALWAYS or self._all_within(known) for known in forces):
            return frame
        days = self._evaluator.days(frame)
        if days.unknown is not None:
            undated = self._reasons.noted(Reason("empty", "time"))
            frame = progress.lost_now(frame, np.where(days.unknown != 0, undated, 0))
        days = self._evaluator.days(frame)
        applies = _holds(rule.in_force, days.data)
        progress.answers[frame.places()[~applies]] = NOT_APPLICABLE
        frame = frame.only(np.flatnonzero(applies))
        days = self._evaluator.days(frame)
        beyond = {Reason("law", (*rule.cites, rule.name)[0]): ~_holds(within, days.data)}
        frame = progress.lost_now(frame, self._reasons.noted_where(beyond))
        days = self._evaluator.days(frame)
        beyond = {Reason("law", name): ~_holds(own, days.data) for name, own in law.items()}
        return progress.lost_now(frame, self._reasons.noted_where(beyond))

    def _all_within(self, force: core.InForce) -> bool:
        """Whether all that is logged happened, and was opened, while something was in force."""
        if self._span is None:
            times = self._catalog.columns.fields.get("time")
            days = self._catalog.local_days
            known = times is not None and times.empty is None and days is not None and len(days)
            self._span = (days.min(), days.max()) if known and days is not None else ()
        return bool(self._span) and bool(_holds(force, np.array(self._span)).all())


def _holds(force: core.InForce, days: Ints) -> Bools:
    holds = np.ones(len(days), bool)
    if force.start is not None:
        holds &= days >= day_number(force.start)
    if force.end is not None:
        holds &= days <= day_number(force.end)
    return holds
