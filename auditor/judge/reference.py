"""The meaning of the language: what every expression of a checked rule is worth.

One event at a time, in plain Python, no clever plan: this file is what the words mean,
and any faster engine must agree with it.

Truth has three values.  `Unknown` is neither true nor false and carries its reasons; it
never turns into an answer on its way.  `Absent` stands for an event that is not there.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import assert_never

from auditor.judge.items import (
    Absent,
    Group,
    Item,
    Items,
    Key,
    Span,
    Viewed,
    doubtful,
    events_of,
    later,
    raw,
)  # fmt: skip
from auditor.judge.pattern import Machine
from auditor.language import core
from auditor.log.event import Event, Log
from auditor.values import Answer, Card, Range, Reason, Unknown, Value, exact, join

Worth = Answer | Item | Absent
Truth = bool | Unknown

class Found:
    """Items in their order, each with the truth of a condition, cut quickly at a place."""

    __slots__ = ("items", "places", "truths", "unsure")

    def __init__(
        self, items: Sequence[Item] = (), truths: Sequence[Truth] = ()
    ) -> None:
        self.items = list(items)
        self.truths = list(truths)
        self.places = [item.place for item in items]
        self.unsure = any(isinstance(truth, Unknown) for truth in truths)

    def add(self, item: Item, truth: Truth) -> None:
        self.items.append(item)
        self.truths.append(truth)
        self.places.append(item.place)
        self.unsure = self.unsure or isinstance(truth, Unknown)

    def between(self, low: int, high: int) -> tuple[int, int]:
        """The indexes of the items at places low ≤ place < high."""
        return bisect_left(self.places, low), bisect_left(self.places, high)


Index = tuple[dict[Key, Found], dict[Key, list[tuple[Item, Truth]]]]

NOTHING = Found()
UNREADABLE = Unknown((Reason("stated", "set_aside",
                             "une ligne écartée du journal",
                             "a row of the log that was set aside"),))  # fmt: skip


@dataclass(slots=True)
class Frame:
    """From where an expression is worked out.

    `seen` gathers the items that a value rests on, where somebody asks for the evidence.
    """

    subject: Item
    lets: tuple[tuple[str, core.Expression], ...]
    day: date | None
    element: Item | None = None
    known: dict[str, Worth] = field(default_factory=dict)
    seen: list[Item] | None = None

    def at(self, element: Item) -> Frame:
        """The same place, looking at one element of a selection."""
        return Frame(self.subject, self.lets, self.day, element, self.known, self.seen)


@dataclass(slots=True)
class _Run:
    """The items from low to high, and those that may belong to them."""

    found: Found
    low: int
    high: int
    loose: list[tuple[Item, Unknown]] = field(default_factory=list)


class Reference:
    """Works out the expressions of one program over one log."""

    def __init__(
        self, program: core.Program, log: Log, params: dict[str, Value] | None = None
    ) -> None:
        self.program, self.log = program, log
        self.items = Items(program, log)
        self._params = params or {}
        self._found: dict[object, Index] = {}
        self._days: dict[Key, date | None] = {}  # the day whose law applies, by the law's scope
        self._indexes: dict[int, Index] = {}  # by the identity of a selection, for speed
        self._machines: dict[tuple[core.Step | core.Group, ...], Machine] = {}

    # ---- one line for every form ------------------------------------------------------------
    def worth(self, node: core.Expression, frame: Frame) -> Worth:
        """What an expression is worth."""
        match node:
            case core.Literal_():
                return node.value
            case core.Parameter():
                return self._parameter(node.name, frame)
            case core.Subject():
                return frame.subject
            case core.Element():
                assert frame.element is not None
                return frame.element
            case core.Local():
                return self._local(node.name, frame)
            case core.Field():
                return self._field(self.worth(node.of, frame), node.name, frame)
            case core.Lookup():
                return self._lookup(node, frame)
            case core.Operation():
                return operate(node.sign, [self.value(a, frame) for a in node.arguments])
            case core.Compare():
                return compare(node, self.value(node.left, frame), self.value(node.right, frame))
            case core.IsIn():
                return is_in(self.value(node.element, frame), self.value(node.within, frame))
            case core.AllOf():
                return self._all(node.parts, frame)
            case core.AnyOf():
                return self._any(node.parts, frame)
            case core.Not():
                part = self.truth(node.part, frame)
                return part if isinstance(part, Unknown) else not part
            case core.Exists():
                return exists(self.worth(node.part, frame))
            case core.Filled():
                return not isinstance(self.value(node.part, frame), Unknown)
            case core.Alike():
                return alike(self.worth(node.left, frame), self.worth(node.right, frame))
            case core.Choose():
                return self._choose(node, frame)
            case core.Decide():
                return self._decide(node, frame)
            case core.Aggregate():
                return self._aggregate(node, frame)
            case core.Quantify():
                return self._quantify(node, frame)
            case core.Every():
                return self._every(node, frame)
            case core.Pick():
                return self._pick(node, frame)
            case core.Match():
                return self._match(node, frame)
            case core.Continuous():
                return self._continuous(node, frame)
            case _:
                assert_never(node)

    def value(self, node: core.Expression, frame: Frame) -> Answer:
        """What an expression that is no item is worth; an absent item has no value."""
        worth = self.worth(node, frame)
        if isinstance(worth, Absent):
            return absent(worth)
        assert not isinstance(worth, Item)
        return worth

    def truth(self, node: core.Expression, frame: Frame) -> Truth:
        """What a condition is worth."""
        worth = self.value(node, frame)
        assert isinstance(worth, bool | Unknown)
        return worth

    # ---- names and fields -------------------------------------------------------------------
    def _parameter(self, name: str, frame: Frame) -> Answer:
        """The value given for this audit, else the one in force on the day of the subject."""
        if name in self._params:
            return self._params[name]
        param = self.program.params[name]
        in_force = [
            value
            for start, value in param.values
            if start is None or (frame.day is not None and start <= frame.day)
        ]
        return in_force[-1] if in_force else Unknown((Reason("law", name),))

    def _local(self, name: str, frame: Frame) -> Worth:
        if frame.seen is not None:  # worked out again, so that what it rests on is seen
            return self.worth(dict(frame.lets)[name], Frame(
                frame.subject, frame.lets, frame.day, None, frame.known, frame.seen))  # fmt: skip
        if name not in frame.known:
            outside = Frame(frame.subject, frame.lets, frame.day, None, frame.known)
            frame.known[name] = self.worth(dict(frame.lets)[name], outside)
        return frame.known[name]

    def _field(self, of: Worth, name: str, frame: Frame) -> Worth:
        if isinstance(of, Absent):
            return absent(of)
        if isinstance(of, Unknown):
            return of
        assert isinstance(of, Item)
        if isinstance(of, Group) and name not in of.keys:
            return self.column(of, name, frame.seen)
        found = raw(of, name)
        if frame.seen is not None and of is not frame.subject:
            frame.seen.append(of)
        return Unknown((Reason("empty", name),)) if found is None else found

    def field(self, item: Item, name: str) -> Worth:
        """A field of an item."""
        return self._field(item, name, Frame(item, (), None))

    def column(self, row: Group, name: str, seen: list[Item] | None) -> Worth:
        """A column of a record's row."""
        columns = self.program.records[row.source].columns
        if seen is None and name in row.columns:
            return row.columns[name]
        before = tuple(columns[: [label for label, _ in columns].index(name)])
        frame = Frame(row, before, self.day_of(row), None, row.columns, seen)
        worth = self.worth(dict(columns)[name], frame)
        row.columns[name] = worth
        return worth

    def _lookup(self, node: core.Lookup, frame: Frame) -> Worth:
        key = self._key(node.keys, frame)
        if isinstance(key, Unknown):
            return key
        row = self.items.groups(node.record).get(key)
        if row is None:
            kinds = self.items.unrecorded((node.record,))
            return not_recorded(kinds) if kinds else absent(Absent(node.record))
        return self.column(row, node.column, frame.seen)

    def _key(self, keys: Sequence[core.Expression], frame: Frame) -> Key | Unknown:
        """The values of some keys; a key that is empty by nature is a value like any other."""
        values: list[Value | None] = []
        for node in keys:
            if isinstance(node, core.Subject | core.Element):
                event = self.worth(node, frame)
                assert isinstance(event, Event | Viewed | Group)
                return (event.place,)
            if isinstance(node, core.Field) and isinstance(node.of, core.Subject | core.Element):
                item = self.worth(node.of, frame)
                if isinstance(item, Item) and self._plain(item, node.name):
                    found = raw(item, node.name)
                    if found is not None or self.items.may_be_empty(item, node.name):
                        values.append(found)
                        continue
            worth = self.value(node, frame)
            if isinstance(worth, Unknown):
                return worth
            values.append(worth)
        return tuple(values)

    def _plain(self, item: Item, name: str) -> bool:
        return not isinstance(item, Group) or name in item.keys

    def day_of(self, item: Item) -> date | None:
        """The day whose law applies: that on which the scope of the law opened."""
        scope = self.program.vocabulary.law_scope
        if scope is not None:
            fields = self.program.vocabulary.scopes[scope].fields
            key = tuple(raw(item, name) for name in fields)
            if key not in self._days:
                group = self.items.groups(scope).get(key)
                times = (event.time for event in group.events) if group is not None else ()
                opening = next((time for time in times if time is not None), None)
                self._days[key] = opening.date() if opening is not None else None
            if self._days[key] is not None:
                return self._days[key]
        first = events_of(item)[0]
        return first.time.date() if first.time is not None else None

    # ---- logic ------------------------------------------------------------------------------
    def _all(self, parts: tuple[core.Expression, ...], frame: Frame) -> Truth:
        unknown: list[Unknown] = []
        for part in parts:
            truth = self.truth(part, frame)
            if isinstance(truth, Unknown):
                unknown.append(truth)
            elif not truth:
                return False
        return join(*unknown) if unknown else True

    def _any(self, parts: tuple[core.Expression, ...], frame: Frame) -> Truth:
        unknown: list[Unknown] = []
        for part in parts:
            truth = self.truth(part, frame)
            if isinstance(truth, Unknown):
                unknown.append(truth)
            elif truth:
                return True
        return join(*unknown) if unknown else False

    def _choose(self, node: core.Choose, frame: Frame) -> Worth:
        for when, then in node.cases:
            truth = self.truth(when, frame)
            if isinstance(truth, Unknown):
                return truth
            if truth:
                return self.worth(then, frame)
        return self.worth(node.otherwise, frame)

    def _decide(self, node: core.Decide, frame: Frame) -> Answer:
        arguments = [self.value(argument, frame) for argument in node.arguments]
        known = [a for a in arguments if not isinstance(a, Unknown)]
        if len(known) < len(arguments):
            return join(*arguments)
        result = self.program.tables[node.table].decide(tuple(known))
        return Unknown((Reason("undefined", node.table),)) if result is None else result

    # ---- selections -------------------------------------------------------------------------
    def _run(self, selection: core.Selection, frame: Frame) -> _Run | Unknown:
        """Where the items of a selection are to be found."""
        key = self._key([value for _, value in (*selection.keys, *selection.joins)], frame)
        if isinstance(key, Unknown):
            return key
        stretch = self._stretch(selection, frame)
        if isinstance(stretch, Unknown):
            return stretch
        groups, loose = self._indexed(selection)
        low, high = stretch
        found = groups.get(key, NOTHING)
        run = _Run(found, *found.between(low, high))
        if loose:
            self._loose(selection, key, loose, stretch, frame, run.loose)
        return run

    def _select(
        self, selection: core.Selection, frame: Frame
    ) -> tuple[list[Item], list[tuple[Item, Unknown]]] | Unknown:
        """The items that are selected, and those of which it is not known; in their order."""
        run = self._run(selection, frame)
        if isinstance(run, Unknown):
            return run
        chosen: list[Item] = []
        perhaps = list(run.loose)
        for at in range(run.low, run.high):
            item, fits = self._fits(run.found, at, selection, frame)
            if isinstance(fits, Unknown):
                perhaps.append((item, fits))
            elif fits:
                chosen.append(item)
        if frame.seen is not None:
            frame.seen += chosen
        return chosen, perhaps

    def _nearest(
        self, selection: core.Selection, frame: Frame, last: bool
    ) -> Item | Unknown | None:
        """The first or the last item that is selected; looks no further than it must."""
        run = self._run(selection, frame)
        if isinstance(run, Unknown):
            return run
        unsure: list[Unknown] = []
        picked: Item | None = None
        places = range(run.high - 1, run.low - 1, -1) if last else range(run.low, run.high)
        for at in places:
            item, fits = self._fits(run.found, at, selection, frame)
            if isinstance(fits, Unknown):
                unsure.append(fits)
            elif fits:
                picked = item
                break
        # One that may belong to the selection matters only where it would be picked instead.
        unsure += [
            why for item, why in run.loose
            if picked is None or (item.place > picked.place) == last
        ]  # fmt: skip
        if unsure:
            return join(*unsure)
        if picked is not None and frame.seen is not None:
            frame.seen.append(picked)
        return picked

    def _fits(
        self, found: Found, at: int, selection: core.Selection, frame: Frame
    ) -> tuple[Item, Truth]:
        """An item, and whether it is selected."""
        item, truth = found.items[at], found.truths[at]
        if selection.also is None and not any(side == "at" for side, _ in selection.bounds):
            return item, truth
        truths = [truth]
        if selection.also is not None:
            inner = Frame(frame.subject, frame.lets, frame.day, item, frame.known)
            truths.append(self.truth(selection.also, inner))
        truths += [self._open(item, selection, frame)]
        if any(truth is False for truth in truths):
            return item, False
        unknown = [truth for truth in truths if isinstance(truth, Unknown)]
        return item, join(*unknown) if unknown else True

    def _open(self, item: Item, selection: core.Selection, frame: Frame) -> Truth:
        """Whether an interval is open at the moments that the selection names."""
        for side, node in selection.bounds:
            if side != "at":
                continue
            moment = self.worth(node, frame)
            assert isinstance(item, Span) and isinstance(
                moment, Event | Viewed | Span | Group)  # fmt: skip
            if moment.place < item.place:
                return False
            if item.end is not None:
                if item.end.place <= moment.place:
                    return False
                continue
            end = self.program.vocabulary.intervals[selection.sources[0]].end
            if not self.items.is_recorded(end):
                return not_recorded((end,))
        return True

    def _indexed(self, selection: core.Selection) -> Index:
        """The items of a selection's sources by their keys, with the truth of its condition.

        Items of which the condition does not hold are left out.  Those whose keys are not all
        recorded stand apart, under what keys they have, None for one that is missing.
        """
        at_once = self._indexes.get(id(selection))
        if at_once is not None:
            return at_once
        names = tuple(name for name, _ in (*selection.keys, *selection.joins))
        index = (selection.sources, names, selection.where)
        if index not in self._found:
            self._found[index] = self._make_index(selection, names)
        self._indexes[id(selection)] = self._found[index]
        return self._found[index]

    def _make_index(self, selection: core.Selection, names: tuple[str, ...]) -> Index:
        groups: dict[Key, Found] = defaultdict(Found)
        loose: dict[Key, list[tuple[Item, Truth]]] = defaultdict(list)
        for item in self.items.union(selection.sources):
            truth = self._holds_of(item, selection.where)
            if truth is False:
                continue
            key, full = self._key_of(item, names)
            if full:
                groups[key].add(item, truth)
            else:
                loose[key].append((item, truth))
        return dict(groups), loose

    def _holds_of(self, item: Item, where: core.Expression | None) -> Truth:
        """A condition on the item alone; of a row that was set aside nothing is certain."""
        truth = True if where is None else self.truth(where, Frame(item, (), None, item))
        return UNREADABLE if truth is True and doubtful(item) else truth

    def _key_of(self, item: Item, names: tuple[str, ...]) -> tuple[Key, bool]:
        values: list[Value | None] = []
        full = True
        for name in names:
            if self._plain(item, name):
                value = raw(item, name)
                full = full and (value is not None or self.items.may_be_empty(item, name))
            else:
                worth = self.column(item, name, None) if isinstance(item, Group) else None
                value = None if isinstance(worth, Unknown | Item | Absent) else worth
                full = full and value is not None
            values.append(value)
        return tuple(values), full

    def _loose(
        self, selection: core.Selection, key: Key, loose: dict[Key, list[tuple[Item, Truth]]],
        stretch: tuple[int, int], frame: Frame, into: list[tuple[Item, Unknown]],
    ) -> None:  # fmt: skip
        """Items that may belong here, but for a key that the log does not record."""
        names = [name for name, _ in (*selection.keys, *selection.joins)]
        for partial, pairs in loose.items():
            if any(
                mine is not None and mine != asked
                for mine, asked in zip(partial, key, strict=True)
            ):
                continue
            missing = [name for name, mine in zip(names, partial, strict=True) if mine is None]
            why = Unknown(tuple(Reason("empty", name) for name in missing))
            found = Found([item for item, _ in pairs], [truth for _, truth in pairs])
            low, high = found.between(*stretch)
            for at in range(low, high):
                item, fits = self._fits(found, at, selection, frame)
                if fits is not False:
                    into.append((item, why))

    def _stretch(self, selection: core.Selection, frame: Frame) -> tuple[int, int] | Unknown:
        """The places low ≤ place < high between which a selection looks."""
        low, high = 0, len(self.log.events)
        for side, node in selection.bounds:
            moment = self.worth(node, frame)
            if isinstance(moment, Absent) and side in ("since", "until"):
                continue
            if isinstance(moment, Absent):
                return absent(moment)
            if isinstance(moment, Unknown):
                return moment
            assert isinstance(moment, Item)
            if side in ("before", "until"):
                high = min(high, moment.place)
            elif side != "at":
                low = max(low, moment.place + 1)
        return low, high

    def _nothing(self, selection: core.Selection) -> Unknown | None:
        """Unknown where the log does not record what was looked for."""
        kinds = self.items.unrecorded(selection.sources)
        return not_recorded(kinds) if kinds else None

    # ---- what selections are worth ----------------------------------------------------------
    def _aggregate(self, node: core.Aggregate, frame: Frame) -> Answer:
        selected = self._select(node.selection, frame)
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps = selected
        if perhaps:
            return join(*(why for _, why in perhaps))
        if (nothing := self._nothing(node.selection)) is not None:
            return nothing
        if node.function == "count":
            return len(chosen)
        assert node.field is not None
        values = [self.field(item, node.field) for item in chosen]
        known = [v for v in values if not isinstance(v, Unknown | Item | Absent)]
        if len(known) < len(values):
            return join(*values)
        return aggregate(node.function, known, node.selection.sources[0])

    def _quantify(self, node: core.Quantify, frame: Frame) -> Truth:
        found = self._nearest(node.selection, frame, last=False)
        if isinstance(found, Unknown) and self._any_certain(node.selection, frame):
            return node.quantity == "any"
        if isinstance(found, Unknown):
            return found
        if found is not None:
            return node.quantity == "any"
        nothing = self._nothing(node.selection)
        return nothing if nothing is not None else node.quantity == "no"

    def _any_certain(self, selection: core.Selection, frame: Frame) -> bool:
        """Whether some item is selected for certain, whatever is not known of others."""
        selected = self._select(selection, frame)
        return not isinstance(selected, Unknown) and bool(selected[0])

    def _every(self, node: core.Every, frame: Frame) -> Truth:
        selected = self._select(node.selection, frame)
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps = selected
        unknown: list[Unknown] = []
        for item in chosen:
            truth = self.truth(node.has, frame.at(item))
            if isinstance(truth, Unknown):
                unknown.append(truth)
            elif not truth:
                return False
        for item, why in perhaps:
            if self.truth(node.has, frame.at(item)) is not True:
                unknown.append(why)
        if not chosen and not perhaps and (nothing := self._nothing(node.selection)) is not None:
            return nothing
        return join(*unknown) if unknown else True

    def _pick(self, node: core.Pick, frame: Frame) -> Worth:
        if node.index is None:
            found = self._nearest(node.selection, frame, last=node.end == "last")
        else:
            found = self._nth(node.selection, node.index, frame)
        if found is not None:
            return found
        nothing = self._nothing(node.selection)
        return nothing if nothing is not None else Absent(" or ".join(node.selection.sources))

    def _nth(
        self, selection: core.Selection, index: core.Expression, frame: Frame
    ) -> Item | Unknown | None:
        """The item at an index counted from 1; what is unsure up to there makes it unsure."""
        at = self.value(index, frame)
        run = self._run(selection, frame)
        if isinstance(at, Unknown) or isinstance(run, Unknown):
            return at if isinstance(at, Unknown) else run if isinstance(run, Unknown) else None
        assert isinstance(at, int)
        if run.loose or selection.also is not None or run.found.unsure:
            selected = self._select(selection, frame)
            if isinstance(selected, Unknown):
                return selected
            chosen, perhaps = selected
            return join(*(why for _, why in perhaps)) if perhaps else (
                chosen[at - 1] if 0 < at <= len(chosen) else None)  # fmt: skip
        place = run.low + at - 1
        picked = run.found.items[place] if at > 0 and place < run.high else None
        if picked is not None and frame.seen is not None:
            frame.seen.append(picked)
        return picked

    def _match(self, node: core.Match, frame: Frame) -> Truth:
        result = self.run(node, frame)
        return result if isinstance(result, Unknown) else result[1] is None

    def run(self, node: core.Match, frame: Frame) -> tuple[list[Item], int | None] | Unknown:
        """The events of a sequence, and the index of the first that leaves the pattern, if any."""
        selected = self._select(node.selection, frame)
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps = selected
        if perhaps:
            return join(*(why for _, why in perhaps))
        machine = self.machine(node)
        unknown: list[Unknown] = []
        left = machine.run(len(chosen), self._meets(chosen, frame, False, unknown))
        if left is not None and unknown:
            left = machine.run(len(chosen), self._meets(chosen, frame, True, []))
            if left is None:
                return join(*unknown)
        # A step may be missing only because the log records no event of its kind.
        nothing = self._nothing(node.selection) if left is not None else None
        return nothing if nothing is not None else (chosen, left)

    def machine(self, node: core.Match) -> Machine:
        """The machine of a pattern, made once."""
        if node.pattern not in self._machines:
            self._machines[node.pattern] = Machine(node.pattern)
        return self._machines[node.pattern]

    def _meets(
        self, items: list[Item], frame: Frame, generous: bool, unknown: list[Unknown]
    ) -> Callable[[int, core.Step], bool]:
        def meets(index: int, step: core.Step) -> bool:
            item = items[index]
            if kind_of(item) != step.kind:
                return False
            truth = True if step.where is None else self.truth(step.where, frame.at(item))
            if isinstance(truth, Unknown):
                unknown.append(truth)
                return generous
            return truth

        return meets

    def meets(self, items: list[Item], frame: Frame) -> Callable[[int, core.Step], bool]:
        """Whether an item of a run fits a step, for messages."""
        return self._meets(items, frame, False, [])

    # ---- moments ----------------------------------------------------------------------------
    def _continuous(self, node: core.Continuous, frame: Frame) -> Truth:
        gap = self.gap(node, frame)
        return gap if isinstance(gap, Unknown) else gap is None

    def gap(self, node: core.Continuous, frame: Frame) -> Event | Unknown | None:
        """The event from which on no interval is open, if there is such a gap."""
        ends = [self.worth(end, frame) for end in (node.start, node.end)]
        for end in ends:
            if isinstance(end, Absent):
                return absent(end)
            if isinstance(end, Unknown):
                return end
        assert isinstance(ends[0], Item) and isinstance(ends[1], Item)
        start, stop = events_of(ends[0])[0], events_of(ends[1])[0]
        selected = self._select(node.selection, frame)
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps = selected
        gap = first_gap([x for x in chosen if isinstance(x, Span)], start, stop)
        if gap is None or not perhaps:
            return gap
        both = [x for x in (*chosen, *(item for item, _ in perhaps)) if isinstance(x, Span)]
        sure = first_gap(sorted(both, key=lambda span: span.place), start, stop)
        return sure if sure is not None else join(*(why for _, why in perhaps))


