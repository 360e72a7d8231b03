"""Opinions of declarations that mean something: names, texts, scopes, orders."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field, replace
from datetime import date, timedelta
from functools import lru_cache
from itertools import chain, pairwise

from auditor.authoring.word_places import words_that_begin_values
from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.check.environment import (
    EVENT,
    FIELD,
    GAP,
    GROUP,
    NAME,
    ORDER,
    SCOPE,
    SOURCE,
    TYPE,
    Environment,
)
from auditor.language.check.law import last_day
from auditor.language.check.tables import values_of
from auditor.language.compile import CheckedParts
from auditor.language.core import parts_of
from auditor.language.resolve.load import FAMILIES, family_and_name, load
from auditor.language.resolve.search_path import Disk, shipped
from auditor.language.syntax import nodes as s
from auditor.messages.message import SOLE, Message, message
from auditor.source import Frozen, Span
from auditor.types import BASIC_TYPES


def beside_one_another(parts: CheckedParts) -> Iterator[Diagnostic]:
    """Declarations that are right, and strange as they are written, or beside one another."""
    own, everything, env = parts.own, parts.everything, parts.env
    for node in own:
        yield from words_as_names(node)
        yield from blank_texts(node)
        yield from like_a_source(node, env)
        match node:
            case s.Interval(start=start, end=end) if start.text == end.span.text:
                what = message("W306.opens_and_closes", kind=start.text)
                yield Diagnostic(what, end.span, None, ((message("W306.opens"), start.span),))
            case s.Order(name=name) if name.text in env.orders:
                yield from incomplete_order(name, env)
            case s.Param() if node.name.text in env.params:
                yield from dated_parameter(node, env.params[node.name.text], parts.head)
    yield from days_without_a_rule(own, everything, parts.head)


# ---- names that nothing uses --------------------------------------------------------------------
_PLACEHOLDER = re.compile(r"\{(\w+)")


def unused(
    own: Sequence[s.Declaration],
    everything: Sequence[s.Declaration],
    env: Environment,
    said: Sequence[Diagnostic],
    *,
    guess: bool,
) -> Iterator[Diagnostic]:
    """Names that the ruleset itself declares, and nothing uses.

    What a vocabulary declares is there for others to use, and so is that of a file without rules.
    `said` is all that is amiss beside; `guess` says whether a name that stands nowhere else is
    taken to be unused.
    """
    judges = any(isinstance(node, s.Rule) for node in own)
    is_vocabulary = not any(isinstance(node, s.Ruleset | s.Rule) for node in own)
    # A name that has a label and no other use is unused.
    using = (_Declared(node.span, node) for node in everything if not isinstance(node, s.Labels))
    spoken = Counter(chain.from_iterable(map(_spoken_in, using)))
    columns = None if any(d.level == "error" for d in said) else _columns(everything, env)
    known = env.used | env.broken | _perhaps_used(spoken, env, said)
    for node in own:
        family, name = family_and_name(node)
        told = FAMILIES.get(family)
        if isinstance(node, s.Gap | s.Subject | s.RuleGroup):
            told = {s.Gap: GAP, s.Subject: NAME, s.RuleGroup: GROUP}[type(node)]
            name = node.label if isinstance(node, s.RuleGroup) else node.name
        shared = is_vocabulary and family == "stream"
        if told and family not in _ALWAYS_USED and name.text not in known and not shared:
            known.add(name.text)
            yield _unused(told, name)
        if isinstance(node, s.Rule | s.Statistic):
            yield from _unused_lets(node, env)
        if isinstance(node, s.Define) and node.name.text not in env.broken:
            inside = set(_spoken(node.value))
            unasked = (own.name for own in node.arguments if own.name.text not in inside)
            yield from (_unused(ARGUMENT, name) for name in unasked)
        if judges and guess:
            found = _unspoken(node, spoken, columns, env)
            yield from (d for d in found if d.span.text not in env.broken)
        if isinstance(node, s.Field) and guess:
            yield from (_unused(FIELD, f) for f in node.names if spoken[f.text] < 2)


def _columns(everything: Sequence[s.Declaration], env: Environment) -> set[str]:
    """Columns that anything speaks of, each after its record: in expressions, in messages of rules
    about its rows, and in gaps and subjects, which other rulesets may use.
    """
    found = set(env.used)
    for node in everything:
        if isinstance(node, s.Rule):
            subject = node.for_each.subject.text
            if subject in env.subjects:
                subject = env.subjects[subject].of.text
            found.update(f"{subject}.{name}" for name in _quoted(node.message))
        elif isinstance(node, s.Define | s.Gap | s.Subject):
            names = set(_spoken(node))
            found.update(f"{record}.{name}" for record in env.records for name in names)
    return found


def _perhaps_used(spoken: Counter[str], env: Environment, said: Sequence[Diagnostic]) -> set[str]:
    """Where there are errors, what uses a name may be misspelt, or not be read to its end."""
    amiss = said or env.broken
    named = {name for name, times in spoken.items() if times > 1} if amiss else set[str]()
    return named | {name for diagnostic in said for name in _near(diagnostic)}


def _near(diagnostic: Diagnostic) -> tuple[str, ...]:
    """The name that is proposed for one that is not known: it may have been meant."""
    hint = diagnostic.hint
    if hint is None or hint.code not in ("suggestion", SOLE):
        return ()
    return tuple(str(near) for _, near in hint.values)


class _Declared(Frozen):
    """A declaration by where it stands: a parent's is asked for again and again."""

    span: Span
    node: s.Declaration = field(compare=False)


