"""A ruleset reviewed before any log is read: compiled, then looked at by every room for authors.

An opinion may be an error too: a rule that no log can suit accuses everybody, and nobody audits by
it.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from auditor.authoring.completeness import (
    left_out,
    ruleless,
    strange_examples,
    uncited,
    without_examples,
)
from auditor.authoring.contradictions import clashes
from auditor.authoring.decided import of_record, of_rule
from auditor.authoring.lint import beside_one_another, unused, with_vocabulary
from auditor.authoring.remedies import explained, told
from auditor.authoring.unknowns import Known
from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.compile import CheckedParts, Compiled, compiled
from auditor.language.resolve.load import Loaded, load
from auditor.language.resolve.search_path import Answers, Disk
from auditor.language.syntax import nodes as s
from auditor.source import Span

INCOMPLETE = frozenset(("E401", "E403", "E411"))
"""Errors of a ruleset that is right as far as it goes, and leaves a provision or a rule unshown."""


def review(path: Path) -> tuple[core.Program | None, tuple[Diagnostic, ...]]:
    """The ruleset at the path, or None where it has errors; and all that is wrong.

    A ruleset that is only incomplete can be applied all the same.
    """
    program, diagnostics, _ = review_with_answers(path)
    return program, diagnostics


def review_with_answers(path: Path) -> tuple[core.Program | None, tuple[Diagnostic, ...], Answers]:
    """The result of `review`, with the answers of the disk that it rests on."""
    loaded = load(path)
    program, diagnostics = reviewed(loaded)
    return _unless_broken(program, diagnostics), tuple(diagnostics), loaded.answers


def reviewed(loaded: Loaded) -> tuple[core.Program | None, list[Diagnostic]]:
    """The program as far as it goes, and all that is said of it."""
    own = compiled(explained(loaded))
    return own.program, _said_of(own)


def diagnose(
    path: Path, disk: Disk | None = None
) -> tuple[core.Program | None, tuple[Diagnostic, ...], Answers]:
    """The result of `review_with_answers`, and beside it what an audit does not wait for: rules
    that contradict each other.
    """
    disk = disk or Disk()
    loaded = load(path, disk)
    own = compiled(explained(loaded))
    said = _said_of(own)
    program = _unless_broken(own.program, said)
    if program is None or own.parts is None:
        return None, tuple(with_vocabulary(said, disk)), loaded.answers
    nodes = own.parts.own
    rules = {node.label.text for node in nodes if isinstance(node, s.Rule)}
    figures = {node.name.text for node in nodes if isinstance(node, s.Constant | s.Param)}
    pairs, impossible = clashes(program, known_to(own.parts), rules, figures)
    said += impossible
    if pairs:
        from auditor.authoring.witness import contradictions  # noqa: PLC0415 - few rules need it

        said += contradictions(program, pairs)
    return program, tuple(said), loaded.answers


def _unless_broken(program: core.Program | None, said: list[Diagnostic]) -> core.Program | None:
    return None if errors_in(said) else program


def errors_in(said: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The errors for which a ruleset cannot be applied."""
    return [own for own in said if own.level == "error" and own.code not in INCOMPLETE]


# ---- opinions -----------------------------------------------------------------------------------
def _said_of(compiled: Compiled) -> list[Diagnostic]:
    return list(map(told, compiled.diagnostics(_opinions(compiled))))


def _opinions(compiled: Compiled) -> list[Diagnostic]:
    """All that is said of declarations that mean something."""
    parts = compiled.parts
    if parts is None:
        return []
    head, broken, labels = parts.head, parts.broken, parts.labels
    examples = [node for node in parts.own if isinstance(node, s.Example)]
    every = [node for node in parts.everything if isinstance(node, s.Example)]
    found = [*_decided(parts), *beside_one_another(parts)]
    found += strange_examples(examples, every, parts.env)
    found += uncited(parts.provisions, labels, broken, left_out(compiled.loaded.declarations))
    found += without_examples(parts.examples, labels, broken) if head is not None else ()
    found += ruleless(head, labels, broken)
    said = [*compiled.errors, *found]
    # A name that nothing uses may be one that somewhere is not read, or not known.
    unread = [*compiled.loaded.errors, *said]
    guess = not any(d.code.startswith(("E1", "E201")) for d in unread)
    return [*found, *unused(parts.own, parts.everything, parts.env, said, guess=guess)]


def known_to(parts: CheckedParts) -> Known:
    """The declarations as conditions see them, once all rules and records are checked."""
    env = parts.env
    tables = {name: own for name, own in env.tables.items() if name not in env.gapped}
    return Known(env.records, tables, env.orders, frozenset(env.constants))


def _decided(parts: CheckedParts) -> list[Diagnostic]:
    """Conditions that the ruleset's own rules and records decide beforehand.

    A parent's are its own affair: here they may stand beside words that replace the parent's.
    """
    known, found = known_to(parts), list[Diagnostic]()
    for node in parts.own:
        if isinstance(node, s.Rule) and (rule := parts.rules.get(node.label.text)) is not None:
            found += of_rule(rule, known)
        elif isinstance(node, s.Record) and (record := parts.env.records.get(node.name.text)):
            found += of_record(record, known)
    defined = [node.span for node in parts.env.defines.values()]
    # What a definition asks may be decided where it stands for one of its uses alone.
    return [own for own in found if not any(_within(own.span, span) for span in defined)]


def _within(inner: Span, outer: Span) -> bool:
    return inner.source == outer.source and outer.line <= inner.line <= outer.end_line
