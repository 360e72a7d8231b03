"""The outcome of an audit: whether anything was verified at all, and what had to be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from auditor.case import StatedCase
from auditor.findings.causes import Causes, causes
from auditor.findings.finding import Judged, both
from auditor.findings.payments import Paid, together
from auditor.judge.verdict import Tally
from auditor.language.core import Program, Provision
from auditor.language.facts import facts_of
from auditor.messages.message import Language, Message, message, say
from auditor.report import model
from auditor.report.typography import HARD, day
from auditor.values import Reason

PAYMENTS, ALL = "payments", "all"
"""Words that may be asked for beside provisions: all that looks at payments, and all."""

_MOST_REASONS = 3


@dataclass(frozen=True, slots=True)
class Terms:
    """Requests to an audit beside its findings: a period, what has to be verified, the case
    that it belongs to, and the values given to parameters, by ruleset.
    """

    start: date | None = None
    end: date | None = None
    must_verify: tuple[str, ...] = ()
    case: StatedCase | None = None
    given: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def within(self, day: date) -> bool:
        """True of a gaming day of the period."""
        return (self.start or date.min) <= day <= (self.end or date.max)


# ---- nothing at all -----------------------------------------------------------------------------
def nothing_verified(
    judged: Sequence[Judged], checked: int, terms: Terms
) -> model.Bilingual | None:
    """Why nothing could be verified; None where something was."""
    outside = _days_outside(judged, terms)
    if checked and outside is None:
        return None

    def said(language: Language) -> str:
        why = _why(judged, language) if outside is None else _period(outside, terms, language)
        return say(message("nothing.verified", why=why), language)

    return model.Bilingual(fr=said("fr"), en=said("en"))


def _days_outside(judged: Sequence[Judged], terms: Terms) -> list[date] | None:
    """All gaming days of the log in order, where none lies in the period; None where one does."""
    if terms.start is None and terms.end is None:
        return None
    days = sorted(set[date]().union(*(part.profile.gaming_days for part in judged)))
    return None if any(map(terms.within, days)) else days


def _period(days: Sequence[date], terms: Terms, language: Language) -> Message:
    """A note that these days of the log, in order, all lie outside the period."""
    if not days:
        return message("nothing.no_day")

    def said(own: date) -> str:
        return day(own.isoformat(), language).replace(HARD, " ")

    start = "" if terms.start is None else message("nothing.from", day=said(terms.start))
    end = "" if terms.end is None else message("nothing.to", day=said(terms.end))
    first, last = said(days[0]), said(days[-1])
    return message("nothing.period", start=start, end=end, first=first, last=last)


def _why(judged: Sequence[Judged], language: Language) -> Message:
    counted = Counter[Reason]()
    said: dict[Reason, str] = {}
    for part in judged:
        behind = causes(part.program, part.profile, part.tallies)
        for tally in part.tallies:
            for reasons, count in tally.not_verifiable.items():
                for reason in reasons:
                    counted[reason] += count
                    said[reason] = getattr(behind.sentence(reason), language)
    if not counted:
        return message("nothing.no_subject")
    untimed = all(part.profile.untimed == part.profile.events for part in judged)
    if untimed and Reason("empty", "time") in counted:
        return message("nothing.no_time")
    first = tuple(
        message("nothing.reason", why=said[reason], count=count)
        for reason, count in counted.most_common(_MOST_REASONS)
    )
    return message("nothing.reasons", reasons=first)


# ---- what had to be verified --------------------------------------------------------------------
def not_verified(judged: Sequence[Judged], terms: Terms) -> tuple[model.Demand, ...]:
    """Rules that had to be verified and could not be on some subject."""
    return tuple(own for asked in terms.must_verify for own in _failing(judged, asked))


def _failing(judged: Sequence[Judged], asked: str) -> Iterator[model.Demand]:
    if asked == PAYMENTS:
        whole = Paid("")
        for own in together(part.paid for part in judged):
            whole = whole.merged(own)
        if whole.checked < whole.count:
            yield model.Demand(asked=asked, unchecked=whole.count - whole.checked)
    for part in judged:
        behind = causes(part.program, part.profile, part.tallies)
        looks = facts_of(part.program).looks
        named = _named(asked, part.program)
        for provision in part.program.provisions:
            if provision.id not in named and asked not in (PAYMENTS, ALL):
                continue
            if not provision.is_audited:
                reason = provision.not_auditable or provision.not_applicable
                if asked == provision.id and reason is not None:
                    yield _demand(asked, part, provision, 0, (both(reason),))
                continue
            tallies = [
                tally
                for tally in part.tallies
                if provision.id in tally.rule.cites
                and (asked != PAYMENTS or tally.rule.name in looks)
            ]
            if count := sum(tally.unverified for tally in tallies):
                yield _demand(asked, part, provision, count, _reasons(behind, tallies))


def _named(asked: str, program: Program) -> frozenset[str]:
    """The provision asked for, and those that it refers to."""
    refers = {own.id: own.refers_to for own in program.provisions}
    named, new = set[str](), {asked}
    while new:
        named |= new
        new = {other for name in new for other in refers.get(name, ())} - named
    return frozenset(named)


def _reasons(behind: Causes, tallies: Sequence[Tally]) -> tuple[model.Bilingual, ...]:
    reasons = dict.fromkeys(
        reason for tally in tallies for own in tally.not_verifiable for reason in own
    )
    return tuple(dict.fromkeys(both(behind.sentence(reason)) for reason in reasons))


def _demand(
    asked: str,
    part: Judged,
    provision: Provision,
    count: int,
    reasons: tuple[model.Bilingual, ...],
) -> model.Demand:
    return model.Demand(
        asked=asked,
        ruleset=part.program.name,
        provision=provision.id,
        not_verifiable=count,
        reasons=reasons,
    )
