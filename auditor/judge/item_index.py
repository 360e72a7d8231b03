"""Items by the values of their keys, so that a selection looks only at those that agree.

An item whose keys are not all recorded may belong to several subjects, and stands apart.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import repeat

from auditor.judge.frame import Evaluator, Frame, Truth
from auditor.judge.items import Absent, Group, Item, Items, Key, Viewed, doubtful, lost, raw, raws
from auditor.judge.operators import SUITLESS, UNREADABLE
from auditor.language import core
from auditor.log.event import Event
from auditor.values import Answer, Card, Reason, Unknown, Value, join, lacks_suit

PartialKey = tuple[Key, tuple[int, ...]]
"""The values that an item has of some fields, and the numbers of those that it lacks."""


class OrderedItems:
    """Items in their order, each with the truth of a condition, cut quickly at a place."""

    __slots__ = ("doubts", "items", "places", "truths")

    def __init__(self, items: Sequence[Item], truths: Sequence[Truth]) -> None:
        self.items = list(items)
        self.truths = list(truths)
        self.places = [item.place for item in items]
        self.doubts = [at for at, truth in enumerate(truths) if isinstance(truth, Unknown)]

    def between(self, low: int, high: int) -> tuple[int, int]:
        """The indexes of the items at places low ≤ place < high."""
        return bisect_left(self.places, low), bisect_left(self.places, high)

    def in_doubt(self, low: int, high: int) -> int:
        """How many of the items from low to high are not certain."""
        return bisect_left(self.doubts, high) - bisect_left(self.doubts, low)

    def some(self, numbers: Sequence[int]) -> OrderedItems:
        """Some of the items, by their indexes."""
        return OrderedItems([self.items[at] for at in numbers], [self.truths[at] for at in numbers])


@dataclass(frozen=True, slots=True)
class KeyField:
    """A field by which items are found.  As a key, a cell that is empty by nature is a value like
    any other; an empty cell that is compared equals nothing for certain.
    """

    name: str
    as_key: bool


@dataclass(frozen=True, slots=True)
class Index:
    """Items by the values of some fields.

    Those that lack some stand apart: under the numbers of these, by the values of the others.  A
    condition is asked of those alone that somebody looks for.
    """

    whole: Mapping[Key, Sequence[Item]]
    partial: Mapping[tuple[int, ...], Mapping[Key, Sequence[Item]]]
    condition: Callable[[Item], Truth]
    _known: dict[PartialKey, OrderedItems] = field(default_factory=dict)

    def at(self, key: Key) -> OrderedItems:
        """The items with all of some values that do not fail the condition."""
        found = self.whole.get(key)
        return NOTHING if found is None else self._ordered((key, ()), found)

    def perhaps_at(self, key: Key) -> Iterator[tuple[tuple[int, ...], OrderedItems]]:
        """Those that have some of the values and lack others, by the numbers of these."""
        for missing, by_values in self.partial.items():
            values = _without(key, missing)
            if values in by_values:
                yield missing, self._ordered((values, missing), by_values[values])

    def _ordered(self, key: PartialKey, items: Sequence[Item]) -> OrderedItems:
        if key not in self._known:
            every = [(item, self.condition(item)) for item in items]
            kept = [(item, truth) for item, truth in every if truth is not False]
            self._known[key] = OrderedItems([one for one, _ in kept], [own for _, own in kept])
        return self._known[key]


NOTHING = OrderedItems((), ())


def _without(key: Key, missing: tuple[int, ...]) -> Key:
    return tuple(value for at, value in enumerate(key) if at not in missing)


_Asked = tuple[tuple[core.Expression, ...], tuple[str, ...] | None, bool]
"""Keys that are asked for; their names where they are all fields of one item, and whether that is
the element, not the subject.
"""


def _asked(by: core.Selection | core.Lookup) -> _Asked:
    nodes = by.keys if isinstance(by, core.Lookup) else tuple(node for _, node in by.keys)
    fields = [node for node in nodes if isinstance(node, core.Field)]
    for of in (core.Subject, core.Element):
        if len(fields) == len(nodes) and all(isinstance(field.of, of) for field in fields):
            return nodes, tuple(field.name for field in fields), of is core.Element
    return nodes, None, False


class KeyReader:
    """Reads keys: those that a subject asks for, and those that an item has."""

    def __init__(self, items: Items, evaluator: Evaluator) -> None:
        self._items, self._evaluator = items, evaluator
        self._asked: dict[int, _Asked] = {}  # by the identity of what asks, for speed
        self._own: dict[tuple[str, ...], dict[Item, Key]] = defaultdict(dict)

    def sought(self, by: core.Selection | core.Lookup, frame: Frame) -> Key | Unknown:
        """The keys that a selection or a lookup asks for; one that is empty by nature is a value
        like any other.
        """
        if id(by) not in self._asked:
            self._asked[id(by)] = _asked(by)
        nodes, names, of_element = self._asked[id(by)]
        item = frame.element if of_element else frame.subject
        if names is None or item is None:
            return self._each(nodes, frame)
        own = self._own[names]
        if item not in own:
            key = raws(item, names)
            if not all(map(self._plainly, key, names, repeat(item))):
                return self._each(nodes, frame)
            own[item] = key
        return own[item]

    def _plainly(self, value: Value | None, name: str, item: Item) -> bool:
        """Whether a key is told by its cell alone."""
        if value is None:
            return self._plain(item, name) and self._items.may_be_empty(item, name)
        return not lacks_suit(value)

    def _each(self, nodes: Sequence[core.Expression], frame: Frame) -> Key | Unknown:
        values = [self.value(node, frame) for node in nodes]
        unknown = [value for value in values if isinstance(value, Unknown)]
        known = tuple(value for value in values if not isinstance(value, Unknown))
        return join(*unknown) if unknown else known

    def value(self, node: core.Expression, frame: Frame) -> Value | Unknown | None:
        """The value of one key."""
        found = self._value(node, frame)
        return SUITLESS if lacks_suit(found) else found

    def _value(self, node: core.Expression, frame: Frame) -> Value | Unknown | None:
        if isinstance(node, core.Subject | core.Element):
            event = self._evaluator.evaluate(node, frame)
            assert isinstance(event, Event | Viewed | Group)
            return event.place
        if isinstance(node, core.Field) and isinstance(node.of, core.Subject | core.Element):
            item = frame.subject if isinstance(node.of, core.Subject) else frame.element
            assert item is not None
            if self._plain(item, node.name):
                found = raw(item, node.name)
                if found is not None or self._items.may_be_empty(item, node.name):
                    return found
        return self._evaluator.value(node, frame)

    def same(self, node: core.Same, frame: Frame) -> Truth:
        """Whether element and subject have the same key."""
        mine, asked = self.value(node.element, frame), self.value(node.subject, frame)
        unknown = [key for key in (mine, asked) if isinstance(key, Unknown)]
        return join(*unknown) if unknown else mine == asked

    def _plain(self, item: Item, name: str) -> bool:
        return not isinstance(item, Group) or name in item.keys

    def of_item(self, item: Item, matched: tuple[KeyField, ...]) -> tuple[Key, tuple[int, ...]]:
        """The values of an item's keys, and which of them have none."""
        values = [*raws(item, [field.name for field in matched])]
        missing: list[int] = []
        for at, value in enumerate(values):
            if value is None:
                field = matched[at]
                if not self._plain(item, field.name):
                    value = values[at] = self._column(item, field.name)  # noqa: PLW2901 - read late
                elif field.as_key and self._items.may_be_empty(item, field.name):
                    continue
            if value is None or lacks_suit(value):
                missing.append(at)
        return tuple(values), tuple(missing)

    def _column(self, item: Item, name: str) -> Value | None:
        result = self._evaluator.column(item, name, None) if isinstance(item, Group) else None
        return None if isinstance(result, Unknown | Item | Absent) else result

    def gap(self, item: Item, name: str) -> Answer:
        """Why a key of an item is not known: an empty cell, a row set aside, an unknown column, a
        card without its suit, a column that is an event and no value.
        """
        if isinstance(item, Group) and name not in item.keys:
            column = self._evaluator.column(item, name, None)
            if isinstance(column, Unknown):
                return column
            return SUITLESS if isinstance(column, Card) else Unknown((Reason("empty", name),))
        if lacks_suit(raw(item, name)):
            return SUITLESS
        return UNREADABLE if lost(item, name) else Unknown((Reason("empty", name),))


