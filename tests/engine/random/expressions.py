"""Random expressions of a type that is asked for, as whoever writes rules may write them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import TypeVar

from auditor.language.core import ANY_EVENT
from auditor.language.operators import OPERATORS, ORDERED, fits
from auditor.types import (
    BOOLEAN,
    DAY,
    DURATION,
    INTEGER,
    MONEY,
    NUMBER,
    RANGE,
    RANK,
    SUIT,
    TEXT,
    TIME,
    Enumeration,
    Item,
    SetOf,
    Type,
)
from tests.engine.random.tree import Tree, joined, tree
from tests.engine.random.words import BET, COLOUR, WORDS, Vocabulary, literal

VALUES: tuple[Type, ...] = (
    *(INTEGER,) * 3,
    *(MONEY,) * 2,
    NUMBER,
    BOOLEAN,
    BET,
    COLOUR,
    RANK,
    SUIT,
    TIME,
    DURATION,
    DAY,
)


T = TypeVar("T")


class DeadEnd(Exception):  # noqa: N818 - no error: something else is written instead
    """Nothing of this kind can be written here."""


@dataclass(frozen=True, slots=True)
class View:
    """From where an expression looks: its subject, names let, and the element of a condition."""

    subject: str
    lets: Mapping[str, Type] = field(default_factory=dict)
    element: tuple[str, ...] = ()
    scope: str | None = None


class Expressions:
    """Writes expressions; what looks at many events is left to those who inherit."""

    def __init__(self, words: Vocabulary, random: Random) -> None:
        self.words, self.random = words, random

    def one(self, some: Sequence[T]) -> T:
        """One of some, each as likely.  Raises DeadEnd where there is none."""
        if not some:
            raise DeadEnd
        return self.random.choice(some)

    # ---- any expression ---------------------------------------------------------------------
    def value(self, kind: Type, view: View, depth: int, *, written: bool = True) -> Tree:
        """An expression of the type, or of integers where numbers are asked.  Raises DeadEnd.

        `written` allows a bare literal.
        """
        ways = self._ways(kind, view, depth, written)
        while ways:
            weights = [weight for weight, _ in ways]
            _, way = ways.pop(self.random.choices(range(len(ways)), weights)[0])
            try:
                return way()
            except DeadEnd:
                continue
        raise DeadEnd

    def condition(self, view: View, depth: int) -> Tree:
        return self.value(BOOLEAN, view, depth, written=False)

    def _ways(
        self, kind: Type, view: View, depth: int, written: bool
    ) -> list[tuple[float, Callable[[], Tree]]]:
        ways: list[tuple[float, Callable[[], Tree]]] = [(3, lambda: self._name(kind, view))]
        if written and kind in WORDS and kind not in (RANK, SUIT, RANGE):
            ways.append((1, lambda: literal(self.random, kind)))
        if kind == BOOLEAN:
            ways.append((4, lambda: self._compared(view, max(depth, 1) - 1)))
            ways.append((1, lambda: self._recorded(view, depth - 1)))
            ways.append((0.3, self._given))
            ways.append((0.3, self._kind_recorded))
        if depth <= 0:
            return ways
        ways += [
            (1, lambda: self._choice(kind, view, depth - 1)),
            (
                2 if kind in (INTEGER, NUMBER, MONEY) else 1,
                lambda: self._operation(kind, view, depth - 1),
            ),
            (0.5, lambda: self._decided(kind, view, depth - 1)),
            (1, lambda: self._looked_up(kind, view)),
            (1, lambda: self._called(kind, view, depth - 1)),
        ]
        if kind == INTEGER:
            ways.append((0.5, lambda: self._size(view)))
        if kind == BOOLEAN:
            ways += [
                (0.5, lambda: self._same(view)),
                (0.7, lambda: self._of_sets(view, depth - 1)),
                (2, lambda: self._logic(view, depth - 1)),
                (1, lambda: self._within(view, depth - 1)),
                (1, lambda: self._exists(view, depth - 1)),
                (0.7, lambda: self._alike(view, depth - 1)),
            ]
        return ways + self.looking(kind, view, depth)

    def looking(self, kind: Type, view: View, depth: int) -> list[tuple[float, Callable[[], Tree]]]:
        """Ways to look at many events."""
        raise NotImplementedError

    def item(self, view: View, depth: int) -> Tree:
        """An item: an event, a row, an interval.  Raises DeadEnd."""
        raise NotImplementedError

    # ---- names ------------------------------------------------------------------------------
    def _name(self, kind: Type, view: View) -> Tree:
        names = [(text, own) for text, own in self._names(view) if fits(own, kind)]
        text, own = self.one(names)
        return tree(text, type_=own)

    def _names(self, view: View) -> list[tuple[str, Type]]:
        """All the names that stand for values here, and their types."""
        element = self.words.shared(view.element) if view.element else {}
        subject = self.words.fields_of(view.subject)
        names = list(element.items()) * 2
        names += [(name, kind) for name, kind in view.lets.items() if name not in element]
        hidden = {*element, *view.lets}
        names += [
            (f"this.{name}" if name in hidden or self.random.random() < 0.2 else name, kind)
            for name, kind in subject.items()
        ]
        for name, kind in list(names):
            if isinstance(kind, Item):
                names += [
                    (f"{name}.{own}", t) for own, t in self.words.shared(kind.sources).items()
                ]
        names += self.words.params.items()
        names += self.words.constants.items()
        return names

    def _looked_up(self, kind: Type, view: View) -> Tree:
        """A column of a record's row."""
        found = [
            (f"{name}.{column}", own)
            for name, record in self.words.records.items()
            if self._determined(name, view)
            for column, own in record.columns.items()
            if fits(own, kind)
        ]
        text, own = self.one(found)
        return tree(text, type_=own)

    def _determined(self, name: str, view: View) -> bool:
        record = self.words.records[name]
        if name == view.subject or name in view.lets:
            return False
        if record.of_events:
            return record.over in map(self._events_of, (view.element or (), (view.subject,)))
        keys = set(record.keys)
        element = self.words.shared(view.element) if view.element else {}
        return keys <= element.keys() or keys <= self.words.fields_of(view.subject).keys()

    def _events_of(self, sources: tuple[str, ...]) -> tuple[str, ...]:
        """The source of the events that items are, or that they are the rows of."""
        own = self.words.records.get(sources[0]) if len(sources) == 1 else None
        return own.over if own is not None and own.of_events else sources

    # ---- single values ----------------------------------------------------------------------
    def _operation(self, kind: Type, view: View, depth: int) -> Tree:
        """An operator of the table."""
        cases = [own for own in OPERATORS if own.gives == kind]
        if kind == NUMBER:
            cases += [own for own in OPERATORS if own.gives == INTEGER]
        case = self.one(cases)
        alone = len(case.takes) == 1
        parts = [
            self.value(t, view, depth, written=at > 0 or (alone and t != MONEY))
            for at, t in enumerate(case.takes)
        ]
        if MONEY in case.takes and case.sign in ("times", "/"):
            # What is written out is a number unless it stands beside a sum to be added to it.
            parts = [self.value(t, view, depth, written=t != MONEY) for t in case.takes]
        own = case.gives
        if own == NUMBER and case.sign in ("+", "-", "times", "minus", "abs"):
            own = INTEGER if all(part.type == INTEGER for part in parts) else NUMBER
        if len(parts) == 2:
            return tree("(", parts[0], f" {case.sign} ", parts[1], ")", type_=own)
        sign = "-" if case.sign == "minus" else case.sign
        return tree(
            "(-" if sign == "-" else f"{sign}(",
            "(" * (sign == "-"),
            parts[0],
            "))" if sign == "-" else ")",
            type_=own,
        )

    def _choice(self, kind: Type, view: View, depth: int) -> Tree:
        said: list[Tree | str] = []
        written = not isinstance(kind, Enumeration)
        first = self.value(kind, view, depth, written=False)
        arms = [first, self.value(kind, view, depth, written=written)]
        if self.random.random() < 0.3:
            arms.append(self.value(kind, view, depth, written=written))
        for arm in arms[:-1]:
            said += ["case ", self.condition(view, depth), " -> ", arm, " "]
        types = {arm.type for arm in arms}
        own = NUMBER if types == {INTEGER, NUMBER} else first.type
        return tree("(", *said, "else -> ", arms[-1], ")", type_=own)

    def _decided(self, kind: Type, view: View, depth: int) -> Tree:
        known = [name for name, (_, gives) in self.words.tables.items() if fits(gives, kind)]
        name = self.one(known)
        inputs, gives = self.words.tables[name]
        arguments = [self.value(own, view, depth, written=own != MONEY) for own in inputs]
        said: list[Tree | str] = [arguments[0]]
        for argument in arguments[1:]:
            said += [", ", argument]
        return tree(f"{name}(", *said, ")", type_=gives)

    def _called(self, kind: Type, view: View, depth: int) -> Tree:
        """What is defined, put in its place."""
        known = [
            name
            for name, own in self.words.defines.items()
            if fits(own.gives, kind) and (own.of is None or self._is_row_of(own.of, view))
        ]
        name = self.one(known)
        own = self.words.defines[name]
        said: list[Tree | str] = [name]
        for at, argument in enumerate(own.arguments):
            said += [", " if at else "("]
            said += [self.value(argument, view, depth, written=argument != MONEY)]
        return tree(*said, ")" if own.arguments else "", type_=own.gives)

    def _is_row_of(self, record: str, view: View) -> bool:
        """Whether a row of the record is at hand."""
        return record in (view.subject, *view.element) or self._determined(record, view)

    # ---- conditions -------------------------------------------------------------------------
    def _compared(self, view: View, depth: int) -> Tree:
        kinds = [*VALUES, *(self._event_kinds(view) if self.random.random() < 0.1 else ())]
        for _ in range(6):
            kind = self.random.choice(kinds)
            signs = ["=", "!="]
            if kind in ORDERED or kind in self.words.ordered:
                signs += ["<", "<=", ">", ">="]
            try:
                left = self.value(kind, view, depth, written=False)
                right = self._beside(kind, view, depth)
                sign = self.random.choice(signs)
                said: list[Tree | str] = ["(", left, f" {sign} ", right]
                if kind in ORDERED and self.random.random() < 0.1:
                    said += [f" {self.random.choice(signs)} ", self._beside(kind, view, depth)]
            except DeadEnd:
                continue
            return tree(*said, ")", type_=BOOLEAN)
        raise DeadEnd

    def _event_kinds(self, view: View) -> tuple[Type, ...]:
        """The type of the field `event`, where it may be asked for."""
        tell = {ANY_EVENT, *self.words.streams}
        sees_events = view.subject in tell or tell.issuperset(view.element or ("",))
        return (Enumeration(ANY_EVENT, tuple(self.words.kinds)),) * 8 if sees_events else ()

    def _beside(self, kind: Type, view: View, depth: int) -> Tree:
        """The other side of a comparison: often a value that is written out."""
        if isinstance(kind, Enumeration) and kind.name == ANY_EVENT:
            return tree(self.random.choice(kind.members), type_=kind)
        if kind in WORDS and self.random.random() < 0.5:
            return literal(self.random, kind)
        return self.value(kind, view, depth)

    def _within(self, view: View, depth: int) -> Tree:
        kind = self.random.choice((INTEGER, NUMBER, MONEY, BET, COLOUR, RANK, BOOLEAN, TEXT))
        element = self.value(kind, view, depth, written=False)
        negated = "not " if self.random.random() < 0.3 else ""
        if kind in (INTEGER, NUMBER, MONEY) and self.random.random() < 0.6:
            places = [text for text, own in self._names(view) if own == RANGE]
            text = self.random.choice([*places, *WORDS[RANGE]])
            return tree("(", element, f" {negated}in {text})", type_=BOOLEAN)
        known = [name for name, own in self.words.sets.items() if own == element.type]
        if known and self.random.random() < 0.6:
            return tree("(", element, f" {negated}in {self.random.choice(known)})", type_=BOOLEAN)
        words = [word for word in WORDS[kind] if element.type != INTEGER or word.isdigit()]
        if kind == NUMBER and element.type == NUMBER:
            words = ["0.5", "1.5"]  # a set holds values of one type, and 1 is an integer
        some = self.random.sample(words, min(2, len(words)))
        return tree("(", element, f" {negated}in {{{', '.join(some)}}})", type_=BOOLEAN)

    def _of_sets(self, view: View, depth: int) -> Tree:
        """Values in the sets of cells, and sets that are compared."""
        known = [(text, own) for text, own in self._names(view) if isinstance(own, SetOf)]
        text, own = self.one(known)
        if self.random.random() < 0.6:
            element = self.value(own.element, view, depth, written=False)
            return tree("(", element, f" in {text})", type_=BOOLEAN)
        others = [other for other, kind in known if kind == own]
        literal_ = "{1, 2}" if own.element == INTEGER else "{red, black}"
        sign = self.random.choice(("=", "!="))
        return tree(f"({text} {sign} {self.random.choice([*others, literal_])})", type_=BOOLEAN)

    def _size(self, view: View) -> Tree:
        names = [text for text, own in self._names(view) if isinstance(own, SetOf)]
        names = [text for text in names if "." not in text and text not in self.words.sources()]
        return tree(f"(count of {self.one(names)})", type_=INTEGER)

    def _recorded(self, view: View, depth: int) -> Tree:
        kinds = [own for _, own in self._names(view) if not isinstance(own, Item)]
        part = self.value(self.one(kinds), view, max(depth, 0), written=False)
        return tree("(", part, f" is {self.random.choice(('recorded', 'empty'))})", type_=BOOLEAN)

    def _kind_recorded(self) -> Tree:
        return tree(f"({self.random.choice([*self.words.kinds])} is recorded)", type_=BOOLEAN)

    def _given(self) -> Tree:
        return tree(f"({self.one(self.words.given)} is given)", type_=BOOLEAN)

    def _exists(self, view: View, depth: int) -> Tree:
        return tree("(", self.item(view, depth), " exists)", type_=BOOLEAN)

    def _alike(self, view: View, depth: int) -> Tree:
        left, right = self.item(view, depth), self.item(view, depth)
        return tree("(", left, " same cells as ", right, ")", type_=BOOLEAN)

    def _same(self, view: View) -> Tree:
        matched = self.matched(view) if view.element else ()
        return tree("(same ", self.one(matched), ")", type_=BOOLEAN)

    def matched(self, view: View) -> list[str]:
        """The fields in which element and subject may agree as keys do."""
        subject = self.words.fields_of(view.subject)
        return [
            name
            for name, kind in self.words.shared(view.element).items()
            if not isinstance(kind, Item)
            and kind not in (RANGE, TIME)
            and subject.get(name) == kind
        ]

    def _logic(self, view: View, depth: int) -> Tree:
        if self.random.random() < 0.25:
            return tree("(not ", self.condition(view, depth), ")", type_=BOOLEAN)
        sign = self.random.choice((" and ", " or "))
        parts = [self.condition(view, depth) for _ in range(self.random.choice((2, 2, 3)))]
        return tree("(", joined(sign, parts), ")", type_=BOOLEAN)

    # ---- items at hand ----------------------------------------------------------------------
    def item_names(self, view: View) -> list[tuple[str, Item]]:
        """Names that stand for items."""
        found = [(name, own) for name, own in self._names(view) if isinstance(own, Item)]
        if view.subject not in self.words.scopes:
            found.append(("this", Item((view.subject,))))
        return found

    def of(self, items: Sequence[tuple[Tree, Item]], kind: Type) -> Tree:
        """A field of a type, of one of some items.  Raises DeadEnd."""
        found = [
            (item, name, own)
            for item, what in items
            for name, own in self.words.shared(what.sources).items()
            if fits(own, kind)
        ]
        item, name, own = self.one(found)
        return tree("(", item, f").{name}", type_=own)

    def inside(self, view: View, sources: tuple[str, ...]) -> View:
        """The view of a condition on an element."""
        return replace(view, element=sources)
