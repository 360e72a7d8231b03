"""Selections: events of some sources, in a scope, between two moments, and questions about them."""

from __future__ import annotations

from dataclasses import replace

from auditor import types as t
from auditor.diagnostic import DiagnosticError, fault
from auditor.language import core
from auditor.language.check.environment import SCOPE, AlreadyReportedError, View, article
from auditor.language.check.names import comparable
from auditor.language.check.operations import Operations
from auditor.language.core import conjuncts, parts_of
from auditor.language.operators import EQUATABLE, ORDERED
from auditor.language.syntax import nodes as s
from auditor.messages.message import message, suggestion

Joins = tuple[tuple[str, core.Expression], ...]
Conditions = tuple[Joins, Joins, core.Expression | None, core.Expression | None]


def split_predicate(condition: core.Expression) -> Conditions:
    """The keys shared with the subject, the equalities with it, the conditions on the element
    alone, those on both.
    """
    same: list[tuple[str, core.Expression]] = []
    joins: list[tuple[str, core.Expression]] = []
    alone: list[core.Expression] = []
    both: list[core.Expression] = []
    for part in conjuncts(condition):
        if isinstance(part, core.Same):
            same.append((part.element.name, part.subject))
            continue
        join = _as_join(part)
        if join is not None:
            joins.append(join)
        elif _looks_at_subject(part):
            both.append(part)
        else:
            alone.append(part)
    return tuple(same), tuple(joins), _all_of(alone), _all_of(both)


def _all_of(parts: list[core.Expression]) -> core.Expression | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    return core.AllOf(parts[0].span, t.BOOLEAN, tuple(parts))


def _as_join(part: core.Expression) -> tuple[str, core.Expression] | None:
    """A field of the element and the expression of the subject that it equals, if `part` is one."""
    if not isinstance(part, core.Compare) or part.sign != "=" or not _has_keys(part.left.type):
        return None
    for one, other in ((part.left, part.right), (part.right, part.left)):
        if (
            isinstance(one, core.Field)
            and isinstance(one.of, core.Element)
            and not any(isinstance(part, core.Element) for part in parts_of(other))
            and _looks_at_subject(other)
        ):
            return one.name, other
    return None


def _has_keys(kind: t.Type) -> bool:
    """True of types whose values can be join keys; two times may not be comparable."""
    return isinstance(kind, t.Enumeration | t.SetOf) or (kind in EQUATABLE and kind != t.TIME)


def _looks_at_subject(node: core.Expression) -> bool:
    kinds = core.Subject | core.Local | core.Parameter
    return any(isinstance(part, kinds) for part in parts_of(node))


