"""How a rule is judged by columns, in words; and what of it has no form in columns.

Whatever has none is left to the reference, on the scopes concerned; nothing is left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from auditor.diagnostic import Diagnostic
from auditor.language import core
from auditor.language.core import ANY_EVENT
from auditor.language.traverse import parts_of
from auditor.messages.message import Message, message
from auditor.source import Span
from auditor.types import Item

COLUMNAR_SIGNS = frozenset(
    ("+", "-", "*", "/", "div", "mod", "minus", "abs", "rank", "suit", "day", "clock")
)
"""The operators for which `evaluate.elementwise` has a case; any other is left to the reference."""


@dataclass(frozen=True, slots=True)
class Fallback:
    """A piece of a rule or record that has no form in columns, and why."""

    span: Span
    why: Message


def fallbacks(program: core.Program, nodes: object) -> Iterator[Fallback]:
    """The pieces of some expressions that are left to the reference."""
    for node in parts_of(nodes):
        match node:
            case core.Selection():
                for why in _of_several(program, node):
                    yield Fallback(node.span, why)
            case core.Operation(sign=sign) if sign not in COLUMNAR_SIGNS:
                yield Fallback(node.span, message("W701.operator", sign=sign))
            case core.Aggregate() | core.Match() | core.Continuous():
                if (reason := _why(program, node)) is not None:
                    yield Fallback(node.span, reason)
            case _:
                pass


def _why(
    program: core.Program, node: core.Aggregate | core.Match | core.Continuous
) -> Message | None:
    match node:
        case core.Aggregate(field=name, selection=selection):
            items = any(_holds_items(program, source, name) for source in selection.sources)
            return message("W701.items", name=str(name)) if items else None
        case core.Match():
            if sum(map(_steps_of, node.pattern)) <= _SURELY_FEW:
                return None
            # Checking need not wait for numpy where no pattern is long.
            from auditor.engine.evaluate.pattern import MOST_STEPS, Automaton  # noqa: PLC0415

            many = len(Automaton(node.pattern).steps) > MOST_STEPS
            return message("W701.steps", most=MOST_STEPS) if many else None
        case core.Continuous(selection=selection):
            several = len(selection.sources) > 1
            return message("W701.intervals") if several else None


_SURELY_FEW = 40


def _steps_of(step: core.Step | core.PatternGroup) -> int:
    """No fewer steps than a part of a pattern has, each as often as it must be told apart."""
    times = max(step.least, step.least + 1 if step.most is None else step.most)
    if isinstance(step, core.Step):
        return times
    return times * sum(_steps_of(inner) for branch in step.alternatives for inner in branch)


def _of_several(program: core.Program, node: core.Selection) -> Iterator[Message]:
    if len(node.sources) > 1:
        for source in node.sources:
            for name in _columns_used(program, node, source):
                yield message("W701.column", name=name)


def _holds_items(program: core.Program, source: str, name: str | None) -> bool:
    record = program.records.get(source)
    column = dict(record.columns).get(name or "") if record is not None else None
    return column is not None and isinstance(column.type, Item)


def _columns_used(program: core.Program, node: core.Selection, source: str) -> Iterator[str]:
    """The columns of a record that a selection of several sources looks at."""
    record = program.records.get(source)
    if record is None:
        return
    columns = {name for name, _ in record.columns}
    looked_at = {name for name, _ in (*node.keys, *node.same, *node.joins)}
    for part in parts_of((node.where, node.also)):
        if isinstance(part, core.Field) and isinstance(part.of, core.Element):
            looked_at.add(part.name)
    yield from sorted(columns & looked_at)


def left_to_the_reference(program: core.Program) -> Iterator[Diagnostic]:
    """Diagnostics of the fallbacks in the ruleset's own rules and records."""
    records = tuple(program.records.values())
    for own in fallbacks(program, (records, program.rules)):
        yield Diagnostic(message("W701.slow", why=own.why), own.span)


