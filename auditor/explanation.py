"""How a finding comes about, and why a row is none: in sentences, in both languages.

The values come from the code that judged; each row is told once, with its hour and what it says.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import Literal, Unpack

from auditor import request
from auditor.audit import Audit
from auditor.findings.assembly import log_names
from auditor.findings.profile import reference
from auditor.findings.pseudonyms import hiding
from auditor.judge.evidence import Witness
from auditor.judge.frame import Frame
from auditor.judge.items import events_of
from auditor.judge.reference import Reference
from auditor.judge.replay import identity_of, replay
from auditor.judge.verdict import Answer, Part, sentence
from auditor.language import core
from auditor.language.core import Program, Rule
from auditor.language.facts import facts_of
from auditor.log.event import Event, Log, Row, SetAside
from auditor.log.integrity.sorted_rows import SortedError
from auditor.log.store.columns_of_tables import Everything, assemble
from auditor.messages.message import message, say
from auditor.reading import Reading, prepared, sorted_file
from auditor.report.labels import Words, row_name, row_names, subject_line
from auditor.report.model import Bilingual, Finding, Language, LogNames, Report, RowRef
from auditor.report.sections.coup_table import cell_said, euros, signed
from auditor.report.typography import quantity, value_said, visible
from auditor.source import Frozen
from auditor.values import Unknown, Value, show

MOST_ROWS = 6
"""Rows named behind one value of a rule; all of them are told below."""

Kind = Literal["about", "course", "compared", "rule"]


class Sentence(Frozen):
    """Something that is said, and the rows that it is about; what makes it up stands `deeper`."""

    says: Bilingual
    rows: tuple[RowRef, ...] = ()
    deeper: int = 0


class Passage(Frozen):
    """Sentences of one kind: what it is `about`, the `course` of events with a row each, the values
    that were `compared`, or what only the words of the `rule` say, clause by clause.
    """

    kind: Kind
    title: Bilingual | None
    sentences: tuple[Sentence, ...]


class Explanation(Frozen):
    """The answer of a rule about something, and how that comes about."""

    rule: str
    passages: tuple[Passage, ...]

    def lines(self, language: Language) -> Iterator[str]:
        """The explanation as lines of text, the rows by their names."""
        words = Words(language)
        for number, passage in enumerate(self.passages):
            yield from ("",) if number else ()
            if passage.title is not None:
                yield f"  {passage.title.in_language(language)}"
            inner = 4 if passage.title is not None else 2
            for nth, own in enumerate(passage.sentences):
                says = own.says.in_language(language)
                if passage.kind in ("about", "course") and own.rows:
                    says = f"{row_name(own.rows[0])}  {says}"
                elif own.rows:
                    says = f"{says}  {row_names(own.rows, words, MOST_ROWS)}".strip()
                is_head = number == nth == 0
                yield " " * (0 if is_head else inner + 2 * own.deeper) + says


# ---- a finding ----------------------------------------------------------------------------------
def explain(report: Report | Audit, finding: str) -> Explanation:
    """How a finding of a report comes about, by its id; people are named as the report names them.

    Of a rule with thousands of findings the last come without a derivation, until they are audited
    as `finding`.  Raises CannotAuditError.
    """
    report = report.report if isinstance(report, Audit) else report
    found = next((own for own in report.findings if own.id == finding), None)
    if found is None:
        others = len(report.findings)
        raise request.CannotAuditError(message("explain.no_finding", what=finding, others=others))
    return Explanation(found.rule, _in_both(report.names, partial(_told, found)))


_Line = tuple[str, tuple[RowRef, ...], int]
"""A sentence in one language."""
_Draft = tuple[Kind, str | None, list[_Line]]
"""A passage in one language."""


def _in_both(names: LogNames, told: Callable[[Words], Iterator[_Draft]]) -> tuple[Passage, ...]:
    """The passages as both languages tell them, sentence by sentence."""
    drafts = zip(told(Words("fr", names)), told(Words("en", names)), strict=True)
    return tuple(
        Passage(
            kind,
            None if french is None or english is None else Bilingual(fr=french, en=english),
            tuple(
                Sentence(Bilingual(fr=one, en=other), rows, deeper)
                for (one, rows, deeper), (other, _, _) in zip(fr, en, strict=True)
            ),
        )
        for (kind, french, fr), (_, english, en) in drafts
        if fr
    )


def _told(finding: Finding, words: Words) -> Iterator[_Draft]:
    yield "about", None, [*_about(finding, words)]
    yield "course", None, [*_course(finding, words)]
    compared, of_rule = list[_Line](), []
    # Some are told twice; what was looked for in vain is no part of what is said.
    steps = {(own.text, own.value, own.rows): own for own in finding.derivation or ()}
    for step in steps.values():
        if words.type_of(step.text):
            value = cell_said(step.text, step.value, words)
            said = f"{words.field(step.text)}{words('colon')} {value}"
            compared.append((said, step.rows, 0))
        else:
            of_rule.append((_step_said(step.text, step.value, words), step.rows, 0))
    yield "compared", None, compared
    yield "rule", say(message("explain.in_its_words", rule=finding.rule), words.language), of_rule


def _about(finding: Finding, words: Words) -> Iterator[_Line]:
    language = words.language
    severity = words(f"severity.{finding.severity}").lower()
    sides = ((finding.expected, finding.expected_said), (finding.found, finding.found_said))
    expected, found = (
        value_said(own, said, language) or quantity(own or "–", language) for own, said in sides
    )
    cited = ", ".join(finding.provisions)
    yield f"{finding.id}  {finding.rule}  ({severity}, {cited})", (), 0
    yield words.says(finding.message), (), 0
    yield subject_line(finding.subject, words), (), 0
    if not finding.money:
        both_sides = f"{words('expected').lower()} {expected}, {words('found').lower()} {found}"
        yield both_sides, (), 0
    for own in finding.money:
        due, done = euros(own.due, language), euros(own.done, language)
        gap = signed(own.difference, language)
        yield say(message("explain.money", due=due, done=done, gap=gap), language), (), 0
    for move in finding.moves:
        yield words.says(move.said), (move,), 0


def _course(finding: Finding, words: Words) -> Iterator[_Line]:
    coup = {(own.file, own.sheet, own.row): own for own in finding.coup}
    told = {name: str(own) for name, own in finding.subject if isinstance(own, str | int)}
    told |= finding.subject.others
    for row in sorted(finding.evidence, key=lambda own: (own.file, own.sheet or "", own.row)):
        event = coup.get((row.file, row.sheet, row.row))
        cells = row.cells if event is None else {"event": event.event, **event.values}
        yield _event_said(cells, told, words), (row,), 0


# ---- a row --------------------------------------------------------------------------------------
class RowName(Frozen):
    """A row as a spreadsheet numbers it; without a sheet, the row of any."""

    file: str
    sheet: str | None
    number: int

    def __str__(self) -> str:
        sheet = f"[{self.sheet}]" if self.sheet is not None else ""
        return f"{self.file}{sheet}:{self.number}"

    def is_of(self, event: Event) -> bool:
        """Whether it is the row of an event; one that stands for missing rows has none."""
        return not event.unlogged and self.names(event.row)

    def names(self, row: Row) -> bool:
        """Whether it is the name of a row."""
        same_sheet = self.sheet is None or self.sheet == row.sheet
        return self.file == row.file and same_sheet and self.number == row.number


def explain_row(
    reading: Reading,
    rule: str,
    row: RowName,
    settings: request.Settings | None = None,
    **given: Unpack[request.SettingsAsked],
) -> tuple[Explanation, ...]:
    """The answers of a rule about one row, flagged or not, and why: for each ruleset that judges
    the row and has a rule of that name.

    `given`, or `settings`, is what the audit was given, and the case gives values as for an audit;
    with a `key` people have the pseudonyms of its report.  Raises CannotAuditError.
    """
    request.refuse(reading.refusals)
    settings = prepared(settings or request.Settings(**given), reading.mappings, ())
    tables = request.only_of(reading.tables, settings.establishment)
    parts = request.by_game(tables, settings.rules, rules_anyway=settings.rules_anyway)
    programs = [program for program, _ in parts.games]
    kinds, values = (
        request.recorded(programs, settings.records),
        request.parameters(programs, settings),
    )
    told = []
    for program, tables in parts.games:
        known = program.vocabulary.kinds
        here = kinds if isinstance(kinds, Everything) else [k for k in kinds if k in known]
        try:
            log = assemble(tables, program.vocabulary, here)
        except SortedError as error:
            raise sorted_file(error) from None
        shown = hiding(settings.key, log.events, program.vocabulary)
        events = tuple(event for event in log.events if row.is_of(event))
        aside = tuple(own for own in log.set_aside if row.names(own.row))
        for own in (one for one in program.rules if one.name == rule):
            found = why(program, log, values[program.name], own, row.is_of) if events else ()
            told.append(_RowQuestion(program, own, row, events, aside, found, shown))
    if not told:
        raise request.CannotAuditError(message("explain.no_rule_here", name=rule))
    if not any(own.events or own.set_aside for own in told):
        raise request.CannotAuditError(message("explain.no_row", row=str(row)))
    return tuple(
        Explanation(own.rule.id, _in_both(log_names([own.program]), own.told)) for own in told
    )


class _RowQuestion(Frozen):
    """A question about one row: the rule, the row's events and what was set aside of it, and each
    subject in which it takes part.
    """

    program: Program
    rule: Rule
    row: RowName
    events: tuple[Event, ...]
    set_aside: tuple[SetAside, ...]
    found: tuple[Why, ...]
    shown: Callable[[str, str], str]
    """The text of a cell, by its field: without names where there is a key of pseudonyms."""

    def told(self, words: Words) -> Iterator[_Draft]:
        """The answer in one language."""
        language = words.language
        about = [
            say(message("explain.rule_and_row", rule=self.rule.id, row=str(self.row)), language)
        ]
        for aside in self.set_aside:
            why_not = self.shown("", say(aside.reason, language))
            about.append(say(message("explain.set_aside", says=why_not), language))
        about += [self._event(event, {}, words) for event in self.events]
        if self.events and not self.found:
            about.append(say(message("explain.no_subject", subject=self.rule.subject), language))
        yield "about", None, [(said, (), 0) for said in about]
        for own in self.found:
            yield from self._why(own, words)

    def _why(self, own: Why, words: Words) -> Iterator[_Draft]:
        subject = {name: self.shown(name, show(value)) for name, value in own.subject.items()}
        keys = ", ".join(_field_said(name, value, words) for name, value in subject.items())
        answer = self._answer(own, words.language)
        yield "about", None, [(keys or self.rule.subject, (), 0), (answer, (), 0)]
        rows: dict[RowRef, Event] = {}
        for clause, steps in own.clauses:
            yield "rule", clause, [line for step in steps for line in self._step(step, rows, words)]
        course = sorted(rows.items(), key=lambda one: (one[0].file, one[0].row))
        yield (
            "course",
            None,
            [(self._event(event, subject, words), (name,), 0) for name, event in course],
        )

    def _answer(self, own: Why, language: Language) -> str:
        """The answer in words, with the reasons where it is not verifiable."""
        if own.answer is None:
            return say(message("explain.left_out"), language)
        if isinstance(own.answer, Unknown):
            labels = self.program.vocabulary.labels
            told = [sentence(reason, labels) for reason in own.answer.reasons]
            says = "; ".join(one.in_language(language) for one in told)
            return say(message("explain.not_verifiable", says=says), language)
        answer = message(_ANSWERS[own.answer.value])
        if own.answer is Answer.VIOLATION and self.rule.report_for:
            answer = message("explain.told_first", answer=answer, scopes=self.rule.report_for)
        return say(answer, language)

    def _step(self, step: _Step, rows: dict[RowRef, Event], words: Words) -> Iterator[_Line]:
        for deeper, part in enumerate(step):
            named = {reference(event.row): event for event in part.events}
            behind = tuple(named) if deeper or len(step) == 1 else ()
            if behind:
                rows.update([*named.items()][:MOST_ROWS])
            if part.text or behind:  # a shorthand stands for its parts
                value = self.shown("", part.value)
                said = _step_said(part.text, value, words) if part.text else value
                yield said, behind, min(deeper, 1)

    def _event(self, event: Event, told: Mapping[str, str], words: Words) -> str:
        values = {name: self.shown(name, show(value)) for name, value in event.values.items()}
        return _event_said({"event": event.kind, **values}, told, words)


_ANSWERS = {
    "compliant": "explain.compliant",
    "violation": "explain.violation",
    "not_applicable": "explain.not_applicable",
}


# ---- words --------------------------------------------------------------------------------------
def _event_said(cells: Mapping[str, str], told: Mapping[str, str], words: Words) -> str:
    """An event as a sentence: its hour, its name, then what is not told already."""
    said = [
        _field_said(name, value, words, plain=("money", "card"))
        for name, value in cells.items()
        if name not in ("time", "event", "game") and value not in ("", "false", told.get(name))
    ]
    event = words.event(cells.get("event", ""))
    head = "  ".join(filter(None, (cells.get("time", "")[11:19], event)))
    return visible(f"{head}{words('colon') if head and said else ''} {', '.join(said)}".strip())


def _field_said(name: str, value: str, words: Words, plain: Collection[str] = ()) -> str:
    """A column and what it says, where its type is not among those that tell what they are."""
    own, label = cell_said(name, value, words), words.field(name)
    return own if words.type_of(name) in plain or label in own.split() else f"{label} {own}"


def _step_said(text: str, value: str, words: Words) -> str:
    """A part of a rule, in the words of the rule, and what it came to."""
    if value in ("true", "false"):
        return f"{text}{words('colon')} {words(f'cell.{value}')}"
    return f"{text} = {value}"


# ---- why a rule said what it said of a row: the values come from the code that judged -----------


_Step = tuple[Part, ...]
"""A condition, or a value let, and the parts that make it up."""


class Why(Frozen):
    """One subject in which the row takes part: its keys, the answer, and how it comes about, clause
    by clause, each by the words that it begins with.

    The answer is None where the subject is left out by the rule's own `where`.
    """

    subject: dict[str, Value]
    answer: Answer | Unknown | None
    clauses: tuple[tuple[str, tuple[_Step, ...]], ...]

    @property
    def events(self) -> Iterator[Event]:
        """The events behind its values."""
        for _, steps in self.clauses:
            yield from (event for step in steps for part in step for event in part.events)


def why(
    program: core.Program,
    log: Log,
    params: dict[str, Value],
    rule: core.Rule,
    is_meant: Callable[[Event], bool],
) -> tuple[Why, ...]:
    """The answers of a rule for each subject that the event in question is part of; where it is of
    none, for those that look at it.
    """
    if rule.as_logged:
        log = log.as_it_stands()
    meant = [event for event in log.events if is_meant(event)]
    found, looking = list[Why](), list[Why]()
    keys = frozenset(facts_of(program).key_fields)
    wanted = _needed(program, rule)

    def watch(
        own: core.Rule, frame: Frame, answer: Answer | Unknown | None, reference: Reference
    ) -> None:
        if own.name != rule.name:
            return
        identity = identity_of(keys, frame.subject)
        subject = {name: value for name, value in identity.items() if value is not None}
        is_part = any(map(is_meant, events_of(frame.subject)))
        # An event may be looked at if it agrees with a subject in all keys that both have.
        looked = (all(own.values.get(k, v) == v for k, v in subject.items()) for own in meant)
        if is_part or (not found and any(looked)):
            why = Why(subject, answer, tuple(_clauses(rule, reference, frame)))
            if is_part:
                found.append(why)
            elif any(map(is_meant, why.events)):
                looking.append(why)

    replay(replace(program, rules=wanted), log, params, watch=watch)
    return tuple(found or looking)


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


def _clauses(
    rule: core.Rule, reference: Reference, frame: Frame
) -> Iterator[tuple[str, tuple[_Step, ...]]]:
    witness = Witness(reference, frame)
    if rule.where is not None:
        yield "where", tuple(_steps(rule.where, witness))
    if rule.lets:
        lets = ((replace(witness.part(value), text=name),) for name, value in rule.lets)
        yield "let", tuple(lets)
    for condition in rule.applies:
        yield _begun("applies when", condition, "suspend"), tuple(_steps(condition, witness))
    for condition, _ in rule.verifiable:
        head = _begun("verifiable when", condition, "verifiable unless")
        yield head, tuple(_steps(condition, witness))
    yield "require", tuple(_steps(rule.require, witness))


def _begun(clause: str, condition: core.Expression, implied: str) -> str:
    """The words with which a clause begins: others where it denies what stands elsewhere."""
    first = condition.parts[0] if isinstance(condition, core.AnyOf) else condition
    return implied if isinstance(first, core.Not) and first.implied else clause


def _steps(node: core.Expression, witness: Witness) -> Iterator[_Step]:
    """A condition, and those within it that `and` and `or` join, each with its two sides."""
    if isinstance(node, core.Not) and node.implied:
        node = node.part
    if isinstance(node, core.AllOf | core.AnyOf):
        for part in node.parts:
            yield from _steps(part, witness)
        return
    whole = witness.part(node)
    yield whole, *(own for own in witness.parts(node) if own.text != whole.text)
