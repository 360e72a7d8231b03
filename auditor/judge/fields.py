"""Fields of items, columns of records, and whether there is anything in a cell."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from datetime import date

from auditor.judge import operators as op
from auditor.judge.frame import Frame, Lets, Result, Seen, Truth
from auditor.judge.items import (
    Absent,
    Group,
    IntervalItem,
    Item,
    Items,
    Key,
    Viewed,
    first_of,
    lost,
    raw,
    raws,
)
from auditor.judge.order_ties import OrderTies
from auditor.language import core
from auditor.log.event import Event, Log
from auditor.source import Frozen
from auditor.values import Answer, Card, Reason, Unknown, Value, join, lacks_suit


class KeyField(Frozen):
    """A field by which items are found.  As a key, a cell that is empty by nature is a value like
    any other; an empty cell that is compared equals nothing for certain.
    """

    name: str
    as_key: bool


class LawInForce:
    """Tells the day whose law applies, and what a parameter is on that day.

    `given` are the parameters stated for this audit, `day` counts where no event has a time.
    """

    def __init__(
        self, program: core.Program, items: Items, given: Mapping[str, Value], day: date | None
    ) -> None:
        self._program, self._items = program, items
        self._given, self._day = given, day
        self._days: dict[Key, date | None] = {}  # by the law's scope

    def parameter(self, name: str, day: date | None) -> Answer:
        """The value given for this audit, else the one in force on the day of the subject."""
        if name in self._given:
            return self._given[name]
        values = self._program.params[name].values
        if not values:
            return Unknown((Reason("given", name),))
        if len(values) == 1 and values[0][0] is None:
            return values[0][1]
        if day is None:
            return Unknown((Reason("empty", "time"),))
        in_force = [value for start, value in values if start is None or start <= day]
        return in_force[-1] if in_force else Unknown((Reason("law", name),))

    def day_of(self, item: Item) -> date | None:
        """The day whose law applies: that on which the scope of the law opened."""
        scope = self._program.vocabulary.law_scope
        if scope is not None:
            fields = self._program.vocabulary.scopes[scope].fields
            key = raws(item, fields)
            if key not in self._days:
                group = self._items.groups(scope).get(key)
                certain = () if group is None or group.doubtful else group.events
                times = (event.time for event in certain)
                opening = next((time for time in times if time is not None), None)
                self._days[key] = opening.date() if opening is not None else None
            if self._days[key] is not None:
                return self._days[key]
        first = first_of(item)
        return first.time.date() if first.time is not None else self._day


class Evaluator:
    """The work on the expressions of one program over one log, each of which may stand in another.

    `ties` are given where rows of one instant are to have no order.
    """

    program: core.Program
    log: Log
    items: Items
    law: LawInForce
    ties: OrderTies | None

    @abstractmethod
    def evaluate(self, node: core.Expression, frame: Frame) -> Result:
        """The value of an expression, or the item that it names."""

    @abstractmethod
    def taken(self, node: core.Choose, frame: Frame) -> core.Expression | Unknown:
        """The case that holds, if that is known."""

    @abstractmethod
    def column(self, row: Group, name: str, seen: Seen | None) -> Result:
        """A column of a record's row."""

    def value(self, node: core.Expression, frame: Frame) -> Answer:
        """The value of an expression that is no item; an absent item has none."""
        return op.value_of(self.evaluate(node, frame))

    def truth(self, node: core.Expression, frame: Frame) -> Truth:
        """The truth of a condition."""
        result = self.value(node, frame)
        assert isinstance(result, bool | Unknown)
        return result


