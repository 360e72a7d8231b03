"""What the rules of a program look at: without it, they could not be judged."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.language import core
from auditor.language.check.environment import ANY_EVENT
from auditor.language.traverse import parts_of


def kinds_read(program: core.Program) -> frozenset[str]:
    """The kinds of event that some rule names, or looks at through a stream, record or interval."""
    named = {rule.subject for rule in program.rules}
    for node in parts_of((program.rules, tuple(program.records.values()))):
        match node:
            case core.Selection(sources=sources) | core.Record(over=sources):
                named.update(sources)
            case core.Step(kind=kind):
                named.add(kind)
    return frozenset(kind for name in named for kind in _behind(program, name))


def may_repeat(program: core.Program) -> frozenset[str]:
    """The kinds of which two events may be alike: the rule that forbids it leaves them out."""
    return frozenset(
        kind
        for rule in program.rules
        if any(isinstance(node, core.Alike) for node in parts_of(rule.require))
        for kind in _left_out(rule.where)
    )


def _left_out(where: core.Expression | None) -> Iterator[str]:
    match where:
        case core.Not(
            part=core.IsIn(element=element, within=core.Literal_(value=frozenset(kinds)))
        ):
            if isinstance(element, core.Field) and element.name == ANY_EVENT:
                yield from map(str, kinds)


def _behind(program: core.Program, name: str) -> tuple[str, ...]:
    vocabulary = program.vocabulary
    if name in vocabulary.kinds:
        return (name,)
    if name in vocabulary.streams:
        return tuple(kind for kind, _ in vocabulary.streams[name].parts)
    if name in vocabulary.intervals:
        return vocabulary.intervals[name].start, vocabulary.intervals[name].end
    return ()  # a scope, any event, or a record, whose own parts are among those looked through
