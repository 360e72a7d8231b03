"""Examples in rule files: each is a short log, and what one rule must say of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from itertools import count as numbered
from itertools import islice
from pathlib import PurePath

from auditor.authoring.completeness import LineChecker, kinds_said
from auditor.diagnostic import Diagnostic
from auditor.judge.reference import Reference
from auditor.judge.replay import Evaluates, replay
from auditor.judge.verdict import Tally, together
from auditor.language import core
from auditor.language.core import Bilingual, Program, Vocabulary
from auditor.language.facts import narrowed
from auditor.language.syntax.nodes import EVERY_KIND, GIVEN, RECORDED, Example
from auditor.language.wording import in_both
from auditor.log.event import Event, Log, Row
from auditor.messages.message import Language, Message, message, say
from auditor.source import Frozen, Source, Span
from auditor.values import UnreadableError, Value, read_value

MOST_EVENTS = 10_000
"""Events that one line of an example may stand for."""


class Failure(Frozen):
    """An example that does not come out as it says."""

    example: Example
    span: Span
    expected: Bilingual
    found: Bilingual


class MistakenError(Exception):
    """An example's line that is no event of the vocabulary."""

    def __init__(self, said: Diagnostic) -> None:
        super().__init__(said)
        self.span, self.found = said.span, said.message
        if said.hint is not None:
            self.found = message("example.with_hint", found=said.message, hint=said.hint)


def run_here(program: Program) -> Iterator[Example]:
    """The examples of a ruleset, but for those of a parent whose words or rules it replaces."""
    return (own for own in program.examples if not (own.of_parent or own.of_former))


def failing(program: Program, example: Example, evaluates: Evaluates = Reference) -> Failure | None:
    """How an example fails, or None where it comes out as it says."""
    try:
        tally = tally_of(program, example, evaluates)
    except MistakenError as wrong:
        return Failure(example, wrong.span, in_both(message("example.line")), in_both(wrong.found))
    if example.outcome not in outcomes(tally):
        outcome = Bilingual(example.outcome, example.outcome)
        return Failure(example, example.span, outcome, answers_in_words(tally))
    if example.outcome == "violates" and not _are_those(rows_found(tally), example.rows):
        if not example.rows:
            one = in_both(message("example.one_finding"))
            return Failure(example, example.span, one, answers_in_words(tally))
        rows = f"violates at {', '.join(map(str, example.rows))}"
        return Failure(example, example.span, Bilingual(rows, rows), _findings(tally))
    return None


def tally_of(program: Program, example: Example, evaluates: Evaluates = Reference) -> Tally:
    """The answers of the example's rule to its log.  Raises MistakenError."""
    log, given = log_of(example, program), given_in(example, program)
    timed = any(event.time is not None for event in log.events)
    day = None if timed else _day_in_force(program, example.rule.text)
    judged = narrowed(program, {example.rule.text})
    tallies = replay(judged, log, given, day=day, evaluates=evaluates)
    [tally] = [own for own in tallies if own.rule.name == example.rule.text]
    return tally


def _day_in_force(program: Program, name: str) -> date | None:
    """The last day that is known to be one of the law that a rule enforces: on which a text, or a
    value of a parameter, comes into force or ends.
    """
    [rule] = [own for own in program.rules if own.name == name]
    cited = [own.in_force for own in program.provisions if own.id in rule.cites]
    times = (rule.in_force, program.in_force, *cited)
    days = [start for param in program.params.values() for start, _ in param.values]
    days += [day for time in times for day in (time.start, time.end)]
    known = (day for day in days if day is not None)
    return max((day for day in known if all(time.holds(day) for time in times)), default=None)


def in_full(example: Example) -> str:
    """The text of an example, with the lines that are given above it under its head."""
    text = example.span.declaration
    given = [own.span for own in example.lines if own.span.line < example.span.line]
    if not given:
        return text
    lines = text.splitlines()
    head = next(at for at, line in enumerate(lines) if line.lstrip().startswith("|"))
    said = (own.source.line(own.line)[own.column - 1 : own.end_column - 1] for own in given)
    return "\n".join([*lines[:head], *(f"  {line.rstrip()}" for line in said), *lines[head:]])


# ---- the log of an example ----------------------------------------------------------------------
def log_of(example: Example, program: Program) -> Log:
    """The events of an example, numbered from 1 as rows.  Raises MistakenError.

    Beside the kinds of event that occur those count as recorded that it says: where it says
    nothing, all of them, but none in an example of what cannot be verified.
    """
    try:
        events = tuple(_events(example, program.vocabulary))
    except (KeyError, UnreadableError):
        raise _mistake(example, program) from None
    usual = "" if example.outcome == "unverifiable" else EVERY_KIND
    said = dict(_given(example)).get(RECORDED, usual)
    named = kinds_said(said, program.vocabulary.kinds)
    return Log(events, frozenset((*named, *(event.kind for event in events))), (), ())


def given_in(example: Example, program: Program) -> dict[str, Value]:
    """The parameters that an example gives, by which it is judged.  Raises MistakenError."""
    given = (cell for cell in _given(example) if cell[0] != RECORDED)
    try:
        return {name: read_value(text, program.params[name].type) for name, text in given}
    except (KeyError, UnreadableError):
        raise _mistake(example, program) from None


