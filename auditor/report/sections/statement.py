"""The overall statement: a conclusion, and what stands between it and certainty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date, timedelta

from auditor.case import Confirmation, StatedCase
from auditor.language.wording import duration
from auditor.report import model
from auditor.report.labels import Words, legal_text
from auditor.report.sections.coup_table import euros
from auditor.report.sections.fitness import asked_and_silent
from auditor.report.sections.groups import Numbered, numbered
from auditor.report.typography import day, span

_MOST_KINDS = 8


def declaration(report: model.Report, words: Words) -> tuple[str, ...]:
    """The declaration: who made it, how many findings rest on it, and what makes it doubtful."""
    asked, parameters = report.run.parameters.get("records"), report.run.parameters
    if not asked:
        return ()
    mapped = parameters.get("records_by_mapping")
    files = str(parameters.get("mapping")).split("), ")
    names = ", ".join(own.partition(" (")[0] for own in files)
    by = [words("declared.mapping", name=names)] if mapped else []
    if mapped != asked:
        by.insert(0, _confirmed(report.case, words))
    vouched_for = {own.rule: own.vouched_for for own in report.rules}
    looking = [own for own in report.findings if vouched_for.get(own.rule)]
    count = sum(bool(_resting(own, vouched_for[own.rule])) for own in looking)
    said = [words("declared", kinds=_kinds(asked, words), by=f"{words('semicolon')} ".join(by))]
    if count or not looking:
        said.append(words("declared.resting" if count else "declared.nothing_rests", count=count))
    if others := len(looking) - count:
        said.append(words("declared.looking", count=others))
    doubtful = [
        words.event(own.event)
        for own in report.fitness.unrecorded
        if own.declared and not own.exceptional
    ]
    doubt = (words("declared.doubtful", events=", ".join(doubtful)),) if doubtful else ()
    return (" ".join(said), *doubt)


def _confirmed(case: StatedCase | None, words: Words) -> str:
    """The writing that confirms what was declared, with the digest of its file; or that there is
    none.
    """
    own = Confirmation() if case is None else case.confirmed
    digest = words("declared.sha256", sha256=own.sha256) if own.sha256 else ""
    letter = ", ".join(filter(None, (own.letter, own.file, digest)))
    return words("declared.letter", letter=letter) if letter else words("declared.option")


def rests_on(finding: model.Finding, report: model.Report, words: Words) -> str:
    """The ground of an absence that a finding looks at; nothing where it looks at none."""
    vouched_for = next((own.vouched_for for own in report.rules if own.rule == finding.rule), ())
    if resting := _resting(finding, vouched_for):
        return words("declared.rests", events=", ".join(map(words.event, resting)))
    looked_for = _looked_for(finding)
    if not looked_for:
        return ""
    never = {own.event for own in report.fitness.unrecorded}
    nowhere = any(never.issuperset(own.events) for own in looked_for)
    return words("declared.silent" if nowhere else "declared.elsewhere")


def _kinds(asked: object, words: Words) -> str:
    if not isinstance(asked, list):
        return words("declared.all")
    shown = ", ".join(words.event(str(own)) for own in asked[:_MOST_KINDS])
    return shown + (" …" if len(asked) > _MOST_KINDS else "")


def _resting(finding: model.Finding, vouched_for: Sequence[str]) -> list[str]:
    """The kinds only vouched for that a finding looks for in vain, or has in a sum."""
    named = {kind for own in finding.money for kind in (*own.events, *own.less)}
    named.update(kind for own in _looked_for(finding) if not own.others for kind in own.events)
    return [kind for kind in vouched_for if kind in named]


def _looked_for(finding: model.Finding) -> list[model.LookedFor]:
    return [own for step in finding.derivation or () for own in step.missed]


MOST_GONE = 20


def acceptances(report: model.Report, words: Words) -> tuple[str, ...]:
    """Sentences on findings that are waived, known or gone, and on each wrong waiver."""
    waived = sum(own.waiver is not None for own in report.findings)
    said = [words("accepted.waived", count=waived)] if waived else []
    said += [wrong_waiver(own, words) for own in report.waivers if own.is_wrong]
    if report.baseline is not None:
        said += _baseline(report.baseline, words)
    if report.follow_up is not None:
        said.append(_followed_up(report.follow_up, words))
    return tuple(said)


def _followed_up(own: model.FollowUp, words: Words) -> str:
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


def wrong_waiver(own: model.AskedFor, words: Words) -> str:
    """Why a waiver waives nothing."""
    values: dict[str, int | str] = {}
    if own.state == "expired":
        values = {"day": day(own.expires, words.language)}
    elif own.state == "too_broad":
        values = {"count": len(own.findings), "most": own.at_most}
    why = words(f"accepted.{own.state}", **values)
    return words("accepted.wrong", file=own.file, what=_what(own), why=why)


def _what(own: model.AskedFor) -> str:
    subject = " ".join(f"{name}={value}" for name, value in own.subject.items())
    return " ".join(part for part in (own.rule, own.provision, subject) if part)


def _baseline(own: model.Baseline, words: Words) -> Iterator[str]:
    yield words("accepted.known", count=own.known, file=own.file, new=own.new)
    if own.elsewhere:
        yield words("accepted.elsewhere", count=own.elsewhere)
    for gone in own.gone[:MOST_GONE]:
        yield gone_finding(gone, words)
    if more := len(own.gone[MOST_GONE:]):
        yield words("accepted.more_gone", count=more)


def gone_finding(own: model.Gone, words: Words) -> str:
    """Findings that are gone, and whether that means that they are mended."""
    why, says = words(f"accepted.{own.why}"), own.message.in_language(words.language)
    return words("accepted.gone", id=own.id, rule=own.rule, why=why, message=says)


Line = tuple[str, str]


def acceptance(
    finding: model.Finding, words: Words, case: StatedCase | None = None
) -> tuple[Line, ...]:
    """A label, and what is said, for each way in which one finding is known or accepted, and for
    what the inspector decided of it.
    """
    said = [(words("known"), "")] if finding.known else []
    if finding.earlier is not None:
        number = finding.earlier.number
        said.append(
            (words("follow.new"), "")
            if number is None
            else (words("follow.known"), words("follow.known_as", number=number))
        )
    return (*said, *decided(finding, words, case))


def all_decided(report: model.Report, words: Words) -> list[tuple[Numbered, str, str]]:
    """Each decision, with the number of its finding."""
    every = ((own, decided(own.finding, words, report.case)) for own in numbered(report))
    return [(own, *line) for own, said in every for line in said]


def decided(finding: model.Finding, words: Words, case: StatedCase | None = None) -> Iterator[Line]:
    """The waiver of a finding, what was checked of it by hand, and what was last decided of it."""
    if (waiver := finding.waiver) is not None:
        label = words("waiver", day=day(waiver.expires, words.language))
        yield label, words("waiver.said", reason=waiver.reason, author=waiver.author)
    acts = [own for own in (case.decisions if case else ()) if own.finding == finding.id]
    checks = [("checked", ", ".join(own.checked), own) for own in acts if own.checked]
    last = [(own.decision, own.reason, own) for own in acts if own.decision][-1:]
    for name, why, own in (*checks, *last):
        said = words("waiver.said", reason=why, author=own.author)
        on = words("decided.on", day=_day(own.day, words)) if own.day else ""
        yield words(f"decided.{name}"), f"{said}{on}"


def case_lines(report: model.Report, words: Words) -> tuple[Line, ...]:
    """The case file's lines, as far as it has any, then what the rules left to the inspector."""
    about = () if report.case is None else _about(report.case, report, words)
    return (*(own for own in about if own[1]), *_given(report, words))


