"""Every rule for all of its subjects at once: one of four answers each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from auditor.engine.blocking import (
    Blockers,
    Coverage,
    Identities,
    Marks,
    Unsettled,
    identities,
    waits,
)
from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.expressions import ColumnEvaluator
from auditor.engine.evaluate.frame import Frame
from auditor.engine.evaluate.logic import settled
from auditor.engine.evaluate.relations import Relation
from auditor.engine.evaluate.sources import Groups
from auditor.engine.locality import Reaches
from auditor.engine.measures import Measured, Measuring
from auditor.engine.processes import ForkPool
from auditor.engine.recheck import Recheck
from auditor.judge.operators import MIXED, UNREADABLE
from auditor.judge.order_ties import TIED, tied
from auditor.judge.verdict import Kept, Verdict
from auditor.language import core
from auditor.language.facts import facts_of
from auditor.language.payments import FAULTY, LEFT_OPEN, RIGHT
from auditor.log.store.columns import Columns
from auditor.log.store.keys import numbered
from auditor.log.store.times import day_number
from auditor.log.store.vector import (
    CERTAIN,
    DEFER,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    Reasons,
    Vector,
    codes_where,
    first_of,
    nothing_known,
    take,
    whole,
)
from auditor.values import Reason, Value
from auditor.watch import heed

NO_SUBJECT, COMPLIANT, NOT_APPLICABLE, VIOLATION = map(np.int8, range(4))
"""The answers of one subject: none where it is not verifiable, or no subject at all."""


@dataclass(slots=True)
class RuleAnswers:
    """The answers of one rule for its subjects, in their order.

    `not_verifiable` counts, by the reasons why subjects could not be verified, how many there are
    and the place in the log of the first.
    """

    compliant: int
    not_applicable: int
    violations: list[Verdict]
    not_verifiable: dict[tuple[Reason, ...], tuple[int, int]]


class SubjectAnswers:
    """The answers so far, one for each subject of a rule."""

    def __init__(self, size: int) -> None:
        self.answers = np.zeros(size, np.int8)
        self.codes: Codes = np.zeros(size, np.int64)

    def unknown(self, frame: Frame, truth: Vector) -> None:
        """Notes for which subjects of a frame a condition is not known."""
        self.codes[frame.where] = truth.unknown

    def narrow(self, frame: Frame, chosen: Bools) -> Frame:
        """Only the subjects that are chosen for certain."""
        return frame.only(np.flatnonzero(chosen & (self.codes == 0)))

    def leave_out(self, subjects: Bools) -> None:
        """Forgets what was said of items that are no subjects: the log lacks their rows."""
        self.codes[subjects] = 0
        self.answers[subjects] = NO_SUBJECT

    def lost(self, frame: Frame, codes: Codes) -> Frame:
        """Leaves out the subjects of a source for which there are reasons."""
        return self.lost_now(frame, take(codes, frame.where))

    def lost_now(self, frame: Frame, codes: Codes) -> Frame:
        """Leaves out the subjects of a frame for which there are reasons."""
        if not codes.any():
            return frame
        codes = whole(codes, frame.size)
        self.codes[frame.where] = codes
        return frame.only(np.flatnonzero(codes == 0))

    def not_verifiable(
        self, reasons: Reasons, source: Relation
    ) -> dict[tuple[Reason, ...], tuple[int, int]]:
        """For each set of reasons how many subjects have it, and the place of the first."""
        found: dict[tuple[Reason, ...], tuple[int, int]] = {}
        unknown = np.flatnonzero(self.codes)
        if not len(unknown):
            return found
        kinds, first, counts = np.unique(self.codes[unknown], return_index=True, return_counts=True)
        places = source.log.columns.places[source.rows[unknown[first]]]
        for at in np.argsort(first):
            why = reasons.reasons(int(kinds[at]))
            count, place = found.get(why, (0, int(places[at])))
            found[why] = count + int(counts[at]), place
        return found


class TemporalScope:
    """Compares the day of each subject with the time of a rule and of the provisions it cites."""

    def __init__(self, evaluator: ColumnEvaluator) -> None:
        self._evaluator, self._catalog = evaluator, evaluator.catalog
        self._program, self._reasons = evaluator.program, evaluator.reasons
        self._facts = facts_of(self._program)

    def narrow(self, rule: core.Rule, frame: Frame, progress: SubjectAnswers) -> Frame:
        """Outside the time of the rule it does not apply; outside that of the law nobody knows."""
        law = {name: self._facts.in_force[name] for name in rule.cites}
        within = self._program.in_force
        forces = (rule.in_force, within, *law.values())
        if all(known == core.ALWAYS for known in forces):
            return frame
        undated = self._reasons.noted(Reason("empty", "time"))
        without = self._evaluator.days(frame).unknown != 0
        frame = progress.lost_now(frame, codes_where(without, undated))
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


def _holds(force: core.InForce, days: Ints) -> Bools:
    holds = np.ones(len(days), bool)
    if force.start is not None:
        holds &= days >= day_number(force.start)
    if force.end is not None:
        holds &= days <= day_number(force.end)
    return holds


LARGE = 300_000
"""Events that cannot be cut, above which nothing is kept from one rule for the next: all rules
together need a kilobyte an event.
"""

FEW = 100
"""Violations that are sooner proved here than elsewhere."""

_SAID = np.array([0, RIGHT, 0, FAULTY], np.int8)
"""The bits that each answer sets for the payments of a subject."""


class Judge:
    """Judges the rules of one program over one log, or over a part that no rule looks beyond.

    `without` are the rules of which the whole log has no subject for want of records, with the
    reasons; `reaches` tells how far the rules look, `kept` of which violations the evidence stays
    whole.  Violations are proved in so many `processes` at once.  `before` is what rules that were
    judged elsewhere found; `around` are columns that hold more than those judged, for the second
    judgement.
    """

    def __init__(
        self,
        program: core.Program,
        columns: Columns,
        params: dict[str, Value],
        without: dict[str, tuple[Reason, ...]],
        reaches: Reaches,
        *,
        kept: Kept,
        processes: int = 1,
        before: Blockers | None = None,
        around: Columns | None = None,
    ) -> None:
        self._program, self._columns, self._processes = program, columns, processes
        self._params, self._reaches, self._around = params, reaches, around
        self._reasons = Reasons()
        self._begin()
        self._without, self._kept = without, kept
        self._before = before if before is not None else Blockers()
        self.blockers = Blockers()
        self._presumed = {name for rule in program.rules for name in rule.presumes}
        self._facts = facts_of(program)
        self._coverage = Coverage(program, columns)

    def _begin(self) -> None:
        """Begins with nothing worked out."""
        self._catalog = Catalog(self._program, self._columns, self._reasons)
        self._evaluator = ColumnEvaluator(self._catalog, self._params)
        self._time = TemporalScope(self._evaluator)
        around, known = (
            (self._columns, self._catalog) if self._around is None else (self._around, None)
        )
        self._recheck = Recheck(self._program, around, self._params, self._reaches, known)

    def answers(self, rules: Iterable[core.Rule]) -> Iterator[tuple[core.Rule, RuleAnswers]]:
        """The answers of some rules, each after those that it presumes."""
        for rule in self._facts.judging_order(rules):
            heed()
            yield rule, self.rule(rule)
            self._spare()

    @property
    def payments(self) -> Marks:
        """The answers of the judged rules about the sums of payments."""
        return self._coverage.marks

    def close(self) -> None:
        """Lets go of all that was worked out: the pieces know each other, and would stay."""
        self._evaluator.close()
        self._catalog.close()

    def _spare(self) -> None:
        """Keeps nothing for the next rule where the log is large."""
        if self._columns.size > LARGE:
            self.close()
            self._columns.forget()
            self._begin()

    def rule(self, rule: core.Rule) -> RuleAnswers:
        """The answers of one rule for all its subjects."""
        if rule.name in self._without:
            return RuleAnswers(0, 0, [], {})
        source = self._catalog.source(rule.subject)
        progress = SubjectAnswers(source.size)
        self._decide(rule, source, progress)
        progress.leave_out(source.unlogged)
        return self._counted(rule, source, progress)

    def measured(self, statistics: Iterable[core.Statistic]) -> list[Measured]:
        """The counts and sums of some statistics, once the rules have been judged."""
        return [own for statistic in statistics for own in self._measured(statistic)]

    def _measured(self, statistic: core.Statistic) -> Iterator[Measured]:
        rule = statistic.rule
        if self._catalog.missing(rule.subject) is not None or self._catalog.lacking(rule):
            return
        source = self._catalog.source(rule.subject)
        progress = SubjectAnswers(source.size)
        frame = self._applicable(rule, source, progress)
        left_out = (progress.codes != 0) & ~source.unlogged
        yield from Measuring(self._evaluator, statistic, source, left_out).of(frame)
        self._spare()

    # ---- one answer for each subject ----------------------------------------------------------
    def _decide(self, rule: core.Rule, source: Relation, progress: SubjectAnswers) -> None:
        frame = self._applicable(rule, source, progress)
        if frame.size:
            holds = self._truth(rule.require, frame, rule)
            progress.unknown(frame, holds)
            known = whole(holds.data, frame.size)
            progress.answers[frame.where] = np.where(known, COMPLIANT, VIOLATION)

    def _applicable(self, rule: core.Rule, source: Relation, progress: SubjectAnswers) -> Frame:
        """The subjects of which a rule is judged; of the others it is noted why not."""
        frame = Frame(source, None, dict(rule.lets))
        if rule.where is not None:
            chosen = self._truth(rule.where, frame, rule)
            progress.unknown(frame, chosen)
            frame = progress.narrow(frame, chosen.data)
        mixed = self._catalog.mixed(source)
        for where, why in ((source.doubtful, UNREADABLE), (mixed, MIXED)):
            codes = codes_where(where, self._reasons.noted(*why.reasons))
            frame = progress.lost(frame, codes)
        frame = self._time.narrow(rule, frame, progress)
        if isinstance(source, Groups):
            frame = progress.lost(frame, source.ambiguous)
        frame = self._applies(rule, frame, progress)
        return self._not_blocked(rule, source, frame, progress)

    def _truth(self, node: core.Expression, frame: Frame, rule: core.Rule) -> Vector:
        """A condition for all subjects of a frame; the reference says what columns cannot."""
        try:
            found = settled(self._evaluator.value(node, frame))
        except NotColumnar:
            found = Vector(np.array(False), nothing_known(DEFER))
        data, unknown = whole(found.data, frame.size), whole(found.unknown, frame.size)
        asked = np.flatnonzero(unknown & DEFER)
        if len(asked):
            data, unknown = data.copy(), unknown.copy()
            places = self._columns.places[frame.rows()[asked]].tolist()
            which = frame.source.which[frame.places()[asked]].tolist()
            truths = self._recheck.truths(rule, places, which, node)
            for at, truth in zip(asked, truths, strict=True):
                data[at] = truth is True
                unknown[at] = (
                    0 if isinstance(truth, bool) else self._reasons.resolved(truth.reasons)
                )
        return Vector(data, unknown)

    def _applies(self, rule: core.Rule, frame: Frame, progress: SubjectAnswers) -> Frame:
        """The subjects to which a rule applies for certain."""
        unknown = CERTAIN
        for condition in rule.applies:
            truth = self._truth(condition, frame, rule)
            may_apply = truth.may_be_true()
            kept = np.flatnonzero(may_apply)
            unknown = self._reasons.both(unknown, truth.unknown)
            if len(kept) < frame.size:
                progress.answers[frame.places()[~may_apply]] = NOT_APPLICABLE
                unknown = unknown[kept]
                frame = frame.only(kept)
        return progress.lost_now(frame, unknown)

    # ---- why a rule that applies is not judged ------------------------------------------------
    def _not_blocked(
        self, rule: core.Rule, source: Relation, frame: Frame, progress: SubjectAnswers
    ) -> Frame:
        for condition, otherwise in rule.verifiable:
            truth = self._truth(condition, frame, rule)
            stated = self._reasons.noted(Reason("stated", rule.name, otherwise.fr, otherwise.en))
            codes = np.where(truth.data, 0, stated)
            frame = progress.lost_now(frame, first_of(truth.unknown, codes))
        for why, waiting in waits(rule, self._facts, self.blockers, self._before):
            if frame.size:
                own = waiting(self._identities(source, frame.places()))
                frame = progress.lost_now(frame, own * np.int64(self._reasons.noted(why)))
        return frame

    def _identities(self, source: Relation, places: Ints) -> Identities:
        return identities(source, places, self._facts.key_fields)

    # ---- counting -----------------------------------------------------------------------------
    def _counted(self, rule: core.Rule, source: Relation, progress: SubjectAnswers) -> RuleAnswers:
        answers, codes = progress.answers, progress.codes
        violations = self._certain(rule, source, progress)
        self._cover(rule, source, progress)
        if rule.name in self._presumed and len(violations):
            self.blockers.unsettled[rule.name] = Unsettled(
                rule.subject, self._identities(source, violations)
            )
        if rule.report_for and len(violations):
            later = _reported(rule, source, violations)
            codes[violations[later]] = self._reasons.noted(Reason("blocked", rule.name))
            violations = violations[~later]
        if rule.underlies is not None and len(violations):
            self.blockers.invalidated[rule.name] = self._identities(source, violations)
        known = codes == 0
        places = self._columns.places[source.rows[violations]]
        which = source.which[violations] if len(violations) else violations
        return RuleAnswers(
            int(((answers == COMPLIANT) & known).sum()),
            int(((answers == NOT_APPLICABLE) & known).sum()),
            self._proved(rule, places, which),
            progress.not_verifiable(self._reasons, source),
        )

    def _certain(self, rule: core.Rule, source: Relation, progress: SubjectAnswers) -> Ints:
        """The subjects that violate a rule whatever the order of rows of one instant; the others
        are not verifiable.
        """
        found = np.flatnonzero((progress.answers == VIOLATION) & (progress.codes == 0))
        if not len(self._columns.instants.places) or not len(found):
            return found
        places = self._columns.places[source.rows[found]].tolist()
        stand = np.array(self._recheck.stand(rule, places, source.which[found].tolist()), bool)
        progress.codes[found[~stand]] = self._reasons.noted(TIED.reasons[0])
        if not stand.all():
            own = self._identities(source, found[~stand])
            if rule.name in self._presumed:
                self.blockers.unsettled[tied(rule.name)] = Unsettled(rule.subject, own)
            if rule.underlies is not None:
                self.blockers.invalidated[tied(rule.name)] = own
        return np.asarray(found[stand])

    def _cover(self, rule: core.Rule, source: Relation, progress: SubjectAnswers) -> None:
        """Notes the payments that the rule had anything to say about."""
        if rule.name in self._facts.looks:
            said = _SAID[progress.answers]
            said[progress.codes != 0] = LEFT_OPEN
            self._coverage.judged(rule, source, said)

    def _proved(self, rule: core.Rule, places: Ints, which: Ints) -> list[Verdict]:
        """Violations as the reference finds them again; where they are many, in all processes."""
        few = max(FEW, -(-len(places) // (4 * self._processes)))

        def verdicts(at: int) -> list[Verdict]:
            some = slice(at * few, (at + 1) * few)
            own = places[some].tolist(), which[some].tolist()
            return self._recheck.verdicts(rule, *own, self._kept)

        shared = ForkPool(self._program, verdicts, -(-len(places) // few), self._processes)
        kept = Kept(self._kept.detail)  # each process kept whole what was first among its own
        return [kept.keep(verdict) for some in shared.results() for verdict in some]


def _reported(rule: core.Rule, source: Relation, violations: Ints) -> Bools:
    """The violations that follow one that was reported for the same values of some fields."""
    own = [source.key_values(name).at(violations) for name in rule.report_for]
    ids = numbered(own, len(violations)).ids
    later = np.ones(len(violations), bool)
    later[np.unique(ids, return_index=True)[1]] = False
    return later
