"""Whether two events say the same in every field."""

from __future__ import annotations

import numpy as np

from auditor.engine.columns import Columns
from auditor.engine.vector import Bools, Ints


def alike(columns: Columns, one: Ints, other: Ints) -> Bools:
    """For each pair of rows, whether their events agree in kind and in every field, and come of
    different rows of the file.
    """
    same = columns.kind[one] == columns.kind[other]
    left = np.flatnonzero(same)
    fields = sorted(columns.fields.items(), key=lambda item: item[0] != "time")  # tells most apart
    for _, field in fields:
        if not len(left):
            break
        a, b = one[left], other[left]
        key = field.key()
        agree = key.values[a] == key.values[b]
        if key.empty is not None:
            agree = np.where(key.empty[a] | key.empty[b], key.empty[a] & key.empty[b], agree)
        same[left[~agree]] = False
        left = left[agree]
    if len(left):
        events = zip(columns.events(one[left]), columns.events(other[left]), strict=True)
        same[left] = [a.row != b.row for a, b in events]
    return np.asarray(same)
