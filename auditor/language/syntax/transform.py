"""From a parse tree to syntax.

A rule of the grammar is called as the class of its nodes, whose fields take what stands in it one
after the other, each by its type.  What is more than that has a method of the rule's name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cache, lru_cache
from itertools import permutations, product
from types import NoneType, UnionType
from typing import Any, Literal, NamedTuple, TypeVar, get_args, get_origin, get_type_hints

from lark import Token, Tree
from lark.tree import Meta

from auditor.diagnostic import DiagnosticError, fault
from auditor.language.syntax import nodes as s
from auditor.messages.message import message
from auditor.source import Source, Span
from auditor.values import exact

T = TypeVar("T")


def every(kind: type[T], children: Iterable[object]) -> tuple[T, ...]:
    return tuple(child for child in children if isinstance(child, kind))


def text_of(token: object) -> str:
    r"""A text without its quotes; `\"` stands for a quote and `\\` for a backslash in it."""
    return re.sub(r"\\(.)", r"\1", str(token)[1:-1])


# ---- nodes whose fields are what stands in them -------------------------------------------------
class _Field(NamedTuple):
    """A field: the classes that it takes, one or many of them, and how many fields behind it need
    something.  A word of the language goes to a field of few words, or makes a flag true.
    """

    name: str
    takes: tuple[type, ...]
    is_many: bool
    is_flag: bool
    is_needed: bool
    needed_behind: int

    def fits(self, part: object) -> bool:
        return Token in self.takes if type(part) is Token else isinstance(part, self.takes)


@cache
def _fields_of(kind: Any) -> tuple[_Field, ...]:
    hints = get_type_hints(kind)
    del hints["span"]
    found: list[_Field] = []
    for name, hint in reversed(hints.items()):
        many, takes = get_origin(hint) is tuple, (*_classes(hint),)
        needed = not many and hint is not bool and NoneType not in takes
        behind = found[-1].needed_behind + found[-1].is_needed if found else 0
        found.append(_Field(name, takes, many, hint is bool, needed, behind))
    return tuple(reversed(found))


def _classes(hint: Any) -> Iterator[type]:
    """The classes of the values of a type; a tuple of some is taken one by one."""
    if hint is bool or get_origin(hint) is Literal:
        yield Token
    elif isinstance(hint, UnionType) or str(get_origin(hint)) == "typing.Union":
        yield from (kind for own in get_args(hint) for kind in _classes(own))
    elif get_origin(hint) is tuple:
        inside = get_args(hint)[0]
        yield from (tuple,) if get_origin(inside) is tuple else _classes(inside)
    else:
        yield hint


def _made(kind: Any, span: Span, parts: Sequence[Any]) -> Any:
    """The node of a class: each field takes the next parts that are of its type."""
    found: dict[str, Sequence[Any]] = {}
    at = 0
    for field in _fields_of(kind):
        while field.is_needed and type(parts[at]) is Token and Token not in field.takes:
            at += 1  # a word that says nothing here
        start, last = at, len(parts) - field.needed_behind
        most = last if field.is_many else min(start + 1, last)
        while at < most and (field.is_needed or field.fits(parts[at])):
            at += 1
        found[field.name] = parts[start:at]
        if field.is_many and start == at < len(parts) and type(parts[at]) is tuple:
            found[field.name] = parts[at]
            at += 1
    return _gathered(kind, span, found)


_CALLED_OTHERWISE: dict[str, type[Any]] = {"product": s.Arithmetic, "undoes": s.Undoing}


@cache
def _class_of(rule: str) -> type[Any]:
    named: type[Any] = getattr(s, "".join(map(str.capitalize, rule.split("_"))), s.Node)
    return _CALLED_OTHERWISE.get(rule, named)


_TUPLES = frozenset(("arguments", "from_kinds", "kinds", "places", "renamed"))
_LISTS = frozenset(("grid_row", "of_type", "within", "without_return"))
_IN_MESSAGES = {
    "rests_on": "rests on",
    "underlies": "invalidates",
    "for_each": "for each",
    "even_when_suspended": "even when suspended",
    "as_logged": "even where rows are missing",
    "applies": "applies when",
    "presumes": "only if",
}
"""The fields of rules that messages call otherwise than by their names."""
_CLAUSES = frozenset(
    (
        *("severity", "cites", "rests_on", "underlies", "even_when_suspended", "as_logged"),
        *("applies", "presumes", "require", "report", "message"),
        *("observed", "wagered", "gained", "foreseen", "per"),
    )
)
"""Clauses of rules and statistics that are called as the fields that they fill."""


class _Clause(NamedTuple):
    """A clause: the field that it fills, what it says, and where."""

    field: str
    said: Sequence[Any]
    span: Span


def _by_field(kind: Any, parts: Iterable[Any]) -> dict[str, list[Any]]:
    """The parts of a node by the fields that they fill; a word fills the flag of its name."""
    found: dict[str, list[Any]] = {field.name: [] for field in _fields_of(kind)}
    for part in parts:
        if isinstance(part, _Clause):
            found[part.field].append(part)
        elif type(part) is Token:
            found[part.type.lower()].append(part)
        else:
            free = (own for own in _fields_of(kind) if own.is_many or not found[own.name])
            found[next(own.name for own in free if own.fits(part))].append(part)
    return found


def _gathered(kind: Any, span: Span, found: Mapping[str, Sequence[Any]]) -> Any:
    """The node whose fields are filled so."""
    values = {}
    for field in _fields_of(kind):
        each = [part.said if isinstance(part, _Clause) else (part,) for part in found[field.name]]
        said = [part.value if type(part) is Token else part for own in each for part in own]
        whole = tuple(said) if field.is_many else bool(each) if field.is_flag else None
        values[field.name] = said[0] if whole is None and said else whole
    return kind(span, **values)


class _Expressions:
    """Builds the expressions of one declaration that begins on the given line of a source."""

    def __init__(self, source: Source, first_line: int) -> None:
        self._source = source
        self._skip = first_line - 1

    def transform(self, tree: Tree[Token]) -> Any:
        """The syntax of a tree, made of the syntax of what stands in it."""
        rule, span = str(tree.data), self._span(tree.meta)
        inside: list[Any] = [
            self.transform(own) if isinstance(own, Tree) else self._leaf(own)
            for own in tree.children
        ]
        if rule in _CLAUSES:
            return _Clause(rule, inside, span)
        if rule in _LISTS:
            return inside
        if rule in _TUPLES:
            return tuple(inside)
        make = getattr(self, rule, None)
        return _made(_class_of(rule), span, inside) if make is None else make(span, *inside)

    def _leaf(self, token: Token) -> Any:
        match token.type:
            case "LABEL":
                return s.Label(self._span(token), str(token))
            case "STRING":
                return text_of(token)
            case "DATE":
                try:
                    return date.fromisoformat(token)
                except ValueError as error:
                    raise fault("E104.day", self._span(token), text=str(token)) from error
        return token

    def _span(self, at: Meta | Token) -> Span:
        first, last = (at.line or 1) + self._skip, (at.end_line or 1) + self._skip
        return Span(self._source, first, at.column or 1, last, at.end_column or 1)

    def _whole(self, token: Token) -> int:
        if not str(token).isdecimal():
            raise fault("E104.whole", self._span(token), text=str(token))
        return int(token)

    # ---- values -----------------------------------------------------------------------------
    def name(self, span: Span, word: Token) -> s.Name:
        return s.Name(span, str(word))

    def number(self, span: Span, *signs: Token) -> s.Number:
        return s.Number(span, exact(Fraction("".join(signs))))

    def duration(self, span: Span, number: Token, unit: Token) -> s.Duration:
        seconds = Fraction(str(number)) * _UNITS[unit.type.removesuffix("S")]
        if seconds.denominator != 1 or seconds > _LONGEST:
            raise fault("E104.duration", span, text=span.text)
        return s.Duration(span, int(seconds))

    def clock(self, span: Span, clock: Token) -> s.Duration:
        """A time of day: so long after midnight."""
        hours, minutes, seconds = [*map(int, str(clock).split(":")), 0][:3]
        if minutes > 59 or seconds > 59 or (hours, minutes, seconds) > (24, 0, 0):
            raise fault("E104.clock", span, text=span.text)
        return s.Duration(span, 3600 * hours + 60 * minutes + seconds)

    def comparison(self, span: Span, *parts: Any) -> s.Comparison:
        return s.Comparison(span, tuple(map(str, parts[1::2])), parts[::2])

    # ---- what looks at many events ----------------------------------------------------------
    def aggregate(self, span: Span, *parts: Any) -> s.Aggregate:
        if isinstance(parts[-1], s.Selection):
            return s.Aggregate(span, "count", parts[-1], None)
        function: Any = parts[-2].value
        return s.Aggregate(span, function, *parts[-1])

    def path(self, span: Span, value: s.Expression, *rest: Any) -> tuple[s.Selection, s.Name, None]:
        """A field of some kinds, `(deal or burn).card`; a moment behind it bounds them."""
        if isinstance(value, s.Balance):
            rest = (s.Bound(value.span, value.side, value.moment), *rest)
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
        return self.selection(span, kinds, *rest), name, None

    def over(
        self, _span: Span, value: s.Expression, selection: s.Selection
    ) -> tuple[s.Selection, None, s.Expression]:
        return selection, None, value

    def balance(
        self, span: Span, place: Any, side: Token, moment: s.Expression, *if_any: Token
    ) -> s.Balance:
        return s.Balance(span, place, _IF_ANY[side] if if_any else side.value, moment)

    def counted(self, span: Span, *parts: Any) -> s.Comparison:
        """So many of them, at least so many or at most."""
        *words, many, selection = parts
        sign = {"least": ">=", "most": "<="}.get(words[-1], "=")
        count = s.Aggregate(selection.span, "count", selection, None)
        return s.Comparison(span, (sign,), (count, many))

    def bound(self, span: Span, side: Token, moment: s.Expression, *if_any: Token) -> s.Bound:
        """A moment; where none need be there, all is on the side that is asked for."""
        return s.Bound(span, _IF_ANY[side] if if_any else side.value, moment)

    def window(self, span: Span, lasts: s.Expression, side: Any, moment: s.Expression) -> s.Bound:
        return s.Bound(span, side.value, moment, lasts)

    def selection(self, span: Span, kinds: Any, *rest: Any) -> s.Selection:
        """Some kinds, with what bounds them; a condition stands last."""
        within = next((own[0] for own in rest if isinstance(own, list)), None)
        where = rest[-1] if rest and isinstance(rest[-1], s.Expression) else None
        return s.Selection(span, kinds, within, every(s.Bound, rest), where)

    def universal(self, span: Span, selection: s.Selection, has: s.Expression) -> s.Quantifier:
        """There is none that lacks what all must have."""
        lacks = s.Negation(has.span, has)
        parts = (lacks,) if selection.where is None else (selection.where, lacks)
        where = lacks if len(parts) == 1 else s.Conjunction(has.span, parts)
        return s.Quantifier(span, "no", replace(selection, where=where))

    def nth(self, span: Span, index: s.Expression, selection: s.Selection) -> s.Pick:
        return s.Pick(span, "nth", selection, index)

    def pick(self, span: Span, word: Token, selection: s.Selection) -> s.Pick:
        """The first or last of some, or that which is nearest to what is asked about."""
        end, side = _BESIDE.get(word, (word.value, None))
        return s.Pick(span, end, selection if side is None else _beside(selection, side, span))

    def position(self, span: Span, _word: Token, selection: s.Selection) -> s.Arithmetic:
        """One more than those that stand before."""
        count = s.Aggregate(span, "count", _beside(selection, "before", span), None)
        return s.Arithmetic(span, count, "+", s.Number(span, 1))

    def nearest(self, span: Span, end: Any, kind: s.Name) -> s.Pick:
        """The first or last of a kind, as the edge of a stretch of the log."""
        return s.Pick(span, end.value, self.selection(span, (kind,)))

    def where(self, _span: Span, condition: s.Expression) -> s.Expression:
        return condition

    def sequence(self, span: Span, *parts: Any) -> s.Sequence | s.Goes:
        kinds = every(s.Name, parts)
        selection = self.selection(span, kinds, *parts[len(kinds) : -1])
        if isinstance(parts[-1], s.Pattern):
            return s.Sequence(span, selection, parts[-1])
        return s.Goes(span, selection, *parts[-1])

    def goes(self, _span: Span, *parts: Any) -> tuple[str, bool, tuple[s.Expression, ...]]:
        """The way, whether it is to be strict, and the keys."""
        words = every(Token, parts)
        return str(words[-1]), len(words) > 1, parts[len(words) :]

    def quantity(self, span: Span, first: Token, *rest: Token) -> s.Quantity:
        if (repeats := _REPEATS.get(first.type)) is not None:
            return s.Quantity(span, *repeats)
        least = self._whole(first)
        most = self._whole(rest[1]) if len(rest) > 1 else None if rest else least
        return s.Quantity(span, least, most)

    def continuous(self, span: Span, *parts: Any) -> s.Continuous:
        start, end, selection = every(s.Node, parts)
        number = next((own for own in every(Token, parts) if own.type == "NUMBER"), None)
        least = 1 if number is None else self._whole(number)
        return s.Continuous(span, start, end, least, selection)  # type: ignore[arg-type]  # as the grammar has them


_LONGEST = 100 * 366 * 86400  # seconds: no log runs for a hundred years
_UNITS = {"SECOND": 1, "MINUTE": 60, "HOUR": 3600, "DAY": 86400}
_BESIDE: dict[str, tuple[Any, Any]] = {
    "previous": ("last", "before"),
    "next": ("first", "after"),
}
_IF_ANY: dict[str, Any] = {"before": "until", "after": "since"}
_REPEATS: dict[str, tuple[int, int | None]] = {
    "QUESTION": (0, 1),
    "STAR": (0, None),
    "PLUS": (1, None),
}


def _beside(selection: s.Selection, side: Any, span: Span) -> s.Selection:
    """Those of a selection before or after what is asked about."""
    return replace(selection, bounds=(*selection.bounds, s.Bound(span, side, s.This(span))))


class Transformer(_Expressions):
    """Builds the syntax of one declaration that begins on the given line of a source."""

    # ---- vocabularies and constants ---------------------------------------------------------
    def event(self, span: Span, *parts: Any) -> Any:
        return _gathered(s.Event, span, _by_field(s.Event, parts))

    def silent(self, span: Span, *denied: Token) -> _Clause:
        return _Clause("exceptional", (not denied,), span)

    def label(self, span: Span, family: Any, *entries: s.Labelled) -> s.Labels:
        of = s.Name(self._span(family), str(family)) if isinstance(family, Token) else family
        return s.Labels(span, of, entries)

    def labelled(self, span: Span, name: s.Name, french: str, english: str) -> s.Labelled:
        return s.Labelled(span, name, s.Words(span, french, english))

    def constant(self, span: Span, name: s.Name, *parts: Any) -> s.Constant:
        value: Any = next(iter(every(s.Node, parts)))
        kind = next((own[0] for own in parts if isinstance(own, list)), None)
        return s.Constant(span, name, kind, value, type(parts[-1]) is Token)

    def grid(self, _span: Span, *parts: Any) -> tuple[s.Row, ...]:
        columns = every(s.Node, parts)
        rows: list[s.Row] = []
        for head, *results in every(list, parts):
            if len(results) != len(columns):
                row, found, wanted = head.span.text, len(results), len(columns)
                raise fault("E104.grid_row", head.span, row=row, results=found, columns=wanted)
            pairs: Any = zip(columns, results, strict=True)
            rows += [s.Row(result.span, (head, column), result) for column, result in pairs]
        return tuple(rows)

    # ---- ledgers ----------------------------------------------------------------------------
    def ledger(self, span: Span, name: s.Name, *parts: Any) -> s.Ledger:
        *places, of = next((own for own in parts if isinstance(own, tuple)), (name,))
        also, keys = type(parts[0]) is Token, every(s.Name, parts)
        lets, entries = every(s.Let, parts), every(s.Entry, parts)
        likewise = next(iter(every(s.Likewise, parts)), None)
        return s.Ledger(span, name, keys, (), lets, also, likewise, tuple(places), of, entries)

    def entry(self, span: Span, kind: s.Name, *parts: Any) -> s.Entry:
        doings = tuple(own for ways in every(list, parts) for own in ways)
        return s.Entry(span, kind, next(iter(every(s.Expression, parts)), None), doings)

    def doing(self, span: Span, *steps: Any) -> list[s.Doing]:
        ways = product(*(own if isinstance(own, list) else [own] for own in steps))
        return [s.Doing(span, own) for own in ways]

    def moves(self, span: Span, amount: s.Expression, *flows: Any) -> list[s.Move]:
        first, rest = (flows[0], flows[1:]) if isinstance(flows[0], list) else ([()], flows)
        return [s.Move(span, amount, (*own, *rest)) for own in first]

    def setting(self, span: Span, place: s.Name, amount: s.Expression, origin: s.Name) -> s.Move:
        return s.Move(span, amount, (s.Flow(span, (origin,), place),), fills=True)

    def any_first(self, _span: Span, *parts: Any) -> list[tuple[s.Flow, ...]]:
        """The flows in each order."""
        return [*permutations(every(s.Flow, parts))]

    # ---- rules and statistics ---------------------------------------------------------------
    def ways(self, span: Span, table: s.Name, *parts: Any) -> s.Ways:
        within = next(iter(every(s.Name, parts)), None)
        return s.Ways(span, table, len(parts) > 1, within)

    def rule(self, span: Span, *parts: Any) -> Any:
        return _of_clauses(s.Rule, span, _by_field(s.Rule, parts), _NEEDED)

    def statistic(self, span: Span, *parts: Any) -> Any:
        """Results have their value observed, takings their sums worked out."""
        found = _by_field(s.Statistic, parts)
        needed, other = (_TAKINGS, _RESULTS) if found["gained"] else (_RESULTS, _TAKINGS)
        return _of_clauses(s.Statistic, span, found, needed, other - needed)

    # ---- examples ---------------------------------------------------------------------------
    def given(self, span: Span, *tokens: Token) -> s.Given:
        lines = tuple(map(self.line, tokens))
        for line in lines:
            if line.kind not in ("", s.GIVEN):
                raise fault("E104.given", line.span, kind=line.kind)
        return s.Given(span, lines)

    def example(self, span: Span, title: str, rule: s.Label, said: Any, *parts: Any) -> s.Example:
        rows = parts[0] if isinstance(parts[0], tuple) else ()
        lines = tuple(map(self.line, every(Token, parts)))
        return s.Example(span, title, rule, said.value, rows, lines)

    def rows_at(self, _span: Span, *numbers: Token) -> tuple[int, ...]:
        return tuple(map(self._whole, numbers))

    def line(self, token: Token) -> s.Line:
        """One event of an example, from the text behind its `|`."""
        kind, cells, times, strange = _said_in_line(str(token))
        span = self._span(token)
        if strange:
            hint = message("E104.cell_form")
            raise fault("E104.cell", span, hint, text=strange)
        return s.Line(span, kind, cells, times)


_REPEATED = frozenset(("lets", "applies", "verifiable", "in_force"))
"""The clauses that may stand several times."""
_NEEDED = frozenset(("severity", "cites", "for_each", "require"))
_RESULTS = frozenset(("for_each", "observed", "ways", "per"))
_TAKINGS = frozenset(("for_each", "wagered", "gained", "foreseen", "ways", "per"))


def _of_clauses(
    kind: Any,
    span: Span,
    found: Mapping[str, Sequence[Any]],
    needed: frozenset[str],
    denied: frozenset[str] = frozenset(),
) -> Any:
    """The rule or the statistic that some clauses make, which may stand in any order."""
    family, [label] = kind.__name__.lower(), found["label"]
    twice, missing = _FAULTS[family]
    for field, clauses in found.items():
        clause = _IN_MESSAGES.get(field, field)
        about = {family: label.text, "clause": clause}
        if len(clauses) > 1 and field not in _REPEATED:
            first = (message("E202.first_time"), clauses[0].span)
            raise fault(twice, clauses[1].span, None, first, **about)
        if not clauses and field in needed:
            hint = "E104.severities" if field == "severity" else None
            raise fault(missing, label.span, hint, **about)
        if clauses and field in denied:
            raise fault(
                "E104.measured_not", clauses[0].span, clause=about["clause"], statistic=label.text
            )
    return _gathered(kind, span, found)


_FAULTS = {
    "rule": ("E104.twice", "E104.missing"),
    "statistic": ("E104.measured_twice", "E104.not_measured"),
}
"""The messages about a clause that stands twice, and about one that is lacking."""

_SAID_IN_LINE = re.compile(r'(?:"[^"]*"|(?<![\s|])#|[^"#])*')
_CELL = re.compile(r'(\w+)=("[^"]*"|\S*)')
_EXAMPLE_LINE = re.compile(r"(?:(\d+)\s+)?(?:([^\W\d]\w*)(?=\s|$)(?!\s*=))?")


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
