"""The fitness of a log: its gaps, the cells it never fills, and the rules these leave open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from itertools import islice, pairwise
from typing import Any

from auditor.findings.dependencies import kinds_read
from auditor.findings.finding import Judged
from auditor.findings.profile import SHOWN, Key, Profile, Totals, sitting, told
from auditor.language import core
from auditor.language.facts import facts_of
from auditor.log.event import Instants
from auditor.report import model
from auditor.values import exact, moment, show

CAUSES = frozenset(("empty", "not_recorded", "absent", "stated"))
"""Reasons, of all that leave a subject unverified, that lie in the log."""


def fitness(
    parts: Sequence[Judged], asked: tuple[date | None, date | None] = (None, None)
) -> model.Fitness:
    """The statement on all the logs of an audit, which is about the days `asked` for."""
    profiles = [part.profile for part in parts]
    days = sorted(set[date]().union(*(own.days for own in profiles)))
    counts: dict[str, Any] = {
        name: sum(getattr(own, name) for own in profiles) for name in ("events", "untimed", "coups")
    }
    for name in ("sessions", "tables", "players"):
        counts[name] = len(set().union(*(getattr(own, name) for own in profiles)))
    for name, sort in (
        ("sequence_breaks", "breaks"),
        ("times_back", "backs"),
        ("duplicates", "copies"),
    ):
        every = [getattr(own, sort) for own in profiles]
        counts[name] = tuple(case for own in every for _, case in own.first)
        counts[f"{name}_total"] = sum(own.count for own in every)
    return model.Fitness(
        **counts,
        period=_period(profiles),
        days=len(days),
        silent_days=tuple(day.isoformat() for day in islice(_silent(days), SHOWN)),
        silent_days_total=(days[-1] - days[0]).days + 1 - len(days) if days else 0,
        asked=_asked_period(*asked, days),
        numbers_missing=sum(own.missing for own in profiles),
        one_instant=_one_instant([part.intake.instants for part in parts]),
        unscoped=tuple(_unscoped(parts)),
        unfilled=tuple(_unfilled(parts)),
        unknown_columns=tuple(_unknown(parts)),
        unrecorded=tuple(_unrecorded(parts)),
        unverifiable=tuple(own for part in parts for own in _unverifiable(part)),
    )


def _period(profiles: Iterable[Profile]) -> model.Period:
    starts = [own.start for own in profiles if own.start is not None]
    ends = [own.end for own in profiles if own.end is not None]
    return model.Period(
        start=min(starts, key=moment).isoformat() if starts else None,
        end=max(ends, key=moment).isoformat() if ends else None,
    )


def _silent(days: Sequence[date]) -> Iterator[date]:
    """The days between the first and the last on which nothing is recorded."""
    for first, second in pairwise(days):
        day = first + timedelta(days=1)
        while day < second:
            yield day
            day += timedelta(days=1)


def _asked_period(
    start: date | None, end: date | None, days: Sequence[date]
) -> model.AskedPeriod | None:
    """Days asked for: what the logs hold of them, where these have an end and the log has times."""
    if start is None or end is None or end < start or not days:
        return None
    first, last = start.toordinal(), end.toordinal()
    within = [own.toordinal() for own in days if start <= own <= end]
    spans = ((a + 1, b - 1) for a, b in pairwise([first - 1, *within, last + 1]))
    silent = (
        model.Period(start=date.fromordinal(a).isoformat(), end=date.fromordinal(b).isoformat())
        for a, b in spans
        if a <= b
    )
    whole = last - first + 1
    return model.AskedPeriod(
        period=model.Period(start=start.isoformat(), end=end.isoformat()),
        days=whole,
        silent_days=whole - len(within),
        silent=tuple(islice(silent, SHOWN)),
    )


def _one_instant(every: Iterable[Instants]) -> model.OneInstant | None:
    """Rows of one instant in several files, and the kinds of event of which no order is shown."""
    found = [own for own in every if own.many]
    assumed = dict[frozenset[str], tuple[str, str]]()
    for pair in (pair for own in found for pair in own.assumed):
        assumed.setdefault(frozenset(pair), pair)
    if not found:
        return None
    return model.OneInstant(
        rows=sum(own.many for own in found),
        assumed=tuple(model.Assumed(first=one, second=other) for one, other in assumed.values()),
    )


# ---- what is never said -------------------------------------------------------------------------
def _unscoped(parts: Sequence[Judged]) -> Iterator[model.Unscoped]:
    """Columns without which nobody knows what belongs to a scope that the rules look at."""
    lacking: dict[str, dict[str, None]] = {}
    for part in parts:
        filled = {name for counts in part.profile.filled.values() for name in counts}
        unfilled = frozenset(part.program.vocabulary.context) - filled
        for name, scopes in facts_of(part.program).unscoped(unfilled).items():
            lacking.setdefault(name, {}).update(dict.fromkeys(scopes))
    for name, bounded in lacking.items():
        yield model.Unscoped(column=name, scopes=tuple(bounded))


def _unfilled(parts: Sequence[Judged]) -> Iterator[model.Unfilled]:
    """Columns that are never filled, anywhere or in the rows of a kind that needs them."""
    filled = {name for part in parts for counts in part.profile.filled.values() for name in counts}
    known = {name for part in parts for name in part.program.vocabulary.fields}
    aside = (own for part in parts for own in part.intake.set_aside)
    unread = {own.column for own in aside if own.column and own.value}
    there = {name for part in parts for name in part.profile.columns}
    for name in sorted((there & known) - filled - unread - {"event"}):
        yield model.Unfilled(column=name)
    lacking: dict[str, list[str]] = {}
    for part in parts:
        looked_at = kinds_read(part.program)
        for kind in part.program.vocabulary.kinds.values():
            if part.profile.kinds[kind.name] and kind.name in looked_at:
                for name in kind.fields:
                    needed = name not in kind.may_be_empty
                    if needed and not part.profile.filled[kind.name][name]:
                        lacking.setdefault(name, []).append(kind.name)
    for name, kinds in sorted(lacking.items()):
        if name in filled or name not in there | unread:
            yield model.Unfilled(column=name, events=tuple(dict.fromkeys(kinds)))


def _unknown(parts: Sequence[Judged]) -> list[str]:
    """Columns that no vocabulary declares: what stands in them is not read."""
    known = {name for part in parts for name in part.program.vocabulary.fields}
    there = {name for part in parts for name in part.profile.columns}
    return sorted(there - known - {"event"})


def _unrecorded(parts: Sequence[Judged]) -> Iterator[model.Unrecorded]:
    seen = {kind for part in parts for kind, count in part.profile.kinds.items() if count}
    missing: dict[str, model.Unrecorded] = {}
    for part in parts:
        # A row that cannot be read is a record of its kind all the same.
        read = {row.row.filled().get("event", "").strip().lower() for row in part.intake.set_aside}
        missed = kinds_read(part.program) - seen - read
        for kind in part.program.vocabulary.kinds.values():
            if kind.name in missed:
                missing[kind.name] = model.Unrecorded(
                    event=kind.name,
                    declared=kind.name in part.declared,
                    exceptional=kind.exceptional,
                )
    yield from missing.values()


# ---- what that leaves open ----------------------------------------------------------------------
def _unverifiable(part: Judged) -> Iterator[model.Unverifiable]:
    """The provisions that could not be verified every time, for reasons that lie in the log."""
    for provision in part.program.provisions:
        citing = part.citing(provision.id)
        ends = (reason for tally in citing for reason in part.causes.in_log(tally.rule.name))
        reasons = dict.fromkeys(reason for reason in ends if reason.cause in CAUSES)
        if reasons:
            unverified = sum(tally.unverified for tally in citing)
            by_log = sum(
                count
                for tally in citing
                for why, count in tally.not_verifiable.items()
                if any(reason.cause in CAUSES for reason in why)
            )
            yield model.Unverifiable(
                ruleset=part.program.name,
                provision=provision.id,
                checked=sum(tally.compliant + len(tally.violations) for tally in citing),
                not_verifiable=by_log,
                others=unverified - by_log,
                reasons=tuple(map(part.causes.sentence, reasons)),
            )


# ---- control totals ------------------------------------------------------------------------------
def control_totals(
    program: core.Program, found: Mapping[Key, Totals]
) -> Iterator[model.ControlTotals]:
    """One for each table and evening, in their order."""
    names = sitting(program.vocabulary)
    for key in sorted(found, key=lambda own: tuple("" if v is None else show(v) for v in own)):
        own = found[key]
        pairs = zip(names, key, strict=True)
        yield told(
            model.ControlTotals,
            own,
            ruleset=program.name,
            within={name: show(value) for name, value in pairs if value is not None},
            events=tuple(
                model.MovedBy(
                    event=kind,
                    count=moved.count,
                    amount=show(exact(moved.sum)),
                    without_amount=moved.unreadable,
                )
                for kind, moved in own.moved.items()
            ),
        )
