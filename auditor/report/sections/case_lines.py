"""The case in lines of a label and a text, the same on the terminal and on page one."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from auditor.case import StatedCase
from auditor.language.wording import duration
from auditor.report.model import Period, Report
from auditor.report.typography import day, span
from auditor.report.words import Words

Line = tuple[str, str]


def case_lines(report: Report, words: Words) -> tuple[Line, ...]:
    """The case file's lines, then what the rules left to the inspector."""
    case = report.case
    about = () if case is None else (*_about(case, words), *_procedure(case, report, words))
    return (*about, *_given(report, words))


def _about(case: StatedCase, words: Words) -> Iterator[Line]:
    own, service = case.establishment, case.service
    status = words(f"case.{case.status}")
    yield (
        words("case"),
        words("case.title", number=case.number, version=case.version, status=status),
    )
    yield words("establishment"), ", ".join(filter(None, (own.name, own.address)))
    if own.operator:
        yield words("case.operator"), own.operator
    if service.name:
        yield words("case.service"), service.name
    if service.mandate:
        yield words("case.mandate"), service.mandate
    if service.inspectors:
        label = words("case.inspectors", count=len(service.inspectors))
        yield label, ", ".join(service.inspectors)


def _procedure(case: StatedCase, report: Report, words: Words) -> Iterator[Line]:
    if case.period.start or case.period.end:
        yield words("case.period"), _period(case, words)
    if order := f"{words('semicolon')} ".join(_authorisation(case, report, words)):
        yield words("case.authorisation"), order
    own = case.dates
    closing = "answers_until" if case.status == "final-after-answers" else "answers_by"
    days: list[tuple[str, date | None]] = [
        ("received", own.received),
        ("inspected", own.inspected),
        ("issued", own.issued),
        (closing, own.answers_by),
    ]
    if said := [words(f"case.{name}", day=_day(at, words)) for name, at in days if at]:
        yield words("case.dates"), ", ".join(said)
    supplied = case.supplied
    by = words("case.by", by=supplied.by) if supplied.by else None
    parts = (by, supplied.how, words(f"case.{supplied.assurance}"))
    yield words("case.supplied"), ", ".join(filter(None, parts))
    if (ahead := case.clock.ahead) is not None:
        key = "case.behind" if ahead < timedelta() else "case.ahead" if ahead else "case.exact"
        yield words("case.clock"), words(key, many=_duration(abs(ahead), words))
    if case.answers or case.status != "provisional":
        yield words("case.answers"), _answers(case, report, words)


def _answers(case: StatedCase, report: Report, words: Words) -> str:
    """To how many findings the operator answered; an answer to none of them is named, not lost."""
    known = {own.id for own in report.findings}
    answered = {own.finding for own in case.answers}
    said = [words("case.answered", count=len(answered & known), total=len(report.findings))]
    if astray := sorted(answered - known):
        said.append(words("case.answers_astray", ids=", ".join(astray)))
    return f"{words('semicolon')} ".join(said)


def _duration(own: timedelta, words: Words) -> str:
    return duration(own).in_language(words.language)


def _authorisation(case: StatedCase, report: Report, words: Words) -> Iterator[str]:
    own = case.authorisation
    if own.order:
        of = f" {words('case.of', day=_day(own.day, words))}" if own.day else ""
        yield (own.order if _is_named(own.order) else words("case.order", order=own.order)) + of
    if own.games:
        yield words("case.games", games=", ".join(own.games))
        if others := [name for name in report.games if name not in own.games]:
            yield words("case.not_authorised", games=", ".join(others))


def _is_named(order: str) -> bool:
    """Whether an inspector wrote what the number is the number of: `Arrêté n° 12`."""
    return order.casefold().startswith(("arrêté", "arrete", "order"))


def _given(report: Report, words: Words) -> Iterator[Line]:
    for ruleset in report.rulesets:
        for own in ruleset.given:
            what = own.text.in_language(words.language)
            key = "case.not_given" if own.value is None else "case.given_value"
            yield words("case.given"), words(key, what=what, value=own.value or "")


def _period(case: StatedCase, words: Words) -> str:
    start, end = (own.isoformat() if own else None for own in (case.period.start, case.period.end))
    return span(Period(start=start, end=end), words.language)


def _day(own: date, words: Words) -> str:
    return day(own.isoformat(), words.language)
