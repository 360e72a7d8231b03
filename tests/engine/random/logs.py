"""Random logs: few different values, so that much coincides, and every way to be incomplete."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from random import Random

from auditor.types import CARD, Type
from tests.engine.random.words import CONTEXT, FIELDS, KINDS, PAGE, typed

USUAL, EXTREME, WRONG = (
    {typed(name): values for name, values in PAGE[manner].items()}
    for manner in ("usual", "extreme", "wrong")
)
Rows = tuple[tuple[str, ...], ...]

SUITLESS: Sequence[str] = ("A", "K", "AS", "10", "2")
"""Cards as a log that gives their ranks alone writes them, and one that it does not."""


@dataclass(frozen=True, slots=True)
class LogSheet:
    """A log as text: the header, and rows as wide as it; the kinds declared as recorded."""

    header: tuple[str, ...]
    rows: Rows
    records: tuple[str, ...]

    @property
    def csv(self) -> str:
        return "".join(f"{','.join(row)}\n" for row in (self.header, *self.rows))


@dataclass(frozen=True, slots=True)
class _Manner:
    """How a log is kept."""

    holes: float
    wrong: float
    extreme: float
    clock: str
    values: int  # of how many different ones there are
    kinds: tuple[str, ...]
    suits: bool


def sheet(random: Random, most_rows: int = 24) -> LogSheet:
    """A log of the vocabulary of these tests."""
    manner = _manner(random)
    header = ["event", *CONTEXT, *FIELDS]
    for name in header[1:]:
        if random.random() < 0.02:
            header.remove(name)
    random.shuffle(header)
    clock = _Clock(random, manner.clock)
    rows = [_row(random, manner, header, clock) for _ in range(random.randint(0, most_rows))]
    dice = random.random()
    some = tuple(sorted(random.sample(list(KINDS), random.randint(1, 5))))
    records = tuple(KINDS) if dice < 0.7 else () if dice < 0.9 else some
    return LogSheet(tuple(header), tuple(rows), records)


def _manner(random: Random) -> _Manner:
    return _Manner(
        holes=random.choice((0, 0, 0, 0.03, 0.2)),
        wrong=random.choice((0, 0, 0, 0, 0.01, 0.05)),
        extreme=random.choice((0, 0, 0, 0, 0.1, 0.4)),
        clock=random.choice(
            ("plain", "plain", "plain", "offset", "offset", "mixed", "wild", "none")
        ),
        values=random.choice((1, 2, 2, 3, 9)),
        kinds=tuple(random.sample(list(KINDS), random.choice((2, 5, 9, 9)))),
        suits=random.random() < 0.75,
    )


class _Clock:
    """Times in the order of the rows, as some tables write them."""

    def __init__(self, random: Random, manner: str) -> None:
        self._random, self._manner = random, manner
        day = random.choice((8, 9, 9, 10))
        self._now = datetime(2026, 1, day, random.choice((0, 21, 23)), 50 * random.randint(0, 1))
        if random.random() < 0.2:  # the night in which the clock goes back
            self._now = datetime(2026, 10, 25, random.choice((1, 1, 2)), 50)

    def next(self) -> str:
        random, manner = self._random, self._manner
        if manner == "none":
            return ""
        self._now += timedelta(seconds=random.choice((0, 0, 1, 60, 300, 3600)))
        if manner == "wild":
            self._now += timedelta(seconds=random.choice((0, -60, -7200)))
        text = self._now.isoformat()
        if manner == "plain":
            return text
        if manner == "offset":
            return text + random.choice(("+01:00", "+01:00", "+02:00", "Z"))
        return text + random.choice(("", "+01:00", "-05:00"))


def _row(random: Random, manner: _Manner, header: Sequence[str], clock: _Clock) -> tuple[str, ...]:
    kind = random.choice(manner.kinds)
    own = {**CONTEXT, **{name: FIELDS[name] for name in KINDS[kind]}}
    cells = {name: _cell(random, manner, name, of) for name, of in own.items()}
    cells["time"] = cells["time"] if random.random() < manner.wrong else clock.next()
    cells["event"] = kind
    if random.random() < manner.holes:
        cells["time"] = ""
    if random.random() < manner.wrong:
        cells["event"] = random.choice((kind[:-1] + "x", "nothing", kind.upper(), ""))
    if random.random() < 0.1:  # what no rule asks for
        name = random.choice(list(FIELDS))
        cells.setdefault(name, random.choice(USUAL[FIELDS[name]]))
    return tuple(cells.get(name, "") for name in header)


def _cell(random: Random, manner: _Manner, name: str, kind: Type) -> str:
    if random.random() < manner.holes or (name in ("coup", "lane") and random.random() < 0.1):
        return ""
    if random.random() < manner.wrong and kind in WRONG:
        return random.choice(WRONG[kind])
    if random.random() < manner.extreme and kind in EXTREME:
        return random.choice(EXTREME[kind])
    most = min(manner.values, 2) if name in ("session", "table") else manner.values
    usual = USUAL[kind] if manner.suits or kind != CARD else SUITLESS
    return random.choice(usual[:most])
