"""Logs with one damage of which is known what may be said: nobody is accused in any of them.

An edit is written with the columns of the log: `put("", "seat", 0, event="sit")` empties the seat
of the first row that is of somebody who sits down.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count

from auditor_simulators.catalogue import game
from auditor_simulators.inject import inject
from auditor_simulators.protocol import Plan
from tests.damage import logs
from tests.damage.damaging import Lines
from tests.damage.edits import changed, merged, push, shifted, sorted_by, without_column

Edit = Callable[[Lines], Lines]
Which = int | slice
EVERY = slice(None)
FILLED = "*"
"""Any text, where the cells of a row are asked for."""


@dataclass(frozen=True, slots=True)
class Case:
    """A log, what happens to it, and what may be said."""

    log: str
    edit: Edit
    opens: str = ""  # of a rule of this name something is left open
    sure: str = ""  # of this one nothing
    most: float = 1  # the part of all checks that is left open at most
    least: int = 0  # how many are left open at the least
    same: bool = False  # all answers are those of the whole log
    aside: int | str | None = None  # how many rows are set aside, or of which kind of event
    notes: tuple[str, ...] = ()  # each is in a note on the file
    told: tuple[str, ...] = ()  # the rules that may find what the record itself shows
    recorded: bool = True  # the log is said to record all kinds of events

    @property
    def game(self) -> str:
        return self.log.split()[0]

    @property
    def whole(self) -> Lines:
        """A sample, or of a seed a simulated log, or one with a fault or of so many events."""
        name, *more = self.log.split()
        match more:
            case []:
                return logs.sample(name)
            case [seed]:
                return logs.lawful(name, int(seed))
            case [events, seed] if events.isdecimal():
                return logs.planned(name, int(events), int(seed))
            case [fault, seed]:
                return _with_fault(name, fault, int(seed))
            case _:
                raise ValueError(self.log)


def _with_fault(name: str, fault: str, seed: int) -> Lines:
    own = game(name)
    found = next(one for one in own.faults if one.name == fault)
    rows, _ = inject(own.lawful(Plan(events=150, seed=seed)), found, seed)
    return [[*own.columns], *([row.get(at, "") for at in own.columns] for row in rows)]


def rows_where(lines: Lines, **where: str) -> list[int]:
    """The rows with these texts in their cells."""
    asked = {lines[0].index(name): text for name, text in where.items()}

    return [
        number
        for number, row in enumerate(lines)
        if number
        and all(row[at] == text or (text == FILLED and row[at]) for at, text in asked.items())
    ]


def _picked(rows: list[int], which: Which) -> list[int]:
    return rows[which] if isinstance(which, slice) else [rows[which]]


def put(text: str | Callable[[str], str], name: str, which: Which = EVERY, **where: str) -> Edit:
    """Other texts in a column of some rows."""

    def edit(lines: Lines) -> Lines:
        at = lines[0].index(name)
        rows = _picked(rows_where(lines, **where), which)
        texts = {row: text if isinstance(text, str) else text(lines[row][at]) for row in rows}
        return changed(lines, name, texts)

    return edit


def drop(which: Which = EVERY, **where: str) -> Edit:
    """Some rows less."""

    def edit(lines: Lines) -> Lines:
        gone = {*_picked(rows_where(lines, **where), which)}
        return [row for number, row in enumerate(lines) if number not in gone]

    return edit


def at_quarters(*edits: tuple[str, str], event: str) -> Edit:
    """Texts in columns of two rows of a kind that stand far apart."""

    def edit(lines: Lines) -> Lines:
        rows = rows_where(lines, event=event)
        for (name, text), row in zip(edits, rows[len(rows) // 4 :: len(rows) // 4], strict=False):
            lines = changed(lines, name, {row: text})
        return lines

    return edit


def both(*edits: Edit) -> Edit:
    """One edit after the other."""

    def edit(lines: Lines) -> Lines:
        for own in edits:
            lines = own(lines)
        return lines

    return edit


def lose(name: str) -> Edit:
    return lambda lines: without_column(lines, name)


def shift(name: str, down: int) -> Edit:
    return lambda lines: shifted(lines, name, down)


def order(*names: str) -> Edit:
    return lambda lines: sorted_by(lines, *names)


def as_texts(name: str) -> Edit:
    """A log sorted by the texts of a column."""

    def edit(lines: Lines) -> Lines:
        at = lines[0].index(name)
        return [lines[0], *sorted(lines[1:], key=lambda row: row[at])]

    return edit


def merge(*names: str) -> Edit:
    return lambda lines: merged(lines, *names)


def again(rows: slice, before: int) -> Edit:
    """Some rows that stand once more before another."""
    return lambda lines: [*lines[:before], *lines[rows], *lines[before:]]


def push_one(name: str, *, right: bool) -> Edit:
    """The cells of one payment, from one column on, pushed into the next or the one before."""

    def edit(lines: Lines) -> Lines:
        row = next(row for row in rows_where(lines, event="pay") if row > 300)
        return push(lines, [row], name, right=right)

    return edit


def tear(*cells: str) -> Edit:
    """The first payment with other cells than one in place of its player."""

    def edit(lines: Lines) -> Lines:
        at = lines[0].index("player")
        [row] = _picked(rows_where(lines, event="pay"), 0)
        left = [*lines]
        left[row] = [*lines[row][:at], *cells, *lines[row][at + 1 :]]
        return left

    return edit


def rename(name: str, header: str) -> Edit:
    return lambda lines: [
        [header if own == name else own for own in lines[0]],
        *lines[1:],
    ]


def join(**where: str) -> Edit:
    """The first of these rows without the line break before it."""

    def edit(lines: Lines) -> Lines:
        row = rows_where(lines, **where)[0]
        first, second = lines[row - 1 : row + 1]
        one = [*first[:-1], first[-1] + second[0], *second[1:]]
        return [*lines[: row - 1], one, *lines[row + 1 :]]

    return edit


def half(*, late: bool, event: str) -> Edit:
    """A kind of event that one half of the log alone records."""
    return lambda lines: [
        row
        for number, row in enumerate(lines)
        if event not in row or (number < len(lines) // 2) is late
    ]


def coup_less(number: str) -> Edit:
    """The log without the coup of a number at its first table."""

    def edit(lines: Lines) -> Lines:
        coup, *names = (lines[0].index(name) for name in ("coup", "session", "table"))
        place = next([row[at] for at in names] for row in lines[1:] if row[coup] == number)
        return [row for row in lines if row[coup] != number or [row[at] for at in names] != place]

    return edit


def drop_coups(first: int, last: int) -> Edit:
    """The log without the coups of some numbers."""

    def edit(lines: Lines) -> Lines:
        at, gone = lines[0].index("coup"), {str(own) for own in range(first, last + 1)}
        return [row for row in lines if row[at] not in gone]

    return edit


def divide_amounts(lines: Lines) -> Lines:
    """Of a payment of 7.50, `,7,50,` is one of 7: rows that end in nothing seem to be whole."""
    at = lines[0].index("amount")
    return [[*row[:at], *row[at].split("."), *row[at + 1 :]] for row in lines]


def of_another_game(lines: Lines) -> Lines:
    """One row amid the others; the columns beside name neither game: no cell was pushed."""
    row = next(row for row in rows_where(lines, event="bets_open"))
    other = changed(changed(lines, "game", {row: "roulette"}), "table", {row: "R1"})[row]
    return [*lines[:400], other, *lines[400:]]


def untimed(then: Edit) -> Edit:
    """A log without times, edited."""
    return both(lose("time"), then)


def every_kind_twice(kind: str) -> Edit:
    """All rows of a kind twice."""
    return lambda lines: [row for row in lines for _ in range(2 if kind in row else 1)]


def swap(one: int, other: int) -> Edit:
    """Two rows in each other's place."""

    def edit(lines: Lines) -> Lines:
        left = [*lines]
        left[one], left[other] = lines[other], lines[one]
        return left

    return edit


