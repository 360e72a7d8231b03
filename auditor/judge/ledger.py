"""Ledgers: what each place holds after every move, in each story that the rows leave open.

A story is one way in which the rows of a ledger may have been meant.  A balance that differs from
story to story is `Several`: what is worked out of it is worked out in each of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from fractions import Fraction

from auditor.judge import operators as op
from auditor.judge.forms import Intervals
from auditor.judge.frame import Frame, Result, Truth
from auditor.judge.items import Absent, Group, Item
from auditor.judge.order_ties import TIED
from auditor.language import core
from auditor.source import Frozen
from auditor.types import DURATION
from auditor.values import Answer, Reason, Unknown, Value, join

MOST_ORDERS = 24
"""Of more orders in which the rows of one instant may have come none is tried."""
MOST_STORIES = 8
"""Of more stories nobody tells one from another: every balance is unknown until it is set."""


class Shift(Frozen):
    """The change of each place that one event makes, and the sum that it moves."""

    of: int  # the place of the event in the log
    changes: tuple[Answer, ...]
    amount: Answer
    sets: frozenset[int] = frozenset()  # the places of which it says what they hold


@dataclass(frozen=True, slots=True, eq=False)
class Chapter:
    """The last event that was told of a story, and the chapter before it.

    Equal chapters of one row are one object: stories are compared without their past being read.
    """

    before: Chapter | None
    at: int  # the place of the event in the log
    balances: tuple[Answer, ...]
    shift: Shift | None


class Story(Frozen):
    """Balances in the order of the places, what is told of the last event, and the past."""

    nothing: tuple[Answer, ...]
    balances: tuple[Answer, ...]
    past: Chapter | None = None
    shift: Shift | None = None
    undone: frozenset[int] = frozenset()
    why: frozenset[Reason] = frozenset()  # what leaves it open that this is the story

    @property
    def moves(self) -> Sequence[Shift]:
        """All moves so far, in the order of the log."""
        return [own.shift for own in self.chapters if own.shift is not None]

    @property
    def chapters(self) -> Sequence[Chapter]:
        """The past, in the order of the log."""
        own, told = self.past, list[Chapter]()
        while own is not None:
            told.append(own)
            own = own.before
        return told[::-1]

    def without_moves(self) -> Chapter | None:
        """The past, of which nobody knows what moved what."""
        told: Chapter | None = None
        for own in self.chapters:
            told = Chapter(told, own.at, own.balances, None)
        return told

    def left_open(self, *why: Unknown) -> Story:
        """The story, as one of several."""
        reasons = {reason for own in why for reason in own.reasons}
        return self if reasons <= self.why else replace(self, why=self.why | reasons)

    def at(self, place: int, amount: Answer) -> Story:
        """The story at an event that moves a sum, before it has changed anything."""
        return replace(self, shift=Shift(place, self.nothing, amount))

    def changed(self, changes: Mapping[int, Answer]) -> Story:
        """The story once its last event has changed some places."""
        assert self.shift is not None
        shift = replace(self.shift, changes=_added(self.shift.changes, changes))
        return replace(self, balances=_added(self.balances, changes), shift=shift)

    def holding(self, place: int, sum_: Answer) -> Story:
        """The story once its last event has said what a place holds."""
        assert self.shift is not None
        held = (*self.balances[:place], sum_, *self.balances[place + 1 :])
        shift = replace(self.shift, sets=self.shift.sets | {place})
        return replace(self, balances=held, shift=shift)

    def replaced(self, shift: Shift) -> bool:
        """Whether a later event says what a place holds that a shift changed or set."""
        later = (own for own in self.moves if own.of > shift.of and own.of not in self.undone)
        said = frozenset[int]().union(*(own.sets for own in later))
        return any(n in shift.sets or shift.changes[n] != self.nothing[n] for n in said)

    def before(self, limit: int) -> tuple[Answer, ...]:
        """The balances after all events that stand above a place of the log."""
        found = (own.balances for own in reversed(self.chapters) if own.at < limit)
        return next(found, self.nothing)


def _noted(story: Story, at: int, written: dict[object, Chapter]) -> Story:
    """The story with its last event as a chapter; `written` are those of the others."""
    chapter = Chapter(story.past, at, story.balances, story.shift)
    chapter = written.setdefault((story.past, story.balances, story.shift), chapter)
    return replace(story, past=chapter, shift=None)


def _added(held: tuple[Answer, ...], changes: Mapping[int, Answer]) -> tuple[Answer, ...]:
    return tuple(_plus(own, changes[n]) if n in changes else own for n, own in enumerate(held))


def _plus(one: Answer, other: Answer) -> Answer:
    return op.operate("+", [one, other])


class Ledgers(Intervals):
    """Works out the stories of the rows of ledgers."""

    _told: dict[int, tuple[Group, tuple[Story, ...] | Unknown]]

    # ---- what is asked ----------------------------------------------------------------------
    def balance(self, node: core.Balance, frame: Frame) -> Answer:
        """The balance of a place, in each story of the subject's row."""
        row = frame.subject if node.row is None else self.row(node.row, frame)
        if isinstance(row, Unknown | Absent):
            return op.absent(row) if isinstance(row, Absent) else row
        assert isinstance(row, Group)
        record = self.program.records[node.ledger]
        assert record.ledger is not None
        place = record.ledger.places.index(node.place)
        limit = self.limit(node, frame)
        if isinstance(limit, Unknown):
            return limit
        lost = self._unmoved(record, node.place, at_the_end=limit is None)
        if lost is not None:
            return lost
        stories = self.stories(row, node, frame)
        if isinstance(stories, Unknown):
            return stories
        held = [self._held(story, node, limit, place) for story in stories]
        why = Unknown(tuple(reason for story in stories for reason in story.why))
        cases = ((frozenset(((id(row), n),)), value) for n, value in enumerate(held))
        return op.several(cases, why)

    def _held(self, story: Story, node: core.Balance, limit: int | None, place: int) -> Answer:
        """The balance of a place in a story, at the end or at a moment."""
        if limit is None or self.ties is None:
            return (story.balances if limit is None else story.before(limit))[place]
        moment = limit - (node.side == "at")
        held = [story.nothing[place]]
        for own in story.chapters:
            if self.ties.between_rows(own.at, moment):
                held.append(own.balances[place])
            elif own.at < limit:
                held = [own.balances[place]]
            else:
                break
        cases = ((frozenset[tuple[int, int]](), value) for value in held)
        known = op.several(cases, TIED)
        return join(TIED, known) if isinstance(known, Unknown) else known

    def limit(self, node: core.Balance, frame: Frame) -> int | Unknown | None:
        """The place of the log above which events count; None where all of them do."""
        if node.moment is None:
            return None
        moment: Result = self.evaluate(node.moment, frame)
        if isinstance(moment, Absent):
            return None if node.if_any else op.absent(moment)
        if isinstance(moment, Unknown):
            return moment
        assert isinstance(moment, Item)
        return moment.place + (node.side == "at")

    def _unmoved(self, record: core.Record, place: str, *, at_the_end: bool) -> Unknown | None:
        """Why a place is not known: the log does not record a kind on which it hangs.

        A payment comes when play is over: it is not asked for at a moment before, nor of places
        that it does not move.
        """
        assert record.ledger is not None
        kinds = self.program.vocabulary.kinds
        moving = tuple(entry.of for entry in record.ledger.entries if place in entry.places)
        own = self.items.unrecorded(moving)
        lost = tuple(
            kind
            for kind in self.items.unrecorded(record.ledger.behind[place])
            if not kinds[kind].ends(record) or (at_the_end and kind in own)
        )
        return op.not_recorded(lost) if lost else None

    # ---- the stories ------------------------------------------------------------------------
    def stories(self, row: Group, node: core.Balance, frame: Frame) -> tuple[Story, ...] | Unknown:
        """The stories of a row of the ledger that a balance asks."""
        if frame.seen is not None:  # the moves are behind the balance, however it was worked out
            self.select(node.moves, Frame(row, (), frame.day, seen=frame.seen))
        if id(row) not in self._told:
            self._told[id(row)] = row, self._fold(row, node, frame)
        return self._told[id(row)][1]

    def _fold(self, row: Group, node: core.Balance, frame: Frame) -> tuple[Story, ...] | Unknown:
        selected = self.select(node.moves, Frame(row, (), frame.day))
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps, crowd = selected
        if crowd:
            return join(*(why for _, why in perhaps))
        record = self.program.records[node.ledger]
        assert record.ledger is not None
        doubts = {id(item): why for item, why in perhaps}
        nothing: Value = timedelta() if node.type == DURATION else 0
        start = tuple(nothing for _ in record.ledger.places)
        items = sorted((*chosen, *(item for item, _ in perhaps)), key=lambda own: own.place)
        orders = [items] if self.ties is None else self.ties.orders(items, MOST_ORDERS)
        every = [self._in_order(own, doubts, Story(start, start), record, frame) for own in orders]
        if len(every) == 1:
            return every[0]
        return tuple(own.left_open(TIED) for told in every for own in told) if every else TIED

    def _in_order(
        self,
        items: Sequence[Item],
        doubts: Mapping[int, Unknown],
        nothing: Story,
        record: core.Record,
        frame: Frame,
    ) -> tuple[Story, ...]:
        """The stories of the events of a row, in one order."""
        stories: tuple[Story, ...] = (nothing,)
        for item in items:
            assert isinstance(item, Group)
            told: list[Story] = []
            doubt = doubts.get(id(item))
            for story in stories:
                led = self._after(story, item, record, frame)
                told += led if doubt is None else (own.left_open(doubt) for own in (*led, story))
            stories = self._kept(told, item.place)
        return stories

    @staticmethod
    def _kept(told: Iterable[Story], at: int) -> tuple[Story, ...]:
        """The different stories, the last event of each noted; one of nothing if they are many."""
        noted = tuple(dict.fromkeys(told))
        if len(noted) > MOST_STORIES:
            lost = tuple(op.STORIES for _ in noted[0].balances)
            noted = (Story(noted[0].nothing, lost, noted[0].without_moves()),)
        written: dict[object, Chapter] = {}
        return tuple(_noted(own, at, written) for own in noted)

    def _after(
        self, story: Story, item: Group, record: core.Record, frame: Frame
    ) -> Iterator[Story]:
        """The stories to which an event leads: those of the first entry that applies."""
        assert record.ledger is not None
        for entry in (own for own in record.ledger.entries if own.of == item.source):
            applies = self._applies(entry, story, item, record.ledger)
            if applies is False:
                continue
            done = (self._done(doing, story, item, record.ledger, frame) for doing in entry.doings)
            led = [own for own in done if own is not None]
            if len(set(led)) > 1:
                led = [own.left_open(op.STORIES) for own in led]
            if isinstance(applies, Unknown):
                story = story.left_open(applies)
                yield from (own.left_open(applies) for own in led)
            elif led:
                yield from led
                return
        yield story

    def _known_column(self, item: Group, name: str) -> Answer:
        found = self.column(item, name, None)
        assert not isinstance(found, Absent | Item)
        return found

    def _applies(self, entry: core.Entry, story: Story, item: Group, ledger: core.Ledger) -> Truth:
        truths: list[Truth] = []
        if entry.where is not None:
            truths.append(self._known_column(item, entry.where))  # type: ignore[arg-type]  # a condition
        for guard in entry.guards:
            held = story.balances[ledger.places.index(guard.place)]
            truths.append(self._guarded(guard, held, item))
        return op.all_hold(truths)

    def _guarded(self, guard: core.Guard, held: Answer, item: Group) -> Truth:
        return op.compare(guard.sign, held, self._known_column(item, guard.value))

    def _done(
        self,
        doing: tuple[core.Move | core.Undoing, ...],
        story: Story,
        item: Group,
        ledger: core.Ledger,
        frame: Frame,
    ) -> Story | None:
        """The story once the steps of a doing are made; None where one of them cannot be."""
        number = ledger.places.index
        amount = story.nothing[0]
        told = story.at(item.place, amount)
        for step in doing:
            match step:
                case core.Move(amount=column, flows=flows, fills=fills):
                    wanted = amount = self._known_column(item, column)
                    numbered = [(number(origin), number(to)) for origin, to in flows]
                    at = numbered[-1][1]
                    if fills:
                        amount = op.operate("-", [wanted, told.balances[at]])
                    told = told.changed(_flown(told, numbered, amount))
                    if fills:
                        told = told.holding(at, wanted)
                case core.Undoing():
                    earlier = self._last(step, story, item, frame)
                    if earlier is None:
                        return None
                    if isinstance(earlier, Unknown):  # nobody knows what was undone
                        return told.changed({n: earlier for n, _ in enumerate(ledger.places)})
                    back = {n: _minus(change) for n, change in enumerate(earlier.changes)}
                    told = replace(told.changed(back), undone=told.undone | {earlier.of})
                    amount = _minus(earlier.amount)
            if step is doing[0]:
                assert told.shift is not None
                told = replace(told, shift=replace(told.shift, amount=amount))
        return told

    def _last(
        self, step: core.Undoing, story: Story, item: Group, frame: Frame
    ) -> Shift | Unknown | None:
        """The last entry that a step undoes, if there is one."""
        selected = self.select(step.earlier, Frame(item, (), frame.day))
        if isinstance(selected, Unknown):
            return selected
        chosen, perhaps, _ = selected
        unsure = [why for _, why in perhaps]
        shifts = {own.of: own for own in story.moves}
        for earlier in reversed(chosen):
            shift = shifts.get(earlier.place)
            if shift is None or earlier.place in story.undone or story.replaced(shift):
                continue
            truths = [self._guarded(guard, shift.amount, item) for guard in step.moved]
            if any(truth is False for truth in truths):
                continue
            unsure += [truth for truth in truths if isinstance(truth, Unknown)]
            return join(*unsure) if unsure else shift
        return join(*unsure) if unsure else None


def _minus(value: Answer) -> Answer:
    return op.operate("minus", [value])


def _flown(story: Story, flows: Sequence[tuple[int, int]], amount: Answer) -> dict[int, Answer]:
    """The changes of places where a sum flows from each as far as it holds something, and from the
    last what is left of it.
    """
    changes: dict[int, Answer] = {}
    rest = amount
    for n, (origin, to) in enumerate(flows):
        taken = rest
        if n < len(flows) - 1:
            taken = op.by_story(_least, [rest, story.balances[origin]])
        changes[origin] = op.operate("-", [changes.get(origin, story.nothing[0]), taken])
        changes[to] = _plus(changes.get(to, story.nothing[0]), taken)
        rest = op.operate("-", [rest, taken])
    return changes


def _least(values: Sequence[Answer]) -> Answer:
    """As much of a sum as a place holds."""
    asked, held = values
    if isinstance(asked, Unknown) or isinstance(held, Unknown):
        return join(asked, held)
    assert isinstance(asked, int | Fraction | timedelta)
    assert isinstance(held, int | Fraction | timedelta)
    return op.aggregate("max", [op.aggregate("min", [asked, held], ""), asked - asked], "")  # type: ignore[list-item, operator]  # known sums of one type
