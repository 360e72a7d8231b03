"""The order of a file, row by row: which rows stand twice, repeat another or are out of place.
Columns find the same in logs drawn at random.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from itertools import groupby
from pathlib import Path
from random import Random

import numpy as np
import pytest

from auditor.language.core import Vocabulary
from auditor.log.event import Event, Log, Row
from auditor.log.integrity.disorder import Disorder, FileOrder
from auditor.log.store.typed_rows import columns_of
from auditor.values import Value
from tests.engine.random.equality import compiled

EVENING = datetime(2026, 1, 9, 21)
FAULTS = ("copies", "repeats", "coarse", "moved")


@pytest.fixture(scope="module")
def vocabulary() -> Vocabulary:
    program = compiled(Path(__file__).with_name("order.rules").read_text("utf-8"))
    assert program is not None
    return program.vocabulary


@dataclass(frozen=True)
class Line:
    """One row: its kind of event, and its cells."""

    kind: str
    time: datetime | None
    table: str
    coup: int | None
    player: str | None

    def values(self) -> dict[str, Value]:
        filled = ((name, value) for name, value in asdict(self).items() if name != "kind")
        return {name: value for name, value in filled if value is not None}


def drawn(rng: Random) -> list[Line]:
    """Rows of one or two tables in their order, some of which were then pasted or moved."""
    timed, step = rng.random() < 0.7, rng.choice((1, 20, 60))
    lines: list[Line] = []
    moment = EVENING
    for table in ("T1", "T2")[: rng.randint(1, 2)]:
        moment = EVENING if rng.random() < 0.3 else moment
        for coup in range(1, rng.randint(2, 9)):
            for kind in ("stake", "stake", "spin")[rng.randint(0, 1) :]:
                moment += timedelta(seconds=step * rng.choice((0, 1, 1)))
                number = None if rng.random() < 0.05 else coup
                player = rng.choice("ab") if kind == "stake" else None
                lines.append(Line(kind, moment if timed else None, table, number, player))
    for _ in range(rng.choice((0, 0, 1, 1, 2))):
        first, size = rng.randrange(len(lines)), rng.randint(1, 4)
        block = lines[first : first + size]
        if rng.random() < 0.5:
            del lines[first : first + size]
        to = rng.randint(0, len(lines))
        lines[to:to] = block
    return lines


# ---- row by row ---------------------------------------------------------------------------------
def by_rows(lines: Sequence[Line]) -> Disorder:
    """What is found row by row."""
    found = Disorder()
    timed = [at for at, own in enumerate(lines) if own.time is not None]
    every = timed or [at for at, own in enumerate(lines) if own.coup is not None]
    runs = [(own, len([*some])) for own, some in groupby(lines[at].table for at in every)]
    together = sum(max([0, *(many for own, many in runs if own == one)]) for one in ("T1", "T2"))
    if not note(found, lines, every, bool(timed) * (len(every) - together)):
        for table in ("T1", "T2"):
            own = [at for at in every if lines[at].table == table]
            note(found, lines, own, bool(timed) * len(own))
    repeats = [at for at in repeated(lines, timed) if at not in found.copies]
    found.repeats, found.coarse = repeats, bool(repeats) and is_coarse(lines, timed)
    return found


def note(found: Disorder, lines: Sequence[Line], rows: Sequence[int], most: int) -> bool:
    """Whether few of some rows are out of order, or at most so many; if so, which these are."""
    keys = [key(lines[at], timed=lines[at].time is not None) for at in rows]
    kept = longest(keys)
    copies = copied(lines, rows, kept) if len(kept) < len(rows) else {}
    out = [at for at in range(len(rows)) if at not in kept and at not in copies]
    few = 10 * len(out) <= len(rows) or len(out) <= min(most, len(rows) // 2)
    if len(out) > 3 and not (few and len([*stretches(out)]) <= 3):
        return False
    found.copies |= {rows[at]: rows[twin] for at, twin in copies.items()}
    tables = Counter(lines[at].table for at in rows)
    for stretch in stretches(out):
        here = Counter(lines[rows[at]].table for at in stretch)
        places = {rows[at]: slots(lines, rows, kept, at) for at in stretch}
        if any(here[table] != tables[table] for table in here) and all(places.values()):
            found.moved |= places
    return True


def key(own: Line, *, timed: bool) -> tuple[object, ...]:
    return (own.time,) if timed else (own.coup,)


def longest(keys: Sequence[tuple[object, ...]]) -> list[int]:
    """The longest part that never goes back; of two that begin alike, the earlier rows."""
    best = [1] * len(keys)
    for at in reversed(range(len(keys))):
        after = [best[later] for later in range(at + 1, len(keys)) if keys[later] >= keys[at]]
        best[at] += max(after, default=0)
    found: list[int] = []
    for size in range(max(best, default=0), 0, -1):
        since = found[-1] if found else -1
        goes = (at for at in range(since + 1, len(keys)) if best[at] == size)
        found.append(next(at for at in goes if not found or keys[at] >= keys[since]))
    return found


def copied(lines: Sequence[Line], rows: Sequence[int], kept: Sequence[int]) -> dict[int, int]:
    """The rows out of order that say what one in order says, and those beside that go on so."""
    found: dict[int, int] = {}
    for at in range(len(rows)):
        twins = [own for own in kept if lines[rows[own]] == lines[rows[at]]]
        if at not in kept and twins:
            found[at] = twins[0]
    for at, twin in [*found.items()]:
        for step in (-1, 1):
            one, other = at + step, twin + step
            while (
                min(one, other) >= 0
                and max(one, other) < len(rows)
                and one != other
                and not {one, other} & found.keys()
                and lines[rows[one]] == lines[rows[other]]
            ):
                found[one] = other
                one, other = one + step, other + step
    return found


def stretches(numbers: Sequence[int]) -> Iterator[list[int]]:
    """Numbers that follow one another."""
    for _, own in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        yield [number for _, number in own]


def slots(
    lines: Sequence[Line], rows: Sequence[int], kept: Sequence[int], at: int
) -> tuple[int, ...]:
    """The rows before which one may belong: where its time does, and its number fits."""
    own = lines[rows[at]]
    timed = own.time is not None
    order = [lines[rows[place]] for place in kept]
    keys = [key(line, timed=timed) for line in order]
    low = sum(known < key(own, timed=timed) for known in keys)
    high = sum(known <= key(own, timed=timed) for known in keys)
    found = []
    for slot in range(low, high + 1):
        counted = [line.table == own.table and line.coup is not None for line in order]
        if low < slot < high and not counted[slot]:
            continue  # before the next row that has a number is as well
        before = [line.coup for line, some in zip(order[:slot], counted, strict=False) if some]
        after = [line.coup for line, some in zip(order[slot:], counted[slot:], strict=True) if some]
        near = [number for number in (*before[-1:], *after[:1]) if number is not None]
        between = all(number < (own.coup or 0) for number in before[-1:] if number) and all(
            number > (own.coup or 0) for number in after[:1] if number
        )
        if own.coup is None or own.coup in near or between:
            found.append(rows[kept[slot]] if slot < len(kept) else rows[kept[-1]] + 1)
    return tuple(found)


def repeated(lines: Sequence[Line], timed: Sequence[int]) -> list[int]:
    """The rows that say what one of the ten above says, as rows of their kind do seldom."""
    again = [
        at
        for nth, at in enumerate(timed)
        if any(lines[above] == lines[at] for above in timed[max(0, nth - 10) : nth])
    ]
    many = Counter(lines[at].kind for at in timed)
    some = Counter(lines[at].kind for at in again)
    seldom = {kind for kind in some if some[kind] == 1 or 20 * some[kind] <= many[kind]}
    return [at for at in again if is_coarse(lines, timed) or lines[at].kind in seldom]


def is_coarse(lines: Sequence[Line], timed: Sequence[int]) -> bool:
    """Whether the clock shows minutes alone, or one time for three rows and more."""
    times = [own.time for own in (lines[at] for at in timed) if own.time is not None]
    minutes = all(time.second == 0 for time in times)
    return len(times) >= 20 and (minutes or 3 * len({*times}) <= len(times))


# ---- the same by columns ------------------------------------------------------------------------
def by_columns(lines: Sequence[Line], vocabulary: Vocabulary) -> Disorder:
    """What columns find."""
    events = tuple(
        Event(at, own.kind, own.values(), Row("log.csv", None, at + 2, (), (str(own),)))
        for at, own in enumerate(lines)
    )
    every = np.arange(len(lines))
    order = FileOrder(
        columns_of(Log(events, frozenset(), (), ()), vocabulary),
        vocabulary,
        every,
        lambda rows: rows + 2,
    )
    return order.disorder(every)


def test_columns_find_the_rows_that_stand_twice_repeat_others_or_are_out_of_place(
    vocabulary: Vocabulary,
) -> None:
    met = Counter[str]()
    for seed in range(600):
        lines = drawn(Random(seed))
        wanted = by_rows(lines)
        assert by_columns(lines, vocabulary) == wanted, seed
        met.update(what for what in FAULTS if getattr(wanted, what))
    assert min(met[what] for what in FAULTS) > 20
