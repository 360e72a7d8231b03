"""Conditions and choices of which a part decides: the rest is worked out for the subjects that it
leaves open, where these are few and the rest is dear.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from auditor.engine.evaluate.frame import Answer, Evaluator, Frame
from auditor.engine.evaluate.groups import Groups
from auditor.engine.evaluate.logic import all_of, either, negated
from auditor.engine.evaluate.relations import ItemColumn
from auditor.engine.store.vector import Bools, Ints, Vector, first_of, scattered
from auditor.language import core
from auditor.language.facts import once_for_each
from auditor.language.traverse import parts_of

LARGE = 2000
"""Subjects from which on it is worth looking who is left."""

SHARE = 4
"""One in so many at most is few: what is worked out for few is not kept for others who ask."""

_DEAR = (core.Selection, core.Lookup, core.Decide)
"""Forms that take longer than finding out for whom they are asked."""

_Case = tuple[core.Expression, core.Expression]

_Inside = tuple[bool, frozenset[str], tuple[str, ...]]
"""Whether something dear stands in an expression, the names in it, and the fields of the
subject.
"""


@once_for_each
def _known_of(
    _: core.Program,
) -> tuple[dict[int, tuple[core.Expression, _Inside]], dict[int, bool]]:
    """The parts of expressions, and whether they rest on other items, for all parts of a log: by
    the node, which is held so that no other gets its number.
    """
    return {}, {}


class Branches:
    """Evaluates conditions part after part, and choices case after case."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._parts, self._resting = _known_of(evaluator.program)

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
            if known and frame.size >= LARGE and self._is_dear(part, frame):
                known = [all_of(known)]
                few = _few_marked(known[0].may_be_true(), frame)
            if few is None:
                known.append(said(self._evaluator.value(part, frame)))
            elif len(few):
                found = _scattered(self._evaluator.value(part, frame.only(few)), few, frame.size)
                assert isinstance(found, Vector)
                known.append(said(found))
        return all_of(known)

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
        """The answers of some subjects, where those of others mean nothing; None for nobody."""
        few = None
        if frame.size >= LARGE and any(self._is_dear(part, frame) for part in parts):
            few = _few_marked(which, frame)
        if few is None:
            return evaluate(frame)
        return _scattered(evaluate(frame.only(few)), few, frame.size) if len(few) else None

    # ---- what is dear -------------------------------------------------------------------------
    def _is_dear(self, node: core.Expression, frame: Frame) -> bool:
        """Whether an expression looks at other items, as far as it is not known by its name."""
        dear, names, columns = self._inside(node)
        source = frame.source
        return (
            dear
            or any(self._is_dear_name(name, frame) for name in names)
            or (isinstance(source, Groups) and any(map(source.is_pending, columns)))
        )

    def _is_dear_name(self, name: str, frame: Frame) -> bool:
        return (
            frame.parent is None and frame.find(name) is None and self._rests_on_others(name, frame)
        )

    def _rests_on_others(self, name: str, frame: Frame) -> bool:
        """Whether what a name stands for rests on other items."""
        node = frame.lets.get(name)
        if node is None:  # its value was given
            return False
        dear, names, _ = self._inside(node)
        if id(node) not in self._resting:
            self._resting[id(node)] = dear or any(
                self._rests_on_others(own, frame) for own in names
            )
        return self._resting[id(node)]

    def _inside(self, node: core.Expression) -> _Inside:
        if id(node) not in self._parts:
            parts = [*parts_of(node)]
            names = frozenset(part.name for part in parts if isinstance(part, core.Local))
            own = (
                part.name for part in parts if isinstance(part, core.Field) and _is_of_subject(part)
            )
            dear = any(isinstance(part, _DEAR) for part in parts)
            self._parts[id(node)] = node, (dear, names, tuple(dict.fromkeys(own)))
        return self._parts[id(node)][1]


def _is_of_subject(node: core.Field) -> bool:
    return isinstance(node.of, core.Subject)


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
    return Vector(scattered(answer.data, places, size), unknown, answer.scale, zone)


def _unknown_with(answer: Answer, holds: Vector) -> Answer:
    """An answer that is not known where a condition is not."""
    unknown = first_of(holds.unknown, answer.unknown)
    if isinstance(answer, ItemColumn):
        return ItemColumn(answer.source, answer.at, unknown, answer.what)
    return Vector(answer.data, unknown, answer.scale, answer.zone)
