"""The tasks of a machine: read a file and shuffle its events, or judge one partition."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from zlib import compress, crc32, decompress

import numpy as np

from auditor.engine.answers import RuleAnswers
from auditor.engine.coverage import Marks
from auditor.engine.evaluate.catalog import Catalog, firsts
from auditor.engine.index.keys import numbered
from auditor.engine.judge import Judge
from auditor.engine.recheck import DisagreementError
from auditor.engine.schedule.locality import reaches_of
from auditor.engine.schedule.partition import of_kinds
from auditor.engine.schedule.processes import packed, unpacked
from auditor.engine.store.columns import Columns
from auditor.engine.store.ledger import Ledger
from auditor.engine.store.read import read_columns
from auditor.engine.store.vector import Ints, Reasons
from auditor.findings.dependencies import may_repeat
from auditor.findings.payments import Paid, paid
from auditor.findings.profile_columns import profile_of
from auditor.findings.profile_parts import ProfilePart, placed_part
from auditor.judge.verdict import Detail, Kept
from auditor.language import core
from auditor.log.assemble import Everything
from auditor.log.csv.columnar import ColumnarRows
from auditor.log.event import Event
from auditor.log.files.open import read_tables
from auditor.log.files.watched_file import ChangedFileError
from auditor.log.infer.table_names import tables_of_sheets
from auditor.log.raw_grid import ReadOptions
from auditor.log.row_columns import NeedsSlowPath
from auditor.log.split_games import Split, games_named, split
from auditor.log.table import Refusal, Table
from auditor.spark.partitions import PartitionPlan, Stage
from auditor.spark.rows import OfFile, ShuffledRows, Together
from auditor.spark.wire import (
    Here,
    Unresolved,
    marks_here,
    relocate_events,
    relocated,
    settled_before,
    unresolved,
)
from auditor.values import Reason, Value, show


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
class FileOutcome:
    """The outcome of reading a file: a ledger for each table, and the rows left over.

    `named` are the games that it names.  `kinds` of event are in it, `headers` are those of its
    tables in the canonical shape, `not_canonical` those of others.  Of the fields by which the log
    is distributed some events leave `unfilled` empty; `subjects` are those of rules of which there
    is one; `blank` are kinds of event, each with a field that no event of the file fills.
    """

    file: DataFile
    sha256: str = ""
    refusals: tuple[Refusal, ...] = ()
    named: frozenset[str] = frozenset()
    ledgers: tuple[Ledger, ...] = ()
    left: Split = field(default_factory=lambda: Split({}, (), ()))
    kinds: frozenset[str] = frozenset()
    headers: frozenset[tuple[str, ...]] = frozenset()
    not_canonical: frozenset[tuple[str, ...]] = frozenset()
    unfilled: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()
    blank: frozenset[tuple[str, str]] | None = None  # where it holds no event


@dataclass(frozen=True, slots=True)
class Judging:
    """An order to judge: the rules of a stage, and the results of earlier stages.

    `blank` are kinds of event, each with a field that none of the whole log fills.  `awaited` are
    the rules of which later stages need to know what they left unsettled; `without` those of which
    the whole log has no subject, and why; `detail` tells of which violations the evidence is kept
    whole.  With `marks`, which earlier stages gave to payments, these are counted.
    """

    program: core.Program
    params: dict[str, Value]
    recorded: frozenset[str]
    blank: frozenset[tuple[str, str]]
    stage: Stage
    without: Mapping[str, tuple[Reason, ...]]
    before: Unresolved
    awaited: frozenset[str]
    profile: bool
    detail: Detail
    marks: Marks | None = None


@dataclass(frozen=True, slots=True)
class JudgedPartition:
    """The answers and the profile of one partition; its payments, and the marks given to some."""

    answers: Mapping[str, RuleAnswers]
    unresolved: Unresolved
    profile: ProfilePart | None
    disagreement: tuple[core.Rule, int, tuple[Event, ...]] | None = None
    marks: Marks = field(default_factory=Marks)
    paid: tuple[Paid, ...] = ()


# ---- reading ----------------------------------------------------------------------------------
NEAR, FAR, FILE = "near", "far", "file"

Bits = tuple[str, int, bytes]
"""Where something goes, into which partition there, and its bytes."""


def shuffle(file: DataFile, reading: Shuffling) -> Iterator[Bits]:
    """The outcome of a file, and its events in partitions."""
    path = Path(file.path)
    tables, refusals = read_tables(path, file.name, reading.options, large=reading.large)
    try:
        yield from _shuffle(file, tables, refusals, reading)
    except NeedsSlowPath:
        [rows] = [table.rows for table in tables]
        assert isinstance(rows, ColumnarRows)
        yield from _shuffle(file, *rows.careful.slow_path(), reading)
    except ChangedFileError as why:
        refused = Refusal(file.name, None, None, None, why.says)
        yield FILE, 0, packed(FileOutcome(file, "", (refused,)))


def _shuffle(
    file: DataFile, tables: list[Table], refusals: list[Refusal], reading: Shuffling
) -> Iterator[Bits]:
    if not reading.options.mapped:
        tables = tables_of_sheets(tables)
    sha256 = tables[0].sha256 if tables else ""
    named, name = frozenset(games_named(tables)), reading.program.name
    if refusals or named > {name}:
        yield FILE, 0, packed(FileOutcome(file, sha256, tuple(refusals), named))
        return
    whole = Split({name: tuple(tables)}, (), ())
    left = whole if named - {name} else split(tables, (name,))
    outcome = FileOutcome(file, sha256, (), named, left=replace(left, tables={}))
    ordered = sorted(left.tables[name], key=lambda table: table.sheet or "")
    for at, table in enumerate(ordered):
        columns, ledger = read_columns(
            (table,), reading.program.vocabulary, reading.recorded, whole=False
        )
        if columns.size:
            number = file.number << _SHEETS | at
            events = OfFile(number, table, columns, ledger, reading.program.vocabulary)
            yield from _events(events, columns, reading)
        outcome = _with(outcome, table, columns, ledger, reading)
    yield FILE, 0, packed(outcome)


_SHEETS = 12
"""Bits for the sheets of one file."""


def _with(
    outcome: FileOutcome, table: Table, columns: Columns, ledger: Ledger, reading: Shuffling
) -> FileOutcome:
    """The outcome of a file with one more of its tables."""
    outcome = replace(outcome, ledgers=(*outcome.ledgers, replace(ledger, log=None)))
    if not columns.size:
        return outcome
    header = table.header if table.source is None else table.source.header
    canonical = "event" in header and columns.fields.keys() <= set(header)
    plan, catalog = reading.plan, Catalog(reading.program, columns, Reasons())
    return replace(
        outcome,
        kinds=outcome.kinds.union(columns.kinds[int(kind)] for kind in np.unique(columns.kind)),
        headers=outcome.headers | ({header} if canonical else set()),
        not_canonical=outcome.not_canonical | (set() if canonical else {header}),
        unfilled=outcome.unfilled.union(
            name for name in (*plan.near, *plan.far) if _leaves_empty(columns, name)
        ),
        subjects=outcome.subjects.union(
            rule.subject for rule in reading.program.rules if catalog.source(rule.subject).size
        ),
        blank=columns.unfilled if outcome.blank is None else outcome.blank & columns.unfilled,
    )


def _leaves_empty(columns: Columns, name: str) -> bool:
    found = columns.fields.get(name)
    return found is None or found.empty is not None


def _events(events: OfFile, columns: Columns, reading: Shuffling) -> Iterator[Bits]:
    plan = reading.plan
    yield from _partitions(NEAR, events, columns, plan.near, reading)
    if plan.reaches:
        mattering = of_kinds(columns, reading.program, plan.reaches)
        yield from _partitions(FAR, events, mattering, plan.far, reading)


def _partitions(
    where: str, events: OfFile, some: Columns, fields: Sequence[str], reading: Shuffling
) -> Iterator[Bits]:
    partitions = _partition_of_each(some, reading.program, fields, reading.partitions)
    for partition in np.unique(partitions):
        rows = packed(events.rows(some.places[partitions == partition]))
        yield where, int(partition), compress(rows, level=1)


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
    rows: list[ShuffledRows] = [unpacked(decompress(part), program) for part in parts]
    together = Together(rows, program.vocabulary, judging.recorded, judging.blank)
    columns = together.columns()
    here = Here(program, together, columns)
    before = settled_before(judging.before, here)
    without = dict(judging.without)
    judge_ = Judge(
        program,
        columns,
        judging.params,
        without,
        reaches_of(program),
        kept=Kept(judging.detail),
        before=before,
    )
    rules = [
        rule
        for rule in program.rules
        if rule.name in stage.rules and rule.name not in judging.without
    ]
    try:
        answers = {rule.name: relocated(own, together) for rule, own in judge_.answers(rules)}
    except DisagreementError as error:
        differing = error.rule, error.place, error.events
        return packed(JudgedPartition({}, Unresolved({}, {}), None, differing))
    small = None
    if judging.profile:
        found = profile_of(
            columns, program.vocabulary, (), may_repeat(program), together.row_numbers()
        )
        small = placed_part(found, columns, together.order)
    left = unresolved(judge_.blockers, judging.awaited, here)
    relocate_events((verdict for own in answers.values() for verdict in own.violations), together)
    marks = judge_.payments
    named = Marks(together.names(marks.places), marks.bits)
    told = JudgedPartition(answers, left, small, marks=named)
    if judging.marks is not None:
        whole = marks.merge(marks_here(judging.marks, together))
        told = replace(told, marks=Marks(), paid=paid(columns, program.vocabulary, whole))
    return packed(told)
