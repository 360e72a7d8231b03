"""Completeness of a ruleset: provisions cited, rules shown by examples, names used."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.resolve.load import family_and_name
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


def without_examples(
    examples: tuple[s.Example, ...], labels: Labels, broken: Iterable[s.Broken]
) -> Iterator[Diagnostic]:
    """Each rule has an example that violates it and one that complies."""
    shown = {
        (name, example.outcome)
        for example in examples
        if not (example.of_former or example.is_edge)
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
