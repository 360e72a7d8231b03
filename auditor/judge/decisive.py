"""Which of the events behind a violation are wrong, and beside which others it stands.

A reader looks first at the payment, and not at the stake that says how much was due.

Of a balance that is wrong the moves behind it are told: where each event brought how much.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import timedelta
from fractions import Fraction
from typing import Any

from auditor.judge.frame import Frame, Seen
from auditor.judge.items import Group, Viewed, events_of
from auditor.judge.reference import Reference
from auditor.judge.verdict import Move, Sum
from auditor.language import core
from auditor.language.core import Bilingual
from auditor.language.facts import facts_of
from auditor.language.wording import Wording
from auditor.log.event import Event
from auditor.messages.message import message, say
from auditor.types import INTEGER, MONEY
from auditor.values import Answer, Unknown

Terms = tuple[tuple[str, ...], tuple[str, ...]]
"""Kinds of event whose sums are added, and those whose sums are taken off."""


class _NotApartError(Exception):
    """A sum is more than sums added and taken off."""


def terms(
    reference: Reference, node: core.Expression, frame: Frame, payments: tuple[str, ...]
) -> Terms:
    """The sums that a balance adds and subtracts, in the order of the vocabulary.

    Kinds that are no payments (a stake given back) are told where they moved something; where a sum
    cannot be taken apart, its payments are told as added.
    """
    signs: dict[str, int] = {}
    try:
        for kind, sign, moved in _terms(reference, node, frame, 1):
            if kind in payments or moved:
                signs[kind] = signs.get(kind, 0) + sign
    except _NotApartError:
        signs = {}
    known = [kind for kind in reference.program.vocabulary.kinds if kind in signs]
    if not known or not all(signs.values()):
        return payments, ()
    added, less = ([kind for kind in known if signs[kind] * way > 0] for way in (1, -1))
    return tuple(added), tuple(less)


def _terms(
    reference: Reference, node: core.Expression, frame: Frame, sign: int
) -> Iterator[tuple[str, int, bool]]:
    """The kinds of event in a sum, each with its sign and whether it moved anything."""
    for leaf, within, way in summands(node, frame, reference, sign):
        match leaf:
            case core.Aggregate(function="sum", selection=selection):
                value = reference.value(leaf, within)
                moved = isinstance(value, int | Fraction) and value != 0
                yield from ((kind, way, moved) for kind in selection.sources)
            case core.Balance():
                yield from ((kind, way * own, False) for kind, own in _settling(leaf, reference))
            case core.Literal_() | core.Parameter() | core.Choose() | core.Field() | core.Lookup():
                pass
            case core.Operation(type=kind) if kind == MONEY and not reference.value(leaf, within):
                pass  # `0 times fee`
            case _:
                raise _NotApartError


def _settling(node: core.Balance, reference: Reference) -> Iterator[tuple[str, int]]:
    """The payments that bring a sum to a place, and at -1 those that take it away."""
    ledger = reference.program.records[node.ledger].ledger
    assert ledger is not None
    kinds = reference.program.vocabulary.kinds
    for entry in ledger.entries:
        kind = reference.program.records[entry.of].over[0]
        moves = (step for step in entry.steps if isinstance(step, core.Move))
        if kind in kinds and kinds[kind].payment is not None:
            flows = {flow for move in moves for flow in move.flows}
            yield from ((kind, 1) for _, to in flows if to == node.place)
            yield from ((kind, -1) for origin, _ in flows if origin == node.place)


def summands(
    node: core.Expression, frame: Frame, reference: Reference, sign: int = 1
) -> Iterator[tuple[core.Expression, Frame, int]]:
    """The terms that a value adds up and takes off, each with its frame and sign."""
    node, frame = behind(node, frame, reference)
    match node:
        case core.Operation(sign="+" | "-" as operator, arguments=(left, right)):
            yield from summands(left, frame, reference, sign)
            yield from summands(right, frame, reference, sign if operator == "+" else -sign)
        case _:
            yield node, frame, sign


def behind(
    node: core.Expression, frame: Frame, reference: Reference
) -> tuple[core.Expression, Frame]:
    """The expression that a name, a column of a record or a choice stands for, and its frame."""
    found = reference.behind(node, frame)
    if found is None or isinstance(found, Unknown):
        return node, frame
    return behind(*found, reference)


def paid(
    moved: Iterable[tuple[Sum, core.Expression]], frame: Frame, reference: Reference
) -> tuple[Event, ...]:
    """The payments and collections in sums that had to equal others: none where none was made."""
    return in_order(
        event
        for total, done in moved
        for event, _ in _added_up(done, frame, reference)
        if event.kind in total.kinds
    )


def is_about_sums(
    rule: core.Rule, failing: Iterable[core.Expression], reference: Reference
) -> bool:
    """Whether what fails is a comparison of sums of payments."""
    return any(
        facts_of(reference.program).payments_in(rule, side)
        for condition in failing
        if isinstance(condition, core.Compare)
        and MONEY in {condition.left.type, condition.right.type}
        for side in (condition.left, condition.right)
    )


def beside(rule: core.Rule, frame: Frame, reference: Reference) -> tuple[Event, ...]:
    """The events before or after what a rule is about of which it asks."""
    asked = (*rule.applies, rule.require)
    return in_order(event for node in asked for event in _beside(node, frame, reference))


def in_order(events: Iterable[Event]) -> tuple[Event, ...]:
    """Each event once, in the order of the log."""
    return tuple(sorted(dict.fromkeys(events), key=lambda event: event.place))


def _moves(
    node: core.Balance, frame: Frame, reference: Reference, sign: int
) -> Iterator[tuple[Event, int]]:
    """The events that moved a place up to the moment that is asked for, those undone left out."""
    row = frame.subject if node.row is None else reference.row(node.row, frame)
    ledger, limit = (reference.program.records[node.ledger].ledger, reference.limit(node, frame))
    if not isinstance(row, Group) or ledger is None or isinstance(limit, Unknown):
        return
    stories = reference.stories(row, node, frame)
    if isinstance(stories, Unknown):
        return
    place, story = ledger.places.index(node.place), stories[0]
    events = {event.place: event for event in row.events if limit is None or event.place < limit}
    for shift in story.moves:
        change, counts = shift.changes[place], shift.of in events and shift.of not in story.undone
        if counts and isinstance(change, int | Fraction | timedelta) and change:
            yield events[shift.of], sign if change == abs(change) else -sign


def _added_up(
    node: core.Expression, frame: Frame, reference: Reference, sign: int = 1
) -> Iterator[tuple[Event, int]]:
    """The events that a value adds up, counts or is read from; those that it takes off at -1."""
    for leaf, within, way in summands(node, frame, reference, sign):
        match leaf:
            case core.Aggregate(selection=selection, field=name, value=column):
                if name is not None:
                    row = core.Element(leaf.span, leaf.type)
                    column = core.Field(leaf.span, leaf.type, row, name)
                for item in reference.certain(selection, within):
                    if isinstance(item, Group) and column is not None:
                        yield from _added_up(column, within.at(item), reference, way)
                    else:
                        yield from ((event, way) for event in events_of(item))
            case core.Balance():
                yield from _moves(leaf, within, reference, way)
            case core.Pick() | core.Field(of=core.Pick()):
                pick = leaf.of if isinstance(leaf, core.Field) else leaf
                picked = reference.evaluate(pick, within)
                if isinstance(picked, Event | Viewed):
                    yield from ((event, way) for event in events_of(picked))


def makes_up(node: core.Expression, frame: Frame, reference: Reference) -> Sequence[Event] | None:
    """The events that make up what a false comparison found, of too many the last: none where there
    had to be some; None where the subject as a whole is meant.
    """
    match node:
        case (
            core.Compare(left=core.Literal_() as asked, right=found)
            | core.Compare(left=found, right=asked)
        ):
            signs = Counter[Event]()
            for event, sign in _added_up(found, frame, reference):
                signs[event] += sign
            events = [event for event, sign in signs.items() if sign > 0]
            match behind(found, frame, reference)[0], reference.evaluate(asked, frame):
                case core.Literal_(), _:  # the case of several that holds
                    return _resting_on(found, frame, reference)
                case core.Aggregate(), int(most) if found.type == INTEGER:
                    return events[max(0, most) :] or events
            return events or None
        case core.IsIn(element=found):
            return [event for event, _ in _added_up(found, frame, reference)] or None
        case core.Quantify(quantity="no", selection=selection):
            return [
                event for item in reference.certain(selection, frame) for event in events_of(item)
            ]
        case core.Not(part=part):
            return makes_up(part, frame, reference)
    return None


def _resting_on(node: core.Expression, frame: Frame, reference: Reference) -> Sequence[Event]:
    seen = Seen()
    reference.evaluate(node, frame.noting(seen))
    return in_order(event for item in seen for event in events_of(item))


def _beside(node: core.Expression, frame: Frame, reference: Reference) -> Iterator[Event]:
    """The nearest event before or after the subject that a condition asks for."""
    match behind(node, frame, reference):
        case ((core.AllOf(parts=parts) | core.AnyOf(parts=parts)), within):
            for part in parts:
                yield from _beside(part, within, reference)
        case core.Not(part=part), within:
            yield from _beside(part, within, reference)
        case core.Exists(part=part), within:
            match behind(part, within, reference):
                case core.Pick(selection=selection), inside:
                    yield from _nearest(selection, inside, reference)
        case core.Quantify(selection=selection), within:
            yield from _nearest(selection, within, reference)
        case core.Compare(left=left, right=right), within:
            for side in (left, right):
                yield from _since(side, within, reference)


def _nearest(selection: core.Selection, frame: Frame, reference: Reference) -> Iterator[Event]:
    sides = {side for side, of in selection.bounds if isinstance(of, core.Subject)} - {"at"}
    found = reference.certain(selection, frame) if sides else []
    if found and not isinstance(found[0], Group):
        yield events_of(found[-1] if sides & {"before", "until"} else found[0])[0]


def _since(node: core.Expression, frame: Frame, reference: Reference) -> Iterator[Event]:
    """The events after which those came that a sum adds up."""
    for leaf, within, _ in summands(node, frame, reference):
        if isinstance(leaf, core.Aggregate):
            bounds = (of for side, of in leaf.selection.bounds if side == "after")
            since = [reference.evaluate(moment, within) for moment in bounds]
            if reference.certain(leaf.selection, within):
                yield from (moment for moment in since if isinstance(moment, Event))


# ---- the moves behind a balance -----------------------------------------------------------------
_RowAsked = tuple[Group, core.Balance, Frame]
"""A row of a ledger, the balance that is asked of it, and the frame in which it is."""


def moves_behind(
    nodes: Sequence[core.Expression], frame: Frame, reference: Reference
) -> tuple[Move, ...]:
    """The moves of the rows of ledgers whose balances some expressions ask, in the order of the
    log; of each row the story that is told first, with what lies where in the end.
    """
    asked = {id(own[0]): own for own in _balances_asked(nodes, frame, reference)}
    return tuple(move for own in asked.values() for move in _in_words(own, reference))


def _balances_asked(
    nodes: Sequence[core.Expression], frame: Frame, reference: Reference
) -> Iterator[_RowAsked]:
    """The balances that expressions ask, or add up of the rows that they select."""
    waiting: list[tuple[object, Frame]] = [(node, frame) for node in reversed(nodes)]
    followed = set[tuple[int, ...]]()
    while waiting:
        node, within = waiting.pop()
        match node:
            case core.Local() | core.Field() | core.Lookup() | core.Choose():
                found, beyond = behind(node, within, reference)
                look = id(found), id(beyond.subject), id(beyond.element)
                if found is not node and look not in followed:
                    followed.add(look)
                    waiting.append((found, beyond))
            case core.Balance(row=lookup):
                row = within.subject if lookup is None else reference.row(lookup, within)
                if isinstance(row, Group):
                    yield row, node, within
            case core.Aggregate(field=str(name)):
                each = core.Field(node.span, node.type, core.Element(node.span, node.type), name)
                items = reference.certain(node.selection, within)
                waiting += [(each, within.at(item)) for item in reversed(items)]
            case core.Selection():
                pass
            case _ if not hasattr(node, "selection"):
                waiting += [(part, within) for part in reversed(core.parts_within(node))]


def _in_words(asked: _RowAsked, reference: Reference) -> Iterator[Move]:
    """The moves of one row, and what lies where once the last of them is made."""
    row, node, frame = asked
    stories = reference.stories(row, node, frame)
    ledger = reference.program.records[node.ledger].ledger
    if isinstance(stories, Unknown) or ledger is None:
        return
    wording = Wording(reference.program.vocabulary.labels)
    places = [wording.word(node.ledger, place) for place in ledger.places]

    def sum_(value: Answer) -> Bilingual:
        return wording.value(value, node.type)

    events = {event.place: event for event in row.events}
    told = [own for own in stories[0].moves if own.of in events and any(map(_changed, own.changes))]
    for shift in told:
        kind = wording.kind(events[shift.of].kind)
        flows = [
            _both("moves.flow", sum=sum_(moved), origin=places[origin], to=places[to])
            for moved, origin, to in _flows(shift.changes)
        ]
        said = _both("moves.of_an_event", event=kind, flows=_in_a_row(flows))
        if shift is told[-1]:
            held = [
                _both("moves.held", place=places[n], sum=sum_(own))
                for n, own in enumerate(stories[0].balances)
                if _changed(own)
            ]
            said = _both("moves.end", said=said, held=_in_a_row(held))
            if len(stories) > 1:
                said = _both("moves.one_of", said=said, count=len(stories))
        yield Move(events[shift.of], said)


def _changed(value: Answer) -> bool:
    return isinstance(value, Unknown) or bool(value)


def _flows(changes: Sequence[Answer]) -> Iterator[tuple[Any, int, int]]:
    """The sums that went from places that lost them to those that got them, in the order of the
    places; nothing where one of them is not known.
    """
    left: dict[int, Any] = {n: own for n, own in enumerate(changes) if _changed(own)}
    if any(isinstance(own, Unknown) for own in left.values()):
        return
    nothing = next(iter(left.values())) * 0
    for origin in (n for n, own in left.items() if own < nothing):
        for to in (n for n, own in left.items() if own > nothing):
            moved = min(-left[origin], left[to])
            if moved:
                yield moved, origin, to
                left[origin] += moved
                left[to] -= moved


def _in_a_row(words: Sequence[Bilingual]) -> Bilingual:
    """Words one after the other; a question mark for what is not known."""
    own = words or [Bilingual("?", "?")]
    return Bilingual(", ".join(word.fr for word in own), ", ".join(word.en for word in own))


def _both(code: str, *, count: int = 1, **words: Bilingual) -> Bilingual:
    """A message in both languages, of words in both."""
    french = message(code, count=count, **{name: own.fr for name, own in words.items()})
    english = message(code, count=count, **{name: own.en for name, own in words.items()})
    return Bilingual(say(french, "fr"), say(english, "en"))