@lru_cache(maxsize=8192)
def _spoken_in(declared: _Declared) -> tuple[str, ...]:
    return tuple(_spoken(declared.node))


def _unspoken(  # noqa: C901 - one line for every form
    node: s.Declaration, spoken: Counter[str], columns: set[str] | None, env: Environment
) -> Iterator[Diagnostic]:
    """Names that stand nowhere but where they are declared."""
    match node:
        case s.Event(names=names, also=False):
            yield from (_unused(EVENT, name) for name in names if spoken[name.text] < 2)
        case s.Scope(name=name) if spoken[name.text] < 2:
            yield _unused(SCOPE, name)
        case s.Interval(name=name) if spoken[name.text] < 2:
            yield _unused(NAME, name)
        case s.Enumeration(name=name, form="=" | "open", members=members):
            if spoken[name.text] < 2 and all(spoken[word.text] < 2 for word in members):
                yield _unused(TYPE, name)
        case s.SourceOfLaw(label=label) if spoken[label.text] < 2:
            yield _unused(SOURCE, label)
        case s.Order(name=name) if f"order {name.text}" not in env.used:
            yield _unused(ORDER, name)
        case s.Record(name=name, lets=lets) if name.text in env.used:
            within = Counter(_spoken(lets))
            for let in lets:
                known = columns is None or f"{name.text}.{let.name.text}" in columns
                if spoken[let.name.text] < 2 or not (known or within[let.name.text] > 1):
                    yield _unused(message("rules.family.column"), let.name)


_ALWAYS_USED = frozenset(("rule", "statistic"))
ARGUMENT = message("rules.family.argument")


def _unused_lets(node: s.Rule | s.Statistic, env: Environment) -> Iterator[Diagnostic]:
    """Names let that stand nowhere else in it, nor in the gaps that it names."""
    unless = (own for own in getattr(node, "verifiable", ()) if isinstance(own, s.Unless))
    gaps = (env.gaps[own.text] for part in unless for own in part.gaps if own.text in env.gaps)
    spoken = Counter(_spoken((node, *gaps)))
    yield from (_unused(NAME, let.name) for let in node.lets if spoken[let.name.text] < 2)


def _unused(family: Message, name: s.Name | s.Label) -> Diagnostic:
    return Diagnostic(message("W601.unused", family=family, name=name.text), name.span)


