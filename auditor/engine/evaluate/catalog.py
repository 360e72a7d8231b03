"""All the relations of one log, each made when a rule first asks for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from auditor.engine.evaluate.relations import LogFields, Relation
from auditor.engine.evaluate.sources import Groups, Spans, Streams, Union
from auditor.language import core
from auditor.language.core import ANY_EVENT
from auditor.log.coded import first_places
from auditor.log.integrity.suspects import scope_columns
from auditor.log.store.columns import Columns
from auditor.log.store.keys import Column, Keys, SortedItems, no_values, numbered
from auditor.log.store.times import local_days
from auditor.log.store.vector import NOWHERE, Bools, Ints, Reasons, if_any, whole
from auditor.values import Reason, Unknown


class Catalog(LogFields):
    """All the sources of one log, each made when it is first asked for."""

    def __init__(self, program: core.Program, columns: Columns, reasons: Reasons) -> None:
        super().__init__(program, columns, reasons)
        self._sources: dict[str, Relation] = {}
        self._unions: dict[tuple[str, ...], Relation] = {}
        self._sorted: dict[tuple[str, ...], SortedItems] = {}

    def close(self) -> None:
        """Lets go of all that was worked out."""
        vars(self).clear()

    # ---- rows in order ----------------------------------------------------------------------
    def sorted(self, fields: tuple[str, ...]) -> SortedItems:
        """All rows of the log in the order of those numbers."""
        if fields not in self._sorted:
            keys, rows = self.columns.numbered(fields), np.arange(self.columns.size)
            self._sorted[fields] = SortedItems(rows, keys.ids, rows, keys.count, len(rows))
        return self._sorted[fields]

    @cached_property
    def local_days(self) -> Ints | None:
        """The calendar day of each row that has a time; None where no row has."""
        times = self.columns.fields.get("time")
        return None if times is None else local_days(times.vector)

    @cached_property
    def openings(self) -> tuple[Keys, Ints] | None:
        """The rows numbered by the scope of the law, and for each number the first row that has a
        time: its day tells which law applies there.  None where no scope is declared.
        """
        scope = self.program.vocabulary.law_scope
        if scope is None:
            return None
        own = self.program.vocabulary.scopes[scope]
        timed = eligible(self.columns, ("time", *own.needs))
        keys = self.columns.numbered(own.fields)
        first = np.full(keys.count, -1, np.int64)
        first[keys.ids[timed[::-1]]] = timed[::-1]
        return keys, first

    def opening(self, source: Relation, at: Ints | None) -> Ints | None:
        """For some items of a source the row that opens the law that applies to each, -1 for none;
        None where no scope is declared.
        """
        scope = self.program.vocabulary.law_scope
        if self.openings is None or scope is None:
            return None
        keys, first = self.openings
        fields = self.program.vocabulary.scopes[scope].fields
        if all(map(source.plain, fields)):
            return first[keys.ids[source.rows if at is None else source.rows[at]]]
        size = source.size if at is None else len(at)
        columns = [source.key_values(name) for name in fields]
        ids = keys.find(columns if at is None else [own.at(at) for own in columns], size)
        return np.where(ids >= 0, first[ids], -1) if len(first) else ids

    # ---- sources ----------------------------------------------------------------------------
    def of(self, names: tuple[str, ...]) -> Relation:
        """The items of one or of several sources in their order."""
        if len(names) == 1:
            return self.source(names[0])
        if names not in self._unions:
            self._unions[names] = Union(self, [self.source(name) for name in names])
        return self._unions[names]

    def source(self, name: str) -> Relation:
        """The items of one source; instances of a scope are groups as well."""
        if name not in self._sources:
            self._sources[name] = self._make(name)
        return self._sources[name]

    def _make(self, name: str) -> Relation:
        vocabulary, columns = self.program.vocabulary, self.columns
        if name == ANY_EVENT:
            return Relation(self, name, np.arange(columns.size))
        if name in vocabulary.kinds:
            return Relation(self, name, columns.rows_of(name))
        if name in vocabulary.streams:
            return Streams(self, vocabulary.streams[name])
        if name in vocabulary.intervals:
            interval = vocabulary.intervals[name]
            return Spans(self, interval, self.source(interval.end))
        record = self.program.records.get(name)
        if record is None:
            scope = vocabulary.scopes[name]
            return self._grouped(name, scope.fields, scope.needs, None)
        if record.of_events:
            items = self.source(record.over[0])
            places = np.arange(items.size)
            return Groups(self, name, items.rows, record.keys, record=record, items=(items, places))
        if not record.over:
            return self._grouped(name, record.keys, record.needs, record)
        return self._over(record)

    def _grouped(
        self,
        name: str,
        fields: tuple[str, ...],
        needs: tuple[str, ...],
        record: core.Record | None,
    ) -> Groups:
        """The events that agree on some fields; those in doubt make groups that are in doubt."""
        rows = eligible(self.columns, needs)
        keys = self.columns.numbered(fields)
        first = rows[firsts(keys.ids[rows], keys.count)]
        if not self.columns.doubtful.any():
            return Groups(self, name, first, fields, record=record)
        every = self.source(ANY_EVENT)
        more = self._in_doubt(every, fields, needs, keys.ids, keys.ids[first])
        rows = np.append(first, more)
        order = np.argsort(rows, kind="stable")
        in_doubt = if_any(order >= len(first))
        return Groups(self, name, rows[order], fields, record=record, in_doubt=in_doubt)

    def _over(self, record: core.Record) -> Groups:
        """A row for every value of the keys that any item of some sources shows."""
        items = self.of(record.over)
        fit = whole(~items.doubtful, items.size)
        for need in record.needs:
            found = items.raw(need)
            fit = fit & (NOWHERE if found is None else ~found.empty)
        places = np.flatnonzero(fit)
        if all(items.plain(name) for name in record.keys):
            keys = self.columns.numbered(record.keys)
            ids = keys.ids[items.rows]
        else:
            keys = numbered([items.key_values(name) for name in record.keys], items.size)
            ids = keys.ids
        first = places[firsts(ids[places], keys.count)]
        in_doubt = NOWHERE
        if items.doubtful.ndim:
            more = self._in_doubt(items, record.keys, record.needs, ids, ids[first])
            chosen = np.append(first, more)
            order = np.argsort(chosen, kind="stable")
            first, in_doubt = chosen[order], if_any(order >= len(first))
        return Groups(
            self,
            record.name,
            items.rows[first],
            record.keys,
            record=record,
            items=(items, first),
            in_doubt=in_doubt,
        )

    @staticmethod
    def _in_doubt(
        items: Relation, keys: Sequence[str], needs: Sequence[str], ids: Ints, known: Ints
    ) -> Ints:
        """The items in doubt that make a group: the first with keys that no certain item has, and
        each of which a key is lost, once for each row.
        """
        fit = items.doubtful
        for need in needs:
            found = items.raw(need)
            fit = fit & (items.lost(need) | (NOWHERE if found is None else ~found.empty))
        without = np.zeros(items.size, bool)
        for key in keys:
            without |= items.lost(key)
        told = np.flatnonzero(fit & ~without & ~np.isin(ids, known))
        once = told[np.unique(ids[told], return_index=True)[1]]
        apart = np.flatnonzero(fit & without)
        own = ids[apart] * (int(items.rows.max(initial=0)) + 1) + items.rows[apart]
        return np.sort(np.append(once, apart[np.unique(own, return_index=True)[1]]))

    # ---- what the log records ---------------------------------------------------------------
    def is_recorded(self, kind: str) -> bool:
        """Whether the absence of such an event means that it did not happen."""
        return self.facts.is_recorded(kind, self.columns.recorded)

    def missing(self, subject: str) -> tuple[Reason, ...] | None:
        """Why there is no item of a source at all, where that is for want of records."""
        why = self.facts.why_no_subject(subject, self.columns.recorded)
        if not why:
            return None
        scope = self.program.vocabulary.scopes.get(subject)
        if scope is not None:
            in_doubt = self.columns.doubtful.any() and self._judged(subject)
            return None if in_doubt or fitting(self.columns, scope.needs).any() else why
        return None if self._judged(subject) else why

    def _judged(self, subject: str) -> bool:
        """Whether a source has any item but those that stand for rows which the log lacks."""
        source = self.source(subject)
        return source.size > 0 and not source.unlogged.all()

    def lacking(self, rule: core.Rule) -> tuple[Reason, ...] | None:
        """Why a rule cannot be judged at all: no event fills a key of a scope it looks at, or no
        subject a field that all are to have and that it asks them for.
        """
        names = [*self.facts.unknown_keys(rule, self.columns.lacking)]
        for kind, node in self.facts.asked_of_subjects(rule):
            assert isinstance(node.part, core.Field)
            if _is_unfilled(self.source(rule.subject), kind, node.part.name):
                names.append(node.part.name)
        return Unknown(tuple(Reason("empty", name) for name in names)).reasons if names else None

    def mixed(self, source: Relation) -> Bools:
        """The items that belong, or may belong, where the log mixes several scopes under one
        name.
        """
        total = NOWHERE
        names = scope_columns(self.program.vocabulary).names
        for place in self.columns.mixed:
            here = np.ones(source.size, bool)
            for name, value in zip(names, place, strict=True):
                own = self._named(source, name)
                fits = own.empty
                if value is not None:
                    kind = self.program.vocabulary.fields[name]
                    fits = fits | (own.values == self.columns.lexicons.of(kind).code(value))
                here &= fits
            total = total | here
        return total

    def _named(self, source: Relation, name: str) -> Column:
        """A field by which the items of a source are told from others, if they have it."""
        if isinstance(source, Groups) and (source.record is None or not source.record.of_events):
            return source.key_values(name)
        found = self.raw(name, source.rows)
        return no_values(source.size) if found is None else found.key()

    def unrecorded(self, sources: tuple[str, ...]) -> int:
        """The number of the reasons for which nothing follows from the absence of items; else 0."""
        kinds = self.facts.unrecorded(sources, self.columns.recorded)
        return self.not_recorded(dict.fromkeys(kinds))

    def not_recorded(self, kinds: Mapping[str, None]) -> int:
        if not kinds:
            return 0
        return self.reasons.code(*(Reason("not_recorded", kind) for kind in kinds))


def _is_unfilled(source: Relation, kind: str, name: str) -> bool:
    """Whether a kind has items, but for those that the log lacks, and none has a field."""
    columns, found = source.log.columns, source.raw(name)
    lost = source.lost(name) | source.unknown(name)
    there = (columns.kind[source.rows] == columns.kinds.index(kind)) & ~source.unlogged
    filled = lost if found is None else lost | ~found.empty
    return bool(there.any()) and not (filled & there).any()


def eligible(columns: Columns, needs: Sequence[str]) -> Ints:
    """The rows that were not set aside and fill some fields."""
    return np.flatnonzero(fitting(columns, needs))


def fitting(columns: Columns, needs: Sequence[str]) -> Bools:
    """Whether each row was not set aside and fills some fields."""
    fit = ~columns.doubtful
    for need in needs:
        fit &= columns.has_value(need)
    return fit


def firsts(ids: Ints, count: int) -> Ints:
    """Where each number occurs first, in that order."""
    first = first_places(ids, count)
    marked = np.zeros(len(ids), bool)
    marked[first[first >= 0]] = True
    return np.flatnonzero(marked)