# ---- single values ------------------------------------------------------------------------------
def absent(what: Absent) -> Unknown:
    return Unknown((Reason("absent", what.what),))


def not_recorded(kinds: tuple[str, ...]) -> Unknown:
    return Unknown(tuple(Reason("not_recorded", kind) for kind in kinds))


def exists(worth: Worth) -> Truth:
    """Whether an item was found: unknown only where it is not known."""
    return worth if isinstance(worth, Unknown) else not isinstance(worth, Absent)


def alike(left: Worth, right: Worth) -> Truth:
    """Whether two events say the same in every field."""
    for side in (left, right):
        if isinstance(side, Absent):
            return absent(side)
        if isinstance(side, Unknown):
            return side
    assert isinstance(left, Item) and isinstance(right, Item)
    one, other = events_of(left)[0], events_of(right)[0]
    return one.kind == other.kind and one.values == other.values


def kind_of(item: Item) -> str:
    """The kind of event that an item is."""
    events = events_of(item)
    return events[0].kind


def is_in(element: Answer, within: Answer) -> Truth:
    if isinstance(element, Unknown) or isinstance(within, Unknown):
        return join(element, within)
    if isinstance(within, Range):
        assert isinstance(element, int | Fraction)
        low, high = within
        return (low is None or low <= element) and (high is None or element <= high)
    assert isinstance(within, frozenset)
    return element in within


