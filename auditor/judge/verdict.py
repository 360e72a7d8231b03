"""The answers of rules: verdicts with their evidence, and counts."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from heapq import heappush, heapreplace

from auditor.judge.quoted import Quoted
from auditor.language.core import Rule
from auditor.log.event import Event, Row
from auditor.values import Number, Reason, Value


class Answer(StrEnum):
    """The four answers."""

    COMPLIANT = "compliant"
    VIOLATION = "violation"
    NOT_VERIFIABLE = "not_verifiable"
    NOT_APPLICABLE = "not_applicable"


@dataclass(frozen=True, slots=True)
class LookedFor:
    """Kinds of event of which there is none that was wanted, among the rows with these keys.

    There are so many `rows`, from the `first` to the `last`, and `others` of them are of the kinds
    and were not wanted, of which those in `near` are nearest; no first where that has not been
    counted.
    """

    kinds: tuple[str, ...]
    keys: tuple[tuple[str, Value | None], ...]
    first: Row | None = None
    last: Row | None = None
    rows: int = 0
    others: int = 0
    near: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the requirement: as it is written, its value, the events it rests on, and what
    was looked for in vain; or a `condition` under which the rule applies.
    """

    text: str
    value: str
    events: tuple[Event, ...]
    missed: tuple[LookedFor, ...] = ()
    condition: bool = False


@dataclass(frozen=True, slots=True)
class Sum:
    """A sum that was due and the sum that was paid instead, by payments of some kinds: it adds
    those of some kinds of event, and takes off those of others.  Where several sums would have
    done, the nearest is due: the difference is so much `at_least`.
    """

    kinds: tuple[str, ...]
    due: Number
    done: Number
    at_least: bool = False
    added: tuple[str, ...] = field(default=(), compare=False)
    less: tuple[str, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a requirement does not hold.  `events` begins with the one that stands for the violation.

    The `decisive` ones are wrong: none where a payment is lacking.  Those `beside` it say that it
    came too early or too late.  A sum is wrong, and no rule says what was due, where it is
    `unpriced`.  Where it is not kept whole `parts` is None, and of the other events only their rows
    and times are known.
    """

    expected: str
    found: str
    parts: tuple[Part, ...] | None
    events: tuple[Event, ...]
    names: dict[str, Quoted] = field(compare=False)  # what a message may quote
    sums: tuple[Sum, ...] = ()
    unpriced: bool = False
    decisive: tuple[Event, ...] = ()
    beside: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """A violation: the subject by its keys, its place in the log, the evidence, and the gaming day
    of its first row.
    """

    rule: Rule
    subject: dict[str, Value]
    place: int
    evidence: Evidence
    day: date | None

    def brief(self) -> Verdict:
        """The verdict without its parts and the cells of other rows, which can be made again."""
        if self.evidence.parts is None:
            return self
        own = self.evidence
        first, *others = own.events
        decisive, beside = (tuple(map(_named, some)) for some in (own.decisive, own.beside))
        rows = (first, *map(_named, others))
        brief = replace(own, parts=None, events=rows, decisive=decisive, beside=beside)
        return replace(self, evidence=brief)


def _named(event: Event) -> Event:
    """The event by its row and its time, which findings cite together."""
    timed = {name: value for name, value in event.values.items() if name == "time"}
    return Event(event.place, event.kind, timed, event.row.named())


@dataclass(frozen=True, slots=True)
class Detail:
    """The violations whose evidence is kept whole: for each rule the `first` in the log among those
    `of` rules that were asked for.
    """

    of: Callable[[Verdict], bool]
    first: int


ALL = Detail(lambda _verdict: True, sys.maxsize)


class Kept:
    """Keeps the evidence of some violations whole, as far as is known from those it has seen."""

    def __init__(self, detail: Detail) -> None:
        self.detail = detail
        self._first: dict[str, list[int]] = defaultdict(list)  # of each rule, the last on top

    def keep(self, verdict: Verdict) -> Verdict:
        """One more violation, brief if enough of the same rule stand before it.

        Of those of one event they are to come in their order.
        """
        if not self.detail.of(verdict):
            return verdict.brief()
        first = self._first[verdict.rule.id]
        if len(first) < self.detail.first:
            heappush(first, -verdict.place)
            return verdict
        if not first or verdict.place >= -first[0]:
            return verdict.brief()
        heapreplace(first, -verdict.place)
        return verdict


@dataclass(slots=True)
class Tally:
    """How often each answer was given by one rule, and the verdicts that are more than a count."""

    rule: Rule
    compliant: int = 0
    not_applicable: int = 0
    violations: list[Verdict] = field(default_factory=list)
    not_verifiable: dict[tuple[Reason, ...], int] = field(default_factory=dict)

    @property
    def unverified(self) -> int:
        return sum(self.not_verifiable.values())


def taken_as_logged(tallies: Sequence[Tally], as_it_stands: Sequence[Tally]) -> tuple[Tally, ...]:
    """The tallies, of which those of rules that judge the rows there are come from a log in which
    nothing is missing or out of place.
    """
    again = {tally.rule.name: tally for tally in as_it_stands}
    return tuple(again[own.rule.name] if own.rule.as_logged else own for own in tallies)
