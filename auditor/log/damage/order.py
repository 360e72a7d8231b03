"""Files whose rows were sorted by something else than their time.

Who sorts a sheet by its coups puts what opened the table below all of them.  Nothing is missing in
such a file, and what its rows say is true; only what was done before something else is lost.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Order:
    """The column in whose order rows stand, its numbers `as_texts` where 10 comes before 2."""

    column: str
    as_texts: bool = False


class SortedError(Exception):
    """The rows of a file stand in the order of a column that is not their time."""

    def __init__(self, file: str, order: Order) -> None:
        super().__init__(file, order)  # as another process makes it again
        self.file, self.order = file, order
