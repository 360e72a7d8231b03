"""The tasks of a machine: read a file and shuffle its events, or judge one partition."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from zlib import compress, crc32, decompress

import numpy as np

from auditor.engine.blocking import Marks
from auditor.engine.evaluate.catalog import Catalog, firsts
from auditor.engine.judge import Judge, RuleAnswers
from auditor.engine.locality import reaches_of
from auditor.engine.partition import as_logged, of_kinds
from auditor.engine.processes import packed, unpacked
from auditor.engine.recheck import DisagreementError
from auditor.findings.dependencies import may_repeat
from auditor.findings.money import Paid, paid
from auditor.findings.profile import Profile
from auditor.findings.profile_columns import profile_of
from auditor.judge.verdict import Detail, Kept
from auditor.language import core
from auditor.log.assemble import Everything
from auditor.log.attribution import Split, games_named, split, tables_of_sheets
from auditor.log.event import Event
from auditor.log.files.content import ChangedFileError
from auditor.log.files.open import read_tables
from auditor.log.integrity.sorted_rows import SortedError
from auditor.log.mapping.bind import lacked_by_all
from auditor.log.merge_files import Instants
from auditor.log.row_columns import ReadOptions
from auditor.log.store.columns import Columns, Intake
from auditor.log.store.columns_of_tables import read_columns
from auditor.log.store.keys import numbered
from auditor.log.store.vector import Ints, Reasons, each_once
from auditor.log.table import Refusal, Table
from auditor.messages.message import Message
from auditor.reading import sorted_file
from auditor.request import named_as
from auditor.values import Reason, Value, show
from auditor_spark.partitions import PartitionPlan, Stage
from auditor_spark.rows import LogFacts, OfFile, ShuffledRows, Together
from auditor_spark.wire import Here, Unresolved, settled_before, unresolved


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of the data set: its number by name, the name that output calls it by, its path."""

    number: int
    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Shuffling:
    """How the files are read, of a `large` log in columns, and the number of partitions."""

    program: core.Program
    options: ReadOptions
    recorded: Collection[str] | Everything
    plan: PartitionPlan
    large: bool
    partitions: int


@dataclass(frozen=True, slots=True)
class ToldRows:
    """The events of a table by what tells where they belong, and into which partition of each kind
    they went, -1 for none; those that are in doubt are whole.
    """

    rows: ShuffledRows
    partitions: Mapping[str, Ints]
    in_doubt: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class PartitionPlaces:
    """Where the events of a partition stand in the log, by the numbers of their tables, and the
    instants there of which the order is only likely.
    """

    places: Mapping[int, Ints]
    instants: Instants


@dataclass(frozen=True, slots=True)
class FileOutcome:
    """The outcome of reading a file: an intake for each table, and the rows left over.

    `named` are the games that it names.  `kinds` of event are in it, `headers` are those of its
    tables in the canonical shape, `not_canonical` those of others.  Of the fields by which the log
    is distributed some events leave `unfilled` empty; `subjects` are those of rules of which there
    is one; `blank` are kinds of event, each with a field that no event of the file fills; `unused`
    columns of scopes that cannot be believed.  `told` says where the events belong; `refused` says
    why the whole data set cannot be audited, and `lacking` why where all files lack the same.
    """

    file: DataFile
    sha256: str = ""
    refusals: tuple[Refusal, ...] = ()
    named: frozenset[str] = frozenset()
    intakes: tuple[Intake, ...] = ()
    left: Split = field(default_factory=lambda: Split({}, (), ()))
    kinds: frozenset[str] = frozenset()
    headers: frozenset[tuple[str, ...]] = frozenset()
    not_canonical: frozenset[tuple[str, ...]] = frozenset()
    unfilled: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()
    blank: frozenset[tuple[str, str]] | None = None  # where it holds no event
    unused: frozenset[str] = frozenset()
    told: tuple[ToldRows, ...] = ()
    refused: Message | None = None
    lacking: Mapping[str, Refusal] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Judging:
    """An order to judge: the rules of a stage, and the results of earlier stages.

    `log` is what is known of the whole log, which is judged `as_logged`: as it stands, lacking
    nothing.  `awaited` are
    the rules of which later stages need to know what they left unsettled; `without` those of which
    the whole log has no subject, and why; `detail` tells of which violations the evidence is kept
    whole.  With `marks`, which earlier stages gave to payments, these are counted.
    """

    program: core.Program
    params: dict[str, Value]
    log: LogFacts
    stage: Stage
    without: Mapping[str, tuple[Reason, ...]]
    before: Unresolved
    awaited: frozenset[str]
    profile: bool
    detail: Detail
    marks: Marks | None = None
    as_logged: bool = False


