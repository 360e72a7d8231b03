"""Every rule for all of its subjects at once: one of four answers each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from auditor.engine.blocking import Identities, Unsettled, identities
from auditor.engine.coverage import Coverage, Marks
from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.expressions import ColumnEvaluator
from auditor.engine.evaluate.frame import Frame
from auditor.engine.evaluate.relations import Groups, Source
from auditor.engine.recheck import Recheck
from auditor.engine.schedule.locality import Reaches
from auditor.engine.schedule.processes import ForkPool
from auditor.engine.store.columns import Columns, day_number
from auditor.engine.store.vector import (
    DEFER,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    Reasons,
    Vector,
    first_of,
    nothing_known,
    whole,
)
from auditor.judge.operators import MIXED, SUITLESS, UNREADABLE
from auditor.judge.verdict import Kept, Verdict
from auditor.language import core
from auditor.language.facts import facts_of
from auditor.language.payments import FAULTY, LEFT_OPEN, RIGHT
from auditor.values import Reason, Value


@dataclass(slots=True)
class Answers:
    """The answers of one rule for its subjects, in their order.

    `not_verifiable` counts, by the reasons why subjects could not be verified, how many there are
    and the place in the log of the first.
    """

    compliant: int
    not_applicable: int
    violations: list[Verdict]
    not_verifiable: dict[tuple[Reason, ...], tuple[int, int]]


FEW = 100
"""Violations that are sooner proved here than elsewhere."""

_NONE, _COMPLIANT, _NOT_APPLICABLE, _VIOLATION = map(np.int8, range(4))
_SAID = np.array([0, RIGHT, 0, FAULTY], np.int8)
"""What each answer says of the payments of a subject."""


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
        self._reasons = Reasons()
        self._catalog = Catalog(program, columns, self._reasons)
        self._evaluator = ColumnEvaluator(self._catalog, params)
        known = self._catalog if around is None else None
        around = columns if around is None else around
        self._recheck = Recheck(program, around, params, reaches, known)
        self._without, self._kept = without, kept
        self._before = before if before is not None else Blockers()
        self.blockers = Blockers()
        self._presumed = {name for rule in program.rules for name in rule.presumes}
        self._facts = facts_of(program)
        self._coverage = Coverage(program, self._catalog)
        self._span: tuple[int, ...] | None = None  # the first day and the last; () if not known

    def answers(self, rules: Iterable[core.Rule]) -> Iterator[tuple[core.Rule, Answers]]:
        """The answers of some rules, each after those that it presumes."""
        for rule in self._facts.judging_order(rules):
            yield rule, self.rule(rule)

    @property
    def payments(self) -> Marks:
        """What the rules that were judged say of the sums of payments."""
        return self._coverage.marks

    def close(self) -> None:
        """Lets go of all that was worked out: the pieces know each other, and would stay."""
        self._evaluator.close()
        self._catalog.close()

    def rule(self, rule: core.Rule) -> Answers:
        """The answers of one rule for all its subjects."""
        if rule.name in self._without:
            return Answers(0, 0, [], {})
        source = self._catalog.source(rule.subject)
        state = _Progress(source.size)
        self._decide(rule, source, state)
        if source.unlogged is not None:
            state.leave_out(source.unlogged)
        return self._counted(rule, source, state)

    # ---- one answer for each subject ----------------------------------------------------------
    def _decide(self, rule: core.Rule, source: Source, state: _Progress) -> None:
        frame = Frame(source, None, dict(rule.lets))
        if rule.where is not None:
            chosen = self._truth(rule.where, frame, rule)
            state.unknown(chosen)
            frame = state.narrow(frame, chosen.data)
        if source.doubtful is not None:
            unreadable = self._reasons.noted(*UNREADABLE.reasons)
            frame = state.lost(frame, np.where(source.doubtful, unreadable, 0))
        mixed = self._catalog.mixed(source)
        if mixed is not None:
            frame = state.lost(frame, np.where(mixed, self._reasons.noted(*MIXED.reasons), 0))
        frame = self._law(rule, frame, state)
        if isinstance(source, Groups):
            vague = self._ambiguous_key(source)
            frame = frame if vague is None else state.lost(frame, vague)
        frame = self._applies(rule, frame, state)
        frame = self._not_blocked(rule, source, frame, state)
        if frame.size:
            holds = self._truth(rule.require, frame, rule)
            state.unknown(holds, frame)
            known = whole(holds.data, frame.size)
            state.answers[frame.where] = np.where(known, _COMPLIANT, _VIOLATION)

    def _truth(self, node: core.Expression, frame: Frame, rule: core.Rule) -> Vector:
        """A condition for all subjects of a frame; the reference says what columns cannot."""
        try:
            found = self._evaluator.value(node, frame)
        except NotColumnar:
            found = Vector(np.array(False), nothing_known(DEFER))
        data = whole(found.data, frame.size)
        if found.unknown is None:
            return Vector(data)
        unknown = whole(found.unknown, frame.size)
        asked = np.flatnonzero(unknown & DEFER)
        if len(asked):
            data, unknown = data.copy(), unknown.copy()
            places = self._columns.places[frame.rows()[asked]]
            which = frame.source.which[frame.places()[asked]]
            for at, place, nth in zip(asked, places, which, strict=True):
                truth = self._recheck.truth(rule, int(place), int(nth), node)
                data[at] = truth is True
                unknown[at] = (
                    0 if isinstance(truth, bool) else self._reasons.resolved(truth.reasons)
                )
        return Vector(data, unknown)

    def _law(self, rule: core.Rule, frame: Frame, state: _Progress) -> Frame:
        """Outside the time of the rule it does not apply; outside that of the law nobody knows."""
        law = {name: self._facts.in_force[name] for name in rule.cites}
        within = self._program.in_force
        forces = (rule.in_force, within, *law.values())
        if all(known == core.ALWAYS or self._all_within(known) for known in forces):
            return frame
        days = self._evaluator.days(frame)
        if days.unknown is not None:
            undated = self._reasons.noted(Reason("empty", "time"))
            frame = state.lost_now(frame, np.where(days.unknown != 0, undated, 0))
        days = self._evaluator.days(frame)
        applies = _holds(rule.in_force, days.data)
        state.answers[frame.places()[~applies]] = _NOT_APPLICABLE
        frame = frame.only(np.flatnonzero(applies))
        days = self._evaluator.days(frame)
        beyond = {Reason("law", rule.cites[0]): ~_holds(within, days.data)}
        frame = state.lost_now(frame, self._reasons.noted_where(beyond))
        days = self._evaluator.days(frame)
        beyond = {Reason("law", name): ~_holds(own, days.data) for name, own in law.items()}
        return state.lost_now(frame, self._reasons.noted_where(beyond))

    def _all_within(self, force: core.InForce) -> bool:
        """Whether all that is logged happened, and was opened, while something was in force."""
        if self._span is None:
            times = self._columns.fields.get("time")
            days = self._catalog.local_days
            known = times is not None and times.empty is None and days is not None and len(days)
            self._span = (days.min(), days.max()) if known and days is not None else ()
        return bool(self._span) and bool(_holds(force, np.array(self._span)).all())

    def _ambiguous_key(self, source: Groups) -> Codes | None:
        """A row of a record whose key is not recorded stands for more than one subject."""
        missing = {Reason("empty", name): source.unfilled(name) for name in source.keys}
        if source.record is None or not source.record.of_events:
            vague = [where for name in source.keys if (where := source.suitless(name)) is not None]
            missing[SUITLESS.reasons[0]] = np.any(vague, axis=0) if vague else None
        return self._reasons.noted_where(
            {reason: where for reason, where in missing.items() if where is not None}
        )

    def _applies(self, rule: core.Rule, frame: Frame, state: _Progress) -> Frame:
        """The subjects to which a rule applies for certain."""
        unknown: Codes | None = None
        for condition in rule.applies:
            truth = self._truth(condition, frame, rule)
            may_apply = truth.may_be_true()
            kept = np.flatnonzero(may_apply)
            unknown = self._reasons.both(unknown, truth.unknown)
            if len(kept) < frame.size:
                state.answers[frame.places()[~may_apply]] = _NOT_APPLICABLE
                unknown = None if unknown is None else unknown[kept]
                frame = frame.only(kept)
        return state.lost_now(frame, unknown)

    # ---- why a rule that applies is not judged ------------------------------------------------
    def _not_blocked(
        self, rule: core.Rule, source: Source, frame: Frame, state: _Progress
    ) -> Frame:
        for condition, otherwise in rule.verifiable:
            truth = self._truth(condition, frame, rule)
            stated = self._reasons.noted(Reason("stated", rule.name, otherwise.fr, otherwise.en))
            codes = np.where(truth.data, 0, stated)
            frame = state.lost_now(frame, first_of(truth.unknown, codes))
        frame = self._not_invalidated(rule, source, frame, state)
        for name in rule.presumes:
            unsettled = self._found(name)
            if unsettled is not None and frame.size:
                blocked = unsettled.blocks(self._identities(source, frame.places()), rule.subject)
                code = self._reasons.noted(Reason("blocked", name))
                frame = state.lost_now(frame, blocked * np.int64(code))
        return frame

    def _not_invalidated(
        self, rule: core.Rule, source: Source, frame: Frame, state: _Progress
    ) -> Frame:
        """Where a rule that underlies a scope is violated, the others there are not judged."""
        if rule.name in self._facts.foundations:
            return frame
        for other in self._facts.underlying:
            invalidated = self._invalidated(other.name)
            if invalidated is None or other.underlies is None or not frame.size:
                continue
            scope = self._program.vocabulary.scopes[other.underlies]
            own = self._identities(source, frame.places())
            there = invalidated.same(own, scope.fields, scope.needs)
            code = self._reasons.noted(Reason("blocked", other.name))
            frame = state.lost_now(frame, there * np.int64(code))
        return frame

    def _found(self, name: str) -> Unsettled | None:
        """The subjects that a rule left unsettled, here or elsewhere."""
        return self.blockers.unsettled.get(name) or self._before.unsettled.get(name)

    def _invalidated(self, name: str) -> Identities | None:
        return self.blockers.invalidated.get(name) or self._before.invalidated.get(name)

    def _identities(self, source: Source, places: Ints) -> Identities:
        return identities(source, places, self._facts.key_fields)

    # ---- counting -----------------------------------------------------------------------------
    def _counted(self, rule: core.Rule, source: Source, state: _Progress) -> Answers:
        answers, codes = state.answers, state.codes
        violations = np.flatnonzero((answers == _VIOLATION) & (codes == 0))
        self._cover(rule, source, state)
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
        return Answers(
            int(((answers == _COMPLIANT) & known).sum()),
            int(((answers == _NOT_APPLICABLE) & known).sum()),
            self._proved(rule, places, which),
            _counted_reasons(self._reasons, codes, self._columns.places[source.rows]),
        )

    def _cover(self, rule: core.Rule, source: Source, state: _Progress) -> None:
        """Notes of which payments the rule had anything to say."""
        if rule.name in self._facts.looks:
            said = _SAID[state.answers]
            said[state.codes != 0] = LEFT_OPEN
            self._coverage.judged(rule, source, said)

    def _proved(self, rule: core.Rule, places: Ints, which: Ints) -> list[Verdict]:
        """Violations as the reference finds them again; where they are many, in all processes."""
        few = max(FEW, -(-len(places) // (4 * self._processes)))

        def verdicts(at: int) -> list[Verdict]:
            some = slice(at * few, (at + 1) * few)
            return [
                self._kept.keep(self._recheck.verdict(rule, int(place), int(nth)))
                for place, nth in zip(places[some], which[some], strict=True)
            ]

        shared = ForkPool(self._program, verdicts, -(-len(places) // few), self._processes)
        return [verdict for some in shared.results() for verdict in some]


class Blockers:
    """Subjects for which rules that were judged block those after them."""

    def __init__(self) -> None:
        self.unsettled: dict[str, Unsettled] = {}
        self.invalidated: dict[str, Identities] = {}
        self.payments = Marks()

    def merge(self, other: Blockers) -> Blockers:
        """Both together: of the same rule, what it found in several parts."""
        total = Blockers()
        total.payments = self.payments.merge(other.payments)
        total.unsettled = dict(self.unsettled)
        for name, unsettled in other.unsettled.items():
            own = total.unsettled.get(name)
            total.unsettled[name] = unsettled if own is None else own.merge(unsettled)
        total.invalidated = dict(self.invalidated)
        for name, invalidated in other.invalidated.items():
            mine = total.invalidated.get(name)
            total.invalidated[name] = invalidated if mine is None else mine.merge(invalidated)
        return total


class _Progress:
    """The answers so far, one for each subject of a rule."""

    def __init__(self, size: int) -> None:
        self.answers = np.zeros(size, np.int8)
        self.codes: Codes = np.zeros(size, np.int64)

    def unknown(self, truth: Vector, frame: Frame | None = None) -> None:
        """Notes where a condition is not known."""
        if truth.unknown is None:
            return
        if frame is None:
            self.codes[:] = truth.unknown
        else:
            self.codes[frame.where] = truth.unknown

    def narrow(self, frame: Frame, chosen: Bools) -> Frame:
        """Only the subjects that are chosen for certain."""
        return frame.only(np.flatnonzero(chosen & (self.codes == 0)))

    def leave_out(self, subjects: Bools) -> None:
        """Forgets what was said of items that are no subjects: the log lacks their rows."""
        self.codes[subjects] = 0
        self.answers[subjects] = _NONE

    def lost(self, frame: Frame, codes: Codes) -> Frame:
        """Leaves out the subjects of a source for which there are reasons."""
        return self.lost_now(frame, codes[frame.where])

    def lost_now(self, frame: Frame, codes: Codes | None) -> Frame:
        """Leaves out the subjects of a frame for which there are reasons."""
        if codes is None:
            return frame
        codes = whole(codes, frame.size)
        if not codes.any():
            return frame
        self.codes[frame.where] = codes
        return frame.only(np.flatnonzero(codes == 0))


def _holds(force: core.InForce, days: Ints) -> Bools:
    holds = np.ones(len(days), bool)
    if force.start is not None:
        holds &= days >= day_number(force.start)
    if force.end is not None:
        holds &= days <= day_number(force.end)
    return holds


def _reported(rule: core.Rule, source: Source, violations: Ints) -> Bools:
    """The violations that follow one that was reported for the same values of some fields."""
    own = [source.key_values(name).at(violations) for name in rule.report_for]
    seen: set[tuple[int | None, ...]] = set()
    later = np.zeros(len(violations), bool)
    for at in range(len(violations)):
        key = tuple(
            None if column.empty is not None and column.empty[at] else int(column.values[at])
            for column in own
        )
        later[at] = key in seen
        seen.add(key)
    return later


def _counted_reasons(
    reasons: Reasons, codes: Codes, places: Ints
) -> dict[tuple[Reason, ...], tuple[int, int]]:
    """For each set of reasons how many subjects have it, and the place of the first."""
    unknown = np.flatnonzero(codes)
    kinds, first, counts = np.unique(codes[unknown], return_index=True, return_counts=True)
    found: dict[tuple[Reason, ...], tuple[int, int]] = {}
    for at in np.argsort(first):
        why = reasons.reasons(int(kinds[at]))
        count, place = found.get(why, (0, int(places[unknown[first[at]]])))
        found[why] = count + int(counts[at]), place
    return found
