"""Changes of meaning from one ruleset to another: no layout, no comment, no order of rules.

Checked rules are compared, so that a constant with another value shows in each rule that names it.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import date

from auditor.language.core import (
    ALWAYS,
    Bilingual,
    Decide,
    Expression,
    InForce,
    LawSource,
    Literal_,
    Lookup,
    Parameter,
    Program,
    Record,
    Rule,
    Selection,
    parts_of,
)
from auditor.source import Frozen, Span
from auditor.values import Value, show

NOTHING = "–"


class ChangedDetail(Frozen):
    """A piece of a declaration that changed, named as rules write it: what it was, what it is."""

    what: str
    old: str
    new: str


class MeaningChange(Frozen):
    """A declaration that was added, removed or changed.  `family` is its first word."""

    family: str
    name: str
    how: str
    details: tuple[ChangedDetail, ...] = ()


_WORDS: Mapping[str, str] = {
    "presumes": "only if",
    "underlies": "invalidates",
    "subject": "for each",
    "in_force": "in force",
    "report_for": "report first for each",
    "rests_on": "rests on",
    "not_auditable": "not auditable",
    "not_applicable": "not applicable",
    "refers_to": "refers to",
    "as_logged": "even where rows are missing",
    "applies": "applies when",
    "verifiable": "verifiable when",
    "may_be_empty": "fields with ?",
    "exceptional": "silent when absent",
    "bears": "in SCOPE",
    "free": "in SCOPE?",
    "lacks": "outside SCOPE",
    "nature": "class",
}
Rows = tuple[tuple[tuple[Value | None, ...], Value], ...]
_NAMED = frozenset(("lets", "columns"))
"""Values by their names: each is a detail of its own."""


def compare(old: Program, new: Program) -> tuple[MeaningChange, ...]:
    """The changes, rulesets first and rules last."""
    changes: list[MeaningChange] = []
    heads = [{"version": own.version, "in force": own.in_force} for own in (old, new)]
    if whole := tuple(_by_name(*heads)):
        changes.append(MeaningChange("ruleset", new.name, "changed", whole))
    families = _families(new)
    for family, before in _families(old).items():
        after = families[family]
        for name in dict.fromkeys((*before, *after)):
            changes += _change(family, name, before.get(name), after.get(name))
    return tuple(changes)


def _families(own: Program) -> dict[str, Mapping[str, object]]:
    """The declarations of each family by their names; a rule is the same in whichever ruleset."""
    words = own.vocabulary
    rules = (replace(rule, ruleset="") for rule in own.rules)
    return {
        "source": {each.name: each for each in own.sources},
        "provision": {each.id: each for each in own.provisions},
        "reading": {each.id: each for each in own.readings},
        "field": {name: str(kind) for name, kind in words.fields.items()},
        "event": words.kinds,
        "scope": words.scopes,
        "interval": words.intervals,
        "stream": words.streams,
        "param": own.params,
        "table": own.tables,
        "record": own.records,
        "rule": {rule.name: rule for rule in rules},
        "statistic": _measured(own),
    }


def _measured(program: Program) -> dict[str, str]:
    """The statistics as they are written, in one line each."""
    return {
        own.name: "; ".join(
            (
                as_written(own.text),
                f"for each {own.rule.subject} where {as_written(own.rule.where)}",
                *(f"let {name} = {as_written(value)}" for name, value in own.rule.lets),
                f"applies when {as_written(own.rule.applies)}",
                *map(as_written, (own.observed, own.wagered, own.gained, own.foreseen)),
                "ways " + ", ".join(f"{show(value)}: {ways}" for value, ways in own.ways.results),
                as_written(own.ways.within.name if own.ways.within is not None else None),
                "without return" if own.ways.without_return else "",
                as_written(tuple(scope.name for scope in own.per)),
            )
        )
        for own in program.statistics
    }


def _change(family: str, name: str, old: object, new: object) -> Iterator[MeaningChange]:
    if old == new:
        return
    if old is None or new is None:
        yield MeaningChange(family, name, "added" if old is None else "removed")
        return
    if details := tuple(_details(old, new)):
        yield MeaningChange(family, name, "changed", details)


def _details(old: object, new: object) -> Iterator[ChangedDetail]:
    if not is_dataclass(old) or type(old) is not type(new):
        yield ChangedDetail("", as_written(old), as_written(new))
        return
    for field in fields(old):
        before, after = getattr(old, field.name), getattr(new, field.name)
        if not field.compare or before == after or _same_source(before, after):
            continue
        if field.name in _NAMED:
            yield from _by_name(*({f"let {n}": v for n, v in own} for own in (before, after)))
        elif field.name == "rows":
            yield from _rows(before, after)
        elif field.name == "parts":
            yield ChangedDetail("=", _stream(before), _stream(after))
        else:
            yield _detail(_WORDS.get(field.name, field.name), before, after)


def _same_source(old: object, new: object) -> bool:
    """True of the source of a provision, where it is told of the source itself that it changed."""
    return isinstance(old, LawSource) and isinstance(new, LawSource) and old.name == new.name


def _by_name(old: Mapping[str, object], new: Mapping[str, object]) -> Iterator[ChangedDetail]:
    for name in dict.fromkeys((*old, *new)):
        if old.get(name) != new.get(name):
            yield _detail(name, old.get(name), new.get(name))


def _rows(old: Rows, new: Rows) -> Iterator[ChangedDetail]:
    """Rows of a table by their cells: the result of each, where it is another."""
    before, after = ({as_written(cells): result for cells, result in rows} for rows in (old, new))
    for cells in dict.fromkeys((*before, *after)):
        if before.get(cells) != after.get(cells):
            yield ChangedDetail(cells, as_written(before.get(cells)), as_written(after.get(cells)))


def _stream(parts: tuple[tuple[str, tuple[tuple[str, str], ...]], ...]) -> str:
    kinds = (f"{kind} ({', '.join(f'{a} = {b}' for a, b in renamed)})" for kind, renamed in parts)
    return ", ".join(kinds)


def _detail(what: str, old: object, new: object) -> ChangedDetail:
    before, after = as_written(old), as_written(new)
    if before == after:  # the words are the same; what they name is not
        one, other = Counter(_behind(old)), Counter(_behind(new))
        before, after = _with(before, one - other), _with(after, other - one)
    return ChangedDetail(what, before, after)


def _with(text: str, behind: Iterable[str]) -> str:
    values = ", ".join(behind)
    return f"{text} ({values})" if values else text


def _behind(own: object) -> Iterator[str]:
    """Values of constants and the picks of a `state`, behind the names of an expression."""
    for part in parts_of(own):
        if isinstance(part, Literal_):
            yield show(part.value)
        elif isinstance(part, Selection) and part.scope:
            where = f" where {as_written(part.where)}" if part.where else ""
            yield f"{' or '.join(part.sources)} in {part.scope}{where}"


def as_written(value: object) -> str:
    """A piece of a declaration as rules write it."""
    match value:
        case None | ():
            return NOTHING
        case str():
            return value
        case Expression():
            return _written(value.span)
        case LawSource():
            return value.name
        case Bilingual():
            return f'fr "{value.fr}" en "{value.en}"'
        case InForce():
            return _period(value)
        case tuple() if len(value) == 2 and (value[0] is None or type(value[0]) is date):
            start, worth = value
            return as_written(worth) + (f" from {start}" if start is not None else "")
        case tuple():
            return ", ".join(map(as_written, value))
        case _:
            return show(value)


def _written(span: Span) -> str:
    """The words of a stretch without its comments."""
    lines = [span.source.line(number) for number in range(span.line, span.end_line + 1)]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    bare = (_ASIDE.sub(lambda found: found[1] or "", line) for line in lines)
    return " ".join(" ".join(bare).split())


_ASIDE = re.compile(r'("(?:[^"\\\n]|\\.)*")|#[^\n]*')


def _period(own: InForce) -> str:
    if own == ALWAYS:
        return NOTHING
    start = own.start.isoformat() if own.start else ""
    return f"{start} .. {own.end.isoformat() if own.end else ''}".strip()


# ---- what a change reaches ----------------------------------------------------------------------
def reached(old: Program, new: Program, changes: Iterable[MeaningChange]) -> tuple[str, ...]:
    """The rules that did not change themselves and look at a parameter, a table or a record that
    did, directly or by way of other records.
    """
    changed = {(own.family, own.name) for own in changes}
    while more := {
        ("record", name)
        for program in (old, new)
        for name, record in program.records.items()
        if ("record", name) not in changed and looks_at(record) & changed
    }:
        changed |= more
    rules = {rule.name: rule for program in (old, new) for rule in program.rules}
    return tuple(
        name
        for name, rule in rules.items()
        if ("rule", name) not in changed and looks_at(rule) & changed
    )


def looks_at(own: Rule | Record) -> set[tuple[str, str]]:
    """The families and names of all that a rule or a record looks at itself."""
    named = [own.subject] if isinstance(own, Rule) else [*own.keys, *own.over]
    found = {(family, name) for name in named for family in _SOURCES}
    for part in parts_of(own):
        match part:
            case Parameter(name=name):
                found.add(("param", name))
            case Decide(table=name):
                found.add(("table", name))
            case Lookup(record=name):
                found.add(("record", name))
            case Selection(sources=sources, scope=scope):
                found |= {(f, name) for name in (*sources, scope) for f in _SOURCES}
    return found


_SOURCES = ("record", "stream", "interval", "event", "scope")
