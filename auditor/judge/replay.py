"""Replays a log against a ruleset: every rule, every subject, one of four answers each."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property

from auditor.judge.evidence import Witness
from auditor.judge.frame import Frame
from auditor.judge.items import (
    Group,
    IntervalItem,
    Item,
    doubtful,
    events_of,
    first_of,
    kind_of,
    raw,
    unlogged,
)
from auditor.judge.operators import MIXED, SUITLESS, UNREADABLE
from auditor.judge.order_ties import TIED, OrderTies, tied
from auditor.judge.reference import Reference
from auditor.judge.verdict import Answer, Tally, Verdict
from auditor.language import core
from auditor.language.core import ANY_EVENT
from auditor.language.facts import facts_of
from auditor.language.payments import FAULTY, LEFT_OPEN, RIGHT, PaymentLook
from auditor.log.event import Event, Log
from auditor.log.integrity.suspects import scope_columns
from auditor.values import Reason, Unknown, Value, join, lacks_suit
from auditor.watch import heed, step

_Key = tuple[Value | None, ...]


@dataclass(slots=True)
class Coverage:
    """Marks the payments that the subjects of judged rules stand for: bits by places."""

    program: core.Program
    log: Log
    bits: dict[int, int] = field(default_factory=dict)
    _by_keys: dict[tuple[PaymentLook, tuple[str, ...]], Mapping[_Key, list[Event]]] = field(
        default_factory=dict
    )

    def judged(self, rule: core.Rule, subject: Item, bit: int) -> None:
        """Marks the payments of a subject."""
        for look in facts_of(self.program).looks.get(rule.name, ()):
            for event in self._of(look, subject):
                self.bits[event.place] = self.bits.get(event.place, 0) | bit

    def _of(self, look: PaymentLook, subject: Item) -> list[Event]:
        if not isinstance(subject, Group) or subject.of_event:
            return [event for event in events_of(subject)[:1] if _fits(look, event)]
        names = tuple(subject.keys)
        if (look, names) not in self._by_keys:
            found: dict[_Key, list[Event]] = defaultdict(list)
            for event in self.log.events:
                if _fits(look, event):
                    found[tuple(event.values.get(name) for name in names)].append(event)
            self._by_keys[look, names] = found
        return self._by_keys[look, names].get(tuple(subject.keys.values()), [])


def _fits(look: PaymentLook, event: Event) -> bool:
    if event.kind != look.kind or event.doubtful:
        return False
    return all(event.values.get(name) in words for name, words in look.where)


Identity = dict[str, Value | None]
Watch = Callable[[core.Rule, Frame, Answer | Unknown | None, Reference], None]
Evaluates = Callable[[core.Program, Log, dict[str, Value] | None, date | None], Reference]


def replay(
    program: core.Program,
    log: Log,
    params: dict[str, Value] | None = None,
    payments: dict[int, int] | None = None,
    *,
    found: Callable[[Sequence[Verdict]], None] = lambda _verdicts: None,
    day: date | None = None,
    watch: Watch | None = None,
    evaluates: Evaluates = Reference,
) -> tuple[Tally, ...]:
    """The answers of every rule over the log, in the order of the ruleset.

    `params` replace the ruleset's own parameter values.  What rules say of the sums of `payments`
    is noted there, as bits by their places.  What has no time is judged by the law of a `day`.
    `found` is told the violations of each rule.
    `watch` is told each answer, with what was looked at; `evaluates` makes what works out the
    expressions, where each of them is to be seen.
    """
    reference = evaluates(program, log, params, day)
    judge = _Judge(program, log, reference, watch, WithoutOrder(program, log, params, day))
    tallies: dict[str, Tally] = {}
    for rule in facts_of(program).judging_order(program.rules):
        step("judging", len(tallies), len(program.rules), "rules", program.name)
        tallies[rule.name] = judge.rule(rule)
        found(tallies[rule.name].violations)
    step("judging", len(tallies), len(program.rules), "rules", program.name)
    if payments is not None:
        payments.update(judge.coverage.bits)
    return tuple(tallies[rule.name] for rule in program.rules)


def preconditions(rule: core.Rule) -> tuple[core.Expression, ...]:
    """The conditions that hold of every subject for which a rule is judged."""
    where = () if rule.where is None else (rule.where,)
    return (*where, *rule.applies, *(condition for condition, _ in rule.verifiable))


@dataclass
class WithoutOrder:
    """Judges violations of one log again, as if rows of one instant in several files had no order;
    without such rows all of them stand.
    """

    _program: core.Program
    _log: Log
    _params: dict[str, Value] | None
    _day: date | None = None

    @cached_property
    def _reference(self) -> Reference | None:
        ties = OrderTies(self._log) if len(self._log.instants.places) else None
        if ties is None or not ties.any:
            return None
        return Reference(self._program, self._log, self._params, self._day, ties=ties)

    def violates(self, rule: core.Rule, subject: Item) -> bool:
        """Whether a subject that violates a rule does so whatever the order."""
        reference = self._reference
        if reference is None:
            return True
        again = _again(subject, rule, reference)
        frame = Frame(again, rule.lets, reference.law.day_of(again))
        judged = all(reference.truth(asked, frame) is True for asked in preconditions(rule))
        return judged and reference.truth(rule.require, frame) is False


def _again(subject: Item, rule: core.Rule, reference: Reference) -> Item:
    """The subject as another reference has it."""
    if isinstance(subject, IntervalItem):
        spans = (
            span for span in reference.items.of(rule.subject) if isinstance(span, IntervalItem)
        )
        return next(span for span in spans if span.start is subject.start)
    if not isinstance(subject, Group):
        return subject
    key = (subject.place,) if subject.of_event else tuple(subject.keys.values())
    return reference.items.groups(subject.source)[key]


@dataclass(slots=True)
class _Unsettled:
    """The subjects for which a rule is violated."""

    source: str  # what the rule is about
    events: set[Event] = field(default_factory=set)
    identities: list[Identity] = field(default_factory=list)
    _shapes: dict[tuple[str, ...], dict[tuple[str, ...], set[tuple[Value | None, ...]]]] = field(
        default_factory=dict
    )

    def touches(self, identity: Identity) -> bool:
        """Whether one of the subjects is the same as this one in every field that both fill."""
        names = tuple(identity)
        if names not in self._shapes:
            shapes: dict[tuple[str, ...], set[tuple[Value | None, ...]]] = defaultdict(set)
            for other in self.identities:
                shared = tuple(n for n in names if other.get(n) is not None)
                shapes[shared].add(tuple(other[n] for n in shared))
            self._shapes[names] = shapes
        return any(
            tuple(identity[n] for n in shared) in found
            for shared, found in self._shapes[names].items()
        )


class _Judge:
    def __init__(
        self,
        program: core.Program,
        log: Log,
        reference: Reference,
        watch: Watch | None,
        without_order: WithoutOrder,
    ) -> None:
        self._program, self._watch, self._without_order = program, watch, without_order
        self._reference = reference
        self._items = self._reference.items
        self.coverage = Coverage(program, log)
        self._unsettled: dict[str, _Unsettled] = {}
        self._facts = facts_of(program)
        self._keys = frozenset(self._facts.key_fields)
        self._lost, self._mixed = log.lacking, log.mixed
        self._names = scope_columns(program.vocabulary).names
        self._invalidated: dict[str, set[tuple[Value | None, ...]]] = defaultdict(set)

    # ---- one rule ---------------------------------------------------------------------------
    def rule(self, rule: core.Rule) -> Tally:
        """The answers of one rule for all its subjects."""
        tally, unsettled = Tally(rule), _Unsettled(rule.subject)
        self._unsettled[rule.name] = unsettled
        reported: set[tuple[Value | None, ...]] = set()
        missing = self._missing(rule) or self._lacking(rule)
        if missing:
            _count(tally, missing)
            return tally
        for subject in self._subjects(rule):
            heed()
            frame = Frame(subject, rule.lets, self._reference.law.day_of(subject))
            answer = self._answer(rule, frame)
            if answer is Answer.VIOLATION and not self._without_order.violates(rule, subject):
                in_some_order = self._unsettled.setdefault(
                    tied(rule.name), _Unsettled(rule.subject)
                )
                self._note(in_some_order, subject)
                self._invalidate(rule, subject, tied(rule.name))
                answer = TIED
            self._cover(rule, subject, answer)
            if self._watch is not None:
                self._watch(rule, frame, answer, self._reference)
            if answer is Answer.COMPLIANT:
                tally.compliant += 1
            elif answer is Answer.NOT_APPLICABLE:
                tally.not_applicable += 1
            elif isinstance(answer, Unknown):
                _count(tally, answer.reasons)
            elif answer is Answer.VIOLATION:
                self._violation(tally, frame, reported)
                self._note(unsettled, subject)
        return tally

    def _cover(self, rule: core.Rule, subject: Item, answer: Answer | Unknown | None) -> None:
        """Notes the payments that the rule had anything to say about."""
        told = {Answer.COMPLIANT: RIGHT, Answer.VIOLATION: FAULTY}
        bit = LEFT_OPEN if isinstance(answer, Unknown) else told.get(answer) if answer else None
        if bit is not None:
            self.coverage.judged(rule, subject, bit)

    def _note(self, unsettled: _Unsettled, subject: Item) -> None:
        unsettled.identities.append(self._identity(subject))
        if isinstance(subject, Event):
            unsettled.events.add(subject)

    def _violation(
        self, tally: Tally, frame: Frame, reported: set[tuple[Value | None, ...]]
    ) -> None:
        rule, subject = tally.rule, frame.subject
        key = tuple(raw(subject, name) for name in rule.report_for)
        if rule.report_for and key in reported:
            # What follows the first divergence says nothing of its own.
            _count(tally, (Reason("blocked", rule.name),))
            return
        reported.add(key)
        witness = Witness(self._reference, frame)
        evidence = witness.evidence(rule)
        filled = {k: v for k, v in self._identity(subject).items() if v is not None}
        day = self._reference.law.day_of(evidence.events[0])
        verdict = Verdict(rule, filled, subject.place, evidence, day)
        tally.violations.append(witness.with_moves(verdict))
        self._invalidate(rule, subject, rule.name)

    def _invalidate(self, rule: core.Rule, subject: Item, name: str) -> None:
        """Where a rule that underlies a scope is violated, the others there are not judged."""
        if rule.underlies is not None:
            fields = self._program.vocabulary.scopes[rule.underlies].fields
            identity = self._identity(subject)
            self._invalidated[name].add(tuple(identity.get(name) for name in fields))

    def _is_invalidated(self, rule: core.Rule, subject: Item) -> Unknown | None:
        beneath = self._facts.beneath(rule.name) if self._invalidated else ()
        identity = self._identity(subject) if beneath else {}
        for other in beneath:
            scope = self._program.vocabulary.scopes[other.underlies or ""]
            where = tuple(identity.get(name) for name in scope.fields)
            is_told = all(identity.get(need) is not None for need in scope.needs)
            for name, why in _waits(other.name) if is_told else ():
                if where in self._invalidated[name]:
                    return why
        return None

    def _lacking(self, rule: core.Rule) -> tuple[Reason, ...]:
        """Why a rule cannot be judged at all: no event fills a key of a scope that it looks at, or
        no subject fills a field that it needs.
        """
        names = [*self._facts.unknown_keys(rule, self._lost)]
        for kind, node in self._facts.asked_of_subjects(rule):
            subjects = [subject for subject in self._subjects(rule) if kind_of(subject) == kind]
            frames = [Frame(subject, rule.lets, None) for subject in subjects]
            if frames and all(self._reference.truth(node, frame) is False for frame in frames):
                assert isinstance(node.part, core.Field)
                names.append(node.part.name)
        return Unknown(tuple(Reason("empty", name) for name in names)).reasons if names else ()

    def _subjects(self, rule: core.Rule) -> Iterable[Item]:
        vocabulary = self._program.vocabulary
        if rule.subject in vocabulary.scopes:
            groups = self._items.groups(rule.subject).values()
            every: Iterable[Item] = sorted(groups, key=lambda group: group.place)
        else:
            every = self._items.of(rule.subject)
        return (item for item in every if not unlogged(item))

    def _missing(self, rule: core.Rule) -> tuple[Reason, ...]:
        """Why a rule has no subject at all, where that is for want of records."""
        if any(True for _ in self._subjects(rule)):
            return ()
        return self._facts.why_no_subject(rule.subject, self._items.recorded)

    # ---- one subject ------------------------------------------------------------------------
    def _answer(self, rule: core.Rule, frame: Frame) -> Answer | Unknown | None:
        """The answer for one subject, Unknown with the reasons where it is not verifiable.

        None where the subject is none of the rule's.
        """
        truth = self._reference.truth
        chosen = True if rule.where is None else truth(rule.where, frame)
        if chosen is not True:
            return chosen if isinstance(chosen, Unknown) else None
        if doubtful(frame.subject):
            return UNREADABLE
        if self._is_mixed(frame.subject):
            return MIXED
        law = self._law(rule, frame)
        before = law if law is not None else self._ambiguous_key(frame.subject)
        if before is not None:
            return before
        applies = [truth(condition, frame) for condition in rule.applies]
        if False in applies:
            return Answer.NOT_APPLICABLE
        if any(isinstance(part, Unknown) for part in applies):
            return join(*applies)
        blocked = self._blocked(rule, frame)
        if blocked is not None:
            return blocked
        holds = truth(rule.require, frame)
        if isinstance(holds, Unknown):
            return holds
        return Answer.COMPLIANT if holds else Answer.VIOLATION

    def _law(self, rule: core.Rule, frame: Frame) -> Answer | Unknown | None:
        """Outside its time a rule does not apply; outside that of the law nobody knows."""
        if self._facts.always_in_force(rule):
            return None
        law = {name: self._facts.in_force[name] for name in rule.cites}
        whole = self._program.in_force
        day = frame.day
        if day is None:
            return Unknown((Reason("empty", "time"),))
        if not rule.in_force.holds(day):
            return Answer.NOT_APPLICABLE
        if not whole.holds(day):
            return Unknown((Reason("law", rule.cites[0]),))
        unknown = tuple(Reason("law", name) for name, known in law.items() if not known.holds(day))
        return Unknown(unknown) if unknown else None

    def _ambiguous_key(self, subject: Item) -> Unknown | None:
        """A row of a record whose key is not recorded stands for more than one subject.

        A row kept for each event has no keys, and stands for its event whatever that lacks.
        """
        if not isinstance(subject, Group) or subject.of_event:
            return None
        empty = [
            name
            for name, value in subject.keys.items()
            if value is None and not self._items.may_be_empty(subject, name)
        ]
        gaps = Unknown(tuple(Reason("empty", name) for name in empty)) if empty else None
        vague = any(map(lacks_suit, subject.keys.values()))
        return join(gaps, SUITLESS) if vague else gaps

    def _blocked(self, rule: core.Rule, frame: Frame) -> Unknown | None:
        """Why a rule that applies cannot be judged here."""
        subject = frame.subject
        for condition, otherwise in rule.verifiable:
            truth = self._reference.truth(condition, frame)
            if isinstance(truth, Unknown):
                return truth
            if not truth:
                return Unknown((Reason("stated", rule.name, otherwise.fr, otherwise.en),))
        invalidated = self._is_invalidated(rule, subject)
        if invalidated is not None:
            return invalidated
        for name, why in (reason for other in rule.presumes for reason in _waits(other)):
            if name in self._unsettled and self._blocks(self._unsettled[name], subject):
                return why
        return None

    def _is_mixed(self, subject: Item) -> bool:
        """Whether a subject belongs, or may belong, where the log mixes several scopes."""
        if not self._mixed:
            return False
        identity = self._identity(subject)
        names = [identity.get(name) for name in self._names]
        return any(
            all(mine is None or mine == other for mine, other in zip(names, place, strict=True))
            for place in self._mixed
        )

    def _blocks(self, unsettled: _Unsettled, subject: Item) -> bool:
        if isinstance(subject, Event) and unsettled.source in (subject.kind, ANY_EVENT):
            return subject in unsettled.events
        return bool(unsettled.identities) and unsettled.touches(self._identity(subject))

    def _identity(self, subject: Item) -> Identity:
        return identity_of(self._keys, subject)


def _waits(rule: str) -> tuple[tuple[str, Unknown], ...]:
    """The names of those subjects of a rule for which others wait, and why."""
    return (rule, Unknown((Reason("blocked", rule),))), (tied(rule), TIED)


def identity_of(fields: frozenset[str], subject: Item) -> Identity:
    """The fields by which a subject is told from others."""
    if isinstance(subject, Group) and not subject.of_event:
        return dict(subject.keys)
    first = first_of(subject)
    return {name: value for name, value in first.values.items() if name in fields}


def _count(tally: Tally, reasons: tuple[Reason, ...]) -> None:
    tally.not_verifiable[reasons] = tally.not_verifiable.get(reasons, 0) + 1
