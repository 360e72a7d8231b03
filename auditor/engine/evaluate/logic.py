"""Truth of three values, entry by entry: true, false, or unknown with its reasons."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from auditor.engine.evaluate.frame import Answer
from auditor.engine.evaluate.relations import ItemColumn
from auditor.engine.store import rational as exact
from auditor.engine.store.encoding import NUMBERS
from auditor.engine.store.vector import Bools, Codes, NotColumnar, Vector, join
from auditor.types import Type


def all_of(parts: Sequence[Vector]) -> Vector:
    """Whether all hold: false where any is false, whatever is not known of others."""
    if all(part.unknown is None for part in parts):
        total = parts[0].data
        for part in parts[1:]:
            total = total & part.data
        return Vector(np.asarray(total))
    false: Bools = np.array(False)
    for part in parts:
        known = part.known()
        false = false | (~part.data if known is None else ~part.data & known)
    unknown = join(*(part.unknown for part in parts))
    assert unknown is not None
    return Vector(np.asarray(~false), np.where(false, 0, unknown))


def either(when: Vector, then: Answer, otherwise: Answer, kind: Type) -> Answer:
    """One answer where a condition holds, else the other; unknown where it is not known."""
    if isinstance(then, ItemColumn) or isinstance(otherwise, ItemColumn):
        if not isinstance(then, ItemColumn) or not isinstance(otherwise, ItemColumn):
            raise NotColumnar
        if then.source is not otherwise.source or then.what != otherwise.what:
            raise NotColumnar
        unknown = _chosen_codes(when, then.unknown, otherwise.unknown)
        at = np.where(when.data, then.at, otherwise.at)
        return ItemColumn(then.source, at, unknown, then.what)
    if kind in NUMBERS:
        then, otherwise = exact.same_scale(then, otherwise)
    zone = then.zone if then.zone is not None else otherwise.zone
    if then.zone is not None and otherwise.zone is not None:
        zone = np.where(when.data, then.zone, otherwise.zone)
    unknown = _chosen_codes(when, then.unknown, otherwise.unknown)
    return Vector(np.where(when.data, then.data, otherwise.data), unknown, then.scale, zone)


def _chosen_codes(when: Vector, then: Codes | None, otherwise: Codes | None) -> Codes | None:
    if then is None and otherwise is None:
        return when.unknown
    one = np.int64(0) if then is None else then
    other = np.int64(0) if otherwise is None else otherwise
    chosen = np.where(when.data, one, other)
    if when.unknown is not None:
        chosen = np.where(when.unknown != 0, when.unknown, chosen)
    return np.asarray(chosen, np.int64)


def negated(part: Vector) -> Vector:
    """Whether a condition does not hold."""
    return Vector(~part.data, part.unknown)