def _spoken(node: object) -> Iterator[str]:
    """Every name that stands anywhere in a piece of syntax, as often as it does."""
    for part in parts_of(node):
        match part:
            case s.Name(text=text) | s.Label(text=text):
                yield text
            case s.Line(kind=kind, cells=cells):
                yield kind
                yield from (name for name, _ in cells)
            case s.Broken(names=names):
                yield from (*names, *names)
            case s.Words():
                yield from _quoted(part)


def _quoted(words: s.Words | None) -> Iterator[str]:
    if words is not None:
        yield from _PLACEHOLDER.findall(words.fr + words.en)


# ---- names that are words of the language -------------------------------------------------------
def words_as_names(node: s.Declaration) -> Iterator[Diagnostic]:
    """Names of what stands in conditions by itself that cannot be asked for so."""
    match node:
        case s.Field(names=names) | s.Context(names=names):
            hint = "W205.say_this"
        case s.Constant(name=name) | s.Param(name=name) | s.Define(name=name):
            names, hint = (name,), "W205.rename"
        case s.Rule(lets=lets):
            names, hint = tuple(let.name for let in lets), "W205.rename"
        case _:
            return
    for name in names:
        if name.text in words_that_begin_values():
            what = message("W205.word", name=name.text)
            yield Diagnostic(what, name.span, message(hint, name=name.text))


# ---- names that a vocabulary would bring --------------------------------------------------------
def with_vocabulary(diagnostics: Iterable[Diagnostic], disk: Disk) -> Iterator[Diagnostic]:
    """The diagnostics; of a name that is nowhere known, with the vocabulary that declares it."""
    kinds: dict[str, str] | None = None
    for own in diagnostics:
        hint = own.hint
        if hint is None and own.message.code in ("E201.unknown", "E411.unknown"):
            kinds = dict(_kinds(disk)) if kinds is None else kinds
            name = kinds.get(own.span.text)
            hint = None if name is None else message("E201.say_use", name=name)
        yield replace(own, hint=hint)


def _kinds(disk: Disk) -> Iterator[tuple[str, str]]:
    """Each kind of event that comes with the program, and the vocabulary that declares it."""
    for path in disk.files(shipped() / "vocabulary"):
        for node in load(path, disk).declarations:
            if isinstance(node, s.Event) and not node.also:
                file = node.span.source.name.rpartition("/")[2].partition(".")[0]
                yield from ((name.text, file) for name in node.names)


# ---- declarations beside one another ------------------------------------------------------------


def like_a_source(node: s.Declaration, env: Environment) -> Iterator[Diagnostic]:
    """A scope and a record, kind, stream or interval of one name: `in NAME` may be either."""
    name = getattr(node, "name", None)
    if not isinstance(name, s.Name):
        return
    families = (SCOPE, NAME) if isinstance(node, s.Scope) else (NAME, SCOPE)
    declared = env.declared.get((families[0], name.text)) == name.span
    other = env.declared.get((families[1], name.text))
    if not declared or other is None:
        return
    told_there = other.source == name.span.source and other.line > name.span.line
    if not told_there and name.text in (*env.records, *env.kinds, *env.streams, *env.intervals):
        beside = ((message("E202.first"), other),)
        yield Diagnostic(message("W206.scope", name=name.text), name.span, None, beside)


def incomplete_order(name: s.Name, env: Environment) -> Iterator[Diagnostic]:
    """An order that leaves out words of its type: with these every comparison is unknown."""
    known = env.enumerations.get(name.text) or BASIC_TYPES.get(name.text)
    words = (known and (getattr(known, "members", None) or values_of(known))) or ()
    missing = [str(word) for word in words if str(word) not in env.orders[name.text]]
    if missing:
        what = message("W305.left_out", type=name.text, words=tuple(missing))
        yield Diagnostic(what, name.span)


