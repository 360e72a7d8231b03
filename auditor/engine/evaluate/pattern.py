"""Whether runs of items follow a pattern: all runs step by step together."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from auditor.engine.evaluate.frame import MOST_PAIRS, Evaluator, Frame, Selected
from auditor.engine.evaluate.relations import ItemColumn, Relation
from auditor.engine.evaluate.sources import Spans, Streams, Union
from auditor.language import core
from auditor.language.core import ANY_EVENT
from auditor.log.store.keys import blocks, pairs
from auditor.log.store.vector import CERTAIN, Bools, Ints, NotColumnar

MOST_STEPS = 60
_MOST_STATES = 4000


Steps = tuple[tuple["int | tuple[Steps, ...]", int, int | None], ...]
"""Parts of a pattern in their order: the number of a step, or alternatives, and how often."""


class Pattern:
    """A pattern, its different steps numbered."""

    def __init__(self, pattern: Sequence[core.Step | core.PatternGroup]) -> None:
        self.steps: list[tuple[str, core.Expression | None]] = []
        self.begin = self._numbered(pattern)

    def _numbered(self, pattern: Sequence[core.Step | core.PatternGroup]) -> Steps:
        return tuple((self._what(part), part.least, part.most) for part in pattern)

    def _what(self, part: core.Step | core.PatternGroup) -> int | tuple[Steps, ...]:
        if isinstance(part, core.PatternGroup):
            return tuple(map(self._numbered, part.alternatives))
        step = part.kind, part.where
        if step not in self.steps:
            self.steps.append(step)
        return self.steps.index(step)


def _may_end(left: Steps) -> bool:
    """Whether what is left of a pattern asks for no more items."""
    return all(
        not least or (isinstance(what, tuple) and any(map(_may_end, what)))
        for what, least, _ in left
    )


def _after(left: Steps, meets: int) -> Iterator[Steps]:
    """Each rest that a pattern may have after an item that meets some steps, given as bits."""
    for at, (what, least, most) in enumerate(left):
        again: Steps = ((what, max(least - 1, 0), most and most - 1),) if most != 1 else ()
        inside: Iterable[Steps] = [()] if isinstance(what, int) and meets >> what & 1 else []
        if isinstance(what, tuple):
            inside = (own for branch in what for own in _after(branch, meets))
        for rest in inside:
            yield (*rest, *again, *left[at + 1 :])
        if not _may_end(left[at : at + 1]):
            return


class Patterns:
    """Follows the patterns of one program."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._known: dict[tuple[core.Step | core.PatternGroup, ...], Pattern] = {}

    def fits(self, node: core.Match, found: Selected, frame: Frame) -> tuple[Bools, Bools]:
        """The subjects whose items follow the pattern for certain, and those not clear."""
        if node.pattern not in self._known:
            self._known[node.pattern] = Pattern(node.pattern)
        pattern = self._known[node.pattern]
        if len(pattern.steps) > MOST_STEPS:
            raise NotColumnar
        fits, unclear = np.zeros(frame.size, bool), np.zeros(frame.size, bool)
        part = found.certain
        for block in blocks(part.low, part.high, MOST_PAIRS):
            low, high = part.low[block], part.high[block]
            of, indexes = pairs(low, high)
            items = part.items[indexes]
            meets, vague = self._meets(pattern, found.source, of + block.start, items, frame)
            fits[block] = _followed(pattern, meets, high - low)
            lost = np.zeros(len(low), bool)
            lost[of[vague]] = True
            unclear[block] = lost & ~fits[block]
        return fits, unclear

    def _meets(
        self, pattern: Pattern, source: Relation, of: Ints, items: Ints, frame: Frame
    ) -> tuple[Ints, Bools]:
        """For each item the steps that it meets for certain, as bits; where that is not known."""
        meets = np.zeros(len(items), np.int64)
        vague = np.zeros(len(items), bool)
        for at, (kind, where) in enumerate(pattern.steps):
            own = np.flatnonzero(_comes_from(source, kind)[items])
            if where is not None and len(own):
                element = ItemColumn(source, items[own], CERTAIN, source.label)
                holds, unknown = self._evaluator.truth(where, frame.beside(of[own], element))
                vague[own[unknown != 0]] = True
                own = own[holds]
            meets[own] |= 1 << at
        return meets, vague


def _comes_from(source: Relation, kind: str) -> Bools:
    """The items of a source that are of a kind, stream, interval or record."""
    total = np.zeros(source.size, bool)
    for part, at in _leaves(source):
        total[at] = _is_of(part, kind)
    return total


def _leaves(source: Relation) -> Iterator[tuple[Relation, Ints]]:
    if isinstance(source, Union):
        yield from source.whose
    else:
        yield source, np.arange(source.size)


def _is_of(part: Relation, kind: str) -> Bools | bool:
    columns, vocabulary = part.log.columns, part.log.program.vocabulary
    if part.label == kind:
        return True
    if part.label == ANY_EVENT and kind in vocabulary.kinds:
        return np.asarray(columns.kind[part.rows] == columns.kinds.index(kind))
    if isinstance(part, Streams) and kind in vocabulary.streams:
        kinds = [columns.kinds.index(own) for own, _ in vocabulary.streams[kind].parts]
        return np.isin(columns.kind[part.rows], kinds)
    if isinstance(part, Spans) and kind in vocabulary.intervals:
        return vocabulary.intervals[part.label].start == vocabulary.intervals[kind].start
    return kind == ANY_EVENT and part.label in vocabulary.kinds


def _followed(pattern: Pattern, meets: Ints, lengths: Ints) -> Bools:
    """Whether each run, one after the other in `meets`, follows the pattern whole."""
    symbols, which = np.unique(meets, return_inverse=True)
    table, ends = _determined(pattern, symbols.tolist())
    order = np.argsort(-lengths, kind="stable")  # the longest first: those that go on stand ahead
    begins = (np.cumsum(lengths) - lengths)[order]
    sizes = lengths[order]
    states = np.ones(len(order), np.int64)
    for step in range(int(sizes[0]) if len(sizes) else 0):
        active = int(np.searchsorted(-sizes, -step, side="left"))
        now = states[:active]
        states[:active] = table[now, which[begins[:active] + step]]
        if not states[:active].any():
            break
    result = np.zeros(len(order), bool)
    result[order] = ends[states]
    return result


def _determined(pattern: Pattern, symbols: Sequence[int]) -> tuple[Ints, Bools]:
    """The table of states by symbol, and where the pattern may end; a state is all that may be left
    of it: state 0 has left the pattern, state 1 is the beginning.
    """
    known: dict[frozenset[Steps], int] = {frozenset(): 0, frozenset((pattern.begin,)): 1}
    waiting, rows = [*known], list[list[int]]()
    for left in waiting:
        row = []
        for symbol in symbols:
            after = frozenset(own for each in left for own in _after(each, symbol))
            if after not in known:
                if len(known) >= _MOST_STATES:
                    raise NotColumnar
                known[after] = len(known)
                waiting.append(after)
            row.append(known[after])
        rows.append(row)
    ends = np.array([any(map(_may_end, left)) for left in known], bool)
    return np.array(rows, np.int64).reshape(len(known), len(symbols)), ends
