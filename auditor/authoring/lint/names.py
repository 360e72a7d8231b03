"""Names that nothing uses or nothing declares, and names that are words of the language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import chain

from auditor.diagnostic import Diagnostic
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
from auditor.language.resolve.load import FAMILIES, family_and_name, load
from auditor.language.resolve.search_path import Disk, shipped
from auditor.language.syntax import nodes as s
from auditor.language.syntax.grammar import words_that_begin_values
from auditor.language.traverse import names_inside
from auditor.messages.message import Message, message
from auditor.messages.suggestion import SOLE
from auditor.source import Span

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
        shared = is_vocabulary and family == "stream"
        if family and family not in _ALWAYS_USED and name.text not in known and not shared:
            known.add(name.text)
            yield _unused(FAMILIES[family], name)
        for kind, shorthand in _SHORTHANDS.items():
            own_name = node.label if isinstance(node, s.RuleGroup) else getattr(node, "name", None)
            if isinstance(node, kind) and own_name is not None and own_name.text not in known:
                yield _unused(shorthand, own_name)
        if isinstance(node, s.Rule | s.Statistic):
            yield from _unused_lets(node, env)
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
        elif isinstance(node, s.Gap | s.Subject):
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


@dataclass(frozen=True, slots=True)
class _Declared:
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
        case s.Event(name=name, also=False) if spoken[name.text] < 2:
            yield _unused(EVENT, name)
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
_SHORTHANDS: dict[type[s.Node], Message] = {
    s.State: NAME,
    s.Gap: GAP,
    s.Subject: NAME,
    s.RuleGroup: GROUP,
}


def _unused_lets(node: s.Rule | s.Statistic, env: Environment) -> Iterator[Diagnostic]:
    parts = _parts(node, env) if isinstance(node, s.Rule) else _measured(node)
    spoken = Counter[str](name for part in parts for name in _spoken(part))
    if isinstance(node, s.Rule):
        spoken.update(_quoted(node.message))
    for let in node.lets:
        if not spoken[let.name.text]:
            yield _unused(NAME, let.name)


def _measured(node: s.Statistic) -> tuple[object, ...]:
    """All that a statistic says, but for the names that it lets."""
    values = (node.observed, node.wagered, node.gained, node.foreseen)
    return (*(let.value for let in node.lets), node.for_each, node.applies, values)


def _parts(node: s.Rule, env: Environment) -> tuple[object, ...]:
    """All that a rule says, but for the names that it lets."""
    gaps = tuple(
        env.gaps[name.text].when
        for part in node.verifiable
        if isinstance(part, s.Unless)
        for name in part.gaps
        if name.text in env.gaps
    )
    own = (*(let.value for let in node.lets), node.for_each, node.require, *gaps)
    return (*own, *node.applies, *node.verifiable)


def _unused(family: Message, name: s.Name | s.Label) -> Diagnostic:
    return Diagnostic(message("W601.unused", family=family, name=name.text), name.span)


def _spoken(node: object) -> Iterator[str]:
    """Every name that stands anywhere in a piece of syntax, as often as it does."""
    match node:
        case s.Name(text=text) | s.Label(text=text):
            yield text
        case s.Line(kind=kind, cells=cells):
            yield kind
            yield from (name for name, _ in cells)
        case s.Broken(names=names):
            yield from (*names, *names)
        case s.Words():
            yield from _quoted(node)
        case tuple():
            for part in node:
                yield from _spoken(part)
        case s.Node():
            for name in names_inside(type(node)):
                yield from _spoken(getattr(node, name))


def _quoted(words: s.Words | None) -> Iterator[str]:
    if words is not None:
        yield from _PLACEHOLDER.findall(words.fr + words.en)


# ---- names that are words of the language -------------------------------------------------------
def words_as_names(own: Sequence[s.Declaration]) -> Iterator[Diagnostic]:
    """Names of what stands in conditions by itself that cannot be asked for so."""
    taken = words_that_begin_values()
    for node in own:
        for name in _names(node):
            if name.text in taken:
                is_field = isinstance(node, s.Field | s.Context)
                hint = "W205.say_this" if is_field else "W205.rename"
                what = message("W205.word", name=name.text)
                yield Diagnostic(what, name.span, message(hint, name=name.text))


def _names(node: s.Declaration) -> tuple[s.Name, ...]:
    match node:
        case s.Field(names=names) | s.Context(names=names):
            return names
        case s.Constant(name=name) | s.Param(name=name) | s.State(name=name):
            return (name,)
        case s.Rule(lets=lets):
            return tuple(let.name for let in lets)
        case _:
            return ()


# ---- names that a vocabulary would bring --------------------------------------------------------
def with_vocabulary(diagnostics: Iterable[Diagnostic], disk: Disk) -> Iterator[Diagnostic]:
    """The diagnostics; of a name that is nowhere known, with the vocabulary that declares it."""
    found = list(diagnostics)
    lost = {own.span.text for own in found if _is_lost(own)}
    kinds = dict(_kinds(disk)) if lost else {}
    for own in found:
        name = kinds.get(own.span.text) if _is_lost(own) else None
        hint = own.hint if name is None else message("E201.say_use", name=name)
        yield replace(own, hint=hint)


def _is_lost(own: Diagnostic) -> bool:
    return own.message.code in ("E201.unknown", "E411.unknown") and own.hint is None


def _kinds(disk: Disk) -> Iterator[tuple[str, str]]:
    """Each kind of event that comes with the program, and the vocabulary that declares it."""
    for path in disk.files(shipped() / "vocabulary"):
        for node in load(path, disk).declarations:
            if isinstance(node, s.Event) and not node.also:
                yield node.name.text, node.span.source.name.rpartition("/")[2].partition(".")[0]
