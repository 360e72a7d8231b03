"""Rules in suspended scopes: what lies in a suspended coup is left out of the rules below."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from auditor.language import core
from auditor.language.check.environment import Environment
from auditor.language.check.records import suspension
from auditor.language.syntax import nodes as s
from auditor.language.traverse import parts_of
from auditor.types import BOOLEAN, Item


def suspended(
    rules: Mapping[str, core.Rule], labels: Mapping[str, s.Rule | s.Statistic], env: Environment
) -> dict[str, core.Rule]:
    """The rules, each applicable only outside the suspended scopes above it."""
    named = {own.text for node in labels.values() for own in node.suspensions}
    within = {name: frozenset(_within(name, rules, env)) for name in named & env.scopes.keys()}
    return {
        name: replace(rule, applies=(*_outside(rule, labels[name], within, env), *rule.applies))
        for name, rule in rules.items()
    }


def _within(scope: str, rules: Mapping[str, core.Rule], env: Environment) -> Iterator[str]:
    """The sources in the scope: it, records kept for each, and kinds that are looked for in it.

    A table opens outside any coup, though its row has a column for one. A record that has the name
    of a scope is nobody's subject: the scope is.
    """
    yield scope
    fields = set(env.scopes[scope].fields)
    records = tuple(own for own in env.records.values() if own is not None)
    for record in records:
        if not record.of_events and fields <= set(record.keys):
            yield from record.over
            if record.name not in env.scopes:
                yield record.name
    for node in parts_of((*records, *rules.values())):
        if isinstance(node, core.Selection) and fields <= {name for name, _ in node.keys}:
            yield from node.sources


def _outside(
    rule: core.Rule,
    node: s.Rule | s.Statistic,
    within: Mapping[str, frozenset[str]],
    env: Environment,
) -> Iterator[core.Expression]:
    for scope in node.suspensions:
        record = env.records.get(suspension(scope.text))  # none where there is no such scope
        if record is not None and _kinds(rule.subject, env) & _all_kinds(within[scope.text], env):
            yield _runs(rule.subject, record, env.scopes[scope.text], env)


def _all_kinds(names: frozenset[str], env: Environment) -> frozenset[str]:
    return frozenset[str]().union(*(_kinds(name, env) for name in names))


def _kinds(name: str, env: Environment) -> frozenset[str]:
    """A source, or the kinds of event that stand behind it."""
    record = env.records.get(name)
    if record is not None and record.of_events:
        return _kinds(record.over[0], env)
    if name in env.streams:
        return frozenset(kind for kind, _ in env.streams[name].parts)
    if name in env.intervals:
        return frozenset((env.intervals[name].start,))
    return frozenset((name,))


def _runs(
    subject: str, record: core.Record, scope: core.Scope, env: Environment
) -> core.Expression:
    """A condition: the subject lies in no suspended instance of the scope, or in none at all."""
    span, item = record.span, Item((subject,))
    fields, this = env.shared_fields(item), core.Subject(record.span, item)
    keys = tuple(core.Field(span, fields[name], this, name) for name in scope.fields)
    lookup = core.Lookup(span, BOOLEAN, record.name, "suspended", keys)
    runs = core.Not(span, BOOLEAN, lookup)
    own = env.records.get(subject)
    filled = scope.needs if subject in env.scopes else own.needs if own else ()
    outside = tuple(
        core.Not(span, BOOLEAN, core.Filled(span, BOOLEAN, key))
        for key in keys
        if key.name in scope.needs and key.name not in filled
    )
    return core.AnyOf(span, BOOLEAN, (runs, *outside)) if outside else runs