class ItemIndex:
    """The items of the sources of one log, by some of their fields."""

    def __init__(self, items: Items, keys: KeyReader, evaluator: Evaluator) -> None:
        self._items, self._keys, self._evaluator = items, keys, evaluator
        self._made: dict[object, Index] = {}
        self._by_selection: dict[int, Index] = {}  # by the identity of a selection, for speed

    def of(self, selection: core.Selection, matched: tuple[KeyField, ...]) -> Index:
        """The items of a selection's sources by some keys, with its condition."""
        every = len(selection.keys) + len(selection.same) + len(selection.joins)
        at_once = id(selection) if len(matched) == every else None
        if at_once in self._by_selection:
            return self._by_selection[at_once]
        index = (selection.sources, matched, selection.where)
        if index not in self._made:
            self._made[index] = self._make(selection, matched)
        if at_once is not None:
            self._by_selection[at_once] = self._made[index]
        return self._made[index]

    def _make(self, selection: core.Selection, matched: tuple[KeyField, ...]) -> Index:
        whole: dict[Key, list[Item]] = defaultdict(list)
        partial: dict[tuple[int, ...], dict[Key, list[Item]]] = defaultdict(
            lambda: defaultdict(list)
        )
        for item in self._items.union(selection.sources):
            key, missing = self._keys.of_item(item, matched)
            own = partial[missing][_without(key, missing)] if missing else whole[key]
            own.append(item)
        return Index(dict(whole), partial, lambda item: self._truth(item, selection.where))

    def _truth(self, item: Item, where: core.Expression | None) -> Truth:
        """A condition on the item alone; of a row that was set aside nothing is certain."""
        truth = True if where is None else self._evaluator.truth(where, Frame(item, (), None, item))
        return UNREADABLE if truth is True and doubtful(item) else truth
