"""`auditor explain RULE --row LOG:17`: what a rule says of a row, value by value."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from auditor.messages.message import CannotError, message, say
from auditor.report.typography import visible

if TYPE_CHECKING:
    from auditor.judge.why import ReasonStep, Why
    from auditor.log.event import Event, Row
    from auditor.reading import Reading
    from auditor.report.model import Language
    from auditor.report.words import Words
    from auditor.why import Asked

_ROW = re.compile(r"(?P<file>.+?)(?:\[(?P<sheet>[^\]]*)\])?:(?P<number>\d+)", re.DOTALL)
MOST_ROWS = 6
"""Rows shown behind one value."""


def of_row(
    rule: str,
    row: str,
    logs: Sequence[str],
    read: Callable[[Sequence[str]], Reading],
    language: Language,
    **asks: Any,
) -> Iterator[str]:
    """The lines that say it.  Raises CannotError."""
    from auditor.why import RowName, asked

    found = _ROW.fullmatch(row)
    if found is None:
        raise CannotError(message("explain.no_row_name", row=row))
    game, _, name = rule.rpartition("/")
    meant = RowName(Path(found["file"]).name, found["sheet"], int(found["number"]))
    beside = {Path(own).name for own in logs}
    is_beside = meant.file in beside or (logs and not Path(found["file"]).exists())
    named = [] if is_beside else [found["file"]]
    asks["rules"] = asks["rules"] or game or None
    told = asked(read(list(dict.fromkeys((*named, *logs)))), name, meant, **asks)
    if not told:
        raise CannotError(message("explain.no_rule_here", name=name))
    yield from _lines(told, row, language)


def _lines(told: Sequence[Asked], row: str, language: Language) -> Iterator[str]:
    from auditor.findings.names import log_names
    from auditor.report.words import Words

    if not any(own.events or own.set_aside for own in told):
        raise CannotError(message("explain.no_row", row=row))
    for own in told:
        yield say(message("explain.rule_and_row", rule=own.rule.id, row=row), language)
        for aside in own.set_aside:
            said = message("explain.set_aside", says=own.shown("", say(aside.reason, language)))
            yield f"  {say(said, language)}"
        words = Words(language, log_names([own.program]))
        for event in own.events:
            yield f"  {_event(event, own, {}, words)}"
        if own.events and not own.found:
            none = message("explain.no_subject", subject=own.rule.subject)
            yield f"  {say(none, language)}"
        for number, why in enumerate(own.found):
            yield from _why(why, own, words, between=number > 0)


def _why(why: Why, own: Asked, words: Words, *, between: bool) -> Iterator[str]:
    from auditor.values import show

    if between:
        yield ""
    subject = {name: own.shown(name, show(value)) for name, value in why.subject.items()}
    keys = ", ".join(field_said(name, value, words) for name, value in subject.items())
    yield f"  {keys or own.rule.subject}"
    yield f"  {_answer(why, own, words.language)}"
    rows: dict[str, Event] = {}
    for clause in why.clauses:
        yield from ("", f"  {clause.says}")
        for step in clause.steps:
            yield from _step(step, own, rows, words)
    if rows:
        yield ""
    for name, event in sorted(rows.items(), key=lambda own: (own[1].row.file, own[1].row.number)):
        yield f"  {visible(name)}  {_event(event, own, subject, words)}"


def _answer(why: Why, own: Asked, language: Language) -> str:
    """The answer in words, with the reasons where it is not verifiable."""
    from auditor.judge.verdict import Answer, sentence
    from auditor.values import Unknown

    if why.answer is None:
        return say(message("explain.left_out"), language)
    if isinstance(why.answer, Unknown):
        labels = own.program.vocabulary.labels
        told = [sentence(reason, labels) for reason in why.answer.reasons]
        says = "; ".join(one.in_language(language) for one in told)
        return say(message("explain.not_verifiable", says=says), language)
    answer = message(_ANSWERS[why.answer.value])
    if why.answer is Answer.VIOLATION and own.rule.report_for:
        answer = message("explain.told_first", answer=answer, scopes=own.rule.report_for)
    return say(answer, language)


_ANSWERS = {
    "compliant": "explain.compliant",
    "violation": "explain.violation",
    "not_applicable": "explain.not_applicable",
}


def _step(step: ReasonStep, own: Asked, rows: dict[str, Event], words: Words) -> Iterator[str]:
    if step.whole.text:  # a shorthand stands for its parts
        yield f"    {step_said(step.whole.text, own.shown('', step.whole.value), words)}"
    parts = step.parts or (step.whole,)
    for part in parts:
        names = {_name(event.row): event for event in part.events[:MOST_ROWS]}
        rows.update(names)
        where = ", ".join(map(visible, names))
        if (more := len(part.events) - MOST_ROWS) > 0:
            and_more = message("explain.more_rows", more=more)
            where += f" {say(and_more, words.language)}"
        if part is not step.whole:
            said = step_said(part.text, own.shown("", part.value), words)
            yield f"      {said}  {where}".rstrip()
        elif where:
            yield f"      {where}"


def _name(row: Row) -> str:
    sheet = f"[{row.sheet}]" if row.sheet is not None else ""
    return f"{row.file}{sheet}:{row.number}"


def _event(event: Event, own: Asked, told: Mapping[str, str], words: Words) -> str:
    from auditor.values import show

    values = {name: own.shown(name, show(value)) for name, value in event.values.items()}
    return event_said({"event": event.kind, **values}, told, words)


def event_said(cells: Mapping[str, str], told: Mapping[str, str], words: Words) -> str:
    """An event as a sentence: its hour, its name, then what is not told already."""
    said = [
        field_said(name, value, words, plain=("money", "card"))
        for name, value in cells.items()
        if name not in ("time", "event", "game") and value not in ("", "false", told.get(name))
    ]
    event = words.event(cells.get("event", ""))
    head = "  ".join(filter(None, (cells.get("time", "")[11:19], event)))
    return visible(f"{head}{words('colon') if head and said else ''} {', '.join(said)}".strip())


def field_said(name: str, value: str, words: Words, plain: Collection[str] = ()) -> str:
    """A column and what it says, where its type is not among those that tell what they are."""
    from auditor.report.sections.coup_table import cell_said

    own, label = cell_said(name, value, words), words.field(name)
    return own if words.type_of(name) in plain or label in own.split() else f"{label} {own}"


def step_said(text: str, value: str, words: Words) -> str:
    """A part of a rule, in the words of the rule, and what it came to."""
    if value in ("true", "false"):
        return f"{text}{words('colon')} {words(f'cell.{value}')}"
    return f"{text} = {value}"
