"""Entries that stand twice in one list, and declarations of which there can be only one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from auditor.diagnostic import Diagnostic
from auditor.language.check.environment import Environment
from auditor.language.syntax import nodes as s
from auditor.language.traverse import names_inside
from auditor.messages.message import message
from auditor.source import Span
from auditor.types import Enumeration

_LISTS = frozenset(
    (
        (s.Use, "labels"),
        (s.Enumeration, "members"),
        (s.Context, "names"),
        (s.Field, "names"),
        (s.Event, "fields"),
        (s.Needs, "kinds"),
        (s.Scope, "fields"),
        (s.Interval, "keys"),
        (s.Record, "keys"),
        (s.Record, "over"),
        (s.Rule, "cites"),
        (s.Rule, "presumes"),
        (s.Rule, "report"),
        (s.Rule, "rests_on"),
        (s.Reading, "provisions"),
        (s.Provision, "refers_to"),
        (s.RuleGroup, "rules"),
        (s.Statistic, "per"),
        (s.Same, "names"),
        (s.Unless, "gaps"),
        (s.Selection, "kinds"),
        (s.SetOf, "elements"),
        (s.Stream, "parts"),
    )
)
"""The lists of which each part counts once: a second time it is a slip for another name."""


def listed_twice(nodes: Iterable[s.Declaration]) -> Iterator[Diagnostic]:
    """Names, words and values that stand twice in one list."""
    for node in nodes:
        if not isinstance(node, s.Example | s.Broken):
            yield from _in(node)


def _in(node: s.Node) -> Iterator[Diagnostic]:
    for name in names_inside(type(node)):
        value = getattr(node, name)
        if isinstance(value, s.Node):
            yield from _in(value)
        elif isinstance(value, tuple):
            if (type(node), name) in _LISTS:
                yield from _repeated(value)
            for part in value:
                if isinstance(part, s.Node):
                    yield from _in(part)


def _repeated(parts: Sequence[s.Node]) -> Iterator[Diagnostic]:
    seen: dict[str, Span] = {}
    for part in parts:
        named = _named(part)
        if named is None:
            continue
        text, span = named
        if text in seen:
            first = (message("E202.first_time"), seen[text])
            yield Diagnostic(message("E202.listed_twice", text=text), span, None, (first,))
        seen.setdefault(text, span)


def _named(part: s.Node) -> tuple[str, Span] | None:
    match part:
        case s.Name(text=text) | s.Label(text=text):
            return text, part.span
        case s.EventField(name=name):
            return name.text, name.span
        case s.StreamPart(kind=kind):
            return kind.text, kind.span
        case s.Number(value=value):
            return str(value), part.span
        case s.TextLiteral(value=text):
            return f'"{text}"', part.span
        case _:
            return None


def clashing_words(own: Iterable[s.Declaration], env: Environment) -> Iterator[Diagnostic]:
    """Words of a type that a log cannot tell apart, since it may write them in any case."""
    words: dict[str, dict[str, s.Name]] = {}
    for node in own:
        if not isinstance(node, s.Enumeration):
            continue
        known = env.enumerations.get(node.name.text)
        former = words.setdefault(node.name.text, {})
        for member in node.members:
            text = member.text
            first = former.get(text.lower())
            if first is not None and first.text != text:
                former_place = ((message("E202.first_time"), first.span),)
                what = message("E202.case", one=first.text, other=text)
                yield Diagnostic(what, member.span, None, former_place)
            elif node.form == "also" and known is not None and _is_known(member, node, known):
                what = message("E202.word_again", text=text, type=known.name)
                beside = ((message("E202.first_time"), first.span),) if first is not None else ()
                yield Diagnostic(what, member.span, None, beside)
            former.setdefault(text.lower(), member)


def _is_known(member: s.Name, node: s.Enumeration, known: Enumeration) -> bool:
    """True of a word that another declaration of the type has; told once."""
    again = [own for own in node.members if own.text == member.text]
    return again[0] is member and known.members.count(member.text) > len(again)


def two_heads(nodes: Iterable[s.Declaration]) -> Iterator[Diagnostic]:
    """A file begins once as a ruleset or a vocabulary: of two nobody knows whose the rules are."""
    heads: dict[str, s.Label] = {}
    for node in nodes:
        if isinstance(node, s.Ruleset | s.Vocabulary):
            first = heads.setdefault(node.span.source.name, node.label)
            if first is not node.label:
                beside = ((message("E202.first"), first.span),)
                what = message("E202.heads", other=first.text)
                yield Diagnostic(what, node.label.span, message("E202.own_file"), beside)


def two_laws(nodes: Iterable[s.Declaration], env: Environment) -> Iterator[Diagnostic]:
    """`law of` says which scope's first day decides: there is one."""
    laws = [node for node in nodes if isinstance(node, s.Law) and node.scope.text in env.scopes]
    for law in laws[1:]:
        first = (message("E202.first"), laws[0].span)
        yield Diagnostic(message("E202.law"), law.span, None, (first,))
