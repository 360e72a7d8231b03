"""Which fields tell one item from another, and two events from one that is written twice.

A field that all rows leave empty tells nothing: two stakes on two numbers, in a log without the
column of numbers, look like one stake that stands in it twice.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from auditor.language.core import (
    Aggregate,
    Field,
    Lookup,
    Record,
    Rule,
    Same,
    Selection,
    Subject,
    Vocabulary,
)
from auditor.language.traverse import parts_of
from auditor.types import Item

Records = Mapping[str, Record]


def key_fields(vocabulary: Vocabulary, records: Records) -> tuple[str, ...]:
    """The fields of the scopes, and the keys of records but those made of single events."""
    scopes = (scope.fields for scope in vocabulary.scopes.values())
    keys = (record.keys for record in records.values() if not record.of_events)
    return tuple(dict.fromkeys(name for fields in (*scopes, *keys) for name in fields))


def telling(
    vocabulary: Vocabulary, records: Records, rules: Iterable[Rule]
) -> dict[str, tuple[str, ...]]:
    """The fields that events of each kind may leave empty, that are keys, and for whose value some
    rule asks: a number on which a player may stake, not one that this game has for others.
    """
    keys = frozenset(key_fields(vocabulary, records))
    asked = frozenset(_compared(vocabulary, (*rules, *records.values())))
    return {
        kind.name: tuple(
            name
            for name in kind.fields
            if name in kind.may_be_empty and name in keys and (kind.name, name) in asked
        )
        for kind in vocabulary.kinds.values()
    }


def _compared(
    vocabulary: Vocabulary, clauses: tuple[Rule | Record, ...]
) -> Iterator[tuple[str, str]]:
    """Kinds of event, each with a field whose value some rule asks for, and not as a key alone."""
    every = [*parts_of(clauses)]
    as_keys = {id(own) for node in every if (keys := _as_keys(node)) for own in parts_of(keys)}
    for node in every:
        match node:
            case Selection(sources=sources, joins=joins):
                for name in (name for name, own in joins if not _is_own(own, name)):
                    for source in sources:
                        yield from _behind(vocabulary, source, name)
            case Field(of=of, name=name) if id(node) not in as_keys and isinstance(of.type, Item):
                for source in of.type.sources:
                    yield from _behind(vocabulary, source, name)
            case Aggregate(selection=selection, field=str(name)):
                for source in selection.sources:
                    yield from _behind(vocabulary, source, name)
            case _:
                pass


def _is_own(node: object, name: str) -> bool:
    """Whether an expression is the subject's field of a name."""
    return isinstance(node, Field) and isinstance(node.of, Subject) and node.name == name


def _as_keys(node: object) -> tuple[object, ...]:
    match node:
        case Selection(keys=keys, same=same, joins=joins):
            own = tuple(own for name, own in joins if _is_own(own, name))
            return (*own, *(own for _, own in (*keys, *same)))
        case Lookup(keys=keys):
            return keys
        case Same(element=element, subject=subject):
            return (element, subject)
        case _:
            return ()


def _behind(vocabulary: Vocabulary, source: str, name: str) -> Iterator[tuple[str, str]]:
    """The kinds of event behind a source, each with its own name for a field."""
    if source in vocabulary.kinds:
        yield source, name
    elif source in vocabulary.streams:
        for kind, names in vocabulary.streams[source].parts:
            yield kind, dict(names).get(name, name)
    elif source in vocabulary.intervals:
        yield vocabulary.intervals[source].start, name
