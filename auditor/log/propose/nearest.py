"""Each column of a file with some of its values and the fields that it is likeliest to be.

A proposal ends with this list, so that whoever completes it by hand need not open the file; where
nothing can be told it is all there is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest

from auditor.log.convert import numbers as amounts
from auditor.log.convert.dates import stamp
from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.words import normalise
from auditor.log.header import Heading, heading, no_heading
from auditor.log.infer.columns import Body, reads
from auditor.log.propose.probe import widest
from auditor.log.propose.toml_draft import plain, toml
from auditor.log.raw_grid import Grid
from auditor.messages.message import abridged
from auditor.types import CARD, TEXT, TIME, Enumeration, Type

SAMPLES = 3
"""Values of a column that are shown, and fields that are named."""
SHOWN = 24
"""Characters of a value."""
COMPARED = 200
"""Characters of a name that are compared: likeness costs the square of its length."""
NEAR = 0.8
"""The likeness of two names, or the share of cells, from which a field is near."""
LISTED = 200
"""Columns that are listed."""
LOOKED_AT = 200
"""Rows in which values are looked for."""


def column_list(head: Heading, rows: Sequence[Sequence[str]], lexicon: Lexicon) -> str:
    """The columns as comments of a mapping."""
    lines = ["# Columns of the file, some of their values, and the fields nearest to them:"]
    for at, name in enumerate(head.names[:LISTED]):
        cells = Body(rows[:LOOKED_AT], []).cells(at)
        values = ", ".join(f"`{shown(own)}`" for own in list(dict.fromkeys(cells))[:SAMPLES])
        near = ", ".join(nearest(name, cells, lexicon))
        lines.append(f"#   `{shown(name)}`: {values or 'empty'}{near and f' → {near}'}")
    if head.names[LISTED:]:
        lines.append(f"#   … and {len(head.names) - LISTED} more")
    return "\n".join(lines) + "\n"


def nearest(name: str, cells: Sequence[str], lexicon: Lexicon) -> list[str]:
    """The fields that are near to a column, by its name or by what its cells alone read as."""
    fields = {"event": TEXT} | dict(lexicon.fields())
    scores = {own: _score(own, kind, name, cells, lexicon) for own, kind in fields.items()}
    near = [own for own in sorted(scores) if max(scores[own][1:]) >= NEAR]
    return sorted(near, key=lambda own: scores[own], reverse=True)[:SAMPLES]


def _score(
    field: str, kind: Type, name: str, cells: Sequence[str], lexicon: Lexicon
) -> tuple[float, float, float]:
    """The likeness of the names with what the cells add to it, and alone; and how many of the cells
    read as words of a list, as cards or as moments: anything may be a number or a name.
    """
    plain = normalise(name[:COMPARED])
    words = [field.replace("_", " ")]
    words += [word for word, meant in lexicon.columns.items() if field in meant]
    alike = max(SequenceMatcher(None, plain, word).ratio() for word in words)
    some = cells[: 3 * SAMPLES]
    if field == "event":
        good = sum(bool(lexicon.kinds.get(normalise(cell))) for cell in some)
    else:
        good = 0 if kind == TEXT else sum(reads(kind, cell, lexicon) for cell in some)
    share = good / max(len(some), 1)
    tells = field == "event" or isinstance(kind, Enumeration) or kind in (CARD, TIME)
    tells = tells and not all(map(str.isdecimal, some))
    return alike + share, alike, share if tells else 0.0


def skeleton(grid: Grid, lexicon: Lexicon, file: str, delimiter: str | None) -> str:
    """A mapping that says nothing yet, for a file that shows nothing."""
    head = likely_header(grid)
    rows = [cells for _, cells in grid.records[head.last + 1 :]]
    lines = [
        f"# Mapping of {shown(file)}, begun by `auditor map`: nothing in it could be told.",
        "# Lines that begin with `# ?` are questions: answer them and take the `# ?` away.",
        *(f"# {plain(own)}" for own in lists_within(head.names, file)),
        "",
        *(
            [f"delimiter = {toml('tab' if delimiter == chr(9) else delimiter)}"]
            if delimiter
            else []
        ),
        *(['header = "none"'] if head.last < 0 else []),
        "",
        "[columns]",
        *(f"# ? {own}" for own in _columns(head, rows, lexicon)),
        "",
        "# ? [[events]]",
        '# ? event = "…"   # which kind of event is a row? For several events write this again',
        "",
    ]
    return "\n".join(lines) + "\n" + column_list(head, rows, lexicon)


WITHIN_A_LIST = re.compile(r"(.+?)\.\d+\.\D.*")
"""The name of a column of the objects of a list in an object of JSON, such as `bets.1.amount`."""


def lists_within(names: Iterable[str], file: str) -> list[str]:
    """A question about each list of objects within the objects of a JSON file."""
    lists = dict.fromkeys(own.group(1) for own in map(WITHIN_A_LIST.fullmatch, names) if own)
    within = "." if ":" in file else ":"
    return [
        f"? `{name}` is a list of objects. Is each of them a row, as bets of a hand are? Then name "
        f"it: `auditor map {file}{within}{re.sub(r'[.][0-9]+', '', name)}`."
        for name in lists
    ]


def likely_header(grid: Grid) -> Heading:
    """The widest of the first rows if its cells are names, else the letters of the columns."""
    at = widest(grid.records)
    cells = [] if at is None else [cell for cell in grid.records[at][1] if cell]
    if at is None or not cells:
        return no_heading(grid.records)
    head = heading(grid.records, at, at)
    below = [own for _, own in grid.records[at + 1 :][:LOOKED_AT]]
    again = any(
        cell in own
        for cell, own in zip(grid.records[at][1], zip_longest(*below), strict=False)
        if cell
    )
    letters = not any(any(map(str.isdigit, cell)) for cell in cells)
    names = not again and not any(any(amounts.readings(cell)) or stamp(cell) for cell in cells)
    return head if letters or (below and names) else no_heading(grid.records)


def _columns(head: Heading, rows: Sequence[Sequence[str]], lexicon: Lexicon) -> Iterator[str]:
    """Each column as the nearest field of those that every event has, once each."""
    taken: set[str] = set()
    for at, name in enumerate(head.names[:LISTED]):
        if WITHIN_A_LIST.fullmatch(name):
            continue
        cells = Body(rows[:LOOKED_AT], []).cells(at)
        for field in nearest(name, cells, lexicon):
            if field not in taken:
                taken.add(field)
                yield f"{field} = {toml('{' + name.replace('{', '{{') + '}')}"
                break


def shown(text: str) -> str:
    """A text on one line, cut where it is long."""
    plain = "".join(own if own.isprintable() else " " for own in text)
    plain = " ".join(plain.split())
    return abridged(plain, SHOWN)
