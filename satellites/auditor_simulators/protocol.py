"""The interface of a simulated game: lawful rows, and faults that edit them.

A simulator knows the games, the canonical log format and nothing else of this
package: it exists so that the rules and the simulators check each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from random import Random

Row = dict[str, str]
"""One event: canonical column to the text of its cell; a missing column is an empty cell."""


class NoPlaceError(Exception):
    """The log holds no situation in which this fault could be put.

    `fault` is its name; `apart` is true where it found a place, but one that another fault has.
    """

    def __init__(self, fault: str = "", *, apart: bool = False) -> None:
        where = "apart from the other faults" if apart else "in this log"
        super().__init__(f"`{fault}` finds no place {where}")
        self.fault, self.apart = fault, apart


@dataclass(frozen=True, slots=True)
class Plan:
    """How much to play.

    `events` is the least number of rows wanted: whole coups (or games) are
    played until it is reached.  `sessions` gaming days are played at `tables`
    tables in each of `casinos` establishments; what is asked is spread over them.
    """

    events: int
    seed: int = 1
    casinos: int = 1
    sessions: int = 1
    tables: int = 1
    opening: datetime = datetime(2026, 1, 9, 21, 0)  # local time of the first session's opening


@dataclass(frozen=True, slots=True)
class Fault:
    """One named fault.

    `apply` edits the rows in place (changes cells, inserts or removes rows) at a
    place drawn with the given generator, and returns the rows it rests on, the
    one that a person should look at first in front; rows are compared by identity.
    Where a fault is the absence of a row, it returns the rows that show the absence.
    It raises NoPlaceError where the log offers no place.
    """

    name: str
    provisions: tuple[str, ...]
    says: str
    apply: Callable[[list[Row], Random], list[Row]]


@dataclass(frozen=True, slots=True)
class Game:
    """A game, or one variant of it, that can be simulated.

    `name` is that of the ruleset, too; columns stand in the order in which they are written.
    `lawful` deals rows of lawful play in the order of time, the same for the same plan.
    """

    name: str
    columns: tuple[str, ...]
    lawful: Callable[[Plan], Iterator[Row]]
    faults: tuple[Fault, ...]
