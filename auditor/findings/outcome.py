"""The state of each rule and provision, and what could not be verified."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from datetime import date

from auditor.case import StatedCase
from auditor.findings.causes import Causes
from auditor.findings.dependencies import kinds_by_rule
from auditor.findings.finding import Judged, class_of
from auditor.findings.money import payments, together
from auditor.findings.profile import told
from auditor.judge.verdict import Tally
from auditor.language import core
from auditor.language.core import Bilingual, Program
from auditor.language.facts import facts_of
from auditor.language.wording import HARD
from auditor.messages.message import Language, Message, message, say
from auditor.report import model
from auditor.report.typography import day
from auditor.source import Frozen
from auditor.values import Reason

PRECEDENCE = {"law": 0, "called-in": 1, "usage": 1, "record": 2}


def rules(part: Judged, findings: Iterable[model.Finding]) -> tuple[model.Rule, ...]:
    """How often each rule was exercised; of its violations, those that are reported."""
    violations = Counter(finding.rule for finding in findings)
    titles = _titles(part.program)
    kinds = part.program.vocabulary.kinds.values()
    vouched_for = {
        own.name
        for own in kinds
        if own.name in part.declared and not own.exceptional and not part.profile.kinds[own.name]
    }
    looked_for = kinds_by_rule(part.program) if vouched_for else {}
    return tuple(
        model.Rule(
            rule=tally.rule.id,
            provisions=tally.rule.cites,
            class_=class_of(tally.rule, part.program),
            severity=tally.rule.severity,
            title=titles[tally.rule.id],
            message=tally.rule.message,
            checked=tally.compliant + violations[tally.rule.id],
            violations=violations[tally.rule.id],
            not_verifiable=tally.unverified,
            compliant=tally.compliant,
            not_applicable=tally.not_applicable,
            suspended=sum(
                count
                for reasons, count in tally.not_verifiable.items()
                if part.causes.settled_by(reasons)
            ),
            readings=tally.rule.rests_on,
            not_verifiable_reasons=_reasons_counted(tally, part.causes),
            vouched_for=tuple(sorted(vouched_for & looked_for.get(tally.rule.name, set()))),
        )
        for tally in part.tallies
    )


def _titles(program: core.Program) -> dict[str, model.Bilingual]:
    """The provision that a rule cites first; with the rule's name where several cite it so."""
    texts = {provision.id: provision.text for provision in program.provisions}
    citing = Counter(rule.cites[0] for rule in program.rules)
    titles = {}
    for rule in program.rules:
        text = texts[rule.cites[0]]
        own = f" ({rule.name})" if citing[rule.cites[0]] > 1 else ""
        titles[rule.id] = Bilingual(text.fr + own, text.en + own)
    return titles


def _reasons_counted(tally: Tally, behind: Causes) -> tuple[model.ReasonCount, ...]:
    """The most frequent first."""
    counted = sorted(tally.not_verifiable.items(), key=lambda pair: -pair[1])
    ruleset = tally.rule.id.removesuffix(tally.rule.name)
    return tuple(
        model.ReasonCount(
            reason=behind.together(reasons),
            count=count,
            waits_for=tuple(sorted(ruleset + name for name in behind.settled_by(reasons))),
            without_result=behind.without_result(reasons),
        )
        for reasons, count in counted
    )


def provisions(part: Judged, judged: Sequence[model.Rule]) -> tuple[model.Provision, ...]:
    """The state of each provision, over all the rules that cite it."""
    return tuple(_provision(part, own, judged) for own in in_order(part.program.provisions))


def in_order(declared: Sequence[core.Provision]) -> list[core.Provision]:
    """Laws first, each by the numbers of its articles, though two rulesets declare some each; then
    usages, those that a ruleset takes over after its own; last the record, which is no law.
    """
    texts = list(dict.fromkeys(own.source for own in declared))
    files = list(dict.fromkeys(own.span.source.name for own in declared))
    of_text = {own.source: files.index(own.span.source.name) for own in reversed(declared)}
    numbered = {
        text: all(own.id[:1].isdecimal() for own in declared if own.source == text)
        for text in texts
    }

    def place(own: core.Provision) -> tuple[int, int, int, list[int]]:
        numbers = re.findall(r"[0-9]+", own.id) if numbered[own.source] else []
        rank = PRECEDENCE[own.source.nature if own.source is not None else "law"]
        return rank, -of_text[own.source], texts.index(own.source), [*map(int, numbers)]

    return sorted(declared, key=place)


