"""Labels: what people call the names and the words that a vocabulary declares."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from auditor.diagnostic import DiagnosticError
from auditor.language import core
from auditor.language.check.environment import (
    EVENT,
    FIELD,
    LABEL,
    NAME,
    SCOPE,
    AlreadyReportedError,
    Environment,
)
from auditor.language.syntax import nodes as s
from auditor.messages.message import Message, message
from auditor.source import Source
from auditor.types import Enumeration


def declare_all_labels(declarations: Sequence[s.Declaration], env: Environment) -> None:
    """Enter the labels; what they name is declared before, wherever it stands.  A ruleset's stand
    instead of those of vocabularies: what a word means may be called otherwise in one game.
    """
    shared = {node.span.source for node in declarations if isinstance(node, s.Vocabulary)}
    for node in declarations:
        if isinstance(node, s.Labels):
            _declare_labels(node, env, () if node.span.source in shared else shared)


def _declare_labels(node: s.Labels, env: Environment, instead_of: Collection[Source]) -> None:
    try:
        family, known = _named(node.family, env)
    except (DiagnosticError, AlreadyReportedError) as error:
        env.report(error)
        return
    for entry in node.entries:
        name = entry.name
        if name.text not in known:
            env.report(env.unknown(family, name, known))
            continue
        if not (_is_label(entry.words.fr) and _is_label(entry.words.en)):
            env.report(DiagnosticError(message("E104.label"), entry.words.span))
            continue
        if turned := [own for own in (entry.words.fr, entry.words.en) if _is_turned(own)]:
            what = message("E104.singular", forms="|".join(reversed(turned[0].split("|"))))
            env.report(DiagnosticError(what, entry.words.span))
            continue
        label = s.Name(name.span, f"{node.family.text} {name.text}")
        before = env.declared.get((LABEL, label.text))
        if before is not None and before.source in instead_of:
            del env.declared[LABEL, label.text]
        if env.declare(LABEL, label):
            words = core.Bilingual(entry.words.fr, entry.words.en)
            env.labels[node.family.text, name.text] = words


def _named(family: s.Name, env: Environment) -> tuple[Message, Collection[str]]:
    """How messages call the family, and the names that it has."""
    match family.text:
        case "event":
            return EVENT, env.kinds
        case "field":
            return FIELD, env.fields
        case "scope":
            return SCOPE, env.scopes
        case "interval":
            return NAME, env.intervals
        case "stream":
            return NAME, env.streams
        case "record":
            return NAME, env.records
    kind = env.type_named(family, {})
    assert isinstance(kind, Enumeration)
    return message("rules.family.word", type=kind.name), kind.members


def plural_first(first: str, second: str) -> bool:
    """True where each word of the first is that of the second, or its plural."""
    ones, others = first.split(), second.split()
    if first == second or len(ones) != len(others):
        return False
    pairs = zip(ones, others, strict=True)
    return all(one in (other, f"{other}s", f"{other}x") for one, other in pairs)


def _is_turned(label: str) -> bool:
    first, stroke, second = label.partition("|")
    return bool(stroke) and plural_first(first, second)


def _is_label(text: str) -> bool:
    """True of a singular, and of a singular and a plural."""
    forms = text.split("|")
    return len(forms) <= 2 and all(form and form == form.strip() for form in forms)
