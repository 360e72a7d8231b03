"""JSON: an array of objects, or one object after the other (JSON Lines).  An object is a row.

Values keep the text that they have in the file, numbers too: none passes through a float.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import reduce
from operator import getitem
from typing import Any

from auditor.log.cell import AT_ONCE, RowCoder, canonical_text
from auditor.log.convert.card_names import numbered, readings
from auditor.log.csv.text_encoding import decode, line_at
from auditor.log.csv.text_rows import MAX_COLUMNS
from auditor.log.files.limits import Answer, ReadLimits, Request, TooLargeError
from auditor.log.structured.json_text import (
    Flaw,
    KeyTwiceError,
    after_space,
    as_object,
    holds_objects,
    in_array,
    listed,
    lists_in,
    one_by_one,
    outer_lists,
    tabular,
    whole_file,
)
from auditor.log.table import SHOWN, Unreadable
from auditor.log.workbook.archive import refuse_far
from auditor.log.workbook.book_sheet import BookSheet
from auditor.messages.message import Message, message

_UNFIT = re.compile("[\0\ud800-\udfff]")  # no text: a NUL, or half of a letter
_IN_LIST = re.compile(r"([^.]+)\.\d+\.")
_NEARLY = 0.9  # the share of the values of a file that a list has which is all of it


# ---- in the sandbox -----------------------------------------------------------------------------
@dataclass(slots=True)
class Rows:
    """The rows of the objects that have come so far, as wide as each needed."""

    limits: ReadLimits
    names: dict[str, int] = field(default_factory=dict)
    coder: RowCoder = field(default_factory=lambda: RowCoder(str))
    rows: list[list[str]] = field(default_factory=list)
    """The last ones, which are not among the columns yet."""
    flaws: list[tuple[int, str, Answer]] = field(default_factory=list)
    notes: list[Message] = field(default_factory=list)
    filled: int = 0
    length: int = 0

    @property
    def read(self) -> int:
        """How many rows there are."""
        return len(self.coder.numbers) + len(self.rows)

    def add(self, row: int, found: dict[str, Any] | Flaw) -> None:
        """One more row.  Raises Unreadable for an object that is none of a table."""
        cells: list[str] = []
        if isinstance(found, dict):
            cells = self._cells(found, row)
            text = "".join(cells)
            self.length += len(text)
            if self.length > self.limits.text_length:
                raise TooLargeError
            if _UNFIT.search(text):
                found = Flaw(json.dumps(found), message("json.unfit"))
        if isinstance(found, Flaw):
            shown = found.text.encode("utf-8", "backslashreplace").decode().replace("\0", "\\0")
            self.flaws.append((row, shown[:SHOWN], found.says.to_json()))
            cells = []
        self.rows.append(cells)
        if len(self.rows) == AT_ONCE:
            self.enter()

    def _cells(self, found: dict[str, Any], row: int) -> list[str]:
        cells: list[str] = []
        if found.keys() <= self.names.keys() and set(map(type, found.values())) == {str}:
            cells = [""] * len(self.names)
            for name, text in found.items():  # nothing is within another, nor new
                cells[self.names[name]] = text.strip()
            self.filled += len(cells) - cells.count("")
        else:
            for name, value in flat(found):
                self._set(cells, name, canonical_text(value), row)
        return cells

    def enter(self) -> None:
        """Puts the last rows among the columns."""
        self.coder.add(len(self.coder.numbers) + 1, self.rows)
        self.rows = []

    def _set(self, cells: list[str], name: str, text: str, row: int) -> None:
        if _UNFIT.search(name):
            raise Unreadable(message("json.unfit_name"), row)
        at = self.names.setdefault(name, len(self.names))
        if at >= MAX_COLUMNS:
            raise Unreadable(message("header.too_wide", most=MAX_COLUMNS))
        cells.extend([""] * (at + 1 - len(cells)))
        cells[at] = text
        self.filled += bool(text)

    def answer(self, named: str | None) -> Answer:
        """The table of the file, or of the list that is named in it, below its names as row 0."""
        self.enter()
        size, width = len(self.coder.numbers), len(self.names)
        refuse_far(size, max(width, 1), self.filled, limits=self.limits)
        self.coder.add_header([name.strip() for name in self.names])
        lists = Counter(own[1] for name in self.names if (own := _IN_LIST.match(name.strip())))
        sheet = BookSheet(
            named or "",
            coded=self.coder.answer(),
            flaws=self.flaws,
            notes=[own.to_json() for own in self.notes],
            is_file=True,
            list_within=lists.most_common(1)[0][0] if lists else None,
        )
        return {"sheets": [sheet.as_json()], "notes": []}


def named_list(request: Request) -> str | None:
    """The list that is the log, where it is named: `night.json:games.hands`."""
    return next(iter(request["named"]), None)


def read(request: Request, data: bytes, limits: ReadLimits) -> Answer:
    """The objects of a file as rows of text."""
    text = decode(data, request["encoding"])
    rows = Rows(limits, notes=list(text.notes))
    try:
        whole = text.data[text.skip :].decode(text.encoding)
        for row, found in enumerate(objects(whole, named_list(request)), start=1):
            rows.add(row, found)
    except RecursionError:
        raise Unreadable(message("json.deep")) from None
    except json.JSONDecodeError as error:
        line = line_at(error.doc[: error.pos].encode("utf-8", "replace"), 1 << 62)
        raise Unreadable(message("json.syntax", line=line)) from None
    except KeyTwiceError as error:
        raise Unreadable(message("json.key_twice", name=str(error)), rows.read + 1) from None
    if not rows.names:
        raise Unreadable(message("json.nothing"))
    return rows.answer(named_list(request))


def objects(text: str, named: str | None = None) -> Iterator[dict[str, Any] | Flaw]:
    """The objects in their order, and what stands between lines of them and is none."""
    begins = after_space(text, 0)
    if named is not None:
        whole = whole_file(text, begins) or [*one_by_one(text, begins)]
        for own in in_list(whole, named):
            yield own if isinstance(own, Flaw) else as_object(own)
        return
    if text.startswith("[", begins):
        yield from in_array(text, begins + 1)
        return
    if inner := _list_in(whole_file(text, begins)):
        yield from map(as_object, inner)
    else:
        yield from one_by_one(text, begins)


def in_list(outer: Any, named: str) -> Iterator[Any]:
    """The objects of the outermost list whose path ends so, with what stands beside on the way."""
    there = lists_in(outer)
    meant = [own for own in there if f".{own}".endswith(f".{named}")]
    deep = [own.count(".") for own in meant]
    if not meant or deep.count(deep[0]) > 1:
        held = tuple(f"`{own}`" for own in there[:8]) or message("sheet.none")
        raise Unreadable(message("json.no_such_list", name=named, held=held))
    return listed(outer, meant[0].split("."))


def _list_in(outer: Any) -> list[Any]:
    """The list of objects in the only object of a file, with what stands around it; one deep within
    where that but wraps it.
    """
    if not isinstance(outer, dict):
        return []
    if table := tabular(outer):
        return table
    near = [own for own in outer if holds_objects(outer[own])]
    if len(near) > 1:
        named = tuple(f"`{name}`" for name in near[:8])
        raise Unreadable(message("json.several_lists", names=named))
    if near:
        return [*listed(outer, near)]
    deep = outer_lists(outer)
    path = deep[0].split(".") if len(deep) == 1 else []
    wraps = path and _values(reduce(getitem, path, outer)) >= _NEARLY * _values(outer)
    return [*listed(outer, path)] if wraps else []


def _values(own: Any) -> int:
    inner = own.values() if isinstance(own, dict) else own if isinstance(own, list) else None
    return 1 if inner is None else sum(map(_values, inner))


def flat(found: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The values of an object by dotted names.  Raises KeyTwiceError."""
    names: set[str] = set()
    for name, value in found.items():
        for own, inner in _within(name, value):
            if own in names:
                raise KeyTwiceError(own)
            names.add(own)
            yield own, inner


def _within(name: str, value: Any) -> Iterator[tuple[str, Any]]:
    """The card that a value is, and what it holds; of an empty object or list nothing."""
    card, beside = _card(value) if isinstance(value, dict) else ("", value)
    if card or not isinstance(beside, dict | list) or not beside:
        yield name, card or ("" if isinstance(beside, dict | list) else beside)
    inner = enumerate(beside, start=1) if isinstance(beside, list) else ()
    for own, below in beside.items() if isinstance(beside, dict) else inner:
        yield from _within(f"{name}.{own}", below)


def _card(found: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """The card that an object is by rank and suit, and its other values; numbers are ranks."""
    told = {
        part: [name for name in found if name.lower() in names] for part, names in _CARD.items()
    }
    if any(len(names) != 1 for names in told.values()):
        return "", found
    rank, suit = (str(found[name]) for [name] in told.values())
    card = f"{numbered(rank) or rank} {suit}"
    if not any(readings(card)):
        return "", found
    parts = [name for [name] in told.values()]
    return card, {name: own for name, own in found.items() if name not in parts}


_CARD = {"rank": ("rank", "rang"), "suit": ("suit", "couleur", "enseigne")}
"""By what names the objects of programs say which card they are."""
