"""A report as an audit would make it, with as many findings as a test wants."""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter

from auditor.report import model

CSV, BOOK, SHEET = "soirée_2026-01-09.csv", "registre des cartes.xlsx", "Table BJ2 – été"


def both(fr: str, en: str) -> model.Bilingual:
    return model.Bilingual(fr=fr, en=en)


HELD = json.loads(Path(__file__).with_suffix(".json").read_text("utf-8"))
NAMES = model.LogNames.model_validate(HELD["names"])
"""What a vocabulary might say; `discard`, `player` and `main` have no label."""
REASONS = {state: model.Bilingual(**own) for state, own in HELD["reasons"].items()}


@dataclass(frozen=True)
class FaultShare:
    """A rule, the share of its subjects that break it, and what such a finding looks like."""

    rule: str
    severity: model.Severity
    provisions: tuple[str, ...]
    title: model.Bilingual
    message: model.Bilingual
    expected: str | None
    found: str | None
    steps: tuple[tuple[str, str], ...]
    rows: tuple[dict[str, str], ...]
    checked: int


FAULTS = TypeAdapter(tuple[FaultShare, ...]).validate_python(HELD["faults"])


@dataclass(frozen=True)
class Quiet:
    """A provision that nobody breaks, and its rules."""

    id: str
    state: model.State
    fr: str
    en: str
    checked: int
    rules: tuple[str, ...]

    @property
    def counts(self) -> dict[str, Any]:
        return {
            "checked": self.checked,
            "violations": 0,
            "compliant": self.checked,
            "not_verifiable": 43 if self.state == "not_verifiable" else 0,
            "not_applicable": 12 if self.state == "not_applicable" else 0,
        }


PROVISIONS = TypeAdapter(tuple[Quiet, ...]).validate_python(HELD["provisions"])


def evening(
    findings: int = 20, set_aside: int = 7, *, compared: bool = False, name: str = "Forges-les-Eaux"
) -> model.Report:
    """A lawful evening but for so many findings; the counts of the whole agree with the lists."""
    listed = tuple(sorted((finding(i) for i in range(findings)), key=lambda own: own.rows[0].row))
    per_rule = {fault.rule: 0 for fault in FAULTS}
    for own in listed:
        per_rule[own.rule.partition("/")[2]] += 1
    rules = (*(_rule(fault, per_rule[fault.rule]) for fault in FAULTS), *_quiet_rules())
    return model.Report(
        auditor=model.Auditor(
            version="0.1.0", libraries={"weasyprint": "70.0", "pydantic": "2.14"}
        ),
        run=model.Run(
            started="2026-11-21T08:40:35+01:00",
            parameters={"stop_card_tolerance": 10, "records": "all", "from": "2026-01-09"},
            language="fr",
        ),
        establishments=(f"Casino de {name}",),
        games=("bataille",),
        period=model.Period(start="2026-01-09", end="2026-01-10"),
        inputs=_inputs(set_aside),
        rulesets=(_ruleset(compared),),
        names=NAMES,
        summary=_summary(rules, listed, set_aside),
        provisions=_provisions(per_rule),
        rules=rules,
        findings=listed,
        set_aside=tuple(_set_aside(i) for i in range(set_aside)),
    )


def paid_wrongly(*sums: tuple[str, str, str]) -> model.Report:
    """One player, and for each of his findings what was due, what was done, and the difference."""
    report = evening(len(sums), 0)
    findings = tuple(
        own.model_copy(
            update={
                "subject": own.subject.model_copy(update={"player": "J7"}),
                "money": (model.Money(events=("pay",), due=due, done=done, difference=by),),
            }
        )
        for own, (due, done, by) in zip(report.findings, sums, strict=True)
    )
    return report.model_copy(update={"findings": findings})


