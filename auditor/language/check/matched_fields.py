"""Fields that tell which row belongs to which: keys of records and intervals, and `same …`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from auditor.diagnostic import DiagnosticError, all_of
from auditor.language import core
from auditor.language.check.context import TypingContext, article
from auditor.language.check.environment import Environment
from auditor.language.operators import fits
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message
from auditor.messages.suggestion import suggestion
from auditor.types import BOOLEAN, INTEGER, NUMBER, RANGE, TIME, Item, Type


class MatchedFields:
    """Fields of one ruleset that an element and a subject are compared by."""

    def __init__(self, environment: Environment) -> None:
        self._env = environment

    def keys(
        self, at: s.Name, keys: tuple[str, ...], context: TypingContext, what: Message | str
    ) -> tuple[core.Expression, ...]:
        """The values of the keys, from the element if it has them all, else from the subject."""
        env = self._env
        points: list[core.Element | core.Subject] = []
        if context.element is not None:
            points.append(core.Element(at.span, context.element))
        for point in (*points, core.Subject(at.span, context.subject)):
            assert isinstance(point.type, Item)
            fields = env.shared_fields(point.type)
            if all(key in fields for key in keys):
                comparable(env, at, keys, fields, what)
                return tuple(core.Field(at.span, fields[key], point, key) for key in keys)
        seen = env.shared_fields(context.subject)
        missing = [key for key in keys if key not in seen]
        absent = all_of(f"`{key}`" for key in missing)
        raise DiagnosticError(
            message("E302.keys", what=what, keys=keys, missing=absent, count=len(missing)), at.span
        )

    def same(self, node: s.Same, context: TypingContext) -> core.Expression:
        """Whether element and subject agree in some fields; an element must be in view."""
        if context.element is None:
            raise DiagnosticError(message("E302.same"), node.span)
        parts = tuple(self._same(name, context.element, context.subject) for name in node.names)
        return parts[0] if len(parts) == 1 else core.AllOf(node.span, BOOLEAN, parts)

    def _same(self, name: s.Name, element: Item, subject: Item) -> core.Expression:
        kinds = []
        for point in (element, subject):
            fields = self._env.shared_fields(point)
            if name.text not in fields:
                what = message("E201.no_field", of=article(point), name=name.text)
                raise DiagnosticError(what, name.span, suggestion(name.text, fields))
            kinds.append(fields[name.text])
            self._env.use_field(point, name.text)
        if kinds[0] != kinds[1] or kinds[0] in (TIME, RANGE) or isinstance(kinds[0], Item):
            what = message("E301.same", one=article(kinds[0]), other=article(kinds[1]))
            if kinds[0] == kinds[1]:
                what = message("E301.same_no_key", type=article(kinds[0]))
            compared = kinds[0] == TIME or {*kinds} == {INTEGER, NUMBER}
            hint = message("E301.say_compare", name=name.text) if compared else None
            raise DiagnosticError(what, name.span, hint)
        own = core.Field(name.span, kinds[0], core.Element(name.span, element), name.text)
        other = core.Field(name.span, kinds[1], core.Subject(name.span, subject), name.text)
        return core.Same(name.span, BOOLEAN, own, other)


def comparable(
    env: Environment,
    at: s.Name,
    keys: Iterable[str],
    fields: Mapping[str, Type],
    what: Message | str,
) -> None:
    """Raises DiagnosticError where a column of a record, or a name in a stream, is called like a
    key and holds something else: no row would ever be found by it.
    """
    for key in keys:
        declared = env.fields.get(key)
        if declared is not None and not fits(fields[key], declared):
            here, there = article(fields[key]), article(declared)
            raise DiagnosticError(
                message("E301.other_type_of_key", key=key, type=here, what=what, declared=there),
                at.span,
                message("E301.other_name"),
            )
