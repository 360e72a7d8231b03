"""An establishment's evenings: tables that open, play coups and close, interleaved in time.

What is played at a table is the business of the game; here is only when.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from heapq import heappop, heappush, merge
from operator import itemgetter
from random import Random
from typing import Protocol

from auditor_simulators.common.notation import instant, iso, local_date, season
from auditor_simulators.protocol import Plan, Row

Timed = tuple[int, Row]
"""A row and its instant, in seconds since 1970."""


class Pen:
    """Writes the rows of one table, or of the house, at a time that only goes forward."""

    __slots__ = ("at", "context", "rng", "written")

    def __init__(self, context: Row, at: int, rng: Random) -> None:
        self.context = context
        self.at = at
        self.rng = rng
        self.written: list[Timed] = []

    def __call__(self, event: str, **cells: str) -> Row:
        row = {"time": iso(self.at), **self.context, "event": event, **cells}
        self.written.append((self.at, row))
        return row

    def wait(self, least: int, most: int) -> None:
        """Let between so many seconds pass."""
        self.at += least + int(self.rng.random() * (most - least + 1))

    def one_by_one(self, event: str, settled: Iterable[Row], **more: str) -> None:
        """Each stake for itself, and no two alike in the same second."""
        seen: list[Row] = []
        for cells in settled:
            self.wait(int(cells in seen), 2)
            seen.append(cells)
            self(event, **cells, **more)

    def hand_over(self) -> list[Timed]:
        rows, self.written = self.written, []
        return rows


class Play(Protocol):
    """One table during one session; every method leaves what it wrote in `pen`."""

    pen: Pen

    def opens(self) -> None: ...
    def coup(self) -> None: ...
    def closes(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Shift:
    """When a table is in service, in shares of the evening's rows.

    The `last` table closes after all others, and none closes before it has opened.
    """

    play: Play
    opening: float = 0.0
    closing: float = 1.0
    last: bool = False


@dataclass(frozen=True, slots=True)
class Evening:
    """One session of one establishment."""

    casino: str
    season: str
    session: str
    number: int  # 0 for the first of the log
    at: int  # instant of the opening of the house

    def context(self, game: str) -> Row:
        return {"casino": self.casino, "season": self.season, "session": self.session, "game": game}


@dataclass(slots=True)
class _Service:
    """The tables of an evening while it lasts."""

    quota: int
    waiting: list[Shift]
    busy: list[tuple[int, int]] = field(default_factory=list)  # (free at, index in `tables`)
    tables: list[Shift] = field(default_factory=list)
    rows: int = 0
    ready: list[tuple[int, int, Row]] = field(default_factory=list)  # (instant, sequence, row)

    def take(self, pen: Pen) -> None:
        for at, row in pen.hand_over():
            self.rows += 1
            heappush(self.ready, (at, self.rows, row))

    def until(self, at: int) -> Iterator[Timed]:
        """The moment before which nothing more can happen."""
        while self.ready and self.ready[0][0] <= at:
            second, _, row = heappop(self.ready)
            yield second, row

    def open_due(self, at: int) -> None:
        share = self.rows / self.quota
        due = [shift for shift in self.waiting if shift.opening <= share]
        self.waiting = [shift for shift in self.waiting if shift.opening > share]
        for shift in due:
            pen = shift.play.pen
            pen.at = at
            shift.play.opens()
            self.take(pen)
            self.tables.append(shift)
            heappush(self.busy, (pen.at, len(self.tables) - 1))

    def may_close(self, shift: Shift) -> bool:
        if self.rows < shift.closing * self.quota:
            return False
        if shift.last:
            return not self.busy and not self.waiting
        return not any(other.last for other in self.waiting)


def evening(shifts: Sequence[Shift], house: Pen, quota: int) -> Iterator[Timed]:
    """The rows of a session from the opening of the house to its close, at least `quota`."""
    service = _Service(max(quota, 1), list(shifts))
    house("house_open")
    service.take(house)
    house.wait(60, 300)
    service.open_due(house.at)
    played: set[int] = set()
    while service.busy:
        at, index = heappop(service.busy)
        yield from service.until(at)
        service.open_due(at)
        shift = service.tables[index]
        play = shift.play
        house.at = max(house.at, at)
        if index in played and service.may_close(shift):
            play.closes()
            house.at = max(house.at, play.pen.at)
        else:
            play.coup()
            played.add(index)
            heappush(service.busy, (play.pen.at, index))
        service.take(play.pen)
    house.wait(60, 300)
    house("house_close")
    service.take(house)
    yield from service.until(house.at)


Programme = Callable[[Evening], tuple[Sequence[Shift], Sequence[Row]]]
"""The tables of an evening, and the rows (without time) that stand before its opening."""


def establishment(plan: Plan, casino: str, game: str, programme: Programme) -> Iterator[Timed]:
    """Every session of one establishment, one after the other."""
    opening, day = instant(plan.opening), 0
    quota = -(-plan.events // (plan.casinos * plan.sessions))
    rng = Random(f"{plan.seed}/{game}/{casino}")
    closed = opening - 7200
    for number in range(plan.sessions):
        while (opening := instant(plan.opening + timedelta(days=day))) <= closed:
            day += 1
        day += 1
        date = local_date(opening)
        tonight = Evening(casino, season(date), date.isoformat(), number, opening)
        shifts, before = programme(tonight)
        early = max(opening - 3600, closed + 1)
        for row in before:
            yield early, {"time": iso(early), **tonight.context(game), **row}
        house = Pen({**tonight.context(game), "staff": "D01"}, opening, rng)
        yield from evening(shifts, house, quota)
        closed = house.at


# Houses that do not exist.
CASINOS = (
    "Casino d'Aubrac",
    "Casino de Belle-Anse",
    "Casino de la Côte d'Ambre",
    "Casino des Trois Vallées",
)


def houses(plan: Plan, game: str, programme: Callable[[str], Programme]) -> Iterator[Row]:
    """The rows of all establishments in one log, by time; each has a programme of its own."""
    rounds = [divmod(number, len(CASINOS)) for number in range(plan.casinos)]
    names = [CASINOS[at] + (f" {again + 1}" if again else "") for again, at in rounds]
    return together([establishment(plan, name, game, programme(name)) for name in names])


def together(streams: Sequence[Iterator[Timed]]) -> Iterator[Row]:
    """The rows of several establishments in one log, by time."""
    merged = streams[0] if len(streams) == 1 else merge(*streams, key=itemgetter(0))
    return (row for _, row in merged)