def put_back(lines: Lines) -> Lines:
    """From the middle on a clock goes an hour behind."""
    at, middle = lines[0].index("time"), len(lines) // 2
    texts = {row: lines[row][at] for row in range(middle, len(lines))}
    hours = {row: (int(text[11:13]) - 1) % 24 for row, text in texts.items()}
    behind = {row: f"{text[:11]}{hours[row]:02}{text[13:]}" for row, text in texts.items()}
    return changed(lines, "time", behind)


_numbers = count()

CASES = {
    # One empty cell: what the row may open, close or count for is left open.
    "who sits down without a seat may be anybody": Case(
        "bataille", put("", "seat", 0, event="sit"), opens="seated-players-only"
    ),
    "who leaves without a seat may be anybody": Case(
        "bataille", put("", "seat", 0, event="leave"), opens="seated-players-only"
    ),
    "who leaves has sat down though no row says so": Case(
        "bataille", drop(0, event="sit"), opens="seated-players-only"
    ),
    # Most cards are burned before any coup, and three in a war: these stand amid its coup.
    "a card burned amid a coup that its row does not name": Case(
        "bataille", put("", "coup", 0, event="burn", coup=FILLED), "war-round", "five-burned"
    ),
    # Nothing else opens one: no row says what such rows fill.
    "what opens a table without naming it may open any": Case(
        "boule 120 1", put("", "table", 0, event="table_open"), opens="coup-at-open-table"
    ),
    # Ties are paid too seldom to say what such rows fill; all other payments name a seat.
    "a payment of a seldom bet without its seat is of any": Case(
        "punto-banco", put("", "seat", 0, event="pay", bet="tie"), opens="stake-before-payment"
    ),
    # A card that is taken and was laid in none of the tricks would be one too many.
    "the first rows of the first trick without its number are of it": Case(
        "bataille-sans-carte-cachee 5011",
        put("", "coup", slice(2), coup="1"),
        opens="nothing-doubled",
    ),
    # What is paid on the even chances would be paid on another bet than the one that was laid.
    "a number beside a bet that has none is not believed": Case(
        "boule", put("7", "number", 0, event="pay", bet="odd"), opens="stake-before-payment"
    ),
    # The second is the only payment of a stake: nobody may say that it was not paid.
    "two rows without the line break between them are two events": Case(
        "boule", join(event="pay"), opens="pays"
    ),
    "a torn row with a cell too many costs a coup": Case(
        "boule", tear("Dupont", " Jean"), most=0.02
    ),
    "a torn row with a cell too few costs a coup": Case(
        "bataille", both(tear(), rename("coup", "N° COUP")), most=0.02
    ),
    # Several damages: none makes the other look as if it had been written so.
    "a session misspelt alike in two coups": Case(
        "boule",
        at_quarters(("session", "2026-O1-09"), ("session", "2026-O1-09"), event="stake"),
        least=1,
    ),
    "a table misspelt in a row that has another damage": Case(
        "vingt-trois",
        both(*(at_quarters(own, event="stake") for own in (("table", "VI"), ("bet", "#N/A")))),
        least=1,
    ),
    "neither the house nor the game": Case(
        "boule",
        both(*(at_quarters(own, event="stake") for own in (("casino", "#N/A"), ("game", "#REF!")))),
        least=1,
    ),
    "a bet that is a sign": Case("vingt-trois", at_quarters(("bet", "?"), event="stake"), least=1),
    "neither the kind nor the coup": Case(
        "boule",
        lambda lines: put("", "event", 40, event="stake")(
            put("", "coup", 40, event="stake")(lines)
        ),
        least=1,
    ),
    "a row in doubt without its session may be of the one around": Case(
        "boule", both(put("#REF!", "amount", 0, event="pay"), put("", "session", 0, event="pay"))
    ),
    # Cells that a program fills with nothing.
    # Three spins without a session would be a place of their own, of one coup a row.
    "a few rows that lack the name of their place": Case(
        "boule", put("", "session", slice(3, 30, 9), event="spin"), most=0.1, least=1
    ),
    "a zero is no coup where what opens a table has it": Case(
        "boule", put("0", "coup", coup=""), same=True, notes=("outside what it numbers",)
    ),
    "coups that are counted from zero keep their number": Case(
        "boule",
        put(lambda cell: str(int(cell) - 1), "coup", coup=FILLED),
        most=0,
        told=("coups-begin-with-one",),
    ),
    # By such names nobody was ever paid what he had staked.
    "names that are another in each row are nobody": Case(
        "boule", put(lambda _: f"k{next(_numbers)}", "player", player=FILLED)
    ),
    # As one player they lay more than a player may, and the same stake twice in a second.
    "players whose names were taken out are not one player": Case(
        "boule", put("ANONYME", "player", player=FILLED), opens="player-within-maximum"
    ),
    "players whose names were starred out are not one player": Case(
        "boule", put("*****", "player", player=FILLED), opens="player-within-maximum"
    ),
    "a kind whose rows never name the session belongs to that around": Case(
        "boule", put("", "session", event="spin"), least=1
    ),
    # A house of which nothing else is told would never have opened; the other table is judged.
    **{
        f"a table that never names its {name} is of no house of its own": Case(
            "boule 4", put("", name, table="B1"), least=1, most=0.99
        )
        for name in ("casino", "season", "session")
    },
    # In no coup would there be a payment, and whoever won would have got nothing.
    "payments that name no coup are not recorded": Case(
        "boule", put("", "coup", event="pay"), opens="pays-", aside="pay"
    ),
    "stakes that name no coup are not recorded": Case(
        "boule", put("", "coup", event="stake"), opens="pays-", aside="stake"
    ),
    # A till that knows players by other numbers would pay nobody who had staked.
    "payments to other names than those that staked are not recorded": Case(
        "boule", put(lambda cell: f"M. {cell}", "player", event="pay"), opens="pays-", aside="pay"
    ),
    "what is collected at other tables than those played at is not recorded": Case(
        "boule",
        put(lambda cell: f"M. {cell}", "table", event="collect"),
        opens="pays-",
        aside="collect",
    ),
    **{
        f"a kind that is recorded in one half is looked for there alone, late {late}": Case(
            "boule", half(late=late, event="no_more_bets"), least=1, most=0.99, recorded=False
        )
        for late in (True, False)
    },
    # Columns that tell rows apart: two stakes of one second on two numbers; two chiefs of whom one
    # leaves; coups of the same number at two tables; two spins of a coup.
    **{
        f"{log} without {name}": Case(log, lose(name))
        for log, name in (
            ("vingt-trois 2", "number"),
            ("bataille 2", "staff"),
            ("bataille 6", "table"),
            ("punto-banco 5", "table"),
        )
    },
    "a wheel spun twice without its numbers": Case(
        "vingt-trois spun-again 1", lose("number"), opens="spun-again-the-other-way"
    ),
    # Cells that stand elsewhere.
    # Rows without a coup stand between coups, so that the edges of the file tell nothing.
    **{
        f"numbers that stand {down} rows off amid others are not used": Case(
            "bataille", shift("coup", down)
        )
        for down in (1, 2, -2)
    },
    **{
        f"a column of {name}s that stands {down} rows off": Case(
            "vingt-trois 4", shift(name, down), notes=(f"`{name}`",)
        )
        for name, down in (("table", 1), ("table", 4), ("coup", -1), ("coup", 4))
    },
    **{
        f"merged cells of {', '.join(names)}": Case(
            "boule 4", merge(*names), notes=("merged cells",) * len(names)
        )
        for names in (("table",), ("coup",), ("casino", "season", "session", "table", "coup"))
    },
    **{
        f"one row of which cells from {name} on were pushed": Case(
            "boule 1", push_one(name, right=right), least=1, most=0.02
        )
        for name, right in (("session", True), ("game", False), ("bet", True))
    },
    # A stake among them reads well: its number is that of the column beside.
    "rows pushed from one on": Case(
        "boule 3", lambda lines: push(lines, range(340, len(lines)), "staff", right=False)
    ),
    "amounts that their comma divides": Case("vingt-trois 1", divide_amounts),
    "a row of another game is none of this one": Case("boule 1", of_another_game, same=True),
    # Rows that stand twice, elsewhere or not at all.
    "a block that was pasted again is set aside": Case(
        "boule 1", again(slice(100, 140), 140), same=True, aside=40
    ),
    # Others may have stood where it stands now.
    "a block that was pasted elsewhere is set aside": Case(
        "boule 1", again(slice(100, 140), 400), aside=40
    ),
    "a block that was pasted elsewhere in a log without times is set aside": Case(
        "boule 1", untimed(again(slice(100, 140), 400)), aside=40
    ),
    "a whole log that stands twice is judged once": Case(
        "bataille 2", lambda lines: [*lines, *lines[1:]], same=True, aside=FILLED
    ),
    "a row that stands twice is told": Case(
        "boule 1", again(slice(200, 201), 201), told=("recorded-once",)
    ),
    "a kind that is written twice as a rule is in no doubt": Case(
        "boule 1", every_kind_twice("no_more_bets"), aside=0, told=("recorded-once",)
    ),
    "two rows that changed places are told": Case(
        "boule 1", swap(207, 318), told=("coups-follow", "time-goes-forward"), most=0.1
    ),
    "a clock that was put back moves no row": Case(
        "boule 120 1", put_back, told=("time-goes-forward",), most=0.1
    ),
    # What is counted over a whole game may have changed in it; the coups beside are certain.
    "a coup that is left out is all that is missing": Case(
        "boule 5", coup_less("3"), told=("coups-follow",), most=0.1
    ),
    "a page is missing of which each number says so": Case(
        "bataille", drop_coups(8, 13), told=("coups-follow",)
    ),
    **{
        f"a game without trick {number}": Case(
            "bataille-additions 5", coup_less(number), told=("tricks-follow",)
        )
        for number in ("1", "4")
    },
    # In which order rows without times were written nobody knows.
    "rows without times backwards": Case(
        "punto-banco 2", untimed(lambda lines: [lines[0], *lines[:0:-1]]), least=1
    ),
    # What the director does, who opens and closes the house, stands below all the tables.
    "rows without times by staff": Case("punto-banco 4", untimed(order("staff")), least=1),
    # At one of the tables a single coup was played: only at the other do numbers come back.
    "rows without times by bet": Case("punto-banco 2", untimed(order("bet")), least=1),
}

REFUSED = {
    # What opened the table stands below its coups.
    "by coups": (order("coup"), "in the order of column `coup`"),
    "by tables": (order("session", "table", "coup"), "in the order of column `table`"),
    "by coups and kinds": (order("coup", "event"), "in the order of column `coup`"),
    "by kinds": (order("event"), "in the order of column `event`"),
    "by players": (order("player"), "in the order of column `player`"),
    # A program that does not know numbers puts coup 10 before coup 2.
    "as texts": (
        as_texts("coup"),
        "as texts do (10 before 2): this file was sorted",
    ),
    "as texts, without times": (
        untimed(as_texts("coup")),
        "as texts do (10 before 2): this file was sorted",
    ),
}
"""Orders in which a log of boule is refused, and what is said."""
