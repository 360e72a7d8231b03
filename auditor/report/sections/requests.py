"""Requests to the casino, one thing a line: a reason says what stood in the way of a check, and a
request what settles it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice

from auditor.report.labels import KEYS, row_name, row_names, scope_said
from auditor.report.layout import by_file
from auditor.report.model import Fitness, Period, Report, SequenceBreak, SetAside
from auditor.report.sections import figures
from auditor.report.tables import ReportTable, column
from auditor.report.typography import moment, spaced, span
from auditor.report.words import Words

MOST_OF_A_KIND, MOST_NAMED = 12, 4
"""Requests of one kind on paper, and provisions that one names."""
_NAMED = re.compile(r"`([^`]+)`")


def requests(report: Report, words: Words) -> tuple[str, ...]:
    """The requests, those that settle most first; what stands in backticks is a name."""
    fitness = report.fitness
    kinds = (
        (_days(fitness, words), 0),
        (_columns(fitness, words), 0),
        (_events(fitness, words), 0),
        ((_gap(own, words) for own in fitness.sequence_breaks), fitness.sequence_breaks_total),
        (_copies(fitness, words), fitness.duplicates_total),
        (_back(fitness, words), fitness.times_back_total),
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


def _days(own: Fitness, words: Words) -> Iterator[str]:
    silent = own.asked.silent if own.asked is not None else map(_of_a_day, own.silent_days)
    return (words("requests.days", days=span(each, words.language)) for each in silent)


def _of_a_day(day: str) -> Period:
    return Period(start=day, end=day)


def _columns(own: Fitness, words: Words) -> Iterator[str]:
    for each in own.unscoped:
        yield words("requests.column", column=words.coded_field(each.column))
    for lacking in own.unfilled:
        name = words.coded_field(lacking.column)
        if lacking.events:
            events = ", ".join(map(words.coded_event, lacking.events))
            yield words("requests.column_of", column=name, events=events)
        elif all(lacking.column != each.column for each in own.unscoped):
            yield words("requests.column", column=name)


def _events(own: Fitness, words: Words) -> Iterator[str]:
    """A declaration is taken at its word for kinds that most logs do not have."""
    for declared, key in ((False, "requests.events"), (True, "requests.declared")):
        every = [
            words.coded_event(each.event)
            for each in own.unrecorded
            if each.declared is declared and not (declared and each.exceptional)
        ]
        if every:
            yield words(key, events=", ".join(every))


def _gap(own: SequenceBreak, words: Words) -> str:
    last = own.number - 1
    first = own.number - own.missing
    where = ", ".join(
        f"{words(name)} {scope_said(name, value, words.language)}"
        for name, value in own.within.items()
        if name in KEYS
    )
    return words(
        "requests.gap" if own.missing else "requests.restart",
        where=where,
        column=words.field(own.column),
        before=str(first if own.before is None else own.before),
        number=str(own.number),
        count=own.missing,
        missing=str(last) if first == last else words("requests.range", first=first, last=last),
        row=row_name(own.row),
    )


def _copies(own: Fitness, words: Words) -> Iterator[str]:
    for each in own.duplicates:
        row, original = row_name(each.row), row_name(each.original)
        event = words.coded_event(each.event)
        yield words("requests.copy", row=row, original=original, event=event)


def _back(own: Fitness, words: Words) -> Iterator[str]:
    for each in own.times_back:
        time, before = (moment(text, words.language) for text in (each.time, each.before))
        yield words("requests.back", row=row_name(each.row), time=time, before=before)


def _aside(report: Report, words: Words) -> Iterator[str]:
    for rows in by_file(report.set_aside):
        alike: dict[str, list[SetAside]] = {}
        for own in rows:
            alike.setdefault(own.reason, []).append(own)
        for reason, every in alike.items():
            file, numbers = row_name(rows[0]).rpartition(":")[0], row_names(every, words)
            yield words("requests.aside", file=file, rows=numbers, reason=reason)


def _given(report: Report, words: Words) -> Iterator[str]:
    for own in (given for ruleset in report.rulesets for given in ruleset.given):
        if own.value is None:
            yield words("requests.given", what=own.text.in_language(words.language))


def _reasons(report: Report, words: Words) -> Iterator[str]:
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
        said = spaced(own.reason.in_language(words.language), words.language)
        yield words(key, what=said, where=where, count=own.count)


def _asked(report: Report) -> Iterable[str]:
    """The names that other requests bear."""
    fitness = report.fitness
    yield from (own.column for own in fitness.unscoped)
    yield from (own.column for own in fitness.unfilled)
    yield from (own.event for own in fitness.unrecorded)
    for own in (given for ruleset in report.rulesets for given in ruleset.given):
        yield from (own.name, f"--param {own.name}=…")


def requests_table(report: Report, words: Words) -> ReportTable:
    """The requests as a sheet."""
    columns = (
        column(words("number"), 6),
        column(words("requests"), 110, "long"),
        column(words("card.answer"), 40, "long"),
    )
    every = enumerate(requests(report, words), start=1)
    return ReportTable(
        words("requests"), columns, ((at, own.replace("`", "")) for at, own in every)
    )