def _provision(
    part: Judged, provision: core.Provision, judged: Sequence[model.Rule]
) -> model.Provision:
    citing = [rule for rule in judged if provision.id in rule.provisions]
    counts = {
        name: sum(getattr(rule, name) for rule in citing) for name in model.Counts.model_fields
    }
    why = _reasons(part.causes, part.citing(provision.id))
    if (reason := provision.not_auditable or provision.not_applicable) is not None:
        why = (reason,)
    return told(
        model.Provision,
        provision,
        ruleset=part.program.name,
        state=state(provision, counts),
        reasons=why,
        rules=tuple(rule.rule for rule in citing),
        **counts,
    )


def state(provision: core.Provision, counts: dict[str, int]) -> model.State:
    """The worst of what its rules say: what could not be verified never counts as compliant."""
    if provision.not_auditable is not None:
        return "not_auditable"
    if provision.refers_to:
        return "refers_to"
    if counts["violations"]:
        return "violated"
    if counts["not_verifiable"]:
        return "not_verifiable"
    return "compliant" if counts["compliant"] else "not_applicable"


PAYMENTS, ALL = "payments", "all"
"""Words that may be asked for beside provisions: all that looks at payments, and all."""

_MOST_REASONS = 3


class Terms(Frozen):
    """Requests to an audit: a period, what must be verified, the case, and given parameters."""

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

    return Bilingual(said("fr"), said("en"))


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
        for tally in part.tallies:
            for reasons, count in tally.not_verifiable.items():
                for reason in reasons:
                    counted[reason] += count
                    said[reason] = part.causes.sentence(reason).in_language(language)
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
    """Rules that had to be verified and could not be on some subject; and the payments of a game
    whose rules look at these, where none could be checked: that had to be, asked for or not.
    """
    unpaid = () if PAYMENTS in terms.must_verify else tuple(filter(None, map(_unpaid, judged)))
    return (*unpaid, *(own for asked in terms.must_verify for own in _failing(judged, asked)))


def _unpaid(part: Judged) -> model.Demand | None:
    """The payments of one game, if not one of them could be checked; nothing had to be, where
    somebody says that each stake, or each payment, would be recorded and none is.
    """
    kinds, counted = part.program.vocabulary.kinds.values(), part.profile.kinds
    settling = {own.name: own.payment for own in kinds if own.payment is not None}
    laid = [
        own
        for own in kinds
        if own.payment is None and not own.exceptional
        if not {*settling.values()}.isdisjoint(own.fields)
    ]
    staked = [own for own in laid if counted[own.name]]
    # A commission that belongs to no coup settles no stake.
    settled = {own.name for own in kinds if any(one.bears <= own.bears for one in staked)}
    asked = settling.keys() & settled if staked else {own.name for own in laid}
    found = payments(part.paid)
    none = not found.count and not part.declared.isdisjoint(asked)
    if none or found.checked or not facts_of(part.program).looks:
        return None
    certain = sum(own.count for own in part.paid)
    return model.Demand(asked=PAYMENTS, ruleset=part.program.name, unchecked=certain)


def _failing(judged: Sequence[Judged], asked: str) -> Iterator[model.Demand]:
    if asked == PAYMENTS:
        kinds = together(part.paid for part in judged)
        if unchecked := sum(own.count - own.checked for own in kinds):
            yield model.Demand(asked=asked, unchecked=unchecked)
    for part in judged:
        looks, named = facts_of(part.program).looks, _named(asked, part.program)
        for provision in part.program.provisions:
            if provision.id not in named and asked not in (PAYMENTS, ALL):
                continue
            tallies = part.citing(provision.id)
            if asked == PAYMENTS:
                tallies = [tally for tally in tallies if tally.rule.name in looks]
            count, why = sum(own.unverified for own in tallies), _reasons(part.causes, tallies)
            if not provision.is_audited:
                reason = provision.not_auditable or provision.not_applicable
                count, why = 0, (reason,) if reason and asked == provision.id else ()
            if count or why:
                yield model.Demand(
                    asked=asked,
                    ruleset=part.program.name,
                    provision=provision.id,
                    not_verifiable=count,
                    reasons=why,
                )


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
    return tuple(dict.fromkeys(behind.sentence(reason) for reason in reasons))
