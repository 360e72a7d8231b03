"""Which changes to a ruleset no example notices."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace

from auditor.judge.examples import failing, run_here
from auditor.judge.exercise import beginning, of_parents
from auditor.judge.mutants import Change, Variant, of_param, of_table, variants
from auditor.judge.shared_places import (
    Shared,
    changes_of,
    is_constant,
    own_part,
    rests_on,
    shared_places,
)
from auditor.language import core
from auditor.language.facts import narrowed
from auditor.language.syntax.nodes import Example
from auditor.language.traverse import parts_of


@dataclass(frozen=True, slots=True)
class Declared:
    """Something that a ruleset declares and that can be changed; the examples that look at it."""

    family: str
    name: str
    own: core.Rule | core.Record | core.Table | core.Param | Shared
    examples: tuple[Example, ...]


def keys(program: core.Program, wanted: Iterable[Declared]) -> list[str]:
    """A key for each, of all that decides which changes to it are noticed, but for its place."""
    rooms = (program.records, program.tables, program.params, program.vocabulary)
    common = stable((*rooms, program.provisions, program.in_force))
    return [_key(program, own, common) for own in wanted]


def _key(program: core.Program, own: Declared, common: str) -> str:
    judged = narrowed(program, {example.rule.text for example in own.examples}).rules
    said = [(e.rule.text, e.outcome, e.rows, *map(_cells, e.lines)) for e in own.examples]
    text = stable((own.family, own.own, judged, said)) + common
    return hashlib.sha256(text.encode(errors="backslashreplace")).hexdigest()[:32]


def stable(value: object) -> str:
    """A value in the same words in every process: sets have an order of their own in each."""
    match value:
        case frozenset() | set():
            return f"{{{', '.join(sorted(map(stable, value)))}}}"
        case dict():
            return f"{{{', '.join(f'{stable(k)}: {stable(v)}' for k, v in value.items())}}}"
        case tuple() | list():
            return f"({', '.join(map(stable, value))})"
        case _ if is_dataclass(value):
            told = (getattr(value, own.name) for own in fields(value) if own.repr)
            return f"{type(value).__name__}({', '.join(map(stable, told))})"
        case _:
            return repr(value)


def _cells(line: object) -> tuple[object, ...]:
    return tuple(getattr(line, name, None) for name in ("kind", "cells", "times"))


def declared(program: core.Program) -> Iterator[Declared]:
    """A ruleset's own declarations, in the order of its families."""
    parents = set(of_parents(program))
    looks = {rule.name: _looked_at(program, rule) for rule in program.rules}
    examples = tuple(run_here(program))

    def looking(name: str) -> tuple[Example, ...]:
        return tuple(own for own in examples if name in looks[own.rule.text])

    for rule in program.rules:
        if rule.span.source not in parents:
            own = tuple(e for e in examples if e.rule.text == rule.name)
            yield Declared("rule", rule.name, rule, own)
    for record in program.records.values():
        if record.span.source not in parents:
            yield Declared("record", record.name, record, looking(record.name))
    for name, table in program.tables.items():
        if beginning(program, name).source not in parents:
            yield Declared("table", name, table, looking(name))
    for name, param in program.params.items():
        if param.values and beginning(program, name).source not in parents:
            yield Declared("param", name, param, looking(name))
    yield from _shared(program, examples, looks)


def _shared(
    program: core.Program, examples: Iterable[Example], looks: Mapping[str, frozenset[str]]
) -> Iterator[Declared]:
    """Clauses of several rules in the words of one declaration of the ruleset."""
    parents = set(of_parents(program))
    wholes: tuple[core.Rule | core.Record, ...] = (*program.rules, *program.records.values())
    own = [whole for whole in wholes if whole.span.source not in parents]
    for place in shared_places(program, own):
        constant = is_constant(place.forms[0])
        where = beginning(program, place.name) if constant else place.span
        if where.source in parents:
            continue
        resting = {whole.name for whole in wholes if rests_on(whole, place)}
        yield Declared(
            "shared",
            place.name,
            place,
            tuple(e for e in examples if {e.rule.text, *looks[e.rule.text]} & resting),
        )


def _looked_at(program: core.Program, rule: core.Rule) -> frozenset[str]:
    """The records, tables and parameters that a rule looks at, directly or not."""
    found, waiting = set[str](), [*_named(rule), rule.subject]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            if name in program.records:
                waiting += [*_named(program.records[name].columns), *program.records[name].over]
    return frozenset(found)


def _named(root: object) -> Iterator[str]:
    for node in parts_of(root):
        match node:
            case core.Lookup(record=name) | core.Decide(table=name) | core.Parameter(name=name):
                yield name
            case core.Selection(sources=sources):
                yield from sources
            case _:
                pass


def changes(program: core.Program, own: Declared) -> Iterator[Variant]:
    """Every change to what is declared, and the program that has it."""
    match own.own:
        case Shared():
            yield from changes_of(program, own.own)
            return
        case core.Table():
            found = of_table(own.own, beginning(program, own.name))
        case core.Param():
            found = of_param(own.own, beginning(program, own.name))
        case _:
            found = variants(own.own, own.own.span, own_part(own.own))
    seen: list[object] = [own.own]
    for change, changed in found:
        if changed not in seen:  # dropping either of two equal parts is one change
            seen.append(changed)
            yield change, _with(program, changed)


def _with(program: core.Program, own: object) -> core.Program:
    """The program with this in the place of what has its name."""
    match own:
        case core.Rule():
            rules = tuple(own if other.name == own.name else other for other in program.rules)
            return replace(program, rules=rules)
        case core.Record():
            return replace(program, records={**program.records, own.name: own})
        case core.Table():
            return replace(program, tables={**program.tables, own.name: own})
        case core.Param():
            return replace(program, params={**program.params, own.name: own})
        case _:
            raise TypeError(own)


def survivors(program: core.Program, own: Declared) -> tuple[int, tuple[int, ...]]:
    """How many changes there are, and the numbers of those that no example notices."""
    examples = [example for example in own.examples if failing(program, example) is None]
    left, many = [], 0
    for many, (_, changed) in enumerate(changes(program, own), start=1):
        noticed = next((e for e in examples if _notices(changed, e)), None)
        if noticed is None:
            left.append(many - 1)
        else:  # the next change is likely to be noticed by the same
            examples.remove(noticed)
            examples.insert(0, noticed)
    return many, tuple(left)


def _notices(program: core.Program, example: Example) -> bool:
    try:
        return failing(program, example) is not None
    except Exception:  # noqa: BLE001 - a change may make what no checked ruleset can say
        return True


def numbered(program: core.Program, own: Declared, numbers: tuple[int, ...]) -> list[Change]:
    """The changes with these numbers."""
    wanted = set(numbers)
    return [c for number, (c, _) in enumerate(changes(program, own)) if number in wanted]
