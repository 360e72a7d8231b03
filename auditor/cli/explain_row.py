"""`auditor explain RULE --row LOG:17`: what a rule says of a row, value by value."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from auditor.cli.terminal import CannotError
from auditor.messages.message import message, say

if TYPE_CHECKING:
    from auditor.judge.verdict import Part
    from auditor.judge.why import ReasonStep, Why
    from auditor.log.event import Row
    from auditor.report.model import Language
    from auditor.why import Asked

_ROW = re.compile(r"(?P<file>.+?)(?:\[(?P<sheet>[^\]]*)\])?:(?P<number>\d+)", re.DOTALL)
MOST_ROWS = 6
"""Rows shown behind one value."""


def of_row(
    rule: str,
    row: str,
    logs: Sequence[str],
    *,
    mapping: str | None,
    rules: str | None,
    rules_anyway: bool,
    records: str,
    params: Mapping[str, str],
    language: Language,
) -> Iterator[str]:
    """The lines that say it.  Raises CannotError."""
    from auditor.audit import read_log
    from auditor.cli.options import listed
    from auditor.request import CannotAuditError
    from auditor.why import RowName, asked

    found = _ROW.fullmatch(row)
    if found is None:
        raise CannotError(message("explain.no_row_name", row=row))
    game, _, name = rule.rpartition("/")
    meant = RowName(Path(found["file"]).name, found["sheet"], int(found["number"]))
    try:
        told = asked(
            read_log(list(dict.fromkeys((found["file"], *logs))), mapping=mapping, rules=rules),
            name,
            meant,
            rules=rules or game or None,
            rules_anyway=rules_anyway,
            records="all" if records == "all" else listed(records),
            params=params,
        )
    except CannotAuditError as error:
        raise CannotError(*error.says) from None
    if not told:
        raise CannotError(message("explain.no_rule_here", name=name))
    yield from _lines(told, row, language)


def _lines(told: Sequence[Asked], row: str, language: Language) -> Iterator[str]:
    if not any(own.events or own.set_aside for own in told):
        raise CannotError(message("explain.no_row", row=row))
    for own in told:
        yield say(message("explain.rule_and_row", rule=own.rule.id, row=row), language)
        for aside in own.set_aside:
            said = message("explain.set_aside", says=aside.reason)
            yield f"  {say(said, language)}"
        for event in own.events:
            yield f"  {_cells(event.row)}"
        if own.events and not own.found:
            none = message("explain.no_subject", subject=own.rule.subject)
            yield f"  {say(none, language)}"
        for number, why in enumerate(own.found):
            yield from _why(why, own, language, between=number > 0)


def _why(why: Why, own: Asked, language: Language, *, between: bool) -> Iterator[str]:
    from auditor.language.wording import Wording
    from auditor.values import show

    if between:
        yield ""
    wording = Wording(own.program.vocabulary.labels if language == "fr" else {})
    keys = ", ".join(
        f"{wording.field(name).fr} {show(value)}" for name, value in why.subject.items()
    )
    yield f"  {keys or own.rule.subject}"
    yield f"  {_answer(why, own, language)}"
    for clause in why.clauses:
        yield f"\n  {clause.says}"
        for step in clause.steps:
            yield from _step(step, language)


def _answer(why: Why, own: Asked, language: Language) -> str:
    """The answer in words, with the reasons where it is not verifiable."""
    from auditor.judge.reasons import sentence
    from auditor.judge.verdict import Answer
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


def _step(step: ReasonStep, language: Language) -> Iterator[str]:
    yield f"    {step.whole.text} = {step.whole.value}"
    parts = step.parts or (step.whole,)
    for part in parts:
        if part is not step.whole:
            yield f"      {part.text} = {part.value}"
        yield from _rows(part, language)


def _rows(part: Part, language: Language) -> Iterator[str]:
    from auditor.report.typography import visible

    for event in part.events[:MOST_ROWS]:
        row = event.row
        sheet = f"[{row.sheet}]" if row.sheet is not None else ""
        yield f"        {visible(f'{row.file}{sheet}:{row.number}')}  {_cells(row)}"
    if (more := len(part.events) - MOST_ROWS) > 0:
        said = message("explain.more_rows", more=more)
        yield f"        {say(said, language)}"


def _cells(row: Row) -> str:
    from auditor.report.typography import visible

    return visible(" ".join(f"{name}={text}" for name, text in row.filled().items()))
