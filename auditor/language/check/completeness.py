"""What a ruleset owes its readers: provisions cited, rules shown by examples, names used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.check.environment import Environment
from auditor.language.resolve.extension import called
from auditor.language.syntax import nodes as s

Labels = Mapping[str, s.Rule]
"""The rules as they are written, by name."""


def uncited(
    provisions: Mapping[str, core.Provision], labels: Labels, broken: Iterable[s.Broken]
) -> Iterator[Diagnostic]:
    """Each provision is cited by a rule, or declared not auditable, and never both."""
    cited = {label.text for node in labels.values() for label in node.cites}
    cited.update(name for node in broken for name in node.names)
    for provision in provisions.values():
        enforced = provision.id in cited
        if enforced and provision.not_auditable is not None:
            message = f"provision `{provision.id}` is declared not auditable, yet a rule cites it"
            yield Diagnostic("E401", message, provision.span)
        elif not enforced and provision.not_auditable is None:
            message = f"no rule cites provision `{provision.id}`"
            hint = "or declare it `not auditable` with the reason"
            yield Diagnostic("E401", message, provision.span, hint)


def unshown(
    examples: tuple[s.Example, ...], labels: Labels, broken: Iterable[s.Broken]
) -> Iterator[Diagnostic]:
    """Each rule has an example that violates it and one that complies."""
    shown = {(example.rule.text, example.outcome) for example in examples}
    unread = {name for node in broken for name in node.names if node.keyword == "example"}
    for name, node in labels.items():
        if name in unread:
            continue
        for outcome, what in (("violates", "violates"), ("complies", "complies with")):
            if (name, outcome) not in shown:
                yield Diagnostic(
                    "E403", f"no example {what} rule `{name}`", node.label.span,
                    f'add `example "…" of {name} {outcome}` and its events',
                )  # fmt: skip


def circular(rules: Mapping[str, core.Rule], labels: Labels) -> Iterator[Diagnostic]:
    """A rule cannot presume itself, not even by way of others."""
    for name in rules:
        seen, waiting = set[str](), list(rules[name].presumes)
        while waiting:
            other = waiting.pop()
            if other == name:
                message = f"rule `{name}` presumes itself"
                yield Diagnostic("E405", message, labels[name].label.span)
                break
            if other not in seen and other in rules:
                seen.add(other)
                waiting += rules[other].presumes


def unused(own: list[s.Declaration], env: Environment) -> Iterator[Diagnostic]:
    """What the ruleset itself names, and nothing uses."""
    known = env.used | env.broken
    for written in own:
        node = written.declaration if isinstance(written, s.Replace) else written
        family, name = called(node)
        if family and family != "rule" and name.text not in known:
            known.add(name.text)
            yield _unused(family, name)
        if isinstance(node, s.Rule):
            yield from _unused_lets(node)


def _unused_lets(node: s.Rule) -> Iterator[Diagnostic]:
    values = tuple(let.value for let in node.lets)
    used = _names((values, node.for_each, node.applies, node.verifiable, node.require))
    told = node.message.fr + node.message.en if node.message else ""
    for let in node.lets:
        if let.name.text not in used and f"{{{let.name.text}}}" not in told:
            yield _unused("name", let.name)


def _unused(family: str, name: s.Name | s.Label) -> Diagnostic:
    return Diagnostic("W601", f"{family} `{name.text}` is never used", name.span)


def _names(node: object) -> set[str]:
    """Every name that stands anywhere in a piece of syntax."""
    if isinstance(node, s.Name):
        return {node.text}
    if isinstance(node, tuple):
        return set[str]().union(*map(_names, node))
    if isinstance(node, s.Node):
        return set[str]().union(*(_names(getattr(node, f.name)) for f in fields(node)))
    return set()
