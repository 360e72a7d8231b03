"""Fields of items, columns of records, and whether there is anything in a cell."""

from __future__ import annotations

from auditor.judge.frame import Evaluator, Frame, Lets, Result, Seen, Truth
from auditor.judge.item_index import KeyReader
from auditor.judge.items import Absent, Group, Item, Items, lost, raw
from auditor.judge.law import LawInForce
from auditor.judge.operators import UNREADABLE, absent, filled, not_recorded, value_of
from auditor.language import core
from auditor.values import Reason, Unknown


class Fields:
    """Reads the fields of items and works out the columns of records."""

    def __init__(
        self,
        program: core.Program,
        items: Items,
        law: LawInForce,
        keys: KeyReader,
        evaluator: Evaluator,
    ) -> None:
        self._records, self._items, self._law = program.records, items, law
        self._keys, self._evaluator = keys, evaluator
        self._columns: dict[tuple[str, str], tuple[core.Expression, Lets]] = {}

    def field(self, of: Result, name: str, frame: Frame) -> Result:
        """A field of an item, or of what is absent or not known in its place."""
        if isinstance(of, Absent):
            return absent(of)
        if isinstance(of, Unknown):
            return of
        assert isinstance(of, Item)
        if isinstance(of, Group) and name not in of.keys:
            return self.column(of, name, frame.seen)
        found = raw(of, name)
        if frame.seen is not None and of is not frame.subject:
            frame.seen.add(of)
        if found is None:
            return UNREADABLE if lost(of, name) else Unknown((Reason("empty", name),))
        return found

    def column(self, row: Group, name: str, seen: Seen | None) -> Result:
        """A column of a record's row."""
        if seen is not None:
            return seen.named(row.columns, name, lambda own: self._work_out(row, name, own))
        if name not in row.columns:
            row.columns[name] = self._work_out(row, name, None)
        return row.columns[name]

    def _work_out(self, row: Group, name: str, seen: Seen | None) -> Result:
        return self._evaluator.evaluate(*self._inside(row, name, seen))

    def _inside(self, row: Group, name: str, seen: Seen | None) -> tuple[core.Expression, Frame]:
        node, before = self._column(row.source, name)
        return node, Frame(row, before, self._law.day_of(row), None, row.columns, seen)

    def behind(
        self, node: core.Field | core.Lookup, frame: Frame
    ) -> tuple[core.Expression, Frame] | None:
        """The column of a record that a name stands for, and the frame of its row; None
        where it is none.
        """
        if isinstance(node, core.Lookup):
            of: Result = self._row(node, frame)
            name = node.column
        else:
            of, name = self._evaluator.evaluate(node.of, frame), node.name
        if isinstance(of, Group) and name not in of.keys:
            return self._inside(of, name, frame.seen)
        return None

    def _column(self, record: str, name: str) -> tuple[core.Expression, Lets]:
        """A column of a record, and those before it, which it may name."""
        if (record, name) not in self._columns:
            columns = self._records[record].columns
            at = [label for label, _ in columns].index(name)
            self._columns[record, name] = columns[at][1], tuple(columns[:at])
        return self._columns[record, name]

    def of_item(self, item: Item, name: str) -> Result:
        """A field of an item, outside any rule."""
        return self.field(item, name, Frame(item, (), None))

    def lookup(self, node: core.Lookup, frame: Frame) -> Result:
        """The column of the row that some keys name."""
        row = self._row(node, frame)
        if isinstance(row, Absent):
            return absent(row)
        return row if isinstance(row, Unknown) else self.column(row, node.column, frame.seen)

    def _row(self, node: core.Lookup, frame: Frame) -> Group | Absent | Unknown:
        key = self._keys.sought(node, frame)
        if isinstance(key, Unknown):
            return key
        row = self._items.groups(node.record).get(key)
        if row is not None:
            return UNREADABLE if row.doubtful else row
        if self._items.may_be(node.record, key):
            return UNREADABLE
        kinds = self._items.unrecorded((node.record,))
        return not_recorded(kinds) if kinds else Absent(node.record)

    def filled(self, node: core.Expression, frame: Frame) -> Truth:
        """Whether there is a value; what a name stands for is asked in its place."""
        match node:
            case core.Field(of=of, name=name):
                return self._cell_filled(self._evaluator.evaluate(of, frame), name, frame)
            case core.Lookup():
                return self._cell_filled(self._row(node, frame), node.column, frame)
            case core.Local(name=name):
                return self.filled(dict(frame.lets)[name], frame.at(None))
            case core.Choose():
                taken = self._evaluator.taken(node, frame)
                return taken if isinstance(taken, Unknown) else self.filled(taken, frame)
            case _:
                return filled(self._evaluator.value(node, frame))

    def _cell_filled(self, of: Result, name: str, frame: Frame) -> Truth:
        """Whether a cell of an item is; one of an absent item is not."""
        if isinstance(of, Unknown):
            return of
        if isinstance(of, Group) and name not in of.keys:
            return self.filled(*self._inside(of, name, frame.seen))
        return filled(value_of(self.field(of, name, frame)))
