"""Patterns of sequences that ask for nothing, twice for the same, or for what may be left out."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.messages.message import message

Part = core.Step | core.PatternGroup


def idle_patterns(node: object) -> Iterator[Diagnostic]:
    """The diagnostics of a sequence's pattern."""
    if not isinstance(node, core.Match):
        return
    for part in _parts(node.pattern):
        if part.most == 0:
            yield Diagnostic(message("E509.never"), node.span)
        if isinstance(part, core.PatternGroup):
            alternatives = part.alternatives
            if len(set(alternatives)) < len(alternatives):
                yield Diagnostic(message("E509.alike"), node.span)
    if _takes_all(node.pattern, frozenset(node.selection.sources)):
        yield Diagnostic(message("E509.takes_all"), node.span)


def _parts(pattern: tuple[Part, ...]) -> Iterator[Part]:
    for part in pattern:
        yield part
        if isinstance(part, core.PatternGroup):
            for alternative in part.alternatives:
                yield from _parts(alternative)


def _takes_all(pattern: tuple[Part, ...], kinds: frozenset[str]) -> bool:
    """True where any events whatever follow the pattern: `[burn | deal]*` of burns and deals."""
    if not all(part.least == 0 or may_be_empty(part) for part in pattern):
        return False
    return any(part.most is None and _single(part) >= kinds for part in pattern)


def may_be_empty(part: Part) -> bool:
    """True of a part that no event at all follows."""
    if part.least == 0:
        return True
    if isinstance(part, core.Step):
        return False
    return any(all(map(may_be_empty, alternative)) for alternative in part.alternatives)


def _single(part: Part) -> frozenset[str]:
    """The kinds of which one event alone, whatever its cells, is one round of the part."""
    if isinstance(part, core.Step):
        return frozenset((part.kind,)) if part.where is None else frozenset()
    alone = (alternative[0] for alternative in part.alternatives if len(alternative) == 1)
    fit = (one for one in alone if one.least <= 1 and (one.most is None or one.most >= 1))
    return frozenset[str]().union(*map(_single, fit))
