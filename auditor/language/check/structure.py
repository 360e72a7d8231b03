"""The structure of declarations: shorthand in full, repeated entries, circles, size of names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from graphlib import CycleError, TopologicalSorter

from auditor.diagnostic import Diagnostic, fault, remark
from auditor.language import core
from auditor.language.check.environment import GAP, Environment
from auditor.language.core import parts_of
from auditor.language.syntax import nodes as s
from auditor.messages.message import message
from auditor.source import Span
from auditor.types import Enumeration, Item


def measured_in_full(
    node: s.Statistic, suspended: Iterable[s.Suspend], env: Environment
) -> s.Statistic:
    """The statistic without a name that stands for something else."""
    scopes = tuple(own.scope for own in suspended)
    return replace(node, for_each=_for_each(node.for_each, env), suspensions=scopes)


def in_full(node: s.Rule, suspended: Iterable[s.Suspend], env: Environment) -> s.Rule:
    """The rule without a name that stands for something else."""
    return replace(
        node,
        for_each=_for_each(node.for_each, env),
        verifiable=tuple(own for part in node.verifiable for own in _verifiable(part, env)),
        presumes=tuple(own for label in node.presumes for own in _rules(label, env)),
        suspensions=() if node.even_when_suspended else tuple(own.scope for own in suspended),
    )


def _for_each(node: s.ForEach, env: Environment) -> s.ForEach:
    named = env.subjects.get(node.subject.text)
    if named is None:
        return node
    env.use(named.name.text)
    conditions = [own for own in (named.where, node.where) if own is not None]
    where = conditions[0] if conditions else None
    if len(conditions) > 1:
        where = s.Conjunction(node.span, tuple(conditions))
    return replace(node, subject=replace(named.of, span=node.subject.span), where=where)


def _verifiable(part: s.Verifiable | s.Unless, env: Environment) -> Iterable[s.Verifiable]:
    if isinstance(part, s.Verifiable):
        yield part
        return
    for name in part.gaps:
        gap = env.gaps.get(name.text)
        if gap is None:
            env.report(env.unknown(GAP, name, env.gaps))
            continue
        env.use(gap.name.text)
        when = s.Negation(gap.when.span, gap.when)
        yield s.Verifiable(part.span, when, gap.words)


def _rules(label: s.Label, env: Environment, within: tuple[s.Label, ...] = ()) -> Iterator[s.Label]:
    """The rules that a name stands for: itself, or those of a group and of the groups in it."""
    group = env.groups.get(label.text)
    if group is None:
        yield label
        return
    env.use(group.label.text)
    if label.text in (own.text for own in within):
        beside = (message("E202.first"), group.label.span)
        env.report(fault("E405.group", label.span, None, beside, group=label.text))
        return
    for rule in group.rules:
        yield from _rules(rule, env, (*within, label))


_LISTS: dict[type[object], tuple[str, ...]] = {
    s.Use: ("labels",),
    s.Enumeration: ("members",),
    s.Context: ("names",),
    s.Field: ("names",),
    s.Event: ("fields", "names"),
    s.Scope: ("fields",),
    s.Interval: ("keys",),
    s.Record: ("keys", "over"),
    s.Ledger: ("keys", "places"),
    s.Rule: ("cites", "presumes", "report", "rests_on"),
    s.Reading: ("provisions",),
    s.Provision: ("refers_to",),
    s.RuleGroup: ("rules",),
    s.Statistic: ("per",),
    s.Same: ("names",),
    s.Unless: ("gaps",),
    s.Define: ("arguments",),
    s.Selection: ("kinds",),
    s.SetOf: ("elements",),
    s.Stream: ("parts",),
}
"""Lists whose parts count once: a part that stands twice is a slip for another name."""


def listed_twice(nodes: Iterable[s.Declaration]) -> Iterator[Diagnostic]:
    """Names, words and values that stand twice in one list."""
    for node in nodes:
        for part in parts_of(node) if not isinstance(node, s.Example | s.Broken) else ():
            for name in _LISTS.get(type(part), ()):
                yield from _repeated(getattr(part, name))


def _repeated(parts: Sequence[s.Node]) -> Iterator[Diagnostic]:
    seen: dict[str, Span] = {}
    for part in parts:
        named = _named(part)
        if named is None:
            continue
        text, span = named
        if text in seen:
            first = (message("E202.first_time"), seen[text])
            yield remark("E202.listed_twice", span, None, first, text=text)
        seen.setdefault(text, span)


def _named(part: s.Node) -> tuple[str, Span] | None:
    match part:
        case s.Name(text=text) | s.Label(text=text):
            return text, part.span
        case s.EventField(name=name) | s.Argument(name=name):
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
    """Files with two heads: the rules could belong to either."""
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
        yield remark("E202.law", law.span, None, first)


def circular_references(provisions: Mapping[str, core.Provision]) -> Iterator[Diagnostic]:
    """A provision that sends the reader to others, and by way of these to itself."""
    refers = {name: set(own.refers_to) & provisions.keys() for name, own in provisions.items()}
    for circle in _circles(refers):
        what = message("E401.circle", circle=arrows(circle))
        beside = tuple((message("E405.through"), provisions[name].span) for name in circle[1:])
        yield Diagnostic(what, provisions[circle[0]].span, None, beside)


def circular_presumptions(
    rules: Mapping[str, core.Rule], labels: Mapping[str, s.Rule]
) -> Iterator[Diagnostic]:
    """A rule cannot presume itself, not even by way of others."""
    presumed = {name: set(rule.presumes) for name, rule in rules.items()}
    for circle in _circles(presumed):
        what = message("E405.presumes_itself", rule=circle[0])
        if len(circle) > 1:
            what = message("E405.circle", circle=arrows(circle))
        beside = tuple((message("E405.through"), labels[name].label.span) for name in circle[1:])
        yield Diagnostic(what, labels[circle[0]].label.span, None, beside)


def _circles(of: Mapping[str, set[str]]) -> Iterator[list[str]]:
    """The names that lead back to themselves, each circle once."""
    left = dict(of)
    while True:
        try:
            TopologicalSorter(left).prepare()
        except CycleError as error:
            circle: list[str] = error.args[1][:0:-1]  # the first of them stands at its end too
            first = min(circle, key=list(of).index)
            at = circle.index(first)
            yield [*circle[at:], *circle[:at]]
            left |= {name: set() for name in circle}
        else:
            return


def arrows(circle: list[str]) -> str:
    return " → ".join(f"`{name}`" for name in (*circle, circle[0]))


_MOST, _DEEPEST = 100_000, 40
_DEEPEST_PARTS = 150


class Extents:
    """Of the names let so far: how many parts each has, and how deep names stand in names."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[int, int]] = {}

    def checked(self, name: s.Name, value: core.Expression) -> core.Expression:
        """The value that is let.  Raises DiagnosticError where it stands for too much."""
        parts = list(parts_of(value))
        inner = [self._known.get(p.name, (1, 0)) for p in parts if isinstance(p, core.Local)]
        many = len(parts) + sum(own for own, _ in inner)
        deep = 1 + max((own for _, own in inner), default=0)
        if many > _MOST or deep > _DEEPEST:
            raise fault("E100.stands_for", name.span, name=name.text)
        self._known[name.text] = many, deep
        return value


