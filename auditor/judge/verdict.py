"""The answers of rules: verdicts with their evidence, and counts."""

from __future__ import annotations

import re
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from fractions import Fraction
from functools import lru_cache
from heapq import heappush, heapreplace

from auditor.language.core import Bilingual, Labels, Rule
from auditor.language.wording import Wording, in_both, joined
from auditor.log.event import Event, Row
from auditor.messages.message import Language, message
from auditor.source import Frozen
from auditor.values import Number, Reason, Value


class Quoted(Frozen):
    """A value: as programs read it, and in words.

    A condition that holds or does not is no value: it `tells` a reader nothing that the message
    does not say.
    """

    plain: str
    words: Bilingual
    tells: bool = True


def fill(words: Bilingual, quoted: dict[str, Quoted]) -> Bilingual:
    """A message with what it quotes; what stands for nothing stays as it is."""
    # In one pass, so that braces in a text of the log stay what they are.
    return Bilingual(
        BLANK.sub(lambda blank: _filled_in(blank, quoted, "fr"), words.fr),
        BLANK.sub(lambda blank: _filled_in(blank, quoted, "en"), words.en),
    )


def _filled_in(blank: re.Match[str], quoted: dict[str, Quoted], language: Language) -> str:
    """The words that stand in a message for a name: its value, and the noun that agrees with it."""
    name, one, many = blank.groups()
    if name not in quoted:
        return blank[0]
    value = quoted[name]
    shown = value.words.in_language(language)
    if one is None:
        return shown
    return f"{shown} {one if _is_single(value.plain, language) else many}"


@lru_cache(1024)  # thousands of findings quote the same few sums
def _is_single(plain: str, language: Language) -> bool:
    """Whether a noun beside a number is in the singular: below two in French, in English of one."""
    if not _NUMBER.fullmatch(plain):
        return False
    number = abs(Fraction(plain))
    return number < 2 if language == "fr" else number == 1


BLANK = re.compile(r"\{(\w+)(?::([^{}|]*)\|([^{}|]*))?\}")
_NUMBER = re.compile(r"-?\d+([./]\d+)?")


_CODES = {
    "empty": "reason.empty",
    "not_recorded": "reason.not_recorded",
    "absent": "reason.absent",
    "blocked": "reason.blocked",
    "law": "reason.law",
    "given": "reason.given",
    "undefined": "reason.undefined",
}
# What stands behind the signs that name a calculation; a table has its own name.
_UNDEFINED = {
    "order": "reason.undefined.order",
    "time": "reason.undefined.time",
    "/": "reason.undefined.zero",
}
_FAMILIES = {"empty": "field", "not_recorded": "event", "absent": "event"}


def sentence(reason: Reason, labels: Labels | None = None) -> Bilingual:
    """One reason in words; a rule states some reasons in words of its own.

    With labels, the name of a column or of a kind of event is followed by its own.
    """
    if reason.cause == "stated":
        return Bilingual(reason.fr, reason.en)
    if reason.cause == "undefined" and reason.subject in _UNDEFINED:
        return in_both(message(_UNDEFINED[reason.subject]))
    why = in_both(message(_CODES[reason.cause], name=reason.subject))
    family = _FAMILIES.get(reason.cause, "")
    label = Wording(labels or {}).beside(family, reason.subject)
    name = f"`{reason.subject}`"
    return Bilingual(why.fr.replace(name, label.fr), why.en.replace(name, label.en))


def together(reasons: Iterable[Reason]) -> Bilingual:
    """All the reasons for which one subject could not be verified, in one sentence."""
    return joined(map(sentence, reasons))


class Answer(StrEnum):
    """The four answers."""

    COMPLIANT = "compliant"
    VIOLATION = "violation"
    NOT_VERIFIABLE = "not_verifiable"
    NOT_APPLICABLE = "not_applicable"


class LookedFor(Frozen):
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


class Part(Frozen):
    """One part of the requirement: as it is written, its value, the events it rests on, and what
    was looked for in vain; or a `condition` under which the rule applies.
    """

    text: str
    value: str
    events: tuple[Event, ...]
    missed: tuple[LookedFor, ...] = ()
    condition: bool = False


class Sum(Frozen):
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


class Move(Frozen):
    """The sums that an event moved between the places of a ledger, in words."""

    event: Event
    said: Bilingual


class Evidence(Frozen):
    """Why a requirement does not hold.  `events` begins with the one that stands for the violation.

    The `decisive` ones are wrong: none where a payment is lacking.  Those `beside` it say that it
    came too early or too late.  A sum is wrong, and no rule says what was due, where it is
    `unpriced`.  Where it is not kept whole `parts` is None, and of the other events only their rows
    and times are known.  The `moves` are those behind balances that are wrong.
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
    moves: tuple[Move, ...] = ()

    @property
    def shown(self) -> int:
        """How many of the events, from the first on, show the cells of their rows."""
        return 1 if self.parts is None else len(self.events)


class Verdict(Frozen):
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
        evidence = self.evidence
        first, *others = evidence.events
        decisive, beside = (
            tuple(map(_named, some)) for some in (evidence.decisive, evidence.beside)
        )
        rows = (first, *map(_named, others))
        brief = replace(
            evidence, parts=None, events=rows, decisive=decisive, beside=beside, moves=()
        )
        return replace(self, evidence=brief)


def _named(event: Event) -> Event:
    """The event by its row and its time, which findings cite together."""
    timed = {name: value for name, value in event.values.items() if name == "time"}
    return Event(event.place, event.kind, timed, event.row.named())


class Detail(Frozen):
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
    return tuple(again[tally.rule.name] if tally.rule.as_logged else tally for tally in tallies)