def _about(case: StatedCase, report: model.Report, words: Words) -> Iterator[Line]:
    own, service, supplied = case.establishment, case.service, case.supplied
    known = {own.id for own in report.findings}
    status, and_ = words(f"case.{case.status}"), f"{words('semicolon')} "
    title = words("case.title", number=case.number, version=case.version, status=status)
    yield words("case"), title
    yield words("establishment"), ", ".join(filter(None, (own.name, own.address)))
    yield words("case.operator"), own.operator or ""
    yield words("case.service"), service.name or ""
    yield words("case.mandate"), service.mandate or ""
    label = words("case.inspectors", count=len(service.inspectors))
    yield label, ", ".join(service.inspectors)
    if case.period.start or case.period.end:
        asked = model.Period.model_validate(dict(case.period))
        yield words("case.period"), span(asked, words.language)
    yield words("case.authorisation"), and_.join(_authorisation(case, report, words))
    closing = "answers_until" if case.status == "final-after-answers" else "answers_by"
    days: dict[str, date | None] = dict(case.dates)
    days[closing] = days.pop("answers_by")
    told = [words(f"case.{name}", day=_day(at, words)) for name, at in days.items() if at]
    yield words("case.dates"), ", ".join(told)
    by = words("case.by", by=supplied.by) if supplied.by else None
    parts = (by, supplied.how, words(f"case.{supplied.assurance}"))
    yield words("case.supplied"), ", ".join(filter(None, parts))
    if (ahead := case.clock.ahead) is not None:
        key = "case.behind" if ahead < timedelta() else "case.ahead" if ahead else "case.exact"
        many = duration(abs(ahead)).in_language(words.language)
        yield words("case.clock"), words(key, many=many)
    if case.answers or case.status != "provisional":
        answered = {own.finding for own in case.answers}
        said = (words("case.answered", count=len(answered & known), total=len(report.findings)),)
        yield words("case.answers"), _with_astray(said, answered - known, words)
    if case.decisions or case.waivers:
        yield words("case.decisions"), _decisions(case, report, words)


