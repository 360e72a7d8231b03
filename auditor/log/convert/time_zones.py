"""Moments put together from days and times of day: past midnight, and through the clock change."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from auditor.log.cell import Cell, stood
from auditor.log.convert.conventions import Conventions
from auditor.log.convert.dates import DAY, USUAL, stamp
from auditor.messages.message import message

When = datetime | date
"""A moment; the day alone where nobody wrote the hour."""


@dataclass(frozen=True, slots=True)
class Clock:
    """How the times of a file are to be taken.

    `day_begins`: the days of the file are gaming days that begin at this hour, so that an earlier
    hour is one of the next morning; without it they are those of the calendar.
    """

    conventions: Conventions
    day_begins: timedelta | None = None
    _days: dict[tuple[str, bool], str] = field(default_factory=dict)
    _offsets: dict[str | None, str] = field(default_factory=dict)

    def written(self, text: str) -> str | None:
        """The moment that one cell makes, as the canonical log writes it; None where it makes none.

        Of usual times each day and each offset is read once.
        """
        usual = USUAL.fullmatch(text)
        if usual is None:
            found = self.moment([text])
            return None if found is None else found.isoformat()
        day, _, clock, offset = usual.groups()
        key = day, self.day_begins is not None and _since_midnight(clock) < self.day_begins
        if key not in self._days or offset not in self._offsets:
            found = self.moment([text])
            if found is None:
                return None
            canonical = found.isoformat()
            self._days[key], self._offsets[offset] = canonical[:10], canonical[19:]
        return f"{self._days[key]}T{clock}{self._offsets[offset]}"

    def moment(self, texts: Sequence[str]) -> When | None:
        """The moment that some cells make together, or the day if none tells an hour; None where
        they make neither.
        """
        day: date | None = None
        clock: timedelta | None = None
        offset = None
        for text in texts:
            found = stamp(text.strip(), self.conventions.epoch)
            if found is None:
                return None
            own = found.day(self.conventions.order)
            if found.days and own is None:
                return None
            # The cell of a day may say midnight, that of an hour the first day of a spreadsheet.
            if own is not None and day is None:
                day = own
            if found.clock is not None and (clock is None or not clock):
                clock = found.clock
            offset = offset or found.offset
        if day is None or clock is None:
            return day
        if self.day_begins is not None and clock < self.day_begins:
            clock += DAY
        return datetime.combine(day, time(), offset) + clock

    def gaming_day(self, moment: When) -> date:
        """The day on which the evening of a moment began; it turns at noon if nothing is told."""
        if not isinstance(moment, datetime):
            return moment
        begins = timedelta(hours=12) if self.day_begins is None else self.day_begins
        return (moment.replace(tzinfo=None) - begins).date()


def _since_midnight(clock: str) -> timedelta:
    hours, minutes, seconds = map(int, clock.split(":"))
    return timedelta(hours=hours, minutes=minutes, seconds=seconds)


def zoned(moments: Sequence[When], zone: ZoneInfo) -> list[When] | None:
    """Local times of one clock in their order, each with its offset.

    Of an hour that the clock shows twice, times belong to the first showing until one goes back.
    None where none goes back: then nothing tells which showing is meant.
    """
    found: list[When] = []
    latest: datetime | None = None
    undecided = False
    for moment in moments:
        own = moment
        if isinstance(moment, datetime) and moment.tzinfo is None:
            first, second = (moment.replace(tzinfo=zone, fold=normalise) for normalise in (0, 1))
            twice = first.utcoffset() != second.utcoffset() and _exists(first)
            back = latest is not None and first.astimezone(UTC) < latest
            own = second if twice and back else first
            if twice:
                undecided = not back
            elif undecided and latest is not None:
                return None
        if isinstance(own, datetime):
            latest = own.astimezone(UTC) if latest is None else max(latest, own.astimezone(UTC))
        found.append(own)
    return None if undecided else found


def _exists(moment: datetime) -> bool:
    """False for a time that the clock never shows: it leaves out an hour in spring."""
    there = moment.astimezone(UTC).astimezone(moment.tzinfo)
    return there.replace(tzinfo=None) == moment.replace(tzinfo=None)


Timed = tuple[list[str], When | None]
"""The cells of an event, and the moment that its row tells."""

UNDECIDED = message("note.hour_twice")


def set_offsets(events: Iterable[Timed], zone: ZoneInfo, at: Mapping[str, int]) -> bool:
    """Write each time with its offset, the clock of each table by itself; False where an hour is
    shown twice and nothing tells which showing is meant: then no time of the file has one.

    `at` are the places of the columns.
    """
    tables: dict[tuple[str, ...], list[tuple[list[str], When]]] = {}
    for cells, moment in events:
        place = tuple(cells[at[name]] for name in ("casino", "table") if name in at)
        if moment is not None:
            tables.setdefault(place, []).append((cells, moment))
    found = [zoned([moment for _, moment in timed], zone) for timed in tables.values()]
    for timed, moments in zip(tables.values(), found, strict=True):
        if None in found or moments is None:
            return False
        for (cells, _), moment in zip(timed, moments, strict=True):
            time = cells[at["time"]]
            cells[at["time"]] = Cell(moment.isoformat(), *stood("time", time))
    return True


_TOLD = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T")


def with_offset(time: str, zone: ZoneInfo) -> str | None:
    """A time as `Clock` writes it, with its offset; what is no time of a day stays as it is.

    None for one of an hour that the clock shows twice: then the times around it tell which.
    """
    if not _TOLD.match(time):
        return time
    try:
        moment = datetime.fromisoformat(time)
    except ValueError:
        return time
    found = zoned([moment], zone)
    return None if found is None else found[0].isoformat()
