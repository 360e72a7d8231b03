"""From a parse tree to the syntax of what the law says: sources, provisions, readings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Any

from lark import Token
from lark.tree import Meta

from auditor.language.syntax import nodes as s
from auditor.language.syntax.transform_expressions import (
    ExpressionTransformer,
    day_of,
    every,
    is_terminal,
    only,
    text_of,
)


class LawTransformer(ExpressionTransformer):
    """Builds the syntax of the heads of files, and of what they say of the law."""

    def _label(self, token: Token) -> s.Label:
        return s.Label(self._span(token), str(token))

    def _labels(self, children: Sequence[Any]) -> tuple[s.Label, ...]:
        return tuple(self._label(c) for c in children if is_terminal(c, "LABEL"))

    def vocabulary(self, meta: Meta, c: list[Any]) -> s.Vocabulary:
        return s.Vocabulary(self._span(meta), self._label(c[0]), c[1])

    def ruleset(self, meta: Meta, c: list[Any]) -> s.Ruleset:
        version = next(text_of(x) for x in c if is_terminal(x, "STRING"))
        words = only(s.Words, c)
        assert words is not None
        extends = only(s.Label, c[1:])
        return s.Ruleset(
            self._span(meta), self._label(c[0]), extends, version, words, only(s.InForce, c)
        )

    def extends(self, _meta: Meta, c: list[Any]) -> s.Label:
        return self._label(c[0])

    def in_force(self, meta: Meta, c: list[Any]) -> s.InForce:
        days = [day_of(token, self._span(token)) for token in c]
        return s.InForce(self._span(meta), days[0], days[1] if len(days) > 1 else None)

    def words(self, meta: Meta, c: list[Any]) -> s.Words:
        return s.Words(self._span(meta), text_of(c[0]), text_of(c[1]))

    def use(self, meta: Meta, c: list[Any]) -> s.Use:
        return s.Use(self._span(meta), self._labels(c))

    def source(self, meta: Meta, c: list[Any]) -> s.SourceOfLaw:
        article = next((text_of(x) for x in c if is_terminal(x, "STRING")), "")
        nature = next(x for x in c if isinstance(x, Token) and x.type in _NATURES)
        said: dict[str, Any] = dict(x for x in c if isinstance(x, tuple))
        return s.SourceOfLaw(
            self._span(meta),
            self._label(c[0]),
            c[1],
            article,
            only(date, c),
            _NATURES[nature.type],
            said.get("transcribed"),
            said.get("compared"),
            "compared" in said,
            only(s.InForce, c),
            only(s.Abrogated, c),
            said.get("replaced"),
        )

    def transcribed(self, _meta: Meta, c: list[Any]) -> tuple[str, object]:
        return ("transcribed", c[0])

    def compared(self, meta: Meta, c: list[Any]) -> tuple[str, object]:
        words, day, by = c
        own = self._span(meta)
        return ("compared", s.Compared(own, words, day_of(day, self._span(day)), text_of(by)))

    def not_compared(self, _meta: Meta, _c: list[Any]) -> tuple[str, object]:
        return ("compared", None)

    def abrogated(self, meta: Meta, c: list[Any]) -> s.Abrogated:
        return s.Abrogated(self._span(meta), day_of(c[0], self._span(c[0])) if c else None)

    def replaced_by(self, _meta: Meta, c: list[Any]) -> tuple[str, object]:
        return ("replaced", c[0])

    def article(self, _meta: Meta, c: list[Any]) -> Token:
        token: Token = c[0]
        return token

    def edition(self, _meta: Meta, c: list[Any]) -> date:
        return day_of(c[0], self._span(c[0]))

    def provision(self, meta: Meta, c: list[Any]) -> s.Provision:
        words, *reason = [x for x in c if isinstance(x, s.Words)]
        return s.Provision(
            self._span(meta),
            self._label(c[0]),
            only(s.Label, c),
            words,
            only(s.InForce, c),
            reason[0] if reason else None,
            next((x for x in c if isinstance(x, tuple)), ()),
        )

    def of_source(self, _meta: Meta, c: list[Any]) -> s.Label:
        return self._label(c[0])

    def not_auditable(self, _meta: Meta, c: list[Any]) -> s.Words:
        words: s.Words = c[0]
        return words

    def refers_to(self, _meta: Meta, c: list[Any]) -> tuple[s.Label, ...]:
        return self._labels(c)

    def not_applicable(self, meta: Meta, c: list[Any]) -> s.NotApplicable:
        return s.NotApplicable(self._span(meta), self._label(c[0]), c[1])

    def reading(self, meta: Meta, c: list[Any]) -> s.Reading:
        name, *provisions = self._labels(c)
        words, because, other = every(s.Words, c)
        param = only(s.Name, c)
        without_rule = is_terminal(c[-1], "NO_RULE")
        return s.Reading(
            self._span(meta), name, tuple(provisions), words, because, other, param, without_rule
        )

    def reading_param(self, _meta: Meta, c: list[Any]) -> s.Name:
        name: s.Name = c[0]
        return name


_NATURES: dict[str, s.Nature] = {
    "LAW": "law",
    "CALLED_IN": "called-in",
    "USAGE": "usage",
    "RECORD": "record",
}
