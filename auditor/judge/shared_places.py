"""Clauses of several rules in the words of one declaration: gaps, subjects, suspensions, constants.

Whoever changes such a declaration changes every rule that names it, and one example that notices is
enough: so it is changed in all of them at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, is_dataclass, replace
from functools import lru_cache
from typing import Any

from auditor.judge.mutants import Change, changed_values, variants
from auditor.language import core
from auditor.language.traverse import names_inside, parts_of, rewritten
from auditor.source import Source, Span
from auditor.values import show

_NAME = re.compile(r"[^\W\d]\w*")


@dataclass(frozen=True, slots=True)
class Shared:
    """A place outside the rules that rest on it: its declaration's name, and the forms that it
    takes in them, where each rule sees it from its own subject.
    """

    name: str
    span: Span
    forms: tuple[Any, ...]


def home(span: Span) -> tuple[Source, int]:
    """The declaration in which something stands: its file and its first line."""
    return span.source, _first_line(span.source.text, span.line)


@lru_cache(maxsize=65536)
def _first_line(text: str, line: int) -> int:
    lines = _lines(text)
    while line > 1 and lines[line - 1][:1].isspace():
        line -= 1
    return line


@lru_cache(maxsize=64)
def _lines(text: str) -> tuple[str, ...]:
    return tuple(text.splitlines())


def is_constant(node: object) -> bool:
    """Whether a value is written as the name of a constant."""
    if not isinstance(node, core.Literal_):
        return False
    said = node.span.text
    return bool(_NAME.fullmatch(said)) and said not in (show(node.value), "true", "false")


def own_part(whole: core.Rule | core.Record) -> Callable[[Any], bool]:
    """Whether a part of a rule or a record is written in it, and not in another declaration."""
    place = home(whole.span)

    def here(part: Any) -> bool:
        span = getattr(part, "span", None)
        return (span is None or home(span) == place) and not is_constant(part)

    return here


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
    for part in _inside(whole):
        if isinstance(part, tuple):
            yield from _foreign(part, place)
            continue
        span = getattr(part, "span", None)
        if is_constant(part) or (span is not None and home(span) != place):
            yield part
        else:
            yield from _foreign(part, place)


def _inside(whole: Any) -> Iterator[Any]:
    if isinstance(whole, tuple):
        yield from whole
    elif is_dataclass(whole) and type(whole).__module__ == core.__name__:
        for name in names_inside(type(whole)):
            yield getattr(whole, name)


def changes_of(program: core.Program, own: Shared) -> Iterator[tuple[Change, core.Program]]:
    """Every change to a shared place, and the program in which all that rests on it has it."""
    by_change: dict[tuple[str, str], list[tuple[Any, Any]]] = {}
    first: dict[tuple[str, str], Change] = {}
    for form in own.forms:
        for change, changed in _variants(form):
            key = (str(change.span) if not is_constant(form) else "", change.says)
            first.setdefault(key, change)
            by_change.setdefault(key, []).append((form, changed))
    for key, pairs in by_change.items():
        yield first[key], _rewritten(program, pairs)


def _variants(form: Any) -> Iterator[tuple[Change, Any]]:
    if is_constant(form):
        for other in changed_values(form.value):
            says = f"{show(form.value)} → {show(other)}"
            yield Change(form.span, form.span.text, says), replace(form, value=other)
        return
    place = home(form.span)
    yield from variants(
        form, form.span, lambda part: _stands_at(part, place) and not is_constant(part)
    )


def _stands_at(part: Any, place: tuple[Source, int]) -> bool:
    span = getattr(part, "span", None)
    return span is None or home(span) == place


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
