"""From a parse tree to the syntax of declarations: one method for each rule of the grammar."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from typing import Any

from lark import Token, v_args
from lark.tree import Meta

from auditor.diagnostic import DiagnosticError
from auditor.language.syntax import nodes as s
from auditor.language.syntax.transform_expressions import (
    ExpressionTransformer,
    every,
    is_terminal,
    only,
    text_of,
)
from auditor.messages.message import message
from auditor.source import Span

_CELL = re.compile(r'(\w+)=("[^"]*"|\S*)')
_EXAMPLE_LINE = re.compile(r"(?:(\d+)\s+)?(?:([^\W\d]\w*)(?=\s|$)(?!\s*=))?")


@v_args(meta=True)
class DeclarationTransformer(ExpressionTransformer):
    """Builds the syntax of one declaration that begins on the given line of a source."""

    def _label(self, token: Token) -> s.Label:
        return s.Label(self._span(token), str(token))

    def _labels(self, children: Sequence[Any]) -> tuple[s.Label, ...]:
        return tuple(self._label(c) for c in children if is_terminal(c, "LABEL"))

    # ---- files and the law ----------------------------------------------------------------------
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
        days = [_day(token, self._span(token)) for token in c]
        return s.InForce(self._span(meta), days[0], days[1] if len(days) > 1 else None)

    def words(self, meta: Meta, c: list[Any]) -> s.Words:
        return s.Words(self._span(meta), text_of(c[0]), text_of(c[1]))

    def use(self, meta: Meta, c: list[Any]) -> s.Use:
        return s.Use(self._span(meta), self._labels(c))

    def source(self, meta: Meta, c: list[Any]) -> s.SourceOfLaw:
        article = next((text_of(x) for x in c if is_terminal(x, "STRING")), "")
        return s.SourceOfLaw(
            self._span(meta),
            self._label(c[0]),
            c[1],
            article,
            only(date, c),
            is_terminal(c[-1], "YES"),
        )

    def article(self, _meta: Meta, c: list[Any]) -> Token:
        token: Token = c[0]
        return token

    def edition(self, _meta: Meta, c: list[Any]) -> date:
        return _day(c[0], self._span(c[0]))

    def provision(self, meta: Meta, c: list[Any]) -> s.Provision:
        words, *reason = [x for x in c if isinstance(x, s.Words)]
        return s.Provision(
            self._span(meta),
            self._label(c[0]),
            only(s.Label, c),
            words,
            only(s.InForce, c),
            reason[0] if reason else None,
        )

    def of_source(self, _meta: Meta, c: list[Any]) -> s.Label:
        return self._label(c[0])

    def not_auditable(self, _meta: Meta, c: list[Any]) -> s.Words:
        words: s.Words = c[0]
        return words

    # ---- vocabularies ---------------------------------------------------------------------------
    def enumeration(self, meta: Meta, c: list[Any]) -> s.Enumeration:
        return s.Enumeration(self._span(meta), c[0], every(s.Name, c[1:]), c[1].value)

    def context(self, meta: Meta, c: list[Any]) -> s.Context:
        return s.Context(self._span(meta), tuple(c[:-1]), c[-1])

    def field(self, meta: Meta, c: list[Any]) -> s.Field:
        return s.Field(self._span(meta), tuple(c[:-1]), c[-1])

    def event(self, meta: Meta, c: list[Any]) -> s.Event:
        also, exceptional, payment = (
            any(is_terminal(x, word) for x in c) for word in ("ALSO", "EXCEPTIONAL", "PAYMENT")
        )
        fields = every(s.EventField, c)
        return s.Event(self._span(meta), c[0], fields, exceptional, payment, also)

    def event_field(self, meta: Meta, c: list[Any]) -> s.EventField:
        return s.EventField(self._span(meta), c[0], len(c) > 1)

    def needs(self, meta: Meta, c: list[Any]) -> s.Needs:
        return s.Needs(self._span(meta), c[0], tuple(c[1:]))

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
        start = _day(c[1], self._span(c[1])) if len(c) > 1 else None
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

    # ---- records, rules and examples ------------------------------------------------------------
    def record(self, meta: Meta, c: list[Any]) -> s.Record:
        over = next((x for x in c if isinstance(x, tuple)), ())
        return s.Record(self._span(meta), c[0], every(s.Name, c[1:]), over, every(s.Let, c))

    def over(self, _meta: Meta, c: list[Any]) -> tuple[s.Name, ...]:
        return tuple(c)

    def let(self, meta: Meta, c: list[Any]) -> s.Let:
        return s.Let(self._span(meta), c[0], c[1])

    def rule(self, meta: Meta, c: list[Any]) -> s.Rule:
        label = self._label(c[0])
        clauses = [x for x in c[1:] if isinstance(x, tuple)]
        one = {name: self._clause(clauses, name, label) for name in _ONCE}
        return s.Rule(
            self._span(meta),
            label,
            one["severity"],
            one["cites"],
            one["underlies"],
            one["for each"],
            every(s.Let, c),
            tuple(v for n, v in clauses if n == "applies when"),
            every(s.Verifiable, c),
            one["presumes"] or (),
            one["require"],
            one["report"] or (),
            one["message"],
            only(s.InForce, c),
        )

    def _clause(self, clauses: list[tuple[str, Any]], name: str, label: s.Label) -> Any:
        found = [value for clause, value in clauses if clause == name]
        if len(found) > 1:
            raise DiagnosticError(message("E104.twice", rule=label.text, clause=name), label.span)
        if not found and name in _REQUIRED:
            raise DiagnosticError(message("E104.missing", rule=label.text, clause=name), label.span)
        return found[0] if found else None

    def severity(self, _meta: Meta, c: list[Any]) -> tuple[str, str]:
        return ("severity", str(c[0]))

    def cites(self, _meta: Meta, c: list[Any]) -> tuple[str, object]:
        return ("cites", self._labels(c))

    def underlies(self, _meta: Meta, c: list[Any]) -> tuple[str, object]:
        return ("underlies", c[0])

    def for_each(self, meta: Meta, c: list[Any]) -> tuple[str, object]:
        return ("for each", s.ForEach(self._span(meta), c[0], c[1][1] if len(c) > 1 else None))

    def applies(self, _meta: Meta, c: list[Any]) -> tuple[str, object]:
        return ("applies when", c[0])

    def verifiable(self, meta: Meta, c: list[Any]) -> s.Verifiable:
        return s.Verifiable(self._span(meta), c[0], c[1])

    def presumes(self, _meta: Meta, c: list[Any]) -> tuple[str, object]:
        return ("presumes", self._labels(c))

    def require(self, _meta: Meta, c: list[Any]) -> tuple[str, object]:
        return ("require", c[0])

    def report(self, _meta: Meta, c: list[Any]) -> tuple[str, object]:
        return ("report", tuple(c))

    def message(self, _meta: Meta, c: list[Any]) -> tuple[str, object]:
        return ("message", c[0])

    def replace(self, meta: Meta, c: list[Any]) -> s.Replace:
        return s.Replace(self._span(meta), c[0])

    def drop(self, meta: Meta, c: list[Any]) -> s.Drop:
        return s.Drop(self._span(meta), "rule" if c[0] == "rule" else "record", self._label(c[1]))

    def example(self, meta: Meta, c: list[Any]) -> s.Example:
        outcome = next(x for x in c if isinstance(x, Token) and x.type in _OUTCOMES)
        lines = tuple(self.line(x) for x in c if is_terminal(x, "LINE"))
        rows = next((x for x in c if isinstance(x, tuple)), ())
        return s.Example(
            self._span(meta), text_of(c[0]), self._label(c[1]), _OUTCOMES[outcome.type], rows, lines
        )

    def rows_at(self, _meta: Meta, c: list[Any]) -> tuple[int, ...]:
        return tuple(map(self._whole, c))

    def line(self, token: Token) -> s.Line:
        """One event of an example, from the text behind its `|`."""
        text = str(token)[1:].strip()
        head = _EXAMPLE_LINE.match(text)
        times, kind = head.groups() if head else (None, None)
        rest = text[head.end() :] if head else text
        cells = tuple((name, value.strip('"')) for name, value in _CELL.findall(rest))
        if strange := _CELL.sub("", rest).strip():
            hint = message("E104.cell_form")
            raise DiagnosticError(message("E104.cell", text=strange), self._span(token), hint)
        return s.Line(self._span(token), kind or "", cells, int(times or 1))


def _day(token: Token, span: Span) -> date:
    try:
        return date.fromisoformat(str(token))
    except ValueError as error:
        raise DiagnosticError(message("E104.day", text=str(token)), span) from error


_ONCE = ("severity", "cites", "underlies", "for each", "presumes", "require", "report", "message")
_REQUIRED = frozenset(("severity", "cites", "for each", "require"))
_OUTCOMES: dict[str, Any] = {
    "VIOLATES": "violates",
    "COMPLIES": "complies",
    "UNVERIFIABLE": "unverifiable",
    "INAPPLICABLE": "inapplicable",
}
