"""What people, spreadsheets and exports do to a whole log, at places that are drawn.

Each edit gives a `Loss`: what is left, which rows of the file it touches, and whether the record
itself shows it.  None is given where a log has nothing that could be edited so.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice, pairwise
from random import Random

from auditor.request import ruleset
from tests.damage.damaging import Lines, damages

FIRST_ROW = 2
"""Of a file whose header is row 1."""

PLACES = ("casino", "season", "session", "table", "shoe", "coup")
"""Columns that tell to which scope a row belongs, whatever it is about."""

NAMES = (*PLACES[:4], "player", "staff")
"""Columns of names."""

OF_EVENTS = ("player", "bet", "amount", "card", "to")
"""Columns that some kinds of event must fill and others cannot."""


@dataclass(frozen=True, slots=True)
class Loss:
    """One edit: its way, what it hits, the rows that are left and those that are gone."""

    way: str
    what: str
    left: Lines
    gone: frozenset[int] = frozenset()
    shown: bool = False  # the record itself shows it, and may be told so

    def __str__(self) -> str:
        return f"{self.way} {self.what}"


Edit = Callable[[Lines, Random], Loss | None]


# What a log may lack.


def columns(lines: Lines) -> Iterator[Loss]:
    """Each column alone, but for the one without which nothing is a log."""
    for name in lines[0]:
        if name != "event":
            left = without_column(lines, name)
            yield Loss("column", name, left)


def kinds(lines: Lines) -> Iterator[Loss]:
    """Each kind of event alone."""
    yield from _by(lines, "kind", ("event",))


def nights(lines: Lines) -> Iterator[Loss]:
    """Each session alone, where there are several."""
    yield from _by(lines, "night", ("casino", "session"))


def tables(lines: Lines) -> Iterator[Loss]:
    """Each table alone, where there are several."""
    yield from _by(lines, "table", ("table",))


def _by(lines: Lines, way: str, names: tuple[str, ...]) -> Iterator[Loss]:
    at = [lines[0].index(name) for name in names]
    keys = [tuple(row[column] for column in at) for row in lines]
    every = dict.fromkeys(key for key in keys[1:] if all(key))
    for gone in every if len(every) > 1 else ():
        rows = {number for number, key in enumerate(keys) if number and key == gone}
        yield without(lines, way, "/".join(gone), rows)


def exempt(loss: Loss, game: str) -> bool:
    """Whether a loss promises nothing: of a kind that is declared exceptional the absence from the
    whole log means that it did not happen.
    """
    if loss.way != "kind":
        return False
    kind = ruleset(game).vocabulary.kinds.get(loss.what)
    return kind is not None and kind.exceptional


def losses(name: str, lines: Lines, each: int, rng: Random) -> Iterator[Loss]:
    """Some losses of every sort."""
    for some in (columns(lines), kinds(lines), nights(lines), tables(lines)):
        every = [loss for loss in some if not exempt(loss, name)]
        yield from rng.sample(every, min(each, len(every)))
    for lose in (first_rows, last_rows, emptied):
        yield from (lose(lines, rng) for _ in range(each))


def first_rows(lines: Lines, rng: Random) -> Loss:
    """The first rows, up to a third of them."""
    many = rng.randint(1, len(lines) // 3)
    return without(lines, "first", str(many), set(range(1, 1 + many)))


def last_rows(lines: Lines, rng: Random) -> Loss:
    """The last rows, up to a third of them."""
    many = rng.randint(1, len(lines) // 3)
    return without(lines, "last", str(many), set(range(len(lines) - many, len(lines))))


def page(lines: Lines, rng: Random) -> Loss:
    """A page from the midst, of 40 rows or of up to a third of the log."""
    many = rng.choice((40, rng.randint(40, max(41, len(lines) // 3))))
    start = rng.randint(2, max(2, len(lines) - many - 2))
    gone = set(range(start, start + many))
    return replace(without(lines, "page", f"{start + 1}..{start + many}", gone), shown=True)


def extract(lines: Lines, rng: Random) -> Loss:
    """A few rows of many."""
    many = rng.randint(5, min(60, len(lines) - 1))
    start = rng.randint(1, len(lines) - many)
    others = set(range(1, len(lines))) - set(range(start, start + many))
    return without(lines, "extract", f"{start + 1}..{start + many}", others)


def some_coups(lines: Lines, rng: Random) -> Loss | None:
    """One number of a coup, or three, at every table."""
    numbers = sorted(_texts(lines, "coup"), key=int)
    if len(numbers) < 4:
        return None
    gone = set(rng.sample(numbers, rng.choice((1, 1, 3))))
    at = lines[0].index("coup")
    rows = {number for number, row in enumerate(lines) if number and row[at] in gone}
    return replace(without(lines, "coups", ", ".join(sorted(gone)), rows), shown=True)


def left_out_at_one(lines: Lines, rng: Random) -> Loss | None:
    """A kind of event that most coups have, and that one table records on no night."""
    table, event = lines[0].index("table"), lines[0].index("event")
    names = _texts(lines, "table")
    some = [kind for kind in ("collect", "no_more_bets", "stake") if kind in _texts(lines, "event")]
    if len(names) < 2 or not some:
        return None
    own, kind = rng.choice(names), rng.choice(some)
    rows = {at for at, row in enumerate(lines) if (row[table], row[event]) == (own, kind)}
    return without(lines, "kind at one table", f"{kind} at {own}", rows)


def emptied(lines: Lines, rng: Random) -> Loss:
    """The cells of one scope in rows one after another."""
    name = rng.choice(_filled(lines, (name for name in lines[0] if name in PLACES)))
    many = rng.choice((2, 3, 5, 10, 25, 60))
    at, start = lines[0].index(name), rng.randint(1, max(1, len(lines) - many - 1))
    rows = {row for row in range(start, min(start + many, len(lines))) if lines[row][at]}
    left = changed(lines, name, dict.fromkeys(rows, ""))
    return Loss("emptied", f"{name} {start + 1}..{start + many}", left, _numbers(rows))


def unnamed(lines: Lines, rng: Random) -> Loss:
    """One name of places that is empty in all rows of one table, one night or one house."""
    of, text = rng.choice([(name, text) for name in NAMES[:4] for text in _texts(lines, name)])
    name = rng.choice(_filled(lines, NAMES[:4]))
    at, key = lines[0].index(name), lines[0].index(of)
    rows = {number for number, row in enumerate(lines) if number and row[key] == text and row[at]}
    left = changed(lines, name, dict.fromkeys(rows, ""))
    return Loss("unnamed", f"{name} of {of} {text}", left, _numbers(rows))


def torn(lines: Lines, rng: Random) -> Loss:
    """One cell or one delimiter."""
    [damage] = islice(damages(lines, rng.randrange(10**9)), 1)
    left = [*lines]
    left[damage.row] = [*damage.cells(lines[damage.row])]
    return Loss("torn", str(damage), left, _numbers({damage.row}))


# Rows that stand twice, in another order or in another's place.


def block_twice(lines: Lines, rng: Random) -> Loss:
    """A block of rows that stands once more: right after itself, or anywhere else."""
    many = rng.randint(2, min(60, len(lines) // 3))
    start = rng.randint(1, len(lines) - many)
    to = start + many if rng.random() < 0.5 else rng.randint(1, len(lines))
    block = lines[start : start + many]
    name = f"{start + 1}..{start + many} before {to + 1}"
    return Loss("block", name, [*lines[:to], *block, *lines[to:]], shown=True)


def row_twice(lines: Lines, rng: Random) -> Loss:
    """One row that stands twice: right after itself, or somewhere else."""
    start = rng.randint(1, len(lines) - 1)
    to = start + 1 if rng.random() < 0.7 else rng.randint(1, len(lines))
    left = [*lines[:to], lines[start], *lines[to:]]
    return Loss("row", f"{start + 1} before {to + 1}", left, shown=True)


def swapped(lines: Lines, rng: Random) -> Loss:
    """Two rows that stand in each other's place."""
    one, other = sorted(rng.sample(range(1, len(lines)), 2))
    left = [*lines]
    left[one], left[other] = lines[other], lines[one]
    touched = frozenset({one - 1 + FIRST_ROW, other - 1 + FIRST_ROW})
    return Loss("swapped", f"{one + 1} and {other + 1}", left, touched, shown=True)


