"""The overall statement: a conclusion, and what stands between it and certainty."""

from __future__ import annotations

from collections.abc import Iterator

from auditor.report.model import Demand, FindingClass, Opinion, PaymentCounts, Report
from auditor.report.sections.coup_table import euros
from auditor.report.sections.fitness import asked_and_silent
from auditor.report.words.table import Words

_CLASSES: dict[Opinion, FindingClass] = {
    "violations": "departure",
    "to_confirm": "to_confirm",
    "record": "record",
}


def conclusion(report: Report, words: Words) -> str:
    """One sentence; what was not verified never counts as compliant.

    That no departure was found is never said alone where some of the money was not checked.
    """
    summary = report.summary
    if report.opinion == "nothing_checked" and summary.nothing_verified is not None:
        return summary.nothing_verified.in_language(words.language)
    if report.opinion == "incomplete" and report.payments.unchecked:
        return words("opinion.unpaid", **payment_counts(report.payments, words))
    if (own := _CLASSES.get(report.opinion)) is not None:
        return words(f"opinion.{report.opinion}", count=summary.by_class.of(own).violations)
    return words(f"opinion.{report.opinion}")


def reservations(report: Report, words: Words) -> tuple[str, ...]:
    """Sentences beside the conclusion, as far as each is needed."""
    summary = report.summary
    counted = (
        ("opinion.not_verifiable", summary.unknown),
        ("opinion.suspended", summary.suspended),
        ("opinion.set_aside", summary.set_aside),
    )
    said = [words(key, count=count) for key, count in counted if count]
    silent = asked_and_silent(report.fitness, words)
    return (
        *yardsticks(report, words),
        *_other_classes(report, words),
        *payments(report, words),
        *said,
        *filter(None, [silent]),
        *demands(report, words),
    )


def yardsticks(report: Report, words: Words) -> tuple[str, ...]:
    """How to read the whole: that it is about several establishments; and that usage was the
    yardstick, and no law, a sentence for each such ruleset.
    """
    houses = len(report.establishments)
    several = (words("opinion.several_houses", count=houses),) if houses > 1 else ()
    return several + tuple(
        words(
            "opinion.usage",
            title=ruleset.title.in_language(words.language),
            texts=f"{words('semicolon')} ".join(
                dict.fromkeys(
                    own.text.in_language(words.language)
                    for own in ruleset.sources
                    if own.nature == "usage"
                )
            ),
        )
        for ruleset in report.rulesets
        if {own.nature for own in ruleset.sources} & {"law", "usage"} == {"usage"}
    )


def _other_classes(report: Report, words: Words) -> Iterator[str]:
    """The findings of which the conclusion does not speak; departures come first in either."""
    for opinion, name in _CLASSES.items():
        count = report.summary.by_class.of(name).violations
        if count and opinion != report.opinion:
            yield words(f"opinion.{opinion}", count=count)


def payments(report: Report, words: Words) -> tuple[str, ...]:
    """How many payments, and how much money, were checked; nothing of a log that holds none."""
    own = report.payments
    if not own.count:
        return ()
    kinds = ", ".join(
        words("payments.kind", event=words.event(kind.event), **payment_counts(kind, words))
        for kind in own.by_event
    )
    said = words("payments.checked", kinds=kinds, **payment_counts(own, words))
    counted = (
        ("payments.without_amount", own.without_amount),
        ("payments.unknown_kind", own.of_unknown_kind),
    )
    return said, *(words(key, count=count) for key, count in counted if count)


def payment_counts(own: PaymentCounts, words: Words) -> dict[str, int | str]:
    """The numbers and sums of payments; of what no row tells, no sum is said to be nothing."""
    is_told = own.without_amount < own.count
    return {
        "count": own.count,
        "checked": own.checked,
        "unchecked": own.unchecked,
        "amount": euros(own.amount, words.language) if is_told else words("payments.untold"),
        "amount_checked": euros(own.amount_checked, words.language),
    }


def demands(report: Report, words: Words) -> tuple[str, ...]:
    """One sentence about what had to be verified and could not be."""
    if not report.not_verified:
        return ()
    failed = dict.fromkeys(_demand(own, words) for own in report.not_verified)
    return (words("demands.failed", failed=", ".join(failed)),)


def _demand(own: Demand, words: Words) -> str:
    if own.provision is None:
        return words("demands.payments", count=own.unchecked)
    return words("demands.provision", provision=own.provision, count=own.not_verifiable)