class KeyReader(Evaluator):
    """Reads keys: those that a subject asks for, and those that an item has."""

    def sought(self, by: core.Selection | core.Lookup, frame: Frame) -> Key | Unknown:
        """The keys that a selection or a lookup asks for; one that is empty by nature is a value
        like any other.
        """
        item = frame.subject
        if by.of_subject is not None:
            plain = raws(item, by.of_subject)
            empty = [name for name, own in zip(by.of_subject, plain, strict=True) if own is None]
            if all(
                self._plain(item, name) and self.items.may_be_empty(item, name) for name in empty
            ):
                return plain
        nodes = by.keys if isinstance(by, core.Lookup) else tuple(node for _, node in by.keys)
        values = [self.key(node, frame) for node in nodes]
        unknown = [value for value in values if isinstance(value, Unknown)]
        known = tuple(value for value in values if not isinstance(value, Unknown))
        return join(*unknown) if unknown else known

    def key(self, node: core.Expression, frame: Frame) -> Value | Unknown | None:
        """The value of one key."""
        found = self._key(node, frame)
        return op.SUITLESS if lacks_suit(found) else found

    def _key(self, node: core.Expression, frame: Frame) -> Value | Unknown | None:
        match node:
            case core.Field(of=core.Subject() | core.Element() as of, name=name):
                item = frame.subject if isinstance(of, core.Subject) else frame.element
                assert item is not None
                if self._plain(item, name):
                    found = raw(item, name)
                    if found is not None or self.items.may_be_empty(item, name):
                        return found
            case core.Subject() | core.Element():
                event = self.evaluate(node, frame)
                assert isinstance(event, Event | Viewed | Group)
                return event.place
        return self.value(node, frame)

    def same(self, node: core.Same, frame: Frame) -> Truth:
        """Whether element and subject have the same key."""
        mine, asked = self.key(node.element, frame), self.key(node.subject, frame)
        unknown = [key for key in (mine, asked) if isinstance(key, Unknown)]
        return join(*unknown) if unknown else mine == asked

    def _plain(self, item: Item, name: str) -> bool:
        return not isinstance(item, Group) or name in item.keys

    def keys_of_item(
        self, item: Item, matched: tuple[KeyField, ...]
    ) -> tuple[Key, tuple[int, ...]]:
        """The values of an item's keys, and which of them have none."""
        values = [*raws(item, [field.name for field in matched])]
        missing: list[int] = []
        for at, value in enumerate(values):
            if value is None:
                field = matched[at]
                if not self._plain(item, field.name):
                    value = values[at] = self._key_column(item, field.name)  # noqa: PLW2901 - read late
                elif field.as_key and self.items.may_be_empty(item, field.name):
                    continue
            if value is None or lacks_suit(value):
                missing.append(at)
        return tuple(values), tuple(missing)

    def _key_column(self, item: Item, name: str) -> Value | None:
        result = self.column(item, name, None) if isinstance(item, Group) else None
        return None if isinstance(result, Unknown | Item | Absent) else result

    def why_no_key(self, item: Item, name: str) -> Answer:
        """Why a key of an item is not known: an empty cell, a row set aside, an unknown column, a
        card without its suit, a column that is an event and no value.
        """
        if isinstance(item, Group) and name not in item.keys:
            column = self.column(item, name, None)
            if isinstance(column, Unknown):
                return column
            return op.SUITLESS if isinstance(column, Card) else Unknown((Reason("empty", name),))
        if lacks_suit(raw(item, name)):
            return op.SUITLESS
        return op.UNREADABLE if lost(item, name) else Unknown((Reason("empty", name),))


