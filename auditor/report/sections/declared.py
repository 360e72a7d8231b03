"""The declaration that events are recorded, and what rests on it: an absence is evidence only where
somebody vouches for it, or the log records such events elsewhere.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from auditor.report.model import Finding, LookedFor, Report
from auditor.report.words.table import Words

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
    count = sum(own.rule in _rules_resting(report) for own in report.findings)
    said = words("declared", kinds=_kinds(asked, words), by=f" {words('and')} ".join(by))
    resting = words("declared.resting" if count else "declared.nothing_rests", count=count)
    doubtful = [words.event(own) for own in sorted(_vouched_for(report))]
    doubt = (words("declared.doubtful", events=", ".join(doubtful)),) if doubtful else ()
    return (f"{said} {resting}", *doubt)


def rests_on(finding: Finding, report: Report, words: Words) -> str:
    """The ground of an absence that a finding looks at; nothing where it looks at none."""
    looked_for = _looked_for(finding)
    if _rests(finding, _vouched_for(report)):
        return words("declared.rests")
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


def _vouched_for(report: Report) -> AbstractSet[str]:
    """The kinds that no row records, and that are recorded by nothing but the declaration."""
    unrecorded = report.fitness.unrecorded
    return {own.event for own in unrecorded if own.declared and not own.exceptional}


def _rules_resting(report: Report) -> AbstractSet[str]:
    """Of each rule the first findings alone say where they looked; the others look for the same."""
    vouched = _vouched_for(report)
    return {own.rule for own in report.findings if _rests(own, vouched)}


def _rests(finding: Finding, vouched: AbstractSet[str]) -> bool:
    unmoved = (own.events for own in finding.money if own.done == "0")
    unfound = (own.events for own in _looked_for(finding) if not own.others)
    return any(not vouched.isdisjoint(events) for events in (*unmoved, *unfound))


def _looked_for(finding: Finding) -> list[LookedFor]:
    return [own for step in finding.derivation or () for own in step.missed]