class Selections(Operations):
    """Elaborates what looks at many events."""

    # ---- which events -----------------------------------------------------------------------
    def selection(self, node: s.Selection, view: View) -> core.Selection:
        if view.element is not None:
            raise fault("E302.nested", node.span, "E302.use_a_column")
        sources = tuple(self._source(name) for name in node.kinds)
        item = t.Item(sources)
        scope, keys = self._scope(node, item, view)
        inner = replace(view, scope=scope) if scope in self._env.scopes else view
        bounds = self.bounds(node, item, inner)
        windows = tuple(
            self._window(b, self.typed(b.within, inner, t.DURATION, "E301.window"), moment, item)
            for b, (_, moment) in zip(node.bounds, bounds, strict=True)
            if b.within is not None
        )
        parts = self._conditions(node.where, item, view)
        return core.Selection(node.span, sources, scope, keys, *parts, bounds, windows)

    def _source(self, name: s.Name) -> str:
        known = self._env.sources()
        if name.text not in known:
            scope = name.text in self._env.scopes
            hint = message("E201.is_a_scope", name=name.text) if scope else None
            family = message("rules.family.event_record_interval")
            raise self._env.unknown(family, name, known, hint)
        self._env.use(name.text)
        if name.text in self._env.records and self._env.records[name.text] is None:
            raise AlreadyReportedError
        return name.text

    def _scope(
        self, node: s.Selection, item: t.Item, view: View
    ) -> tuple[str, tuple[tuple[str, core.Expression], ...]]:
        at = node.within or s.Name(node.span, self._default_scope(node, view))
        if at.text in self._env.scopes:
            self._env.use(at.text)
            fields = self._env.scopes[at.text].fields
        elif (record := self._env.records.get(at.text)) is not None:
            fields = record.keys
        else:
            near = suggestion(at.text, (*self._env.scopes, *self._env.records))
            every = message("E302.scopes", scopes=tuple(self._env.scopes))
            raise self._env.unknown(SCOPE, at, self._env.scopes, near or every)
        seen = self._env.shared_fields(item)
        missing = [name for name in fields if name not in seen]
        if missing:
            sources = "`, `".join(item.sources)
            what = message("E302.not_in_scope", sources=sources, field=missing[0], scope=at.text)
            raise DiagnosticError(what, node.span, message("E302.say_scope"))
        comparable(self._env, at, fields, seen, f"`{at.text}`")
        outside = replace(view, element=None)
        values = self.keys(at, fields, outside, f"`{at.text}`")
        return at.text, tuple(zip(fields, values, strict=True))

    def _default_scope(self, node: s.Selection, view: View) -> str:
        if view.scope is not None:
            return view.scope
        about = view.subject.sources[0] if view.subject.sources else ""
        record = self._env.records.get(about)
        if about in self._env.scopes or (record is not None and not record.of_events):
            return about
        scopes = tuple(self._env.scopes)
        hint = message("E302.in_scope", scopes=scopes, kind=node.kinds[0].text)
        raise fault("E302.no_scope", node.span, hint)

    def bounds(self, node: s.Selection, item: t.Item, view: View) -> core.Bounds:
        """The moments between which a selection looks."""
        return tuple((b.side, self._moment(b, item, view)) for b in node.bounds)

    def _moment(self, bound: s.Bound, item: t.Item, view: View) -> core.Expression:
        moment = self.item(bound.moment, view, "E301.bound", side=bound.side)
        if bound.side == "at" and not all(x in self._env.intervals for x in item.sources):
            raise fault("E301.at", bound.span, item=article(item))
        return moment

    def _window(
        self, bound: s.Bound, lasts: core.Expression, moment: core.Expression, item: t.Item
    ) -> core.Window:
        """So long before or after a moment, by the times of both."""
        assert isinstance(moment.type, t.Item)
        for own, span in ((item, bound.span), (moment.type, bound.moment.span)):
            if self._env.shared_fields(own).get("time") != t.TIME:
                raise fault("E301.window_time", span, item=article(own))
            self._env.use_field(own, "time")
        at = core.Field(bound.moment.span, t.TIME, moment, "time")
        time = core.Field(bound.span, t.TIME, core.Element(bound.span, item), "time")
        after = bound.side == "after"
        end = core.Operation(bound.span, t.TIME, "+" if after else "-", (at, lasts))
        sign: core.Sign = "<=" if after else ">="
        fits = core.Compare(bound.span, t.BOOLEAN, sign, time, end, None)
        return core.Window("after" if after else "before", fits)

    def _conditions(self, node: s.Expression | None, item: t.Item, view: View) -> Conditions:
        if node is None:
            return (), (), None, None
        return split_predicate(self.condition(node, replace(view, element=item)))

    # ---- what is asked of them --------------------------------------------------------------
    def aggregate(self, node: s.Aggregate, view: View) -> core.Expression:
        selection = self.selection(node.selection, view)
        item = t.Item(selection.sources)
        if node.value is not None:
            return self._worked_out(node, selection, replace(view, element=item))
        if node.field is None:
            return core.Aggregate(node.span, t.INTEGER, "count", selection, None)
        name = node.field.text
        kind = self._env.field_of(item, node.field)
        return core.Aggregate(node.span, _together(node, kind), node.function, selection, name)

    def _worked_out(
        self, node: s.Aggregate, selection: core.Selection, inside: View
    ) -> core.Expression:
        """A value of each element; a field of it is that field."""
        assert node.value is not None
        value = self.value(node.value, inside)
        aggregate = core.Aggregate(
            node.span, _together(node, value.type), node.function, selection, None, value
        )
        match value:
            case core.Field(of=core.Element(), name=name):
                return replace(aggregate, field=name, value=None)
        return aggregate

    def quantifier(self, node: s.Quantifier, view: View) -> core.Expression:
        selection = self.selection(node.selection, view)
        return core.Quantify(node.span, t.BOOLEAN, node.quantity, selection)

    def pick(self, node: s.Pick, view: View) -> core.Expression:
        index = None if node.index is None else self.typed(node.index, view, t.INTEGER, "E301.nth")
        selection = self.selection(node.selection, view)
        return core.Pick(node.span, t.Item(selection.sources), node.end, selection, index)


