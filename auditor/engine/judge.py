"""Every rule for all of its subjects at once: one of four answers each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from auditor.engine.blocking import Identities, Unsettled, identities
from auditor.engine.coverage import Coverage, Marks
from auditor.engine.evaluate.expressions import Meaning
from auditor.engine.evaluate.frame import Frame
from auditor.engine.evaluate.relations import BeyondColumns, Groups, Shelf, Source
from auditor.engine.recheck import Recheck
from auditor.engine.schedule.locality import Reaches
from auditor.engine.schedule.processes import Shared
from auditor.engine.store.columns import Columns, day_number
from auditor.engine.store.vector import ASK, Bools, Codes, Ints, Reasons, Vector, whole
from auditor.judge.verdict import Kept, Verdict
from auditor.language import core
from auditor.language.facts import facts_of
from auditor.language.payments import FAULTY, LEFT_OPEN, RIGHT
from auditor.values import Reason, Value


@dataclass(slots=True)
class Answers:
    """What one rule says of its subjects, in their order.

    `not_verifiable` tells, for the reasons why subjects could not be verified, how many there are
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
        self, program: core.Program, columns: Columns, params: dict[str, Value],
        without: dict[str, tuple[Reason, ...]], reaches: Reaches,
        *, kept: Kept, processes: int = 1, before: Settled | None = None,
        around: Columns | None = None,
    ) -> None:  # fmt: skip
        self._program, self._columns, self._processes = program, columns, processes
        self._reasons = Reasons()
        self._shelf = Shelf(program, columns, self._reasons)
        self._meaning = Meaning(self._shelf, params)
        known = self._shelf if around is None else None
        around = columns if around is None else around
        self._recheck = Recheck(program, around, params, reaches, known)
        self._without, self._kept = without, kept
        self._before = before if before is not None else Settled()
        self.settled = Settled()
        self._presumed = {name for rule in program.rules for name in rule.presumes}
        self._facts = facts_of(program)
        self._coverage = Coverage(program, self._shelf)
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
        self._meaning.close()
        self._shelf.close()

    def rule(self, rule: core.Rule) -> Answers:
        """The answers of one rule for all its subjects."""
        if rule.name in self._without:
            self.settled.unsettled[rule.name] = Unsettled(rule.subject, whole_log=True)
            return Answers(0, 0, [], {})
        source = self._shelf.source(rule.subject)
        state = _State(source.size)
        self._decide(rule, source, state)
        return self._counted(rule, source, state)

    # ---- one answer for each subject ----------------------------------------------------------
    def _decide(self, rule: core.Rule, source: Source, state: _State) -> None:
        frame = Frame(source, None, dict(rule.lets))
        if rule.where is not None:
            chosen = self._truth(rule.where, frame, rule)
            state.unknown(chosen)
            frame = state.narrow(frame, chosen.data)
        if source.doubtful is not None:
            frame = state.lost(frame, np.where(source.doubtful, self._meaning.unreadable, 0))
        frame = self._law(rule, frame, state)
        if isinstance(source, Groups):
            vague = self._vague(source)
            frame = frame if vague is None else state.lost(frame, vague)
        frame = self._applies(rule, frame, state)
        frame = self._hindered(rule, source, frame, state)
        if frame.size:
            holds = self._truth(rule.require, frame, rule)
            state.unknown(holds, frame)
            known = whole(holds.data, frame.size)
            state.answers[frame.where] = np.where(known, _COMPLIANT, _VIOLATION)

    def _truth(self, node: core.Expression, frame: Frame, rule: core.Rule) -> Vector:
        """A condition for all subjects of a frame; the reference says what columns cannot."""
        try:
            found = self._meaning.value(node, frame)
        except BeyondColumns:
            found = Vector(np.array(False), np.array(ASK, np.int32))
        data = whole(found.data, frame.size)
        if found.unknown is None:
            return Vector(data)
        unknown = whole(found.unknown, frame.size)
        asked = np.flatnonzero(unknown == ASK)
        if len(asked):
            data, unknown = data.copy(), unknown.copy()
            places = self._columns.places[frame.rows()[asked]]
            which = frame.source.which[frame.places()[asked]]
            for at, place, nth in zip(asked, places, which, strict=True):
                truth = self._recheck.truth(rule, int(place), int(nth), node)
                data[at] = truth is True
                unknown[at] = 0 if isinstance(truth, bool) else self._reasons.code(*truth.reasons)
        return Vector(data, unknown)

    def _law(self, rule: core.Rule, frame: Frame, state: _State) -> Frame:
        """Outside the time of the rule it does not apply; outside that of the law nobody knows."""
        law = {name: self._facts.in_force[name] for name in rule.cites}
        within = self._program.in_force
        forces = (rule.in_force, within, *law.values())
        if all(known == core.ALWAYS or self._all_within(known) for known in forces):
            return frame
        days = self._meaning.days(frame)
        frame = state.lost_now(frame, days.unknown)
        days = self._meaning.days(frame)
        applies = _holds(rule.in_force, days.data)
        state.answers[frame.places()[~applies]] = _NOT_APPLICABLE
        frame = frame.only(np.flatnonzero(applies))
        days = self._meaning.days(frame)
        outside = np.where(
            _holds(within, days.data), 0, self._reasons.code(Reason("law", rule.cites[0]))
        ).astype(np.int32)
        frame = state.lost_now(frame, outside)
        days = self._meaning.days(frame)
        parts = [
            np.where(_holds(known, days.data), 0, self._reasons.code(Reason("law", name)))
            .astype(np.int32)
            for name, known in law.items()
        ]  # fmt: skip
        return state.lost_now(frame, self._reasons.join(parts))

    def _all_within(self, force: core.InForce) -> bool:
        """Whether all that is logged happened, and was opened, while something was in force."""
        if self._span is None:
            times = self._columns.fields.get("time")
            days = self._shelf.local_days
            known = times is not None and times.empty is None and days is not None and len(days)
            self._span = (days.min(), days.max()) if known and days is not None else ()
        return bool(self._span) and bool(_holds(force, np.array(self._span)).all())

    def _vague(self, source: Groups) -> Codes | None:
        """A row of a record whose key is not recorded stands for more than one subject."""
        parts: list[Codes | None] = []
        for name in source.keys:
            missing = source.missing(name)
            if missing is not None:
                parts.append(missing * np.int32(self._reasons.code(Reason("empty", name))))
        return self._reasons.join(parts)

    def _applies(self, rule: core.Rule, frame: Frame, state: _State) -> Frame:
        """The subjects to which a rule applies for certain."""
        unknown: Codes | None = None
        for condition in rule.applies:
            truth = self._truth(condition, frame, rule)
            perhaps = truth.data if truth.unknown is None else truth.data | (truth.unknown != 0)
            kept = np.flatnonzero(perhaps)
            unknown = self._reasons.join([unknown, truth.unknown])
            if len(kept) < frame.size:
                state.answers[frame.places()[~perhaps]] = _NOT_APPLICABLE
                unknown = None if unknown is None else unknown[kept]
                frame = frame.only(kept)
        return state.lost_now(frame, unknown)

    # ---- why a rule that applies is not judged ------------------------------------------------
    def _hindered(self, rule: core.Rule, source: Source, frame: Frame, state: _State) -> Frame:
        for condition, otherwise in rule.verifiable:
            truth = self._truth(condition, frame, rule)
            stated = self._reasons.code(Reason("stated", rule.name, otherwise.fr, otherwise.en))
            codes = np.where(truth.data, 0, stated).astype(np.int32)
            if truth.unknown is not None:
                codes = np.where(truth.unknown != 0, truth.unknown, codes)
            frame = state.lost_now(frame, codes)
        frame = self._shaken_out(rule, source, frame, state)
        for name in rule.presumes:
            unsettled = self._found(name)
            if unsettled is not None and frame.size:
                blocked = unsettled.blocks(self._identities(source, frame.places()), rule.subject)
                code = self._reasons.code(Reason("blocked", name))
                frame = state.lost_now(frame, blocked * np.int32(code))
        return frame

    def _shaken_out(self, rule: core.Rule, source: Source, frame: Frame, state: _State) -> Frame:
        """Where a rule that underlies a scope is violated, the others there are not judged."""
        if rule.name in self._facts.foundations:
            return frame
        for other in self._facts.underlying:
            shaken = self._shaken(other.name)
            if shaken is None or other.underlies is None or not frame.size:
                continue
            scope = self._program.vocabulary.scopes[other.underlies]
            own = self._identities(source, frame.places())
            there = shaken.same(own, scope.fields, scope.needs)
            code = self._reasons.code(Reason("blocked", other.name))
            frame = state.lost_now(frame, there * np.int32(code))
        return frame

    def _found(self, name: str) -> Unsettled | None:
        """What a rule left unsettled, here or elsewhere."""
        return self.settled.unsettled.get(name) or self._before.unsettled.get(name)

    def _shaken(self, name: str) -> Identities | None:
        return self.settled.shaken.get(name) or self._before.shaken.get(name)

    def _identities(self, source: Source, places: Ints) -> Identities:
        return identities(source, places, self._facts.key_fields)

    # ---- counting -----------------------------------------------------------------------------
    def _counted(self, rule: core.Rule, source: Source, state: _State) -> Answers:
        answers, codes = state.answers, state.codes
        violations = np.flatnonzero((answers == _VIOLATION) & (codes == 0))
        unknown = np.flatnonzero(codes)
        self._cover(rule, source, state)
        if rule.name in self._presumed and (len(violations) or len(unknown)):
            unsettled = np.sort(np.concatenate([violations, unknown]))
            self.settled.unsettled[rule.name] = Unsettled(
                rule.subject, self._identities(source, unsettled)
            )
        if rule.report_for and len(violations):
            later = self._reported(rule, source, violations)
            codes[violations[later]] = self._reasons.code(Reason("blocked", rule.name))
            violations = violations[~later]
            unknown = np.flatnonzero(codes)
        if rule.underlies is not None and len(violations):
            self.settled.shaken[rule.name] = self._identities(source, violations)
        known = codes == 0
        places = self._columns.places[source.rows[violations]]
        which = source.which[violations] if len(violations) else violations
        return Answers(
            int(((answers == _COMPLIANT) & known).sum()),
            int(((answers == _NOT_APPLICABLE) & known).sum()),
            self._proved(rule, places, which),
            self._said(codes, unknown, source.rows),
        )

    def _cover(self, rule: core.Rule, source: Source, state: _State) -> None:
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

        shared = Shared(self._program, verdicts, -(-len(places) // few), self._processes)
        return [verdict for some in shared.results() for verdict in some]

    @staticmethod
    def _reported(rule: core.Rule, source: Source, violations: Ints) -> Bools:
        """Which violations follow one that was reported for the same values of some fields."""
        own = [source.told(name).at(violations) for name in rule.report_for]
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

    def _said(
        self, codes: Codes, unknown: Ints, rows: Ints
    ) -> dict[tuple[Reason, ...], tuple[int, int]]:
        if not len(unknown):
            return {}
        kinds, first, counts = np.unique(codes[unknown], return_index=True, return_counts=True)
        places = self._columns.places[rows[unknown[first]]]
        return {
            self._reasons.reasons(int(kinds[at])): (int(counts[at]), int(places[at]))
            for at in np.argsort(first)
        }


class Settled:
    """What rules that were judged leave to those after them."""

    def __init__(self) -> None:
        self.unsettled: dict[str, Unsettled] = {}
        self.shaken: dict[str, Identities] = {}
        self.payments = Marks()

    def with_(self, other: Settled) -> Settled:
        """Both together: of the same rule, what it found in several parts."""
        total = Settled()
        total.payments = self.payments.with_(other.payments)
        total.unsettled = dict(self.unsettled)
        for name, unsettled in other.unsettled.items():
            own = total.unsettled.get(name)
            total.unsettled[name] = unsettled if own is None else own.with_(unsettled)
        total.shaken = dict(self.shaken)
        for name, shaken in other.shaken.items():
            mine = total.shaken.get(name)
            total.shaken[name] = shaken if mine is None else mine.with_(shaken)
        return total


class _State:
    """The answers so far, one for each subject of a rule."""

    def __init__(self, size: int) -> None:
        self.answers = np.zeros(size, np.int8)
        self.codes: Codes = np.zeros(size, np.int32)

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
