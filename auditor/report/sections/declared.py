"""The declaration that events are recorded, and what rests on it: an absence is evidence only where
somebody vouches for it, or the log records such events elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence

from auditor.report.model import Finding, LookedFor, Report
from auditor.report.words import Words

_MOST_KINDS = 8


def declaration(report: Report, words: Words) -> tuple[str, ...]:
    """The declaration, who made it, how many findings are so found, and what casts doubt upon it;
    nothing where nothing was declared.
    """
    asked, parameters = report.run.parameters.get("records"), report.run.parameters
    if not asked:
        return ()
    mapped = parameters.get("records_by_mapping")
    name = str(parameters.get("mapping")).partition(" (")[0]
    by = [words("declared.mapping", name=name)] if mapped else []
    if mapped != asked:
        by.insert(0, words("declared.option"))
    vouched_for = {own.rule: own.vouched_for for own in report.rules}
    looking = [own for own in report.findings if vouched_for.get(own.rule)]
    count = sum(bool(_resting(own, vouched_for[own.rule])) for own in looking)
    said = [words("declared", kinds=_kinds(asked, words), by=f" {words('and')} ".join(by))]
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


def rests_on(finding: Finding, report: Report, words: Words) -> str:
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


def _resting(finding: Finding, vouched_for: Sequence[str]) -> list[str]:
    """The kinds only vouched for that a finding looks for in vain, or has in a sum."""
    named = {kind for own in finding.money for kind in (*own.events, *own.less)}
    named.update(kind for own in _looked_for(finding) if not own.others for kind in own.events)
    return [kind for kind in vouched_for if kind in named]


def _looked_for(finding: Finding) -> list[LookedFor]:
    return [own for step in finding.derivation or () for own in step.missed]
