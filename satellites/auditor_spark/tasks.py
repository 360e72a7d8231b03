"""The tasks of a machine: read a file and shuffle its events, or judge one partition."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import field, replace
from pathlib import Path
from zlib import compress, crc32, decompress

import numpy as np

from auditor.engine.evaluate.catalog import Catalog, firsts
from auditor.engine.judge import RuleAnswers
from auditor.engine.locality import bound, reaches_of
from auditor.engine.partition import as_logged
from auditor.engine.processes import packed, unpacked
from auditor.engine.recheck import DisagreementError
from auditor.engine.run import Replay
from auditor.findings.dependencies import may_repeat
from auditor.findings.money import Paid, paid
from auditor.findings.profile import Profile, runs
from auditor.findings.profile_columns import profile_of
from auditor.judge.verdict import Detail
from auditor.language import core
from auditor.log.attribution import Split, games_named, split, tables_of_sheets
from auditor.log.event import Event, Instants
from auditor.log.files.content import ChangedFileError
from auditor.log.files.open import read_tables
from auditor.log.integrity.sorted_rows import SortedError
from auditor.log.mapping.bind import lacked_by_all
from auditor.log.row_columns import ReadOptions
from auditor.log.store.columns import Columns, Intake
from auditor.log.store.columns_of_tables import Everything, read_columns
from auditor.log.store.keys import numbered
from auditor.log.store.vector import Bools, Ints, Reasons, each_once
from auditor.log.table import Refusal, Table
from auditor.messages.message import Message
from auditor.reading import sorted_file
from auditor.request import named_as
from auditor.source import Frozen
from auditor.values import Reason, Value, show
from auditor.watch import quietly
from auditor_spark.rows import LogFacts, OfFile, ShuffledRows, Together


class DataFile(Frozen):
    """A file of the data set: its number by name, the name that output calls it by, its path."""

    number: int
    name: str
    path: str


class Shuffling(Frozen):
    """How the files are read, of a `large` log in columns, and the number of partitions: events
    that agree on some fields (`cut_by`) are in one.
    """

    program: core.Program
    options: ReadOptions
    recorded: Collection[str] | Everything
    cut_by: tuple[str, ...]
    large: bool
    partitions: int


def parted_by(program: core.Program) -> tuple[str, ...]:
    """The fields by which a log is distributed: on which all agrees that matters to any subject, to
    the law and to the profile.
    """
    vocabulary, reaches = program.vocabulary, reaches_of(program)
    under = {rule.underlies for rule in program.rules} | {vocabulary.law_scope}
    bounds = [bound(rule, reaches.of(rule)) for rule in program.rules]
    bounds += [frozenset(vocabulary.scopes[name].fields) for name in under if name is not None]
    bounds += [frozenset(within) for within in runs(vocabulary)]
    return tuple(sorted(set(vocabulary.context).intersection(*bounds)))


class ToldRows(Frozen):
    """The events of a table by what tells where they belong, and into which partition they went;
    those that are in doubt are whole.
    """

    rows: ShuffledRows
    partitions: Ints
    in_doubt: tuple[Event, ...]


class PartitionPlaces(Frozen):
    """Where the events of a partition stand in the log, by the numbers of their tables, and the
    instants there of which the order is only likely.
    """

    places: Mapping[int, Ints]
    instants: Instants


class FileOutcome(Frozen):
    """The outcome of reading a file: an intake for each table, and the rows left over.

    `named` are the games that it names.  `kinds` of event are in it, `headers` are those of its
    tables in the canonical shape, `not_canonical` those of others.  Of the fields by which the log
    is distributed some events fill those that are `filled`, and some leave empty those that are
    `unfilled`; `subjects` are those of rules of which there
    is one; `blank` are kinds of event, each with a field that no event of the file fills; `unused`
    columns of scopes that cannot be believed, `unkept` those of what must be and is not in some
    table.  `told` says where the events belong; `refused` says
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
    filled: frozenset[str] = frozenset()
    unfilled: frozenset[str] = frozenset()
    subjects: frozenset[str] = frozenset()
    blank: frozenset[tuple[str, str]] | None = None  # where it holds no event
    unused: frozenset[str] = frozenset()
    unkept: frozenset[str] = frozenset()
    told: tuple[ToldRows, ...] = ()
    refused: Message | None = None
    lacking: Mapping[str, Refusal] = field(default_factory=dict)


class Judging(Frozen):
    """An order to judge.

    `log` is what is known of the whole log, which is judged `as_logged`: as it stands, lacking
    nothing, and without a profile.  `without` are the rules of which the whole log has no subject,
    and why; `detail` tells of which violations the evidence is kept whole.
    """

    program: core.Program
    params: dict[str, Value]
    log: LogFacts
    without: dict[str, tuple[Reason, ...]]
    detail: Detail
    as_logged: bool


class JudgedPartition(Frozen):
    """The answers of one partition; its profile and its payments, unless it is judged as logged."""

    answers: Mapping[str, Sequence[RuleAnswers]]
    profile: Profile | None = None
    paid: tuple[Paid, ...] = ()
    disagreement: tuple[core.Rule, int, tuple[Event, ...]] | None = None


# ---- reading ----------------------------------------------------------------------------------
FILE = -1
"""The partition of no event: of the outcomes of files."""

Bits = tuple[int, bytes]
"""The partition into which something goes, and its bytes."""