# ---- in words -----------------------------------------------------------------------------------
def plan_of(program: core.Program, rule: core.Rule) -> Iterator[str]:
    """How a rule is judged, a line for each thing that is done."""
    from auditor.engine.locality import reaches_of  # noqa: PLC0415 - needed here alone

    reach = reaches_of(program).of(rule)
    within = ", ".join(reach.fields) or "nothing: it sees the whole log"
    kinds = "every kind" if reach.kinds is None else ", ".join(sorted(reach.kinds))
    yield f"subjects   {_named(program, rule.subject)}"
    yield f"sees       events that agree in {within}"
    yield f"kinds      {kinds}"
    yield from _records(program, rule)
    for label, node in _clauses(rule):
        yield f"{label:<10} {_one_line(node.span)}"
        yield from (f"           · {line}" for line in _steps(node))
    left = list(fallbacks(program, (rule.lets, *(node for _, node in _clauses(rule)))))
    for own in left:
        yield f"reference  {_one_line(own.span)}: {own.why}"
    if not left:
        yield "reference  only for what is found, and for rows of which keys are missing"


def _named(program: core.Program, source: str) -> str:
    vocabulary = program.vocabulary
    if source == ANY_EVENT:
        return "all events"
    if source in vocabulary.kinds:
        return f"events `{source}`"
    if source in vocabulary.streams:
        return f"stream `{source}`"
    if source in vocabulary.intervals:
        return f"intervals `{source}`"
    if source in vocabulary.scopes:
        return f"scope `{source}`, numbered by {', '.join(vocabulary.scopes[source].fields)}"
    record = program.records[source]
    if record.of_events:
        return f"record `{source}`, a row for each {record.over[0]}"
    return f"record `{source}`, numbered by {', '.join(record.keys)}"


def _records(program: core.Program, rule: core.Rule) -> Iterator[str]:
    """The columns of records that a rule rests on, each worked out once for all rules."""
    seen: dict[str, set[str]] = {}
    waiting: list[object] = [rule.where, rule.lets, rule.applies, rule.verifiable, rule.require]
    while waiting:
        for node in parts_of(waiting.pop()):
            if not isinstance(node, core.Lookup):
                continue
            columns = seen.setdefault(node.record, set())
            if node.column not in columns:
                columns.add(node.column)
                waiting.append(dict(program.records[node.record].columns).get(node.column))
    for name, columns in seen.items():
        yield f"columns    {name}: {', '.join(sorted(columns))}"


def _clauses(rule: core.Rule) -> Iterator[tuple[str, core.Expression]]:
    if rule.where is not None:
        yield "where", rule.where
    yield from (("applies", node) for node in rule.applies)
    yield from (("verifiable", node) for node, _ in rule.verifiable)
    yield "require", rule.require


def _steps(node: core.Expression) -> Iterator[str]:
    for part in parts_of(node):
        if isinstance(part, core.Selection):
            yield _selection(part)
        elif isinstance(part, core.Match):
            yield "follow the pattern, all subjects step by step together"
        elif isinstance(part, core.Decide):
            yield f"table `{part.table}`, once for each combination that occurs"


def _selection(node: core.Selection) -> str:
    names = [name for name, _ in (*node.keys, *node.same, *node.joins)]
    shared = all(
        isinstance(key, core.Field) and isinstance(key.of, core.Subject) and key.name == name
        for name, key in (*node.keys, *node.same, *node.joins)
    )
    how = "in the numbers shared by all rules" if shared else "looked up"
    text = f"{' or '.join(node.sources)} by {', '.join(names) or 'nothing'}, {how}"
    if node.where is not None:
        text += "; filtered once"
    if node.bounds:
        text += f"; {' and '.join(side for side, _ in node.bounds)} bound the segment"
    if node.also is not None:
        text += "; each beside its subject"
    return text


def _one_line(span: Span) -> str:
    return " ".join(span.text.split())
