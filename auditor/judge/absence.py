"""Events looked for and not found: a fault is often that something is lacking, and no row shows it.
Only where it was looked for can be shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from auditor.judge.frame import Frame
from auditor.judge.reference import Reference
from auditor.judge.terms import behind
from auditor.judge.verdict import LookedFor
from auditor.language import core
from auditor.values import Unknown


def absent_from(node: core.Expression, frame: Frame, reference: Reference) -> Iterator[LookedFor]:
    """The selections of an expression that select nothing."""
    match behind(node, frame, reference):
        case (core.Quantify() | core.Aggregate() | core.Pick()) as found, within:
            yield from _nothing(found.selection, within, reference)
        case core.Field(of=of), within:
            yield from absent_from(of, within, reference)


def _nothing(selection: core.Selection, frame: Frame, reference: Reference) -> Iterator[LookedFor]:
    kinds = tuple(dict.fromkeys(_kinds(selection, reference.program)))
    if not kinds or reference.selected(selection, frame):
        return
    keys = reference.keys_of(selection, frame)
    if not isinstance(keys, Unknown):
        names = [name for name, _ in selection.keys]
        yield LookedFor(kinds, tuple(zip(names, keys, strict=True)))


def _kinds(selection: core.Selection, program: core.Program) -> Iterator[str]:
    """The kinds of event behind the sources; what ended it is why an interval is not open."""
    words = program.vocabulary
    for source in selection.sources:
        if source in words.streams:
            yield from (kind for kind, _ in words.streams[source].parts)
        elif source in words.intervals:
            interval = words.intervals[source]
            yield from filter(None, (interval.start, interval.end))
        elif source in words.kinds:
            yield source