def shuffle(file: DataFile, reading: Shuffling) -> Iterator[Bits]:
    """The outcome of a file, and its events in partitions."""
    try:
        path = Path(file.path)
        tables, refusals = read_tables(path, file.name, reading.options, large=reading.large)
        yield from _shuffle(file, tables, refusals, reading)
    except ChangedFileError as why:
        refused = Refusal(file.name, None, None, None, why.says)
        yield FILE, compress(packed(FileOutcome(file, "", (refused,))))
    except SortedError as error:
        [says] = sorted_file(error).says
        yield FILE, compress(packed(FileOutcome(file, refused=says)))


def _shuffle(
    file: DataFile, tables: list[Table], refusals: list[Refusal], reading: Shuffling
) -> Iterator[Bits]:
    if reading.options.names_tables:
        tables = tables_of_sheets(tables)
    sha256 = tables[0].sha256 if tables else ""
    named, name = frozenset(games_named(tables)), reading.program.name
    own = named_as(reading.program, named)
    if refusals or (own and named > own):
        yield FILE, compress(packed(FileOutcome(file, sha256, tuple(refusals), named)))
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
            in_doubt = tuple(columns.events(np.flatnonzero(columns.doubtful)))
            told = ToldRows(events.telling(), partitions, in_doubt)
            outcome = replace(outcome, told=(*outcome.told, told))
    yield FILE, compress(packed(outcome), level=1)


_SHEETS = 12
"""Bits for the sheets of one file."""


def _read(number: int, table: Table, reading: Shuffling) -> tuple[Columns, Intake, OfFile]:
    """The columns, the intake and the events of a table."""
    vocabulary = reading.program.vocabulary
    columns, intake = read_columns((table,), vocabulary, reading.recorded, part=True)
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
    catalog = Catalog(reading.program, columns, Reasons())
    empty = {name: _left_empty(columns, name) for name in reading.cut_by}
    return replace(
        outcome,
        headers=outcome.headers | ({header} if canonical else set()),
        not_canonical=outcome.not_canonical | (set() if canonical else {header}),
        filled=outcome.filled.union(name for name in empty if not empty[name].all()),
        unfilled=outcome.unfilled.union(name for name in empty if empty[name].any()),
        subjects=outcome.subjects.union(
            rule.subject
            for rule in reading.program.rules
            if catalog.missing(rule.subject) is None and catalog.source(rule.subject).size
        ),
        blank=columns.unfilled if outcome.blank is None else outcome.blank & columns.unfilled,
        unused=outcome.unused | intake.unused,
        unkept=outcome.unkept | columns.lacking.difference(reading.program.vocabulary.context),
    )


def _left_empty(columns: Columns, name: str) -> Bools:
    """Which events leave a field empty; one answer where it is the same for all."""
    found = columns.fields.get(name)
    return np.array(True) if found is None else found.empty


def dealt(events: OfFile, partitions: Ints) -> Iterator[Bits]:
    """The events of a table in the partitions into which they go."""
    for partition in each_once(partitions).tolist():
        rows = events.rows(np.flatnonzero(partitions == partition))
        yield partition, compress(packed(rows), level=1)


def partitions_of(columns: Columns, reading: Shuffling) -> Ints:
    """The partition of each event: one for all that agree on the fields by which the log is
    distributed, on whichever machine.
    """
    there = [name for name in reading.cut_by if name in columns.fields]
    found = [columns.fields[name] for name in there]
    keys = numbered([own.key() for own in found], columns.size)
    first = firsts(keys.ids, keys.count)
    partition = np.zeros(keys.count, np.int64)
    types = reading.program.vocabulary.fields
    for at in first:
        told = [
            (name, own.value(types[name], int(at), columns.lexicons))
            for name, own in zip(there, found, strict=True)
        ]
        values = [(name, show(value)) for name, value in told if value is not None]
        partition[keys.ids[at]] = crc32(repr(values).encode()) % reading.partitions
    return partition[keys.ids]


# ---- judging ----------------------------------------------------------------------------------
def judge(parts: Sequence[bytes], judging: Judging) -> bytes:
    """The answers of the rules over a partition of events."""
    program = judging.program
    found = [unpacked(decompress(part), program) for part in parts]
    [placed] = (own for own in found if isinstance(own, PartitionPlaces))
    rows = [own for own in found if isinstance(own, ShuffledRows)]
    places = [placed.places[own.file] for own in rows]
    together = Together(rows, places, program.vocabulary, judging.log)
    columns = replace(together.columns(), instants=placed.instants)
    logged = as_logged(columns)
    if judging.as_logged:
        columns = logged
    judged = replace(program, statistics=())
    replay = Replay(judged, columns, judging.params, judging.detail, without=judging.without)
    try:
        with quietly():
            answers, _ = replay.answers()
    except DisagreementError as error:
        differing = error.rule, error.place, error.events
        return packed(JudgedPartition({}, disagreement=differing))
    if judging.as_logged:
        return packed(JudgedPartition(answers))
    small = _profile(logged if columns.suspicious.any() else columns, together, program)
    sums = paid(columns, program.vocabulary, replay.payments)
    return packed(JudgedPartition(answers, small, sums))


def _profile(columns: Columns, together: Together, program: core.Program) -> Profile:
    numbers = together.row_numbers()[np.isin(together.places, columns.places)]
    return profile_of(columns, program.vocabulary, (), may_repeat(program), numbers)
