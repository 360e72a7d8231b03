"""The counts and sums of a statistic over a log: exact numbers, place by place.

Only subjects count of which all is certain; of the others it is told how many there are.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from auditor.engine.evaluate.expressions import ColumnEvaluator
from auditor.engine.evaluate.frame import Answer, Frame
from auditor.engine.evaluate.relations import Relation
from auditor.language import core
from auditor.language.core import names_inside, parts_of
from auditor.log.store.vector import CERTAIN, Bools, Data, Ints, Vector, whole
from auditor.source import Frozen
from auditor.values import Value

_LOOKING = (
    core.Aggregate,
    core.Quantify,
    core.Pick,
    core.Match,
    core.Balance,
    core.Goes,
    core.Continuous,
)
"""Forms that look at many events: what stands inside them is not said of a subject."""
_PLAIN = (core.Literal_, core.Local, core.Subject)


class ConstantParts:
    """Takes the parts out of what is let, and of what is asked, in which one name does not stand.

    `lets` and `node` are what is left; `parts` are those taken out, under names that none has.
    """

    def __init__(self, node: core.Expression, lets: Mapping[str, core.Expression], name: str):
        self.parts: dict[str, core.Expression] = {}
        self._varying = {name}
        for own, value in lets.items():
            if self._varies(value):
                self._varying.add(own)
        self.lets = {
            own: self._left(value) if own in self._varying and own != name else value
            for own, value in lets.items()
        }
        self.node: core.Expression = self._left(node)

    def _varies(self, node: object) -> bool:
        return any(
            isinstance(part, core.Local) and part.name in self._varying for part in parts_of(node)
        )

    def _left(self, node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(self._left(part) for part in node)
        if not isinstance(node, core.Expression) or isinstance(node, _PLAIN):
            return node
        if not self._varies(node):
            name = f"{len(self.parts)} constant"
            self.parts[name] = node
            return core.Local(node.span, node.type, name)
        if isinstance(node, _LOOKING):
            return node
        inside = {own: self._left(getattr(node, own)) for own in names_inside(type(node))}
        return replace(node, **inside)


Place = tuple[tuple[str, Value | None], ...]
"""The columns that tell a place, each with its value."""


class Measured(Frozen):
    """One statistic at one place.

    `counts` has how often each result was observed, in the order of the results; `spread` is how
    far these, or the sum gained, scatter by chance: of results by how many draws that are
    independent, of sums as the square of the standard deviation.  `cubes` and `squares` tell how
    far the sum is from being normal: its third moment, and the squares of what each draw adds to
    `spread`; both are rounded, since no sum of money is worked out of them.
    """

    statistic: str
    place: Place
    subjects: int = 0
    left_out: int = 0
    counts: tuple[int, ...] = ()
    wagered: Fraction = Fraction(0)
    gained: Fraction = Fraction(0)
    foreseen: Fraction = Fraction(0)
    spread: Fraction = Fraction(0)
    cubes: float = 0.0
    squares: float = 0.0

    def merged(self, other: Measured) -> Measured:
        """Two parts of a log together."""
        pairs = zip(self.counts, other.counts, strict=True)
        added: dict[str, Any] = {
            own.name: getattr(self, own.name) + getattr(other, own.name)
            for own in fields(self)
            if own.name not in ("statistic", "place", "counts")
        }
        return replace(self, counts=tuple(a + b for a, b in pairs), **added)

    def within(self, names: Iterable[str]) -> Measured:
        """These counts and sums, told of a wider place."""
        wider = frozenset(names)
        return replace(self, place=tuple(own for own in self.place if own[0] in wider))


def together(parts: Iterable[Measured]) -> tuple[Measured, ...]:
    """One for each statistic and place, in the order of the first of each."""
    found: dict[tuple[str, Place], Measured] = {}
    for own in parts:
        key = own.statistic, own.place
        found[key] = found[key].merged(own) if key in found else own
    return tuple(found.values())


@dataclass(slots=True)
class Measuring:
    """Measures one statistic of a log: subjects of `source`, of which some are `left_out` because
    it is not certain whether they count.
    """

    evaluator: ColumnEvaluator
    statistic: core.Statistic
    source: Relation
    left_out: Bools

    def of(self, frame: Frame) -> Iterator[Measured]:
        """One for each place, of the subjects that count for certain."""
        takings = self.statistic.observed is None
        columns, scale, known = self._sums(frame) if takings else self._observed(frame)
        places, at = frame.places(), np.flatnonzero(known)
        self.left_out[places[~known]] = True
        rows, lost = self.source.rows[places[at]], self.source.rows[self.left_out]
        keys = self.evaluator.catalog.columns.numbered(self._fields)
        order = np.argsort(keys.ids[rows], kind="stable")
        bounds = np.searchsorted(keys.ids[rows][order], np.arange(keys.count + 1))
        missed = np.bincount(keys.ids[lost], minlength=keys.count)
        groups = self._groups(rows)
        for id_ in range(keys.count):
            own = order[bounds[id_] : bounds[id_ + 1]]
            if not len(own) and not missed[id_]:
                continue
            row = rows[own[0]] if len(own) else lost[keys.ids[lost] == id_][0]
            base = Measured(self.statistic.name, self._place(int(row)), len(own), int(missed[id_]))
            mine, within = [column[at[own]] for column in columns], groups[own]
            if takings:
                yield self._taken(base, mine, scale, within)
            else:
                yield self._counted(base, mine[0], within)

    # ---- the values of the subjects -----------------------------------------------------------
    def _observed(self, frame: Frame) -> tuple[list[Data], int, Bools]:
        """The place of each result among those that chance has; not known where it has none."""
        assert self.statistic.observed is not None
        found = self.evaluator.value(self.statistic.observed, frame)
        data, index = whole(found.data, frame.size), np.full(frame.size, -1)
        for at, value in enumerate(self._results(frame)):
            index[data * value.scale == value.data * found.scale] = at
        return [index], 1, self._certain([found], frame) & (index >= 0)

    def _results(self, frame: Frame) -> Iterator[Vector]:
        for node in self._literals():
            yield self.evaluator.value(node, frame)

    def _literals(self) -> Iterator[core.Literal_]:
        ways = self.statistic.ways
        span = self.statistic.rule.span
        for value, _ in ways.results:
            yield core.Literal_(span, ways.type, value)

    def _sums(self, frame: Frame) -> tuple[list[Data], int, Bools]:
        """For each subject the sum wagered, that gained, and those that would be gained with each
        result; over one denominator.
        """
        statistic = self.statistic
        assert statistic.wagered is not None
        assert statistic.gained is not None
        assert statistic.foreseen is not None
        found = [self.evaluator.value(own, frame) for own in (statistic.wagered, statistic.gained)]
        apart = ConstantParts(statistic.foreseen, frame.lets, statistic.drawn)
        known = {
            name: _without_nothing(self.evaluator.evaluate(part, frame))
            for name, part in apart.parts.items()
        }
        for node in self._literals():
            lets = {**apart.lets, statistic.drawn: node}
            each = Frame(frame.source, frame.at, lets, known=dict(known))
            found.append(self.evaluator.value(apart.node, each))
        scale = lcm(*(own.scale for own in found))
        columns = [_times(whole(own.data, frame.size), scale // own.scale) for own in found]
        return columns, scale, self._certain(found, frame)

    @staticmethod
    def _certain(found: Sequence[Vector], frame: Frame) -> Bools:
        known = np.ones(frame.size, bool)
        for own in found:
            known &= own.known()
        return known

    # ---- where they are -----------------------------------------------------------------------
    @property
    def _fields(self) -> tuple[str, ...]:
        """The columns that tell the places of which something is told."""
        told = {name for scope in self.statistic.per for name in scope.fields}
        return tuple(n for n in self.evaluator.program.vocabulary.fields if n in told)

    def _place(self, row: int) -> Place:
        columns, fields = self.evaluator.catalog.columns, self.evaluator.program.vocabulary.fields
        return tuple(
            (name, columns.fields[name].value(fields[name], row, columns.lexicons))
            if name in columns.fields
            else (name, None)
            for name in self._fields
        )

    def _groups(self, rows: Ints) -> Ints:
        """Numbers of subjects: those that share a result, or are drawn from one stock, have one."""
        scope = self.statistic.ways.within
        if scope is None:
            return np.arange(len(rows))
        return self.evaluator.catalog.columns.numbered(scope.fields).ids[rows]

    # ---- what they come to --------------------------------------------------------------------
    def _counted(self, base: Measured, index: Data, groups: Ints) -> Measured:
        """How often each result was observed."""
        ways = self.statistic.ways
        counts = np.bincount(index, minlength=len(ways.results))
        independent = Fraction(base.subjects)
        if ways.without_return:
            stock = sum(own for _, own in ways.results)
            drawn = np.bincount(groups)
            left = np.maximum(stock - drawn, 0)
            independent = Fraction(int((drawn * left).sum()), max(stock - 1, 1))
        return replace(base, counts=tuple(counts.tolist()), spread=independent)

    def _taken(self, base: Measured, columns: list[Data], scale: int, groups: Ints) -> Measured:
        """The sums, and how far that gained scatters by chance: what shares one result adds up."""
        if not base.subjects:
            return base
        ways = [own for _, own in self.statistic.ways.results]
        whole_ = sum(ways)
        wagered, gained = _totals(columns[:2])
        each = _added_up(columns[2:], groups)
        means = [own * total for own, total in zip(ways, _totals(each), strict=True)]
        products = _products(each)
        squared = sum(own * products[at][at] for at, own in enumerate(ways))
        mixed = sum(
            one * other * products[a][b]
            for a, one in enumerate(ways)
            for b, other in enumerate(ways)
        )
        cubes, squares = _shape(each.astype(float) / scale, np.array(ways, float) / whole_)
        return replace(
            base,
            wagered=Fraction(wagered, scale),
            gained=Fraction(gained, scale),
            foreseen=Fraction(sum(means), whole_ * scale),
            spread=Fraction(whole_ * squared - mixed, (whole_ * scale) ** 2),
            cubes=cubes,
            squares=squares,
        )


_LARGEST = 1 << 62


def _without_nothing(answer: Answer) -> Answer:
    """The answer, without reasons where nothing is unknown."""
    if isinstance(answer, Vector) and not answer.unknown.any():
        return replace(answer, unknown=CERTAIN)
    return answer


def _times(data: Data, factor: int) -> Data:
    """Numbers times another; they, and what all of them add up to, are exact however large."""
    if _most(data) * factor * (len(data) + 1) >= _LARGEST:
        data = data.astype(object)
    return data * factor


def _added_up(columns: Sequence[Data], groups: Ints) -> Data:
    """The sums of each group, in columns of their own."""
    if (groups[1:] < groups[:-1]).any():
        order = np.argsort(groups, kind="stable")
        columns, groups = [own[order] for own in columns], groups[order]
    heads = np.flatnonzero(np.diff(groups, prepend=-1))
    return np.stack([np.add.reduceat(own, heads) for own in columns])


def _totals(columns: Iterable[Data]) -> list[int]:
    return [int(own.sum()) for own in columns]


def _most(columns: Data) -> int:
    """The greatest number, whatever its sign."""
    return max(int(columns.max(initial=0)), -int(columns.min(initial=0)))


def _products(columns: Data) -> list[list[int]]:
    """The sum of the products of each two columns, exact however large they are."""
    most = _most(columns)
    if columns.dtype == object or most * most * columns.shape[1] >= _LARGEST:
        columns = columns.astype(object)
    found: list[list[int]] = (columns @ columns.T).tolist()
    return found


def _shape(each: Data, chances: Data) -> tuple[float, float]:
    """The third moment of the whole sum, and the squares of what each draw adds to its spread."""
    beside = each - chances @ each
    squares = beside * beside
    spreads = chances @ squares
    return float((chances @ (squares * beside)).sum()), float((spreads * spreads).sum())
