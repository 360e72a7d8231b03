"""Named subjects, gaps and groups, put in full before the rules that name them are checked."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from auditor.diagnostic import DiagnosticError
from auditor.language.check.environment import GAP, Environment
from auditor.language.syntax import nodes as s
from auditor.messages.message import message


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
        what = message("E405.group", group=label.text)
        beside = (message("E202.first"), group.label.span)
        env.report(DiagnosticError(what, label.span, None, beside))
        return
    for rule in group.rules:
        yield from _rules(rule, env, (*within, label))
