"""What names mean in an expression: words, fields, names let, constants, columns of records."""

from __future__ import annotations

from collections.abc import Mapping

from auditor.diagnostic import nearest
from auditor.language import core
from auditor.language.check.context import Inner, View, article
from auditor.language.check.environment import AlreadyReported, Environment, Wrong, wrong
from auditor.language.operators import fits
from auditor.language.syntax import nodes as s
from auditor.types import BOOLEAN, Basic, Enumeration, Item, Type
from auditor.values import TYPES


class Names:
    """Finds out what the names of one ruleset mean where they stand."""

    def __init__(self, environment: Environment, inner: Inner) -> None:
        self._env, self._inner = environment, inner

    def name(self, node: s.Name, view: View, expect: Type | None) -> core.Expression:
        word = self.word(node, expect)
        if word is not None:
            return word
        env, text = self._env, node.text
        if view.element is not None and text in (fields := env.shared_fields(view.element)):
            self._env.use(text)
            element = core.Element(node.span, view.element)
            return core.Field(node.span, fields[text], element, text)
        if text in view.lets:
            kind = view.lets[text]
            if kind is None:
                raise AlreadyReported
            return core.Local(node.span, kind, text)
        if text in (fields := env.shared_fields(view.subject)):
            self._env.use(text)
            return core.Field(node.span, fields[text], core.Subject(node.span, view.subject), text)
        if text in env.constants:
            self._env.use(text)
            return core.Literal_(node.span, *env.constants[text])
        if text in env.params:
            self._env.use(text)
            return core.Parameter(node.span, env.params[text].type, text)
        return self._bare_word(node, view)

    def word(self, node: s.Name, expect: Type | None) -> core.Expression | None:
        """A word of the enumeration that is expected here; it goes before any other meaning."""
        match expect:
            case Enumeration(members=members) if node.text in members:
                return core.Literal_(node.span, expect, node.text)
            case Basic(name=name) if node.text in TYPES[name].words:
                return core.Literal_(node.span, expect, TYPES[name].words[node.text])
            case _:
                return None

    def _bare_word(self, node: s.Name, view: View) -> core.Expression:
        if node.text in ("true", "false"):
            return core.Literal_(node.span, BOOLEAN, node.text == "true")
        found = self._env.enumerations_with(node.text)
        if len(found) == 1:
            self._env.use(found[0].name)
            return core.Literal_(node.span, found[0], node.text)
        if found:
            choices = " or ".join(f"`{e.name}.{node.text}`" for e in found)
            raise wrong("E201", f"`{node.text}` is a word of several types", node.span,
                        f"say {choices}")  # fmt: skip
        if self._env.fields.get(node.text) is not None:
            raise self._wrong_grain(node, view)
        raise self._env.unknown("value", node, self._visible(view))

    def _visible(self, view: View) -> list[str]:
        env = self._env
        element = list(env.shared_fields(view.element)) if view.element else []
        words = [word for e in env.enumerations.values() for word in e.members]
        return [*element, *view.lets, *env.shared_fields(view.subject), *env.constants,
                *env.params, *words]  # fmt: skip

    def _wrong_grain(self, node: s.Name, view: View) -> Wrong:
        kinds = [k.name for k in self._env.kinds.values() if node.text in k.fields]
        of = f"of `{kinds[0]}`" if kinds else "of single events"
        hint = f"say whose: `(first {kinds[0]}).{node.text}`, or a sum, a count …" if kinds else ""
        about = view.subject.sources[0] if view.subject.sources else "constant"
        return wrong(
            "E302", f"`{node.text}` is a field {of}, and has no one value for each {about}",
            node.span, hint,
        )  # fmt: skip

    # ---- fields and lookups -----------------------------------------------------------------
    def access(self, node: s.Access, view: View) -> core.Expression:
        if isinstance(node.of, s.Name) and not self._is_item_name(node.of.text, view):
            name = node.of.text
            if name in self._env.records:
                return self._lookup(node, view)
            if name in self._env.enumerations:
                return self._qualified(node)
        of = self._inner.value(node.of, view)
        if not isinstance(of.type, Item):
            raise wrong(
                "E301",
                f"`{node.of.span.text}` is {article(of.type)} and has no fields",
                node.of.span,
            )
        fields = self._env.shared_fields(of.type)
        if node.name.text not in fields:
            raise wrong("E201", f"{of.type} has no field `{node.name.text}`", node.name.span,
                        nearest(node.name.text, fields))  # fmt: skip
        self._env.use(node.name.text)
        return core.Field(node.span, fields[node.name.text], of, node.name.text)

    def _is_item_name(self, name: str, view: View) -> bool:
        return name in view.lets

    def _qualified(self, node: s.Access) -> core.Expression:
        assert isinstance(node.of, s.Name)
        kind = self._env.enumerations[node.of.text]
        self._env.use(kind.name)
        if node.name.text not in kind.members:
            raise wrong("E201", f"`{kind.name}` has no word `{node.name.text}`", node.name.span,
                        nearest(node.name.text, kind.members))  # fmt: skip
        return core.Literal_(node.span, kind, node.name.text)

    def _lookup(self, node: s.Access, view: View) -> core.Expression:
        assert isinstance(node.of, s.Name)
        record = self._env.records[node.of.text]
        self._env.use(node.of.text)
        if record is None:
            raise AlreadyReported
        columns = dict(record.columns)
        if node.name.text not in columns:
            raise wrong("E201", f"record `{record.name}` has no column `{node.name.text}`",
                        node.name.span, nearest(node.name.text, columns))  # fmt: skip
        self._env.use(f"{record.name}.{node.name.text}")
        if record.of_events:
            keys = self._own_event(node.of, record, view)
        else:
            keys = self.keys(node.of, record.keys, view, f"record `{record.name}`")
        kind = columns[node.name.text].type
        return core.Lookup(node.span, kind, record.name, node.name.text, keys)

    def _own_event(
        self, at: s.Name, record: core.Record, view: View
    ) -> tuple[core.Expression, ...]:
        """The event whose columns are asked for: the element if of that kind, else the subject."""
        for point in (view.element, view.subject):
            if point is not None and point.sources == record.over:
                made = core.Element if point is view.element else core.Subject
                return (made(at.span, point),)
        raise wrong("E302", f"record `{record.name}` has one row for each {record.over[0]}; here "
                    "none is at hand", at.span)  # fmt: skip

    def keys(
        self, at: s.Name, keys: tuple[str, ...], view: View, what: str
    ) -> tuple[core.Expression, ...]:
        """The values of the keys, from the element if it has them all, else from the subject."""
        env = self._env
        points: list[core.Element | core.Subject] = []
        if view.element is not None:
            points.append(core.Element(at.span, view.element))
        for point in (*points, core.Subject(at.span, view.subject)):
            assert isinstance(point.type, Item)
            fields = env.shared_fields(point.type)
            if all(key in fields for key in keys):
                self._comparable(at, keys, fields, what)
                return tuple(core.Field(at.span, fields[key], point, key) for key in keys)
        seen = env.shared_fields(view.subject)
        missing = [key for key in keys if key not in seen]
        raise wrong(
            "E302", f"{what} has one row for each {', '.join(keys)}; here "
            f"{' and '.join(f'`{key}`' for key in missing)} {'is' if len(missing) == 1 else 'are'} "
            "not determined", at.span,
        )  # fmt: skip

    def _comparable(
        self, at: s.Name, keys: tuple[str, ...], fields: Mapping[str, Type], what: str
    ) -> None:
        """A column of a record may have the name of a key, and hold something else."""
        for key in keys:
            declared = self._env.fields.get(key)
            if declared is not None and not fits(fields[key], declared):
                raise wrong(
                    "E301", f"`{key}` is {article(fields[key])} here, and in {what} it is "
                    f"{article(declared)}", at.span, "give the column another name",
                )  # fmt: skip
