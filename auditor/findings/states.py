"""Each rule and each provision: how often it was exercised, its state, and why."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from auditor.findings.causes import Causes, causes
from auditor.findings.dependencies import kinds_by_rule
from auditor.findings.finding import Judged, both, class_of, law_source
from auditor.judge.verdict import Tally
from auditor.language import core
from auditor.report import model
from auditor.values import Reason


def rules(part: Judged, findings: Iterable[model.Finding]) -> tuple[model.Rule, ...]:
    """How often each rule was exercised; of its violations, those that are reported."""
    violations = Counter(finding.rule for finding in findings)
    titles = _titles(part.program)
    behind = causes(part.program, part.profile, part.tallies)
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
            message=both(tally.rule.message),
            checked=tally.compliant + violations[tally.rule.id],
            violations=violations[tally.rule.id],
            not_verifiable=tally.unverified,
            compliant=tally.compliant,
            not_applicable=tally.not_applicable,
            suspended=sum(
                count
                for reasons, count in tally.not_verifiable.items()
                if behind.settled_by(reasons)
            ),
            readings=tally.rule.rests_on,
            not_verifiable_reasons=_reasons(tally, behind),
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
        titles[rule.id] = model.Bilingual(fr=text.fr + own, en=text.en + own)
    return titles


def _reasons(tally: Tally, behind: Causes) -> tuple[model.ReasonCount, ...]:
    """The most frequent first."""
    counted = sorted(tally.not_verifiable.items(), key=lambda pair: -pair[1])
    ruleset = tally.rule.id.removesuffix(tally.rule.name)
    return tuple(
        model.ReasonCount(
            reason=both(behind.together(reasons)),
            count=count,
            waits_for=tuple(sorted(ruleset + name for name in behind.settled_by(reasons))),
            without_result=behind.without_result(reasons),
        )
        for reasons, count in counted
    )


def provisions(part: Judged, judged: Sequence[model.Rule]) -> tuple[model.Provision, ...]:
    """The state of each provision, over all the rules that cite it."""
    behind = causes(part.program, part.profile, part.tallies)
    citing = {
        provision.id: [rule for rule in judged if provision.id in rule.provisions]
        for provision in part.program.provisions
    }
    return tuple(
        _provision(part, behind, provision, citing[provision.id])
        for provision in in_order(part.program.provisions)
    )


def in_order(declared: Sequence[core.Provision]) -> list[core.Provision]:
    """The articles of a text by their numbers, though two rulesets declare some each; texts, and
    provisions without numbers, as they are declared; last the record, which is no law.
    """
    texts = list(dict.fromkeys(own.source for own in declared))
    numbered = {
        text: all(own.id[:1].isdecimal() for own in declared if own.source == text)
        for text in texts
    }

    def place(own: core.Provision) -> tuple[bool, int, list[int]]:
        numbers = re.findall(r"[0-9]+", own.id) if numbered[own.source] else []
        is_record = own.source is not None and own.source.nature == "record"
        return is_record, texts.index(own.source), [int(number) for number in numbers]

    return sorted(declared, key=place)


def _provision(
    part: Judged, behind: Causes, provision: core.Provision, citing: Sequence[model.Rule]
) -> model.Provision:
    counts = {
        name: sum(getattr(rule, name) for rule in citing) for name in model.Counts.model_fields
    }
    named = {rule.rule for rule in citing}
    unsure: dict[Reason, None] = {}
    for tally in part.tallies:
        if tally.rule.id in named:
            unsure.update(dict.fromkeys(r for reasons in tally.not_verifiable for r in reasons))
    why = list(dict.fromkeys(both(behind.sentence(reason)) for reason in unsure))
    if (reason := provision.not_auditable or provision.not_applicable) is not None:
        why = [both(reason)]
    return model.Provision(
        ruleset=part.program.name,
        id=provision.id,
        text=both(provision.text),
        state=state(provision, counts),
        reasons=tuple(why),
        rules=tuple(rule.rule for rule in citing),
        source=law_source(provision.source) if provision.source is not None else None,
        refers_to=provision.refers_to,
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
