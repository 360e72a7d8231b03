"""`auditor explain`: what a rule asks and why, what a code means, how a finding comes about."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from auditor.cli.named_files import people_key
from auditor.cli.options import Asked, takes, value
from auditor.cli.rules import one_program
from auditor.cli.terminal import tell
from auditor.language.resolve.search_path import available
from auditor.messages.message import CannotError, message, say, suggestion
from auditor.report.labels import Words, legal_text, row_name, row_names, source_state, subject_line
from auditor.report.sections.coup_table import cell_said, euros, signed
from auditor.report.typography import quantity, spaced, value_said, visible
from auditor.values import Unknown, show

if TYPE_CHECKING:
    from auditor.language.core import Program, Provision, Reading, Rule
    from auditor.log.event import Event, Row
    from auditor.report.model import Finding, Language
    from auditor.request import Settings
    from auditor.why import ReasonStep, RowQuestion, Why


_CODE = re.compile(r"[EW]\d{3}")
_NAME = re.compile(r"\w[\w-]*")
_FINDING = re.compile(r"[0-9a-f]{12}(-\d+)?")


@takes(
    *("rules", "rules_anyway", "mapping", "records", "param", "params"),
    *("row", "case", "language"),
)
def explain(
    asked: Asked,
    what: str = typer.Argument(..., metavar="RULE|CODE|FINDING"),
    logs: list[str] | None = typer.Argument(None, metavar="LOG", show_default=False),
    row: str | None = value("LOG:17"),
) -> None:
    """Say what a rule asks and why, what a code means, how a finding comes about, or why a row was
    not flagged.

    Example: auditor explain bataille/five-burned
    """
    if _CODE.fullmatch(what.upper()) and not logs:
        lines = _code(what.upper(), asked.language)
    elif row is not None or logs or _FINDING.fullmatch(what):
        settings = asked.settings(key=None if asked["case"] is None else people_key(None))
        lines = (
            _finding(what, logs or [], settings)
            if row is None
            else of_row(what, row, logs or [], settings)
        )
    else:
        lines = _rule(*_found(what, asked["rules"]), asked.language)
    for line in lines:
        tell(line)


_IN_CODES: dict[Language, tuple[str, ...]] = {
    "fr": (" :", "remède :", "à corriger :", "corrigé :"),
    "en": (":", "remedy:", "wrong:", "right:"),
}


# ---- a code -------------------------------------------------------------------------------------
def _code(code: str, language: Language) -> Iterator[str]:
    from auditor.authoring.codes import CODES

    if code not in CODES:
        raise CannotError(message("explain.no_code", code=code, codes=tuple(CODES)))
    own = CODES[code]
    meaning, remedy = own.in_language(language)
    yield f"{own.code}{_IN_CODES[language][0]} {meaning}"
    yield f"  {_IN_CODES[language][1]}  {remedy}"
    for title, piece in zip(_IN_CODES[language][2:], (own.wrong, own.right), strict=True):
        yield ""
        yield f"  {title}"
        yield from (f"    {line}" for line in piece.splitlines())


# ---- a rule -------------------------------------------------------------------------------------
def _found(what: str, rules: str | None) -> tuple[Program, Rule]:
    """The rule of this name: in the ruleset named, else in the only shipped one that has it."""
    game, slash, name = what.rpartition("/")
    asked = rules or (game if slash else None)
    programs = _programs(asked)
    found = [(own, rule) for own in programs for rule in own.rules if rule.name == name]
    if not found:
        hint = suggestion(name, {rule.name for own in programs for rule in own.rules})
        hint = hint or message("explain.rules_listed")
        games = tuple(own.name for own in programs) or message("explain.no_ruleset")
        raise CannotError(message("explain.no_rule", name=name, games=games, hint=hint))
    # A ruleset that extends another has the other's rules too: the text is the same.
    if len({rule.span.source.name for _, rule in found}) > 1:
        names = tuple(f"`{rule.id}`" for _, rule in found)
        raise CannotError(message("explain.several_rules", name=name, names=names))
    return found[0]


def _programs(asked: str | None) -> list[Program]:
    from auditor.authoring.review import review

    if asked is not None:
        return [one_program(asked)]
    compiled = (review(path)[0] for path in available().values())
    return [program for program in compiled if program is not None]


def _rule(program: Program, rule: Rule, language: Language) -> Iterator[str]:
    from auditor.authoring.examples import in_full
    from auditor.language import core
    from auditor.language.core import parts_of

    severity = Words(language)(f"severity.{rule.severity}").lower()
    yield f"{rule.id}  ({severity}, {rule.span})"
    provisions = {own.id: own for own in program.provisions}
    for cited in rule.cites:
        yield f"  {_legal(provisions[cited], language)}"
    for reading in program.readings:
        if reading.id in rule.rests_on:
            yield from _reading(program, reading, language)
    yield ""
    lines = rule.span.declaration.splitlines()
    yield from (f"  {line}" for line in lines)
    said = {word for line in lines for word in _NAME.findall(line)}
    said |= {own.record for own in parts_of(rule.applies) if isinstance(own, core.Lookup)}
    for name, span in program.shorthand:
        if name in said:
            yield ""
            yield from (f"  {line}" for line in span.declaration.splitlines())
    if rule.presumes:
        waits = message("explain.not_judged", rules=rule.presumes)
        yield f"\n  {say(waits, language)}"
    for example in program.examples:
        if example.rule.text == rule.name and not (example.of_former or example.is_edge):
            yield ""
            yield from (f"  {line}" for line in in_full(example).splitlines())


def _legal(provision: Provision, language: Language) -> str:
    said = provision.text.in_language(language)
    if provision.source is None:
        return f"{provision.id}{_IN_CODES[language][0]} {said}"

    from auditor.findings.finding import law_source

    source, words = law_source(provision.source), Words(language)
    law, state = legal_text(source, words), source_state(source, words)
    source_said = message("explain.law", says=law, names=state)
    return say(
        message("explain.legal", provision=provision.id, says=said, names=source_said), language
    )


def _reading(program: Program, own: Reading, language: Language) -> Iterator[str]:
    """How a provision is read, why, and what the other reading would be."""
    named = message(
        "explain.reading",
        reading=own.id,
        provisions=own.provisions,
        says=own.text.in_language(language),
    )
    yield f"  {say(named, language)}"
    because = message("explain.because", says=own.because.in_language(language))
    other = message("explain.other_reading", says=own.other.in_language(language))
    yield from (f"    {say(said, language)}" for said in (because, other))
    if own.param is not None:
        values = program.params[own.param].values
        chosen = (
            message("explain.chosen_else", param=own.param, value=show(values[0][1]))
            if values
            else message("explain.chosen", param=own.param)
        )
        yield f"    {say(chosen, language)}"


# ---- a finding ----------------------------------------------------------------------------------
def _finding(what: str, logs: Sequence[str], settings: Settings) -> Iterator[str]:
    from auditor.audit import audit_by, read_log

    if not logs:
        raise CannotError(message("explain.which_log", what=what))
    reading = read_log(logs, mapping=settings.mapping, rules=settings.rules)
    settings = replace(settings, finding=what)
    done = audit_by(reading, settings, processes=os.cpu_count() or 1)
    for finding in done.findings:
        if finding.id == what:
            return _derivation(finding, Words(settings.language, done.report.names))
    raise CannotError(message("explain.no_finding", what=what, others=len(done.findings)))


def _derivation(finding: Finding, words: Words) -> Iterator[str]:
    """The course of it, a row a line and each of them once; what was compared, by the names of
    columns; then what only the rule has words for.
    """
    language = words.language
    severity = words(f"severity.{finding.severity}").lower()
    sides = ((finding.expected, finding.expected_said), (finding.found, finding.found_said))
    expected, found = (
        value_said(own, said, language) or quantity(own or "–", language) for own, said in sides
    )
    yield f"{finding.id}  {finding.rule}  ({severity}, {', '.join(finding.provisions)})"
    yield f"  {spaced(finding.message.in_language(language), language)}"
    yield f"  {subject_line(finding.subject, words)}"
    if not finding.money:
        yield f"  {words('expected').lower()} {expected}, {words('found').lower()} {found}"
    for own in finding.money:
        due, done = euros(own.due, language), euros(own.done, language)
        said = message("explain.money", due=due, done=done, gap=signed(own.difference, language))
        yield f"  {say(said, language)}"
    for move in finding.moves:
        yield f"  {row_name(move)}  {spaced(move.said.in_language(language), language)}"
    coup = {(own.file, own.sheet, own.row): own for own in finding.coup}
    told = {name: str(own) for name, own in finding.subject if isinstance(own, str | int)}
    told |= finding.subject.others
    yield ""
    for row in sorted(finding.evidence, key=lambda own: (own.file, own.sheet or "", own.row)):
        event = coup.get((row.file, row.sheet, row.row))
        cells = row.cells if event is None else {"event": event.event, **event.values}
        yield f"  {row_name(row)}  {event_said(cells, told, words)}"
    named, of_rule = list[str](), list[str]()
    for step in dict.fromkeys(finding.derivation or ()):
        is_field = bool(words.type_of(step.text))
        value = cell_said(step.text, step.value, words)
        named_so = f"{words.field(step.text)}{words('colon')} {value}"
        shown = named_so if is_field else step_said(step.text, step.value, words)
        line = f"  {shown}  {row_names(step.rows, words)}".rstrip()
        (named if is_field else of_rule).append(line)
    yield from ("", *named) if named else ()
    if of_rule:
        heading = message("explain.in_its_words", rule=finding.rule)
        yield from ("", f"  {say(heading, language)}")
        yield from (f"  {own}" for own in of_rule)


_ROW = re.compile(r"(?P<file>.+?)(?:\[(?P<sheet>[^\]]*)\])?:(?P<number>\d+)", re.DOTALL)
MOST_ROWS = 6
"""Rows shown behind one value."""


def of_row(rule: str, row: str, logs: Sequence[str], settings: Settings) -> Iterator[str]:
    """The lines that say what the rule says of the row.  Raises CannotError."""
    from auditor.audit import read_log
    from auditor.why import RowName, asked

    found = _ROW.fullmatch(row)
    if found is None:
        raise CannotError(message("explain.no_row_name", row=row))
    game, _, name = rule.rpartition("/")
    meant = RowName(Path(found["file"]).name, found["sheet"], int(found["number"]))
    beside = {Path(own).name for own in logs}
    is_beside = meant.file in beside or (logs and not Path(found["file"]).exists())
    named = [] if is_beside else [found["file"]]
    files = list(dict.fromkeys((*named, *logs)))
    reading = read_log(files, mapping=settings.mapping, rules=settings.rules)
    told = asked(reading, name, meant, replace(settings, rules=settings.rules or game or None))
    if not told:
        raise CannotError(message("explain.no_rule_here", name=name))
    yield from _lines(told, row, settings.language)


def _lines(told: Sequence[RowQuestion], row: str, language: Language) -> Iterator[str]:
    from auditor.findings.assembly import log_names

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


def _why(why: Why, own: RowQuestion, words: Words, *, between: bool) -> Iterator[str]:
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


def _answer(why: Why, own: RowQuestion, language: Language) -> str:
    """The answer in words, with the reasons where it is not verifiable."""
    from auditor.judge.verdict import Answer, sentence

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


def _step(
    step: ReasonStep, own: RowQuestion, rows: dict[str, Event], words: Words
) -> Iterator[str]:
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


def _event(event: Event, own: RowQuestion, told: Mapping[str, str], words: Words) -> str:
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
    own, label = cell_said(name, value, words), words.field(name)
    return own if words.type_of(name) in plain or label in own.split() else f"{label} {own}"


def step_said(text: str, value: str, words: Words) -> str:
    """A part of a rule, in the words of the rule, and what it came to."""
    if value in ("true", "false"):
        return f"{text}{words('colon')} {words(f'cell.{value}')}"
    return f"{text} = {value}"
