"""From tables of text to a log, its events in memory."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from auditor.language.core import Vocabulary
from auditor.log.event import Log
from auditor.log.store.columns import log_of
from auditor.log.store.columns_of_tables import Everything, read_columns
from auditor.log.table import Table

__all__ = ["Everything", "assemble"]


def assemble(
    tables: Sequence[Table],
    vocabulary: Vocabulary,
    recorded: Collection[str] | Everything,
    *,
    whole: bool = True,
    part: bool = False,
) -> Log:
    """The log of some tables, in the order of time; `recorded`, `whole` and `part` are as in
    `read_columns`.  Raises SortedError.
    """
    return log_of(*read_columns(tables, vocabulary, recorded, whole=whole, part=part))