# ---- texts --------------------------------------------------------------------------------------
def blank_texts(node: s.Declaration) -> Iterator[Diagnostic]:
    """A title, a paraphrase, a reason of blanks alone: a report would print it.

    What messages, readings and labels lack is said where these are checked.
    """
    if isinstance(node, s.Reading | s.Labels):
        return
    aside = getattr(node, "message", None)
    words = (own for own in _words_in(node) if own is not aside)
    spans = [own.span for own in words if not (own.fr.strip() and own.en.strip())]
    if isinstance(node, s.Ruleset) and not node.version.strip():
        spans.append(node.label.span)
    if isinstance(node, s.Example) and not node.title.strip():
        spans.append(node.span)
    yield from (Diagnostic(message("E414.blank"), span) for span in spans)


def _words_in(node: s.Declaration) -> Iterator[s.Words]:
    """The texts of a declaration, but for cells."""
    parts = () if isinstance(node, s.Example) else parts_of(node)
    yield from (part for part in parts if isinstance(part, s.Words))


# ---- days and results ---------------------------------------------------------------------------
DAY = timedelta(days=1)


def days_without_a_rule(
    own: Sequence[s.Declaration], everything: Sequence[s.Declaration], head: s.Ruleset | None
) -> Iterator[Diagnostic]:
    """Days on which a provision is in force, and no rule that cites it, though others have been."""
    mine = set(map(id, own))
    cited_by: dict[str, list[s.Rule]] = {}
    for rule in (node for node in everything if isinstance(node, s.Rule)):
        for name in dict.fromkeys(label.text for label in rule.cites):
            cited_by.setdefault(name, []).append(rule)
    provisions = {n.label.text: n for n in everything if isinstance(n, s.Provision)}
    for provision in provisions.values():
        citing = cited_by.get(provision.label.text, [])
        if not mine.isdisjoint(map(id, (provision, *citing))):
            yield from _uncovered(provision, citing, head)


def _uncovered(
    provision: s.Provision, citing: Sequence[s.Rule], head: s.Ruleset | None
) -> Iterator[Diagnostic]:
    """Days on which a provision is in force, and none of the dated rules that cite it."""
    times = [rule.in_force for rule in citing]
    dated = sorted((t for t in times if t is not None), key=lambda t: t.start)
    if not dated or len(dated) < len(times):
        return
    wholes = [t for t in (provision.in_force, head.in_force if head else None) if t is not None]
    day = max((t.start for t in wholes), default=date.min)
    last = min((last_day(t) for t in wholes), default=date.max)
    if day > last:
        return  # it ends before it begins, which is said of it already
    for time in dated:
        if time.start > day and day != date.min:
            yield _gap(provision, day, min(last, time.start - DAY), time.span)
        if last_day(time) >= last:
            return
        day = max(day, last_day(time) + DAY)
    if last == date.max and not wholes:
        return
    yield _gap(provision, day, last, dated[-1].span)


def _gap(provision: s.Provision, start: date, end: date, beside: Span) -> Diagnostic:
    until: Message | str = str(end) if end != date.max else message("W409.open")
    what = message("W409.hole", provision=provision.label.text, start=str(start), end=until)
    return Diagnostic(what, provision.label.span, None, ((message("W409.next"), beside),))


def dated_parameter(
    node: s.Param, param: core.Param, head: s.Ruleset | None
) -> Iterator[Diagnostic]:
    """A parameter without a value on the first days, or with the same value twice."""
    if not node.values:
        return  # its value is given with each audit
    first, time = node.values[0], head.in_force if head is not None else None
    if time is not None and first.start is not None and first.start > time.start:
        what = message("W409.param", name=node.name.text, day=str(first.start))
        yield Diagnostic(what, first.span, None, ((message("E408.in_force"), time.span),))
    values = [value for _, value in param.values]
    for (former, own), (old, new) in zip(pairwise(node.values), pairwise(values), strict=False):
        if old == new:
            beside = ((message("W602.said_here"), former.span),)
            yield Diagnostic(message("W602.needless"), own.span, None, beside)