def compare(node: core.Compare, left: Answer, right: Answer) -> Truth:
    """One comparison; values of a declared order compare by their places in it."""
    if isinstance(left, Unknown) or isinstance(right, Unknown):
        return join(left, right)
    if node.sign == "=":
        return left == right
    if node.sign == "!=":
        return left != right
    if node.order is not None:
        if left not in node.order or right not in node.order:
            return Unknown((Reason("undefined", "order"),))
        return _before(node.sign, -node.order.index(str(left)), -node.order.index(str(right)))
    if isinstance(left, datetime) and isinstance(right, datetime):
        if (left.tzinfo is None) != (right.tzinfo is None):
            return Unknown((Reason("undefined", "time"),))
    return _before(node.sign, left, right)


def _before(sign: str, left: object, right: object) -> bool:
    one, other = left, right
    match sign:
        case "<":
            return one < other  # type: ignore[operator, no-any-return]  # the checker has compared their types
        case "<=":
            return one <= other  # type: ignore[operator, no-any-return]  # likewise
        case ">":
            return one > other  # type: ignore[operator, no-any-return]  # likewise
        case _:
            return one >= other  # type: ignore[operator, no-any-return]  # likewise


def operate(sign: str, arguments: list[Answer]) -> Answer:
    """One case of the table of operators; without result only where it says so."""
    if any(isinstance(argument, Unknown) for argument in arguments):
        return join(*arguments)
    match sign, arguments:
        case "+", [left, right]:
            return _number(left + right)  # type: ignore[operator, arg-type]  # the checker has compared their types
        case "-", [left, right]:
            if isinstance(left, datetime) and isinstance(right, datetime):
                if (left.tzinfo is None) != (right.tzinfo is None):
                    return Unknown((Reason("undefined", "time"),))
            return _number(left - right)  # type: ignore[operator]  # likewise
        case "*", [left, right]:
            return _number(left * right)  # type: ignore[operator, arg-type]  # likewise
        case "/", [int() | Fraction() as left, int() | Fraction() as right]:
            return Unknown((Reason("undefined", "/"),)) if right == 0 else exact(
                Fraction(left) / right)  # fmt: skip
        case "div", [int(left), int(right)]:
            return Unknown((Reason("undefined", "div"),)) if right == 0 else left // right
        case "mod", [int(left), int(right)]:
            return Unknown((Reason("undefined", "mod"),)) if right == 0 else left % abs(right)
        case "minus", [int() | Fraction() | timedelta() as part]:
            return -part
        case "abs", [int() | Fraction() as part]:
            return exact(part if part >= 0 else -part)
        case "rank", [Card(rank=rank)]:
            return rank
        case "suit", [Card(suit=suit)]:
            return suit
        case "day", [datetime() as time]:
            return time.date()
        case "shown_twice", [datetime() as time]:
            return shown_twice(time)
        case _:
            raise AssertionError(f"`{sign}` is not in the table of operators")