class OrderedSelections(Selections):
    """Elaborates what is asked of many events in their order."""

    def sequence(self, node: s.Sequence, view: View) -> core.Expression:
        selection = self.selection(node.selection, view)
        steps = self._pattern(node.pattern, selection, view)
        if sum(map(_size, steps)) > _MOST_STEPS:
            raise fault("E301.pattern_too_long", node.pattern.span)
        return core.Match(node.span, t.BOOLEAN, selection, steps)

    def goes(self, node: s.Goes, view: View) -> core.Expression:
        selection = self.selection(node.selection, view)
        inside = replace(view, element=t.Item(selection.sources))
        keys = tuple(self._sort_key(key, inside) for key in node.keys)
        return core.Goes(node.span, t.BOOLEAN, selection, node.way, node.strictly, keys)

    def _sort_key(self, node: s.Expression, view: View) -> core.SortKey:
        """A value with an order: false comes before true."""
        value = self.value(node, view)
        if value.type == t.BOOLEAN:
            return core.SortKey(value, None)
        both = self.value(s.Comparison(node.span, ("<",), (node, node)), view)
        assert isinstance(both, core.Compare)
        return core.SortKey(both.left, both.order)

    def _pattern(
        self, pattern: s.Pattern, selection: core.Selection, view: View
    ) -> tuple[core.Step | core.PatternGroup, ...]:
        return tuple(self._step(step, selection, view) for step in pattern.steps)

    def _step(
        self, step: s.Step | s.PatternGroup, selection: core.Selection, view: View
    ) -> core.Step | core.PatternGroup:
        least, most = (1, 1) if step.quantity is None else (step.quantity.least, step.quantity.most)
        if least > 1000 or (most is not None and not least <= most <= 1000):
            raise fault("E301.repetition", step.span)
        if isinstance(step, s.PatternGroup):
            alternatives = tuple(self._pattern(a, selection, view) for a in step.alternatives)
            return core.PatternGroup(alternatives, least, most)
        if step.kind.text not in selection.sources:
            hint = message("E201.in_sequence", kinds=selection.sources)
            raise fault("E201.not_in_sequence", step.kind.span, hint, kind=step.kind.text)
        where = None
        if step.where is not None:
            where = self.condition(step.where, replace(view, element=t.Item((step.kind.text,))))
        return core.Step(step.kind.text, where, least, most, step.span.text)

    def continuous(self, node: s.Continuous, view: View) -> core.Expression:
        selection = self.selection(node.selection, view)
        if not all(source in self._env.intervals for source in selection.sources):
            hint = message("E301.intervals", intervals=tuple(self._env.intervals))
            raise fault("E301.every_moment", node.selection.span, hint)
        if not 1 <= node.least <= 1000:
            raise fault("E301.at_least", node.span)
        start, end = (self.item(own, view, "E301.stretch") for own in (node.start, node.end))
        return core.Continuous(node.span, t.BOOLEAN, start, end, node.least, selection)


def _together(node: s.Aggregate, kind: t.Type) -> t.Type:
    """The type of what is made of values of a type.  Raises DiagnosticError."""
    allowed = {"sum": {t.INTEGER, t.NUMBER, t.MONEY, t.DURATION}, "distinct": None}.get(
        node.function, ORDERED
    )
    worked_out = isinstance(kind, t.Item) and node.value is not None
    if worked_out or (allowed is not None and kind not in allowed):
        raise fault("E301.aggregate", node.span, function=node.function, type=article(kind))
    return t.INTEGER if node.function == "distinct" else kind


_MOST_STEPS = 10_000


def _size(step: core.Step | core.PatternGroup) -> int:
    """How many steps there are, each counted as often as it may have to be told apart."""
    times = max(step.least, step.least + 1 if step.most is None else step.most)
    if isinstance(step, core.Step):
        return times
    return times * sum(_size(inner) for branch in step.alternatives for inner in branch)
