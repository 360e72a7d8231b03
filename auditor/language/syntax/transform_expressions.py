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


def _said_of(part: Any) -> Any:
    """A part of a node; of one that is said by its name, what is said."""
    match part:
        case str(), said:
            return said
    return part


def day_of(token: Token, span: Span) -> date:
    """The day that is written so.  Raises DiagnosticError."""
    try:
        return date.fromisoformat(str(token))
    except ValueError as error:
        raise DiagnosticError(message("E104.day", text=str(token)), span) from error


_NODES: dict[str, tuple[type[Any], int | None]] = {
    "name": (s.Name, None),
    "this": (s.This, None),
    "set_of": (s.SetOf, 0),
    "range_of": (s.RangeOf, None),
    "disjunction": (s.Disjunction, 0),
    "conjunction": (s.Conjunction, 0),
    "negation": (s.Negation, None),
    "same": (s.Same, 0),
    "minus": (s.Minus, None),
    "access": (s.Access, None),
    "call": (s.Call, 1),
    "same_cells": (s.SameCells, None),
    "choice": (s.Choice, -1),
    "case": (s.Case, None),
    "universal": (s.Universal, None),
    "quantifier": (s.Quantifier, None),
    "pick": (s.Pick, None),
    "nth": (s.Nth, None),
    "position": (s.Position, None),
    "nearest": (s.Nearest, None),
    "pattern": (s.Pattern, 0),
    "vocabulary": (s.Vocabulary, None),
    "use": (s.Use, 0),
    "not_applicable": (s.NotApplicable, None),
    "context": (s.Context, -1),
    "field": (s.Field, -1),
    "sets": (s.Sets, None),
    "bears": (s.Bears, None),
    "lacks": (s.Lacks, None),
    "scope": (s.Scope, 1),
    "law": (s.Law, None),
    "interval": (s.Interval, 3),
    "stream": (s.Stream, 1),
    "stream_part": (s.StreamPart, 1),
    "order": (s.Order, 1),
    "domain": (s.Domain, None),
    "wildcard": (s.Wildcard, None),
    "let": (s.Let, None),
    "verifiable": (s.Verifiable, None),
    "unless": (s.Unless, 0),
    "suspend": (s.Suspend, None),
    "flow": (s.Flow, -1),
    "fills": (s.Setting, None),
    "undoes": (s.Undoing, None),
    "nothing": (s.Stay, None),
    "subject": (s.Subject, None),
    "rule_group": (s.RuleGroup, 1),
    "drop": (s.Drop, None),
    "argument": (s.Argument, None),
    "gap": (s.Gap, None),
    "replace": (s.Replace, None),
}
"""Rules whose class takes what stands in them as it stands: so many parts alone and the others in
one tuple; from the end where the number is negative; None: each alone, without a word before them.
"""
CLAUSES = {
    "severity": "severity",
    "cites": "cites",
    "rests_on": "rests on",
    "invalidates": "invalidates",
    "suspended": "even when suspended",
    "as_logged": "even where rows are missing",
    "applies": "applies when",
    "only_if": "only if",
    "require": "require",
    "report": "report",
    "message": "message",
}
"""Rules that are a clause, and how messages name it."""
_PAIRS = {
    "within": "in",
    "defined_of": "of",
    "where": "where",
    "transcribed": "transcribed",
    "not_compared": "compared",
    "replaced_by": "replaced",
}
"""Rules that say one thing of what they stand in, and the name of that."""
_THROUGH = frozenset(
    ("if_any", "not_auditable", "article", "reading_param", "extends", "of_source")
)
"""Rules that are what stands in them."""
_LISTS = frozenset(("arguments", "kinds", "of_type", "grid_row", "without_return"))
_TUPLES = frozenset(("refers_to", "from_kinds", "renamed"))
_MANY = frozenset(("report", "per"))
"""Clauses that list names."""


