"""A report as an audit would make it, with as many findings as a test wants."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from auditor.report.model import (
    Auditor,
    Bilingual,
    ByClass,
    BySeverity,
    CitedRow,
    ClassCounts,
    Compared,
    EvidenceRow,
    FieldName,
    Finding,
    Input,
    LawSource,
    LogNames,
    Period,
    Provision,
    ReasonCount,
    Report,
    RowRef,
    Rule,
    Ruleset,
    Run,
    SetAside,
    Severity,
    State,
    Step,
    Subject,
    Summary,
)

CSV, BOOK, SHEET = "soirée_2026-01-09.csv", "registre des cartes.xlsx", "Table BJ2 – été"


def both(fr: str, en: str) -> Bilingual:
    return Bilingual(fr=fr, en=en)


NAMES = LogNames(
    events={
        "bets_open": both("« faites vos jeux »", "opening of bets"),
        "deal": both("carte donnée", "card dealt"),
        "pay": both("paiement", "payment"),
        "stake": both("mise", "stake"),
    },
    fields={
        "amount": FieldName(type="money", said=both("montant", "amount")),
        "bet": FieldName(type="bet", said=both("pari", "bet")),
        "card": FieldName(type="card"),
        "face": FieldName(type="side"),
        "to": FieldName(type="recipient"),
    },
    words={
        "bet": {"tie": both("égalité", "tie")},
        "recipient": {"dealer": both("croupier", "dealer")},
        "side": {"up": both("face visible", "face up")},
    },
)
"""What a vocabulary might say; `discard`, `player` and `main` have no label."""


@dataclass(frozen=True)
class FaultShare:
    """A rule, the share of its subjects that break it, and what such a finding looks like."""

    rule: str
    severity: Severity
    provisions: tuple[str, ...]
    title: Bilingual
    message: Bilingual
    expected: str | None
    found: str | None
    steps: tuple[tuple[str, str], ...]
    rows: tuple[dict[str, str], ...]
    checked: int


FAULTS = (
    FaultShare(
        "five-burned",
        "major",
        ("55-19.6",),
        both("Cinq cartes brûlées avant la première donne", "Five cards burned before the deal"),
        both(
            "4 cartes brûlées avant la première donne : 5 sont exigées",
            "4 cards burned before the first deal: 5 are required",
        ),
        "5",
        "4",
        (("count of burn before first deal", "4"), ("first deal", "10H"), ("load.device", "shoe")),
        (
            {"event": "burn", "card": "7♠", "face": "up"},
            {"event": "burn", "card": "A♥", "face": "up"},
            {"event": "burn", "card": "10♦", "face": "up"},
            {"event": "burn", "card": "D♣", "face": "down"},
            {"event": "deal", "to": "player", "seat": "1", "card": "10H", "face": "up"},
        ),
        12,
    ),
    FaultShare(
        "tie-bet-pays-ten",
        "critical",
        ("55-19.32",),
        both("L'égalité paie dix fois la mise", "The tie bet pays ten to one"),
        both(
            "Mise sur l'égalité de 12,50 payée 137,50 ; 125,00 sont dus",
            "Tie stake of 12.50 paid 137.50; 125.00 is due",
        ),
        "125.00",
        "137.50",
        (
            ("sum of stake.amount where bet = tie", "12.50"),
            ("10 times staked", "125.00"),
            ("sum of pay.amount - sum of collect.amount", "137.50"),
            ("hand.outcome", "tie"),
        ),
        (
            {
                "event": "stake",
                "seat": "3",
                "player": "Mme Éloïse D’Haÿ",
                "bet": "tie",
                "amount": "12.50",
                "form": "chip",
            },
            {"event": "deal", "to": "player", "seat": "3", "card": "R♥", "face": "up"},
            {"event": "deal", "to": "dealer", "card": "R♣", "face": "up"},
            {
                "event": "pay",
                "seat": "3",
                "player": "Mme Éloïse D’Haÿ",
                "bet": "tie",
                "amount": "137.50",
            },
        ),
        186,
    ),
    FaultShare(
        "hand-maximum",
        "major",
        ("55-19.10", "55-19.14"),
        both(
            "Le total misé sur une main, joueurs debout compris, ne dépasse pas le maximum",
            "The total staked on a hand, standing players included, keeps to the maximum",
        ),
        both(
            "Le total des mises principales sur la main est de 1 250,00 alors que le maximum "
            "affiché à cette table à ce moment est de 1 000,00 ; trois joueurs y ont contribué, "
            "dont deux debout",
            "Main stakes on the hand add up to 1,250.00 while the maximum posted at this table at "
            "that moment is 1,000.00; three players contributed, two of them standing",
        ),
        "<= 1000.00",
        "1250.00",
        (("sum of stake.amount where bet = main", "1250.00"), ("limits.maximum", "1000.00")),
        (
            {"event": "table_open", "minimum": "5", "maximum": "1000", "spots": "7"},
            {
                "event": "stake",
                "seat": "2",
                "player": "Łukasz Żółć",
                "bet": "main",
                "amount": "750.00",
                "form": "plaque",
            },
            {
                "event": "stake",
                "seat": "2",
                "player": "O’Brien",
                "bet": "main",
                "amount": "250.00",
                "form": "chip",
                "standing": "true",
                "agreed": "true",
            },
            {
                "event": "stake",
                "seat": "2",
                "player": "Ñuñez & fils <SARL>",
                "bet": "main",
                "amount": "250.00",
                "form": "chip",
                "standing": "true",
                "agreed": "true",
            },
        ),
        4205,
    ),
    FaultShare(
        "late-stake",
        "major",
        ("55-19.15",),
        both("Aucune mise après « rien ne va plus »", "No stake after “no more bets”"),
        both(
            "Mise de 20,00 posée 4 s après « rien ne va plus »",
            "Stake of 20.00 placed 4 s after “no more bets”",
        ),
        None,
        "22:14:09",
        (("last no_more_bets in coup", "22:14:05"), ("stake.time", "22:14:09")),
        (
            {"event": "no_more_bets"},
            {"event": "stake", "seat": "5", "player": "J-117", "bet": "main", "amount": "20.00"},
        ),
        8810,
    ),
    FaultShare(
        "log-gap",
        "minor",
        ("log.gap",),
        both("Numéros de coup sans trou", "Coup numbers without a hole"),
        both("Le coup 41 suit le coup 39 : le coup 40 manque", "Coup 41 follows coup 39"),
        "40",
        "41",
        (("previous coup", "39"), ("coup", "41")),
        ({"event": "bets_open"}, {"event": "bets_open"}),
        1893,
    ),
)

PROVISIONS: tuple[tuple[str, State, str, str, int, tuple[str, ...]], ...] = (
    (
        "55-19.2",
        "compliant",
        "Six jeux de 52 cartes, deux couleurs de dos, en parfait état",
        "Six 52-card decks, two back colours, in perfect condition",
        3,
        ("decks",),
    ),
    (
        "55-19.3",
        "not_auditable",
        "Dépôt, garde et usage des cartes",
        "Deposit, keeping and use of cards",
        0,
        (),
    ),
    (
        "55-19.5",
        "compliant",
        "Préparation du sabot dans l'ordre",
        "Preparation in order",
        12,
        ("preparation",),
    ),
    ("55-19.7", "not_applicable", "Mélangeur automatique", "Automatic shuffler", 0, ("shuffler",)),
    (
        "55-19.11",
        "not_verifiable",
        "Chef de table présent quand un joueur debout mise",
        "Table chief present when a standing player stakes",
        0,
        ("chief-for-standing",),
    ),
    (
        "55-19.18",
        "compliant",
        "Une carte par main, de gauche à droite, le croupier en dernier",
        "One card a hand, clockwise, the croupier last",
        1893,
        ("deal-order",),
    ),
    (
        "40-1.shuffler",
        "not_verifiable",
        "Le mélangeur est d'un modèle agréé",
        "The shuffler is an approved model",
        0,
        ("approved-shuffler",),
    ),
)

REASONS = {
    "not_verifiable": both(
        "le journal n'enregistre aucun évènement `chief_arrive` ni `chief_leave`",
        "the log records no `chief_arrive` or `chief_leave` event",
    ),
    "not_applicable": both("aucun mélangeur en service", "no shuffler in use"),
    "not_auditable": both(
        "conservation des cartes : hors du journal de table", "custody of cards: not in a table log"
    ),
}


def evening(
    findings: int = 20, set_aside: int = 7, *, compared: bool = False, name: str = "Forges-les-Eaux"
) -> Report:
    """A lawful evening but for so many findings; the counts of the whole agree with the lists."""
    listed = tuple(sorted((finding(i) for i in range(findings)), key=lambda own: own.rows[0].row))
    per_rule = {fault.rule: 0 for fault in FAULTS}
    for own in listed:
        per_rule[own.rule.partition("/")[2]] += 1
    rules = (*(_rule(fault, per_rule[fault.rule]) for fault in FAULTS), *_quiet_rules())
    return Report(
        auditor=Auditor(version="0.1.0", libraries={"weasyprint": "70.0", "pydantic": "2.14"}),
        run=Run(
            started="2026-11-21T08:40:35+01:00",
            parameters={"stop_card_tolerance": 10, "records": "all", "from": "2026-01-09"},
            language="fr",
        ),
        establishments=(f"Casino de {name}",),
        games=("bataille",),
        period=Period(start="2026-01-09", end="2026-01-10"),
        inputs=_inputs(set_aside),
        rulesets=(_ruleset(compared),),
        names=NAMES,
        summary=_summary(rules, listed, set_aside),
        provisions=_provisions(per_rule),
        rules=rules,
        findings=listed,
        set_aside=tuple(_set_aside(i) for i in range(set_aside)),
    )


def finding(index: int) -> Finding:
    """The index-th finding: its fault in turn, its rows further down the log each time."""
    fault = FAULTS[index % len(FAULTS)]
    first = 17 + 23 * index
    context = {"casino": "Forges-les-Eaux", "session": "2026-01-09", "table": f"BT{index % 3 + 1}"}
    evidence = tuple(
        EvidenceRow(
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
    rows = tuple(RowRef(file=own.file, sheet=own.sheet, row=own.row) for own in evidence)
    return Finding(
        id=sha256(f"{fault.rule}{index}".encode()).hexdigest()[:12],
        rule=f"bataille/{fault.rule}",
        provisions=fault.provisions,
        severity=fault.severity,
        subject=Subject(
            casino=context["casino"],
            session=context["session"],
            table=context["table"],
            shoe=index // 50 + 1,
            coup=index % 50 + 1,
            seat=index % 7 + 1,
        ),
        rows=tuple(CitedRow(**own.model_dump()) for own in rows),
        message=fault.message,
        expected=fault.expected,
        found=fault.found,
        time=evidence[0].cells["time"],
        derivation=tuple(Step(text=text, value=value, rows=rows) for text, value in fault.steps),
        evidence=evidence,
        rows_total=len(evidence) + (38 if index % 7 == 3 else 0),
    )


COMPARED = Compared(edition=both("Journal officiel", "Official journal"), day="2026-01-02", by="JO")


def _law(article: str, *, compared: bool) -> LawSource:
    text = both("Arrêté du 14 mai 2007", "Order of 14 May 2007")
    return LawSource(
        text=text, article=article, edition="2013-05-12", compared=COMPARED if compared else None
    )


def _ruleset(compared: bool) -> Ruleset:
    return Ruleset(
        name="bataille",
        version="2026.1",
        sha256=sha256(b"bataille").hexdigest(),
        source="Arrêté du 14 mai 2007",
        title=both("Bataille", "Bataille (casino war)"),
        sources=(_law("55-19", compared=compared),),
        in_force=Period(start="2013-05-12"),
    )


def _inputs(set_aside: int) -> tuple[Input, ...]:
    return (
        Input(
            file=CSV,
            sheet=None,
            sha256=sha256(b"evening").hexdigest(),
            rows_read=48_311,
            rows_evaluated=48_311 - set_aside,
            rows_set_aside=set_aside,
        ),
        Input(
            file=BOOK,
            sheet=SHEET,
            sha256=sha256(b"book").hexdigest(),
            rows_read=312,
            rows_evaluated=312,
            rows_set_aside=0,
            notes=(both("2 lignes masquées ont été lues", "2 hidden rows were read"),),
        ),
    )


def _rule(fault: FaultShare, violations: int) -> Rule:
    checked = max(fault.checked, violations)
    return Rule(
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


def _quiet_rules() -> tuple[Rule, ...]:
    return tuple(
        Rule(
            rule=f"bataille/{rule}",
            provisions=(id_,),
            severity="major",
            title=both(fr, en),
            message=both("Sans reproche", "Blameless"),
            checked=checked,
            violations=0,
            compliant=checked,
            not_verifiable=43 if state == "not_verifiable" else 0,
            not_applicable=12 if state == "not_applicable" else 0,
            not_verifiable_reasons=(
                (ReasonCount(reason=REASONS[state], count=43),) if state == "not_verifiable" else ()
            ),
        )
        for id_, state, fr, en, checked, rules in PROVISIONS
        for rule in rules
    )


def _provisions(per_rule: dict[str, int]) -> tuple[Provision, ...]:
    quiet = (
        Provision(
            ruleset="bataille",
            id=id_,
            text=both(fr, en),
            state=state,
            reasons=(REASONS[state],) if state in REASONS else (),
            checked=checked,
            violations=0,
            compliant=checked,
            not_verifiable=43 if state == "not_verifiable" else 0,
            not_applicable=12 if state == "not_applicable" else 0,
            rules=tuple(f"bataille/{rule}" for rule in rules),
            source=_law("55-19" if id_.startswith("55") else "39", compared=id_.startswith("55")),
        )
        for id_, state, fr, en, checked, rules in PROVISIONS
    )
    loud = (
        Provision(
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


def _legal_order(provision: Provision) -> tuple[bool, str, int]:
    article, _, paragraph = provision.id.partition(".")
    numbered = paragraph.isdigit()
    return (not numbered, article, int(paragraph) if numbered else 0)


def _summary(rules: tuple[Rule, ...], findings: tuple[Finding, ...], set_aside: int) -> Summary:
    severities = [own.severity for own in findings]
    counts = {
        name: sum(getattr(rule, name) for rule in rules)
        for name in ("checked", "violations", "compliant", "not_verifiable", "not_applicable")
    }
    by_severity = BySeverity(
        critical=severities.count("critical"),
        major=severities.count("major"),
        minor=severities.count("minor"),
    )
    return Summary(
        **counts,
        by_severity=by_severity,
        by_class=ByClass(departure=ClassCounts(**counts, by_severity=by_severity)),
        set_aside=set_aside,
    )


def _set_aside(index: int) -> SetAside:
    cells = (
        ("amount", "12..5", "montant illisible : un nombre n'a qu'une marque décimale"),
        ("event", "mise_en_jeu", "évènement inconnu ; le plus proche est `stake`"),
        ("time", "2026-01-09T25:61:00", "heure illisible"),
        ("card", "1️⃣5♠", "carte inconnue"),
        (None, None, "ligne plus longue que l'en-tête : 31 cellules pour 24 colonnes"),
    )
    column, value, reason = cells[index % len(cells)]
    return SetAside(
        file=CSV, sheet=None, row=9 + 31 * index, column=column, value=value, reason=reason
    )
