"""Whether runs of items follow a pattern: all runs step by step together."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from auditor.engine.evaluate.frame import MOST_PAIRS, Evaluator, Frame, Selected
from auditor.engine.evaluate.relations import ItemColumn, Relation
from auditor.engine.evaluate.sources import Spans, Streams, Union
from auditor.language import core
from auditor.language.core import ANY_EVENT
from auditor.log.store.keys import blocks, pairs
from auditor.log.store.vector import Bools, Ints, NotColumnar

MOST_STEPS = 60
_MOST_STATES = 4000


class Automaton:
    """A pattern as states that need one item each to go on, and steps that need none."""

    def __init__(self, pattern: tuple[core.Step | core.PatternGroup, ...]) -> None:
        self.steps: list[core.Step] = []
        self._ways: list[list[tuple[int, int]]] = []  # per state: (step, where to)
        self._free: list[list[int]] = []
        start = self._state()
        self.end = self._run(pattern, start)
        self.start = self._closed(frozenset((start,)))

    def _state(self) -> int:
        self._ways.append([])
        self._free.append([])
        return len(self._ways) - 1

    def _run(self, pattern: tuple[core.Step | core.PatternGroup, ...], start: int) -> int:
        for part in pattern:
            start = self._repeated(part, start)
        return start

    def _repeated(self, part: core.Step | core.PatternGroup, start: int) -> int:
        for _ in range(part.least):
            start = self._once(part, start)
        if part.most is None:
            loop = self._state()
            self._free[start].append(loop)
            self._free[self._once(part, loop)].append(loop)
            return loop
        end = self._state()
        self._free[start].append(end)
        for _ in range(part.most - part.least):
            start = self._once(part, start)
            self._free[start].append(end)
        return end

    def _once(self, part: core.Step | core.PatternGroup, start: int) -> int:
        end = self._state()
        if isinstance(part, core.Step):
            self._ways[start].append((self._step(part), end))
            return end
        for branch in part.alternatives:
            begin = self._state()
            self._free[start].append(begin)
            self._free[self._run(branch, begin)].append(end)
        return end

    def _step(self, step: core.Step) -> int:
        for at, known in enumerate(self.steps):
            if known.kind == step.kind and known.where == step.where:
                return at
        self.steps.append(step)
        return len(self.steps) - 1

    def _closed(self, states: frozenset[int]) -> frozenset[int]:
        reached, waiting = set(states), list(states)
        while waiting:
            new = [state for state in self._free[waiting.pop()] if state not in reached]
            reached.update(new)
            waiting += new
        return frozenset(reached)

    def after(self, states: frozenset[int], meets: int) -> frozenset[int]:
        """The states after an item that meets some steps, given as bits."""
        ways = (way for state in states for way in self._ways[state])
        return self._closed(frozenset(to for step, to in ways if meets >> step & 1))


class Patterns:
    """Follows the patterns of one program."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._automata: dict[tuple[core.Step | core.PatternGroup, ...], Automaton] = {}

    def fits(self, node: core.Match, found: Selected, frame: Frame) -> tuple[Bools, Bools]:
        """The subjects whose items follow the pattern for certain, and those not clear."""
        if node.pattern not in self._automata:
            self._automata[node.pattern] = Automaton(node.pattern)
        automaton = self._automata[node.pattern]
        if len(automaton.steps) > MOST_STEPS:
            raise NotColumnar
        fits, unclear = np.zeros(frame.size, bool), np.zeros(frame.size, bool)
        part = found.certain
        for block in blocks(part.low, part.high, MOST_PAIRS):
            low, high = part.low[block], part.high[block]
            of, indexes = pairs(low, high)
            items = part.items[indexes]
            meets, vague = self._meets(automaton, found.source, of + block.start, items, frame)
            fits[block] = _followed(automaton, meets, high - low)
            lost = np.zeros(len(low), bool)
            lost[of[vague]] = True
            unclear[block] = lost & ~fits[block]
        return fits, unclear

    def _meets(
        self, automaton: Automaton, source: Relation, of: Ints, items: Ints, frame: Frame
    ) -> tuple[Ints, Bools]:
        """For each item the steps that it meets for certain, as bits; where that is not known."""
        meets = np.zeros(len(items), np.int64)
        vague = np.zeros(len(items), bool)
        for at, step in enumerate(automaton.steps):
            own = np.flatnonzero(_comes_from(source, step.kind)[items])
            if step.where is not None and len(own):
                element = ItemColumn(source, items[own], None, source.label)
                holds, unknown = self._evaluator.truth(step.where, frame.beside(of[own], element))
                if unknown is not None:
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


def _followed(automaton: Automaton, meets: Ints, lengths: Ints) -> Bools:
    """Whether each run, one after the other in `meets`, follows the pattern whole."""
    symbols, which = np.unique(meets, return_inverse=True)
    table, accepts = _determined(automaton, [int(symbol) for symbol in symbols])
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
    result[order] = accepts[states]
    return result


def _determined(automaton: Automaton, symbols: list[int]) -> tuple[Ints, Bools]:
    """The table of states by symbol; state 0 has left the pattern, state 1 is the beginning."""
    known: dict[frozenset[int], int] = {frozenset(): 0, automaton.start: 1}
    rows: list[list[int]] = [[0] * len(symbols)]
    waiting = [automaton.start]
    while waiting:
        states = waiting.pop(0)
        row = []
        for symbol in symbols:
            after = automaton.after(states, symbol)
            if after not in known:
                if len(known) >= _MOST_STATES:
                    raise NotColumnar
                known[after] = len(known)
                waiting.append(after)
            row.append(known[after])
        rows.append(row)
    accepts = np.array([automaton.end in states for states in known], bool)
    return np.array(rows, np.int64).reshape(len(known), len(symbols)), accepts
