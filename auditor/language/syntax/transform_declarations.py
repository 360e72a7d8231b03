"""From a parse tree to the syntax of declarations: one method for each rule of the grammar."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from lark import Token
from lark.tree import Meta

from auditor.diagnostic import DiagnosticError
from auditor.language.syntax import nodes as s
from auditor.language.syntax.transform_expressions import every, is_terminal, only, text_of
from auditor.language.syntax.transform_vocabulary import VocabularyTransformer
from auditor.messages.message import message
from auditor.source import Span

_Clause = tuple[str, Any, Span]
"""The name of a clause, what it says, and where it stands."""
_SAID_IN_LINE = re.compile(r'(?:"[^"]*"|(?<![\s|])#|[^"#])*')
_CELL = re.compile(r'(\w+)=("[^"]*"|\S*)')
_EXAMPLE_LINE = re.compile(r"(?:(\d+)\s+)?(?:([^\W\d]\w*)(?=\s|$)(?!\s*=))?")


class DeclarationTransformer(VocabularyTransformer):
    """Builds the syntax of one declaration that begins on the given line of a source."""

    def record(self, meta: Meta, c: list[Any]) -> s.Record:
        over = next((x for x in c if isinstance(x, tuple)), ())
        return s.Record(self._span(meta), c[0], every(s.Name, c[1:]), over, every(s.Let, c))

    def from_kinds(self, _meta: Meta, c: list[Any]) -> tuple[s.Name, ...]:
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

    def _clause(self, clauses: list[_Clause], name: str, label: s.Label) -> Any:
        found = [(value, span) for clause, value, span in clauses if clause == name]
        if len(found) > 1:
            first = (message("E202.first_time"), found[0][1])
            what = message("E104.twice", rule=label.text, clause=name)
            raise DiagnosticError(what, found[1][1], None, first)
        if not found and name in _REQUIRED:
            raise DiagnosticError(message("E104.missing", rule=label.text, clause=name), label.span)
        return found[0][0] if found else None

    def severity(self, meta: Meta, c: list[Any]) -> _Clause:
        return ("severity", str(c[0]), self._span(meta))

    def cites(self, meta: Meta, c: list[Any]) -> _Clause:
        return ("cites", self._labels(c), self._span(meta))

    def rests_on(self, meta: Meta, c: list[Any]) -> _Clause:
        return ("rests on", self._labels(c), self._span(meta))

    def invalidates(self, meta: Meta, c: list[Any]) -> _Clause:
        return ("invalidates", c[0], self._span(meta))

    def suspended(self, meta: Meta, _c: list[Any]) -> _Clause:
        return ("even when suspended", True, self._span(meta))

    def as_logged(self, meta: Meta, _c: list[Any]) -> _Clause:
        return (_AS_LOGGED, True, self._span(meta))

    def for_each(self, meta: Meta, c: list[Any]) -> _Clause:
        return (
            "for each",
            s.ForEach(self._span(meta), c[0], c[1][1] if len(c) > 1 else None),
            self._span(meta),
        )

    def applies(self, meta: Meta, c: list[Any]) -> _Clause:
        return ("applies when", c[0], self._span(meta))

    def verifiable(self, meta: Meta, c: list[Any]) -> s.Verifiable:
        return s.Verifiable(self._span(meta), c[0], c[1])

    def unless(self, meta: Meta, c: list[Any]) -> s.Unless:
        return s.Unless(self._span(meta), tuple(c))

    def only_if(self, meta: Meta, c: list[Any]) -> _Clause:
        return ("only if", self._labels(c), self._span(meta))

    def exactly(self, meta: Meta, c: list[Any]) -> s.Comparison:
        """So many of them; where a condition follows, none where it does not hold."""
        many, selection, *condition = c
        span = self._span(meta)
        wanted: s.Expression = many
        if condition:
            [asked] = condition
            ends = asked.span
            rest = Span(ends.source, ends.end_line, ends.end_column, span.end_line, span.end_column)
            cases = (s.Case(asked.span, asked, many),)
            wanted = s.Choice(asked.span, cases, s.Number(rest, 0))
        count = s.Aggregate(selection.span, "count", selection, None)
        return s.Comparison(span, ("=",), (count, wanted))

    def suspend(self, meta: Meta, c: list[Any]) -> s.Suspend:
        return s.Suspend(self._span(meta), c[0], c[1])

    def state(self, meta: Meta, c: list[Any]) -> s.State:
        name, kind, within, *where = c
        return s.State(self._span(meta), name, kind, within, where[0][1] if where else None)

    def gap(self, meta: Meta, c: list[Any]) -> s.Gap:
        return s.Gap(self._span(meta), c[0], c[1], c[2])

    def subject(self, meta: Meta, c: list[Any]) -> s.Subject:
        return s.Subject(self._span(meta), c[0], c[1], c[2][1] if len(c) > 2 else None)

    def rule_group(self, meta: Meta, c: list[Any]) -> s.RuleGroup:
        label, *rules = self._labels(c)
        return s.RuleGroup(self._span(meta), label, tuple(rules))

    def require(self, meta: Meta, c: list[Any]) -> _Clause:
        return ("require", c[0], self._span(meta))

    def report(self, meta: Meta, c: list[Any]) -> _Clause:
        return ("report", tuple(c), self._span(meta))

    def message(self, meta: Meta, c: list[Any]) -> _Clause:
        return ("message", c[0], self._span(meta))

    def statistic(self, meta: Meta, c: list[Any]) -> s.Statistic:
        label = self._label(c[0])
        clauses = [x for x in c[2:] if isinstance(x, tuple)]
        one = {name: self._measure(clauses, name, label) for name in _ONCE_MEASURED}
        return s.Statistic(
            self._span(meta),
            label,
            c[1],
            one["for each"],
            every(s.Let, c),
            tuple(v for n, v, _ in clauses if n == "applies when"),
            one["observed"],
            one["wagered"],
            one["gained"],
            one["foreseen"],
            one["ways"],
            one["per"],
        )

    def _measure(self, clauses: list[_Clause], name: str, label: s.Label) -> Any:
        found = [(value, span) for clause, value, span in clauses if clause == name]
        if len(found) > 1:
            first = (message("E202.first_time"), found[0][1])
            what = message("E104.measured_twice", statistic=label.text, clause=name)
            raise DiagnosticError(what, found[1][1], None, first)
        takings = any(clause == "gained" for clause, _, _ in clauses)
        wanted = _MEASURES_TAKINGS if takings else _MEASURES_RESULTS
        if not found and name in wanted:
            what = message("E104.not_measured", statistic=label.text, clause=name)
            raise DiagnosticError(what, label.span)
        if found and name not in wanted:
            what = message("E104.measured_not", statistic=label.text, clause=name)
            raise DiagnosticError(what, found[0][1])
        return found[0][0] if found else None

    def observed(self, meta: Meta, c: list[Any]) -> _Clause:
        return ("observed", c[0], self._span(meta))

    def wagered(self, meta: Meta, c: list[Any]) -> _Clause:
        return ("wagered", c[0], self._span(meta))

    def gained(self, meta: Meta, c: list[Any]) -> _Clause:
        return ("gained", c[0], self._span(meta))

    def foreseen(self, meta: Meta, c: list[Any]) -> _Clause:
        return ("foreseen", c[0], self._span(meta))

    def ways(self, meta: Meta, c: list[Any]) -> _Clause:
        table, *names = every(s.Name, c)
        drawn, span = len(c) > len(names) + 1, self._span(meta)
        return ("ways", s.Ways(span, table, drawn, names[0] if names else None), span)

    def without_return(self, _meta: Meta, _c: list[Any]) -> bool:
        return True

    def per(self, meta: Meta, c: list[Any]) -> _Clause:
        return ("per", tuple(c), self._span(meta))

    def replace(self, meta: Meta, c: list[Any]) -> s.Replace:
        return s.Replace(self._span(meta), c[0])

    def drop(self, meta: Meta, c: list[Any]) -> s.Drop:
        kind: Any = str(c[0])
        return s.Drop(self._span(meta), kind, self._label(c[1]))

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
_ONCE_MEASURED = ("for each", "observed", "wagered", "gained", "foreseen", "ways", "per")
_MEASURES_RESULTS = frozenset(("for each", "observed", "ways", "per"))
_MEASURES_TAKINGS = frozenset(("for each", "wagered", "gained", "foreseen", "ways", "per"))
_REQUIRED = frozenset(("severity", "cites", "for each", "require"))
_OUTCOMES: dict[str, Any] = {
    "VIOLATES": "violates",
    "COMPLIES": "complies",
    "UNVERIFIABLE": "unverifiable",
    "INAPPLICABLE": "inapplicable",
}
