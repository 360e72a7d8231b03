"""The different texts of columns, by which is told how a file writes what it says."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from auditor.types import TIME, Type
from auditor.values import encoding_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

PLAIN_TIME = (
    r"\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[T ]"
    r"(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)?"
)
"""A time that tells nothing of how others are written."""
_PLAIN_TIME = re.compile(PLAIN_TIME)
_PLAIN_NUMBER = re.compile(r"[+-]?\d+(\.(?!\d{3}$)\d+)?")
"""A number that reads in one way: the point of `2.500` may stand for thousands."""


@dataclass(slots=True)
class Written:
    """The different texts of some columns of a table: True for those that are kept by the kind of
    event in their rows.  Whole numbers are left out: each reads in one way.
    """

    columns: Mapping[str, bool]
    texts: dict[tuple[str, str], dict[str, int]] = field(default_factory=dict)

    def note(self, name: str, texts: Iterable[str], kind: str = "") -> None:
        """Enter some texts of a column."""
        if name in self.columns:
            own = self.texts.setdefault((kind, name), {})
            own.update(dict.fromkeys(filter(None, texts), 0))

    def telling(self, types: Mapping[str, Type]) -> dict[tuple[str, str], dict[str, int]]:
        """The texts that may tell how those of their sort are written, or be written so."""
        of = {key: types.get(key[1]) for key in self.texts}
        every = [text for key, own in self.texts.items() if is_number(of[key]) for text in own]
        numbers = not all(map(_PLAIN_NUMBER.fullmatch, every))
        return {
            key: _unusual(own) if of[key] == TIME else own
            for key, own in self.texts.items()
            if numbers or not is_number(of[key])
        }


@dataclass(frozen=True, slots=True)
class Noting:
    """Enters the texts of one column of a segment; `kinds` are the words for kinds of event there,
    the last for an empty cell, and `kind` is which of them stands in each row.
    """

    written: Written
    name: str
    kinds: Sequence[str]
    kind: Ints

    def of_rows(self, rows: Ints) -> Noting:
        """The column in some rows alone."""
        return replace(self, kind=self.kind[rows])

    @property
    def by_kind(self) -> bool:
        return self.written.columns.get(self.name, False)

    def enter(self, codes: Ints, texts: Sequence[str]) -> None:
        """Enter the different texts of the column, of which `codes` says where they stand."""
        if not self.by_kind:
            self.written.note(self.name, texts)
            return
        import numpy as np  # noqa: PLC0415 - whoever reads a small file does without

        together = np.zeros((len(self.kinds), len(texts) + 1), bool)
        together[self.kind, codes] = True
        for own, there in zip(self.kinds, together, strict=True):
            some = [texts[int(at)] for at in np.flatnonzero(there[:-1])]
            self.written.note(self.name, some, own.strip().lower())


def is_number(kind: Type | None) -> bool:
    """Whether columns of a type hold numbers, whole or not."""
    return kind is not None and encoding_of(kind) == "ratio"


def _unusual(times: Mapping[str, int]) -> dict[str, int]:
    """Times that are not written as usual, and one of the others, which stands for all."""
    usual = list(filter(_PLAIN_TIME.fullmatch, times))
    return dict.fromkeys([*usual[:1], *(times.keys() - usual)], 0)
