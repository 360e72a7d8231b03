"""Selections: which events are meant, in which scope, between which moments; and what is asked."""

from __future__ import annotations

from dataclasses import replace

from auditor.diagnostic import nearest
from auditor.language import core
from auditor.language.check.context import Inner, View, article
from auditor.language.check.environment import AlreadyReported, Environment, wrong
from auditor.language.check.names import Names
from auditor.language.check.split_predicates import Conditions, taken_apart
from auditor.language.operators import ORDERED
from auditor.language.syntax import nodes as s
from auditor.types import BOOLEAN, DURATION, INTEGER, MONEY, NUMBER, Item


class Selections:
    """Elaborates what looks at many events."""

    def __init__(self, environment: Environment, names: Names, inner: Inner) -> None:
        self._env, self._names, self._inner = environment, names, inner

    # ---- which events -----------------------------------------------------------------------
    def selection(self, node: s.Selection, view: View) -> core.Selection:
        if view.element is not None:
            raise wrong(
                "E302", "a condition on an event cannot itself look at other events", node.span,
                "name it as a column of a record and use that column here",
            )  # fmt: skip
        sources = tuple(self._source(name) for name in node.kinds)
        item = Item(sources)
        scope, keys = self._scope(node, item, view)
        inner = replace(view, scope=scope) if scope in self._env.scopes else view
        bounds = tuple((b.side, self._moment(b, item, inner)) for b in node.bounds)
        joins, where, also = self._conditions(node.where, item, view)
        return core.Selection(node.span, sources, scope, keys, joins, where, also, bounds)

    def _source(self, name: s.Name) -> str:
        known = self._env.sources()
        if name.text not in known:
            scope = name.text in self._env.scopes
            hint = f"`{name.text}` is a scope: look `in {name.text}`" if scope else ""
            raise self._env.unknown("kind of event, record or interval", name, known, hint)
        self._env.use(name.text)
        if name.text in self._env.records and self._env.records[name.text] is None:
            raise AlreadyReported
        return name.text

    def _scope(
        self, node: s.Selection, item: Item, view: View
    ) -> tuple[str, tuple[tuple[str, core.Expression], ...]]:
        at = node.within or s.Name(node.span, self._default_scope(node, view))
        if at.text in self._env.scopes:
            self._env.use(at.text)
            fields = self._env.scopes[at.text].fields
        elif (record := self._env.records.get(at.text)) is not None:
            fields = record.keys
        else:
            raise self._env.unknown("scope", at, self._env.scopes)
        seen = self._env.shared_fields(item)
        missing = [name for name in fields if name not in seen]
        if missing:
            raise wrong(
                "E302", f"`{'`, `'.join(item.sources)}` has no `{missing[0]}`, so it cannot be "
                f"looked for in `{at.text}`", node.span,
                "say in which scope to look: `in coup`, `in shoe` …",
            )  # fmt: skip
        outside = replace(view, element=None)
        values = self._names.keys(at, fields, outside, f"`{at.text}`")
        return at.text, tuple(zip(fields, values, strict=True))

    def _default_scope(self, node: s.Selection, view: View) -> str:
        if view.scope is not None:
            return view.scope
        about = view.subject.sources[0] if view.subject.sources else ""
        record = self._env.records.get(about)
        if about in self._env.scopes or (record is not None and not record.of_events):
            return about
        raise wrong(
            "E302", "the subject is a single event: this must say in which scope it looks",
            node.span, f"say `in` and a scope: {', '.join(self._env.scopes)}",
        )  # fmt: skip

    def _moment(self, bound: s.Bound, item: Item, view: View) -> core.Expression:
        moment = self._inner.value(bound.moment, view)
        if not isinstance(moment.type, Item):
            raise wrong("E301", f"`{bound.side}` asks for an event, not {article(moment.type)}",
                        bound.moment.span)  # fmt: skip
        if bound.side == "at" and not all(x in self._env.intervals for x in item.sources):
            raise wrong("E301", "`at` asks which intervals are open at a moment; "
                        f"{item} is none", bound.span)  # fmt: skip
        return moment

    def _conditions(self, node: s.Expression | None, item: Item, view: View) -> Conditions:
        if node is None:
            return (), None, None
        return taken_apart(self._inner.condition(node, replace(view, element=item)))

    # ---- what is asked of them --------------------------------------------------------------
    def aggregate(self, node: s.Aggregate, view: View) -> core.Expression:
        selection = self.selection(node.selection, view)
        if node.field is None:
            return core.Aggregate(node.span, INTEGER, "count", selection, None)
        item = Item(selection.sources)
        fields = self._env.shared_fields(item)
        if node.field.text not in fields:
            raise wrong("E201", f"{item} has no field `{node.field.text}`", node.field.span,
                        nearest(node.field.text, fields))  # fmt: skip
        self._env.use(node.field.text)
        for source in selection.sources:
            self._env.use(f"{source}.{node.field.text}")
        kind = fields[node.field.text]
        allowed = {"sum": {INTEGER, NUMBER, MONEY, DURATION}, "distinct": None}.get(
            node.function, ORDERED
        )
        if allowed is not None and kind not in allowed:
            raise wrong("E301", f"`{node.function} of` does not go with {article(kind)}", node.span)
        result = INTEGER if node.function == "distinct" else kind
        return core.Aggregate(node.span, result, node.function, selection, node.field.text)

    def quantifier(self, node: s.Quantifier, view: View) -> core.Expression:
        selection = self.selection(node.selection, view)
        return core.Quantify(node.span, BOOLEAN, node.quantity, selection)

    def nearest(self, node: s.Nearest, view: View) -> core.Expression:
        plain = s.Selection(node.span, (node.kind,), None, (), None)
        selection = self.selection(plain, view)
        return core.Pick(node.span, Item(selection.sources), node.end, selection, None)

    def universal(self, node: s.Universal, view: View) -> core.Expression:
        selection = self.selection(node.selection, view)
        has = self._inner.condition(node.has, replace(view, element=Item(selection.sources)))
        return core.Every(node.span, BOOLEAN, selection, has)

    def pick(self, node: s.Pick, view: View) -> core.Expression:
        selection = self.selection(node.selection, view)
        item = Item(selection.sources)
        if node.end in ("first", "last"):
            return core.Pick(node.span, item, node.end, selection, None)
        this = core.Subject(node.span, view.subject)
        if node.end == "previous":
            bounded = replace(selection, bounds=(*selection.bounds, ("before", this)))
            return core.Pick(node.span, item, "last", bounded, None)
        bounded = replace(selection, bounds=(*selection.bounds, ("after", this)))
        return core.Pick(node.span, item, "first", bounded, None)

    def nth(self, node: s.Nth, view: View) -> core.Expression:
        index = self._inner.value(node.index, view)
        if index.type != INTEGER:
            raise wrong("E301", f"`nth` asks for a whole number, not {article(index.type)}",
                        node.index.span)  # fmt: skip
        selection = self.selection(node.selection, view)
        return core.Pick(node.span, Item(selection.sources), "nth", selection, index)

    def position(self, node: s.Position, view: View) -> core.Expression:
        selection = self.selection(node.selection, view)
        this = core.Subject(node.span, view.subject)
        before = replace(selection, bounds=(*selection.bounds, ("before", this)))
        count = core.Aggregate(node.span, INTEGER, "count", before, None)
        one = core.Literal_(node.span, INTEGER, 1)
        return core.Operation(node.span, INTEGER, "+", (count, one))

    def sequence(self, node: s.Sequence, view: View) -> core.Expression:
        selection = self.selection(node.selection, view)
        steps = self._pattern(node.pattern, selection, view)
        if sum(map(_size, steps)) > _MOST_STEPS:
            raise wrong("E301", "this pattern has too many steps, each counted as often as it is "
                        "repeated", node.pattern.span)  # fmt: skip
        return core.Match(node.span, BOOLEAN, selection, steps)

    def _pattern(
        self, pattern: s.Pattern, selection: core.Selection, view: View
    ) -> tuple[core.Step | core.Group, ...]:
        return tuple(self._step(step, selection, view) for step in pattern.steps)

    def _step(
        self, step: s.Step | s.Group, selection: core.Selection, view: View
    ) -> core.Step | core.Group:
        least, most = (1, 1) if step.quantity is None else (
            step.quantity.least, step.quantity.most)  # fmt: skip
        if least > 1000 or (most is not None and not least <= most <= 1000):
            raise wrong("E301", "a step is repeated from a number to a larger one, of 1000 at most",
                        step.span)  # fmt: skip
        if isinstance(step, s.Group):
            alternatives = tuple(self._pattern(a, selection, view) for a in step.alternatives)
            return core.Group(alternatives, least, most)
        if step.kind.text not in selection.sources:
            raise wrong("E201", f"`{step.kind.text}` is not among the events of this sequence",
                        step.kind.span, f"they are: {', '.join(selection.sources)}")  # fmt: skip
        where = None
        if step.where is not None:
            where = self._inner.condition(
                step.where, replace(view, element=Item((step.kind.text,)))
            )
        return core.Step(step.kind.text, where, least, most, step.span.text)

    def continuous(self, node: s.Continuous, view: View) -> core.Expression:
        selection = self.selection(node.selection, view)
        if not all(source in self._env.intervals for source in selection.sources):
            raise wrong("E301", "`at every moment` asks for intervals", node.selection.span,
                        f"they are: {', '.join(self._env.intervals)}")  # fmt: skip
        ends = []
        for end in (node.start, node.end):
            moment = self._inner.value(end, view)
            if not isinstance(moment.type, Item):
                raise wrong("E301", f"a stretch of time begins and ends with events, not with "
                            f"{article(moment.type)}", end.span)  # fmt: skip
            ends.append(moment)
        return core.Continuous(node.span, BOOLEAN, ends[0], ends[1], selection)


_MOST_STEPS = 10_000


def _size(step: core.Step | core.Group) -> int:
    """How many steps there are, each counted as often as it may have to be told apart."""
    times = max(step.least, step.least + 1 if step.most is None else step.most)
    if isinstance(step, core.Step):
        return times
    return times * sum(_size(inner) for branch in step.alternatives for inner in branch)
