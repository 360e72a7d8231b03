"""The moves behind a balance in words: what each event brought from one place to another."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from auditor.judge.decisive import behind
from auditor.judge.frame import Frame
from auditor.judge.items import Group
from auditor.judge.reference import Reference
from auditor.judge.verdict import Move
from auditor.language import core
from auditor.language.core import Bilingual
from auditor.language.wording import Wording
from auditor.messages.message import message, say
from auditor.values import Answer, Unknown

_Asked = tuple[Group, core.Balance, Frame]
"""A row of a ledger, the balance that is asked of it, and the frame in which it is."""


def moves_behind(
    nodes: Sequence[core.Expression], frame: Frame, reference: Reference
) -> tuple[Move, ...]:
    """The moves of the rows of ledgers whose balances some expressions ask, in the order of the
    log; of each row the story that is told first, with what lies where in the end.
    """
    asked = {id(own[0]): own for node in nodes for own in _balances_asked(node, frame, reference)}
    return tuple(move for own in asked.values() for move in _moves(own, reference))


def _balances_asked(node: object, frame: Frame, reference: Reference) -> Iterator[_Asked]:
    """The balances that an expression asks, or adds up of the rows that it selects."""
    if isinstance(node, core.Aggregate) and node.field is not None:
        asked = core.Field(node.span, node.type, core.Element(node.span, node.type), node.field)
        for item in reference.certain(node.selection, frame):
            yield from _balances_asked(asked, frame.at(item), reference)
    if isinstance(node, core.Selection) or hasattr(node, "selection"):
        return
    match node:
        case core.Balance(row=lookup):
            row = frame.subject if lookup is None else reference.row(lookup, frame)
            if isinstance(row, Group):
                yield row, node, frame
            return
        case core.Local() | core.Field() | core.Lookup() | core.Choose():
            found, within = behind(node, frame, reference)
            if found is not node:
                yield from _balances_asked(found, within, reference)
            return
    for part in core.parts_within(node):
        yield from _balances_asked(part, frame, reference)


def _moves(asked: _Asked, reference: Reference) -> Iterator[Move]:
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