def in_extent(value: core.Expression, name: str, at: Span) -> core.Expression:
    """The value put in the place of a name.  Raises DiagnosticError where that is too much."""
    row: list[object] = [value]
    many = deep = 0
    while row:
        many, deep = many + len(row), deep + 1
        if many > _MOST or deep > _DEEPEST_PARTS:
            raise fault("E100.stands_for", at, name=name)
        row = [part for own in row for part in core.parts_within(own)]
    return value


# ---- columns for one record alone ---------------------------------------------------------------
def private_elsewhere(
    records: Mapping[str, core.Record], others: Iterable[core.Rule | core.Statistic]
) -> Iterator[Diagnostic]:
    """The columns that a record keeps for itself, by a `_` before their names, and that stand
    elsewhere.
    """
    for own in (*records.values(), *others):
        for part in core.parts_of(own):
            match part:
                case core.Lookup(record=record, column=column):
                    asked: Iterable[str] = (record,)
                case core.Field(of=of, name=column) if isinstance(of.type, Item):
                    asked = of.type.sources
                case _:
                    continue
            for name in asked if column.startswith("_") else ():
                if name in records and records[name] is not own:
                    what = message("E201.private", record=name, name=column)
                    yield Diagnostic(what, part.span, message("E201.for_others", name=column[1:]))
