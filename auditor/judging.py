"""Judges each game of a log by its ruleset, with one of the engines."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Literal

from auditor.engine.blocking import Marks, marks_of
from auditor.engine.measures import Measured
from auditor.engine.partition import as_logged
from auditor.engine.run import Replay
from auditor.findings.causes import in_doubt, with_rows
from auditor.findings.dependencies import may_repeat
from auditor.findings.finding import Judged, Reporter, coups, order_of, with_absences
from auditor.findings.money import paid
from auditor.findings.profile import (
    Profile,
    can_be_parted,
    whole_profile,
)
from auditor.findings.profile_columns import days_of, people_of, profile_of
from auditor.findings.pseudonyms import PEOPLE, hiding_people
from auditor.judge.replay import replay
from auditor.judge.verdict import Tally, Verdict, taken_as_logged
from auditor.language.core import Program
from auditor.language.facts import narrowed
from auditor.log.assemble import Everything
from auditor.log.attribution import Split
from auditor.log.event import Log
from auditor.log.integrity.sorted_rows import SortedError
from auditor.log.store.columns import log_of
from auditor.log.store.columns_of_tables import read_columns
from auditor.log.store.memory import give_back
from auditor.log.table import Table
from auditor.reading import sorted_file
from auditor.request import (
    Settings,
    by_game,
    demanded,
    only_of,
    parameters,
    recorded,
    refuse_nothing,
    refuse_outside,
)
from auditor.values import Value
from auditor.watch import quietly

if TYPE_CHECKING:
    from auditor.log.store.columns import Columns, Intake
    from auditor.report.model import Finding

Engine = Literal["columns", "reference"]
"""The engine: whole columns, with the reference for what they find; or the reference alone."""

_Tell = Callable[[Iterable[Verdict]], None]


def judge_games(
    tables: Sequence[Table],
    settings: Settings,
    *,
    engine: Engine,
    processes: int,
    found: Callable[[Finding], None] | None,
) -> tuple[list[Judged], Split]:
    """The verdicts of each ruleset, and the rows that none judges; `found` is told each finding as
    soon as a rule gives it.  Raises CannotAuditError.
    """
    tables = only_of(tables, settings.establishment)
    parts = by_game(tables, settings.rules, rules_anyway=settings.rules_anyway)
    programs = [program for program, _ in parts.games]
    kinds, values = recorded(programs, settings.records), parameters(programs, settings)
    demanded(programs, settings.demands)
    alone = len(parts.games) == 1
    left = parts.left if alone else None
    judgings = (
        (_Judging(own, values[own.name], settings, engine, processes, found, alone), tables)
        for own, tables in parts.games
    )
    return [judging.judged(tables, kinds, left) for judging, tables in judgings], parts.left


def judged_by(
    program: Program, tables: Sequence[Table], kinds: Collection[str] | Everything
) -> Judged:
    """The verdicts of one ruleset on some tables, with its own parameters.

    Raises CannotAuditError.
    """
    judging = _Judging(program, {}, Settings(), "columns", 1)
    return judging.judged(tables, kinds, None)


@dataclass(frozen=True, slots=True)
class _Judging:
    """A ruleset with the values of its parameters, and who judges."""

    program: Program
    params: dict[str, Value]
    settings: Settings
    engine: Engine
    processes: int
    found: Callable[[Finding], None] | None = None
    alone: bool = True
    """Whether no other ruleset judges rows of the log."""

    def judged(
        self,
        tables: Sequence[Table],
        kinds: Collection[str] | Everything,
        left: Split | None,
    ) -> Judged:
        """The verdicts on the rows of some tables; `left` are the rows that no ruleset judges."""
        program, detail = self.program, self.settings.detail
        vocabulary, known = program.vocabulary, program.vocabulary.kinds
        if not isinstance(kinds, Everything):
            kinds = [kind for kind in kinds if kind in known]
        try:
            columns, intake = read_columns(tables, vocabulary, kinds)
        except SortedError as error:
            raise sorted_file(error) from None
        if left is not None:
            # Before rules look at what each of many rows may be, and at days that nobody asked for.
            refuse_nothing([intake], left)
            refuse_outside(days_of(columns), self.settings.period)
        tell, doubted = self._teller(columns), is_in_doubt(columns)
        # Rules about the log itself are judged again on the rows as they stand: see below.
        heard = partial(_of_the_game, tell) if doubted else tell
        log = log_of(columns, intake) if self.engine == "reference" else None
        if log is not None:
            bits: dict[int, int] = {}
            tallies = replay(program, log, self.params, bits, found=heard)
            measured = self._measured(columns)
            small, marks = _profile(program, columns, intake), marks_of(bits)
        else:
            tallies, small, marks, measured = self._by_columns(columns, intake, heard)
        if doubted:
            tallies = self._as_logged(columns, log, tallies)
            tell(one for own in tallies if own.rule.as_logged for one in own.violations)
        give_back()
        # A kind that only rows in doubt are of is recorded, and nobody declared it.
        declared = frozenset(known if isinstance(kinds, Everything) else kinds)
        declared = declared.difference(small.kinds)
        sums = paid(columns, vocabulary, marks)
        tallies = with_rows(tallies, in_doubt(columns), columns.mixed, vocabulary)
        tallies = with_absences(tallies, columns, detail)
        around = coups(columns, vocabulary, tallies, detail)
        return Judged(
            program, intake, small, declared, tallies, sums, self.params, around, measured
        )

    def _teller(self, columns: Columns) -> _Tell:
        """Tells the findings of verdicts that stand whatever else is looked at."""
        if self.found is None:
            return lambda _verdicts: None
        listener, program, reporter = self.found, self.program, Reporter()
        people = people_of(columns, program.vocabulary, PEOPLE)
        hidden = hiding_people(self.settings.key, people, program.vocabulary)

        def tell(verdicts: Iterable[Verdict]) -> None:
            stand = filter(self.settings.within, verdicts)
            for own in sorted(stand, key=lambda own: order_of(own, alone=self.alone)):
                bare = replace(own, evidence=replace(own.evidence, parts=None))
                listener(hidden(reporter.found(bare, program, {})))

        return tell

    def _measured(self, columns: Columns) -> tuple[Measured, ...]:
        """The counts and sums of the statistics, where no columns were judged."""
        if not self.program.statistics:
            return ()
        underlying = {own.name for own in self.program.rules if own.underlies is not None}
        alone = self._replay(narrowed(self.program, underlying), columns)
        with quietly():
            alone.tallies()
        return alone.measured

    def _replay(self, program: Program, columns: Columns) -> Replay:
        return Replay(program, columns, self.params, self.settings.detail)

    def _as_logged(
        self, columns: Columns, log: Log | None, tallies: tuple[Tally, ...]
    ) -> tuple[Tally, ...]:
        """The tallies, in which rules about the log itself are judged on the rows as they stand.

        Such a rule is about a hole in the numbers, or a row that stands twice or whose time goes
        back: rows in doubt that the log lacks are left out for it.
        """
        names = {own.name for own in self.program.rules if own.as_logged}
        if not names:
            return tallies
        # A rule that needs the rows that are missing would be violated for want of them, and says
        # nothing of these.
        program = replace(narrowed(self.program, names), statistics=())
        with quietly():
            if log is not None:
                found = replay(program, log.as_it_stands(), self.params)
            else:
                found = self._replay(program, as_logged(columns)).tallies()[0]
        return taken_as_logged(tallies, found)

    def _by_columns(
        self, columns: Columns, intake: Intake, tell: _Tell
    ) -> tuple[tuple[Tally, ...], Profile, Marks, tuple[Measured, ...]]:
        """The tallies of the rules and the profile of the log, part by part where it can be; what
        the rules say of the sums of payments, and what the statistics measure.
        """
        program, vocabulary = self.program, self.program.vocabulary
        whole = Replay(program, columns, self.params, self.settings.detail, self.processes)
        whole_rows = intake.row_of is None and not columns.suspicious.any()
        if not whole_rows or not can_be_parted(vocabulary, whole.cut_by):
            tallies = whole.tallies(found=tell)[0]
            return tallies, _profile(program, columns, intake), whole.payments, whole.measured
        repeatable = may_repeat(program)
        tallies, parts = whole.tallies(
            lambda part: profile_of(part, vocabulary, (), repeatable), tell
        )
        profile = whole_profile(parts, vocabulary, intake.headers)
        return tallies, profile, whole.payments, whole.measured


def _of_the_game(tell: _Tell, verdicts: Iterable[Verdict]) -> None:
    tell(own for own in verdicts if not own.rule.as_logged)


def is_in_doubt(columns: Columns) -> bool:
    """Whether rows are missing, or stand where they cannot be believed."""
    return bool(columns.unlogged.any() or columns.suspicious.any())


def _profile(program: Program, columns: Columns, intake: Intake) -> Profile:
    repeatable, rows, row_of = may_repeat(program), columns, intake.row_of
    if columns.suspicious.any():
        rows = as_logged(columns)
        row_of = None if row_of is None else row_of[rows.places]
    return profile_of(rows, program.vocabulary, intake.headers, repeatable, row_of)
