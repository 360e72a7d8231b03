"""Files as others write them, case by case, and what holds of what is made of them.

A case is a title (`# …`), the name of a file with the rules that it is for (`file hands.csv boule`,
`-` for none), its lines (`> …`), those of a mapping (`| …`), remarks (`// …`), and what holds:

    events               the events of all rows, below it, a line each: the row, the event
    events pay collect   the same of some kinds; `events of row 2 deal` in one row
    + 2 pay amount=5     an event among others
    - player=            a text that no event holds
    each stake bet tie   what a field is in each event of a kind, `_` for a space in it
    kinds stake pay      the kinds of all events
    aside 5              the rows that are set aside; or below it each row and why, as it begins,
                         with `aside no event` or `aside may be an event` all of which are
    read 7               the rows that are read
    columns event amount the names of its columns, and `rows` below it the cells of each row
    sheet coups          the table of this name, of which the following holds
    note …, no note …    a text that some note of the table holds, or none does
    refused …            a text in the sentence that refuses the file, `at 2 Carte` where it stands
    says …, never …      a text that a proposed mapping holds, or does not, `\\n` for its lines
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from auditor.log.table import Table
from tests.log.mapping.reading import events

Holds = tuple[str, str, tuple[str, ...]]
"""What holds: the first word, the rest of its line, and the lines below."""

_TWO = ("no note",)


@dataclass(frozen=True, slots=True)
class Case:
    """A file, the rules that it is for, a mapping, and what holds."""

    title: str
    file: str
    rules: str
    text: str
    mapping: str
    holds: tuple[Holds, ...]


def cases(path: Path) -> Iterator[Case]:
    for part in re.split(r"^# ", path.read_text("utf-8"), flags=re.MULTILINE)[1:]:
        title, head, *lines = [
            line for line in part.splitlines() if line and not line.startswith("//")
        ]
        _, file, rules = [*head.split(" "), "-"][:3]
        text, mapping = ("".join(_lines(lines, mark)) for mark in ">|")
        holds: list[Holds] = []
        for line in lines:
            if line.startswith("  "):
                what, rest, below = holds.pop()
                holds.append((what, rest, (*below, line[2:])))
            elif line[0] not in ">|":
                what = next((own for own in _TWO if line.startswith(own)), line.split(" ")[0])
                holds.append((what, line.removeprefix(what).lstrip(), ()))
        yield Case(title, file, rules, text, mapping, tuple(holds))


def _lines(lines: Sequence[str], mark: str) -> Iterator[str]:
    return (f"{line[2:]}\n" for line in lines if line.startswith(mark))


def check_table(own: Table, what: str, rest: str, below: Sequence[str]) -> None:
    """Fails where it does not hold of a table."""
    every = [f"{row} {said}" for row, said in events(own)]
    match what:
        case "events":
            asked = re.fullmatch(r"(?:of row (\d+))? ?(.*)", rest)
            assert asked is not None
            row, kinds = asked[1], asked[2].split()
            said = [own.split(" ")[:2] for own in every]
            assert [
                own
                for own, (number, kind) in zip(every, said, strict=True)
                if row in {None, number} and (not kinds or kind in kinds)
            ] == [*below]
        case "+":
            assert rest in every
        case "-":
            assert [own for own in every if rest in own] == []
        case "each":
            kind, field, *wanted = rest.split()
            cells = [dict(zip(own.header, row, strict=True)) for _, row in own.rows]
            found = [one.get(field, "") for one in cells if one["event"] == kind]
            assert [text.replace(" ", "_") for text in found] == wanted
        case "kinds":
            assert {own.split(" ")[1] for own in every} == {*rest.split()}
        case "aside" if below:
            aside = [f"{one.row} {one.reason}" for one in own.set_aside]
            assert [one[: len(told)] for one, told in zip(aside, below, strict=True)] == [*below]
            certain = {"no event": True, "may be an event": False}.get(rest)
            assert certain is None or {one.no_event for one in own.set_aside} == {certain}
        case "aside":
            assert [str(one.row) for one in own.set_aside] == rest.split()
        case "read":
            assert own.rows_read == int(rest)
        case "note" | "no note":
            assert any(rest in str(note) for note in own.notes) == (what == "note")
        case _:
            check_cells(own, what, rest, below)


def check_cells(own: Table, what: str, rest: str, below: Sequence[str]) -> None:
    """Fails where it does not hold of the columns and the cells."""
    if what == "columns":
        assert [*own.header] == rest.split()
    else:
        assert what == "rows"
        assert [f"{row} {' | '.join(cells)}".rstrip() for row, cells in own.rows] == [*below]
