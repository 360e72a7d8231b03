"""The overall statement: a conclusion, and what stands between it and certainty."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from auditor.report.labels import legal_text
from auditor.report.model import (
    Demand,
    FindingClass,
    LawSource,
    Opinion,
    PaymentsOf,
    Report,
)
from auditor.report.sections.coup_table import euros
from auditor.report.sections.declared import declaration
from auditor.report.sections.fitness import asked_and_silent
from auditor.report.words import Words

_CLASSES: dict[Opinion, FindingClass] = {
    "violations": "departure",
    "to_confirm": "to_confirm",
    "record": "record",
}


def conclusion(report: Report, words: Words) -> str:
    """The findings, and the texts that they were found by with their state, before all else; what
    was not verified never counts as compliant.

    That no departure was found is never said alone where some of the money was not checked.
    """
    summary, opinion = report.summary, report.opinion
    if opinion == "nothing_checked" and summary.nothing_verified is not None:
        return summary.nothing_verified.in_language(words.language)
    if opinion in _CLASSES:
        return " ".join(_found(report, words))
    basis = _basis(_sources(report, None), words)
    left = [own for own in report.payments.by_event if own.unchecked]
    key = "unpaid" if opinion == "incomplete" and left else opinion
    kinds = ", ".join(_of_kind("payments.left", own, words) for own in left)
    return words(f"opinion.{key}", basis=basis, kinds=kinds)


def _found(report: Report, words: Words) -> Iterator[str]:
    """The first class of findings that there are, and in a second sentence the others."""
    others = []
    for opinion, name in _CLASSES.items():
        count = report.summary.by_class.of(name).violations
        basis = _basis(_sources(report, None if name == "record" else name), words)
        if opinion == report.opinion:
            yield words(f"opinion.{opinion}", count=count, basis=basis)
        elif count:
            others.append(words(f"opinion.other.{opinion}", count=count, basis=basis))
    if others:
        yield f"{words('semicolon')} ".join(others) + "."


def _sources(report: Report, name: FindingClass | None) -> list[LawSource | None]:
    """The texts behind the findings of a class, those alone that put them into it; without one, all
    texts that some rule applies.
    """
    broken = {
        (own.rule.partition("/")[0], id_)
        for own in report.rules
        if name is None or (own.class_ == name and own.violations)
        for id_ in own.provisions
    }
    sources = []
    for own in report.provisions:
        source = own.source
        if (own.ruleset, own.id) in broken and source not in sources:
            ground = _ground(source)
            stands = ground in ("paraphrased", "compared")
            if ground != "record" and (name is None or stands is (name == "departure")):
                sources.append(source)
    return sources


def _ground(source: LawSource | None) -> str:
    """The state of a text, in one word, for whoever is accused by it."""
    if source is None:
        return "unnamed"
    if source.abrogated:
        return "abrogated"
    if source.nature != "law":
        return source.nature
    return "paraphrased" if source.compared is None else "compared"


def _basis(sources: Iterable[LawSource | None], words: Words) -> str:
    """`article 55-19 as we paraphrased it (not compared …)`; texts in one state stand together."""
    groups: dict[str, list[str]] = {}
    for source in sources:
        ground = _ground(source)
        named = "" if source is None else legal_text(source, words)
        if source is not None and source.article and ground in ("paraphrased", "compared"):
            named = words("basis.article", article=source.article)
        groups.setdefault(ground, []).append(named)
    said = [
        words(f"basis.{ground}", count=len(own), texts=f" {words('and')} ".join(own))
        for ground, own in groups.items()
    ]
    return f" {words('and')} ".join(said) or words("basis.none")


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
        *declaration(report, words),
        *payments(report, words),
        *said,
        *filter(None, [silent]),
        *demands(report, words),
    )


def yardsticks(report: Report, words: Words) -> tuple[str, ...]:
    """How to read the whole: that it is about several establishments; that the log names another
    game; and that usage or an abrogated text was the yardstick, a sentence for each such ruleset.
    """
    houses, language = len(report.establishments), words.language
    several = (words("opinion.several_houses", count=houses),) if houses > 1 else ()
    titles = ", ".join(own.title.in_language(language) for own in report.rulesets)
    anyway = report.run.parameters.get("rules_anyway") is True
    other = (words("opinion.rules_anyway", title=titles),) if anyway else ()
    titles_by_usage = (
        own.title
        for own in report.rulesets
        if {source.nature for source in own.sources} & {"law", "usage"} == {"usage"}
    )
    usage = (words("opinion.usage", title=own.in_language(language)) for own in titles_by_usage)
    abrogated = (
        words(
            "opinion.abrogated",
            title=ruleset.title.in_language(language),
            instead="".join(
                f"{words('semicolon')} {own.replaced_by.in_language(language)}"
                for own in ruleset.sources
                if own.abrogated and own.replaced_by
            ),
        )
        for ruleset in report.rulesets
        if any(own.abrogated for own in ruleset.sources)
    )
    return (*several, *other, *usage, *abrogated)


def payments(report: Report, words: Words) -> tuple[str, ...]:
    """How many payments, and how much money, were checked; nothing of a log that holds none.

    Each kind stands apart: what is paid and what is collected have no sum together.
    """
    own = report.payments
    kinds = [_of_kind("payments.kind", kind, words) for kind in own.by_event if kind.count]
    counted = (
        ("payments.without_amount", own.without_amount),
        ("payments.unknown_kind", own.of_unknown_kind),
    )
    return (*kinds, *(words(key, count=count) for key, count in counted if count))


def _of_kind(key: str, own: PaymentsOf, words: Words) -> str:
    """The number and sum of payments; of what no row tells, no sum is said to be nothing."""
    is_told = own.without_amount < own.count
    return words(
        key,
        event=words.event(own.event),
        count=own.count,
        checked=own.checked,
        unchecked=own.unchecked,
        amount=euros(own.amount, words.language) if is_told else words("payments.untold"),
        amount_checked=euros(own.amount_checked, words.language),
    )


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
