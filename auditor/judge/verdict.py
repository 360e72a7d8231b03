"""What judging one subject by one rule gives."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum

from auditor.language.core import Rule
from auditor.log.event import Event
from auditor.values import Reason, Value


class Answer(StrEnum):
    """The four answers."""

    COMPLIANT = "compliant"
    VIOLATION = "violation"
    NOT_VERIFIABLE = "not_verifiable"
    NOT_APPLICABLE = "not_applicable"


@dataclass(frozen=True, slots=True)
class Part:
    """One part of the requirement: as it is written, its value, the events it rests on."""

    text: str
    value: str
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Why a requirement does not hold.  `events` begins with the one to look at first."""

    expected: str
    found: str
    parts: tuple[Part, ...]
    events: tuple[Event, ...]
    names: dict[str, str] = field(compare=False)  # what a message may quote


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
