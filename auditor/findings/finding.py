"""From violations to findings: cited, put in order, and known again by a fingerprint."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime
from functools import cached_property, lru_cache
from hashlib import sha256
from heapq import nsmallest

import numpy as np

from auditor.engine.measures import Measured
from auditor.findings.causes import Causes
from auditor.findings.dependencies import fields_of
from auditor.findings.money import Paid
from auditor.findings.profile import Profile, coup, named, reference, told
from auditor.judge.verdict import Detail, Evidence, Kept, LookedFor, Part, Sum, Tally, Verdict, fill
from auditor.language import core
from auditor.language.core import Vocabulary
from auditor.language.wording import Wording
from auditor.log.event import Event, Row
from auditor.log.store.columns import Columns, Intake
from auditor.log.store.vector import Ints, take
from auditor.report import model
from auditor.source import Frozen
from auditor.types import SetOf
from auditor.values import Value, by_size, exact, show

MOST_EVIDENCE = 40
"""Rows whose cells a finding shows; it names all its rows all the same."""

_OWN_KEYS = frozenset(model.Subject.model_fields) - {"others", "others_said"}
_NUMBER = re.compile(r"(?:(?:<=|>=|!=|<|>|=) )?-?\d+(?:\.\d+)?")  # with the sign of a comparison
_NUMBERED = frozenset({"shoe", "coup", "seat"})


class Judged(Frozen):
    """The answers of one ruleset over one log.

    `declared` are the kinds of event that are recorded although the log holds none, `given` the
    values that the audit was given for parameters, `coups` those that findings show whole.
    `measured` is what statistics count and add up, None where that was not asked.
    """

    program: core.Program
    intake: Intake
    profile: Profile
    declared: frozenset[str]
    tallies: tuple[Tally, ...]
    paid: tuple[Paid, ...] = ()
    given: Mapping[str, Value] = field(default_factory=dict)
    coups: Coups = field(default_factory=dict)
    measured: tuple[Measured, ...] | None = None

    @cached_property
    def causes(self) -> Causes:
        """The reasons for which its rules could not be verified."""
        return Causes(self.program, self.profile, self.tallies)

    def citing(self, provision: str) -> list[Tally]:
        """The answers of the rules that cite a provision."""
        return [own for own in self.tallies if provision in own.rule.cites]


class Found(Frozen):
    """A finding with the verdict that it comes from."""

    finding: model.Finding
    verdict: Verdict


def found_in(
    parts: Sequence[Judged], within: Callable[[Verdict], bool], detail: Detail
) -> tuple[Found, ...]:
    """The findings in the order of their first rows: as in the log, or, where several games are
    audited, by file, sheet and row. Those not `within` what was asked for are left out; `detail`
    tells which have their derivation and the cells of their rows.
    """
    kept, reporter = Kept(detail), Reporter()
    placed = [
        (order_of(verdict, alone=len(parts) == 1), kept.keep(verdict), part)
        for part in parts
        for tally in part.tallies
        for verdict in tally.violations
        if within(verdict)
    ]
    placed.sort(key=lambda own: own[0])
    return tuple(reporter.found(verdict, part.program, part.coups) for _, verdict, part in placed)


def order_of(verdict: Verdict, *, alone: bool) -> tuple[str, str, int, str, int]:
    """The place of a finding among others: in the log, where one game is audited `alone`."""
    first = verdict.evidence.events[0]
    if alone:
        return "", "", first.place, verdict.rule.name, verdict.place
    row = first.row
    return row.file, row.sheet or "", row.number, verdict.rule.id, verdict.place


class Reporter:
    """Makes findings of verdicts, those of each rule in their order: some cannot be told apart but
    by what was found before.
    """

    def __init__(self) -> None:
        self._seen = Counter[str]()
        self._known: dict[str, tuple[model.FindingClass, frozenset[str]]] = {}

    def found(self, verdict: Verdict, program: core.Program, coups: Coups) -> Found:
        """The finding of a verdict; `coups` are those that are laid out."""
        rule = verdict.rule
        if rule.id not in self._known:
            self._known[rule.id] = class_of(rule, program), fields_of(program, rule)
        own, reads = self._known[rule.id]
        print_ = fingerprint(verdict)
        self._seen[print_] += 1
        repeat = f"-{self._seen[print_]}" if self._seen[print_] > 1 else ""
        vocabulary, events = program.vocabulary, coups.get(place_of(verdict.evidence.events[0]), ())
        laid_out = _coup(events, vocabulary)
        made = _finding(verdict, print_ + repeat, own, vocabulary, reads, laid_out)
        return Found(made, verdict)


def _coup(events: Sequence[Event], vocabulary: core.Vocabulary) -> tuple[model.CoupEvent, ...]:
    """The coup of a finding, if it is one of those that are laid out."""
    around = frozenset(coup(vocabulary))
    return tuple(
        model.CoupEvent(
            **named(event.row),
            event=event.kind,
            values={name: show(own) for name, own in event.values.items() if name not in around},
        )
        for event in events
    )


def class_of(rule: core.Rule, program: core.Program) -> model.FindingClass:
    """The class of a rule's violations: a departure where all that it cites is a law that stands.

    A rule that needs usage as well, or a text that nobody has read, asks more than the law says;
    an abrogated text, or a provision without a source, asks nothing by law.
    """
    natures = {
        own.source.nature if own.source is not None and not own.source.abrogated else "usage"
        for own in program.provisions
        if own.id in rule.cites
    }
    if natures <= {"law", "record"}:
        return "departure" if "law" in natures else "record"
    return "to_confirm"


def fingerprint(verdict: Verdict) -> str:
    """By what a finding is known again when rows are added above it or files are renamed.

    The rule, its subject, and what the first row says; never where the row stands, nor how its
    cells are written: the same log in another shape gives the same findings.
    """
    subject = [f"{name}={show(value)}" for name, value in sorted(verdict.subject.items())]
    first = verdict.evidence.events[0]
    cells = [f"{name}={show(value)}" for name, value in sorted(first.values.items())]
    content = "\0".join([verdict.rule.id, *subject, "", *cells])
    return sha256(content.encode(errors="backslashreplace")).hexdigest()[:12]


def is_known_as(known_as: str, verdict: Verdict) -> bool:
    """Whether a finding with this id may come from a verdict."""
    return fingerprint(verdict) == known_as.partition("-")[0]


def _finding(  # noqa: PLR0917 - a verdict, and all that is known of it
    verdict: Verdict,
    known_as: str,
    own: model.FindingClass,
    vocabulary: core.Vocabulary,
    reads: frozenset[str],
    coup: tuple[model.CoupEvent, ...],
) -> model.Finding:
    evidence, rule = verdict.evidence, verdict.rule
    first = {event.row: event for event in reversed(evidence.events)}
    rows = tuple(first[row] for row in dict.fromkeys(event.row for event in evidence.events))
    steps = None
    if evidence.parts is not None:
        steps = tuple(
            model.Step(
                text=part.text,
                value=part.value,
                rows=tuple(map(reference, dict.fromkeys(own.row for own in part.events))),
                condition=part.condition,
                missed=tuple(_missed(part, reads)),
            )
            for part in evidence.parts
        )
    return model.Finding(
        id=known_as,
        rule=rule.id,
        provisions=rule.cites,
        class_=own,
        severity=rule.severity,
        subject=_subject(verdict.subject, vocabulary),
        players=_players(verdict),
        rows=_cited(evidence.events),
        decisive=_cited(evidence.decisive),
        beside=_cited(evidence.beside),
        message=fill(rule.message, evidence.names),
        expected=evidence.expected or None,
        found=evidence.found or None,
        time=_iso(evidence.events[0].time),
        derivation=steps,
        evidence=tuple(
            _evidence_row(own, reads) for own in (rows[:MOST_EVIDENCE] if steps is not None else ())
        ),
        rows_total=len(rows),
        money=tuple(map(_money, evidence.sums)),
        unpriced=evidence.unpriced,
        moves=tuple(model.Move(**named(own.event.row), said=own.said) for own in evidence.moves),
        coup=coup,
        expected_said=_in_words(evidence, "expected"),
        found_said=_in_words(evidence, "found"),
    )


def _players(verdict: Verdict) -> tuple[str, ...]:
    """Whom the events that are wrong name, where the subject names nobody."""
    if verdict.subject.get("player") is not None:
        return ()
    every = (own.values.get("player") for own in verdict.evidence.decisive)
    return tuple(dict.fromkeys(show(own) for own in every if own is not None))


def _in_words(evidence: Evidence, which: str) -> model.Bilingual | None:
    """A value in words: None where it is a plain number, empty where it is a condition."""
    own = evidence.names[which]
    if not own.tells:
        return core.Bilingual("", "")
    french, english = own.words.fr, own.words.en
    bare = _NUMBER.fullmatch(own.plain) and not french.endswith("€")
    as_written = bare or {french, english} == {own.plain}
    return None if as_written else own.words


def _money(own: Sum) -> model.Money:
    due, done, difference = map(show, (own.due, own.done, exact(own.done - own.due)))
    return model.Money(
        events=own.added,
        less=own.less,
        due=due,
        done=done,
        difference=difference,
        at_least=own.at_least,
    )


def _missed(part: Part, reads: frozenset[str]) -> Iterator[model.LookedFor]:
    for own in part.missed:
        if own.first is not None and own.last is not None:
            yield told(
                model.LookedFor,
                own,
                events=own.kinds,
                within=tuple(name for name, value in own.keys if value is not None),
                first=reference(own.first),
                last=reference(own.last),
                near=tuple(_evidence_row(event, reads) for event in own.near),
            )


def _evidence_row(event: Event, reads: frozenset[str]) -> model.EvidenceRow:
    return model.EvidenceRow(
        **named(event.row),
        event=event.kind,
        time=_iso(event.time),
        cells=event.row.filled(),
        read={name: show(value) for name, value in event.values.items() if name in reads},
    )


def _cited(events: Iterable[Event]) -> tuple[model.CitedRow, ...]:
    """The rows, each once, with the first of its events that is meant."""
    first: dict[Row, Event] = {}
    for event in events:
        first.setdefault(event.row, event)
    return tuple(_row_cited(reference(row), own.kind, _iso(own.time)) for row, own in first.items())


@lru_cache(maxsize=100_000)
def _row_cited(row: model.RowRef, event: str, time: str | None) -> model.CitedRow:
    return model.CitedRow(**dict(row), event=event, time=time)


def _subject(keys: dict[str, Value], vocabulary: core.Vocabulary) -> model.Subject:
    own = {
        name: value if name in _NUMBERED and isinstance(value, int) else show(value)
        for name, value in keys.items()
        if name in _OWN_KEYS
    }
    others = {name: value for name, value in keys.items() if name not in _OWN_KEYS}
    said = {
        name: key
        for name, value in others.items()
        if (key := _key_said(name, value, vocabulary)) is not None
    }
    shown = {name: show(value) for name, value in others.items()}
    return model.Subject.model_validate({**own, "others": shown, "others_said": said})


def _key_said(name: str, value: Value, vocabulary: core.Vocabulary) -> model.KeySaid | None:
    """A key by its labels; None where it has none, neither of its name nor of its value."""
    wording = Wording(vocabulary.labels)
    kind = vocabulary.fields.get(name)
    if isinstance(value, frozenset) and isinstance(kind, SetOf):
        each = [wording.value(own, kind.element) for own in sorted(value, key=by_size)]
        words = core.Bilingual("/".join(own.fr for own in each), "/".join(own.en for own in each))
    else:
        words = wording.value(value, kind)
    label = wording.field(name)
    unlabelled = {label.fr, label.en} == {name} and {words.fr, words.en} == {show(value)}
    return None if unlabelled else model.KeySaid(name=label, value=words)


def law_source(source: core.LawSource) -> model.LawSource:
    """Where a provision stands, as the ruleset gives it."""
    return model.LawSource.model_validate(source, from_attributes=True)


def period(own: core.InForce) -> model.Period:
    """From when to when something is in force."""
    return model.Period.model_validate(own, from_attributes=True)


def _iso(time: datetime | None) -> str | None:
    return None if time is None else time.isoformat()


# ---- surroundings: the whole coup of a finding, and the rows around what is missing ------------


LAID_OUT = 3
"""Findings of each rule, the first in the log, whose coup is laid out."""
LONGEST = 150
"""Events of a coup that is laid out: where the log has more, it numbers something else."""

Place = tuple[str, str | None, int]
Coups = Mapping[Place, tuple[Event, ...]]
"""The events of a coup, by the row of the first event of a finding in it."""


def place_of(event: Event) -> Place:
    """Where an event stands in its file: its number in the log depends on what rules look at."""
    return event.row.file, event.row.sheet, event.row.number


def coups(
    columns: Columns, vocabulary: Vocabulary, tallies: Iterable[Tally], detail: Detail
) -> Coups:
    """The coups of the first violations of each rule, among those that are reported."""
    fields = coup(vocabulary)
    if not fields:
        return {}
    firsts = list(_firsts(tallies, detail, fields[-1]))
    found = _coup_rows(columns, fields, np.array(sorted({own.place for own in firsts}), np.int64))
    whole = {place: tuple(columns.events(rows)) for place, rows in found if len(rows) <= LONGEST}
    laid_out = {}
    for first in firsts:
        coup_ = whole.get(first.place, ())
        if any(place_of(event) == place_of(first) for event in coup_):
            laid_out[place_of(first)] = coup_
    return laid_out


def _firsts(tallies: Iterable[Tally], detail: Detail, number: str) -> Iterator[Event]:
    for tally in tallies:
        asked = (own for own in tally.violations if detail.of(own))
        for verdict in nsmallest(LAID_OUT, asked, key=lambda own: own.place):
            first = verdict.evidence.events[0]
            if first.values.get(number) is not None:
                yield first


def _coup_rows(columns: Columns, fields: Sequence[str], places: Ints) -> Iterator[tuple[int, Ints]]:
    """The rows of the coups in which some events stand, by the places of these; what stands for
    rows that are missing is none of them.

    The number of the coup chooses few rows of a long log; the other columns are asked of them.
    """
    number = columns.fields[fields[-1]].key() if len(places) else None
    if number is None:
        return
    wanted = np.searchsorted(columns.places, places).clip(max=columns.size - 1)
    near = np.isin(number.values, number.values[wanted])
    rows = np.flatnonzero(near & ~number.empty & ~columns.unlogged)
    keys = [columns.fields[name].key() for name in fields if name in columns.fields]
    for place, row in zip(places, wanted, strict=True):
        own = np.ones(len(rows), bool)
        for key in keys:
            own &= key.values[rows] == key.values[row]
            own &= take(key.empty, rows) == take(key.empty, row)
        yield int(place), rows[own]


NEAREST = 3
"""Rows of the kind looked for, and not wanted, that are named."""


def with_absences(tallies: Iterable[Tally], columns: Columns, detail: Detail) -> tuple[Tally, ...]:
    """The tallies; of each rule the first violations that are reported say where they looked."""
    return tuple(_located(own, columns, detail) for own in tallies)


def _located(tally: Tally, columns: Columns, detail: Detail) -> Tally:
    reported = (at for at, own in enumerate(tally.violations) if detail.of(own))
    firsts = nsmallest(LAID_OUT, reported, key=lambda at: tally.violations[at].place)
    violations = list(tally.violations)
    for at in firsts:
        if any(part.missed for part in violations[at].evidence.parts or ()):
            violations[at] = _with_rows(violations[at], columns)
    return replace(tally, violations=violations)


def _with_rows(verdict: Verdict, columns: Columns) -> Verdict:
    evidence, first = verdict.evidence, verdict.evidence.events[0]
    parts = tuple(
        replace(part, missed=tuple(_located_rows(own, first, columns) for own in part.missed))
        for part in evidence.parts or ()
    )
    return replace(verdict, evidence=replace(evidence, parts=parts))


def _located_rows(own: LookedFor, first: Event, columns: Columns) -> LookedFor:
    """The rows around an event that has the keys; as it is where the event has others."""
    if any(first.values.get(name) != value for name, value in own.keys):
        return own
    at = int(np.searchsorted(columns.places, first.place))
    if at >= columns.size or columns.places[at] != first.place:
        return own
    ids = columns.numbered(tuple(name for name, _ in own.keys)).ids
    rows = np.flatnonzero(ids == ids[at])
    rows = rows[~columns.doubtful[rows]]
    if not len(rows):
        return own
    wanted = [at for at, kind in enumerate(columns.kinds) if kind in own.kinds]
    others = rows[np.isin(columns.kind[rows], wanted)]
    near = np.sort(others[np.argsort(np.abs(others - at), kind="stable")[:NEAREST]])
    shown: Sequence[Event] = columns.events(np.append(rows[[0, -1]], near))
    first_shown, last_shown, *beside = shown
    return replace(
        own,
        first=first_shown.row.named(),
        last=last_shown.row.named(),
        rows=len(rows),
        others=len(others),
        near=tuple(beside),
    )
