"""From a parse tree to the syntax of declarations: one method for each rule of the grammar."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache
from itertools import product
from typing import Any

from lark import Token
from lark.tree import Meta

from auditor.diagnostic import DiagnosticError
from auditor.language.syntax import nodes as s
from auditor.language.syntax.transform_expressions import (
    ExpressionTransformer,
    day_of,
    every,
    is_terminal,
    only,
    text_of,
)
from auditor.messages.message import message
from auditor.source import Span


class LawTransformer(ExpressionTransformer):
    """Builds the syntax of the heads of files, and of what they say of the law."""

    def ruleset(self, meta: Meta, c: list[Any]) -> s.Ruleset:
        version = next(text_of(x) for x in c if is_terminal(x, "STRING"))
        words = only(s.Words, c)
        assert words is not None
        extends = only(s.Label, c[1:])
        return s.Ruleset(self._span(meta), c[0], extends, version, words, only(s.InForce, c))

    def in_force(self, meta: Meta, c: list[Any]) -> s.InForce:
        days = [day_of(token, self._span(token)) for token in c]
        return s.InForce(self._span(meta), days[0], days[1] if len(days) > 1 else None)

    def words(self, meta: Meta, c: list[Any]) -> s.Words:
        return s.Words(self._span(meta), text_of(c[0]), text_of(c[1]))

    def source(self, meta: Meta, c: list[Any]) -> s.SourceOfLaw:
        article = next((text_of(x) for x in c if is_terminal(x, "STRING")), "")
        nature = next(x for x in c if isinstance(x, Token) and x.type in _NATURES)
        said: dict[str, Any] = dict(x for x in c if isinstance(x, tuple))
        return s.SourceOfLaw(
            self._span(meta),
            c[0],
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

    def compared(self, meta: Meta, c: list[Any]) -> tuple[str, object]:
        words, day, by = c
        own = self._span(meta)
        return ("compared", s.Compared(own, words, day_of(day, self._span(day)), text_of(by)))

    def abrogated(self, meta: Meta, c: list[Any]) -> s.Abrogated:
        return s.Abrogated(self._span(meta), day_of(c[0], self._span(c[0])) if c else None)

    def edition(self, _meta: Meta, c: list[Any]) -> date:
        return day_of(c[0], self._span(c[0]))

    def provision(self, meta: Meta, c: list[Any]) -> s.Provision:
        words, *reason = [x for x in c if isinstance(x, s.Words)]
        return s.Provision(
            self._span(meta),
            c[0],
            only(s.Label, c[1:]),
            words,
            only(s.InForce, c),
            reason[0] if reason else None,
            next((x for x in c if isinstance(x, tuple)), ()),
        )

    def reading(self, meta: Meta, c: list[Any]) -> s.Reading:
        name, *provisions = every(s.Label, c)
        words, because, other = every(s.Words, c)
        param = only(s.Name, c)
        without_rule = is_terminal(c[-1], "NO_RULE")
        return s.Reading(
            self._span(meta), name, tuple(provisions), words, because, other, param, without_rule
        )


_NATURES: dict[str, s.Nature] = {
    "LAW": "law",
    "CALLED_IN": "called-in",
    "USAGE": "usage",
    "RECORD": "record",
}


class VocabularyTransformer(LawTransformer):
    """Builds the syntax of the words of rules, and of their constants."""

    def enumeration(self, meta: Meta, c: list[Any]) -> s.Enumeration:
        return s.Enumeration(self._span(meta), c[0], every(s.Name, c[1:]), c[1].value)

    def event(self, meta: Meta, c: list[Any]) -> s.Event:
        also, payment = (any(is_terminal(x, word) for x in c) for word in ("ALSO", "PAYMENT"))
        exceptional = next((x for x in c if isinstance(x, bool)), None)
        names, fields = every(s.Name, c), every(s.EventField, c)
        columns = tuple(x for x in c if isinstance(x, s.Bears | s.Lacks))
        return s.Event(self._span(meta), names, fields, exceptional, payment, also, columns)

    def silent(self, _meta: Meta, c: list[Any]) -> bool:
        return not c

    def event_field(self, meta: Meta, c: list[Any]) -> s.EventField:
        return s.EventField(self._span(meta), c[0], len(c) > 1)

    def label(self, meta: Meta, c: list[Any]) -> s.Labels:
        of = c[0] if isinstance(c[0], s.Name) else s.Name(self._span(c[0]), str(c[0]))
        return s.Labels(self._span(meta), of, tuple(c[1:]))

    def labelled(self, meta: Meta, c: list[Any]) -> s.Labelled:
        words = s.Words(self._span(meta), text_of(c[1]), text_of(c[2]))
        return s.Labelled(self._span(meta), c[0], words)

    # ---- constants ------------------------------------------------------------------------------
    def constant(self, meta: Meta, c: list[Any]) -> s.Constant:
        usage = is_terminal(c[-1], "USAGE")
        own = [x for x in c if not isinstance(x, list | Token)]
        kind = next((x[0] for x in c if isinstance(x, list)), None)
        return s.Constant(self._span(meta), own[0], kind, own[1], usage)

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

    def row(self, meta: Meta, c: list[Any]) -> s.Row:
        if is_terminal(c[0], "ELSE"):
            return s.Row(self._span(meta), (), c[-1])
        return s.Row(self._span(meta), tuple(c[:-1]), c[-1])

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


Clause = tuple[str, Any, Span]
"""The name of a clause, what it says, and where it stands."""
_SAID_IN_LINE = re.compile(r'(?:"[^"]*"|(?<![\s|])#|[^"#])*')
_CELL = re.compile(r'(\w+)=("[^"]*"|\S*)')
_EXAMPLE_LINE = re.compile(r"(?:(\d+)\s+)?(?:([^\W\d]\w*)(?=\s|$)(?!\s*=))?")


class DeclarationTransformer(VocabularyTransformer):
    """Builds the syntax of one declaration that begins on the given line of a source."""

    def record(self, meta: Meta, c: list[Any]) -> s.Record:
        over = next((x for x in c if isinstance(x, tuple)), ())
        return s.Record(self._span(meta), c[0], every(s.Name, c[1:]), over, every(s.Let, c))

    def ledger(self, meta: Meta, c: list[Any]) -> s.Ledger:
        places, of = next((x for x in c if isinstance(x, tuple)), ((), c[0]))
        keys, lets = every(s.Name, c[1:]), every(s.Let, c)
        also, entries = is_terminal(c[1], "ALSO"), every(s.Entry, c)
        return s.Ledger(self._span(meta), c[0], keys, (), lets, also, places, of, entries)

    def places(self, _meta: Meta, c: list[Any]) -> tuple[tuple[s.Name, ...], s.Name]:
        return tuple(c[:-1]), c[-1]

    def entry(self, meta: Meta, c: list[Any]) -> s.Entry:
        where = next((x[1] for x in c if isinstance(x, tuple)), None)
        doings = tuple(own for x in c if isinstance(x, list) for own in x)
        return s.Entry(self._span(meta), c[0], where, doings)

    def doing(self, meta: Meta, c: list[Any]) -> list[s.Doing]:
        ways = product(*(x if isinstance(x, list) else [x] for x in c))
        return [s.Doing(self._span(meta), own) for own in ways]

    def moves(self, meta: Meta, c: list[Any]) -> list[s.Move]:
        amount, *flows = c
        orders = flows.pop(0) if isinstance(flows[0], list) else [()]
        return [s.Move(self._span(meta), amount, (*own, *flows)) for own in orders]

    def any_first(self, _meta: Meta, c: list[Any]) -> list[tuple[s.Flow, ...]]:
        """Each flow with the others behind it, in their order."""
        flows = every(s.Flow, c)
        return [(own, *(other for other in flows if other is not own)) for own in flows]

    def rule(self, meta: Meta, c: list[Any]) -> s.Rule:
        label = c[0]
        clauses = [x for x in c[1:] if isinstance(x, tuple)]
        one = {name: self._clause(clauses, name, label) for name in _ONCE}
        return s.Rule(
            self._span(meta),
            label,
            one["severity"],
            one["cites"],
            one["rests on"] or (),
            one["invalidates"],
            one["for each"],
            every(s.Let, c),
            tuple(v for n, v, _ in clauses if n == "applies when"),
            tuple(x for x in c if isinstance(x, s.Verifiable | s.Unless)),
            one["only if"] or (),
            one["require"],
            one["report"] or (),
            one["message"],
            only(s.InForce, c),
            one["even when suspended"] is not None,
            as_logged=one[_AS_LOGGED] is not None,
        )

    def _clause(self, clauses: list[Clause], name: str, label: s.Label) -> Any:
        found = [(value, span) for clause, value, span in clauses if clause == name]
        if len(found) > 1:
            first = (message("E202.first_time"), found[0][1])
            what = message("E104.twice", rule=label.text, clause=name)
            raise DiagnosticError(what, found[1][1], None, first)
        if not found and name in _REQUIRED:
            hint = message("E104.severities") if name == "severity" else None
            what = message("E104.missing", rule=label.text, clause=name)
            raise DiagnosticError(what, label.span, hint)
        return found[0][0] if found else None

    def for_each(self, meta: Meta, c: list[Any]) -> Clause:
        return (
            "for each",
            s.ForEach(self._span(meta), c[0], c[1][1] if len(c) > 1 else None),
            self._span(meta),
        )

    def define(self, meta: Meta, c: list[Any]) -> s.Define:
        arguments = next((tuple(x) for x in c if isinstance(x, list)), ())
        of = next((x[1] for x in c if isinstance(x, tuple)), None)
        return s.Define(self._span(meta), c[0], arguments, of, c[-1])

    def given(self, meta: Meta, c: list[Any]) -> s.Given:
        lines = tuple(map(self.line, c))
        for line in lines:
            if line.kind not in ("", s.GIVEN):
                raise DiagnosticError(message("E104.given", kind=line.kind), line.span)
        return s.Given(self._span(meta), lines)

    def example(self, meta: Meta, c: list[Any]) -> s.Example:
        outcome = next(x for x in c if isinstance(x, Token) and x.type in _OUTCOMES)
        lines = tuple(self.line(x) for x in c if is_terminal(x, "LINE"))
        rows = next((x for x in c if isinstance(x, tuple)), ())
        said = _OUTCOMES[outcome.type]
        return s.Example(self._span(meta), text_of(c[0]), c[1], said, rows, lines)

    def rows_at(self, _meta: Meta, c: list[Any]) -> tuple[int, ...]:
        return tuple(map(self._whole, c))

    def line(self, token: Token) -> s.Line:
        """One event of an example, from the text behind its `|`."""
        kind, cells, times, strange = _said_in_line(str(token))
        span = self._span(token)
        if strange:
            hint = message("E104.cell_form")
            raise DiagnosticError(message("E104.cell", text=strange), span, hint)
        return s.Line(span, kind, cells, times)


@lru_cache(maxsize=4096)  # examples say the same again and again
def _said_in_line(line: str) -> tuple[str, tuple[tuple[str, str], ...], int, str]:
    """The kind of a line of an example, its cells, how often it stands; and what is none of it."""
    text = line[1:].strip()
    said = _SAID_IN_LINE.match(text)
    if said is not None and text[said.end() :].startswith("#"):
        text = said.group()  # behind it stands a comment
    head = _EXAMPLE_LINE.match(text)
    times, kind = head.groups() if head else (None, None)
    rest = text[head.end() :] if head else text
    cells = tuple((name, value.strip('"')) for name, value in _CELL.findall(rest))
    return kind or "", cells, int(times or 1), _CELL.sub("", rest).strip()


_AS_LOGGED = "even where rows are missing"
_ONCE = (
    "severity",
    "cites",
    "rests on",
    "invalidates",
    "for each",
    "even when suspended",
    _AS_LOGGED,
    "only if",
    "require",
    "report",
    "message",
)
_REQUIRED = frozenset(("severity", "cites", "for each", "require"))
_OUTCOMES: dict[str, Any] = {
    "VIOLATES": "violates",
    "COMPLIES": "complies",
    "UNVERIFIABLE": "unverifiable",
    "INAPPLICABLE": "inapplicable",
}