@dataclass(frozen=True, slots=True)
class JudgedPartition:
    """The answers and the profile of one partition; its payments, and the marks given to some."""

    answers: Mapping[str, RuleAnswers]
    unresolved: Unresolved
    profile: Profile | None
    disagreement: tuple[core.Rule, int, tuple[Event, ...]] | None = None
    marks: Marks = field(default_factory=Marks)
    paid: tuple[Paid, ...] = ()


# ---- reading ----------------------------------------------------------------------------------
NEAR, FAR, FILE = "near", "far", "file"

Bits = tuple[str, int, bytes]
"""Where something goes, into which partition there, and its bytes."""


def shuffle(file: DataFile, reading: Shuffling) -> Iterator[Bits]:
    """The outcome of a file, and its events in partitions."""
    try:
        path = Path(file.path)
        tables, refusals = read_tables(path, file.name, reading.options, large=reading.large)
        yield from _shuffle(file, tables, refusals, reading)
    except ChangedFileError as why:
        refused = Refusal(file.name, None, None, None, why.says)
        yield FILE, 0, compress(packed(FileOutcome(file, "", (refused,))))
    except SortedError as error:
        [says] = sorted_file(error).says
        yield FILE, 0, compress(packed(FileOutcome(file, refused=says)))


def _shuffle(
    file: DataFile, tables: list[Table], refusals: list[Refusal], reading: Shuffling
) -> Iterator[Bits]:
    if reading.options.names_tables:
        tables = tables_of_sheets(tables)
    sha256 = tables[0].sha256 if tables else ""
    named, name = frozenset(games_named(tables)), reading.program.name
    own = named_as(reading.program, named)
    if refusals or (own and named > own):
        yield FILE, 0, compress(packed(FileOutcome(file, sha256, tuple(refusals), named)))
        return
    whole = Split({name: tuple(tables)}, (), ())
    left = whole if named - own else split(tables, (name,), own)
    left_over, lacking = replace(left, tables={}), lacked_by_all(tables)
    outcome = FileOutcome(file, sha256, (), named, left=left_over, lacking=lacking)
    ordered = sorted(left.tables[name], key=lambda table: table.sheet or "")
    for at, table in enumerate(ordered):
        columns, intake, events = _read(file.number << _SHEETS | at, table, reading)
        outcome = _with(outcome, table, columns, intake, reading)
        if columns.size:
            partitions = partitions_of(columns, reading)
            yield from dealt(events, partitions)
            in_doubt = tuple(own for own in events.events if own.doubtful)
            told = ToldRows(events.telling(), partitions, in_doubt)
            outcome = replace(outcome, told=(*outcome.told, told))
    yield FILE, 0, compress(packed(outcome), level=1)


_SHEETS = 12
"""Bits for the sheets of one file."""


def _read(number: int, table: Table, reading: Shuffling) -> tuple[Columns, Intake, OfFile]:
    """The columns, the intake and the events of a table."""
    vocabulary = reading.program.vocabulary
    columns, intake = read_columns((table,), vocabulary, reading.recorded, part=True)
    if intake.unused:
        table = replace(table, rows=())  # read anew elsewhere, they would have these columns
    return columns, intake, OfFile(number, table, columns, vocabulary)


def _with(
    outcome: FileOutcome, table: Table, columns: Columns, intake: Intake, reading: Shuffling
) -> FileOutcome:
    """The outcome of a file with one more of its tables."""
    outcome = replace(
        outcome, intakes=(*outcome.intakes, intake), kinds=outcome.kinds | columns.recorded
    )
    if not columns.size:
        return outcome
    header = table.header if table.source is None else table.source.header
    canonical = "event" in header and columns.fields.keys() <= set(header)
    plan, catalog = reading.plan, Catalog(reading.program, columns, Reasons())
    return replace(
        outcome,
        headers=outcome.headers | ({header} if canonical else set()),
        not_canonical=outcome.not_canonical | (set() if canonical else {header}),
        unfilled=outcome.unfilled.union(
            name for name in (*plan.near, *plan.far) if _leaves_empty(columns, name)
        ),
        subjects=outcome.subjects.union(
            rule.subject
            for rule in reading.program.rules
            if catalog.missing(rule.subject) is None and catalog.source(rule.subject).size
        ),
        blank=columns.unfilled if outcome.blank is None else outcome.blank & columns.unfilled,
        unused=outcome.unused | intake.unused,
    )