class Fields(KeyReader):
    """Reads the fields of items and works out the columns of records."""

    _columns: dict[tuple[str, str], tuple[core.Expression, Lets]]

    def field(self, of: Result, name: str, frame: Frame) -> Result:
        """A field of an item, or of what is absent or not known in its place."""
        if isinstance(of, Absent):
            return op.absent(of)
        if isinstance(of, Unknown):
            return of
        assert isinstance(of, Item)
        if isinstance(of, Group) and name not in of.keys:
            return self.column(of, name, frame.seen)
        if isinstance(of, IntervalItem) and name == core.CLOSED_BY:
            return self._closed_by(of, frame)
        found = raw(of, name)
        if frame.seen is not None and of is not frame.subject:
            frame.seen.add(of)
        if found is None:
            return op.UNREADABLE if lost(of, name) else Unknown((Reason("empty", name),))
        return found

    def _closed_by(self, span: IntervalItem, frame: Frame) -> Result:
        if span.may_end is not None:
            return op.may_be_over(span)
        if span.end is not None:
            if frame.seen is not None:
                frame.seen.add(span.end)
            return span.end
        is_recorded = self.items.is_recorded(span.until)
        return Absent(span.until) if is_recorded else op.not_recorded((span.until,))

    def column(self, row: Group, name: str, seen: Seen | None) -> Result:
        """A column of a record's row."""
        if seen is not None:
            return seen.named(row.columns, name, lambda noting: self._work_out(row, name, noting))
        if name not in row.columns:
            row.columns[name] = self._work_out(row, name, None)
        return row.columns[name]

    def _work_out(self, row: Group, name: str, seen: Seen | None) -> Result:
        return self.evaluate(*self._inside(row, name, seen))

    def _inside(self, row: Group, name: str, seen: Seen | None) -> tuple[core.Expression, Frame]:
        node, before = self._declared(row.source, name)
        return node, Frame(row, before, self.law.day_of(row), None, row.columns, seen)

    def behind(
        self, node: core.Expression, frame: Frame
    ) -> tuple[core.Expression, Frame] | Unknown | None:
        """The expression that a name, a choice or a column of a record stands for, and its frame;
        None where one stands for itself.
        """
        match node:
            case core.Local(name=name):
                return next(own for let, own in frame.lets if let == name), frame.at(None)
            case core.Choose():
                taken = self.taken(node, frame)
                return taken if isinstance(taken, Unknown) else (taken, frame)
            case core.Lookup(column=name):
                of: Result = self.row(node, frame)
            case core.Field(of=part, name=name):
                of = self.evaluate(part, frame)
            case _:
                return None
        if isinstance(of, Group) and name not in of.keys:
            return self._inside(of, name, frame.seen)
        return of if isinstance(of, Unknown) else None

    def _declared(self, record: str, name: str) -> tuple[core.Expression, Lets]:
        """A column of a record, and those before it, which it may name."""
        if (record, name) not in self._columns:
            columns = self.program.records[record].columns
            at = [label for label, _ in columns].index(name)
            self._columns[record, name] = columns[at][1], tuple(columns[:at])
        return self._columns[record, name]

    def of_item(self, item: Item, name: str) -> Result:
        """A field of an item, outside any rule."""
        return self.field(item, name, Frame(item, (), None))

    def lookup(self, node: core.Lookup, frame: Frame) -> Result:
        """The column of the row that some keys name."""
        row = self.row(node, frame)
        if isinstance(row, Absent):
            return op.absent(row)
        return row if isinstance(row, Unknown) else self.column(row, node.column, frame.seen)

    def row(self, node: core.Lookup, frame: Frame) -> Group | Absent | Unknown:
        """The row of a record that some keys name."""
        key = self.sought(node, frame)
        if isinstance(key, Unknown):
            return key
        row = self.items.groups(node.record).get(key)
        if row is not None:
            return op.UNREADABLE if row.doubtful else row
        if self.items.may_be(node.record, key):
            return op.UNREADABLE
        kinds = self.items.unrecorded((node.record,))
        return op.not_recorded(kinds) if kinds else Absent(node.record)

    def filled(self, node: core.Expression, frame: Frame) -> Truth:
        """Whether there is a value; what a name stands for is asked in its place."""
        found = self.behind(node, frame)
        if found is not None:
            return found if isinstance(found, Unknown) else self.filled(*found)
        answer = self.value(node, frame)
        if isinstance(answer, Unknown) and isinstance(node, core.Field):
            of = self.evaluate(node.of, frame)
            if isinstance(of, Item) and self.items.is_unknown(of, node.name):
                return answer
        return op.filled(answer)
