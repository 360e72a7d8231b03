"""The statement on the logs' fitness, and the requests to the casino, in lines that every renderer
lays out alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import islice

from auditor.case import Confirmation, StatedCase
from auditor.report import model
from auditor.report.labels import Words, in_its_house, row_name, row_names, within_said
from auditor.report.sections import figures
from auditor.report.sections.groups import by_file, numbered
from auditor.report.typography import counted_up, day, instant, moment, spaced, span
from auditor.source import Frozen

_MOST_OPEN = 6


class FitnessLine(Frozen):
    """One thing that is said, what it is about, and cases of it; `open` where it leaves doubt."""

    label: str
    says: str
    cases: tuple[str, ...] = ()
    open: bool = False


def fitness_lines(fitness: model.Fitness, words: Words, most: int = 20) -> tuple[FitnessLine, ...]:
    """The statement; of each sort at most so many cases.  What stands in backticks is a name.

    What is lacking outright comes before all that is merely odd.
    """
    recorded = _recorded(fitness, words)
    return (
        *_unscoped(fitness, words, most),
        *([recorded] if recorded.open else []),
        FitnessLine(words("period"), _covered(fitness, words), open=not fitness.period.start),
        *_period_lines(fitness, words, most),
        *_gaps(fitness, words, most),
        *_columns(fitness, words, most),
        *([] if recorded.open else [recorded]),
        _left_open(fitness, words, most),
    )


def _covered(fitness: model.Fitness, words: Words) -> str:
    period, language = fitness.period, words.language
    counts = {"events": fitness.events, "sessions": fitness.sessions, "tables": fitness.tables}
    # A log of something else has neither nights nor tables.
    some = {name: count for name, count in counts.items() if count or name == "events"}
    named = (words(f"fitness.{name}", count=count) for name, count in some.items())
    said = [", ".join(named) + "."]
    if period.start and period.end:
        start, end = moment(period.start, language), moment(period.end, language)
        said.insert(0, words("fitness.covers", start=start, end=end))
    else:
        said.insert(0, words("fitness.no_time"))
    if fitness.untimed and period.start:
        said.append(words("fitness.untimed", count=fitness.untimed))
    return " ".join(said)


def _period_lines(fitness: model.Fitness, words: Words, most: int) -> Iterator[FitnessLine]:
    asked = fitness.asked
    if asked is None:
        return
    if not (said := asked_and_silent(fitness, words)):
        whole = words("fitness.asked.whole", period=span(asked.period, words.language))
        yield FitnessLine(words("fitness.asked"), whole)
        return
    spans = [span(own, words.language) for own in asked.silent[:most]]
    if left := len(asked.silent) - len(spans):
        spans.append(words("fitness.more", count=left))
    yield FitnessLine(words("fitness.asked"), said, (", ".join(spans),), open=True)


def asked_and_silent(fitness: model.Fitness, words: Words) -> str:
    """A line where the logs are silent about days that the audit is about."""
    asked = fitness.asked
    if asked is None or not asked.silent_days:
        return ""
    period = span(asked.period, words.language)
    return words("fitness.asked.part", count=asked.silent_days, all=asked.days, period=period)


# ---- holes, order, copies -----------------------------------------------------------------------
def _gaps(fitness: model.Fitness, words: Words, most: int) -> Iterator[FitnessLine]:
    language = words.language
    timeless = fitness.untimed == fitness.events > 0
    silent = [day(own, language) for own in fitness.silent_days]
    if fitness.silent_days_total:
        yield _line("silent", fitness.silent_days_total, silent, words, most)
    numbers = [_break(own, words) for own in fitness.sequence_breaks]
    unnumbered = any(words.type_of(own.column) == "integer" for own in fitness.unscoped)
    total = fitness.sequence_breaks_total
    yield _line("numbers", total, numbers, words, most, unknown=unnumbered)
    back = [words("fitness.back", **case_told(own, words)) for own in fitness.times_back]
    yield _line("order", fitness.times_back_total, back, words, most, unknown=timeless)
    yield from _one_instant(fitness, words, most)
    copies = [words("fitness.copy", **case_told(own, words)) for own in fitness.duplicates]
    yield _line("copies", fitness.duplicates_total, copies, words, most, unknown=timeless)


def case_told(own: model.TimeBack | model.Duplicate, words: Words) -> dict[str, str]:
    """The rows of a case, and what they say."""
    told = {"row": row_name(own.row)}
    if isinstance(own, model.Duplicate):
        return told | {"event": words.coded_event(own.event), "original": row_name(own.original)}
    time, before = (moment(text, words.language) for text in (own.time, own.before))
    return told | {"time": time, "before": before}


def _one_instant(fitness: model.Fitness, words: Words, most: int) -> Iterator[FitnessLine]:
    if (found := fitness.one_instant) is None:
        return
    kinds = ((words.coded_event(own.first), words.coded_event(own.second)) for own in found.assumed)
    said = [words("fitness.instant.assumed", first=one, second=other) for one, other in kinds]
    if (left := len(said) - most) > 0:
        said[most:] = [words("fitness.more", count=left)]
    says = words("fitness.instant.some", count=found.rows)
    yield FitnessLine(words("fitness.instant"), says, tuple(said), open=True)


def _line(
    key: str,
    total: int,
    cases: Sequence[str],
    words: Words,
    most: int,
    *,
    told: int | None = None,
    unknown: bool = False,
) -> FitnessLine:
    """A line of a list; where one case tells of several things, all cases together of `told`.
    That there is none is not said where nobody could know.
    """
    label = words(f"fitness.{key}")
    if unknown and not total:
        return FitnessLine(label, words(f"fitness.{key}.unknown"), open=True)
    if not total:
        return FitnessLine(label, words(f"fitness.{key}.none"))
    shown = list(cases[:most])
    left = total - (len(shown) if told is None else told)
    if left:
        shown.append(words("fitness.more", count=left))
    return FitnessLine(label, words(f"fitness.{key}.some", count=total), tuple(shown), open=True)


def _break(own: model.SequenceBreak, words: Words) -> str:
    hole = "begins" if own.before is None else "hole"
    return words(
        f"fitness.{hole if own.missing else 'restart'}",
        row=row_name(own.row),
        column=words.coded_field(own.column),
        number=str(own.number),
        before=str(own.before),
        count=own.missing,
        where=within_said(own.within, words),
    )


# ---- scopes, columns, kinds of event, provisions ------------------------------------------------
def _unscoped(fitness: model.Fitness, words: Words, most: int) -> Iterator[FitnessLine]:
    cases = []
    for own in fitness.unscoped:
        scopes = ", ".join(f"`{name}`" for name in own.scopes)
        cases.append(
            words("fitness.unscoped.of", column=words.coded_field(own.column), scopes=scopes)
        )
    if cases:
        yield _line("unscoped", len(cases), cases, words, most)


def _columns(fitness: model.Fitness, words: Words, most: int) -> Iterator[FitnessLine]:
    everywhere = [words.coded_field(own.column) for own in fitness.unfilled if not own.events]
    unfilled = [", ".join(everywhere)] if everywhere else []
    unfilled += [_unfilled(own, words) for own in fitness.unfilled if own.events]
    told = len(everywhere) + len(unfilled[:most]) - bool(everywhere)
    yield _line("unfilled", len(fitness.unfilled), unfilled, words, most, told=told)
    if unknown := [f"`{name}`" for name in fitness.unknown_columns]:
        yield _line("unknown", len(unknown), [", ".join(unknown)], words, len(unknown))


def _unfilled(own: model.Unfilled, words: Words) -> str:
    events = ", ".join(map(words.coded_event, own.events))
    return words("fitness.unfilled.of", column=words.coded_field(own.column), events=events)


def _recorded(fitness: model.Fitness, words: Words) -> FitnessLine:
    """The kinds that no row records, by what follows from their absence."""
    groups: dict[str, list[str]] = {"open": [], "declared": [], "silent": []}
    for own in fitness.unrecorded:
        if not (own.exceptional and own.declared):
            key = "silent" if own.exceptional else "declared" if own.declared else "open"
            groups[key].append(words.coded_event(own.event))
    label = words("fitness.unrecorded")
    said = [
        words(f"fitness.unrecorded.{key}", events=", ".join(names))
        for key, names in groups.items()
        if names
    ]
    if not said:
        return FitnessLine(label, words("fitness.unrecorded.none"))
    return FitnessLine(label, " ".join(said), open=bool(groups["open"]))


def _left_open(fitness: model.Fitness, words: Words, most: int) -> FitnessLine:
    """Provisions that are left open, those with the same reasons in one case."""
    together: dict[tuple[model.Bilingual, ...], list[model.Unverifiable]] = {}
    for own in fitness.unverifiable:
        together.setdefault(own.reasons, []).append(own)
    shown = list(together.items())[: min(most, _MOST_OPEN)]
    cases = [_provisions(reasons, every, words) for reasons, every in shown]
    told = sum(len(every) for _, every in shown)
    return _line("unverifiable", len(fitness.unverifiable), cases, words, most, told=told)


def _provisions(
    reasons: Sequence[model.Bilingual], every: Sequence[model.Unverifiable], words: Words
) -> str:
    provisions = ", ".join(
        words(
            "fitness.partly" if own.checked else "fitness.never",
            provision=own.provision,
            count=own.not_verifiable,
            all=own.not_verifiable + own.others + own.checked,
        )
        for own in every
    )
    why = f"{words('semicolon')} ".join(reason.in_language(words.language) for reason in reasons)
    said = words("fitness.open", provisions=provisions, why=why)
    return spaced(said, words.language)


# ---- requests: a reason says what stood in the way of a check, and a request what settles it ----


MOST_OF_A_KIND, MOST_NAMED = 12, 4
"""Requests of one kind on paper, and provisions that one names."""
_NAMED = re.compile(r"`([^`]+)`")


def requests(report: model.Report, words: Words) -> tuple[str, ...]:
    """The requests, those that settle most first; what stands in backticks is a name."""
    fitness = report.fitness
    kinds = (
        (_days(fitness, words), 0),
        (_columns_asked(fitness, words), 0),
        (_events(report, words), 0),
        ((_gap(own, words) for own in fitness.sequence_breaks), fitness.sequence_breaks_total),
        (_cases("requests.copy", fitness.duplicates, words), fitness.duplicates_total),
        (_cases("requests.back", fitness.times_back, words), fitness.times_back_total),
        (_aside(report, words), 0),
        (_given(report, words), 0),
        (_reasons(report, words), 0),
    )
    return tuple(line for every, total in kinds for line in _first(list(every), total, words))


def _first(every: list[str], total: int, words: Words) -> Iterator[str]:
    """The first of a kind, and how many more there are, in the report or beyond it."""
    yield from islice(every, MOST_OF_A_KIND)
    if (more := max(total, len(every)) - MOST_OF_A_KIND) > 0:
        yield words("requests.more", count=more)


def _days(own: model.Fitness, words: Words) -> Iterator[str]:
    days = (model.Period(start=day, end=day) for day in own.silent_days)
    silent = days if own.asked is None else own.asked.silent
    return (words("requests.days", days=span(each, words.language)) for each in silent)


def _columns_asked(own: model.Fitness, words: Words) -> Iterator[str]:
    for each in own.unscoped:
        yield words("requests.column", column=words.coded_field(each.column))
    for lacking in own.unfilled:
        name = words.coded_field(lacking.column)
        if lacking.events:
            events = ", ".join(map(words.coded_event, lacking.events))
            yield words("requests.column_of", column=name, events=events)
        elif all(lacking.column != each.column for each in own.unscoped):
            yield words("requests.column", column=name)


def _events(report: model.Report, words: Words) -> Iterator[str]:
    """A declaration is taken at its word for kinds that most logs do not have; what is confirmed in
    writing is not asked for again.
    """
    case = report.case
    confirmed = case is not None and case.confirmed != Confirmation()
    asked = ((False, "requests.events"), (True, "requests.declared"))
    for declared, key in asked[: 1 if confirmed else 2]:
        every = [
            words.coded_event(each.event)
            for each in report.fitness.unrecorded
            if each.declared is declared and not (declared and each.exceptional)
        ]
        if every:
            yield words(key, events=", ".join(every))


def _gap(own: model.SequenceBreak, words: Words) -> str:
    last = own.number - 1
    first = own.number - own.missing
    return words(
        "requests.gap" if own.missing else "requests.restart",
        where=within_said(own.within, words),
        column=words.field(own.column),
        before=str(first if own.before is None else own.before),
        number=str(own.number),
        count=own.missing,
        missing=str(last) if first == last else words("requests.range", first=first, last=last),
        row=row_name(own.row),
    )


def _cases(
    key: str, own: Iterable[model.TimeBack | model.Duplicate], words: Words
) -> Iterator[str]:
    return (words(key, **case_told(each, words)) for each in own)


def _aside(report: model.Report, words: Words) -> Iterator[str]:
    for rows in by_file(report.set_aside):
        alike: dict[str, list[model.SetAside]] = {}
        for own in rows:
            alike.setdefault(own.reason, []).append(own)
        for reason, every in alike.items():
            file, numbers = row_name(rows[0]).rpartition(":")[0], row_names(every, words)
            yield words("requests.aside", file=file, rows=numbers, reason=reason)


def _given(report: model.Report, words: Words) -> Iterator[str]:
    for own in (given for ruleset in report.rulesets for given in ruleset.given):
        if own.value is None:
            yield words("requests.given", what=own.text.in_language(words.language))


def _reasons(report: model.Report, words: Words) -> Iterator[str]:
    """Reasons that no other request answers: each names a row in doubt, or what is lacking."""
    asked = set(_asked(report))
    files = [f"{own.file}{sign}" for own in report.inputs for sign in ":["]
    for own in figures.wanting(report):
        names = set(_NAMED.findall(own.reason.en))
        in_doubt = any(file in own.reason.en for file in files)
        if names <= asked and (names or in_doubt) and not own.without_result:
            continue
        where = ", ".join(own.provisions[:MOST_NAMED])
        key = "requests.explain" if own.without_result else "requests.data"
        said = words.says(own.reason)
        yield words(key, what=said, where=where, count=own.count)


def _asked(report: model.Report) -> Iterable[str]:
    """The names that other requests bear."""
    fitness = report.fitness
    yield from (own.column for own in fitness.unscoped)
    yield from (own.column for own in fitness.unfilled)
    yield from (own.event for own in fitness.unrecorded)
    for own in (given for ruleset in report.rulesets for given in ruleset.given):
        yield from (own.name, f"given.{own.name}")


MARGIN = timedelta(minutes=2)
"""Images are asked for from so long before the row to so long after it."""
MOST_IMAGES = 120
"""Lines on paper; the workbook has all."""


class ImageRequest(Frozen):
    """Images of one table from a moment to another, in legal time where the case file says how far
    the clock of the logs is ahead; the findings that they are for; and until when to ask.
    """

    table: str
    start: datetime
    end: datetime
    findings: tuple[int, ...]
    cameras: tuple[str, ...]
    before: date | None


def window(finding: model.Finding, case: StatedCase | None) -> tuple[datetime, datetime] | None:
    """The time of the images; None for a record without money, or without a place or time."""
    is_record = finding.class_ == "record" and not finding.money
    if is_record or finding.time is None or finding.subject.table is None:
        return None
    if (at := instant(finding.time)) is None:
        return None
    if case is not None:
        at -= case.clock.ahead or timedelta()
    return at - MARGIN, at + MARGIN


def in_legal_time(case: StatedCase | None) -> bool:
    """Whether somebody compared the clock of the logs with legal time."""
    return case is not None and case.clock.ahead is not None


def cameras(table: str, case: StatedCase | None) -> tuple[str, ...]:
    """The cameras that look at a table."""
    every = () if case is None else case.images.cameras
    return tuple(own.field for own in every if own.table == table)


def kept_until(at: datetime, case: StatedCase | None) -> date | None:
    """The last day on which images of a moment are still kept."""
    days = None if case is None else case.images.kept_days
    return at.date() + timedelta(days=days) if days else None


def is_too_late(last: date, case: StatedCase | None) -> bool:
    """Whether the report is issued when images are not kept any more."""
    issued = None if case is None else case.dates.issued
    return issued is not None and issued > last


def image_requests(report: model.Report) -> tuple[ImageRequest, ...]:
    """By table and time; what overlaps is asked for once."""
    asked = [
        ImageRequest(
            in_its_house(own.table, own.casino, report.establishments),
            *found,
            (item.number,),
            cameras(own.table, report.case),
            kept_until(found[0], report.case),
        )
        for item in numbered(report)
        if (found := window(item.finding, report.case)) is not None
        and (own := item.finding.subject).table is not None
    ]
    asked.sort(
        key=lambda own: (counted_up(own.table), own.start.replace(tzinfo=None), own.findings)
    )
    return tuple(_merged(asked))


def _merged(asked: Iterable[ImageRequest]) -> Iterator[ImageRequest]:
    found: list[ImageRequest] = []
    for own in asked:
        last = found[-1] if found else None
        if last is not None and own.table == last.table and _meet(last, own):
            numbers = tuple(sorted({*last.findings, *own.findings}))
            found[-1] = replace(last, end=max(last.end, own.end), findings=numbers)
        else:
            found.append(own)
    return iter(found)


def _meet(one: ImageRequest, other: ImageRequest) -> bool:
    """Clocks of two files may not both say their zone: then nothing is put together."""
    same = (one.end.tzinfo is None) == (other.start.tzinfo is None)
    return same and other.start <= one.end


def checklist(report: model.Report, words: Words) -> tuple[str, ...]:
    """Questions and steps on site: a line each, to be ticked."""
    case, language = report.case, words.language
    said = [] if in_legal_time(case) else [words("visit.clock")]
    if any(own.events for own in report.totals):
        said.append(words("visit.books"))
    for own in report.provisions:
        if own.state == "not_auditable":
            reasons = f"{words('semicolon')} ".join(r.in_language(language) for r in own.reasons)
            what = words.says(own.text)
            said.append(words("visit.on_site", id=own.id, what=what, reasons=reasons))
    return tuple(dict.fromkeys(said))
