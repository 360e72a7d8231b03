"""From tables of text to a log: cells typed as the vocabulary declares, rows kept or set aside,
several files in one order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from auditor.language.core import Vocabulary
from auditor.log.event import Log
from auditor.log.event_reader import LogPart, part_of
from auditor.log.store.columns import Columns, Intake, log_of
from auditor.log.store.log_rows import LogRows
from auditor.log.store.plain_table import HeldTable
from auditor.log.store.typed_rows import TypedRows
from auditor.log.table import Table, by_number


@dataclass(frozen=True, slots=True)
class Everything:
    """Declares every kind of event as recorded."""


def assemble(
    tables: Sequence[Table],
    vocabulary: Vocabulary,
    recorded: Iterable[str] | Everything,
    game: str | None = None,
    *,
    whole: bool = True,
    part: bool = False,
) -> Log:
    """The log of some tables, in the order of time; no table is reordered in itself.

    `recorded` are the kinds of event whose absence means that they did not happen.
    Rows that name another `game` are set aside, unless no row names this one.  Of tables that
    are not `whole` nobody looks for rows that are missing or out of place; of those that are `part`
    of a log, not for what only all of them tell.  Raises SortedError.
    """
    return log_of(*read_by_cells(tables, vocabulary, recorded, game, whole=whole, part=part))


def read_by_cells(
    tables: Sequence[Table],
    vocabulary: Vocabulary,
    recorded: Iterable[str] | Everything,
    game: str | None = None,
    *,
    whole: bool = True,
    part: bool = False,
) -> tuple[Columns, Intake]:
    """The columns of some tables whose rows are read one by one, and their intake."""
    parts = [part_of(table, vocabulary, game) for table in in_order_of_names(tables)]
    every = [*_held(parts, vocabulary)]
    typed = TypedRows(vocabulary, sum(own.size for own in every))
    typed.kind[:] = -1
    for held in every:
        typed.put(held.start + held.certain, held.read_again(held.certain))
    log = LogRows(every, typed, vocabulary, declared(recorded, vocabulary))
    return log.read(whole=whole, part=part)


def declared(recorded: Iterable[str] | Everything, vocabulary: Vocabulary) -> frozenset[str]:
    """The kinds of event that are declared to be recorded."""
    return frozenset(vocabulary.kinds if isinstance(recorded, Everything) else recorded)


def in_order_of_names(tables: Iterable[Table]) -> list[Table]:
    """Tables in the order of their files and sheets."""
    return sorted(tables, key=lambda table: (by_number(table.file), table.sheet or ""))


def _held(parts: Sequence[LogPart], vocabulary: Vocabulary) -> Iterator[HeldTable]:
    start = 0
    for own in parts:
        yield HeldTable(own, vocabulary, start)
        start += len(own.members)
