"""Logs of which is known what may be said: the page `cases.txt`, where one damage is done to a log,
and those of `small/`, where a log is of a few rows.

A case is a title (`# …`), a log, what happens to it, remarks (`// …`), and what holds:

    log boule                a sample; of a seed a simulated log (`log boule 4`), or one of so many
                             events (`log boule 120 1`, in five nights `log boule 120 1 5`), or
                             with a fault (`log boule NAME 1`)
    put 0 event=sit => seat= another text in a column of some rows
    opens pays-              of a rule of this name something is left open
    sure pays-               of this one nothing
    most 0.1, least 1        the part of all checks that is left open at most; how many at the least
    paid 500                 all payments are checked, more than so many
    same                     all answers are those of the whole log
    aside 40, aside pay      how many rows are set aside, or of which kind of event
    note …, silent …         a text in a note on the file, or in none
    told NAME                the rules that may find what the record itself shows
    refused …                the log is refused, with this text
    alike                    the same is reported of it read in columns and by cells
    unrecorded               the log is not said to record all kinds of events

    rules gifts              rules of `small/`, or a ruleset; `instead … => …` what stands in them
    | coup,event             the header of a small log
    > 12 {n},open; {n},shut  so often these rows, `{n}` one more each time, `{t}` a second in each
    own 24 0 1..             on how many subjects this rule is complied with, violated and left open

Rows are told by what stands in them (`event=stake coup=*`, `coup=8|9`), and which of these are
meant by a number, a slice or a fourth part (`3:30:9`, `1/4`): all of them unless told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from pathlib import Path

from auditor_simulators.catalogue import game
from auditor_simulators.inject import inject
from auditor_simulators.protocol import Plan
from tests.damage import logs
from tests.damage.damaging import Lines
from tests.damage.edits import changed, divide, merged, push, shifted, sorted_by, without_column

HERE = Path(__file__).parent


def texts(*pages: str) -> list[str]:
    """The cases of some pages, each from its title on."""
    every = (page for pattern in pages for page in sorted(HERE.glob(pattern)))
    read = (page.read_text("utf-8") for page in every)
    return [case for page in read for case in re.split(r"^# ", page, flags=re.MULTILINE)[1:]]


def title(case: str) -> str:
    return case.partition("\n")[0]


@dataclass(slots=True)
class Case:
    """A log, its rules, what happens to it, and what may be said."""

    rules: str = ""
    text: str = ""  # of rules of a few lines
    whole: Lines = field(default_factory=list)
    damaged: Lines = field(default_factory=list)
    holds: dict[str, str] = field(default_factory=dict)
    numbers: Iterator[int] = field(default_factory=partial(count, 1))

    @classmethod
    def of(cls, text: str) -> Case:
        case = cls()
        for line in re.sub(r"\\u(\w{4})", lambda own: chr(int(own[1], 16)), text).splitlines()[1:]:
            word, _, rest = line.partition(" ")
            case.read(word, rest)
        return case

    def read(self, word: str, rest: str) -> None:
        """A line of the page."""
        match word:
            case "log":
                self.rules, *more = rest.split()
                self.whole = _log(self.rules, *more)
                self.damaged = [[*row] for row in self.whole]
            case "rules":
                own = HERE / "small" / f"{rest}.rules"
                self.rules, self.text = rest, own.read_text("utf-8") if own.exists() else ""
            case "instead":
                old, new = rest.split(" => ")
                assert old in self.text
                self.text = self.text.replace(old, new)
            case "|":
                self.damaged = [rest.split(",")]
            case ">":
                many, _, rows = rest.partition(" ")
                for _ in range(int(many)):
                    self.add(rows.replace("{n}", str(next(self.numbers))))
            case "" | "//":
                pass
            case _ if word in EDITS:
                self.damaged = EDITS[word](self.damaged, rest)
            case _:
                self.holds[word] = rest

    def add(self, rows: str) -> None:
        for row in rows.split("; "):
            minute, second = divmod(len(self.damaged) - 1, 60)
            self.damaged.append(
                row.replace("{t}", f"2026-01-09T21:{minute:02}:{second:02}").split(",")
            )


def _log(name: str, *more: str) -> Lines:
    match more:
        case []:
            return logs.sample(name)
        case [seed]:
            return logs.lawful(name, int(seed))
        case [events, seed, *nights] if events.isdecimal():
            return logs.planned(name, int(events), int(seed), *map(int, nights))
        case [fault, seed]:
            return _with_fault(name, fault, int(seed))
        case _:
            raise ValueError(more)


def _with_fault(name: str, fault: str, seed: int) -> Lines:
    own = game(name)
    found = next(one for one in own.faults if one.name == fault)
    rows, _ = inject(own.lawful(Plan(events=150, seed=seed)), found, seed)
    return [[*own.columns], *([row.get(at, "") for at in own.columns] for row in rows)]


# Which rows are meant.


def rows_where(lines: Lines, **where: str) -> list[int]:
    """The rows with these texts in their cells, or with any text where it is `*`."""
    asked = {lines[0].index(name): text for name, text in where.items()}
    return [
        number
        for number, row in enumerate(lines)
        if number
        and all(
            row[at] if text == "*" else row[at] in text.split("|") for at, text in asked.items()
        )
    ]


def picked(lines: Lines, told: str) -> list[int]:
    """The rows that are told, and which of them."""
    words = told.split()
    rows = rows_where(lines, **dict(word.split("=", 1) for word in words if "=" in word))
    [which] = [word for word in words if "=" not in word] or [":"]
    if "/" in which:
        return [rows[int(which[0]) * (len(rows) // int(which[2:]))]]
    bounds = [int(own) if own else None for own in which.split(":")]
    return rows[slice(*bounds)] if ":" in which else [rows[int(which)]]


def _meant(lines: Lines, told: str) -> tuple[list[int], str, str]:
    """The rows, a column, and what stands behind it."""
    which, _, what = told.partition("=> ")
    name, _, text = what.partition("=" if "=" in what else " ")
    return picked(lines, which), name, text


# What happens to them.


def _put(lines: Lines, told: str) -> Lines:
    """Another text in a column: in it `{cell}` is what stood there, `{less}` one less."""
    rows, name, text = _meant(lines, told)
    at = lines[0].index(name)
    texts = {}
    for row in rows:
        cell = lines[row][at]
        own = text.replace("{cell}", cell).replace("{row}", str(row))
        texts[row] = own.replace("{less}", str(int(cell) - 1)) if "{less}" in own else own
    return changed(lines, name, texts)


def drop(lines: Lines, told: str) -> Lines:
    gone = {*picked(lines, told)}
    return [row for number, row in enumerate(lines) if number not in gone]


def _tear(lines: Lines, told: str) -> Lines:
    """Other cells than one, with `|` between them, or none."""
    [row], name, text = _meant(lines, told)
    at, left = lines[0].index(name), [*lines]
    left[row] = [*lines[row][:at], *(text.split("|") if text else ()), *lines[row][at + 1 :]]
    return left


def _rename(lines: Lines, told: str) -> Lines:
    _, name, header = _meant(lines, told)
    return [[header if own == name else own for own in lines[0]], *lines[1:]]


def _join(lines: Lines, told: str) -> Lines:
    """A row without the line break before it."""
    [row] = picked(lines, told)
    first, second = lines[row - 1 : row + 1]
    return [*lines[: row - 1], [*first[:-1], first[-1] + second[0], *second[1:]], *lines[row + 1 :]]


def _shift(lines: Lines, told: str) -> Lines:
    name, down = told.split()
    return shifted(lines, name, int(down))


def _push(lines: Lines, told: str) -> Lines:
    rows, name, side = _meant(lines, told)
    return push(lines, rows, name, right=side == "right")


def _again(lines: Lines, told: str) -> Lines:
    """Some rows that stand once more before another."""
    rows, before, _ = _meant(lines, told)
    return [*lines[: int(before)], *(lines[row] for row in rows), *lines[int(before) :]]


def _twice(lines: Lines, told: str) -> Lines:
    doubled = {*picked(lines, told)}
    return [row for number, row in enumerate(lines) for _ in range(1 + (number in doubled))]


def _swap(lines: Lines, told: str) -> Lines:
    left, (one, other) = [*lines], map(int, told.split())
    left[one], left[other] = lines[other], lines[one]
    return left


def _put_back(lines: Lines, name: str) -> Lines:
    """From the middle on a clock goes an hour behind."""
    at, texts = lines[0].index(name), {}
    for row in range(len(lines) // 2, len(lines)):
        text = lines[row][at]
        texts[row] = f"{text[:11]}{(int(text[11:13]) - 1) % 24:02}{text[13:]}"
    return changed(lines, name, texts)


def _order_as_texts(lines: Lines, name: str) -> Lines:
    at = lines[0].index(name)
    return [lines[0], *sorted(lines[1:], key=lambda row: row[at])]


EDITS: dict[str, Callable[[Lines, str], Lines]] = {
    "put": _put,
    "drop": drop,
    "tear": _tear,
    "rename": _rename,
    "join": _join,
    "lose": without_column,
    "shift": _shift,
    "merge": lambda lines, told: merged(lines, *told.split()),
    "push": _push,
    "divide": divide,
    "again": _again,
    "twice": _twice,
    "swap": _swap,
    "put_back": _put_back,
    "backwards": lambda lines, _: [lines[0], *lines[:0:-1]],
    "order": lambda lines, told: sorted_by(lines, *told.split()),
    "order_as_texts": _order_as_texts,
}
