"""A report as an audit would make it, with as many findings as a test wants."""

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel

from auditor.report import model

CSV, BOOK, SHEET = "soirée_2026-01-09.csv", "registre des cartes.xlsx", "Table BJ2 – été"
Counted = TypeVar("Counted", bound=model.Counts)
Model = TypeVar("Model", bound=BaseModel)


def changed(own: Model, **values: object) -> Model:
    """The same with other values."""
    return own.model_copy(update=values)


def both(fr: str, en: str) -> model.Bilingual:
    return model.Bilingual(fr=fr, en=en)


HELD = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
LAWFUL = model.Report.model_validate(HELD["report"])
"""The evening without a finding, without a row set aside, and without a name."""
FAULTS = HELD["faults"]
"""What a finding of each of its first rules looks like."""
WANTING = model.Fitness.model_validate(HELD["wanting"])
"""A log with a fault of each sort."""
NAMES = LAWFUL.names
"""What a vocabulary might say; `discard`, `player` and `main` have no label."""
COMPARED = model.Compared(
    edition=both("Journal officiel", "Official journal"), day="2026-01-02", by="JO"
)


def evening(
    findings: int = 20, set_aside: int = 7, *, compared: bool = False, name: str = "Forges-les-Eaux"
) -> model.Report:
    """A lawful evening but for so many findings; the counts of the whole agree with the lists."""
    listed = tuple(sorted(map(finding, range(findings)), key=lambda own: own.rows[0].row))
    broken = Counter(own.rule for own in listed)
    rules = tuple(_broken(own, broken[own.rule]) for own in LAWFUL.rules)
    provisions = ((own, sum(broken[rule] for rule in own.rules)) for own in LAWFUL.provisions)
    log, book = LAWFUL.inputs
    rows = {"rows_evaluated": log.rows_read - set_aside, "rows_set_aside": set_aside}
    [ruleset] = LAWFUL.rulesets
    [law] = ruleset.sources
    law = changed(law, compared=COMPARED if compared else None)
    return changed(
        LAWFUL,
        establishments=(f"Casino de {name}",),
        inputs=(log.model_copy(update=rows), book),
        rulesets=(changed(ruleset, sources=(law,)),),
        summary=_summary(rules, listed, set_aside),
        provisions=tuple(
            _broken(own, count).model_copy(update={"state": "violated"} if count else {})
            for own, count in provisions
        ),
        rules=rules,
        findings=listed,
        set_aside=tuple(map(_set_aside, range(set_aside))),
    )


def _broken(own: Counted, violations: int) -> Counted:
    checked = max(own.checked, violations)
    counts = {"checked": checked, "violations": violations, "compliant": checked - violations}
    return own.model_copy(update=counts)


def paid_wrongly(*sums: tuple[str, str, str]) -> model.Report:
    """One player, and for each of his findings what was due, what was done, and the difference."""
    report = evening(len(sums), 0)
    findings = tuple(
        changed(
            own,
            subject=changed(own.subject, player="J7"),
            money=(model.Money(events=("pay",), due=due, done=done, difference=by),),
        )
        for own, (due, done, by) in zip(report.findings, sums, strict=True)
    )
    return changed(report, findings=findings)


def finding(index: int) -> model.Finding:
    """The index-th finding: its fault in turn, its rows further down the log each time."""
    nth = index % len(FAULTS)
    fault, rule = FAULTS[nth], LAWFUL.rules[nth]
    first = 17 + 23 * index
    context = {"casino": "Forges-les-Eaux", "session": "2026-01-09", "table": f"BT{index % 3 + 1}"}
    evidence = tuple(
        model.EvidenceRow(
            file=CSV,
            sheet=None,
            row=first + 2 * i,
            cells={
                "time": f"2026-01-09T22:{index % 60:02}:{i + 5:02}",
                **context,
                "shoe": str(index // 50 + 1),
                "coup": str(index % 50 + 1),
                **cells,
            },
        )
        for i, cells in enumerate(fault["rows"])
    )
    rows = tuple(model.RowRef(file=own.file, sheet=own.sheet, row=own.row) for own in evidence)
    return model.Finding(
        id=sha256(f"{rule.rule.removeprefix('bataille/')}{index}".encode()).hexdigest()[:12],
        rule=rule.rule,
        provisions=rule.provisions,
        severity=rule.severity,
        subject=model.Subject(
            casino=context["casino"],
            session=context["session"],
            table=context["table"],
            shoe=index // 50 + 1,
            coup=index % 50 + 1,
            seat=index % 7 + 1,
        ),
        rows=tuple(model.CitedRow(**own.model_dump()) for own in rows),
        message=rule.message,
        expected=fault["expected"],
        found=fault["found"],
        time=evidence[0].cells["time"],
        derivation=tuple(
            model.Step(text=text, value=value, rows=rows) for text, value in fault["steps"]
        ),
        evidence=evidence,
        rows_total=len(evidence) + (38 if index % 7 == 3 else 0),
    )


def _summary(
    rules: tuple[model.Rule, ...], findings: tuple[model.Finding, ...], set_aside: int
) -> model.Summary:
    severities = [own.severity for own in findings]
    counts = {
        name: sum(getattr(rule, name) for rule in rules)
        for name in ("checked", "violations", "compliant", "not_verifiable", "not_applicable")
    }
    by_severity = model.BySeverity(
        critical=severities.count("critical"),
        major=severities.count("major"),
        minor=severities.count("minor"),
    )
    return model.Summary(
        **counts,
        by_severity=by_severity,
        by_class=model.ByClass(departure=model.ClassCounts(**counts, by_severity=by_severity)),
        set_aside=set_aside,
    )


def _set_aside(index: int) -> model.SetAside:
    cells = (
        ("amount", "12..5", "montant illisible : un nombre n'a qu'une marque décimale"),
        ("event", "mise_en_jeu", "évènement inconnu ; le plus proche est `stake`"),
        ("time", "2026-01-09T25:61:00", "heure illisible"),
        ("card", "1️⃣5♠", "carte inconnue"),
        (None, None, "ligne plus longue que l'en-tête : 31 cellules pour 24 colonnes"),
    )
    column, value, reason = cells[index % len(cells)]
    return model.SetAside(
        file=CSV, sheet=None, row=9 + 31 * index, column=column, value=value, reason=reason
    )
