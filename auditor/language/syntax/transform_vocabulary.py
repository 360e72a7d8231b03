"""From a parse tree to the syntax of vocabularies: types, events, scopes, tables."""

from __future__ import annotations

from typing import Any

from lark import Token
from lark.tree import Meta

from auditor.diagnostic import DiagnosticError
from auditor.language.syntax import nodes as s
from auditor.language.syntax.transform_expressions import day_of, every, is_terminal, only, text_of
from auditor.language.syntax.transform_law import LawTransformer
from auditor.messages.message import message


class VocabularyTransformer(LawTransformer):
    """Builds the syntax of the words of rules, and of their constants."""

    def enumeration(self, meta: Meta, c: list[Any]) -> s.Enumeration:
        return s.Enumeration(self._span(meta), c[0], every(s.Name, c[1:]), c[1].value)

    def context(self, meta: Meta, c: list[Any]) -> s.Context:
        return s.Context(self._span(meta), tuple(c[:-1]), c[-1])

    def field(self, meta: Meta, c: list[Any]) -> s.Field:
        return s.Field(self._span(meta), tuple(c[:-1]), c[-1])

    def sets(self, meta: Meta, c: list[Any]) -> s.Sets:
        return s.Sets(self._span(meta), c[0])

    def event(self, meta: Meta, c: list[Any]) -> s.Event:
        also, payment = (any(is_terminal(x, word) for x in c) for word in ("ALSO", "PAYMENT"))
        exceptional = any(x == _SILENT for x in c)
        fields = every(s.EventField, c)
        return s.Event(self._span(meta), c[0], fields, exceptional, payment, also)

    def silent(self, _meta: Meta, _c: list[Any]) -> str:
        return _SILENT

    def event_field(self, meta: Meta, c: list[Any]) -> s.EventField:
        return s.EventField(self._span(meta), c[0], len(c) > 1)

    def needs(self, meta: Meta, c: list[Any]) -> s.Needs:
        return s.Needs(self._span(meta), c[0], tuple(c[1:]))

    def needs_rows(self, meta: Meta, c: list[Any]) -> s.Needs:
        return s.Needs(self._span(meta), None, tuple(c))

    def scope(self, meta: Meta, c: list[Any]) -> s.Scope:
        return s.Scope(self._span(meta), c[0], tuple(c[1:]))

    def law(self, meta: Meta, c: list[Any]) -> s.Law:
        return s.Law(self._span(meta), c[0])

    def interval(self, meta: Meta, c: list[Any]) -> s.Interval:
        return s.Interval(self._span(meta), c[0], c[1], c[2], tuple(c[3:]))

    def stream(self, meta: Meta, c: list[Any]) -> s.Stream:
        return s.Stream(self._span(meta), c[0], tuple(c[1:]))

    def stream_part(self, meta: Meta, c: list[Any]) -> s.StreamPart:
        return s.StreamPart(self._span(meta), c[0], tuple(c[1:]))

    def renamed(self, _meta: Meta, c: list[Any]) -> tuple[s.Name, s.Name]:
        return (c[0], c[1])

    def label(self, meta: Meta, c: list[Any]) -> s.Labels:
        of = c[0] if isinstance(c[0], s.Name) else s.Name(self._span(c[0]), str(c[0]))
        return s.Labels(self._span(meta), of, tuple(c[1:]))

    def labelled(self, meta: Meta, c: list[Any]) -> s.Labelled:
        words = s.Words(self._span(meta), text_of(c[1]), text_of(c[2]))
        return s.Labelled(self._span(meta), c[0], words)

    # ---- constants ------------------------------------------------------------------------------
    def order(self, meta: Meta, c: list[Any]) -> s.Order:
        return s.Order(self._span(meta), c[0], tuple(c[1:]))

    def constant(self, meta: Meta, c: list[Any]) -> s.Constant:
        usage = is_terminal(c[-1], "USAGE")
        own = [x for x in c if not isinstance(x, list | Token)]
        kind = next((x[0] for x in c if isinstance(x, list)), None)
        return s.Constant(self._span(meta), own[0], kind, own[1], usage)

    def of_type(self, _meta: Meta, c: list[Any]) -> list[Any]:
        return c

    def param(self, meta: Meta, c: list[Any]) -> s.Param:
        return s.Param(self._span(meta), c[0], c[1], every(s.Dated, c), only(s.Words, c))

    def dated(self, meta: Meta, c: list[Any]) -> s.Dated:
        start = day_of(c[1], self._span(c[1])) if len(c) > 1 else None
        return s.Dated(self._span(meta), c[0], start)

    def table(self, meta: Meta, c: list[Any]) -> s.Table:
        domains = every(s.Domain, c)
        gives = c[1 + len(domains)]
        rest = c[2 + len(domains) :]
        rows = rest[0] if isinstance(rest[0], tuple) else tuple(rest)
        return s.Table(self._span(meta), c[0], domains, gives, rows)

    def domain(self, meta: Meta, c: list[Any]) -> s.Domain:
        return s.Domain(self._span(meta), c[0], c[1])

    def row(self, meta: Meta, c: list[Any]) -> s.Row:
        if is_terminal(c[0], "ELSE"):
            return s.Row(self._span(meta), (), c[-1])
        return s.Row(self._span(meta), tuple(c[:-1]), c[-1])

    def wildcard(self, meta: Meta, _c: list[Any]) -> s.Wildcard:
        return s.Wildcard(self._span(meta))

    def grid(self, _meta: Meta, c: list[Any]) -> tuple[s.Row, ...]:
        columns = [x for x in c if not isinstance(x, list)]
        rows: list[s.Row] = []
        for head, *results in (x for x in c if isinstance(x, list)):
            if len(results) != len(columns):
                row, found, wanted = head.span.text, len(results), len(columns)
                raise DiagnosticError(
                    message("E104.grid_row", row=row, results=found, columns=wanted), head.span
                )
            pairs = zip(columns, results, strict=True)
            rows += [s.Row(result.span, (head, column), result) for column, result in pairs]
        return tuple(rows)

    def grid_row(self, _meta: Meta, c: list[Any]) -> list[Any]:
        return c


_SILENT = "silent when absent"
