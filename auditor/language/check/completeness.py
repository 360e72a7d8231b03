"""Completeness of a ruleset: provisions cited, rules shown by examples, names used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from graphlib import CycleError, TopologicalSorter

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.check.environment import GAP, GROUP, NAME, Environment
from auditor.language.resolve.extension import FAMILIES, family_and_name
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message

Labels = Mapping[str, s.Rule]
"""The rules as they are written, by name."""


def uncited(
    provisions: Mapping[str, core.Provision], labels: Labels, broken: Iterable[s.Broken]
) -> Iterator[Diagnostic]:
    """Each provision is cited by a rule, or says why no rule cites it, and never both."""
    cited = {label.text for node in labels.values() for label in node.cites}
    cited.update(name for node in broken for name in node.names)
    for provision in provisions.values():
        enforced = provision.id in cited
        if enforced and provision.not_auditable is not None:
            what = message("E401.cited_all_the_same", provision=provision.id)
            yield Diagnostic(what, provision.span)
        elif enforced and provision.not_applicable is not None:
            what = message("E401.cited_though_not_applicable", provision=provision.id)
            yield Diagnostic(what, provision.span)
        elif enforced and provision.refers_to:
            what = message("E401.cited_though_it_refers", provision=provision.id)
            yield Diagnostic(what, provision.span)
        elif not enforced and provision.is_audited:
            what = message("E401.uncited", provision=provision.id)
            yield Diagnostic(what, provision.span, message("E401.declare"))


def without_examples(
    examples: tuple[s.Example, ...], labels: Labels, broken: Iterable[s.Broken]
) -> Iterator[Diagnostic]:
    """Each rule has an example that violates it and one that complies."""
    shown = {(example.rule.text, example.outcome) for example in examples}
    unread = {name for node in broken for name in node.names if node.keyword == "example"}
    for name, node in labels.items():
        if name in unread:
            continue
        missing = {
            "violates": message("E403.no_violation", rule=name),
            "complies": message("E403.no_compliance", rule=name),
        }
        for outcome, what in missing.items():
            if (name, outcome) not in shown:
                hint = message("E403.add_example", rule=name, outcome=outcome)
                yield Diagnostic(what, node.label.span, hint)


def circular_presumptions(rules: Mapping[str, core.Rule], labels: Labels) -> Iterator[Diagnostic]:
    """A rule cannot presume itself, not even by way of others."""
    presumed = {name: set(rule.presumes) for name, rule in rules.items()}
    while True:
        try:
            TopologicalSorter(presumed).prepare()
        except CycleError as error:
            circle: list[str] = error.args[1]  # the rule it begins with stands at its end too
            for name in circle[1:]:
                yield Diagnostic(
                    message("E405.presumes_itself", rule=name), labels[name].label.span
                )
                presumed[name] = set()
        else:
            return


def unused(own: list[s.Declaration], env: Environment) -> Iterator[Diagnostic]:
    """Names that the ruleset itself declares, and nothing uses."""
    known = env.used | env.broken
    for written in own:
        node = written.declaration if isinstance(written, s.Replace) else written
        family, name = family_and_name(node)
        if family and family != "rule" and name.text not in known:
            known.add(name.text)
            yield _unused(FAMILIES[family], name)
        for kind, shorthand in _SHORTHANDS.items():
            own_name = node.label if isinstance(node, s.RuleGroup) else getattr(node, "name", None)
            if isinstance(node, kind) and own_name is not None and own_name.text not in known:
                yield _unused(shorthand, own_name)
        if isinstance(node, s.Rule):
            yield from _unused_lets(node, env)


_SHORTHANDS: dict[type[s.Node], Message] = {
    s.State: NAME,
    s.Gap: GAP,
    s.Subject: NAME,
    s.RuleGroup: GROUP,
}


def _unused_lets(node: s.Rule, env: Environment) -> Iterator[Diagnostic]:
    values = tuple(let.value for let in node.lets)
    gaps = tuple(
        env.gaps[name.text].when
        for part in node.verifiable
        if isinstance(part, s.Unless)
        for name in part.gaps
        if name.text in env.gaps
    )
    used = _names((values, gaps, node.for_each, node.applies, node.verifiable, node.require))
    words = node.message.fr + node.message.en if node.message else ""
    for let in node.lets:
        if let.name.text not in used and f"{{{let.name.text}}}" not in words:
            yield _unused(NAME, let.name)


def _unused(family: Message, name: s.Name | s.Label) -> Diagnostic:
    return Diagnostic(message("W601.unused", family=family, name=name.text), name.span)


def _names(node: object) -> set[str]:
    """Every name that stands anywhere in a piece of syntax."""
    if isinstance(node, s.Name):
        return {node.text}
    if isinstance(node, tuple):
        return set[str]().union(*map(_names, node))
    if isinstance(node, s.Node):
        return set[str]().union(*(_names(getattr(node, f.name)) for f in fields(node)))
    return set()