def cut_and_pasted(lines: Lines, rng: Random) -> Loss:
    """A block of up to half the rows that stands elsewhere."""
    many = rng.randint(2, len(lines) // 2)
    start = rng.randint(1, len(lines) - many)
    rest = [*lines[:start], *lines[start + many :]]
    to = rng.randint(1, len(rest))
    left = [*rest[:to], *lines[start : start + many], *rest[to:]]
    return _everywhere("cut", f"{start + 1}..{start + many} to {to + 1}", left, shown=True)


SORTS = (("coup",), ("session", "table", "coup"), ("coup", "event"), ("event",))


def sorted_rows(lines: Lines, rng: Random) -> Loss:
    """A log sorted by something else than its time."""
    names = rng.choice([names for names in SORTS if {*names} <= {*lines[0]}])
    return _everywhere("sorted", ", ".join(names), sorted_by(lines, *names), shown=True)


def by_tables(lines: Lines, rng: Random) -> Loss | None:
    """A log without times sorted by tables, the house's rows on top or at the end."""
    left = without_column(lines, "time")
    names = rng.choice((("table",), ("casino", "table"), ("session", "table"), ("player",)))
    if not {*names} <= {*left[0]}:
        return None
    own = sorted_by(left, *names)
    if rng.random() < 0.7:
        at = left[0].index(names[-1])
        own = [own[0], *(row for row in own[1:] if not row[at]), *(r for r in own[1:] if r[at])]
    return _everywhere("by tables", ", ".join(names), own)


def sorted_by(lines: Lines, *names: str) -> Lines:
    """A log sorted as a spreadsheet does it: empty cells last, rows that are alike as they were."""
    ats = [lines[0].index(name) for name in names]
    return [lines[0], *sorted(lines[1:], key=lambda row: [_rank(row[at]) for at in ats])]


def _rank(cell: str) -> tuple[bool, int, str]:
    return not cell, int(cell) if cell.isdecimal() else 0, cell


# Cells that stand elsewhere, are drawn over others or are put where none belongs.


def slid(lines: Lines, rng: Random) -> Loss | None:
    """A column of which all cells stand one row too low, or one too high."""
    # Where nearly every row fills a column, or rows that do stand together, hardly any could not
    # have the cell of the row beside.
    told = [
        name
        for name in _filled(lines, OF_EVENTS)
        if 4 * sum(map(bool, cells_of(lines, name))) < 3 * len(lines)
        and sum(bool(one) != bool(other) for one, other in pairwise(cells_of(lines, name))) >= 10
    ]
    if not told:
        return None
    name, down = rng.choice(told), rng.choice((1, -1))
    return _everywhere("slid", f"{name} {down:+}", shifted(lines, name, down))


def slid_numbers(lines: Lines, rng: Random) -> Loss:
    """The numbers of coups, all of them a row or two too low or too high."""
    down = rng.choice((1, -1, 2, -2))
    return _everywhere("slid", f"coup {down:+}", shifted(lines, "coup", down), shown=True)


def shifted(lines: Lines, name: str, down: int) -> Lines:
    """A log of which the cells of one column stand some rows too low, or too high."""
    cells, off = cells_of(lines, name), [""] * abs(down)
    cells = [*off, *cells[:-down]] if down > 0 else [*cells[-down:], *off]
    return changed(lines, name, dict(enumerate(cells, 1)))


def filled_down(lines: Lines, rng: Random) -> Loss | None:
    """A number of a coup drawn over those below: all have it, or each has one more."""
    at = lines[0].index("coup")
    numbered = [row for row in range(1, len(lines)) if lines[row][at]]
    if not numbered:  # play that breaks off at the deal
        return None
    start = rng.choice(numbered)
    many, step = rng.choice((3, 10, 40, 120)), rng.choice((0, 1))
    rows = range(start + 1, min(start + many, len(lines)))
    numbers = {row: str(int(lines[start][at]) + step * (row - start)) for row in rows}
    what = f"coup {start + 1}..{start + many} {'up' if step else 'alike'}"
    return _everywhere("filled down", what, changed(lines, "coup", numbers), shown=True)


def drawn(lines: Lines, rng: Random) -> Loss:
    """A name of a place, or the number of a shoe, that is drawn over a few rows below."""
    name = rng.choice(_filled(lines, (*NAMES[:4], "shoe")))
    at = lines[0].index(name)
    start = rng.choice([number for number, row in enumerate(lines) if number and row[at]])
    below = range(start + 1, min(len(lines), start + 1 + rng.choice((1, 2, 3, 6))))
    rows = {row: lines[start][at] for row in below if lines[row][at] != lines[start][at]}
    what = f"{name} {start + 1} over {', '.join(str(row + 1) for row in rows)}"
    return Loss("drawn", what, changed(lines, name, rows), _numbers(rows), shown=True)


def slipped(lines: Lines, rng: Random) -> Loss | None:
    """A cell with a value where none belongs, from the row above or from any."""
    names = _filled(lines, lines[0])
    name = rng.choice(rng.choice((names, _filled(lines, PLACES))))
    at = lines[0].index(name)
    free = [number for number, row in enumerate(lines) if number > 1 and not row[at]]
    if not free:
        return None
    row = rng.choice(free)
    above = next((lines[own][at] for own in range(row, 0, -1) if lines[own][at]), "")
    text = rng.choice((above, *_texts(lines, name))) or _texts(lines, name)[0]
    left = changed(lines, name, {row: text})
    return Loss("slipped", f"{name} {text} in {row + 1}", left, _numbers({row}), shown=True)


def merged(lines: Lines, *names: str) -> Lines:
    """A log of which some columns are filled only where their value changes."""
    left = [[*row] for row in lines]
    for at in (lines[0].index(name) for name in names):
        for before, row in zip(lines[1:], left[2:], strict=False):
            row[at] = "" if row[at] == before[at] else row[at]
    return left


def merged_cells(lines: Lines, rng: Random) -> Loss:
    """A sheet with merged cells, of one column or of all that name scopes."""
    there = [name for name in PLACES if name in lines[0]]
    names = there if rng.random() < 0.3 else [rng.choice(there)]
    return _everywhere("merged", ", ".join(names), merged(lines, *names))


def pushed(lines: Lines, rng: Random) -> Loss:
    """Cells of one row, of three or of all below, in the next column or in the one before."""
    at, start = rng.randrange(1, len(lines[0]) - 2), rng.randint(2, len(lines) - 1)
    many, right = rng.choice((1, 3, len(lines))), rng.random() < 0.5
    rows = range(start, min(start + many, len(lines)))
    what = f"{lines[0][at]} {rows.start + 1}..{rows.stop} to the {'right' if right else 'left'}"
    left = push(lines, rows, lines[0][at], right=right)
    return Loss("pushed", what, left, _numbers(rows), shown=True)


def push(lines: Lines, rows: Iterable[int], name: str, *, right: bool) -> Lines:
    """Pushes the cells of some rows, from one column on, into the next or the one before."""
    left, at = [*lines], lines[0].index(name)
    for row in rows:
        head, tail = lines[row][:at], lines[row][at:]
        left[row] = [*head, "", *tail[:-1]] if right else [*head, *tail[1:], ""]
    return left


# Values that are written otherwise.


def respelled(lines: Lines, rng: Random) -> Loss | None:
    """Names without their zeros, in other capitals or with a space behind, in some rows."""
    if not (some := _filled(lines, NAMES)):
        return None
    name, way = rng.choice(some), rng.choice(("zeros", "capitals", "space"))
    numbers = {text: f"{number:03}" for number, text in enumerate(_texts(lines, name), start=7)}
    cells = {}
    for row, cell in enumerate(cells_of(lines, name), 1):
        text = numbers.get(cell, cell) if way == "zeros" else cell
        other = {"zeros": text.lstrip("0"), "capitals": text.swapcase(), "space": f"{text} "}
        cells[row] = other[way] if text and rng.random() < 0.5 else text
    return Loss("respelled", f"{name} {way}", changed(lines, name, cells))


def shortened(lines: Lines, rng: Random) -> Loss | None:
    """Long numbers of players or tables, some as a spreadsheet shows them."""
    if not (some := _filled(lines, ("player", "table"))):
        return None
    name = rng.choice(some)
    long = {text: f"25000000001{number:03}" for number, text in enumerate(_texts(lines, name))}
    cells = {
        row: "2.5E+13" if rng.random() < 0.1 else long[cell]
        for row, cell in enumerate(cells_of(lines, name), 1)
        if cell
    }
    return _everywhere("shortened", name, changed(lines, name, cells))


def cut_short(lines: Lines, rng: Random) -> Loss | None:
    """Names of people, tables or nights of which only the first letters are left."""
    some = [name for name in NAMES if len(_texts(lines, name)) > 1]
    if not some:
        return None
    name = rng.choice(some)
    texts = _texts(lines, name)
    many = rng.randint(1, max(1, max(map(len, texts)) - 1))
    left = [[cell[:many] if cell in texts else cell for cell in row] for row in lines[1:]]
    return _everywhere("cut short", f"{name} to {many}", [lines[0], *left])


def divided(lines: Lines, rng: Random) -> Loss | None:
    """Amounts with a decimal comma in a file of commas, from some row on."""
    if not _filled(lines, ("amount",)):
        return None
    start = rng.choice((1, rng.randint(1, len(lines) - 1)))
    left = divide(lines, "amount", start)
    gone = {number for number, row in enumerate(left) if len(row) > len(lines[0])}
    return Loss("divided", f"amounts from {start + 1}", left, _numbers(gone))


def divide(lines: Lines, name: str, start: int = 1) -> Lines:
    """Numbers with a decimal comma in a file of commas, from some row on."""
    at = lines[0].index(name)
    below = ([*row[:at], *row[at].split("."), *row[at + 1 :]] for row in lines[start:])
    return [*lines[:start], *below]


def by_minutes(lines: Lines, _rng: Random | None = None) -> Loss:
    """Times without seconds."""
    cells = {row: cell[:16] for row, cell in enumerate(cells_of(lines, "time"), 1)}
    return _everywhere("minutes", "", changed(lines, "time", cells))


def by_coups(lines: Lines, _rng: Random | None = None) -> Loss:
    """Times of the coup, in all its rows."""
    at, *key = (lines[0].index(name) for name in ("time", "session", "table", "coup"))
    first: dict[tuple[str, ...], str] = {}
    cells = {
        number: first.setdefault(tuple(row[own] for own in key), row[at])
        for number, row in enumerate(lines)
        if number and row[key[-1]]
    }
    return _everywhere("times of coups", "", changed(lines, "time", cells))


EDITS: tuple[Edit, ...] = (
    first_rows, last_rows, page, extract, some_coups, left_out_at_one, emptied, unnamed, torn,
    block_twice, row_twice, swapped, cut_and_pasted, sorted_rows, by_tables,
    slid, slid_numbers, filled_down, drawn, slipped, merged_cells, pushed,
    respelled, shortened, cut_short, divided, by_minutes, by_coups,
)  # fmt: skip
"""All that is drawn; `losses` has what is taken out one by one as well."""


def edits(name: str, lines: Lines, rng: Random) -> Iterator[Loss]:
    """One edit of every sort that the log has a place for."""
    yield from losses(name, lines, 1, rng)
    yield from (loss for edit in EDITS if (loss := edit(lines, rng)) is not None)


# What edits are made of.


def without(lines: Lines, way: str, what: str, rows: set[int]) -> Loss:
    """A log without some rows; the header is row 0."""
    left = [row for number, row in enumerate(lines) if number not in rows]
    return Loss(way, what, left, _numbers(rows))


def without_column(lines: Lines, name: str) -> Lines:
    """A log without one column."""
    at = lines[0].index(name)
    return [[*row[:at], *row[at + 1 :]] for row in lines]


def changed(lines: Lines, name: str, cells: dict[int, str]) -> Lines:
    """A log with other cells in some rows of a column."""
    at = lines[0].index(name)
    return [
        [*row[:at], cells[number], *row[at + 1 :]] if number in cells else row
        for number, row in enumerate(lines)
    ]


def cells_of(lines: Lines, name: str) -> list[str]:
    """The cells of a column, without its header."""
    at = lines[0].index(name)
    return [row[at] for row in lines[1:]]


def _texts(lines: Lines, name: str) -> list[str]:
    return sorted({*cells_of(lines, name)} - {""}) if name in lines[0] else []


def _filled(lines: Lines, names: Iterable[str]) -> list[str]:
    return [name for name in names if _texts(lines, name)]


def _numbers(rows: Iterable[int]) -> frozenset[int]:
    return frozenset(row + 1 for row in rows)


def _everywhere(way: str, what: str, left: Lines, *, shown: bool = False) -> Loss:
    every = frozenset(range(FIRST_ROW, len(left) + FIRST_ROW))
    return Loss(way, what, left, every, shown=shown)
