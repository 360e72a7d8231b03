"""Whether two events say the same in every field."""

from __future__ import annotations

import numpy as np

from auditor.engine.store.columns import Columns
from auditor.engine.store.vector import NAIVE, Bools, Ints


def alike(columns: Columns, one: Ints, other: Ints) -> Bools:
    """For each pair of rows, whether their events agree in kind and in every field, and come of
    different rows of the file.
    """
    same = columns.kind.take(one) == columns.kind.take(other)
    left = np.flatnonzero(same)
    fields = sorted(columns.fields.items(), key=lambda item: item[0] != "time")  # tells most apart
    for _, field in fields:
        if not len(left):
            break
        a, b = one[left], other[left]
        values, zone, empty = field.vector.data, field.vector.zone, field.empty
        agree = values.take(a) == values.take(b)
        if zone is not None and zone.ndim:
            agree &= (zone[a] == NAIVE) == (zone[b] == NAIVE)
        if empty is not None:
            none, neither = empty.take(a), empty.take(b)
            agree = np.where(none | neither, none & neither, agree)
        same[left[~agree]] = False
        left = left[agree]
    if len(left):
        events = zip(columns.events(one[left]), columns.events(other[left]), strict=True)
        same[left] = [a.row != b.row for a, b in events]
    return np.asarray(same)
