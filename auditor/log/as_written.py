"""Whether the cells of a canonical table say what they mean as they are written: no words of other
programs, no commas for points, no marks that an export leaves.  All that do not are interpreted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

import numpy as np

from auditor.log.convert.lexicon import Lexicon
from auditor.log.convert.localised import convertible, rewriting
from auditor.log.convert.written import CERTAIN
from auditor.log.export_marks import MARKS, PROTECTS, is_below_zero, nothing_in, settling
from auditor.log.table import Table
from auditor.types import TEXT, TIME, Type
from auditor.values import encoding_of

if TYPE_CHECKING:
    from auditor.log.coded import Ints, RowColumn, Sheet

PLAIN_TIME = (
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ]"
    r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?"
)
"""A time that tells nothing of how others are written."""
_PLAIN_TIME = re.compile(PLAIN_TIME)
_PLAIN_NUMBER = re.compile(rf"(?!.{{{CERTAIN + 1}}})[+-]?\d+(\.(?!\d{{3}}$)\d+)?")
"""A number that reads in one way: the point of `2.500` may stand for thousands, and one of many
figures for a binary number."""

Texts = dict[tuple[str, str], dict[str, int]]
"""The different texts of each column, by kind of event where what it holds hangs on it."""


class AsWritten:
    """Looks at the columns of one canonical table, some rows after others."""

    def __init__(self, table: Table, lexicon: Lexicon) -> None:
        self._table, self._lexicon = table, lexicon
        self._columns, self._types = convertible(table.header, lexicon), lexicon.fields()
        self._settling = settling(lexicon)
        self._texts: Texts = {}
        self._marks: dict[str, set[str]] = {}  # of programs, by column
        self._is_signed = False

    def note(self, segment: Sheet) -> None:
        """Looks at some rows."""
        columns = dict(zip(self._table.header, segment.columns, strict=True))
        kind, kinds = columns["event"].words()
        for name, column in columns.items():
            self._note(name, column, kind, kinds)

    def _note(self, name: str, column: RowColumn, kind: Ints, kinds: list[str]) -> None:
        by_kind, of = self._columns.get(name, False), self._types.get(name)
        if (_is_number(of) or name not in self._columns) and (found := column.numbers()):
            # Whole numbers read in one way each.
            self._is_signed |= name in self._settling and int(found[0].min(initial=0)) < 0
            return
        if of == TIME and not by_kind and (times := _unusual_in(column)) is not None:
            self._enter("", name, times)
            return
        self._marks.setdefault(name, set()).update(column.matching(MARKS))
        if name not in self._columns:
            return
        codes, words = column.words()
        self._is_signed |= name in self._settling and any(map(is_below_zero, words))
        if not by_kind:
            self._enter("", name, words)
            return
        together = np.zeros((len(kinds) + 1, len(words) + 1), bool)
        together[kind, codes] = True
        for own, there in zip([*kinds, ""], together, strict=True):
            some = [words[int(at)] for at in np.flatnonzero(there[:-1])]
            self._enter(own.lower(), name, some)

    def _enter(self, kind: str, name: str, texts: Iterable[str]) -> None:
        own = self._texts.setdefault((kind, name), {})
        own.update(dict.fromkeys(filter(None, texts), 0))

    def holds(self) -> bool:
        """Whether all cells are to be read as they stand."""
        marked = nothing_in(self._marks.values()) or any(
            text.startswith(PROTECTS) for own in self._marks.values() for text in own
        )
        if marked or self._is_signed:
            return False
        found = rewriting(_telling(self._texts, self._types), self._lexicon)
        return not found.written and not found.doubts


def _is_number(kind: Type | None) -> bool:
    return encoding_of(TEXT if kind is None else kind) == "ratio"


def _unusual_in(column: RowColumn) -> list[str] | None:
    """The times of a column that are not written as usual, and one that stands for all others;
    None where it is known by its different texts.
    """
    if (series := column.series()) is None:
        return None
    first = series.drop_nulls().head(1).to_list()
    if column.times() is not None:
        return first
    usual = series.str.contains(f"^{PLAIN_TIME}$").fill_null(value=True)
    return [*first, *(text.strip() for text in series.filter(~usual).to_list())]


def _telling(texts: Texts, types: Mapping[str, Type]) -> Texts:
    """The texts that may tell how those of their sort are written, or be written so."""
    of = {key: types.get(key[1]) for key in texts}
    every = [text for key, own in texts.items() if _is_number(of[key]) for text in own]
    numbers = not all(map(_PLAIN_NUMBER.fullmatch, every))
    return {
        key: _unusual(own) if of[key] == TIME else own
        for key, own in texts.items()
        if numbers or not _is_number(of[key])
    }


def _unusual(times: Mapping[str, int]) -> dict[str, int]:
    """Times that are not written as usual, and one of the others, which stands for all."""
    usual = list(filter(_PLAIN_TIME.fullmatch, times))
    return dict.fromkeys([*usual[:1], *(times.keys() - usual)], 0)
