"""From a parse tree to the syntax of expressions: one method for each rule of the grammar."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from datetime import date
from fractions import Fraction
from typing import Any, TypeVar

from lark import Token, Tree
from lark.tree import Meta

from auditor.diagnostic import DiagnosticError
from auditor.language.syntax import nodes as s
from auditor.messages.message import message
from auditor.source import Source, Span
from auditor.values import exact

T = TypeVar("T")


def only(kind: type[T], children: Iterable[object]) -> T | None:
    return next((child for child in children if isinstance(child, kind)), None)


def every(kind: type[T], children: Iterable[object]) -> tuple[T, ...]:
    return tuple(child for child in children if isinstance(child, kind))


def text_of(token: object) -> str:
    r"""A text without its quotes; `\"` stands for a quote and `\\` for a backslash in it."""
    return re.sub(r"\\(.)", r"\1", str(token)[1:-1])


def is_terminal(child: object, terminal: str) -> bool:
    return isinstance(child, Token) and child.type == terminal


def day_of(token: Token, span: Span) -> date:
    """The day that is written so.  Raises DiagnosticError."""
    try:
        return date.fromisoformat(str(token))
    except ValueError as error:
        raise DiagnosticError(message("E104.day", text=str(token)), span) from error


class ExpressionTransformer:
    """Builds the expressions of one declaration that begins on the given line of a source."""

    def __init__(self, source: Source, first_line: int) -> None:
        self._source = source
        self._skip = first_line - 1

    def transform(self, tree: Tree[Token]) -> Any:
        """The syntax of a tree: its method is called with the syntax of what stands in it."""
        parts = tree.children
        inside = [self.transform(own) if isinstance(own, Tree) else own for own in parts]
        return getattr(self, tree.data)(tree.meta, inside)

    def _span(self, at: Meta | Token) -> Span:
        line, end_line = at.line or 1, at.end_line or 1
        return Span(
            self._source,
            line + self._skip,
            at.column or 1,
            end_line + self._skip,
            at.end_column or 1,
        )

    def _whole(self, token: Token) -> int:
        if not str(token).isdecimal():
            raise DiagnosticError(message("E104.whole", text=str(token)), self._span(token))
        return int(token)

    # ---- expressions ----------------------------------------------------------------------------
    def name(self, meta: Meta, c: list[Any]) -> s.Name:
        return s.Name(self._span(meta), str(c[0]))

    def this(self, meta: Meta, _c: list[Any]) -> s.This:
        return s.This(self._span(meta))

    def number(self, meta: Meta, c: list[Any]) -> s.Number:
        return s.Number(self._span(meta), exact(Fraction(str(c[0]))))

    def negative(self, meta: Meta, c: list[Any]) -> s.Number:
        return s.Number(self._span(meta), exact(-Fraction(str(c[1]))))

    def day(self, meta: Meta, c: list[Any]) -> s.Day:
        span = self._span(meta)
        return s.Day(span, day_of(c[0], span))

    def duration(self, meta: Meta, c: list[Any]) -> s.Duration:
        seconds = Fraction(str(c[0])) * _UNITS[c[1].type]
        if seconds.denominator != 1 or seconds > _LONGEST:
            span = self._span(meta)
            raise DiagnosticError(message("E104.duration", text=span.text), span)
        return s.Duration(self._span(meta), int(seconds))

    def clock(self, meta: Meta, c: list[Any]) -> s.Duration:
        """A time of day: so long after midnight."""
        hours, minutes, seconds = [*map(int, str(c[0]).split(":")), 0][:3]
        if minutes > 59 or seconds > 59 or (hours, minutes, seconds) > (24, 0, 0):
            span = self._span(meta)
            raise DiagnosticError(message("E104.clock", text=span.text), span)
        return s.Duration(self._span(meta), 3600 * hours + 60 * minutes + seconds)

    def text_literal(self, meta: Meta, c: list[Any]) -> s.TextLiteral:
        return s.TextLiteral(self._span(meta), text_of(c[0]))

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
        return s.Membership(self._span(meta), c[0], c[-1], is_terminal(c[1], "NOT"))

    def test(self, meta: Meta, c: list[Any]) -> s.Test:
        return s.Test(self._span(meta), c[0], _TESTS[c[1].type])

    def same(self, meta: Meta, c: list[Any]) -> s.Same:
        return s.Same(self._span(meta), tuple(c))

    def arithmetic(self, meta: Meta, c: list[Any]) -> s.Arithmetic:
        return s.Arithmetic(self._span(meta), _SIGNS.get(str(c[1]), str(c[1])), c[0], c[2])

    product = arithmetic

    def minus(self, meta: Meta, c: list[Any]) -> s.Minus:
        return s.Minus(self._span(meta), c[-1])

    def access(self, meta: Meta, c: list[Any]) -> s.Access:
        return s.Access(self._span(meta), c[0], c[1])

    def call(self, meta: Meta, c: list[Any]) -> s.Call:
        return s.Call(self._span(meta), c[0], tuple(c[1:]))

    def same_cells(self, meta: Meta, c: list[Any]) -> s.SameCells:
        return s.SameCells(self._span(meta), c[0], c[1])

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
            self._span(meta),
            tuple(kinds),
            parts.get("in"),
            every(s.Bound, modifiers),
            parts.get("where"),
        )

    def kinds(self, _meta: Meta, c: list[Any]) -> list[s.Name]:
        return c

    def within(self, _meta: Meta, c: list[Any]) -> tuple[str, object]:
        return ("in", c[0])

    def where(self, _meta: Meta, c: list[Any]) -> tuple[str, object]:
        return ("where", c[0])

    def bound(self, meta: Meta, c: list[Any]) -> s.Bound:
        return s.Bound(self._span(meta), c[0].value, c[1])

    def nearest(self, meta: Meta, c: list[Any]) -> s.Nearest:
        return s.Nearest(self._span(meta), c[0].value, c[1])

    def sequence(self, meta: Meta, c: list[Any]) -> s.Sequence:
        kinds = every(s.Name, c)
        return s.Sequence(self._span(meta), self._selection(meta, kinds, c[len(kinds) : -1]), c[-1])

    def pattern(self, meta: Meta, c: list[Any]) -> s.Pattern:
        return s.Pattern(self._span(meta), tuple(c))

    def step(self, meta: Meta, c: list[Any]) -> s.Step:
        where = next((x for x in c[1:] if not isinstance(x, s.Quantity)), None)
        return s.Step(self._span(meta), c[0], where, only(s.Quantity, c))

    def group(self, meta: Meta, c: list[Any]) -> s.PatternGroup:
        return s.PatternGroup(self._span(meta), every(s.Pattern, c), only(s.Quantity, c))

    def quantity(self, meta: Meta, c: list[Any]) -> s.Quantity:
        if c[0].type in _REPEATS:
            least, most = _REPEATS[c[0].type]
            return s.Quantity(self._span(meta), least, most)
        least = self._whole(c[0])
        top = self._whole(c[2]) if len(c) > 2 else (None if len(c) > 1 else least)
        return s.Quantity(self._span(meta), least, top)

    def continuous(self, meta: Meta, c: list[Any]) -> s.Continuous:
        start, end, selection = (x for x in c if not isinstance(x, Token))
        number = next((x for x in c if is_terminal(x, "NUMBER")), None)
        least = 1 if number is None else self._whole(number)
        return s.Continuous(self._span(meta), start, end, least, selection)


_LONGEST = 100 * 366 * 86400  # seconds: no log runs for a hundred years
_UNITS = {"SECONDS": 1, "MINUTES": 60, "HOURS": 3600, "DAYS": 86400}
_TESTS: dict[str, Any] = {
    "EXISTS": "exists",
    "RECORDED": "recorded",
    "EMPTY": "empty",
    "GIVEN": "given",
}
_SIGNS = {"times": "*"}
_FUNCTIONS: dict[str, Any] = {
    "DISTINCT": "distinct",
    "SUM": "sum",
    "LEAST": "min",
    "GREATEST": "max",
}
_REPEATS: dict[str, tuple[int, int | None]] = {
    "QUESTION": (0, 1),
    "STAR": (0, None),
    "PLUS": (1, None),
}
