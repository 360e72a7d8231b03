"""Rules: from what is written to checked core, clause by clause."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeVar

from auditor.diagnostic import DiagnosticError, remark
from auditor.language import core
from auditor.language.check.elaborate import Elaborator
from auditor.language.check.environment import AlreadyReportedError, Environment, View
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message, suggestion
from auditor.source import Span
from auditor.types import Item, Type

T = TypeVar("T")
_PLACEHOLDER = re.compile(r"\{([^{}:]*)(?::[^{}|]*\|[^{}|]*)?\}")
_NOUN = re.compile(r"\{\w+:")
_DEFAULT = core.Bilingual(
    "{expected} attendu, {found} trouvé", "expected {expected}, found {found}"
)


class Rules(Elaborator):
    """Elaborates the rules of one ruleset."""

    def __init__(self, environment: Environment, ruleset: str) -> None:
        super().__init__(environment)
        self._ruleset = ruleset

    def rule(self, node: s.Rule) -> core.Rule | None:
        """The checked rule; None where it has errors, which go into the environment."""
        (rule,) = self._clause(lambda: self._elaborate(node)) or (None,)
        return rule

    def _elaborate(self, node: s.Rule) -> core.Rule:
        subject = self._subject(node.for_each.subject)
        lets, values = self._lets(node, subject)
        view = View(subject, lets)
        where = self._clause(lambda: self._where(node, view))
        applies = self._clause(lambda: self.conditions_of(node.applies, view))
        verifiable = self._clause(lambda: self._verifiable(node, view))
        require = self._clause(lambda: self.condition(node.require, view))
        self._check_message(node, view)
        if None in lets.values() or not (where and applies and verifiable and require):
            raise AlreadyReportedError
        return core.Rule(
            node.label.text,
            self._ruleset,
            node.severity,
            tuple(label.text for label in node.cites),
            tuple(label.text for label in node.rests_on),
            self._underlies(node),
            node.for_each.subject.text,
            where[0],
            values,
            applies[0],
            verifiable[0],
            tuple(label.text for label in node.presumes),
            require[0],
            self._report_keys(node, view),
            node.message or _DEFAULT,
            node.in_force or core.ALWAYS,
            node.as_logged,
            node.label.span,
        )

    def _clause(self, elaborate: Callable[[], T]) -> tuple[T] | None:
        """The checked clause; None where it has an error: errors of other clauses show too."""
        try:
            return (elaborate(),)
        except (DiagnosticError, AlreadyReportedError) as error:
            self._env.report(error)
            return None

    # ---- clauses ----------------------------------------------------------------------------
    def _subject(self, name: s.Name) -> Item:
        self._env.used.add(name.text)
        if self._env.fields_of(name.text) is None:
            if name.text in self._env.records:
                raise AlreadyReportedError
            known = [*self._env.sources(), *self._env.scopes, *self._env.subjects]
            raise self._env.unknown(message("rules.family.subject"), name, known)
        return Item((name.text,))

    def _lets(
        self,
        node: s.Rule | s.Statistic,
        subject: Item,
        named: Mapping[str, Type | None] = MappingProxyType({}),
    ) -> tuple[Mapping[str, Type | None], tuple[tuple[str, core.Expression], ...]]:
        """The types of the names let, None for one that has an error; and what they stand for.

        `named` are names that stand for something before any is let.
        """
        found = dict(self.lets(node.lets, View(subject, named)))
        lets = {name: value.type if value else None for name, value in found.items()}
        return {**named, **lets}, tuple((name, value) for name, value in found.items() if value)

    def _where(self, node: s.Rule | s.Statistic, view: View) -> core.Expression | None:
        where = node.for_each.where
        return None if where is None else self.condition(where, view)

    def conditions_of(
        self, nodes: tuple[s.Expression, ...], view: View
    ) -> tuple[core.Expression, ...]:
        return tuple(self.condition(node, view) for node in nodes)

    def _verifiable(
        self, node: s.Rule, view: View
    ) -> tuple[tuple[core.Expression, core.Bilingual], ...]:
        return tuple(
            (self.condition(part.when, view), part.otherwise)
            for part in node.verifiable
            if isinstance(part, s.Verifiable)  # the others have been put in full
        )

    def _underlies(self, node: s.Rule) -> str | None:
        if node.underlies is None:
            return None
        self._env.used.add(node.underlies.text)
        return self._env.scope_named(node.underlies).name

    def _report_keys(self, node: s.Rule, view: View) -> tuple[str, ...]:
        fields = self._env.shared_fields(view.subject)
        keys: list[str] = []
        for name in node.report:
            scope = self._env.scopes.get(name.text)
            keys += scope.fields if scope else (name.text,)
            if scope is None and name.text not in fields:
                family = message("rules.family.scope_or_field")
                raise self._env.unknown(family, name, [*self._env.scopes, *fields])
            if scope is not None and not set(scope.fields) <= fields.keys():
                what = message("E302.report", scope=name.text, subject=node.for_each.subject.text)
                raise DiagnosticError(what, name.span)
        return tuple(keys)

    def _check_message(self, node: s.Rule, view: View) -> None:
        words, errors = node.message, self._env.errors
        if words is None:
            at = node.label
            errors.append(remark("E403.no_message", at.span, "E403.add_message", rule=at.text))
            return
        known = {"found", "expected", "instead", *view.lets}
        known.update(self._env.shared_fields(view.subject))
        said = {"E404.french": words.fr, "E404.english": words.en}
        quoted = {language: {*_PLACEHOLDER.findall(text)} for language, text in said.items()}
        strange = sorted(set.union(*quoted.values()) - known)
        for name in strange:
            every = message("E404.known", names=tuple(f"{{{own}}}" for own in sorted(known)))
            near = self._let_first(name, words, view, known) or suggestion(name, known) or every
            errors.append(remark("E404.placeholder", words.span, near, name=name))
        both = set.intersection(*quoted.values())
        for language, text in said.items():
            own = message(language)
            if not text.strip():
                errors.append(remark("E404.no_words", words.span, language=own))
            for name in sorted(quoted[language] - both):
                if not strange:  # a name that is misspelt is missing in neither
                    errors.append(remark("E404.one_language", words.span, name=name, language=own))
            self._check_braces(text, words.span)

    def _let_first(
        self, quoted: str, words: s.Words, view: View, known: set[str]
    ) -> Message | None:
        """How to quote a value that has no name yet, such as the column of a record."""
        first, *columns = quoted.split(".")
        if not columns or not all(part.isidentifier() for part in (first, *columns)):
            return None
        value: s.Expression = s.Name(words.span, first)
        for column in columns:
            value = s.Access(words.span, value, s.Name(words.span, column))
        try:
            kind = self.value(value, view).type
        except (DiagnosticError, AlreadyReportedError):
            return None
        if isinstance(kind, Item):
            return None
        env = self._env
        taken = {*known, *env.constants, *env.params, *env.defines}
        free = [own for own in (columns[-1], "_".join((first, *columns))) if own not in taken]
        return message("E404.let_first", name=free[0], value=quoted) if free else None

    def _check_braces(self, words: str, span: Span) -> None:
        """Braces that hold no placeholder."""
        if set("{}") & set(_PLACEHOLDER.sub("", words)):
            plural = message("E404.noun") if _NOUN.search(words) else None
            self._env.errors.append(remark("E404.brace", span, plural, words=words))