def shown_twice(time: datetime) -> bool:
    """Whether a clock of the European Union shows this time twice, on the last Sunday of October.

    Source: directive 2000/84/EC, article 3 (summer time ends at 1 a.m. universal time; clocks an
    hour ahead of it then show the hour from 2 to 3 again).
    """
    last_sunday = time.month == 10 and time.isoweekday() == 7 and time.day > 24
    return time.tzinfo is None and last_sunday and time.hour == 2


def _number(value: Value) -> Value:
    return exact(value) if isinstance(value, Fraction) else value


def aggregate(function: str, values: Sequence[Value], source: str) -> Answer:
    """The sum, the number of different values, the least or the greatest."""
    if function == "distinct":
        return len(set(values))
    if function == "sum":
        total: Value = timedelta() if values and isinstance(values[0], timedelta) else 0
        for value in values:
            total = _number(total + value)  # type: ignore[operator, arg-type]  # the checker has seen that they add
        return total
    if not values:
        return Unknown((Reason("absent", source),))
    return min(values) if function == "min" else max(values)


def first_gap(spans: list[Span], start: Event, stop: Event) -> Event | None:
    """From where on, between two events, no interval is open; None where one always is.

    An interval that opens at the very moment at which another closes leaves no gap.
    """
    now = start
    while True:
        open_now = [
            span for span in spans
            if not later(span.start, now) and (span.end is None or later(span.end, now))
        ]  # fmt: skip
        if not open_now:
            return now if later(stop, now) else None
        ends = [span.end for span in open_now if span.end is not None]
        if len(ends) < len(open_now):
            return None
        last = ends[0]
        for end in ends[1:]:
            last = end if later(end, last) else last
        if not later(stop, last):
            return None
        now = last

