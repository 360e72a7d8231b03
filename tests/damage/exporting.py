"""What exports and spreadsheets do to cells: push them into the next column, shorten long numbers,
take zeros off names or write them in other capitals, put a space behind them, swap columns below.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.damage.damaging import Lines
from tests.damage.losing import FIRST_ROW, PLACES, Loss

NAMES = (*PLACES[:4], "player", "staff")
"""Columns of names."""


def pushed(lines: Lines, rng: Random) -> Loss:
    """Cells of one row, of three or of all below, in the next column or in the one before."""
    at, start = rng.randrange(1, len(lines[0]) - 2), rng.randint(2, len(lines) - 1)
    many, right = rng.choice((1, 3, len(lines))), rng.random() < 0.5
    left = [[*row] for row in lines]
    rows = range(start, min(start + many, len(lines)))
    for row in rows:
        head, tail = lines[row][:at], lines[row][at:]
        left[row] = [*head, "", *tail[:-1]] if right else [*head, *tail[1:], ""]
    way = "right" if right else "left"
    what = f"{lines[0][at]} {rows.start + 1}..{rows.stop} to the {way}"
    return Loss("pushed", what, left, frozenset(row + 1 for row in rows), shown=True)


def respelled(lines: Lines, rng: Random) -> Loss:
    """Names without their zeros, in other capitals or with a space behind, in some rows."""
    name = rng.choice(_filled(lines, NAMES))
    at = lines[0].index(name)
    numbers = {text: f"{number:03}" for number, text in enumerate(_texts(lines, at), start=7)}
    way = rng.choice(("zeros", "capitals", "space"))
    left = [[*row] for row in lines]
    for row in left[1:]:
        text = numbers.get(row[at], row[at]) if way == "zeros" else row[at]
        if rng.random() < 0.5:
            other = {"zeros": text.lstrip("0"), "capitals": text.swapcase(), "space": f"{text} "}
            text = other[way] if text else text
        row[at] = text
    return Loss("respelled", f"{name} {way}", left)


def shortened(lines: Lines, rng: Random) -> Loss:
    """Long numbers of players or tables, some as a spreadsheet shows them."""
    name = rng.choice(_filled(lines, ("player", "table")))
    at = lines[0].index(name)
    long = {text: f"25000000001{number:03}" for number, text in enumerate(_texts(lines, at))}
    left = [[*row] for row in lines]
    for row in left[1:]:
        if row[at]:
            row[at] = "2.5E+13" if rng.random() < 0.1 else long[row[at]]
    return Loss("shortened", name, left, _every(lines))


def divided(lines: Lines, rng: Random) -> Loss:
    """Amounts with a decimal comma in a file of commas, from some row on."""
    at, start = lines[0].index("amount"), rng.choice((1, rng.randint(1, len(lines) - 1)))
    left = [
        [*row[:at], *row[at].split("."), *row[at + 1 :]] if number >= start else row
        for number, row in enumerate(lines)
    ]
    gone = {number + 1 for number, row in enumerate(left) if len(row) > len(lines[0])}
    return Loss("divided", f"amounts from {start + 1}", left, frozenset(gone))


def exports(lines: Lines, each: int, rng: Random) -> Iterator[Loss]:
    """Some of every sort, as far as a log has the columns."""
    yield from (pushed(lines, rng) for _ in range(each))
    if _filled(lines, NAMES):
        yield from (respelled(lines, rng) for _ in range(each))
    if _filled(lines, ("player", "table")):
        yield from (shortened(lines, rng) for _ in range(each))
    if _filled(lines, ("amount",)):
        yield from (divided(lines, rng) for _ in range(each))


def _filled(lines: Lines, names: tuple[str, ...]) -> list[str]:
    return [name for name in names if name in lines[0] and _texts(lines, lines[0].index(name))]


def _texts(lines: Lines, at: int) -> list[str]:
    return sorted({row[at] for row in lines[1:] if row[at]})


def _every(lines: Lines) -> frozenset[int]:
    return frozenset(range(FIRST_ROW, len(lines) + FIRST_ROW))
