"""Truth of three values, entry by entry: true, false, or unknown with its reasons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from auditor.engine.evaluate.frame import Answer, Evaluator, Frame
from auditor.engine.evaluate.relations import ItemColumn
from auditor.engine.evaluate.stories import by_story, merged
from auditor.language import core
from auditor.log.store import encoding as exact
from auditor.log.store.encoding import NUMBERS
from auditor.log.store.vector import (
    Bools,
    Codes,
    Ints,
    NotColumnar,
    StoryCases,
    Vector,
    first_of,
    join,
    scattered,
    whole,
)
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
    """One answer where a condition holds, else the other; where several stories leave it open, the
    one or the other in each of them; else unknown where it is not known.
    """
    if isinstance(then, ItemColumn) or isinstance(otherwise, ItemColumn):
        if not isinstance(then, ItemColumn) or not isinstance(otherwise, ItemColumn):
            raise NotColumnar
        if then.source is not otherwise.source or then.what != otherwise.what:
            raise NotColumnar
        unknown = _chosen_codes(when, then.unknown, otherwise.unknown)
        at = np.where(when.data, then.at, otherwise.at)
        return ItemColumn(then.source, at, unknown, then.what)
    if when.cases is None and then.cases is None and otherwise.cases is None:
        return _either(when, then, otherwise, kind)
    found = by_story(
        lambda own: _either(own[0], own[1], own[2], kind), [when, then, otherwise], among=when
    )
    known, taken = when.known(), whole(when.data, len(found.data))
    sure = np.ones(len(found.data), bool) if known is None else whole(known, len(found.data))
    one = _in_scale(then, found.scale, sure & taken)
    other = _in_scale(otherwise, found.scale, sure & ~taken)
    found.cases = merged(found.cases, one, other)
    return found


def _in_scale(vector: Vector, scale: int, marked: Bools) -> StoryCases | None:
    """The cases of the entries that are marked, over a multiple of their denominator."""
    cases = vector.cases and vector.cases.where(marked)
    if cases is None or vector.scale == scale:
        return cases
    told = exact.scaled(Vector(cases.data, cases.unknown, vector.scale), scale)
    assert told.unknown is not None  # what is too large only the reference can tell
    return replace(cases, data=told.data, unknown=told.unknown)


def _either(when: Vector, then: Vector, otherwise: Vector, kind: Type) -> Vector:
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
    return by_story(lambda own: Vector(~own[0].data, own[0].unknown), [part])


LARGE = 2000
"""Subjects from which on it is worth looking who is left."""

SHARE = 4
"""One in so many at most is few: what is worked out for few is not kept for others who ask."""

_CHEAP = (core.Literal_, core.Parameter, core.Local, core.Field)
"""Forms that take no longer than finding out for whom they are asked."""

_Case = tuple[core.Expression, core.Expression]


class Branches:
    """Evaluates conditions part after part, and choices case after case."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator

    # ---- conditions ---------------------------------------------------------------------------
    def all_of(self, parts: Sequence[core.Expression], frame: Frame) -> Vector:
        """Whether all hold."""
        return self._all(parts, frame, lambda part: part)

    def any_of(self, parts: Sequence[core.Expression], frame: Frame) -> Vector:
        """Whether any holds: not all of them do not."""
        return negated(self._all(parts, frame, negated))

    def _all(
        self, parts: Sequence[core.Expression], frame: Frame, said: Callable[[Vector], Vector]
    ) -> Vector:
        known: list[Vector] = []
        for part in parts:
            few = None
            if known and frame.size >= LARGE and not isinstance(part, _CHEAP):
                so_far = all_of(known)
                few = _few_marked(so_far.may_be_true(), frame)
                if all(own.cases is None for own in known):
                    known = [so_far]
            if few is None:
                known.append(said(self._evaluator.value(part, frame)))
            elif len(few):
                found = _scattered(self._evaluator.value(part, frame.only(few)), few, frame.size)
                assert isinstance(found, Vector)
                known.append(said(found))
        return by_story(all_of, known)

    # ---- choices ------------------------------------------------------------------------------
    def choose(self, node: core.Choose, frame: Frame) -> Answer:
        """For each subject the result of the first case that holds."""
        return self._chosen(node.cases, node, frame)

    def _chosen(self, cases: Sequence[_Case], node: core.Choose, frame: Frame) -> Answer:
        if not cases:
            return self._evaluator.evaluate(node.otherwise, frame)
        (when, then), *rest = cases
        holds = self._evaluator.value(when, frame)
        yes, no = holds.data, ~holds.data
        if (known := holds.known()) is not None:
            yes, no = yes & known, no & known
        if holds.cases is not None:
            yes, no = yes.copy(), no.copy()
            yes[holds.cases.places] = no[holds.cases.places] = True
        first = self._for_few(yes, [then], frame, lambda own: self._evaluator.evaluate(then, own))
        left = [part for case in rest for part in case]
        second = self._for_few(
            no, [*left, node.otherwise], frame, lambda own: self._chosen(rest, node, own)
        )
        if first is None or second is None:
            only = first if second is None else second
            if only is None:  # nobody knows which
                only = self._chosen(rest, node, frame)
            return _unknown_with(only, holds)
        return either(holds, first, second, node.type)

    def _for_few(
        self,
        which: Bools,
        parts: Sequence[core.Expression],
        frame: Frame,
        evaluate: Callable[[Frame], Answer],
    ) -> Answer | None:
        """The answers of the subjects that are marked; None if none is."""
        few = None
        if frame.size >= LARGE and not all(isinstance(part, _CHEAP) for part in parts):
            few = _few_marked(which, frame)
        if few is None:
            return evaluate(frame)
        return _scattered(evaluate(frame.only(few)), few, frame.size) if len(few) else None


def _few_marked(which: Bools, frame: Frame) -> Ints | None:
    """The subjects that are marked, where they are few; None where they are many."""
    if which.ndim == 0 or SHARE * int(np.count_nonzero(which)) > frame.size:
        return None
    return np.flatnonzero(which)


def _scattered(answer: Answer, places: Ints, size: int) -> Answer:
    """Answers of some subjects among all; those of the others mean nothing."""
    unknown = None if answer.unknown is None else scattered(answer.unknown, places, size)
    if isinstance(answer, ItemColumn):
        at = np.full(size, -1) if answer.at.ndim else answer.at
        if answer.at.ndim:
            at[places] = answer.at
        return ItemColumn(answer.source, at, unknown, answer.what)
    zone = None if answer.zone is None else scattered(answer.zone, places, size)
    cases = answer.cases and replace(answer.cases, places=places[answer.cases.places])
    return Vector(scattered(answer.data, places, size), unknown, answer.scale, zone, cases)


def _unknown_with(answer: Answer, holds: Vector) -> Answer:
    """An answer that is not known where a condition is not."""
    unknown = first_of(holds.unknown, answer.unknown)
    if isinstance(answer, ItemColumn):
        return ItemColumn(answer.source, answer.at, unknown, answer.what)
    cases = answer.cases
    if cases is not None and holds.unknown is not None:
        cases = cases.where(whole(holds.unknown, len(answer.data)) == 0)
    return Vector(answer.data, unknown, answer.scale, answer.zone, cases)
