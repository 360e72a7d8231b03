"""Random expressions that look at many events."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from auditor.language.core import ANY_EVENT
from auditor.language.operators import ORDERED
from auditor.types import BOOLEAN, DURATION, INTEGER, MONEY, NUMBER, RANGE, TIME, Item, Type
from tests.engine.random.expressions import VALUES, DeadEnd, Expressions, View
from tests.engine.random.tree import Tree, joined, optional, tree

_WITH_ORDER = tuple(sorted(ORDERED, key=str))


@dataclass(frozen=True, slots=True)
class Chosen:
    """The sources of a selection, as they are written, and what stands behind them."""

    sources: tuple[str, ...]
    said: str
    modifiers: Tree


class RandomSelections(Expressions):
    """Writes expressions of every form."""

    def looking(self, kind: Type, view: View, depth: int) -> list[tuple[float, Callable[[], Tree]]]:
        if view.element:
            return []
        ways: list[tuple[float, Callable[[], Tree]]] = [
            (2, lambda: self._of_picked(kind, view, depth - 1)),
        ]
        if kind in (INTEGER, NUMBER):
            ways += [
                (7, lambda: self._count(view, depth - 1)),
                (1.5, lambda: self._distinct(view, depth - 1)),
                (1, lambda: self._worked_out("count of distinct", kind, view, depth - 1)),
                (1, lambda: self._position(view, depth - 1)),
            ]
        if kind in (INTEGER, NUMBER, MONEY, DURATION):
            ways.append((5, lambda: self._total("sum", kind, view, depth - 1)))
            ways.append((2, lambda: self._worked_out("sum of", kind, view, depth - 1)))
        if kind in ORDERED:
            least = self.random.choice(("min", "max"))
            ways.append((2, lambda: self._total(least, kind, view, depth - 1)))
            ways.append((1, lambda: self._worked_out(f"{least} of", kind, view, depth - 1)))
        if kind == BOOLEAN:
            ways += [
                (5, lambda: self._quantified(view, depth - 1)),
                (2, lambda: self._counted(view, depth - 1)),
                (3, lambda: self._every(view, depth - 1)),
                (3, lambda: self._sequence(view, depth - 1)),
                (2, lambda: self._goes(view, depth - 1)),
                (1.5, lambda: self._continuous(view, depth - 1)),
            ]
        return ways

    # ---- what is asked of them --------------------------------------------------------------
    def _count(self, view: View, depth: int) -> Tree:
        found = self._selection(view, depth)
        return tree(f"(count of {found.said}", found.modifiers, ")", type_=INTEGER)

    def _distinct(self, view: View, depth: int) -> Tree:
        sources = self._sources()
        names = [n for n, t in self.words.shared(sources).items() if not isinstance(t, Item)]
        if not names:
            raise DeadEnd
        found = self._selection(view, depth, sources)
        field = self.random.choice(names)
        return tree(f"(count of distinct {found.said}.{field}", found.modifiers, ")", type_=INTEGER)

    def _total(self, function: str, kind: Type, view: View, depth: int) -> Tree:
        fitting = {kind} | ({INTEGER} if kind == NUMBER else set())
        for _ in range(8):
            sources = self._sources()
            names = [n for n, t in self.words.shared(sources).items() if t in fitting]
            if names:
                field = self.random.choice(names)
                own = self.words.shared(sources)[field]
                found = self._selection(view, depth, sources)
                return tree(f"({function} of {found.said}.{field}", found.modifiers, ")", type_=own)
        raise DeadEnd

    def _worked_out(self, words: str, kind: Type, view: View, depth: int) -> Tree:
        """Of a value that is worked out for each element."""
        found = self._selection(view, depth)
        of_any = words.endswith("distinct")
        own = self.random.choice(VALUES) if of_any else kind
        value = self.value(own, self.inside(view, found.sources), min(depth, 1), written=False)
        gives = INTEGER if of_any else value.type
        return tree(f"({words} (", value, f") over {found.said}", found.modifiers, ")", type_=gives)

    def _position(self, view: View, depth: int) -> Tree:
        found = self._selection(view, depth)
        return tree(f"(position among {found.said}", found.modifiers, ")", type_=INTEGER)

    def _quantified(self, view: View, depth: int) -> Tree:
        found = self._selection(view, depth)
        word = self.random.choice(("any", "any", "no", "no"))
        return tree(f"({word} {found.said}", found.modifiers, ")", type_=BOOLEAN)

    def _counted(self, view: View, depth: int) -> Tree:
        found = self._selection(view, depth)
        many = self.value(INTEGER, view, 0)
        word = self.random.choice(("exactly", "at least", "at most"))
        return tree(f"({word} (", many, f") {found.said}", found.modifiers, ")", type_=BOOLEAN)

    def _every(self, view: View, depth: int) -> Tree:
        found = self._selection(view, depth)
        has = self.condition(self.inside(view, found.sources), depth)
        return tree(f"(every {found.said}", found.modifiers, " has ", has, ")", type_=BOOLEAN)

    # ---- items ------------------------------------------------------------------------------
    def item(self, view: View, depth: int) -> Tree:
        names = self.item_names(view)
        if names and (view.element or depth <= 0 or self.random.random() < 0.3):
            text, own = self.random.choice(names)
            return tree(text, type_=own)
        if view.element or depth < 0:
            raise DeadEnd
        return self._pick(view, depth)

    def _pick(self, view: View, depth: int) -> Tree:
        if self.random.random() < 0.1 and depth > 0:
            return self._chosen_item(view, depth - 1)
        found = self._selection(view, depth)
        own = Item(found.sources)
        if self.random.random() < 0.2:
            index = self.value(INTEGER, view, 0)
            return tree("(nth ", index, f" of {found.said}", found.modifiers, ")", type_=own)
        word = self.random.choice(("first", "last", "previous", "next"))
        return tree(f"({word} {found.said}", found.modifiers, ")", type_=own)

    def _chosen_item(self, view: View, depth: int) -> Tree:
        first = self._selection(view, depth)
        second = self._selection(view, depth, first.sources)
        return tree(
            "(case ",
            self.condition(view, depth),
            f" -> first {first.said}",
            first.modifiers,
            f" else -> last {second.said}",
            second.modifiers,
            ")",
            type_=Item(first.sources),
        )

    def _of_picked(self, kind: Type, view: View, depth: int) -> Tree:
        """A field of the first, last, nearest or so manieth of a selection."""
        for _ in range(4):
            item = self.item(view, depth)
            assert isinstance(item.type, Item)
            try:
                return self.of([(item, item.type)], kind)
            except DeadEnd:
                continue
        raise DeadEnd

    # ---- which events -----------------------------------------------------------------------
    def _sources(self) -> tuple[str, ...]:
        known = self.words.sources()
        weights = [
            3 if name in self.words.kinds else 2 if name != ANY_EVENT else 1 for name in known
        ]
        count = self.random.choices((1, 2, 3), (12, 2, 1))[0]
        return tuple(dict.fromkeys(self.random.choices(known, weights, k=count)))

    def _selection(
        self,
        view: View,
        depth: int,
        sources: tuple[str, ...] | None = None,
        *,
        compared: bool = False,
    ) -> Chosen:
        for _ in range(6):
            own = sources if sources is not None else self._sources()
            places = self._places(view, own)
            if places:
                break
        else:
            raise DeadEnd
        place = self.random.choice(places)
        said = own[0] if len(own) == 1 else f"({' or '.join(own)})"
        inner = replace(view, scope=place) if place in self.words.scopes else view
        parts: list[Tree | str] = [f" in {place}" if place is not None else ""]
        if self.random.random() < 0.4:
            parts += [self._bound(inner, own) for _ in range(self.random.choice((1, 1, 2)))]
        if self.random.random() < 0.5:
            parts.append(self._where(self.inside(view, own), depth, compared=compared))
        return Chosen(own, said, tree(*parts))

    def _places(self, view: View, sources: tuple[str, ...]) -> list[str | None]:
        """Where a selection may look; None for the place of the subject itself."""
        seen = set(self.words.shared(sources)) & set(self.words.fields_of(view.subject))
        known = [*self.words.scopes, *self.words.scopes, *self.words.records]
        found: list[str | None] = [
            name for name in known if seen.issuperset(self.words.keys_of(name))
        ]
        own = self._own_place(view)
        if own is not None and seen.issuperset(self.words.keys_of(own)):
            found += [None] * (len(found) + 1)
        return found

    def _own_place(self, view: View) -> str | None:
        record = self.words.records.get(view.subject)
        is_place = view.subject in self.words.scopes or (record and not record.of_events)
        return view.scope or (view.subject if is_place else None)

    def _where(self, view: View, depth: int, *, compared: bool) -> Tree:
        """A condition on the elements: with the subject's own values as often as not.

        Where it is to be `compared`, it ends in a comparison, so that `is` may follow.
        """
        element = self.words.shared(view.element)
        others = {**self.words.fields_of(view.subject), **view.lets}
        alike = [
            name
            for name, kind in element.items()
            if not isinstance(kind, Item) and kind != RANGE and others.get(name) == kind
        ]
        parts = []
        matched = self.matched(view)
        if matched and self.random.random() < 0.4:
            some = self.random.sample(matched, min(len(matched), self.random.choice((1, 1, 2))))
            parts.append(tree(f"same {', '.join(some)}", type_=BOOLEAN))
        if alike and self.random.random() < 0.4:
            name = self.random.choice(alike)
            mine = f"this.{name}" if name in self.words.fields_of(view.subject) else name
            sign = "=" if self.random.random() < 0.85 else "!="
            parts.append(tree(f"{name} {sign} {mine}", type_=BOOLEAN))
        if not parts or self.random.random() < 0.5:
            end = " = true" if compared else ""
            parts.append(tree(self.condition(view, min(depth, 1)), end))
        return optional(" where ", joined(" and ", parts))

    # ---- moments ----------------------------------------------------------------------------
    def _bound(self, view: View, sources: tuple[str, ...]) -> Tree:
        sides = ["before", "after"] * 2
        if all(source in self.words.intervals for source in sources):
            sides += ["at"] * 4
        if self._has_time(sources) and self.random.random() < 0.3:
            return self._window(view)
        side = self.random.choice(sides)
        if_any = " if any" if side != "at" and self.random.random() < 0.5 else ""
        return optional(f" {side} ", self.moment(view), if_any)

    def _has_time(self, sources: tuple[str, ...]) -> bool:
        return self.words.shared(sources).get("time") == TIME

    def _window(self, view: View) -> Tree:
        """So long before or after a moment, by the clock."""
        named = [n for n, t in (*view.lets.items(), *self.words.params.items()) if t == DURATION]
        lasts = self.random.choice((*named, "0 seconds", "1 minutes", "5 minutes", "2 hours"))
        side = self.random.choice(("before", "after", "after"))
        return optional(f" within {lasts} {side} ", self.moment(view, timed=True))

    def moment(self, view: View, *, timed: bool = False) -> Tree:
        """An item as a bound names it; `timed`: one that has a time.  Raises DeadEnd."""
        names = [
            name
            for name, kind in self.item_names(view)
            if "." not in name and (not timed or self._has_time(kind.sources))
        ]
        names += ["this"] * 2 if not timed or self._has_time((view.subject,)) else []
        near = [
            kind
            for kind in self.words.sources()
            if view.scope or self._own_place(view)
            if set(self.words.fields_of(kind)).issuperset(
                self.words.keys_of(view.scope or self._own_place(view) or "")
            )
            if not timed or self._has_time((kind,))
        ]
        dice = self.random.random()
        simplest = () if timed else ("this",)
        if near and dice < 0.5:
            kind = self.random.choice(near)
            return tree(f"{self.random.choice(('first', 'last'))} {kind}", simplest=simplest)
        if dice < 0.7 and not timed:
            return tree("(", self.item(view, 0), ")", simplest=simplest)
        return tree(self.one(names), simplest=simplest)

    # ---- sequences and stretches of time ----------------------------------------------------
    def _sequence(self, view: View, depth: int) -> Tree:
        found = self._selection(view, depth, compared=True)
        pattern = self._pattern(view, found.sources, 2)
        return tree(
            f"(sequence of {', '.join(found.sources)}",
            found.modifiers,
            " is ",
            pattern,
            ")",
            type_=BOOLEAN,
        )

    def _goes(self, view: View, depth: int) -> Tree:
        found = self._selection(view, depth)
        inside = self.inside(view, found.sources)
        keys = [
            self.value(self.random.choice((*_WITH_ORDER, BOOLEAN)), inside, depth, written=False)
            for _ in range(self.random.choice((1, 1, 2, 3)))
        ]
        way = self.random.choice(("up", "down", "strictly up", "strictly down"))
        said = f"(sequence of {', '.join(found.sources)}"
        by = joined(", ", keys)
        return tree(said, found.modifiers, f" goes {way} by ", by, ")", type_=BOOLEAN)

    def _pattern(self, view: View, sources: tuple[str, ...], depth: int) -> Tree:
        count = self.random.choice((1, 2, 3))
        return joined(", ", [self._step(view, sources, depth) for _ in range(count)])

    def _step(self, view: View, sources: tuple[str, ...], depth: int) -> Tree:
        quantity = optional(self.random.choice(("", "", "?", "*", "+", "{2}", "{1..}", "{0..2}")))
        if depth > 0 and self.random.random() < 0.25:
            parts: list[Tree | str] = ["[", self._pattern(view, sources, depth - 1)]
            parts += [
                optional(" | ", self._pattern(view, sources, depth - 1))
                for _ in range(self.random.choice((0, 1, 2)))
            ]
            return tree(*parts, "]", quantity)
        source = self.random.choice(sources)
        condition: Tree | str = ""
        if self.random.random() < 0.4:
            condition = optional("(", self.condition(self.inside(view, (source,)), 1), ")")
        return tree(source, condition, quantity)

    def _continuous(self, view: View, depth: int) -> Tree:
        count = 2 if self.random.random() < 0.1 else 1
        chosen = self.random.choices(list(self.words.intervals), k=count)
        least = self.random.choice(("any", "any", "at least 1", "at least 2", "at least 2"))
        sources = tuple(dict.fromkeys(chosen))
        found = self._selection(view, depth, sources)
        start, end = self.moment(view), self.moment(view)
        return tree(
            "(at every moment from ",
            start,
            " to ",
            end,
            f" {least} {found.said}",
            found.modifiers,
            ")",
            type_=BOOLEAN,
        )
