"""Audits a data set: files are read, and parts of the log judged, wherever a cluster does it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date, datetime
from pathlib import Path
from typing import Protocol

from auditor.audit import Audit, also_recorded, concluded, read_log
from auditor.engine.judge import Answers
from auditor.engine.recheck import DisagreementError
from auditor.engine.run import tally_of, without_subjects
from auditor.engine.schedule.processes import unpacked
from auditor.engine.store.columns import columns_of
from auditor.engine.store.ledger import Ledger
from auditor.findings.finding import Judged as JudgedGame
from auditor.findings.profile_parts import ProfilePart, whole_profile
from auditor.language import core
from auditor.language.facts import facts_of
from auditor.log.assemble import Everything
from auditor.log.convert.lexicon import lexicon
from auditor.log.discover import Found, found_files, twice
from auditor.log.event import Input, Log
from auditor.log.open import is_large, size_as_text
from auditor.log.raw_grid import Shape
from auditor.log.shape import shape_of
from auditor.log.split_games import Split
from auditor.log.table import Refusal, Table
from auditor.report.model import Language
from auditor.request import (
    CannotAuditError,
    Records,
    Request,
    parameters,
    recorded,
    refuse,
    ruleset,
)
from auditor.spark.partitions import Stage, plan_of, stages
from auditor.spark.tasks import FAR, NEAR, Dealt, File, Judged, Judging, Reading
from auditor.spark.wire import Unsure
from auditor.values import Reason, Value

EVENTS = 200_000
"""Events that are judged together, about."""

BYTES = 60
"""Bytes of text for each event, about."""


class Cluster(Protocol):
    """Whoever has tasks done, and keeps the heaps of events between them."""

    def deal(self, files: Sequence[File], reading: Reading) -> list[bytes]:
        """What became of each file; its events are in heaps then."""

    def judge(self, where: str, judging: Judging) -> list[bytes]:
        """What judging each heap gave."""

    def close(self) -> None:
        """Lets go of the heaps."""


def audit_data_set(
    logs: Iterable[str | Path],
    *,
    cluster: Cluster | None = None,
    rules: str | Path | None = None,
    mapping: str | Path | None = None,
    records: Records = (),
    params: Mapping[str, object] | None = None,
    period: tuple[date | None, date | None] = (None, None),
    language: Language = "fr",
    started: datetime | None = None,
    done: Callable[[str, int], None] = lambda _rule, _of: None,
) -> Audit:
    """Judge the files of a data set by a ruleset: the same findings as `auditor.audit_log` gives.

    `rules` have to be named: which game each row is of is not looked for.  The other arguments are
    those of `read_log` and `audit_log`.  Without a `cluster` it is Apache Spark: the session that
    is active, else the one that the environment names, else one on this machine.  Raises
    CannotAuditError.
    """
    if rules is None:
        raise CannotAuditError("A data set is judged by the rules that `--rules` names.")
    told = read_log((), mapping=mapping, rules=rules).mapping
    asked = also_recorded(records, told)
    request = Request(asked, params or {}, *period, language)
    program = ruleset(rules)
    found = found_files(Path(own) for own in logs)
    refuse(found.refusals)
    cluster = cluster if cluster is not None else _spark()
    try:
        run = _Run(cluster, program, request, found)
        dealt = run.deal(shape_of(lexicon(rules), told))
        left = _left(dealt, program.name)
        judged = run.judge(dealt, _ledger(dealt, left), lambda rule: done(rule, len(program.rules)))
    finally:
        cluster.close()
    return concluded([judged], left, request, started, told)


def _spark() -> Cluster:
    from auditor.spark.cluster import Spark  # noqa: PLC0415 - an extra, and slow to import

    return Spark()


class _Run:
    def __init__(
        self, cluster: Cluster, program: core.Program, request: Request, found: Found
    ) -> None:
        self._cluster, self._program, self._found = cluster, program, found
        self._detail = request.detail
        self._declared: Collection[str] | Everything = recorded([program], request.records)
        self._params: dict[str, Value] = parameters([program], request.params)
        self._plan = plan_of(program)

    # ---- reading ----------------------------------------------------------------------------
    def deal(self, shape: Shape) -> list[Dealt]:
        """What became of the files."""
        named = self._found.named()
        files = [File(at, name, str(path.absolute())) for at, (path, name) in enumerate(named)]
        heaps = 1 + sum(size_as_text(path) for path, _ in named) // (BYTES * EVENTS)
        large = is_large(path for path, _ in named)
        reading = Reading(self._program, shape, self._declared, self._plan, large, heaps)
        parts = self._cluster.deal(files, reading)
        dealt = sorted((unpacked(own, self._program) for own in parts), key=_number)
        self._refuse(dealt)
        return [self._noted(own) for own in dealt]

    def _refuse(self, dealt: Sequence[Dealt]) -> None:
        """Files that could not be read, the same file twice, and rows of other games."""
        refusals: list[Refusal] = []
        by_hash: dict[str, str] = {}
        for own in dealt:
            refusals += own.refusals
            if own.sha256 and own.sha256 in by_hash:
                refusals.append(twice(own.file.name, by_hash[own.sha256]))
            by_hash.setdefault(own.sha256, own.file.name)
        refuse(refusals)
        named = {name for own in dealt for name in own.named}
        others = sorted(named - {self._program.name})
        if others and self._program.name in named:
            raise CannotAuditError(
                f"The column `game` names {', '.join(f'`{name}`' for name in others)} as well: "
                f"a data set that is distributed holds the rows of `{self._program.name}` alone."
            )

    def _noted(self, dealt: Dealt) -> Dealt:
        """What was passed over in a folder is noted with its first file."""
        line, *_ = [*dealt.left.inputs, *(line for own in dealt.ledgers for line in own.inputs)]
        table = Table(line.file, line.sheet, line.sha256, None, (), 1, (), (), ())
        [noted] = self._found.with_notes(Path(dealt.file.path), [table])
        own = Input(line.file, line.sheet, line.sha256, 0, 0, 0, noted.notes)
        return replace(dealt, ledgers=(*dealt.ledgers, Ledger((own,), (), (), None, ())))

    # ---- judging ----------------------------------------------------------------------------
    def judge(
        self, dealt: Sequence[Dealt], ledger: Ledger, done: Callable[[str], None]
    ) -> JudgedGame:
        """What the rules say of the whole log."""
        program, vocabulary = self._program, self._program.vocabulary
        seen = {kind for own in dealt for kind in own.kinds}
        declared = self._declared
        known = vocabulary.kinds if isinstance(declared, Everything) else declared
        recorded_ = frozenset(seen.union(known))
        without = self._without(dealt, recorded_)
        plan = stages(program, self._plan, {name for own in dealt for name in own.unfilled})
        answers: dict[str, list[Answers]] = {rule.name: [] for rule in program.rules}
        before = Unsure({}, {})
        profiles: list[ProfilePart] = []
        for at, stage in enumerate(plan):
            awaited = _awaited(program, plan[at + 1 :])
            judging = Judging(
                program,
                self._params,
                recorded_,
                stage,
                without,
                before,
                awaited,
                at == 0,
                self._detail,
            )
            for found in self._judged(judging):
                before = before.with_(found.unsure)
                profiles += [found.profile] if found.profile is not None else []
                for name, own in found.answers.items():
                    answers[name].append(own)
            for name in stage.rules:
                done(name)
        headers = {header for own in dealt for header in own.headers}
        headers -= {header for own in dealt for header in own.not_canonical}
        small = whole_profile(profiles, vocabulary, headers)
        tallies = tuple(
            tally_of(rule, answers[rule.name], without.get(rule.name)) for rule in program.rules
        )
        return JudgedGame(program, ledger, small, recorded_.difference(small.kinds), tallies)

    def _judged(self, judging: Judging) -> Iterator[Judged]:
        """What each heap gives.  Raises DisagreementError."""
        where = FAR if judging.stage.far else NEAR
        for data in self._cluster.judge(where, judging):
            found: Judged = unpacked(data, self._program)
            if found.disagreement is not None:
                raise DisagreementError(*found.disagreement)
            yield found

    def _without(
        self, dealt: Sequence[Dealt], recorded: frozenset[str]
    ) -> dict[str, tuple[Reason, ...]]:
        """The rules of which the log has no subject at all, for want of records; the reasons."""
        program = self._program
        subjects = {name for own in dealt for name in own.subjects}
        nothing = columns_of(Log((), recorded, (), ()), program.vocabulary)
        there = {rule.name for rule in program.rules if rule.subject in subjects}
        reasons = without_subjects(program, nothing)
        return {name: why for name, why in reasons.items() if name not in there}


def _number(dealt: Dealt) -> int:
    return dealt.file.number


def _awaited(program: core.Program, later: Sequence[Stage]) -> frozenset[str]:
    """The rules for which those of later stages wait."""
    waits = facts_of(program).awaited
    return frozenset(own for stage in later for name in stage.rules for own in waits[name])


def _left(dealt: Sequence[Dealt], game: str) -> Split:
    """The rows that no ruleset judges: none, where no row of the log names the game."""
    if not any(game in own.named for own in dealt):
        return Split({}, (), ())
    return Split(
        {},
        tuple(line for own in dealt for line in own.left.inputs),
        tuple(row for own in dealt for row in own.left.set_aside),
    )


def _ledger(dealt: Sequence[Dealt], left: Split) -> Ledger:
    """What became of all rows but those that are left over."""
    ledgers = [ledger for own in dealt for ledger in own.ledgers]
    others = [own.left for own in dealt] if not left.inputs else []
    return Ledger(
        (
            *(line for own in others for line in own.inputs),
            *(line for own in ledgers for line in own.inputs),
        ),
        (
            *(row for own in others for row in own.set_aside),
            *(row for own in ledgers for row in own.set_aside),
        ),
        tuple(sorted({name for own in ledgers for name in own.casinos})),
        None,
        (),
    )
