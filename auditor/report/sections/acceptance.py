"""Known and accepted findings, in sentences."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.report.model import AskedFor, Baseline, Finding, FollowUp, Gone, Report
from auditor.report.typography import day
from auditor.report.words import Words

MOST_GONE = 20


def acceptances(report: Report, words: Words) -> tuple[str, ...]:
    """A sentence each for the findings that are waived or known, for those of the baseline that are
    gone, and for each waiver that is wrong.
    """
    waived = sum(own.waiver is not None for own in report.findings)
    said = [words("accepted.waived", count=waived)] if waived else []
    said += [wrong_waiver(own, words) for own in report.waivers if own.is_wrong]
    if report.baseline is not None:
        said += _baseline(report.baseline, words)
    if report.follow_up is not None:
        said.append(_followed_up(report.follow_up, words))
    return tuple(said)


def _followed_up(own: FollowUp, words: Words) -> str:
    answered = sum(gone.why == "answered" for gone in own.gone)
    return words(
        "follow.one_look",
        report=own.report[:16],
        file=own.file,
        known=own.known,
        new=own.new,
        answered=answered,
        open=len(own.gone) - answered,
    )


def wrong_waiver(own: AskedFor, words: Words) -> str:
    """Why a waiver waives nothing."""
    values: dict[str, int | str] = {}
    if own.state == "expired":
        values = {"day": day(own.expires, words.language)}
    elif own.state == "too_broad":
        values = {"count": len(own.findings), "most": own.at_most}
    why = words(f"accepted.{own.state}", **values)
    return words("accepted.wrong", file=own.file, what=_what(own), why=why)


def _what(own: AskedFor) -> str:
    subject = " ".join(f"{name}={value}" for name, value in own.subject.items())
    return " ".join(part for part in (own.rule, own.provision, subject) if part)


def _baseline(own: Baseline, words: Words) -> Iterator[str]:
    yield words("accepted.known", count=own.known, file=own.file, new=own.new)
    if own.elsewhere:
        yield words("accepted.elsewhere", count=own.elsewhere)
    for gone in own.gone[:MOST_GONE]:
        yield gone_finding(gone, words)
    if more := len(own.gone[MOST_GONE:]):
        yield words("accepted.more_gone", count=more)


def gone_finding(own: Gone, words: Words) -> str:
    """Findings that are gone, and whether that means that they are mended."""
    why, says = words(f"accepted.{own.why}"), own.message.in_language(words.language)
    return words("accepted.gone", id=own.id, rule=own.rule, why=why, message=says)


def acceptance(finding: Finding, words: Words) -> tuple[tuple[str, str], ...]:
    """A label, and what is said, for each way in which one finding is known or accepted."""
    said = [(words("known"), "")] if finding.known else []
    if finding.earlier is not None:
        number = finding.earlier.number
        said.append(
            (words("follow.new"), "")
            if number is None
            else (words("follow.known"), words("follow.known_as", number=number))
        )
    if finding.waiver is not None:
        own = finding.waiver
        label = words("waiver", day=day(own.expires, words.language))
        said.append((label, words("waiver.said", reason=own.reason, author=own.author)))
    return tuple(said)
