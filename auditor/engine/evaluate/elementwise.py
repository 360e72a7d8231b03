"""Operators, comparisons and decision tables: values in, values out, entry by entry."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import assert_never

import numpy as np

from auditor.engine.evaluate.catalog import Catalog
from auditor.engine.evaluate.frame import absence
from auditor.engine.evaluate.relations import ItemColumn
from auditor.engine.evaluate.selection import row_of
from auditor.judge.operators import SUITLESS, TWICE
from auditor.language import core
from auditor.log.store import encoding as exact
from auditor.log.store.columns import Columns
from auditor.log.store.encoding import NUMBERS, Lexicons, as_key, card_codes, value_of, vector_of
from auditor.log.store.keys import Column, numbered
from auditor.log.store.times import local_days, shown_twice, since_midnight
from auditor.log.store.vector import (
    CERTAIN,
    DEFER,
    NAIVE,
    NOWHERE,
    Bools,
    Codes,
    Ints,
    NotColumnar,
    Reasons,
    Vector,
    codes_where,
    each_once,
    first_of,
    join,
    occurring,
    take,
    whole,
)
from auditor.types import BOOLEAN, CARD, TIME, SetOf, Type
from auditor.values import SUITS, Card, Range, Reason, Value, encoding_of


class Elementwise:
    """Works out what depends on nothing but the values given."""

    def __init__(
        self, reasons: Reasons, lexicons: Lexicons, tables: Mapping[str, core.DecisionTable]
    ) -> None:
        self._reasons, self._lexicons, self._tables = reasons, lexicons, tables
        self._literals: dict[tuple[Type, Value], Vector] = {}

    def literal(self, value: Value, kind: Type) -> Vector:
        """One value that stands for all."""
        if (kind, value) not in self._literals:
            self._literals[kind, value] = self._literal(value, kind)
        return self._literals[kind, value]

    def _literal(self, value: Value, kind: Type) -> Vector:
        if isinstance(kind, SetOf) or isinstance(value, frozenset):
            return Vector(np.array(self._lexicons.of(kind).code(value), np.int64))
        found = vector_of([value], kind, self._lexicons)
        if kind in NUMBERS and (np.abs(found.data) > exact.LARGEST).any():
            raise NotColumnar
        zone = None if found.zone is None else found.zone.reshape(())
        return Vector(found.data.reshape(()), CERTAIN, found.scale, zone)

    def operation(self, node: core.Operation, arguments: list[Vector]) -> Vector:
        """The results of an operator."""
        first, last = arguments[0], arguments[-1]
        types = [argument.type for argument in node.arguments]
        match node.sign:
            case "+" | "-" if len(arguments) == 2:
                if TIME in types:
                    return self._time_sum(node, first, last, types)
                return exact.add(first, last, 1 if node.sign == "+" else -1)
            case "times":
                return exact.multiply(first, last)
            case "/":
                return exact.divide(first, last, self._reasons)
            case "div" | "mod":
                return exact.whole_division(first, last, node.sign, self._reasons)
            case "minus":
                return Vector(np.asarray(-first.data), first.unknown, first.scale)
            case "abs":
                return Vector(np.abs(first.data), first.unknown, first.scale)
            case "rank" | "suit":
                return self._of_card(node, first, types[0])
            case "day" | "clock":
                part = local_days if node.sign == "day" else since_midnight
                return Vector(part(first), first.unknown)
            case _:
                raise NotColumnar

    def _time_sum(
        self, node: core.Operation, first: Vector, last: Vector, types: list[Type]
    ) -> Vector:
        unknown = join(first.unknown, last.unknown)
        if types == [TIME, TIME]:
            either = shown_twice(first) | shown_twice(last)
            apart = self._incomparable(first, last)
            unknown = first_of(unknown, apart, self._reasons.where(either, *TWICE.reasons))
            return Vector(np.asarray(first.data - last.data), unknown)
        twice = self._reasons.where(shown_twice(first), *TWICE.reasons)
        unknown = first_of(unknown, twice)
        sign = 1 if node.sign == "+" else -1
        moved = np.asarray(first.data + sign * last.data)
        return self._in_the_calendar(Vector(moved, unknown, 1, first.zone))

    @staticmethod
    def _in_the_calendar(moved: Vector) -> Vector:
        outside = (moved.data < _FIRST_MOMENT) | (moved.data > _LAST_MOMENT)
        moved.unknown = first_of(moved.unknown, codes_where(outside, DEFER))
        return moved

    def _incomparable(self, left: Vector, right: Vector) -> Codes:
        """Why times have no order: one has an offset and the other has none, or both stand in an
        hour that the clock shows twice.
        """
        one = np.asarray(left.zone == NAIVE) if left.zone is not None else np.array(False)
        other = np.asarray(right.zone == NAIVE) if right.zone is not None else np.array(False)
        apart = self._undefined(one != other, "time")
        if not (one.any() and other.any()):
            return apart
        both = shown_twice(left) & shown_twice(right) & (local_days(left) == local_days(right))
        return first_of(apart, self._reasons.where(both, *TWICE.reasons))

    def _undefined(self, where: Bools, calculation: str) -> Codes:
        return self._reasons.where(where, Reason("undefined", calculation))

    def _of_card(self, node: core.Operation, cards: Vector, kind: Type) -> Vector:
        own, result = self._lexicons.of(kind), self._lexicons.of(node.type)
        codes, lacks = [], []
        for card in own.values:
            assert isinstance(card, Card)
            part = card.rank if node.sign == "rank" else card.suit
            lacks.append(part is None)
            codes.append(result.code(SUITS[0] if part is None else part))
        lost = self._reasons.where(_looked_up(lacks, cards.data) != 0, *SUITLESS.reasons)
        return Vector(_looked_up(codes, cards.data), first_of(cards.unknown, lost))

    def compare(self, node: core.Compare, left: Vector, right: Vector) -> Vector:
        """Whether two values are in order."""
        unknown = join(left.unknown, right.unknown)
        kind = node.left.type
        if kind in NUMBERS:
            left, right = exact.same_scale(left, right)
            unknown = join(left.unknown, right.unknown)
        if kind == TIME:
            unknown = first_of(unknown, self._incomparable(left, right))
        one, other = left.data, right.data
        if node.sign in ("=", "!="):
            same = np.asarray(one == other)
            if kind == CARD and (codes := card_codes(self._lexicons)) is not None:
                may_be = codes.ranks.take(one) == codes.ranks.take(other)
                vague = may_be & (codes.suitless.take(one) | codes.suitless.take(other))
                unknown = first_of(unknown, self._reasons.where(vague, *SUITLESS.reasons))
            return Vector(same if node.sign == "=" else ~same, unknown)
        if node.order is not None:
            one, other = self._ranked(node, left, kind), self._ranked(node, right, node.right.type)
            unknown = first_of(unknown, self._undefined((one > 0) | (other > 0), "order"))
        return Vector(np.asarray(_ORDERED[node.sign](one, other)), unknown)

    def _ranked(self, node: core.Compare, vector: Vector, kind: Type) -> Ints:
        """The places of values in a declared order, the highest 0; 1 for what has none."""
        assert node.order is not None
        places = {word: -at for at, word in enumerate(node.order)}
        values = self._lexicons.of(kind).values
        return _looked_up([places.get(str(value), 1) for value in values], vector.data)

    def is_in(self, node: core.IsIn, element: Vector, within: Vector) -> Vector:
        """Whether a value is in a set or a range."""
        unknown = join(element.unknown, within.unknown)
        sets = self._lexicons.of(node.within.type).values
        used = each_once(within.data[within.known()])
        total: Bools = np.zeros(np.broadcast_shapes(element.data.shape, within.data.shape), bool)
        for code in used:
            own = self._inside(element, node.element.type, sets[int(code)])
            total = own if len(used) == 1 else np.where(within.data == code, own, total)
        return Vector(np.asarray(total), unknown)

    def size(self, node: core.Size, part: Vector) -> Vector:
        """How many values each set holds."""
        sizes = []
        for value in self._lexicons.of(node.part.type).values:
            assert isinstance(value, frozenset)
            sizes.append(len(value))
        return Vector(_looked_up(sizes, part.data), part.unknown)

    def _inside(self, element: Vector, kind: Type, within: Value) -> Bools:
        if isinstance(within, Range):
            result = np.ones(element.data.shape, bool)
            for end, sign in ((within.low, 1), (within.high, -1)):
                if end is not None:
                    one, other = exact.same_scale(element, self.literal(end, kind))
                    if one.unknown is not element.unknown:
                        raise NotColumnar
                    result &= sign * one.data >= sign * other.data
            return result
        assert isinstance(within, frozenset)
        match encoding_of(kind):
            case "ratio" | "instant" | "ticks" | "days":
                result = np.zeros(element.data.shape, bool)
                for member in within:
                    one, other = exact.same_scale(element, self.literal(member, kind))  # type: ignore[arg-type]  # members are values
                    result |= one.data == other.data
                return result
            case "truth":
                return np.where(element.data, True in within, False in within)
            case "code":
                codes = [value in within for value in self._lexicons.of(kind).values]
                return _looked_up(codes, element.data).astype(bool)
            case never:
                assert_never(never)

    def filled(self, part: Vector, unreadable: int) -> Vector:
        """Whether there is a value; not known where the row that would tell was set aside."""
        codes = codes_where(part.unknown & DEFER != 0, DEFER)
        if unreadable:  # what an empty cell is not
            codes = first_of(codes, np.where(part.unknown & unreadable != 0, part.unknown, 0))
        return Vector(np.asarray(part.known()), codes)

    def decide(self, node: core.Decide, arguments: Sequence[Vector], size: int) -> Vector:
        """Looked up in the table once for every combination of arguments that occurs."""
        table = self._tables[node.table]
        unknown = join(*(argument.unknown for argument in arguments))
        kinds = [part.type for part in node.arguments]
        columns = [Column(whole(as_key(argument), size)) for argument in arguments]
        keys = numbered(columns, size)
        first = np.full(keys.count, -1, np.int64)
        known = np.flatnonzero(whole(unknown == 0, size))
        first[keys.ids[known]] = known
        results: list[Value | None] = []
        for at in first:
            values = [
                value_of(argument, kind, int(at), self._lexicons) if at >= 0 else None
                for argument, kind in zip(arguments, kinds, strict=True)
            ]
            known_values = tuple(value for value in values if value is not None)
            results.append(table.decide(known_values) if at >= 0 else None)
        there = [value for value in results if value is not None]
        undefined = np.array([value is None for value in results], bool)[keys.ids]
        lost = first_of(unknown, self._undefined(undefined, node.table))
        if not there:
            dtype = bool if table.gives == BOOLEAN else np.int64
            return Vector(np.zeros(size, dtype), lost)
        instead = [there[0] if value is None else value for value in results]
        found = vector_of(instead, table.gives, self._lexicons)
        result = found.at(keys.ids)
        return Vector(result.data, lost, result.scale, result.zone)


def _looked_up(table: Sequence[int | bool], codes: Ints) -> Ints:
    """The entry of a small table for each number."""
    if not len(table):
        return np.zeros(np.shape(codes), np.int64)
    return np.asarray(np.array(table, np.int64)[codes])


_FIRST_MOMENT = -62_135_596_800 * 10**6
_LAST_MOMENT = 253_402_300_799 * 10**6
_ORDERED = {"<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}


class Likeness:
    """Compares events of one log, each with another."""

    def __init__(self, catalog: Catalog) -> None:
        self._catalog, self._reasons = catalog, catalog.reasons

    def alike(self, left: ItemColumn, right: ItemColumn, size: int) -> Vector:
        unknown = join(*(absence(side, self._reasons) for side in (left, right)))
        places = [whole(row_of(side), size) for side in (left, right)]
        cards = self._catalog.card_fields
        same = _agree(self._catalog.columns, places[0], places[1], cards)
        vague = join(*(self._suitless(name, rows) for name in cards for rows in places))
        lost = join(self._unrecorded(places[0], same), vague * same)
        return Vector(same, first_of(unknown, lost))

    def _suitless(self, name: str, rows: Ints) -> Codes:
        """Why it is not known which card some events show in a field."""
        found = self._catalog.raw(name, rows)
        where = NOWHERE if found is None else self._catalog.without_suit(found)
        return self._reasons.where(where, *SUITLESS.reasons)

    def _unrecorded(self, rows: Ints, same: Bools) -> Codes:
        """The reasons of the fields that neither of two events that agree records."""
        columns, total = self._catalog.columns, CERTAIN
        for kind in occurring(columns.kind[rows[same]]) if same.any() else ():
            of_kind = same & (columns.kind[rows] == kind)
            for name in self._telling(columns.kinds[kind]):
                found = columns.fields.get(name)
                empty = np.array(True) if found is None else take(found.empty, rows)
                total = join(total, self._reasons.where(of_kind & empty, Reason("empty", name)))
        return total

    def _telling(self, kind: str) -> Iterator[str]:
        """The fields of which two events of a kind that lack them may differ."""
        program, unfilled = self._catalog.program, self._catalog.columns.unfilled
        for name in program.vocabulary.kinds[kind].fields:
            tells = name in program.telling[kind] and (kind, name) in unfilled
            if tells or name not in self._catalog.empty[kind]:
                yield name


def _agree(columns: Columns, one: Ints, other: Ints, cards: Collection[str]) -> Bools:
    """For each pair of rows, whether their events agree in kind and in every field, and come of
    different rows of the file; those of `cards` agree where they may be the same card.
    """
    same = columns.kind.take(one) == columns.kind.take(other)
    left = np.flatnonzero(same)
    fields = sorted(columns.fields.items(), key=lambda item: item[0] != "time")  # tells most apart
    for name, field in fields:
        if not len(left):
            break
        a, b = one[left], other[left]
        values, zone, empty = field.vector.data, field.vector.zone, field.empty
        agree = values.take(a) == values.take(b)
        if name in cards:
            agree |= _may_be_same(columns, values.take(a), values.take(b))
        if zone is not None and zone.ndim:
            agree &= (zone[a] == NAIVE) == (zone[b] == NAIVE)
        if empty.ndim:
            none, neither = empty.take(a), empty.take(b)
            agree = np.where(none | neither, none & neither, agree)
        same[left[~agree]] = False
        left = left[agree]
    if len(left):
        places = (columns.places[rows[left]] for rows in (one, other))
        behind = zip(*map(columns.rows.named, places), strict=True)
        same[left] = [a != b for a, b in behind]
    return np.asarray(same)


def _may_be_same(columns: Columns, one: Ints, other: Ints) -> Bools:
    """Whether two cards have one rank, and the suit of either is not known."""
    codes = card_codes(columns.lexicons)
    if codes is None:
        return np.zeros(len(one), bool)
    vague = codes.suitless.take(one) | codes.suitless.take(other)
    return np.asarray(vague & (codes.ranks.take(one) == codes.ranks.take(other)))
