"""A data set as a whole: the process that deals out the work puts the events of all files in the
order of the log, and finds what the log lacks, by what tells where events belong alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from zlib import compress

import numpy as np

from auditor.engine.processes import packed
from auditor.language.core import Vocabulary
from auditor.log.event import NO_INSTANTS, Event, Log, Row
from auditor.log.integrity.breaks import missing_in
from auditor.log.integrity.scope_runs import mixed_places
from auditor.log.integrity.scopes import lacking_keys
from auditor.log.integrity.spellings import renamed, unplaced
from auditor.log.integrity.suspects import Scopes
from auditor.log.merge_files import put_together
from auditor.log.store.columns import Columns
from auditor.log.store.typed_rows import columns_of
from auditor.log.store.vector import Bools, Ints, each_once
from auditor.log.table import Table
from auditor_spark.rows import LogFacts, OfFile, Together
from auditor_spark.tasks import Bits, PartitionPlaces, Shuffling, ToldRows, dealt, partitions_of

MISSING = -1
"""The number of no file: of events in doubt that rows which the log lacks may be."""


class NotInPartsError(Exception):
    """A log that one process has to judge, since only all rows together tell what they mean."""


class WholeLog:
    """The order of the events of a data set, and what it lacks.

    `told` are the events of each table, in the order of their names; `declared` are the kinds of
    event of which the absence means that they did not happen.  Raises NotInPartsError of a log in
    which names mislead: what they stand for is told by all rows together.
    """

    def __init__(
        self, told: Sequence[ToldRows], reading: Shuffling, declared: Collection[str]
    ) -> None:
        self._told, self._reading = told, reading
        self._vocabulary = reading.program.vocabulary
        sizes = [own.rows.size for own in told]
        self._starts = np.cumsum([0, *sizes])
        self.instants, self._order = NO_INSTANTS, np.arange(self._starts[-1])
        self.missing: tuple[Event, ...] = ()
        self.lacking, self.mixed = frozenset[str](), frozenset[Scopes]()
        if told:
            self._put_in_order(declared)
        self._places = np.empty(len(self._order), np.int64)
        self._places[self._order] = np.arange(len(self._order))

    def _put_in_order(self, declared: Collection[str]) -> None:
        vocabulary = self._vocabulary
        every = np.split(self._order, self._starts[1:-1])
        facts = LogFacts(frozenset(), frozenset())
        rows = Together([own.rows for own in self._told], every, vocabulary, facts).columns()
        _refuse_misleading(rows, vocabulary)
        doubtful = rows.doubtful
        order = put_together(every, rows, doubtful)
        assert order.rows is not None
        self._order = order.rows
        view = rows.said_in(order.rows)
        view.doubtful = doubtful[order.rows]
        self.lacking, self.mixed = (lacking_keys(view, vocabulary), mixed_places(view, vocabulary))
        found = missing_in(view, vocabulary, declared, self._files(~doubtful), self._row_at)
        more = rows.size + np.arange(len(found))
        self._order = np.insert(order.rows, [at for at, _ in found], more)
        self.missing = tuple(event for _, event in found)
        self.instants = order.instants(self._order)

    def _files(self, certain: Bools) -> list[Ints]:
        """The certain rows of each file, in the order of the log."""
        file_of = np.searchsorted(self._starts, self._order, side="right") - 1
        file_of[~certain[self._order]] = -1
        found = [np.flatnonzero(file_of == at) for at in range(len(self._told))]
        return sorted((own for own in found if len(own)), key=lambda own: int(own[0]))

    def _row_at(self, at: int) -> Row:
        """A row by its name, without its cells."""
        row = int(self._order[at])
        file = int(np.searchsorted(self._starts, row, side="right")) - 1
        own = self._told[file].rows
        number, table = int(own.lines[row - self._starts[file]]), own.table
        return Row(table.file, table.sheet, number, (), (), table.lines.of(number))

    # ---- what became of it ------------------------------------------------------------------
    @property
    def is_whole(self) -> bool:
        """Whether the log lacks no row, and none stands twice or out of place."""
        rows = [own.rows for own in self._told]
        aside = any(own.unlogged.any() or own.suspicious.any() for own in rows)
        return not self.missing and not aside

    def in_doubt(self) -> list[Event]:
        """The events in doubt, in the order of the log."""
        found: dict[int, Event] = {}
        for own, start in zip(self._told, self._starts.tolist(), strict=False):
            if own.rows.doubtful.any():
                rows = start + np.flatnonzero(own.rows.doubtful)
                found.update(zip(self._places[rows].tolist(), own.in_doubt, strict=True))
        more = self._places[self._starts[-1] :].tolist()
        found.update(zip(more, self.missing, strict=True))
        return [found[place] for place in sorted(found)]

    def is_placed(self, fields: Collection[str]) -> bool:
        """Whether each event in doubt says in which part it is, where parts differ in `fields`."""
        return all(own.lost.isdisjoint(fields) for own in self.in_doubt())

    def placed(self) -> Iterator[Bits]:
        """The events that missing rows may be, in their partitions; and of each partition where its
        events stand in the log.
        """
        told = {own.rows.file: own.partitions for own in self._told}
        bounds = np.append(self._starts, len(self._order))
        if self.missing:
            columns, events = self._events()
            told[MISSING] = partitions_of(columns, self._reading)
            yield from dealt(events, told[MISSING])
        places = {
            file: self._places[low:high]
            for file, low, high in zip(told, bounds.tolist(), bounds[1:].tolist(), strict=False)
        }
        every: dict[int, dict[int, Ints]] = {}
        for file, own in told.items():
            for partition in each_once(own).tolist():
                every.setdefault(partition, {})[file] = places[file][own == partition]
        for partition, found in every.items():
            placed = PartitionPlaces(found, self.instants.around(np.concatenate([*found.values()])))
            yield partition, compress(packed(placed), level=1)

    def _events(self) -> tuple[Columns, OfFile]:
        """The events that missing rows may be, as columns."""
        for at, event in enumerate(self.missing):
            event.place = at
        log = Log(self.missing, frozenset(), (), ())
        columns = columns_of(log, self._vocabulary)
        table = Table("", None, "", None, (), 1, (), (), ())
        return columns, OfFile(MISSING, table, columns, self._vocabulary)


def _refuse_misleading(rows: Columns, vocabulary: Vocabulary) -> None:
    """Raises NotInPartsError of a log in which one name is written in several ways, or that does
    not say where some kind of event belongs.
    """
    kind = rows.kind.astype(np.int64)
    kind[rows.doubtful] = -1
    if renamed(rows, (), vocabulary) or unplaced(replace(rows, kind=kind), vocabulary):
        raise NotInPartsError
