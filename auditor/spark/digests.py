"""The digest of a heap, and where what it shows stands in the log."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from auditor.engine.columns import Columns
from auditor.engine.sources import eligible
from auditor.findings.digest import Back, Break, Copy, digest
from auditor.findings.digest_columns import digest_of
from auditor.findings.digest_parts import Order, Part
from auditor.language.core import Vocabulary
from auditor.log.event import Log
from auditor.spark.rows import Together


def digest_part(
    together: Together, columns: Columns, vocabulary: Vocabulary, repeatable: frozenset[str]
) -> Part:
    """The digest of some events."""
    if together.several_in_a_row():  # alike, they are no copies of one another
        log = Log(tuple(columns.events(columns.places)), columns.recorded, (), ())
        found = digest(log, vocabulary, repeatable)
    else:
        found = digest_of(columns, vocabulary, (), repeatable)
    rows = eligible(columns, ("time",))
    start = end = 0
    if len(rows):
        moments = columns.fields["time"].vector.data[rows]
        start = together.order(int(rows[np.argmin(moments)]))
        end = together.order(int(rows[np.argmax(moments)]))

    def orders(cases: Iterable[Break | Back | Copy]) -> tuple[Order, ...]:
        return tuple(together.order_of(case.row) for case in cases)

    return Part(
        found, start, end,
        orders(found.breaks.first), orders(found.backs.first), orders(found.copies.first),
    )  # fmt: skip
