"""From a parse tree to syntax: one method for each rule of the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, TypeVar

from lark import Token, Transformer, v_args
from lark.tree import Meta

from auditor.language import syntax as s
from auditor.source import Source, Span
from auditor.values import exact

T = TypeVar("T")
_CELL = re.compile(r'(\w+)=("[^"]*"|\S*)')
_EXAMPLE_LINE = re.compile(r"(?:(\d+)\s+)?(?:([^\W\d]\w*)(?=\s|$)(?!\s*=))?")


class MisplacedError(Exception):
    """Something that the grammar lets through and the language does not: message and place."""

    def __init__(self, message: str, span: Span, hint: str = "") -> None:
        super().__init__(message)
        self.message, self.span, self.hint = message, span, hint


def _only(kind: type[T], children: Iterable[object]) -> T | None:
    return next((child for child in children if isinstance(child, kind)), None)


def _all(kind: type[T], children: Iterable[object]) -> tuple[T, ...]:
    return tuple(child for child in children if isinstance(child, kind))


def _text(token: object) -> str:
    """A text without its quotes; `\\"` stands for a quote and `\\\\` for a backslash in it."""
    return re.sub(r"\\(.)", r"\1", str(token)[1:-1])


@v_args(meta=True)
class Builder(Transformer[Token, Any]):
    """Builds the syntax of one declaration that begins on the given line of a source."""

    def __init__(self, source: Source, first_line: int) -> None:
        super().__init__()
        self._source = source
        self._skip = first_line - 1

    def _span(self, at: Meta | Token) -> Span:
        line, end_line = at.line or 1, at.end_line or 1
        return Span(
            self._source, line + self._skip, at.column or 1,
            end_line + self._skip, at.end_column or 1,
        )  # fmt: skip

    def _label(self, token: Token) -> s.Label:
        return s.Label(self._span(token), str(token))

    def _labels(self, children: Sequence[Any]) -> tuple[s.Label, ...]:
        return tuple(self._label(c) for c in children if _is(c, "LABEL"))

    # ---- files and the law ----------------------------------------------------------------------
    def vocabulary(self, meta: Meta, c: list[Any]) -> s.Vocabulary:
        return s.Vocabulary(self._span(meta), self._label(c[0]), c[1])

    def ruleset(self, meta: Meta, c: list[Any]) -> s.Ruleset:
        version = next(_text(x) for x in c if _is(x, "STRING"))
        words = _only(s.Words, c)
        assert words is not None
        extends = _only(s.Label, c[1:])
        return s.Ruleset(
            self._span(meta), self._label(c[0]), extends, version, words, _only(s.InForce, c)
        )

    def extends(self, _meta: Meta, c: list[Any]) -> s.Label:
        return self._label(c[0])

    def in_force(self, meta: Meta, c: list[Any]) -> s.InForce:
        days = [_day(token, self._span(token)) for token in c]
        return s.InForce(self._span(meta), days[0], days[1] if len(days) > 1 else None)

    def words(self, meta: Meta, c: list[Any]) -> s.Words:
        return s.Words(self._span(meta), _text(c[0]), _text(c[1]))

    def use(self, meta: Meta, c: list[Any]) -> s.Use:
        return s.Use(self._span(meta), self._labels(c))

    def source(self, meta: Meta, c: list[Any]) -> s.SourceOfLaw:
        article = next((_text(x) for x in c if _is(x, "STRING")), "")
        return s.SourceOfLaw(
            self._span(meta), self._label(c[0]), c[1], article, _only(date, c), _is(c[-1], "YES")
        )

    def article(self, _meta: Meta, c: list[Any]) -> Token:
        token: Token = c[0]
        return token

    def edition(self, _meta: Meta, c: list[Any]) -> date:
        return _day(c[0], self._span(c[0]))

    def provision(self, meta: Meta, c: list[Any]) -> s.Provision:
        words, *reason = [x for x in c if isinstance(x, s.Words)]
        return s.Provision(
            self._span(meta), self._label(c[0]), _only(s.Label, c), words,
            _only(s.InForce, c), reason[0] if reason else None,
        )  # fmt: skip

    def of_source(self, _meta: Meta, c: list[Any]) -> s.Label:
        return self._label(c[0])

    def not_auditable(self, _meta: Meta, c: list[Any]) -> s.Words:
        words: s.Words = c[0]
        return words

    # ---- vocabularies ---------------------------------------------------------------------------
    def enumeration(self, meta: Meta, c: list[Any]) -> s.Enumeration:
        return s.Enumeration(self._span(meta), c[0], _all(s.Name, c[1:]), c[1].value)

    def context(self, meta: Meta, c: list[Any]) -> s.Context:
        return s.Context(self._span(meta), tuple(c[:-1]), c[-1])

    def field(self, meta: Meta, c: list[Any]) -> s.Field:
        return s.Field(self._span(meta), tuple(c[:-1]), c[-1])

    def event(self, meta: Meta, c: list[Any]) -> s.Event:
        return s.Event(self._span(meta), c[0], _all(s.EventField, c), _is(c[-1], "EXCEPTIONAL"))

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
        return s.Constant(self._span(meta), c[0], c[1], len(c) > 2)

    def param(self, meta: Meta, c: list[Any]) -> s.Param:
        return s.Param(self._span(meta), c[0], c[1], _all(s.Dated, c), _only(s.Words, c))

    def dated(self, meta: Meta, c: list[Any]) -> s.Dated:
        start = _day(c[1], self._span(c[1])) if len(c) > 1 else None
        return s.Dated(self._span(meta), c[0], start)

    def table(self, meta: Meta, c: list[Any]) -> s.Table:
        domains = _all(s.Domain, c)
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

    def grid(self, meta: Meta, c: list[Any]) -> tuple[s.Row, ...]:
        columns = [x for x in c if not isinstance(x, list)]
        rows: list[s.Row] = []
        for head, *results in (x for x in c if isinstance(x, list)):
            if len(results) != len(columns):
                raise MisplacedError(
                    f"row `{head.span.text}` has {len(results)} results for {len(columns)} columns",
                    head.span,
                )
            pairs = zip(columns, results, strict=True)
            rows += [s.Row(result.span, (head, column), result) for column, result in pairs]
        return tuple(rows)

    def grid_row(self, _meta: Meta, c: list[Any]) -> list[Any]:
        return c

    # ---- records, rules and examples ------------------------------------------------------------
    def record(self, meta: Meta, c: list[Any]) -> s.Record:
        over = next((x for x in c if isinstance(x, tuple)), ())
        return s.Record(self._span(meta), c[0], _all(s.Name, c[1:]), over, _all(s.Let, c))

    def over(self, _meta: Meta, c: list[Any]) -> tuple[s.Name, ...]:
        return tuple(c)

    def let(self, meta: Meta, c: list[Any]) -> s.Let:
        return s.Let(self._span(meta), c[0], c[1])

    def rule(self, meta: Meta, c: list[Any]) -> s.Rule:
        label = self._label(c[0])
        clauses = [x for x in c[1:] if isinstance(x, tuple)]
        one = {name: self._clause(clauses, name, label) for name in _ONCE}
        return s.Rule(
            self._span(meta), label, one["severity"], one["cites"], one["underlies"], one["for each"],
            _all(s.Let, c), tuple(v for n, v in clauses if n == "applies when"),
            _all(s.Verifiable, c), one["presumes"] or (), one["require"], one["report"] or (),
            one["message"], _only(s.InForce, c),
        )  # fmt: skip

    def _clause(self, clauses: list[tuple[str, Any]], name: str, label: s.Label) -> Any:
        found = [value for clause, value in clauses if clause == name]
        if len(found) > 1:
            raise MisplacedError(f"rule `{label.text}` has `{name}` more than once", label.span)
        if not found and name in _REQUIRED:
            raise MisplacedError(f"rule `{label.text}` has no `{name}`", label.span)
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
        lines = tuple(self._line(x) for x in c if _is(x, "LINE"))
        rows = next((x for x in c if isinstance(x, tuple)), ())
        return s.Example(
            self._span(meta), _text(c[0]), self._label(c[1]), _OUTCOMES[outcome.type], rows, lines
        )

    def rows_at(self, _meta: Meta, c: list[Any]) -> tuple[int, ...]:
        return tuple(int(x) for x in c)

    def _line(self, token: Token) -> s.Line:
        text = str(token)[1:].strip()
        head = _EXAMPLE_LINE.match(text)
        times, kind = head.groups() if head else (None, None)
        rest = text[head.end() :] if head else text
        cells = tuple((name, value.strip('"')) for name, value in _CELL.findall(rest))
        if _CELL.sub("", rest).strip():
            raise MisplacedError(
                f"`{_CELL.sub('', rest).strip()}` is no cell", self._span(token),
                "an example's line is an event and its cells: `| deal to=player seat=1 card=9S`",
            )  # fmt: skip
        return s.Line(self._span(token), kind or "", cells, int(times or 1))

    # ---- expressions ----------------------------------------------------------------------------
    def name(self, meta: Meta, c: list[Any]) -> s.Name:
        return s.Name(self._span(meta), str(c[0]))

    def this(self, meta: Meta, _c: list[Any]) -> s.This:
        return s.This(self._span(meta))

    def number(self, meta: Meta, c: list[Any]) -> s.Number:
        return s.Number(self._span(meta), exact(Fraction(str(c[0]))))

    def negative(self, meta: Meta, c: list[Any]) -> s.Number:
        return s.Number(self._span(meta), exact(-Fraction(str(c[1]))))

    def duration(self, meta: Meta, c: list[Any]) -> s.Duration:
        return s.Duration(self._span(meta), int(Fraction(str(c[0])) * _UNITS[c[1].type]))

    def text_literal(self, meta: Meta, c: list[Any]) -> s.TextLiteral:
        return s.TextLiteral(self._span(meta), _text(c[0]))

    def set_of(self, meta: Meta, c: list[Any]) -> s.SetOf:
        return s.SetOf(self._span(meta), tuple(c))

    def range_of(self, meta: Meta, c: list[Any]) -> s.RangeOf:
        return s.RangeOf(self._span(meta), c[0], c[1])

    def disjunction(self, meta: Meta, c: list[Any]) -> s.Disjunction:
        return s.Disjunction(self._span(meta), tuple(c))

    def conjunction(self, meta: Meta, c: list[Any]) -> s.Conjunction:
        return s.Conjunction(self._span(meta), tuple(c))

    def negation(self, meta: Meta, c: list[Any]) -> s.Negation:
        return s.Negation(self._span(meta), c[-1])

    def comparison(self, meta: Meta, c: list[Any]) -> s.Comparison:
        return s.Comparison(self._span(meta), tuple(map(str, c[1::2])), tuple(c[::2]))

    def membership(self, meta: Meta, c: list[Any]) -> s.Membership:
        return s.Membership(self._span(meta), c[0], c[-1], _is(c[1], "NOT"))

    def test(self, meta: Meta, c: list[Any]) -> s.Test:
        return s.Test(self._span(meta), c[0], _TESTS[c[1].type])

    def arithmetic(self, meta: Meta, c: list[Any]) -> s.Arithmetic:
        return s.Arithmetic(self._span(meta), _SIGNS.get(str(c[1]), str(c[1])), c[0], c[2])

    product = arithmetic

    def minus(self, meta: Meta, c: list[Any]) -> s.Minus:
        return s.Minus(self._span(meta), c[-1])

    def access(self, meta: Meta, c: list[Any]) -> s.Access:
        return s.Access(self._span(meta), c[0], c[1])

    def call(self, meta: Meta, c: list[Any]) -> s.Call:
        return s.Call(self._span(meta), c[0], tuple(c[1:]))

    def choice(self, meta: Meta, c: list[Any]) -> s.Choice:
        return s.Choice(self._span(meta), tuple(c[:-1]), c[-1])

    def case(self, meta: Meta, c: list[Any]) -> s.Case:
        return s.Case(self._span(meta), c[0], c[1])

    # ---- what looks at many events --------------------------------------------------------------
    def aggregate(self, meta: Meta, c: list[Any]) -> s.Aggregate:
        if isinstance(c[-1], s.Selection):
            return s.Aggregate(self._span(meta), "count", c[-1], None)
        selection, name = c[-1]
        function = _FUNCTIONS[c[-2].type]
        return s.Aggregate(self._span(meta), function, selection, name)

    def path(self, meta: Meta, c: list[Any]) -> tuple[s.Selection, s.Name]:
        return self._selection(meta, c[0], c[2:]), c[1]

    def quantifier(self, meta: Meta, c: list[Any]) -> s.Quantifier:
        return s.Quantifier(self._span(meta), "no" if c[0] == "no" else "any", c[1])

    def universal(self, meta: Meta, c: list[Any]) -> s.Universal:
        return s.Universal(self._span(meta), c[0], c[1])

    def pick(self, meta: Meta, c: list[Any]) -> s.Pick:
        return s.Pick(self._span(meta), c[0].value, c[1])

    def nth(self, meta: Meta, c: list[Any]) -> s.Nth:
        return s.Nth(self._span(meta), c[0], c[1])

    def position(self, meta: Meta, c: list[Any]) -> s.Position:
        return s.Position(self._span(meta), c[-1])

    def selection(self, meta: Meta, c: list[Any]) -> s.Selection:
        return self._selection(meta, c[0], c[1:])

    def _selection(self, meta: Meta, kinds: Any, modifiers: Sequence[Any]) -> s.Selection:
        parts = dict[str, Any](x for x in modifiers if isinstance(x, tuple))
        return s.Selection(
            self._span(meta), tuple(kinds), parts.get("in"), _all(s.Bound, modifiers),
            parts.get("where"),
        )  # fmt: skip

    def kinds(self, _meta: Meta, c: list[Any]) -> list[s.Name]:
        return c

    def within(self, _meta: Meta, c: list[Any]) -> tuple[str, object]:
        return ("in", c[0])

    def where(self, _meta: Meta, c: list[Any]) -> tuple[str, object]:
        return ("where", c[0])

    def bound(self, meta: Meta, c: list[Any]) -> s.Bound:
        return s.Bound(self._span(meta), c[0].value, c[1])

    def nearest(self, meta: Meta, c: list[Any]) -> s.Nearest:
        return s.Nearest(self._span(meta), str(c[0]), c[1])

    def sequence(self, meta: Meta, c: list[Any]) -> s.Sequence:
        kinds = _all(s.Name, c)
        return s.Sequence(
            self._span(meta), self._selection(meta, kinds, c[len(kinds) : -1]), c[-1]
        )

    def pattern(self, meta: Meta, c: list[Any]) -> s.Pattern:
        return s.Pattern(self._span(meta), tuple(c))

    def step(self, meta: Meta, c: list[Any]) -> s.Step:
        where = next((x for x in c[1:] if not isinstance(x, s.Quantity)), None)
        return s.Step(self._span(meta), c[0], where, _only(s.Quantity, c))

    def group(self, meta: Meta, c: list[Any]) -> s.Group:
        return s.Group(self._span(meta), _all(s.Pattern, c), _only(s.Quantity, c))

    def quantity(self, meta: Meta, c: list[Any]) -> s.Quantity:
        if c[0].type in _REPEATS:
            least, most = _REPEATS[c[0].type]
            return s.Quantity(self._span(meta), least, most)
        least = int(c[0])
        top = int(c[2]) if len(c) > 2 else (None if len(c) > 1 else least)
        return s.Quantity(self._span(meta), least, top)

    def continuous(self, meta: Meta, c: list[Any]) -> s.Continuous:
        start, end, selection = (x for x in c if not isinstance(x, Token))
        return s.Continuous(self._span(meta), start, end, selection)


def _is(child: object, terminal: str) -> bool:
    return isinstance(child, Token) and child.type == terminal


def _day(token: Token, span: Span) -> date:
    try:
        return date.fromisoformat(str(token))
    except ValueError as error:
        raise MisplacedError(f"`{token}` is no day of the calendar", span) from error


_ONCE = ("severity", "cites", "underlies", "for each", "presumes", "require", "report", "message")
_REQUIRED = frozenset(("severity", "cites", "for each", "require"))
_OUTCOMES: dict[str, Any] = {
    "VIOLATES": "violates", "COMPLIES": "complies",
    "UNVERIFIABLE": "unverifiable", "INAPPLICABLE": "inapplicable",
}  # fmt: skip
_UNITS = {"SECONDS": 1, "MINUTES": 60, "HOURS": 3600, "DAYS": 86400}
_TESTS: dict[str, Any] = {"EXISTS": "exists", "RECORDED": "recorded", "EMPTY": "empty"}
_SIGNS = {"times": "*"}
_FUNCTIONS: dict[str, Any] = {
    "DISTINCT": "distinct", "SUM": "sum", "LEAST": "min", "GREATEST": "max",
}  # fmt: skip
_REPEATS: dict[str, tuple[int, int | None]] = {
    "QUESTION": (0, 1), "STAR": (0, None), "PLUS": (1, None),
}  # fmt: skip