def _leaves_empty(columns: Columns, name: str) -> bool:
    found = columns.fields.get(name)
    return found is None or found.empty.ndim > 0


def partitions_of(columns: Columns, reading: Shuffling) -> dict[str, Ints]:
    """The partition of each event, near and far; -1 of those that no far rule looks at."""
    plan, program, many = reading.plan, reading.program, reading.partitions
    found = {NEAR: _partition_of_each(columns, program, plan.near, many)}
    if plan.reaches:
        some = of_kinds(columns, program, plan.reaches)
        found[FAR] = np.full(columns.size, -1)
        found[FAR][some.places] = _partition_of_each(some, program, plan.far, many)
    return found


def dealt(events: OfFile, partitions: Mapping[str, Ints]) -> Iterator[Bits]:
    """The events of a table in the partitions into which they go."""
    for where, own in partitions.items():
        for partition in each_once(own[own >= 0]).tolist():
            rows = events.rows(np.flatnonzero(own == partition))
            yield where, partition, compress(packed(rows), level=1)


def _partition_of_each(
    columns: Columns, program: core.Program, fields: Sequence[str], partitions: int
) -> Ints:
    """The partition of each event: one for all that agree on some fields, on whichever machine."""
    there = [name for name in fields if name in columns.fields]
    found = [columns.fields[name] for name in there]
    keys = numbered([own.key() for own in found], columns.size)
    first = firsts(keys.ids, keys.count)
    partition = np.zeros(keys.count, np.int64)
    types = program.vocabulary.fields
    for at in first:
        told = [
            (name, own.value(types[name], int(at), columns.lexicons))
            for name, own in zip(there, found, strict=True)
        ]
        values = [(name, show(value)) for name, value in told if value is not None]
        partition[keys.ids[at]] = crc32(repr(values).encode()) % partitions
    return partition[keys.ids]


# ---- judging ----------------------------------------------------------------------------------
def judge(parts: Sequence[bytes], judging: Judging) -> bytes:
    """The answers of the rules of a stage over a partition of events."""
    program, stage = judging.program, judging.stage
    found = [unpacked(decompress(part), program) for part in parts]
    [placed] = (own for own in found if isinstance(own, PartitionPlaces))
    rows = [own for own in found if isinstance(own, ShuffledRows)]
    places = [placed.places[own.file] for own in rows]
    together = Together(rows, places, program.vocabulary, judging.log)
    columns = replace(together.columns(), instants=placed.instants)
    logged = as_logged(columns)
    if judging.as_logged:
        columns = logged
    here = Here(program, columns)
    judge_ = Judge(
        program,
        columns,
        judging.params,
        dict(judging.without),
        reaches_of(program),
        kept=Kept(judging.detail),
        before=settled_before(judging.before, here),
    )
    rules = [
        rule
        for rule in program.rules
        if rule.name in stage.rules and rule.name not in judging.without
    ]
    try:
        answers = {rule.name: own for rule, own in judge_.answers(rules)}
    except DisagreementError as error:
        differing = error.rule, error.place, error.events
        return packed(JudgedPartition({}, Unresolved({}, {}), None, differing))
    small = None
    if judging.profile:
        own = logged if columns.suspicious.any() else columns
        small = _profile(own, together, program)
    left = unresolved(judge_.blockers, judging.awaited, here)
    told = JudgedPartition(answers, left, small, marks=judge_.payments)
    if judging.marks is not None:
        whole = judging.marks.merge(judge_.payments)
        told = replace(told, marks=Marks(), paid=paid(columns, program.vocabulary, whole))
    return packed(told)


def _profile(columns: Columns, together: Together, program: core.Program) -> Profile:
    numbers = together.row_numbers()[np.isin(together.places, columns.places)]
    return profile_of(columns, program.vocabulary, (), may_repeat(program), numbers)
