"""Audits a data set: files are read, and parts of the log judged, wherever a cluster does it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter
from pathlib import Path
from typing import Protocol, Unpack
from zlib import decompress

from auditor.audit import Audit, audit_log, concluded
from auditor.engine.judge import RuleAnswers
from auditor.engine.processes import unpacked
from auditor.engine.recheck import DisagreementError
from auditor.engine.run import tally_of, without_subjects
from auditor.findings.causes import with_rows
from auditor.findings.finding import Judged as JudgedGame
from auditor.findings.money import Paid, together
from auditor.findings.profile import Profile, whole_profile
from auditor.judge.verdict import Tally, taken_as_logged
from auditor.language import core
from auditor.language.facts import narrowed
from auditor.log.attribution import Split, may_be_game
from auditor.log.event import Input, Log
from auditor.log.files.discover import Discovered, found_files, twice
from auditor.log.files.open import is_large, size_as_text
from auditor.log.integrity.scopes import unkept
from auditor.log.row_columns import ReadOptions
from auditor.log.shape import read_options
from auditor.log.store.columns import Intake
from auditor.log.store.columns_of_tables import Everything
from auditor.log.store.typed_rows import columns_of
from auditor.log.table import Refusal, Table
from auditor.messages.message import message
from auditor.reading import mappings_in, prepared, read_log, refuse_changed, states_of, words_of
from auditor.request import (
    CannotAuditError,
    Settings,
    SettingsAsked,
    demanded,
    named_as,
    parameters,
    recorded,
    refuse,
    refuse_other_game,
    ruleset,
)
from auditor.values import Reason, Value
from auditor.watch import heed, quietly, step
from auditor_spark.rows import LogFacts
from auditor_spark.tasks import (
    Bits,
    DataFile,
    FileOutcome,
    JudgedPartition,
    Judging,
    Shuffling,
    parted_by,
)
from auditor_spark.whole_log import NotInPartsError, WholeLog

EVENTS = 200_000
"""Events that are judged together, about."""

BYTES = 60
"""Bytes of text for each event, about."""


class Cluster(Protocol):
    """Whoever has tasks done, and keeps the partitions of events between them."""

    def shuffle(self, files: Sequence[DataFile], reading: Shuffling) -> list[bytes]:
        """The outcome of each file; its events are in partitions then."""

    def add(self, more: Sequence[Bits]) -> None:
        """Puts more into the partitions."""

    def judge(self, judging: Judging) -> list[bytes]:
        """The answers of each partition, packed."""

    def close(self) -> None:
        """Lets go of the partitions."""


def audit_data_set(
    logs: Iterable[str | Path],
    *,
    cluster: Cluster | None = None,
    read: Callable[[Mapping[str, str]], None] = lambda _files: None,
    **asked: Unpack[SettingsAsked],
) -> Audit:
    """Judge the files of a data set by a ruleset: the same findings as `auditor.audit_log` gives.

    `rules` have to be named: which game each row is of is not looked for.  The other arguments are
    those of `read_log` and `audit_log`, which audit a log here whose names mislead: what they stand
    for is told by all its rows together.  Without a `cluster` it is Apache Spark: the session that
    is active, else the one that the environment names, else one on this machine.  `read` is told
    the names of the files by their hashes before anything is judged.  Raises CannotAuditError.
    """
    return audit_data_set_by(logs, Settings(**asked), cluster=cluster, read=read)


def audit_data_set_by(
    logs: Iterable[str | Path],
    settings: Settings,
    *,
    cluster: Cluster | None = None,
    read: Callable[[Mapping[str, str]], None] = lambda _files: None,
) -> Audit:
    """Judge a data set as `audit_data_set` does.  Raises CannotAuditError."""
    mapping, rules = settings.mapping, settings.rules
    if rules is None:
        raise CannotAuditError(message("spark.no_rules"))
    logs = [*logs]
    told = mappings_in(mapping, words_of(rules))
    parts = [part for own in told for part in own.named()]
    request = prepared(settings, told, [str(rules)])
    if request.establishment is not None:
        raise CannotAuditError(message("spark.one_casino"))
    program = ruleset(rules)
    demanded([program], request.demands)
    found = found_files(Path(own) for own in logs)
    refuse(found.refusals)
    files = states_of(found.files)
    cluster = cluster if cluster is not None else _spark()
    try:
        if any(own.says.needs_all for own in parts) or len(parts) > 1:
            raise NotInPartsError
        run = _Auditing(cluster, program, request, found)
        outcomes, whole = run.shuffle(read_options(words_of(rules), parts))
        read({own.sha256: own.file.name for own in outcomes if own.sha256})
        left = replace(_left(outcomes, program), of_others=run.of_others)
        judged = run.judge(outcomes, whole, _intake(outcomes, left))
    except NotInPartsError:
        reading = read_log(logs, mapping=mapping, rules=rules)
        read({own.sha256: own.file for own in reading.tables})
        return audit_log(reading, settings)
    finally:
        cluster.close()
    refuse_changed(files)
    return replace(concluded([judged], left, request, told), files=tuple(path for path, _ in files))


def _spark() -> Cluster:
    from auditor_spark.cluster import Spark  # noqa: PLC0415 - an extra, and slow to import

    return Spark()


class _Auditing:
    def __init__(
        self, cluster: Cluster, program: core.Program, request: Settings, found: Discovered
    ) -> None:
        self._cluster, self._program, self._found = cluster, program, found
        self._request, self.of_others = request, False
        self._detail = request.detail
        self._declared: Collection[str] | Everything = recorded([program], request.records)
        self._params: dict[str, Value] = parameters([program], request)[program.name]

    # ---- reading ----------------------------------------------------------------------------
    def shuffle(self, options: ReadOptions) -> tuple[list[FileOutcome], WholeLog]:
        """The outcomes of the files, in their order, and the order of all their events.  Raises
        NotInPartsError of a log that cannot be judged in parts.
        """
        named = self._found.named()
        files = [DataFile(at, name, str(path.absolute())) for at, (path, name) in enumerate(named)]
        partitions = 1 + sum(size_as_text(path) for path, _ in named) // (BYTES * EVENTS)
        large = is_large(path for path, _ in named)
        cut_by = parted_by(self._program)
        reading = Shuffling(self._program, options, self._declared, cut_by, large, partitions)
        parts = self._cluster.shuffle(files, reading)
        found = (unpacked(decompress(own), self._program) for own in parts)
        outcomes = sorted(found, key=attrgetter("file.number"))
        self._refuse(outcomes)
        told = [rows for own in outcomes for rows in own.told]
        whole = WholeLog(told, reading, self._known(self._program.vocabulary.kinds))
        filled, unfilled = (
            set[str]().union(*(getattr(own, name) for own in outcomes))
            for name in ("filled", "unfilled")
        )
        if filled & unfilled or not whole.is_placed(cut_by):
            raise NotInPartsError
        self._cluster.add([*whole.placed()])
        return [self._noted(own) for own in outcomes], whole

    def _known(self, kinds: Collection[str]) -> Collection[str]:
        """The kinds of event that are declared to be recorded."""
        return kinds if isinstance(self._declared, Everything) else self._declared

    def _refuse(self, outcomes: Sequence[FileOutcome]) -> None:
        """Files that could not be read, the same file twice, and rows of other games."""
        refusals: list[Refusal] = []
        by_hash: dict[str, str] = {}
        for own in outcomes:
            refusals += own.refusals
            lines = [*own.left.inputs, *(line for part in own.intakes for line in part.inputs)]
            if not any(line.rows_read for line in lines):
                continue  # days on which nothing was played look alike
            if own.sha256 and own.sha256 in by_hash:
                refusals.append(twice(own.file.name, by_hash[own.sha256]))
            by_hash.setdefault(own.sha256, own.file.name)
        first = outcomes[0].lacking if outcomes else {}
        refusals += [why for name, why in first.items() if all(name in o.lacking for o in outcomes)]
        refuse(refusals)
        for refused in (own.refused for own in outcomes if own.refused is not None):
            raise CannotAuditError(refused)
        named = {name for own in outcomes for name in own.named}
        akin = named_as(self._program, named)
        others = sorted(named - akin)
        if not akin:
            self.of_others = refuse_other_game(
                self._program, named, rules_anyway=self._request.rules_anyway
            )
        elif others:
            if not any(map(may_be_game, others)):
                raise NotInPartsError
            names = tuple(f"`{name}`" for name in others)
            says = message("spark.other_games", others=names, game=self._program.name)
            raise CannotAuditError(says)

    def _noted(self, outcome: FileOutcome) -> FileOutcome:
        """Notes with the first file of a folder which others were passed over."""
        line, *_ = [*outcome.left.inputs, *(line for own in outcome.intakes for line in own.inputs)]
        table = Table(line.file, line.sheet, line.sha256, None, (), 1, (), (), ())
        [noted] = self._found.with_notes(Path(outcome.file.path), [table])
        own = Input(line.file, line.sheet, line.sha256, 0, 0, 0, noted.notes)
        return replace(outcome, intakes=(*outcome.intakes, Intake((own,), (), (), ())))

    # ---- judging ----------------------------------------------------------------------------
    def judge(self, outcomes: Sequence[FileOutcome], whole: WholeLog, intake: Intake) -> JudgedGame:
        """The answers of the rules over the whole log."""
        program, vocabulary = self._program, self._program.vocabulary
        known = self._known(vocabulary.kinds)
        blanks = [own.blank for own in outcomes if own.blank is not None]
        blank = frozenset[tuple[str, str]].intersection(*blanks) if blanks else frozenset()
        empty = unkept(blank, vocabulary.kinds, vocabulary)
        log = LogFacts(
            frozenset(known).union(*(own.kinds for own in outcomes)),
            blank,
            whole.lacking.union(*(own.unused | own.unkept & empty for own in outcomes)),
            whole.mixed,
        )
        tallies, small, sums = self._tallies(program, outcomes, log)
        assert small is not None
        if not whole.is_whole and (names := {own.name for own in program.rules if own.as_logged}):
            some = replace(narrowed(program, names), statistics=())
            with quietly():
                again = self._tallies(some, outcomes, log, as_logged=True)[0]
            tallies = taken_as_logged(tallies, again)
        tallies = with_rows(tallies, whole.in_doubt(), whole.mixed, vocabulary)
        undone = frozenset(known).difference(small.kinds)
        intake = replace(intake, instants=whole.instants)
        return JudgedGame(program, intake, small, undone, tallies, sums, self._params)

    def _tallies(
        self,
        program: core.Program,
        outcomes: Sequence[FileOutcome],
        log: LogFacts,
        *,
        as_logged: bool = False,
    ) -> tuple[tuple[Tally, ...], Profile | None, tuple[Paid, ...]]:
        """The tallies of the rules of a program; unless it is judged as logged, the profile of the
        log and its payments.
        """
        without = _without(program, outcomes, log)
        judging = Judging(program, self._params, log, without, self._detail, as_logged)
        answers: dict[str, list[RuleAnswers]] = {rule.name: [] for rule in program.rules}
        profiles, sums = list[Profile](), list[tuple[Paid, ...]]()
        for data in self._cluster.judge(judging):
            heed()
            found: JudgedPartition = unpacked(data, program)
            if found.disagreement is not None:
                raise DisagreementError(*found.disagreement)
            sums.append(found.paid)
            profiles += [found.profile] if found.profile is not None else []
            for name, own in found.answers.items():
                answers[name] += own
        step("judging", len(program.rules), len(program.rules), "rules", program.name)
        headers = {header for own in outcomes for header in own.headers}
        headers -= {header for own in outcomes for header in own.not_canonical}
        small = None if as_logged else whole_profile(profiles, program.vocabulary, headers)
        tallies = tuple(
            tally_of(rule, answers[rule.name], without.get(rule.name)) for rule in program.rules
        )
        return tallies, small, together(sums)


def _without(
    program: core.Program, outcomes: Sequence[FileOutcome], log: LogFacts
) -> dict[str, tuple[Reason, ...]]:
    """The rules of which the log has no subject at all, for want of records; the reasons."""
    subjects = {name for own in outcomes for name in own.subjects}
    nothing = columns_of(Log((), log.recorded, (), (), log.lacking), program.vocabulary)
    return without_subjects(program, nothing, subjects)


def _left(outcomes: Sequence[FileOutcome], program: core.Program) -> Split:
    """The rows that no ruleset judges: none, where no row of the log names the game."""
    if not named_as(program, {name for own in outcomes for name in own.named}):
        return Split({}, (), ())
    return Split(
        {},
        tuple(line for own in outcomes for line in own.left.inputs),
        tuple(row for own in outcomes for row in own.left.set_aside),
    )


def _intake(outcomes: Sequence[FileOutcome], left: Split) -> Intake:
    """The intake of all rows but those that are left over."""
    intakes = [intake for own in outcomes for intake in own.intakes]
    others = [own.left for own in outcomes] if not left.inputs else []
    return Intake(
        (
            *(line for own in others for line in own.inputs),
            *(line for own in intakes for line in own.inputs),
        ),
        (
            *(row for own in others for row in own.set_aside),
            *(row for own in intakes for row in own.set_aside),
        ),
        tuple(sorted({name for own in intakes for name in own.casinos})),
        (),
    )
