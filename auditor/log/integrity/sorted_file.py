"""The refusal of a file whose rows stand in the order of a column that is not their time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SortedColumn:
    """The column in whose order rows stand, its numbers `as_texts` where 10 comes before 2."""

    column: str
    as_texts: bool = False


class SortedError(Exception):
    """The rows of a file stand in the order of a column that is not their time."""

    def __init__(self, file: str, order: SortedColumn) -> None:
        super().__init__(file, order)  # as another process makes it again
        self.file, self.order = file, order
