"""Where a file begins in what it does not open, or ends in what it does not close."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from auditor.language.core import Interval, Vocabulary
from auditor.log.damage.extracts import Break
from auditor.log.damage.outline import FileOutline, Outline, stays
from auditor.log.damage.suspects import Scopes, scope_columns


class Stays:
    """Where each file begins in what it does not open, or ends in what it does not close."""

    def __init__(self, outline: Outline, vocabulary: Vocabulary) -> None:
        self._outline, self._names = outline, scope_columns(vocabulary).names
        self._intervals, self._of = stays(vocabulary), outline.stays

    def widest(self, file: FileOutline) -> Interval | None:
        """The widest interval of which a file records that it opens or closes."""
        return next((own for own in self._intervals if {own.start, own.end} & {*file.kinds}), None)

    def breaks(self, file: FileOutline, widest: Interval, *, long: bool) -> Iterator[Break]:
        """Those of the widest scope in one file.  Within the log, rows are missing only where one
        scope is not closed and one after it is not opened.
        """
        every = self._of[widest.name]
        own = {self._outline.key(at, widest) for at in file.telling}
        here = [(key, every[key]) for key in every if key in own]
        opened, closed = file.kinds.get(widest.start), file.kinds.get(widest.end or "")
        late = [
            (key, stay)
            for key, stay in here
            if stay.begins == widest.end or (not stay.begins and stay.first == file.first)
        ]
        early = [
            (key, stay)
            for key, stay in here
            if stay.ends == widest.start or (not stay.ends and stay.last == file.last)
        ]
        for key, stay in late:
            at_start = closed is None or closed[0] >= stay.first
            if at_start or any(other.last < stay.first for _, other in early):
                yield Break(stay.first, self._open(widest, key, file, at_start=True))
        for key, stay in early:
            at_end = (closed or long) and (opened is None or opened[1] <= stay.last)
            if at_end or any(other.first > stay.last for _, other in late):
                yield Break(stay.last + 1, self._open(widest, key, file, at_start=False))

    def between(self, widest: Interval) -> Iterator[Break]:
        """Those between two narrower scopes, of which one is not closed and the one that begins
        right below it is not opened.
        """
        for interval in self._intervals[self._intervals.index(widest) + 1 :]:
            every = self._of[interval.name].values()
            early = {own.last for own in every if own.ends == interval.start}
            for own in every:
                if own.begins == interval.end and own.first - 1 in early:
                    ends = own.first - 1, own.first
                    narrow = dict.fromkeys(self._place(at) for at in ends)
                    wide = dict.fromkeys(self._place(at, widest) for at in ends)
                    yield Break(own.first, (*narrow, *wide))

    def shut(self) -> Iterator[Break]:
        """Those of a log without times whose rows were sorted: what opens a scope and what closes
        it stand together, and all that happened between stands above them or below.
        """
        for interval in self._intervals if not self._outline.timed else ():
            for key, own in self._of[interval.name].items():
                if own.shut > 0:
                    named = dict(zip(interval.keys, key, strict=True))
                    places = (tuple(named.get(name) for name in self._names),)
                    kinds = frozenset({interval.start})
                    yield from (Break(at, places, kinds=kinds) for at in (own.first, own.shut + 1))

    def _place(self, at: int, within: Interval | None = None) -> Scopes:
        values = self._outline.values(at)
        told = self._names if within is None else within.keys
        return tuple(values.get(name) if name in told else None for name in self._names)

    def cut(self, at: int, *, at_start: bool) -> bool:
        """Whether the narrowest scope around a row is closed and not opened, or the reverse; or
        neither, where others are.
        """
        for interval in reversed(self._intervals):
            every = self._of[interval.name]
            stay = every.get(self._outline.key(at, interval))
            if stay is not None:
                if not stay.begins:
                    return any(own.begins for own in every.values())
                return stay.begins == interval.end if at_start else stay.ends == interval.start
        return False

    def files(self) -> Mapping[Scopes, set[str]]:
        """The files in which each place has rows: those of a table may be cut over several."""
        found: dict[Scopes, set[str]] = defaultdict(set)
        for file in self._outline.files:
            for at in file.telling:
                values = self._outline.values(at)
                place = tuple(values.get(name) for name in self._names)
                found[place].add(self._outline.row(at).file)
        return found

    def _open(
        self, widest: Interval, key: Scopes, file: FileOutline, *, at_start: bool
    ) -> tuple[Scopes, ...]:
        """The places of a scope that are open where its rows begin or end."""
        whole = dict(zip(widest.keys, key, strict=True))
        found = {tuple(whole.get(name) for name in self._names): None}
        for at in file.telling:
            own = self._outline.key(at, widest)
            if own == key and not self._is_whole(at, widest, at_start=at_start):
                values = self._outline.values(at)
                found[tuple(values.get(name) for name in self._names)] = None
        return tuple(found)

    def _is_whole(self, at: int, widest: Interval, *, at_start: bool) -> bool:
        for interval in self._intervals[self._intervals.index(widest) + 1 :]:
            stay = self._of[interval.name].get(self._outline.key(at, interval))
            if stay is not None:
                return stay.begins == interval.start if at_start else stay.ends == interval.end
        return False
