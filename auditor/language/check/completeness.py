"""Completeness of a ruleset: provisions cited, rules shown by examples, names used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.syntax import nodes as s
from auditor.messages.message import message

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
    shown = {(example.rule.text, example.outcome) for example in examples if not example.of_former}
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
