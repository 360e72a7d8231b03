"""Small changes to a ruleset, each of which a good example should notice.

A threshold, a sign, a bound or a word that can be changed without any example failing is not held
by the examples: it could be wrong as it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import is_dataclass, replace
from datetime import timedelta
from fractions import Fraction
from typing import Any

from auditor.language import core
from auditor.language.core import names_inside, parts_of, rewritten
from auditor.source import Frozen, Source, Span
from auditor.values import Range, Value, show

# ---- changes ------------------------------------------------------------------------------------
DROPPED = "–"

_SIGNS = {
    "=": ("!=",),
    "!=": ("=",),
    "<": ("<=", ">"),
    "<=": ("<", ">="),
    ">": (">=", "<"),
    ">=": (">", "<="),
}
# They differ where what bounds the window is not there: then one holds nothing, the other all.
_BOUNDS = {"before": "until", "until": "before", "after": "since", "since": "after"}
_IF_ANY = {"until": "before", "since": "after"}
_TURNED: tuple[tuple[type[Any], str, dict[str, tuple[str, ...]]], ...] = (
    (core.Compare, "sign", _SIGNS),
    (core.Quantify, "quantity", {"any": ("no",), "no": ("any",)}),
    (core.Pick, "end", {"first": ("last",), "last": ("first",)}),
    (core.Aggregate, "function", {"min": ("max",), "max": ("min",)}),
    (core.Goes, "way", {"up": ("down",), "down": ("up",)}),
)
"""The words that others may stand for, by the node and the field that has them."""


class Change(Frozen):
    """The change: the clause it stands in, as written, and `old → new` in it."""

    span: Span
    at: str
    says: str


Variant = tuple[Change, Any]
"""A change, and what becomes of the whole."""


class Wanted(Frozen):
    """Which parts are changed, each with all that stands in it: those of one declaration, or all;
    and the events, or those of some keys, of which there is one wherever it is asked.
    """

    place: tuple[Source, int] | None = None
    there: frozenset[str] = frozenset()
    keys: frozenset[str] | None = None
    asking: tuple[str, ...] = ()
    """The declarations of all that rest on it."""

    def __call__(self, part: Any) -> bool:
        span = getattr(part, "span", None)
        here = span is None or self.place is None or home(span) == self.place
        return here and (self.place is None or not is_constant(part))

    def asks_for(self, name: str) -> bool:
        """Whether whatever rests on it asks if there is a moment of this name."""
        return bool(self.asking) and all(f"{name} exists" in text for text in self.asking)

    def has(self, moment: core.Expression) -> bool:
        """Whether a moment is one of these events, whichever comes first or last."""
        if not isinstance(moment, core.Pick) or not self.there or moment.end == "nth":
            return False
        own = moment.selection
        narrowed = (own.same, own.joins, own.where, own.also, own.bounds, own.windows)
        wide = self.keys is None or self.keys.issuperset(name for name, _ in own.keys)
        return wide and self.there.issubset(own.sources) and not any(narrowed)


def variants(whole: Any, span: Span, wanted: Wanted) -> Iterator[Variant]:
    """Every small change to a rule, a record or a part of them; `span` is where it stands."""
    if not wanted(whole):
        return
    span = getattr(whole, "span", span)
    yield from (
        (Change(span, span.text, f"{old} → {new}"), changed)
        for old, new, changed in _changes(whole, wanted)
    )
    if isinstance(whole, tuple) and not isinstance(whole, Range):
        for place, part in enumerate(whole):
            for change, changed in variants(part, span, wanted):
                yield change, (*whole[:place], changed, *whole[place + 1 :])
    elif is_dataclass(whole) and type(whole).__module__ == core.__name__:
        for name in names_inside(type(whole)):
            for change, changed in variants(getattr(whole, name), span, wanted):
                yield change, replace(whole, **{name: changed})  # type: ignore[type-var]  # an instance


# ---- one node -----------------------------------------------------------------------------------
_Changed = Iterator[tuple[str, str, Any]]


def _left_out(node: Any, name: str, told: Callable[[Any], str]) -> _Changed:
    """The node without one of the parts that a field has, each in turn."""
    parts = getattr(node, name)
    for place, part in enumerate(parts):
        rest = (*parts[:place], *parts[place + 1 :])
        yield told(part), DROPPED, replace(node, **{name: rest})


def _changes(node: Any, wanted: Wanted) -> _Changed:  # noqa: C901, PLR0912 - one case for every kind
    for kind, name, others in _TURNED:
        if isinstance(node, kind):
            old = getattr(node, name)
            yield from ((old, new, replace(node, **{name: new})) for new in others.get(old, ()))
    match node:
        case core.Rule():
            yield from _clauses(node, wanted)
            yield from _wider(node)
        case core.Record():
            yield from _wider(node)
        case core.AllOf(parts=parts) | core.AnyOf(parts=parts):
            if any(getattr(part, "span", None) == node.span for part in parts):
                return  # joined to what is written: a ledger takes its moves from another
            joints = ("and", core.AllOf), ("or", core.AnyOf)
            (said, _), (instead, joint) = joints if isinstance(node, core.AllOf) else joints[::-1]
            yield said, instead, joint(node.span, node.type, node.parts)
            for text, dropped, rest in _left_out(node, "parts", _written):
                yield text, dropped, rest.parts[0] if len(rest.parts) == 1 else rest
        case core.Not(part=part):
            yield "not", DROPPED, part
        case core.Aggregate(function="distinct"):
            yield "distinct", DROPPED, replace(node, function="count", field=None, value=None)
        case core.Choose(cases=cases) if len(cases) > 1:
            yield from _left_out(node, "cases", lambda own: f"case {own[0].span.text}")
        case core.Selection():
            yield from _of_selection(node, wanted)
        case core.Step(least=least, most=most) | core.PatternGroup(least=least, most=most):
            if least > 0:
                yield f"{least} times", f"{least - 1} times", replace(node, least=least - 1)
            if most is not None:
                yield f"{most} at most", f"{most + 1} at most", replace(node, most=most + 1)
        case core.Goes(strictly=strictly, keys=keys):
            said, instead = ("strictly", DROPPED) if strictly else (DROPPED, "strictly")
            yield said, instead, replace(node, strictly=not strictly)
            if len(keys) > 1:
                yield from _left_out(node, "keys", lambda key: str(key.value.span.text))
        case core.Continuous(least=least):
            yield str(least), str(least + 1), replace(node, least=least + 1)
        case bool() | int() | Fraction() | timedelta() | Range() | frozenset():
            yield from ((show(node), show(other), other) for other in changed_values(node))


def _written(part: Any) -> str:
    text: str = part.span.text
    return text


def _clauses(rule: core.Rule, wanted: Wanted) -> _Changed:
    """Its clauses, left out; what another declaration says of it is not a clause of the rule."""
    if rule.where is not None and wanted(rule.where):
        yield f"where {rule.where.span.text}", DROPPED, replace(rule, where=None)
    changes = _left_out(rule, "applies", lambda own: f"applies when {own.span.text}")
    yield from (own for part, own in zip(rule.applies, changes, strict=True) if wanted(part))
    yield from _left_out(rule, "verifiable", lambda own: f"verifiable {own[0].span.text}")
    yield from _left_out(rule, "presumes", lambda name: f"only if {name}")
    if rule.report_for:
        yield "report first", DROPPED, replace(rule, report_for=())


def _wider(whole: core.Rule | core.Record) -> _Changed:
    """The scope without its last key: in all selections at once that do not say where
    they look, since that is said in one place.
    """
    found: list[tuple[str, str]] = []

    def widened(part: Any) -> Any:
        if not isinstance(part, core.Selection) or not part.keys or _says_where(part):
            return None
        found.append((f"in {part.scope or whole.name}", f"without {part.keys[-1][0]}"))
        rest = rewritten((part.where, part.also, part.bounds, part.joins, part.windows), widened)
        where, also, bounds, joins, windows = rest
        cut = replace(part, keys=part.keys[:-1], where=where, also=also)
        return replace(cut, bounds=bounds, joins=joins, windows=windows)

    changed = rewritten(whole, widened)
    if found:
        yield *found[0], changed


def _says_where(own: core.Selection) -> bool:
    """Whether its own words name its scope; the events that move a place have none."""
    return bool(own.scope and re.search(rf"\bin\s+{re.escape(own.scope)}\b", own.span.text))


def _of_selection(own: core.Selection, wanted: Wanted) -> _Changed:
    """Its scope, its conditions, its window."""
    if own.keys and _says_where(own):
        yield f"in {own.scope}", f"without {own.keys[-1][0]}", replace(own, keys=own.keys[:-1])
    for name in ("same", "joins"):
        yield from _left_out(own, name, lambda part: f"same {part[0]}")
    for name, condition in (("where", own.where), ("also", own.also)):
        if condition is not None:
            yield f"where {condition.span.text}", DROPPED, replace(own, **{name: None})  # type: ignore[arg-type]  # one of both
    for place, (word, bound) in enumerate(own.bounds):
        if bound.span == own.span:
            continue  # not written: what an entry undoes comes before it
        before, behind = own.bounds[:place], own.bounds[place + 1 :]
        at = bound.span.text
        yield _window(word, at), DROPPED, replace(own, bounds=(*before, *behind))
        subject = isinstance(bound, core.Subject | core.Element)
        said = re.search(rf"\b{word} \(?([\w.]+)", own.span.text)
        asked = said is not None and wanted.asks_for(said[1])
        always_there = subject or asked or wanted.has(bound) or _asked_for(bound)
        if (new := _BOUNDS.get(word)) is not None and not always_there:
            bounds = (*before, (new, bound), *behind)
            yield _window(word, at), _window(new, at), replace(own, bounds=bounds)  # type: ignore[arg-type]  # a word


def _asked_for(moment: core.Expression) -> bool:
    """Whether its declaration asks if there is such a moment: that condition is left out by itself,
    and while it holds both windows are the same.
    """
    at = moment.span.text
    asked = [f"{at} exists", f"{at}) exists"]
    asked += [f"any {own}" for own in re.findall("^(?:first|last) (.+)", at)]
    return any(own in moment.span.declaration for own in asked)


def _window(side: str, moment: str) -> str:
    return f"{_IF_ANY[side]} {moment} if any" if side in _IF_ANY else f"{side} {moment}"


# ---- values -------------------------------------------------------------------------------------
def changed_values(value: Value) -> Iterator[Value]:
    """Values beside a value: one more and one less, the other truth, a set without a member."""
    match value:
        case bool():
            yield not value
        case int() | Fraction():
            yield value + 1
            yield value - 1
        case timedelta():
            yield value + timedelta(seconds=1)
            yield value - timedelta(seconds=1)
        case Range(low=low, high=high):
            if low is not None:
                yield from (Range(other, high) for other in (low + 1, low - 1))
            if high is not None:
                yield from (Range(low, other) for other in (high + 1, high - 1))
        case frozenset() if len(value) > 1:
            yield from (value - {member} for member in sorted(value, key=str))
        case _:
            return


# ---- tables and parameters ----------------------------------------------------------------------
def of_table(table: core.DecisionTable, span: Span) -> Iterator[Variant]:
    """Another result for each row, other edges for its cells where `check` would let them pass."""
    results = tuple(dict.fromkeys(result for _, result in table.rows))
    for place, (cells, result) in enumerate(table.rows):
        at = f"{table.name}, row {place + 1}"
        others = [own for own in results if own != result][:1] or [*changed_values(result)][:1]
        rows = [(cells, other, f"{show(result)} → {show(other)}") for other in others]
        for column, cell in enumerate(cells):
            for other in changed_values(cell) if cell is not None else ():
                if not _refused(table, column, cell, other):
                    changed = (*cells[:column], other, *cells[column + 1 :])
                    rows.append((changed, result, f"{_shown(cell)} → {_shown(other)}"))
        for own, gives, says in rows:
            whole = (*table.rows[:place], (own, gives), *table.rows[place + 1 :])
            yield Change(span, at, says), replace(table, rows=whole)


def _refused(table: core.DecisionTable, column: int, old: Value | None, new: Value) -> bool:
    """Whether `check` refuses a table with this cell, whatever the examples: where all inputs are
    known and there is no `else`, one is left out or met twice, or the cell is none of them.
    """
    domain = table.domains[column]
    if domain is None or all(cell is None for cell in table.rows[-1][0]):
        return False
    return isinstance(new, Range) or any(
        core.holds(old, value) != core.holds(new, value) for value in domain
    )


def _shown(value: Value | None) -> str:
    return DROPPED if value is None else show(value)


def of_param(param: core.Param, span: Span) -> Iterator[Variant]:
    """Another value for each day on which one comes into force."""
    for change, values in variants(param.values, span, Wanted()):
        yield replace(change, at=param.name), replace(param, values=values)


# ---- changes of what several rules share --------------------------------------------------------
# Whoever changes such a declaration changes every rule that names it, and one example that notices
# is enough: so it is changed in all of them at once.
_NAME = re.compile(r"[^\W\d]\w*")


class Shared(Frozen):
    """A place outside the rules that rest on it: its declaration's name, and the forms that it
    takes in them, where each rule sees it from its own subject.
    """

    name: str
    span: Span
    forms: tuple[Any, ...]


def home(span: Span) -> tuple[Source, int]:
    """The declaration in which something stands: its file and its first line."""
    return span.source, span.source.declaration(span.line)[0]


def is_constant(node: object) -> bool:
    """Whether a value is written as the name of a constant."""
    if not isinstance(node, core.Literal_):
        return False
    said = node.span.text
    return bool(_NAME.fullmatch(said)) and said not in (show(node.value), "true", "false")


def own_part(whole: Any) -> Wanted:
    """The parts of something that are written in its declaration, and not in another."""
    place, asking = home(whole.span), (whole.span.declaration,)
    match whole:
        case core.Rule(subject=subject):
            return Wanted(place, frozenset({subject}), None, asking)
        case core.Record(over=over, keys=keys, of_events=of_events):
            some = None if of_events else frozenset(keys)
            return Wanted(place, frozenset(over), some, asking)
    return Wanted(place)


def shared_places(program: core.Program, wholes: Iterable[Any]) -> Iterator[Shared]:
    """The outermost parts of rules and records that stand in the words of other declarations."""
    found: dict[tuple[Any, ...], list[Any]] = {}
    waiting = [(whole, home(whole.span)) for whole in wholes]
    while waiting:
        whole, place = waiting.pop()
        for part in _foreign(whole, place):
            if is_constant(part):
                key: tuple[Any, ...] = (part.span.text,)
            else:
                key = (*home(part.span), part.span.line, part.span.column, part.span.end_column)
                waiting.append((part, home(part.span)))
            forms = found.setdefault(key, [])
            if not any(own == part and own.span == part.span for own in forms):
                forms.append(part)
    names = {home(span): name for name, span in program.shorthand}
    for forms in found.values():
        span = forms[0].span
        name = span.text if is_constant(forms[0]) else names.get(home(span), "")
        yield Shared(name or span.declaration.split()[1], span, tuple(forms))


def _foreign(whole: Any, place: tuple[Source, int]) -> Iterator[Any]:
    """The outermost parts that stand elsewhere, and constants."""
    names = names_inside(type(whole))
    for part in whole if isinstance(whole, tuple) else [getattr(whole, name) for name in names]:
        if isinstance(part, tuple):
            yield from _foreign(part, place)
            continue
        span = getattr(part, "span", None)
        if is_constant(part) or (span is not None and home(span) != place):
            yield part
        else:
            yield from _foreign(part, place)


def changes_of(program: core.Program, own: Shared) -> Iterator[tuple[Change, core.Program]]:
    """Every change to a shared place, and the program in which all that rests on it has it."""
    by_change: dict[tuple[str, str], list[tuple[Any, Any]]] = {}
    first: dict[tuple[str, str], Change] = {}
    wholes = [
        whole for whole in (*program.rules, *program.records.values()) if rests_on(whole, own)
    ]
    resting = [own_part(whole) for whole in wholes]
    asking = tuple(text for part in resting for text in part.asking)
    there = frozenset[str]()
    if all(part.keys is None for part in resting):
        there = frozenset.intersection(*(part.there for part in resting))
    for form in own.forms:
        wanted = replace(own_part(form), there=there, asking=asking)
        for change, changed in _variants(form, wanted):
            key = (str(change.span) if not is_constant(form) else "", change.says)
            first.setdefault(key, change)
            by_change.setdefault(key, []).append((form, changed))
    for key, pairs in by_change.items():
        yield first[key], _rewritten(program, pairs)


def _variants(form: Any, wanted: Wanted) -> Iterator[Variant]:
    if not is_constant(form):
        yield from variants(form, form.span, wanted)
        return
    for change, value in variants(form.value, form.span, Wanted()):
        yield change, replace(form, value=value)


def _rewritten(program: core.Program, pairs: list[tuple[Any, Any]]) -> core.Program:
    """The program with each of these parts changed wherever it stands."""

    def new(part: Any) -> Any:
        return next((own for old, own in pairs if part == old and part.span == old.span), None)

    return replace(
        program,
        rules=tuple(rewritten(rule, new) for rule in program.rules),
        records={name: rewritten(own, new) for name, own in program.records.items()},
    )


def rests_on(whole: Any, own: Shared) -> bool:
    """Whether a rule or a record says something in the words of a shared place."""
    forms = {(form.span, form) for form in own.forms}
    return any((getattr(part, "span", None), part) in forms for part in parts_of(whole))
