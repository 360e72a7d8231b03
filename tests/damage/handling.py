"""What spreadsheets and exports do to a log by one wrong grip: sort it, fill cells down, cut off
seconds, leave a kind of event out at one place, move the numbers of coups by a row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from tests.damage.damaging import Lines
from tests.damage.losing import FIRST_ROW, Loss, without


def sorted_by(lines: Lines, *names: str) -> Lines:
    """A log sorted as a spreadsheet does it: empty cells last, rows that are alike as they were."""
    ats = [lines[0].index(name) for name in names]
    return [lines[0], *sorted(lines[1:], key=lambda row: [_rank(row[at]) for at in ats])]


def _rank(cell: str) -> tuple[bool, int, str]:
    return not cell, int(cell) if cell.isdecimal() else 0, cell


SORTS = (("coup",), ("session", "table", "coup"), ("coup", "event"), ("event",))


def sorted_rows(lines: Lines, rng: Random) -> Loss:
    """A log sorted by something else than its time."""
    some = [names for names in SORTS if {*names} <= {*lines[0]}]
    names = rng.choice(some)
    return _changed("sorted", ", ".join(names), sorted_by(lines, *names))


def filled_down(lines: Lines, rng: Random, name: str = "coup") -> Loss:
    """A cell drawn over those below: all have its number, or each has one more."""
    at = lines[0].index(name)
    start = rng.choice([row for row in range(1, len(lines)) if lines[row][at]])
    many, step = rng.choice((3, 10, 40, 120)), rng.choice((0, 1))
    left = [[*row] for row in lines]
    for row in range(start + 1, min(start + many, len(lines))):
        left[row][at] = str(int(lines[start][at]) + step * (row - start))
    what = f"{name} {start + 1}..{start + many} {'up' if step else 'alike'}"
    return _changed("filled down", what, left)


def by_minutes(lines: Lines) -> Loss:
    """Times without seconds."""
    at = lines[0].index("time")
    left = [[*row[:at], row[at][:16], *row[at + 1 :]] for row in lines[1:]]
    return _changed("minutes", "", [lines[0], *left], shown=False)


def by_coups(lines: Lines) -> Loss:
    """Times of the coup, in all its rows."""
    at, key = (
        lines[0].index("time"),
        [lines[0].index(name) for name in ("session", "table", "coup")],
    )
    first: dict[tuple[str, ...], str] = {}
    left = [[*row] for row in lines]
    for row in left[1:]:
        if row[key[-1]]:
            row[at] = first.setdefault(tuple(row[own] for own in key), row[at])
    return _changed("times of coups", "", left, shown=False)


def left_out_at_one(lines: Lines, rng: Random) -> Loss | None:
    """A kind of event that most coups have, and that one table records on no night."""
    table, event = lines[0].index("table"), lines[0].index("event")
    names = sorted({row[table] for row in lines[1:] if row[table]})
    kinds = [kind for kind in ("collect", "no_more_bets", "stake") if kind in _column(lines, event)]
    if len(names) < 2 or not kinds:
        return None
    own, kind = rng.choice(names), rng.choice(kinds)
    rows = {at for at, row in enumerate(lines) if (row[table], row[event]) == (own, kind)}
    return without(lines, "kind at one table", f"{kind} at {own}", rows)


def slid_numbers(lines: Lines, rng: Random) -> Loss:
    """The numbers of coups, all of them a row or two too low or too high."""
    at, down = lines[0].index("coup"), rng.choice((1, -1, 2, -2))
    cells = _column(lines, at)
    cells = [*[""] * down, *cells[:-down]] if down > 0 else [*cells[-down:], *[""] * -down]
    left = [[*row[:at], cell, *row[at + 1 :]] for row, cell in zip(lines[1:], cells, strict=True)]
    return _changed("slid", f"coup {down:+}", [lines[0], *left])


def _column(lines: Lines, at: int) -> Sequence[str]:
    return [row[at] for row in lines[1:]]


def _changed(way: str, what: str, left: Lines, *, shown: bool = True) -> Loss:
    every = frozenset(range(FIRST_ROW, len(left) + FIRST_ROW))
    return Loss(way, what, left, every, shown=shown)


def handlings(lines: Lines, each: int, rng: Random) -> Iterator[Loss]:
    """Some of every sort."""
    for handle in (sorted_rows, filled_down, slid_numbers):
        yield from (handle(lines, rng) for _ in range(each))
    yield by_minutes(lines)
    yield by_coups(lines)
    if (loss := left_out_at_one(lines, rng)) is not None:
        yield loss