def _decisions(case: StatedCase, report: model.Report, words: Words) -> str:
    """The numbers of findings that are upheld, not upheld, accepted for a time, and undecided."""
    last = {own.finding: own.decision for own in case.decisions if own.decision}
    counted = Counter[str | None]()
    for own in report.findings:
        waived = {"waived"} if own.waiver else set()
        counted.update(({last.get(own.id), *waived} - {None}) or {"undecided"})
    kinds = ("upheld", "contested", "waived", "undecided")
    said = [words(f"case.{name}", count=counted[name]) for name in kinds if counted[name]]
    known = {own.id for own in report.findings}
    return _with_astray(said, {own.finding for own in case.decisions} - known, words)


def _with_astray(said: Iterable[str], ids: Collection[str], words: Words) -> str:
    """Sentences on findings; ids of none of them are named, not lost."""
    astray = [words("case.answers_astray", ids=", ".join(sorted(ids)))] if ids else []
    return f"{words('semicolon')} ".join((*said, *astray))


def _authorisation(case: StatedCase, report: model.Report, words: Words) -> Iterator[str]:
    own = case.authorisation
    if own.order:
        of = f" {words('case.of', day=_day(own.day, words))}" if own.day else ""
        # An inspector may write what the number is the number of: `Arrêté n° 12`.
        is_named = own.order.casefold().startswith(("arrêté", "arrete", "order"))
        yield (own.order if is_named else words("case.order", order=own.order)) + of
    if own.games:
        yield words("case.games", games=", ".join(own.games))
        if others := [name for name in report.games if name not in own.games]:
            yield words("case.not_authorised", games=", ".join(others))


def _given(report: model.Report, words: Words) -> Iterator[Line]:
    for ruleset in report.rulesets:
        for own in ruleset.given:
            what = own.text.in_language(words.language)
            key = "case.not_given" if own.value is None else "case.given_value"
            yield words("case.given"), words(key, what=what, value=own.value or "")


def _day(own: date, words: Words) -> str:
    return day(own.isoformat(), words.language)


_CLASSES: dict[model.Opinion, model.FindingClass] = {
    "violations": "departure",
    "to_confirm": "to_confirm",
    "record": "record",
}


def conclusion(report: model.Report, words: Words) -> str:
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


def _found(report: model.Report, words: Words) -> Iterator[str]:
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


def _sources(report: model.Report, name: model.FindingClass | None) -> list[model.LawSource | None]:
    """The texts that put findings into a class; without one, all texts that some rule applies."""
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


def _ground(source: model.LawSource | None) -> str:
    """The state of a text, in one word, for whoever is accused by it."""
    if source is None:
        return "unnamed"
    if source.abrogated:
        return "abrogated"
    if source.nature != "law":
        return source.nature
    return "paraphrased" if source.compared is None else "compared"


def _basis(sources: Iterable[model.LawSource | None], words: Words) -> str:
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


def reservations(report: model.Report, words: Words) -> tuple[str, ...]:
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


def yardsticks(report: model.Report, words: Words) -> tuple[str, ...]:
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
    law = words("law")
    usage = (
        words("opinion.usage", title=own.in_language(language), law=law) for own in titles_by_usage
    )
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


def payments(report: model.Report, words: Words) -> tuple[str, ...]:
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


def _of_kind(key: str, own: model.PaymentsOf, words: Words) -> str:
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


def demands(report: model.Report, words: Words) -> tuple[str, ...]:
    """A sentence for each game of which no payment could be checked, and one about what else had to
    be verified and could not be.
    """
    titles = {own.name: own.title.in_language(words.language) for own in report.rulesets}
    asked = [own for own in report.not_verified if not own.is_unasked]
    unpaid = [
        words(
            "demands.unpaid" if own.unchecked else "demands.unsettled",
            title=titles[own.ruleset or ""],
            count=own.unchecked,
        )
        for own in report.not_verified
        if own.is_unasked
    ]
    failed = dict.fromkeys(_demand(own, words) for own in asked)
    return (*unpaid, *([words("demands.failed", failed=", ".join(failed))] if failed else []))


def _demand(own: model.Demand, words: Words) -> str:
    if own.provision is None:
        return words("demands.payments", count=own.unchecked)
    return words("demands.provision", provision=own.provision, count=own.not_verifiable)
