"""The kinds of event that the rules of a program look at, and those that may repeat."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import timedelta
from itertools import chain

from auditor.engine.locality import ColumnsUsed
from auditor.language import core
from auditor.language.core import ANY_EVENT, parts_of
from auditor.language.facts import facts_of
from auditor.language.wording import in_both
from auditor.messages.message import message
from auditor.source import Frozen
from auditor.types import BOOLEAN
from auditor.values import Value


def kinds_read(program: core.Program) -> frozenset[str]:
    """The kinds of event that some rule names, or looks at through a stream, record or interval."""
    facts = facts_of(program)
    return frozenset(kind for name in _sources(program) for kind in facts.kinds_of(name))


def kinds_by_rule(program: core.Program) -> dict[str, frozenset[str]]:
    """The kinds that each rule looks for, and whose absence may decide it; rather one too many."""
    facts, columns = facts_of(program), ColumnsUsed(program)

    def within(node: object) -> set[str]:
        sources = {
            source
            for own in parts_of(node)
            if isinstance(own, core.Selection)
            for source in own.sources
        }
        return {kind for source in sources for kind in facts.kinds_behind(source)}

    of_column: dict[str, set[str]] = {}
    for name, node in (own for record in program.records.values() for own in record.columns):
        of_column.setdefault(name, set()).update(within(node))
    return {
        rule.name: frozenset(
            within(rule).union(*(of_column.get(name, ()) for name in columns.by(rule)))
        )
        for rule in program.rules
    }


class Lacking(Frozen):
    """Columns and kinds of event for want of which a provision stays unverified, at least in part;
    rather one too many.
    """

    columns: frozenset[str] = frozenset()
    kinds: frozenset[str] = frozenset()


def lacking(
    program: core.Program, columns: Collection[str], kinds: Collection[str]
) -> dict[str, Lacking]:
    """The provisions that cannot be verified by a log with some columns and kinds of event, each
    with what is lacking.

    Kinds that most logs lack count as recorded, as everywhere else.
    """
    used, looked_at = ColumnsUsed(program), kinds_by_rule(program)
    fields = program.vocabulary.fields.keys() - {*columns}
    exceptional = {own.name for own in program.vocabulary.kinds.values() if own.exceptional}
    recorded = exceptional.union(kinds)
    found: dict[str, Lacking] = {}
    for rule in program.rules:
        own = Lacking(used.by(rule) & fields, looked_at[rule.name] - recorded)
        for provision in rule.cites if own.columns or own.kinds else ():
            known = found.get(provision, Lacking())
            found[provision] = Lacking(known.columns | own.columns, known.kinds | own.kinds)
    return found


def kinds_named(program: core.Program) -> frozenset[str]:
    """The kinds of event that some rule names."""
    facts = facts_of(program)
    named = _sources(program) - {ANY_EVENT}
    return frozenset(kind for name in named for kind in facts.kinds_of(name))


def _sources(program: core.Program) -> set[str]:
    named = {rule.subject for rule in program.rules}
    for node in facts_of(program).nodes:
        match node:
            case core.Selection(sources=sources) | core.Record(over=sources):
                named.update(sources)
            case core.Step(kind=kind):
                named.add(kind)
    return named


def fields_read(program: core.Program) -> frozenset[str]:
    """The fields of events that some rule asks for."""
    nodes = facts_of(program).nodes
    return frozenset(own.name for own in nodes if isinstance(own, core.Field))


def fields_of(program: core.Program, rule: core.Rule) -> frozenset[str]:
    """The fields that one rule asks for, through records and payments too; all for `alike`."""
    if any(isinstance(node, core.Alike) for node in parts_of((rule,))):
        return frozenset(program.vocabulary.fields)
    columns = {name: node for own in program.records.values() for name, node in own.columns}
    named = {own.payment for own in program.vocabulary.kinds.values() if own.payment}
    nodes: tuple[object, ...] = (rule,)
    while nodes:
        found = {name for own in parts_of(nodes) if (name := _field(own)) is not None} - named
        named |= found
        nodes = tuple(columns[name] for name in sorted(found) if name in columns)
    return frozenset(named)


def _field(node: object) -> str | None:
    match node:
        case core.Field(name=str(name)) | core.Lookup(column=str(name)):
            return name
        case core.Aggregate(field=name):
            return name
        case _:
            return None


def to_the_minute(program: core.Program, given: Mapping[str, Value]) -> core.Program:
    """The program for a log whose clock shows no seconds: rules that count seconds verify nothing.

    By a duration of whole minutes nobody is accused wrongly there: what is found to be longer is.
    """
    params = {name: [value for _, value in own.values] for name, own in program.params.items()}
    params |= {name: [value] for name, value in given.items()}

    def count_seconds(nodes: Iterable[object]) -> bool:
        values: list[Value] = []
        for own in nodes:
            match own:
                case core.Literal_(value=value):
                    values.append(value)
                case core.Parameter(name=name):
                    values += params[name]
        return any(isinstance(own, timedelta) and own % MINUTE for own in values)

    if not count_seconds(facts_of(program).nodes):
        return program
    columns = {name: node for own in program.records.values() for name, node in own.columns}

    def to_be_verified(rule: core.Rule) -> core.Rule:
        used = (columns[name] for name in fields_of(program, rule) if name in columns)
        if not count_seconds(parts_of((rule, *used))):
            return rule
        never = core.Literal_(rule.span, BOOLEAN, False), in_both(message("unknown.minutes"))
        return replace(rule, verifiable=(never, *rule.verifiable))

    return replace(program, rules=tuple(map(to_be_verified, program.rules)))


MINUTE = timedelta(minutes=1)


def columns_looked_at(program: core.Program) -> frozenset[str]:
    """The columns that some rule asks for, adds up, or tells things apart by; those behind a name
    of a stream too.  Rather one too many than one too few: of any other it is said that no rule
    looks at it.
    """
    vocabulary = program.vocabulary
    named = set(fields_read(program))
    for node in facts_of(program).nodes:
        match node:
            case core.Aggregate(field=str(name)):
                named.add(name)
            case core.Selection(keys=keys, same=same, joins=joins):
                named.update(name for name, _ in (*keys, *same, *joins))
            case core.Record(keys=names, needs=needs):
                named.update((*names, *needs))
    named.update(name for own in vocabulary.scopes.values() for name in own.fields)
    for source in _sources(program):
        if interval := vocabulary.intervals.get(source):
            named.update(interval.keys)
        if stream := vocabulary.streams.get(source):
            named.update(behind for _, fields in stream.parts for pair in fields for behind in pair)
    return frozenset(named)


def words_read(program: core.Program) -> frozenset[str]:
    """The words that some rule compares a field with."""
    values = [own.value for own in parts_of(program.rules) if isinstance(own, core.Literal_)]
    sets = [own for own in values if isinstance(own, frozenset)]
    return frozenset(own for own in (*values, *chain(*sets)) if isinstance(own, str))


def may_repeat(program: core.Program) -> frozenset[str]:
    """The kinds whose events may repeat each other: the rule that forbids it leaves them out."""
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
