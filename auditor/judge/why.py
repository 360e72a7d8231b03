"""Why a rule said what it said of a row, value by value: also where it found nothing.

The answer is that of the replay, and the values come from the code that judged; what a rule waits
for is judged as well.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from auditor.judge.evidence import Witness
from auditor.judge.frame import Frame
from auditor.judge.items import events_of
from auditor.judge.reference import Reference
from auditor.judge.replay import identity_of, replay
from auditor.judge.verdict import Answer, Part
from auditor.language import core
from auditor.language.facts import facts_of
from auditor.log.event import Event, Log
from auditor.values import Unknown, Value


@dataclass(frozen=True, slots=True)
class ReasonStep:
    """A condition, or a value let, with the parts that make it up."""

    whole: Part
    parts: tuple[Part, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of the rule, by the words that it begins with, and what came of it."""

    says: str
    steps: tuple[ReasonStep, ...]


@dataclass(frozen=True, slots=True)
class Why:
    """One subject in which the row takes part: its keys, the answer, and how it comes about.

    The answer is None where the subject is left out by the rule's own `where`.
    """

    subject: dict[str, Value]
    answer: Answer | Unknown | None
    clauses: tuple[Clause, ...]


def why(
    program: core.Program,
    log: Log,
    params: dict[str, Value],
    rule: core.Rule,
    is_meant: Callable[[Event], bool],
) -> tuple[Why, ...]:
    """The answers of a rule for each subject that the event in question is part of."""
    if rule.as_logged:
        log = log.as_it_stands()
    found: list[Why] = []
    keys = frozenset(facts_of(program).key_fields)
    wanted = _needed(program, rule)

    def watch(
        own: core.Rule, frame: Frame, answer: Answer | Unknown | None, reference: Reference
    ) -> None:
        if own.name == rule.name and any(map(is_meant, events_of(frame.subject))):
            identity = identity_of(program, keys, frame.subject)
            subject = {name: value for name, value in identity.items() if value is not None}
            found.append(Why(subject, answer, tuple(_clauses(rule, reference, frame))))

    replay(replace(program, rules=wanted), log, params, watch=watch)
    return tuple(found)


def _needed(program: core.Program, rule: core.Rule) -> tuple[core.Rule, ...]:
    """The rule, and all whose answers may keep it from being judged."""
    by_name = {own.name: own for own in program.rules}
    underlying = facts_of(program).underlying
    # A rule that needs the rows that are missing says nothing of one that takes them as they are.
    waiting = [rule.name, *(o.name for o in underlying if o.as_logged or not rule.as_logged)]
    needed: set[str] = set()
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += by_name[name].presumes
    return tuple(own for own in program.rules if own.name in needed)


def _clauses(rule: core.Rule, reference: Reference, frame: Frame) -> Iterator[Clause]:
    witness = Witness(reference, frame)
    if rule.where is not None:
        yield Clause("where", tuple(_steps(rule.where, witness)))
    lets = tuple(ReasonStep(replace_text(witness.part(value), name)) for name, value in rule.lets)
    if lets:
        yield Clause("let", lets)
    for condition in rule.applies:
        yield Clause("applies when", tuple(_steps(condition, witness)))
    for condition, _ in rule.verifiable:
        yield Clause("verifiable when", tuple(_steps(condition, witness)))
    yield Clause("require", tuple(_steps(rule.require, witness)))


def replace_text(part: Part, text: str) -> Part:
    """The part under another name."""
    return Part(text, part.value, part.events)


def _steps(node: core.Expression, witness: Witness) -> Iterator[ReasonStep]:
    """A condition, and those within it that `and` and `or` join, each with its two sides."""
    if isinstance(node, core.AllOf | core.AnyOf):
        for part in node.parts:
            yield from _steps(part, witness)
        return
    whole = witness.part(node)
    sides = tuple(own for own in witness.parts(node) if own.text != whole.text)
    yield ReasonStep(whole, sides)
