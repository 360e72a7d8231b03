"""Whether two events are alike: they agree in kind and in every field that is recorded."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import numpy as np

from auditor.engine.evaluate.bounds import row_of
from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.frame import absence
from auditor.engine.evaluate.relations import ItemColumn
from auditor.engine.store.cards import card_codes
from auditor.engine.store.columns import Columns
from auditor.engine.store.vector import (
    NAIVE,
    Bools,
    Codes,
    Ints,
    Vector,
    first_of,
    join,
    occurring,
    whole,
)
from auditor.values import Reason


class Likeness:
    """Compares events of one log, each with another."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog, self._reasons = catalog, catalog.reasons

    def alike(self, left: ItemColumn, right: ItemColumn, size: int) -> Vector:
        unknown = join(*(absence(side, self._reasons) for side in (left, right)))
        places = [whole(row_of(side), size) for side in (left, right)]
        cards = self._catalog.card_fields
        same = _agree(self._catalog.columns, places[0], places[1], cards)
        vague = join(*(self._suitless(name, rows) for name in cards for rows in places))
        lost = self._unrecorded(places[0], same)
        if vague is not None:
            lost = join(lost, np.where(same, vague, 0))
        return Vector(same, first_of(unknown, lost))

    def _suitless(self, name: str, rows: Ints) -> Codes | None:
        """Why it is not known which card some events show in a field."""
        found = self._catalog.raw(name, rows)
        where = None if found is None else self._catalog.without_suit(found)
        return None if where is None else where * np.int64(self._catalog.suitless)

    def _unrecorded(self, rows: Ints, same: Bools) -> Codes | None:
        """The reasons of the fields that neither of two events that agree records."""
        columns, total = self._catalog.columns, None
        for kind in occurring(columns.kind[rows[same]]) if same.any() else ():
            of_kind = same & (columns.kind[rows] == kind)
            for name in self._telling(columns.kinds[kind]):
                found = columns.fields.get(name)
                empty = np.array(True) if found is None else found.empty
                if empty is not None:
                    here = of_kind & (empty[rows] if empty.ndim else empty)
                    total = join(total, here * np.int64(self._reasons.code(Reason("empty", name))))
        return total

    def _telling(self, kind: str) -> Iterator[str]:
        """The fields of which two events of a kind that lack them may differ."""
        program, unfilled = self._catalog.program, self._catalog.columns.unfilled
        for name in program.vocabulary.kinds[kind].fields:
            tells = name in program.telling[kind] and (kind, name) in unfilled
            if tells or name not in self._catalog.facts.empty_by_nature[kind]:
                yield name


def _agree(columns: Columns, one: Ints, other: Ints, cards: Collection[str]) -> Bools:
    """For each pair of rows, whether their events agree in kind and in every field, and come of
    different rows of the file; those of `cards` agree where they may be the same card.
    """
    same = columns.kind.take(one) == columns.kind.take(other)
    left = np.flatnonzero(same)
    fields = sorted(columns.fields.items(), key=lambda item: item[0] != "time")  # tells most apart
    for name, field in fields:
        if not len(left):
            break
        a, b = one[left], other[left]
        values, zone, empty = field.vector.data, field.vector.zone, field.empty
        agree = values.take(a) == values.take(b)
        if name in cards:
            agree |= _may_be_same(columns, values.take(a), values.take(b))
        if zone is not None and zone.ndim:
            agree &= (zone[a] == NAIVE) == (zone[b] == NAIVE)
        if empty is not None:
            none, neither = empty.take(a), empty.take(b)
            agree = np.where(none | neither, none & neither, agree)
        same[left[~agree]] = False
        left = left[agree]
    if len(left):
        places = (columns.places[rows[left]] for rows in (one, other))
        events = zip(*map(columns.events, places), strict=True)
        same[left] = [a.row != b.row for a, b in events]
    return np.asarray(same)


def _may_be_same(columns: Columns, one: Ints, other: Ints) -> Bools:
    """Whether two cards have one rank, and the suit of either is not known."""
    codes = card_codes(columns.lexicons)
    if codes is None:
        return np.zeros(len(one), bool)
    vague = codes.suitless.take(one) | codes.suitless.take(other)
    return np.asarray(vague & (codes.ranks.take(one) == codes.ranks.take(other)))