def finding(index: int) -> model.Finding:
    """The index-th finding: its fault in turn, its rows further down the log each time."""
    fault = FAULTS[index % len(FAULTS)]
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
        for i, cells in enumerate(fault.rows)
    )
    rows = tuple(model.RowRef(file=own.file, sheet=own.sheet, row=own.row) for own in evidence)
    return model.Finding(
        id=sha256(f"{fault.rule}{index}".encode()).hexdigest()[:12],
        rule=f"bataille/{fault.rule}",
        provisions=fault.provisions,
        severity=fault.severity,
        subject=model.Subject(
            casino=context["casino"],
            session=context["session"],
            table=context["table"],
            shoe=index // 50 + 1,
            coup=index % 50 + 1,
            seat=index % 7 + 1,
        ),
        rows=tuple(model.CitedRow(**own.model_dump()) for own in rows),
        message=fault.message,
        expected=fault.expected,
        found=fault.found,
        time=evidence[0].cells["time"],
        derivation=tuple(
            model.Step(text=text, value=value, rows=rows) for text, value in fault.steps
        ),
        evidence=evidence,
        rows_total=len(evidence) + (38 if index % 7 == 3 else 0),
    )


COMPARED = model.Compared(
    edition=both("Journal officiel", "Official journal"), day="2026-01-02", by="JO"
)


def _law(article: str, *, compared: bool) -> model.LawSource:
    text = both("Arrêté du 14 mai 2007", "Order of 14 May 2007")
    return model.LawSource(
        text=text, article=article, edition="2013-05-12", compared=COMPARED if compared else None
    )


def _ruleset(compared: bool) -> model.Ruleset:
    return model.Ruleset(
        name="bataille",
        version="2026.1",
        sha256=sha256(b"bataille").hexdigest(),
        source="Arrêté du 14 mai 2007",
        title=both("Bataille", "Bataille (casino war)"),
        sources=(_law("55-19", compared=compared),),
        in_force=model.Period(start="2013-05-12"),
    )


def _inputs(set_aside: int) -> tuple[model.Input, ...]:
    return (
        model.Input(
            file=CSV,
            sheet=None,
            sha256=sha256(b"evening").hexdigest(),
            rows_read=48_311,
            rows_evaluated=48_311 - set_aside,
            rows_set_aside=set_aside,
        ),
        model.Input(
            file=BOOK,
            sheet=SHEET,
            sha256=sha256(b"book").hexdigest(),
            rows_read=312,
            rows_evaluated=312,
            rows_set_aside=0,
            notes=(both("2 lignes masquées ont été lues", "2 hidden rows were read"),),
        ),
    )


def _rule(fault: FaultShare, violations: int) -> model.Rule:
    checked = max(fault.checked, violations)
    return model.Rule(
        rule=f"bataille/{fault.rule}",
        provisions=fault.provisions,
        severity=fault.severity,
        title=fault.title,
        message=fault.message,
        checked=checked,
        violations=violations,
        compliant=checked - violations,
        not_verifiable=0,
    )


def _quiet_rules() -> tuple[model.Rule, ...]:
    return tuple(
        model.Rule(
            rule=f"bataille/{rule}",
            provisions=(own.id,),
            severity="major",
            title=both(own.fr, own.en),
            message=both("Sans reproche", "Blameless"),
            **own.counts,
            not_verifiable_reasons=(
                (model.ReasonCount(reason=REASONS[own.state], count=43),)
                if own.state == "not_verifiable"
                else ()
            ),
        )
        for own in PROVISIONS
        for rule in own.rules
    )


def _provisions(per_rule: dict[str, int]) -> tuple[model.Provision, ...]:
    quiet = (
        model.Provision(
            ruleset="bataille",
            id=own.id,
            text=both(own.fr, own.en),
            state=own.state,
            reasons=(REASONS[own.state],) if own.state in REASONS else (),
            **own.counts,
            rules=tuple(f"bataille/{rule}" for rule in own.rules),
            source=_law(
                "55-19" if own.id.startswith("55") else "39", compared=own.id.startswith("55")
            ),
        )
        for own in PROVISIONS
    )
    loud = (
        model.Provision(
            ruleset="bataille",
            id=id_,
            text=fault.title,
            state="violated" if per_rule[fault.rule] else "compliant",
            checked=max(fault.checked, per_rule[fault.rule]),
            violations=per_rule[fault.rule],
            compliant=max(fault.checked, per_rule[fault.rule]) - per_rule[fault.rule],
            not_verifiable=0,
            rules=(f"bataille/{fault.rule}",),
        )
        for fault in FAULTS
        for id_ in fault.provisions
    )
    return tuple(sorted((*quiet, *loud), key=_legal_order))


def _legal_order(provision: model.Provision) -> tuple[bool, str, int]:
    article, _, paragraph = provision.id.partition(".")
    numbered = paragraph.isdigit()
    return (not numbered, article, int(paragraph) if numbered else 0)


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