def _given(example: Example) -> Iterator[tuple[str, str]]:
    return (cell for line in example.lines if line.kind == GIVEN for cell in line.cells)


def _mistake(example: Example, program: Program) -> MistakenError:
    """The first mistake in the lines of an example that has one."""
    words = program.vocabulary
    kinds = {name: (*words.context, *own.fields) for name, own in words.kinds.items()}
    params = {name: own.type for name, own in program.params.items()}
    checker = LineChecker(kinds, words.fields, params)
    found = (own for line in example.lines for own in checker.faults(line) if own.level == "error")
    return MistakenError(next(found))


def _events(example: Example, vocabulary: Vocabulary) -> Iterator[Event]:
    """Raises KeyError, UnreadableError, MistakenError."""
    context, numbers, types = dict[str, str](), numbered(1), vocabulary.fields
    for line in example.lines:
        if line.kind == GIVEN:
            continue
        cells, own = dict(line.cells), tuple(types)
        if line.kind:
            own = (*vocabulary.context, *vocabulary.kinds[line.kind].fields)
        if not cells.keys() <= set(own):
            raise KeyError(line.kind)
        if not line.kind:
            context |= cells
            continue
        given = {name: text for name, text in (context | cells).items() if name in own}
        values = {name: read_value(text, types[name]) for name, text in given.items() if text}
        if line.times > MOST_EVENTS:
            many = message("example.too_many", events=line.times)
            raise MistakenError(Diagnostic(many, line.span))
        head, shown = ("event", *given), (line.kind, *given.values())
        for number in islice(numbers, line.times):
            row = Row(line.span.source.name, None, number, head, shown)
            yield Event(number - 1, line.kind, values, row)


def cell_text(text: str) -> str:
    """A cell as an example writes it."""
    return f'"{text}"' if any(sign in text for sign in " |#") else text


# ---- what came out ------------------------------------------------------------------------------
def outcomes(tally: Tally) -> frozenset[str]:
    """The outcomes that an example may state where a rule gave these answers."""
    if tally.violations:
        return frozenset({"violates"})
    if tally.unverified:
        return frozenset({"unverifiable"})
    return frozenset({"complies"} if tally.compliant else {"inapplicable"})


def answers_in_words(tally: Tally) -> Bilingual:
    """The answers of a rule in a few words."""
    return Bilingual(_answers(tally, "fr"), _answers(tally, "en"))


def _answers(tally: Tally, language: Language) -> str:
    parts: list[Message] = []
    if many := len(tally.violations):
        rows = _joined(rows_found(tally), message("example.and"), language)
        parts.append(message("example.violated", count=many, names=rows))
    if tally.compliant:
        parts.append(message("example.compliant", count=tally.compliant))
    for reasons, count in tally.not_verifiable.items():
        why = together(reasons).in_language(language)
        parts.append(message("example.not_verifiable", count=count, says=why))
    if tally.not_applicable:
        parts.append(message("example.not_applicable", count=tally.not_applicable))
    parts = parts or [message("example.no_subject")]
    return ", ".join(say(own, language) for own in parts)


def _findings(tally: Tally) -> Bilingual:
    """The rows of the findings that an example has, in the place of those that it states."""
    rows, word = rows_found(tally), message("example.or")
    if not rows:
        return in_both(message("example.no_finding"))
    return Bilingual(_joined(rows, word, "fr"), _joined(rows, word, "en"))


def _joined(found: list[tuple[int, ...]], word: Message, language: Language) -> str:
    """The rows of each finding, with a word between two of them."""
    none = say(message("example.no_row"), language)
    listed = (", ".join(map(str, rows)) or none for rows in found)
    return f" {say(word, language)} ".join(listed)


def rows_found(tally: Tally) -> list[tuple[int, ...]]:
    """The rows of each violation, the one to look at first in front."""
    found = (verdict.evidence.events for verdict in tally.violations)
    return [tuple(event.row.number for event in events) for events in found]


def _are_those(found: list[tuple[int, ...]], named: tuple[int, ...]) -> bool:
    """Whether the findings are those that an example states, and no others: one where it names no
    row; else those whose first rows it names, with all the rows it names among theirs.
    """
    if not named:
        return len(found) == 1
    firsts = {rows[0] for rows in found if rows}
    return named[0] in firsts <= set(named) <= {row for rows in found for row in rows}


_HEAD = re.compile(r"^ruleset\s+(\S+)", re.MULTILINE)


def of_parents(program: core.Program) -> Iterator[Source]:
    """The files of the rulesets that one extends."""
    heads = {source: _HEAD.findall(source.text) for source in program.files}
    folders = {
        PurePath(source.name).parent
        for source, names in heads.items()
        if names and program.name not in names
    }
    own = {PurePath(s.name).parent for s, names in heads.items() if program.name in names}
    for source, names in heads.items():
        if program.name in names:
            continue
        if names or PurePath(source.name).parent in folders - own:
            yield source


def beginning(program: core.Program, name: str) -> Span:
    """Where the declaration of a table, a parameter or a constant begins."""
    for source in program.files:
        for number, line in enumerate(source.text.splitlines(), start=1):
            words = re.sub(r"[(:]", " ", line).split()
            if name in words[1:3] and words[0] in ("table", "param", "constant", "replace"):
                return Span(source, number, 1, number, len(line) + 1)
    raise KeyError(name)