class ExpressionTransformer:
    """Builds the expressions of one declaration that begins on the given line of a source."""

    clauses = CLAUSES

    def __init__(self, source: Source, first_line: int) -> None:
        self._source = source
        self._skip = first_line - 1

    def transform(self, tree: Tree[Token]) -> Any:
        """The syntax of a tree: its method is called with the syntax of what stands in it."""
        inside = [self._part(own) for own in tree.children]
        if (form := _NODES.get(tree.data)) is not None:
            return self._node(tree.meta, inside, *form)
        if (clause := self.clauses.get(tree.data)) is not None:
            return clause, self._said(inside, is_list=tree.data in _MANY), self._span(tree.meta)
        if (name := _PAIRS.get(tree.data)) is not None:
            return name, inside[0] if inside else None
        if tree.data in _THROUGH:
            return inside[0]
        if tree.data in _TUPLES:
            return tuple(inside)
        return inside if tree.data in _LISTS else getattr(self, tree.data)(tree.meta, inside)

    def _part(self, own: Tree[Token] | Token) -> Any:
        if isinstance(own, Tree):
            return self.transform(own)
        return s.Label(self._span(own), str(own)) if own.type == "LABEL" else own

    def _node(self, at: Meta, parts: list[Any], kind: type[Any], alone: int | None) -> Any:
        parts = [own.value if isinstance(own, Token) else _said_of(own) for own in parts]
        span = self._span(at)
        match alone:
            case None:
                wanted = len(kind.__dataclass_fields__) - 1  # but the span
                return kind(span, *parts[len(parts) - wanted :])
            case -1:
                return kind(span, tuple(parts[:-1]), parts[-1])
            case _:
                return kind(span, *parts[:alone], tuple(parts[alone:]))

    def _said(self, parts: list[Any], *, is_list: bool) -> Any:
        """The content of a clause: labels, a list, one thing, or True where its word is all."""
        if is_list or isinstance(parts[0] if parts else None, s.Label):
            return tuple(parts)
        first = parts[0] if parts else True
        return str(first) if isinstance(first, Token) else first

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
    def number(self, meta: Meta, c: list[Any]) -> s.Number:
        return s.Number(self._span(meta), exact(Fraction(str(c[0]))))

    def negative(self, meta: Meta, c: list[Any]) -> s.Number:
        return s.Number(self._span(meta), exact(-Fraction(str(c[1]))))

    def day(self, meta: Meta, c: list[Any]) -> s.Day:
        span = self._span(meta)
        return s.Day(span, day_of(c[0], span))

    def duration(self, meta: Meta, c: list[Any]) -> s.Duration:
        seconds = Fraction(str(c[0])) * _UNITS[c[1].type.removesuffix("S")]
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

    def comparison(self, meta: Meta, c: list[Any]) -> s.Comparison:
        return s.Comparison(self._span(meta), tuple(map(str, c[1::2])), tuple(c[::2]))

    def membership(self, meta: Meta, c: list[Any]) -> s.Membership:
        return s.Membership(self._span(meta), c[0], c[-1], is_terminal(c[1], "NOT"))

    def test(self, meta: Meta, c: list[Any]) -> s.Test:
        return s.Test(self._span(meta), c[0], _TESTS[c[1].type])

    def arithmetic(self, meta: Meta, c: list[Any]) -> s.Arithmetic:
        return s.Arithmetic(self._span(meta), str(c[1]), c[0], c[2])

    product = arithmetic

    # ---- what looks at many events --------------------------------------------------------------
    def aggregate(self, meta: Meta, c: list[Any]) -> s.Aggregate:
        if isinstance(c[-1], s.Selection):
            return s.Aggregate(self._span(meta), "count", c[-1], None)
        selection, name, value = c[-1]
        function = _FUNCTIONS[c[-2].type]
        return s.Aggregate(self._span(meta), function, selection, name, value)

    def path(self, meta: Meta, c: list[Any]) -> tuple[s.Selection, s.Name, None]:
        """A field of some kinds, `(deal or burn).card`; a moment behind it bounds them."""
        value, *modifiers = c
        if isinstance(value, s.Balance):
            modifiers.insert(0, s.Bound(value.span, value.side, value.moment))
            value = value.place
        match value:
            case s.Access(of=s.Name() as kind, name=name):
                kinds: tuple[s.Expression, ...] = (kind,)
            case s.Access(of=s.Disjunction(parts=kinds), name=name):
                pass
            case _:
                said = value.span.text
                what, hint = message("E101.over", text=said), message("E101.say_over", text=said)
                if isinstance(value, s.Name):
                    hint = message("E101.say_field", name=said)
                raise DiagnosticError(what, value.span, hint)
        return self._selection(meta, kinds, modifiers), name, None

    def over(self, _meta: Meta, c: list[Any]) -> tuple[s.Selection, None, s.Expression]:
        return c[1], None, c[0]

    def balance(self, meta: Meta, c: list[Any]) -> s.Balance:
        name, side, moment, *if_any = c
        return s.Balance(self._span(meta), name, _IF_ANY[side] if if_any else side.value, moment)

    def counted(self, meta: Meta, c: list[Any]) -> s.Comparison:
        """So many of them, at least so many or at most."""
        word, *_, many, selection = c
        sign = _SO_MANY.get(str(c[1]), "=") if is_terminal(word, "AT") else "="
        count = s.Aggregate(selection.span, "count", selection, None)
        return s.Comparison(self._span(meta), (sign,), (count, many))

    def bound(self, meta: Meta, c: list[Any]) -> s.Bound:
        """A moment; where none need be there, all is on the side that is asked for."""
        side, moment, *if_any = c
        return s.Bound(self._span(meta), _IF_ANY[side] if if_any else side.value, moment)

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

    def window(self, meta: Meta, c: list[Any]) -> s.Bound:
        return s.Bound(self._span(meta), str(c[1]), c[2], c[0])  # type: ignore[arg-type]  # a word

    def sequence(self, meta: Meta, c: list[Any]) -> s.Sequence | s.Goes:
        kinds = every(s.Name, c)
        selection = self._selection(meta, kinds, c[len(kinds) : -1])
        if isinstance(c[-1], s.Pattern):
            return s.Sequence(self._span(meta), selection, c[-1])
        return s.Goes(self._span(meta), selection, *c[-1])

    def goes(self, _: Meta, c: list[Any]) -> tuple[str, bool, tuple[s.Expression, ...]]:
        """The way, whether it is to be strict, and the keys."""
        words = every(Token, c)
        return str(words[-1]), len(words) > 1, tuple(c[len(words) :])

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
_UNITS = {"SECOND": 1, "MINUTE": 60, "HOUR": 3600, "DAY": 86400}
_SO_MANY = {"least": ">=", "most": "<="}
_IF_ANY: dict[str, Any] = {"before": "until", "after": "since"}
_TESTS: dict[str, Any] = {
    "EXISTS": "exists",
    "RECORDED": "recorded",
    "EMPTY": "empty",
    "GIVEN": "given",
}
_FUNCTIONS: dict[str, Any] = {
    "DISTINCT": "distinct",
    "SUM": "sum",
    "MIN": "min",
    "MAX": "max",
}
_REPEATS: dict[str, tuple[int, int | None]] = {
    "QUESTION": (0, 1),
    "STAR": (0, None),
    "PLUS": (1, None),
}
