"""Changes to a ruleset that no example notices, and examples that do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from auditor.authoring.compare import looks_at
from auditor.authoring.examples import beginning, failing, of_parents, run_here
from auditor.authoring.mutants import (
    Change,
    Shared,
    Variant,
    changes_of,
    home,
    is_constant,
    of_param,
    of_table,
    own_part,
    rests_on,
    shared_places,
    variants,
)
from auditor.language import core
from auditor.language.core import Program
from auditor.language.syntax.nodes import Example
from auditor.source import Frozen, Span


class Declared(Frozen):
    """Something that a ruleset declares and that can be changed, where its declaration begins, the
    rules that look at it, and their examples.
    """

    family: str
    name: str
    own: core.Rule | core.Record | core.DecisionTable | core.Param | Shared
    span: Span
    rules: frozenset[str]
    examples: tuple[Example, ...]

    @property
    def known_by(self) -> tuple[object, ...]:
        """A name and a place, the same in whatever ruleset inherits it; the name of the file is not
        among them, since it says how to get there and may differ.
        """
        own, span = self.own, self.span
        if isinstance(own, Shared) and is_constant(own.forms[0]):
            return self.family, self.name
        if isinstance(own, core.DecisionTable | core.Param):
            return self.family, self.name
        return self.family, self.name, span.source.text, span.line, span.column


def stands_in(own: Declared) -> tuple[str, int]:
    """The declaration in which it stands: the text of the file, and the line."""
    source, line = home(own.span)
    return source.text, line


def declared(program: core.Program) -> Iterator[Declared]:
    """A ruleset's own declarations, in the order of its families."""
    parents = set(of_parents(program))
    found = _all(program, tuple(run_here(program)))
    return (own for own in found if own.span.source not in parents)


def inherited(program: core.Program) -> Iterator[Declared]:
    """The declarations of a ruleset's parents, each with examples that the ruleset has itself."""
    parents = set(of_parents(program))
    examples = tuple(own for own in run_here(program) if own.span.source not in parents)
    return (own for own in _all(program, examples) if own.span.source in parents)


def _all(program: core.Program, examples: tuple[Example, ...]) -> Iterator[Declared]:
    """All declarations, each with those of the examples that look at it."""
    looks = {rule.name: {rule.name, *_looked_at(program, rule)} for rule in program.rules}
    asked = frozenset[str]().union(*looks.values())

    def seen(family: str, name: str, own: Any, span: Span, *among: str) -> Declared:
        rules = frozenset(rule for rule, found in looks.items() if not found.isdisjoint(among))
        shown = tuple(each for each in examples if each.rule.text in rules)
        return Declared(family, name, own, span, rules, shown)

    for rule in program.rules:
        yield seen("rule", rule.name, rule, rule.span, rule.name)
    for record in program.records.values():
        yield seen("record", record.name, record, record.span, record.name)
    for name, table in program.tables.items():
        if name in asked or not program.statistics:  # of what is only counted no example speaks
            yield seen("table", name, table, beginning(program, name), name)
    for name, param in program.params.items():
        if param.values:
            yield seen("param", name, param, beginning(program, name), name)
    # Clauses of several rules in the words of one declaration.
    wholes: tuple[core.Rule | core.Record, ...] = (*program.rules, *program.records.values())
    for place in shared_places(program, wholes):
        constant = is_constant(place.forms[0])
        where = beginning(program, place.name) if constant else place.span
        resting = [whole.name for whole in wholes if rests_on(whole, place)]
        yield seen("shared", place.name, place, where, *resting)


def _looked_at(program: core.Program, rule: core.Rule) -> frozenset[str]:
    """The records, tables and parameters that a rule looks at, directly or not."""
    found, waiting = set[str](), [name for _, name in looks_at(rule)]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found.add(name)
            if name in program.records:
                waiting += (own for _, own in looks_at(program.records[name]))
    return frozenset(found)


def changes(program: core.Program, own: Declared) -> Iterator[Variant]:
    """Every change to what is declared, and the program that has it."""
    match own.own:
        case Shared():
            yield from changes_of(program, own.own)
            return
        case core.DecisionTable():
            found = of_table(own.own, own.span)
        case core.Param():
            found = of_param(own.own, own.span)
        case _:
            found = variants(own.own, own.span, own_part(own.own))
    seen: list[object] = [own.own]
    for change, changed in found:
        if changed not in seen:  # dropping either of two equal parts is one change
            seen.append(changed)
            yield change, _with(program, own.family, changed)


def _with(program: core.Program, family: str, own: Any) -> core.Program:
    """The program with this in the place of what has its name."""
    if family == "rule":
        rules = tuple(own if other.name == own.name else other for other in program.rules)
        return replace(program, rules=rules)
    room = f"{family}s"
    changed: dict[str, Any] = {room: {**getattr(program, room), own.name: own}}
    return replace(program, **changed)


Heirs = Sequence[tuple[core.Program, Declared]]
"""Rulesets that have inherited a declaration, each with its own examples that look at it."""


def survivors(
    program: core.Program, own: Declared, heirs: Heirs = ()
) -> tuple[int, tuple[int, ...]]:
    """How many changes there are, and the numbers of those that no example notices, be it one of
    a ruleset that has inherited what is changed.
    """
    every = tuple(_worded(program, own))
    left = {change: number for number, (change, _) in enumerate(every)}
    for change in _noticed(program, own.examples, every):
        del left[change]
    for heir, same in heirs:
        if left:
            known = (variant for variant in _worded(heir, same) if variant[0] in left)
            for change in _noticed(heir, same.examples, known):
                del left[change]
    return len(every), tuple(left.values())


_Words = tuple[int, int, str, str]
_Worded = tuple[tuple[_Words, int], core.Program]
"""A change by its place and words, which of several in the same words it is, and the program that
has it.
"""


def _worded(program: core.Program, own: Declared) -> Iterator[_Worded]:
    counted = Counter[_Words]()
    for change, changed in changes(program, own):
        words = (change.span.line, change.span.column, change.at, change.says)
        yield (words, counted[words]), changed
        counted[words] += 1


def _noticed(
    program: core.Program, examples: Iterable[Example], every: Iterable[_Worded]
) -> Iterator[tuple[_Words, int]]:
    own = [example for example in examples if failing(program, example) is None]
    for change, changed in every:
        noticed = next((e for e in own if not holds(changed, e)), None)
        if noticed is not None:  # the next change is likely to be noticed by the same
            own.remove(noticed)
            own.insert(0, noticed)
            yield change


def holds(program: Program, example: Example) -> bool:
    """Whether an example comes out as it says, in a program that a change may have made into one
    that no checked ruleset can be.
    """
    try:
        return failing(program, example) is None
    except Exception:  # noqa: BLE001 - whatever it cannot judge
        return False


def numbered(program: core.Program, own: Declared) -> list[Change]:
    """Every change by its number."""
    return [change for change, _ in changes(program, own)]
