"""Why a requirement does not hold: the parts that fail, their values, and the rows behind them.

The values come from the same code that judged; here it only notes what it looks at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from sys import intern

from auditor.judge import decisive
from auditor.judge.decisive import behind, moves_behind, terms
from auditor.judge.expectation import (
    MIRROR,
    NOTHING,
    Expectation,
    ExpectedAndFound,
    either,
    plain_text,
)
from auditor.judge.forms import OutOfOrder
from auditor.judge.frame import Frame, Result, Seen, Truth
from auditor.judge.items import Group, Item, events_of
from auditor.judge.reference import Reference
from auditor.judge.verdict import BLANK, Evidence, LookedFor, Part, Quoted, Sum, Verdict
from auditor.language import core
from auditor.language.facts import facts_of
from auditor.log.event import Event
from auditor.types import MONEY, Enumeration, Type
from auditor.values import Number, Unknown


def absent_from(node: core.Expression, frame: Frame, reference: Reference) -> Iterator[LookedFor]:
    """The selections of an expression that select nothing."""
    match behind(node, frame, reference):
        case (core.Quantify() | core.Aggregate() | core.Pick()) as found, within:
            yield from _nothing(found.selection, within, reference)
        case core.Field(of=of), within:
            yield from absent_from(of, within, reference)


def _nothing(selection: core.Selection, frame: Frame, reference: Reference) -> Iterator[LookedFor]:
    kinds_of = reference.program.vocabulary.kinds_of  # what ended it is why an interval is not open
    kinds = tuple(dict.fromkeys(kind for own in selection.sources for kind in kinds_of(own)))
    if not kinds or reference.certain(selection, frame):
        return
    keys = reference.sought(selection, frame)
    if not isinstance(keys, Unknown):
        names = [name for name, _ in selection.keys]
        yield LookedFor(kinds, tuple(zip(names, keys, strict=True)))


_Moved = tuple[tuple[Sum, core.Expression], ...]


class Witness:
    """Gathers the evidence of one violation."""

    def __init__(self, reference: Reference, frame: Frame) -> None:
        self._reference, self._frame = reference, frame
        self._expectation = Expectation(reference, frame)
        self._facts = facts_of(reference.program)
        self._seen = Seen()
        self._false: dict[int, Sequence[core.Expression]] = {}  # by the identity of a condition

    def truth(self, node: core.Expression) -> Truth:
        """The truth of a condition; what its names rest on is kept for the evidence."""
        return self._reference.truth(node, self._frame.noting(self._seen))

    def evidence(self, rule: core.Rule) -> Evidence:
        """The requirement that is violated, the values found instead, and the rows.

        The events behind the conditions under which the rule applies come last.
        """
        failing = list(self._failing(rule.require))
        parts = [part for node in failing for part in self.parts(node)]
        gaps = [event for node in failing for event in self._gap(node)]
        compared = self._compared(rule.require)
        reasons = [replace(self.part(condition), condition=True) for condition in rule.applies]
        events = self._ordered([event for part in parts for event in part.events])
        also = self._ordered([event for part in reasons for event in part.events])
        rows = tuple(dict.fromkeys((*gaps, *events, *also)))
        told = Evidence(
            compared.expected.plain,
            compared.found.plain,
            (*parts, *(part for part in reasons if part.events)),
            rows,
            self._quoted(rule, compared),
        )
        if moved := self._moved(rule.require, rule):
            paid = decisive.paid(moved, self._frame, self._reference)
            return replace(told, sums=self._sums(moved), decisive=paid)
        pointed_at = self._pointed_at(rule)
        return replace(
            told,
            unpriced=decisive.is_about_sums(rule, failing, self._reference),
            decisive=rows[:1] if pointed_at is None else pointed_at,
            beside=decisive.beside(rule, self._frame, self._reference),
        )

    def with_moves(self, verdict: Verdict) -> Verdict:
        """The verdict with the moves behind balances that are wrong, if it is kept whole."""
        if verdict.evidence.parts is None:
            return verdict
        failing = [*self._failing(verdict.rule.require)]
        moves = moves_behind(failing, self._frame, self._reference)
        return replace(verdict, evidence=replace(verdict.evidence, moves=moves))

    def _compared(self, node: core.Expression) -> ExpectedAndFound:
        """The two sides of a requirement; of a sum of which several would do, each as expected."""
        match node:
            case core.AllOf() | core.Choose():
                wrong = self._false_in(node)
                return self._compared(wrong[0]) if wrong else NOTHING
            case core.AnyOf(parts=parts):
                every = [
                    self._compared(part) for part in parts if _is_sum(part) or part is parts[0]
                ]
                same = [sides for sides in every if sides.found == every[0].found]
                return either(same) if _is_sum(parts[0]) else every[0]
            case _:
                return self._expectation.of(node)

    # ---- which parts fail -------------------------------------------------------------------
    def _failing(self, node: core.Expression, *, told: bool = False) -> Iterator[core.Expression]:
        """The smallest parts of a false condition that make it false; those that a finding tells
        are of several that would do the first.
        """
        match node:
            case core.AllOf() | core.AnyOf() | core.Choose():
                wrong = self._false_in(node)
                for part in wrong[:1] if told and isinstance(node, core.AnyOf) else wrong:
                    yield from self._failing(part, told=told)
            case _:
                yield node

    def _false_in(self, node: core.AllOf | core.AnyOf | core.Choose) -> Sequence[core.Expression]:
        """The conditions in a false one that make it false."""
        if id(node) not in self._false:
            self._false[id(node)] = self._found_false(node)
        return self._false[id(node)]

    def _found_false(
        self, node: core.AllOf | core.AnyOf | core.Choose
    ) -> Sequence[core.Expression]:
        match node:
            case core.AllOf(parts=parts):
                every = _about_the_middle(parts)
                return [part for part in every if self._reference.truth(part, self._frame) is False]
            case core.AnyOf(parts=parts):
                return parts
            case core.Choose(cases=cases, otherwise=otherwise):
                truth = self._reference.truth
                chosen = (then for when, then in cases if truth(when, self._frame) is True)
                return [next(chosen, otherwise)]

    def parts(self, node: core.Expression) -> list[Part]:
        """The sides of a comparison, or the whole of anything else, with their rows."""
        sides: list[core.Expression]
        match node:
            case core.Compare(left=left, right=right):
                sides = [left, right]
            case core.IsIn(element=element):
                sides = [element]
            case core.Not(part=part):
                return self.parts(part)
            case _:
                sides = [node]
        return [self.part(side) for side in sides if not isinstance(side, core.Literal_)]

    def part(self, node: core.Expression) -> Part:
        """A part as it is written, its value, and the events behind it."""
        result, events = self._look(node)
        match node:
            case core.Quantify(quantity="no"):
                chosen = self._reference.certain(node.selection, self._frame)
                events = (*events, *_events(chosen))
            case core.Match() | core.Goes():
                events = self._leaving(node) or events
            case core.Continuous():
                events = (*self._gap(node), *events)
        value = plain_text(result)
        missed = tuple(dict.fromkeys(absent_from(node, self._frame, self._reference)))
        # Thousands of findings say the same few texts: one of each is kept.
        text = intern(node.span.text)
        return Part(text, value, tuple(dict.fromkeys(events)), missed)

    def _look(self, node: core.Expression) -> tuple[Result, tuple[Event, ...]]:
        seen = Seen(self._seen)
        result = self._reference.evaluate(node, self._frame.noting(seen))
        return result, decisive.in_order(_events(seen))

    def _sums(self, moved: _Moved) -> tuple[Sum, ...]:
        """The sums that were due and done, where a sum of payments is to equal another."""
        told = (
            (total, terms(self._reference, done, self._frame, total.kinds)) for total, done in moved
        )
        return tuple(
            _turned(replace(total, added=added, less=less)) for total, (added, less) in told
        )

    def _moved(self, node: core.Expression, rule: core.Rule) -> _Moved:
        """The sums of a part of a rule, each with what says how much was done, not yet in terms.

        Nothing where more than equality is asked, or a sum between others: then nobody can tell
        what was due.  A balance of the same sums is no other sum.
        """
        match node:
            case core.AnyOf(parts=parts):
                ways = [moved for part in parts if (moved := self._moved(part, rule))]
                agree = all(_comes_to_the_same(ways[0], moved) for moved in ways)
                return ways[0] if ways and agree else _nearest(ways)
            case core.AllOf() | core.Choose():
                wrong = self._false_in(node)
                return tuple(total for part in wrong for total in self._moved(part, rule))
            case core.Compare(sign="="):
                total = self._sum(node, rule)
                return () if total is None else (total,)
            case _:
                return ()

    def _sum(self, node: core.Compare, rule: core.Rule) -> tuple[Sum, core.Expression] | None:
        done, due = node.left, node.right
        kinds = self._facts.payments_in(rule, done)
        if not kinds:
            done, due = due, done
            kinds = self._facts.payments_in(rule, done)
        if kinds and MONEY in (done.type, due.type):
            asked = self._reference.evaluate(due, self._frame)
            moved = self._reference.evaluate(done, self._frame)
            if isinstance(asked, int | Fraction) and isinstance(moved, int | Fraction):
                return Sum(kinds, asked, moved), done
        return None

    # ---- rows -------------------------------------------------------------------------------
    def _pointed_at(self, rule: core.Rule) -> tuple[Event, ...] | None:
        """The events of a group that make up what was found; None for the subject's first event."""
        found: list[Sequence[Event] | None] = []
        of_many = isinstance(self._frame.subject, Group)
        for node in self._failing(rule.require, told=True) if of_many else ():
            match node:
                case core.Match() | core.Goes():
                    found.append(self._leaving(node)[:1])
                case _:
                    found.append(decisive.makes_up(node, self._frame, self._reference))
        told = [events for events in found if events is not None]
        return decisive.in_order(event for events in told for event in events) if told else None

    def _leaving(self, node: core.Match | core.Goes) -> tuple[Event, ...]:
        """The event that leaves the pattern or the order first, then those before it."""
        if isinstance(node, core.Goes):
            against = self._reference.against(node, self._frame)
            pair = (against.item, against.before) if isinstance(against, OutOfOrder) else ()
            return _events(pair)
        run = self._reference.run(node, self._frame)
        items, at = ([], None) if isinstance(run, Unknown) else run
        return () if at is None else _events((*items[at : at + 1], *items[:at]))

    def _gap(self, node: core.Expression) -> tuple[Event, ...]:
        """The event from which on nothing is open any more: where to look first."""
        if not isinstance(node, core.Continuous):
            return ()
        gap = self._reference.gap(node, self._frame)
        return (gap,) if isinstance(gap, Event) else ()

    def _ordered(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """The subject's own event first, then those of its scope, then the others."""
        subject = self._frame.subject
        first = [subject] if isinstance(subject, Event) else []
        members = set(events_of(subject))
        rest = sorted(dict.fromkeys(events), key=lambda event: event.place)
        inside = [event for event in rest if event in members and event not in first]
        outside = [event for event in rest if event not in members]
        if not first and not inside:
            first = list(events_of(subject)[:1])
        return tuple(dict.fromkeys((*first, *inside, *outside)))

    def _quoted(self, rule: core.Rule, compared: ExpectedAndFound) -> dict[str, Quoted]:
        """Values that the message quotes: the two sides, the names let, the subject's fields."""
        wanted = {blank[1] for blank in BLANK.finditer(rule.message.fr + rule.message.en)}
        instead = Quoted(compared.instead.en, compared.instead)
        quoted = {"found": compared.found, "expected": compared.expected, "instead": instead}
        lets = dict(rule.lets)
        for name in wanted - {"found", "expected"}:
            if name in lets:
                local = core.Local(rule.span, lets[name].type, name)
                quoted[name] = self._expectation.value_of(local)
            elif name not in quoted:
                result = self._reference.of_item(self._frame.subject, name)
                quoted[name] = self._expectation.quoted(result, self._type(rule.subject, name))
        return quoted

    def _type(self, subject: str, name: str) -> Type | None:
        """The type of a field of the subject, which a stream may call otherwise."""
        program = self._reference.program
        if subject in program.vocabulary.streams:
            _, renamed = program.vocabulary.streams[subject].parts[0]
            name = dict(renamed).get(name, name)
        elif (record := program.records.get(subject)) and name in dict(record.columns):
            return dict(record.columns)[name].type
        if name == core.ANY_EVENT:
            return Enumeration(name, ())
        return program.vocabulary.fields.get(name)


def _is_sum(node: core.Expression) -> bool:
    return isinstance(node, core.Compare) and node.left.type == MONEY


def _nearest(ways: Sequence[_Moved]) -> _Moved:
    """The way to pay that asks for the most, where more was paid than any asks for: so much is too
    much at least.  Where too little was paid, nobody can tell of which.
    """
    alone = [way[0] for way in ways if len(way) == 1]
    over = [Fraction(total.done - total.due) for total, _ in alone]
    if not over or len(over) < len(ways) or min(over) <= 0:
        return ()
    sum_, done = alone[over.index(min(over))]
    return ((replace(sum_, at_least=True), done),)


def _turned(total: Sum) -> Sum:
    """A sum that is due to the house as one that is due."""
    if total.due >= 0:
        return total
    return replace(total, due=-total.due, done=-total.done, added=total.less, less=total.added)


def _comes_to_the_same(moved: _Moved, other: _Moved) -> bool:
    """Whether another way to pay asks for these sums, or for one balance of them: what was paid
    less what was collected, or the reverse.
    """
    sums, others = ([total for total, _ in way] for way in (moved, other))
    if others == sums:
        return True
    if len(others) != 1 or not {kind for total in sums for kind in total.kinds} <= {
        *others[0].kinds
    }:
        return False
    balances: set[tuple[Number, Number]] = {(0, 0)}
    for total in sums:
        balances = {
            (a + by * total.due, b + by * total.done) for a, b in balances for by in (1, -1)
        }
    return (others[0].due, others[0].done) in balances


def _events(items: Iterable[Item]) -> tuple[Event, ...]:
    return tuple(event for item in items for event in events_of(item))


def _about_the_middle(parts: Sequence[core.Expression]) -> Sequence[core.Expression]:
    """In `low <= value <= high` evidence speaks of the value, not of the limits."""
    match parts:
        case [core.Compare(sign="<" | "<=" | ">" | ">=") as first, core.Compare() as second] if (
            first.right.span == second.left.span
        ):
            mirrored = replace(first, sign=MIRROR[first.sign], left=first.right, right=first.left)
            return (mirrored, second)
        case _:
            return parts
