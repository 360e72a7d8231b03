"""The declaration that events are recorded, and what rests on it: an absence is evidence only where
somebody vouches for it, or the log records such events elsewhere.
"""

from __future__ import annotations

from auditor.report.model import Finding, Report
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
    resting_on_it = {own.rule for own in report.rules if own.vouched_for}
    count = sum(own.rule in resting_on_it for own in report.findings)
    said = words("declared", kinds=_kinds(asked, words), by=f" {words('and')} ".join(by))
    resting = words("declared.resting" if count else "declared.nothing_rests", count=count)
    unrecorded = report.fitness.unrecorded
    doubtful = [words.event(own.event) for own in unrecorded if own.declared]
    doubt = (words("declared.doubtful", events=", ".join(doubtful)),) if doubtful else ()
    return (f"{said} {resting}", *doubt)


def rests_on(finding: Finding, report: Report, words: Words) -> str:
    """The ground of an absence that a finding looks at; nothing where it looks at none."""
    vouched_for = next((own.vouched_for for own in report.rules if own.rule == finding.rule), ())
    if vouched_for:
        return words("declared.rests", events=", ".join(map(words.event, vouched_for)))
    looked_for = [own for step in finding.derivation or () for own in step.missed]
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
