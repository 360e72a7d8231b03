"""Completeness of a ruleset: provisions cited, rules shown by examples, names used."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from graphlib import CycleError, TopologicalSorter

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.resolve.extension import family_and_name
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message
from auditor.messages.suggestion import suggestion
from auditor.source import Span

Labels = Mapping[str, s.Rule]
"""The rules as they are written, by name."""


def uncited(
    provisions: Mapping[str, core.Provision],
    labels: Labels,
    broken: Iterable[s.Broken],
    left_out: Mapping[str, Span],
) -> Iterator[Diagnostic]:
    """Each provision is cited by a rule, or says why no rule cites it, and never both.

    One whose rule this ruleset drops or replaces (`left_out`) is told where that is said.
    """
    citing = {label.text: label.span for node in labels.values() for label in node.cites}
    meant = {_meant(name, provisions) for name in citing}
    cited = {*citing, *(name for node in broken for name in node.names)}
    for provision in provisions.values():
        enforced = provision.id in cited
        if enforced and provision.not_auditable is not None:
            what = message("E401.cited_all_the_same", provision=provision.id)
            yield Diagnostic(what, provision.span, None, _where(provision.id, citing))
        elif enforced and provision.not_applicable is not None:
            what = message("E401.cited_though_not_applicable", provision=provision.id)
            yield Diagnostic(what, provision.span, None, _where(provision.id, citing))
        elif enforced and provision.refers_to:
            what = message("E401.cited_though_it_refers", provision=provision.id)
            yield Diagnostic(what, provision.span, None, _where(provision.id, citing))
        elif not enforced and provision.is_audited and provision.id not in meant:
            what, where = message("E401.uncited", provision=provision.id), provision.span
            here = left_out.get(provision.id)
            if here is None:
                yield Diagnostic(what, where, message("E401.declare"))
                continue
            hint = message("E401.not_applicable", provision=provision.id)
            yield Diagnostic(what, here, hint, ((message("E401.provision"), where),))


def _meant(name: str, known: Collection[str]) -> str:
    """The name, or the known one that is proposed in its place."""
    near = None if name in known else suggestion(name, known)
    return name if near is None else str(dict(near.values)["near"])


def left_out(declarations: Iterable[s.Declaration]) -> dict[str, Span]:
    """The provisions cited by rules that are dropped or replaced, and where that is said."""
    found: dict[str, Span] = {}
    cited: dict[str, tuple[s.Label, ...]] = {}
    for node in declarations:
        declared = node.declaration if isinstance(node, s.Replace) else node
        if isinstance(node, s.Drop | s.Replace):
            label = node.label if isinstance(node, s.Drop) else family_and_name(declared)[1]
            found |= {own.text: label.span for own in cited.get(label.text, ())}
        if isinstance(declared, s.Rule):
            cited[declared.label.text] = declared.cites
    return found


def _where(provision: str, citing: Mapping[str, Span]) -> tuple[tuple[Message, Span], ...]:
    return ((message("E401.cited_here"), citing[provision]),) if provision in citing else ()


def circular_references(provisions: Mapping[str, core.Provision]) -> Iterator[Diagnostic]:
    """A provision that sends the reader to others, and by way of these to itself."""
    refers = {name: set(own.refers_to) & provisions.keys() for name, own in provisions.items()}
    for circle in _circles(refers):
        what = message("E401.circle", circle=_arrows(circle))
        beside = tuple((message("E405.through"), provisions[name].span) for name in circle[1:])
        yield Diagnostic(what, provisions[circle[0]].span, None, beside)


def without_examples(
    examples: tuple[s.Example, ...], labels: Labels, broken: Iterable[s.Broken]
) -> Iterator[Diagnostic]:
    """Each rule has an example that violates it and one that complies."""
    shown = {
        (name, example.outcome)
        for example in examples
        if not example.of_former
        for name in (example.rule.text, _meant(example.rule.text, labels))
    }
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


def ruleless(
    head: s.Ruleset | None, labels: Labels, broken: Iterable[s.Broken]
) -> Iterator[Diagnostic]:
    """A ruleset without a rule, of its own or inherited, judges nothing."""
    if head is not None and not labels and not any(node.keyword == "rule" for node in broken):
        what = message("E403.no_rule", ruleset=head.label.text)
        yield Diagnostic(what, head.label.span, message("E403.write_rule"))


def circular_presumptions(rules: Mapping[str, core.Rule], labels: Labels) -> Iterator[Diagnostic]:
    """A rule cannot presume itself, not even by way of others."""
    presumed = {name: set(rule.presumes) for name, rule in rules.items()}
    for circle in _circles(presumed):
        what = message("E405.presumes_itself", rule=circle[0])
        if len(circle) > 1:
            what = message("E405.circle", circle=_arrows(circle))
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


def _arrows(circle: list[str]) -> str:
    return " → ".join(f"`{name}`" for name in (*circle, circle[0]))
