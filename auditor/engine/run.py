"""Replays a log against a ruleset by columns: part by part, in as many processes as one likes."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from auditor.engine.columns import Columns
from auditor.engine.judge import Answers, Judge, Settled
from auditor.engine.parts import cut, of_kinds, part_of
from auditor.engine.reach import Reach, reaches_of
from auditor.engine.sources import Shelf
from auditor.engine.vector import Reasons
from auditor.engine.workers import Shared
from auditor.judge.order import in_order
from auditor.judge.verdict import Tally
from auditor.language import core
from auditor.values import Reason, Value


def replay_columns(
    program: core.Program, columns: Columns, params: dict[str, Value] | None = None,
    done: Callable[[str], None] = lambda _rule: None,
) -> tuple[Tally, ...]:  # fmt: skip
    """The answers of every rule over the log, in the order of the ruleset.

    Gives what `judge.replay` gives.  Raises DisagreementError where a violation is none when the
    reference judges it again.
    """
    return Replaying(program, columns, params or {}).tallies(done)


class Replaying:
    """A replay under way: with several processes the first parts are being judged by others as
    soon as this is made.
    """

    def __init__(
        self, program: core.Program, columns: Columns, params: dict[str, Value], processes: int = 1
    ) -> None:
        self._program, self._columns, self._params = program, columns, params
        self._processes = processes
        self._reaches = reaches_of(program)
        self._cut = cut(program, columns, self._reaches)
        self._without = without_subjects(program, columns)
        self._settled = Settled()
        self._answers: dict[str, list[Answers]] = {rule.name: [] for rule in program.rules}
        self._stages = staged(program, self._cut.local, self._spills)
        self._begun = self._begin(0)

    def tallies(self, done: Callable[[str], None] = lambda _rule: None) -> tuple[Tally, ...]:
        """As of `replay_columns`."""
        for number, (_, rules) in enumerate(self._stages):
            begun = self._begin(number) if number else self._begun
            for answers, settled in begun.results():
                self._settled = self._settled.with_(settled)
                for name, own in answers.items():
                    self._answers[name].append(own)
            for rule in rules:
                done(rule.name)
        return tuple(
            tally_of(rule, self._answers[rule.name], self._without.get(rule.name))
            for rule in self._program.rules
        )

    def _begin(self, number: int) -> Shared[tuple[dict[str, Answers], Settled]]:
        """Judges the rules of one stage, part by part; what is unsettled stands for later ones."""
        far, rules = self._stages[number]
        parts = self._far(rules) if far else self._near()

        def judge(at: int) -> tuple[dict[str, Answers], Settled]:
            own = Judge(
                self._program, parts[at], self._params, self._without,
                before=self._settled, around=self._columns if far else None,
            )  # fmt: skip
            try:
                return {rule.name: answers for rule, answers in own.answers(rules)}, own.settled
            finally:
                own.close()

        return Shared(self._program, judge, len(parts), self._processes)

    def _spills(self, name: str) -> bool:
        """Whether what a rule finds in one part may stand in the way of subjects in others."""
        if name not in self._cut.local or len(self._cut.parts) == 1:
            return False
        columns = (self._columns.fields.get(field) for field in self._cut.fields)
        unfilled = any(found is not None and found.empty is not None for found in columns)
        return unfilled or shakes_beyond(self._program, name, self._cut.fields)

    def _near(self) -> Sequence[Columns]:
        if len(self._cut.parts) == 1:
            return (self._columns,)
        return tuple(part_of(self._columns, rows) for rows in self._cut.parts)

    def _far(self, rules: Sequence[core.Rule]) -> Sequence[Columns]:
        reaches: list[Reach] = [self._reaches[rule.name] for rule in rules]
        return (of_kinds(self._columns, self._program, reaches),)


def staged(
    program: core.Program, local: Collection[str], spills: Callable[[str], bool]
) -> list[tuple[bool, list[core.Rule]]]:
    """Rules that stay within a part, and (True) rules that look further, each after those that it
    waits for; `spills` tells whether what a rule finds in one part matters in others.
    """
    stage: dict[str, int] = {}
    waits = waiting_for(program)
    for rule in in_order(program.rules):
        far = rule.name not in local
        awaited = [name for name in waits[rule.name] if name in stage]
        earliest = max((stage[name] + 2 * spills(name) for name in awaited), default=0)
        stage[rule.name] = earliest + (earliest % 2 != far)
    return [
        (number % 2 == 1, [rule for rule in program.rules if stage[rule.name] == number])
        for number in sorted(set(stage.values()))
    ]


def shakes_beyond(program: core.Program, name: str, fields: Collection[str]) -> bool:
    """Whether a violation shakes a scope that is not within a part, where parts differ in some
    fields.
    """
    [under] = [rule.underlies for rule in program.rules if rule.name == name]
    return under is not None and not set(fields) <= set(program.vocabulary.scopes[under].fields)


def waiting_for(program: core.Program) -> dict[str, tuple[str, ...]]:
    """The rules whose answers each rule needs: those that it presumes, those that underlie it."""
    under = tuple(rule.name for rule in program.rules if rule.underlies is not None)
    return {
        rule.name: rule.presumes if rule.underlies is not None else (*rule.presumes, *under)
        for rule in program.rules
    }


def without_subjects(program: core.Program, columns: Columns) -> dict[str, tuple[Reason, ...]]:
    """The rules of which the log has no subject at all, for want of records; with the reasons."""
    reasons = Reasons()
    shelf = Shelf(program, columns, reasons)
    found: dict[str, tuple[Reason, ...]] = {}
    known: dict[str, tuple[Reason, ...] | None] = {}
    for rule in program.rules:
        if rule.subject not in known:
            known[rule.subject] = shelf.missing(rule.subject)
        why = known[rule.subject]
        if why is not None:
            found[rule.name] = why
    shelf.close()
    return found


def tally_of(
    rule: core.Rule, parts: Sequence[Answers], without: tuple[Reason, ...] | None
) -> Tally:
    """What a rule says of the whole log; `without` is why the log has none of its subjects."""
    tally = Tally(rule)
    if without is not None:
        tally.not_verifiable[without] = 1
        return tally
    first: dict[tuple[Reason, ...], int] = {}
    for part in parts:
        tally.compliant += part.compliant
        tally.not_applicable += part.not_applicable
        tally.violations += part.violations
        for reasons, (count, place) in part.not_verifiable.items():
            tally.not_verifiable[reasons] = tally.not_verifiable.get(reasons, 0) + count
            first[reasons] = min(first.get(reasons, place), place)
    tally.violations.sort(key=lambda verdict: verdict.place)
    tally.not_verifiable = {
        reasons: tally.not_verifiable[reasons] for reasons in sorted(first, key=first.__getitem__)
    }
    return tally
