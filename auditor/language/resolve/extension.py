"""Extension: a ruleset replaces and drops declarations of the rulesets that it extends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, replace

from auditor.diagnostic import Diagnostic
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message
from auditor.messages.suggestion import suggestion

FAMILIES = {
    "rule": message("rules.family.rule"),
    "record": message("rules.family.record"),
    "stream": message("rules.family.stream"),
    "constant": message("rules.family.constant"),
    "param": message("rules.family.param"),
    "table": message("rules.family.table"),
    "statistic": message("rules.family.statistic"),
}
"""The families of declarations that can be replaced, as messages name them."""


def merge(
    declarations: Iterable[s.Declaration],
) -> tuple[list[s.Declaration], list[Diagnostic]]:
    """The declarations in force: those replaced give up their place, those dropped go."""
    kept: list[s.Declaration] = []
    errors: list[Diagnostic] = []
    for node in declarations:
        match node:
            case s.Replace():
                errors += _replace(kept, node)
            case s.Drop():
                errors += _drop(kept, node)
            case s.NotApplicable():
                errors += _does_without(kept, node)
            case _:
                kept.append(node)
    return kept, errors


def _replace(kept: list[s.Declaration], node: s.Replace) -> list[Diagnostic]:
    family, name = family_and_name(node.declaration)
    for place, old in enumerate(kept):
        if type(old) is type(node.declaration) and family_and_name(old)[1].text == name.text:
            if old.span.source == node.span.source:
                what = message("E204.own", name=name.text)
                beside = ((message("E202.first"), family_and_name(old)[1].span),)
                return [Diagnostic(what, name.span, message("E204.change_it"), beside)]
            kept[place] = node.declaration
            if isinstance(node.declaration, s.Rule):
                _show_former(kept, name.text)
            elif not isinstance(node.declaration, s.Statistic):
                _leave_to_parent(kept, node, name.text)
            return []
    what = message("E204.replace", family=FAMILIES[family], name=name.text)
    missing = _missing(kept, family, name, what)
    if all(getattr(getattr(old, "name", None), "text", "") != name.text for old in kept):
        kept.append(node.declaration)  # what names it is not told as well
    return [missing]


def _drop(kept: list[s.Declaration], node: s.Drop) -> list[Diagnostic]:
    name = node.label.text
    left = [old for old in kept if not _is_called(old, node.kind, name)]
    errors: list[Diagnostic] = []
    for old in kept:
        if _is_called(old, node.kind, name) and old.span.source == node.span.source:
            what = message("E204.own", name=name)
            beside = ((message("E202.first"), family_and_name(old)[1].span),)
            return [Diagnostic(what, node.label.span, message("E204.change_it"), beside)]
    if len(left) == len(kept):
        what = message("E204.drop", family=FAMILIES[node.kind], name=name)
        errors.append(_missing(kept, node.kind, node.label, what))
    if node.kind == "rule":
        left = _without_examples(left, name)
    kept[:] = left
    if node.kind == "record":
        _leave_to_parent(kept, node, name)
    return errors


def _does_without(kept: list[s.Declaration], node: s.NotApplicable) -> list[Diagnostic]:
    """A provision of a parent that does not apply here stays, with the reason."""
    name, known = node.label.text, list[str]()
    for place, old in enumerate(kept):
        if isinstance(old, s.Provision):
            if old.label.text == name and old.span.source != node.span.source:
                kept[place] = replace(old, not_applicable=node.words)
                return []
            if old.label.text == name:
                what = message("E204.own", name=name)
                beside = ((message("E202.first"), old.label.span),)
                return [Diagnostic(what, node.label.span, message("E204.not_auditable"), beside)]
            known.append(old.label.text)
    what = message("E204.not_applicable", provision=name)
    return [Diagnostic(what, node.label.span, suggestion(name, known))]


def _is_called(node: s.Declaration, family: str, name: str) -> bool:
    own_family, own_name = family_and_name(node)
    return (own_family, own_name.text) == (family, name)


def _without_examples(kept: list[s.Declaration], rule: str) -> list[s.Declaration]:
    """Leaves out the examples of a rule."""
    return [old for old in kept if not (isinstance(old, s.Example) and old.rule.text == rule)]


def _show_former(kept: list[s.Declaration], rule: str) -> None:
    """The examples of an inherited rule show nothing of the rule that takes its place."""
    for place, old in enumerate(kept):
        if isinstance(old, s.Example) and old.rule.text == rule:
            kept[place] = replace(old, of_former=True)


def _leave_to_parent(kept: list[s.Declaration], node: s.Replace | s.Drop, name: str) -> None:
    """Inherited examples of what speaks of the name hold for the ruleset in which they stand."""
    resting = _resting_on(kept, name)
    for place, old in enumerate(kept):
        if not isinstance(old, s.Example) or old.of_parent:
            continue
        if old.span.source != node.span.source and (resting is None or old.rule.text in resting):
            kept[place] = replace(old, of_parent=True)


def _resting_on(kept: Iterable[s.Declaration], name: str) -> set[str] | None:
    """The names of all that speaks of a name, directly or not; None where each rule may."""
    others = [(own, set(_names_in(own))) for own in kept if isinstance(own, _SPEAKING)]
    found, waiting = {name}, {name}
    while waiting:
        resting = [own for own, names in others if names & waiting]
        if any(isinstance(own, s.Suspend) for own in resting):
            return None
        waiting = {_own_name(own) for own in resting} - found
        found |= waiting
    return found


_SPEAKING = (
    *(s.Constant, s.Gap, s.Interval, s.Order, s.Param, s.Record, s.Rule, s.RuleGroup, s.State),
    *(s.Stream, s.Subject, s.Suspend, s.Table),
)


def _own_name(node: s.Declaration) -> str:
    own: s.Name | s.Label = getattr(node, "name", None) or node.label  # type: ignore[union-attr]  # one of both
    return own.text


def _names_in(node: object) -> Iterator[str]:
    match node:
        case s.Name(text=text) | s.Label(text=text):
            yield text
        case tuple():
            for part in node:
                yield from _names_in(part)
        case s.Node():
            for own in fields(node):
                yield from _names_in(getattr(node, own.name))


def _missing(
    kept: list[s.Declaration], family: str, name: s.Name | s.Label, what: Message
) -> Diagnostic:
    named = map(family_and_name, kept)
    known = [other.text for other_family, other in named if other_family == family]
    return Diagnostic(what, name.span, suggestion(name.text, known))


def family_and_name(node: s.Declaration) -> tuple[str, s.Name | s.Label]:
    """The family and the name of a declaration that can be replaced or dropped."""
    match node:
        case s.Rule(label=label):
            return ("rule", label)
        case s.Record(name=name):
            return ("record", name)
        case s.Stream(name=name):
            return ("stream", name)
        case s.Constant(name=name):
            return ("constant", name)
        case s.Param(name=name):
            return ("param", name)
        case s.Table(name=name):
            return ("table", name)
        case s.Statistic(label=label):
            return ("statistic", label)
        case _:
            return ("", s.Label(node.span, ""))
