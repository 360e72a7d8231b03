"""Conditions of a `where` that ask nothing of the events looked at.

`no deal where seat = 1 and not done` reads as two conditions, and as one ban: where `done` holds,
nothing is forbidden.  A field that the events do not have is that of the subject, silently.
"""

from __future__ import annotations

from collections.abc import Iterator

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.traverse import conjuncts, parts_of
from auditor.messages.message import message


def beside_the_element(nodes: object) -> Iterator[Diagnostic]:
    """The parts of each `where`, and of what each event has, that are about the subject alone."""
    for node in parts_of(nodes):
        if isinstance(node, core.Selection):
            asked = (*conjuncts(node.where), *conjuncts(node.also))
            yield from _about_the_subject(asked, node.sources)
        elif isinstance(node, core.Every):
            yield from _about_the_subject(conjuncts(node.has), node.selection.sources)


def _about_the_subject(
    parts: tuple[core.Expression, ...], sources: tuple[str, ...]
) -> Iterator[Diagnostic]:
    for part in parts:
        looks_at = {type(own) for own in parts_of(part)}
        if core.Element not in looks_at and looks_at & {core.Subject, core.Local}:
            what = message("W606.nothing_of", sources="`, `".join(sources))
            yield Diagnostic(what, part.span, message("W606.outside"))
