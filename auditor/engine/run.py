"""Replays a log against a ruleset by columns: part by part, in as many processes as one likes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TypeVar

from auditor.engine.blocking import Blockers, Marks
from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.judge import LARGE, Judge, RuleAnswers
from auditor.engine.locality import bound, reaches_of
from auditor.engine.measures import Measured, together
from auditor.engine.partition import Rows, cut, of_kinds, part_of, size_of
from auditor.engine.processes import ForkPool
from auditor.judge.verdict import Detail, Kept, Tally, Verdict
from auditor.language import core
from auditor.language.facts import facts_of
from auditor.log.store.columns import Columns
from auditor.log.store.memory import give_back
from auditor.log.store.vector import Reasons
from auditor.values import Reason, Value
from auditor.watch import step

Also = TypeVar("Also")


class Replay:
    """A replay of a log in as many processes as one likes; its parts differ in the fields
    `cut_by`, which are none where it is judged in one.  `detail` tells of which violations the
    evidence is kept whole, and perhaps of some more; `without` are the rules without a subject
    where they are known, since the log is a part of another.
    """

    def __init__(
        self,
        program: core.Program,
        columns: Columns,
        params: dict[str, Value],
        detail: Detail,
        processes: int = 1,
        *,
        without: dict[str, tuple[Reason, ...]] | None = None,
    ) -> None:
        self._program, self._columns, self._params = program, columns, params
        self._processes = processes
        self._kept = Kept(detail)  # of each process its own
        self._reaches = reaches_of(program)
        self._cut = cut(program, columns, self._reaches)
        columns.allocator.release()
        self.cut_by = self._cut.fields
        self._without = without_subjects(program, columns) if without is None else without
        self._near_statistics = [own for own in program.statistics if self._stays_near(own)]
        self._measured: list[Measured] = []
        self._blockers = Blockers()
        self._through = 0  # rules that have judged all parts

    def tallies(
        self,
        also: Callable[[Columns], Also | None] = lambda _part: None,
        found: Callable[[Sequence[Verdict]], None] = lambda _verdicts: None,
    ) -> tuple[tuple[Tally, ...], list[Also]]:
        """The answers of every rule; and what is worked out of each part `also`, by the process
        that judges it, in the order of the parts.  `found` is told the violations of a rule, or of
        one in a part, as soon as they are known.  Events count as judged by as much as the rules
        that have judged them.
        """
        answers, beside = self.answers(also, found)
        tallies = tuple(
            tally_of(rule, answers[rule.name], self._without.get(rule.name))
            for rule in self._program.rules
        )
        self._measure_far()
        return tallies, beside

    def answers(
        self,
        also: Callable[[Columns], Also | None] = lambda _part: None,
        found: Callable[[Sequence[Verdict]], None] = lambda _verdicts: None,
    ) -> tuple[dict[str, list[RuleAnswers]], list[Also]]:
        """The answers of every rule by the parts of the log, before there are tallies."""
        answers: dict[str, list[RuleAnswers]] = {rule.name: [] for rule in self._program.rules}
        beside: list[Also] = []
        stages = staged(self._program, self._cut.local, self._spills)
        size, many, through = self._columns.size, len(self._program.rules), 0

        def counted(events: int) -> None:
            nonlocal through
            through += events
            step("judging", through // max(many, 1), size, "events", self._program.name)

        counted(0)
        for number, (far, rules) in enumerate(stages):
            now = also if number == 0 else None
            measure = self._near_statistics if number == 0 else []
            for judged, blockers, own, measured in self._judged(
                rules, now, counted, found, measure, far=far
            ):
                self._blockers = self._blockers.merge(blockers)
                self._measured += measured
                for name, answered in judged.items():
                    answers[name].append(answered)
                beside += [] if own is None else [own]
            self._through += len(rules)
            step("judging", self._through, many, "rules", self._program.name)
        return answers, beside

    @property
    def measured(self) -> tuple[Measured, ...]:
        """The counts and sums of the statistics, once there are tallies."""
        return together(self._measured)

    def _stays_near(self, statistic: core.Statistic) -> bool:
        """Whether all that matters to a subject, and what shares its result, is in one part."""
        within = statistic.ways.within
        fields = bound(statistic.rule, self._reaches.of(statistic.rule))
        return self.cut_by <= (fields if within is None else fields & frozenset(within.fields))

    def _measure_far(self) -> None:
        near = {own.name for own in self._near_statistics}
        if far := [own for own in self._program.statistics if own.name not in near]:
            judge = self._judge(self._columns, self._processes)
            self._measured += judge.measured(far)
            judge.close()

    def _judge(self, columns: Columns, processes: int, around: Columns | None = None) -> Judge:
        return Judge(
            self._program,
            columns,
            self._params,
            self._without,
            self._reaches,
            kept=self._kept,
            processes=processes,
            before=self._blockers,
            around=around,
        )

    @property
    def payments(self) -> Marks:
        """The answers of the rules about the sums of payments, once there are tallies."""
        return self._blockers.payments

    def _judged(
        self,
        rules: Sequence[core.Rule],
        also: Callable[[Columns], Also | None] | None,
        counted: Callable[[int], None],
        told: Callable[[Sequence[Verdict]], None],
        statistics: Sequence[core.Statistic],
        *,
        far: bool,
    ) -> list[tuple[dict[str, RuleAnswers], Blockers, Also | None, list[Measured]]]:
        """The answers of some rules for each part; what they leave unsettled blocks later rules."""
        parts = self._cut.parts if not far else (slice(0, self._columns.size),)
        beyond = self._far(rules) if far else None

        def judge(
            at: int,
        ) -> tuple[dict[str, RuleAnswers], Blockers, Also | None, list[Measured]]:
            part = beyond if beyond is not None else self._near(parts[at])
            processes = self._processes if len(parts) == 1 else 1
            own = self._judge(part, processes, self._columns if far else None)
            try:
                answers = {}
                for nth, (rule, found) in enumerate(own.answers(rules), self._through):
                    answers[rule.name] = found
                    if len(parts) == 1:
                        told(found.violations)
                        step("judging", nth, len(self._program.rules), "rules", self._program.name)
                own.blockers.payments = own.payments
                measured = own.measured(statistics)
            finally:
                own.close()
            if part.size > LARGE:
                give_back()
            try:
                return answers, own.blockers, None if also is None else also(part), measured
            finally:
                self._columns.allocator.release()

        shared = ForkPool(self._program, judge, len(parts), self._processes)
        # Rules that look far see only the rows that matter to them: all are through at once.
        times = len(rules)

        def through(at: int, result: tuple[dict[str, RuleAnswers], object, object, object]) -> None:
            counted(times * size_of(parts[at]))
            if len(parts) > 1:
                for found in result[0].values():
                    told(found.violations)

        return shared.results(through)

    def _spills(self, name: str) -> bool:
        """Whether what a rule finds in one part may stand in the way of subjects in others."""
        if name not in self._cut.local or len(self._cut.parts) == 1:
            return False
        columns = (self._columns.fields.get(field) for field in self._cut.fields)
        unfilled = any(found is not None and found.empty.ndim for found in columns)
        return unfilled or shakes_beyond(self._program, name, self._cut.fields)

    def _near(self, rows: Rows) -> Columns:
        if len(self._cut.parts) == 1:
            return self._columns
        return part_of(self._columns, rows)

    def _far(self, rules: Sequence[core.Rule]) -> Columns:
        reaches = [self._reaches.of(rule) for rule in rules]
        return of_kinds(self._columns, self._program, reaches)


def staged(
    program: core.Program, local: Collection[str], spills: Callable[[str], bool]
) -> list[tuple[bool, list[core.Rule]]]:
    """Rules that stay within a part, and (True) rules that look further, each after those that it
    waits for; `spills` tells whether what a rule finds in one part matters in others.  The first
    stage is of parts, though no rule may be in it.
    """
    stage: dict[str, int] = {}
    facts = facts_of(program)
    for rule in facts.judging_order(program.rules):
        far = rule.name not in local
        awaited = [name for name in facts.awaited[rule.name] if name in stage]
        earliest = max((stage[name] + 2 * spills(name) for name in awaited), default=0)
        stage[rule.name] = earliest + (earliest % 2 != far)
    return [
        (number % 2 == 1, [rule for rule in program.rules if stage[rule.name] == number])
        for number in sorted({0, *stage.values()})
    ]


def shakes_beyond(program: core.Program, name: str, fields: Collection[str]) -> bool:
    """Whether a violation shakes a scope that is not within a part, where parts differ in some
    fields.
    """
    [under] = [rule.underlies for rule in program.rules if rule.name == name]
    return under is not None and not set(fields) <= set(program.vocabulary.scopes[under].fields)


def without_subjects(
    program: core.Program, columns: Columns, elsewhere: Collection[str] = ()
) -> dict[str, tuple[Reason, ...]]:
    """The rules without any subject in the log, for want of records; with the reasons.  Those of
    some kinds may be `elsewhere`.
    """
    reasons = Reasons()
    catalog = Catalog(program, columns, reasons)
    found: dict[str, tuple[Reason, ...]] = {}
    known: dict[str, tuple[Reason, ...] | None] = {}
    for rule in program.rules:
        if rule.subject not in known:
            there = rule.subject in elsewhere
            known[rule.subject] = None if there else catalog.missing(rule.subject)
        why = known[rule.subject] or catalog.lacking(rule)
        if why is not None:
            found[rule.name] = why
    catalog.close()
    return found


def tally_of(
    rule: core.Rule, parts: Sequence[RuleAnswers], without: tuple[Reason, ...] | None
) -> Tally:
    """The answers of a rule for the whole log; `without` is why it has none of its subjects."""
    tally = Tally(rule)
    if without is not None:
        tally.not_verifiable[without] = 1
        return tally
    # One row may speak for several subjects; these are in one part.
    first: dict[tuple[Reason, ...], tuple[int, int]] = {}
    for part in parts:
        tally.compliant += part.compliant
        tally.not_applicable += part.not_applicable
        tally.violations += part.violations
        for nth, (reasons, (count, place)) in enumerate(part.not_verifiable.items()):
            tally.not_verifiable[reasons] = tally.not_verifiable.get(reasons, 0) + count
            first[reasons] = min(first.get(reasons, (place, nth)), (place, nth))
    tally.violations.sort(key=lambda verdict: verdict.place)
    tally.not_verifiable = {
        reasons: tally.not_verifiable[reasons] for reasons in sorted(first, key=first.__getitem__)
    }
    return tally
