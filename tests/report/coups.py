"""Findings whose coups are hard to lay out: each is shown on the page `coups`, in this order."""

from pathlib import Path

from auditor.report import model
from tests.report.evening import NAMES, both, changed, evening, finding

FILE = "log.csv"
NAMED = model.LogNames(
    events={
        **NAMES.events,
        "announce": both("annonce", "announcement"),
        "spin": both("lancer", "spin"),
    },
    fields={
        **NAMES.fields,
        "number": model.FieldName(type="integer", said=both("numéro", "number")),
        "standing": model.FieldName(type="boolean"),
        "text": model.FieldName(type="text"),
    },
    words={
        **NAMES.words,
        "bet": {"main": both("en plein", "straight"), "tie": both("noir", "black")},
    },
)


def ref(number: int, name: str | None = None) -> model.CitedRow:
    return model.CitedRow(file=FILE, sheet=None, row=number, event=name)


def event(line: str) -> model.CoupEvent:
    row, name, *values = line.split()
    told = dict(own.replace("_", " ").split("=", 1) for own in values)
    return model.CoupEvent(file=FILE, sheet=None, row=int(row), event=name, values=told)


PARTS = [
    part.splitlines()
    for part in Path(__file__).with_name("coups.txt").read_text("utf-8").split("\n\n")[1:]
]
COUP = tuple(event(line) for line in PARTS[0] if line[0].isdecimal())


def laid_out(*money: model.Money) -> model.Finding:
    own = finding(0)
    return changed(
        own,
        coup=COUP,
        rows=(ref(8), ref(4), ref(5)),
        decisive=(ref(8),),
        money=money,
        time="2026-01-09T23:59:30+01:00",
        subject=changed(own.subject, table="T1", player="A"),
    )


def _read(lines: list[str]) -> model.Finding:
    coup = tuple(event(line) for line in lines if line[0].isdecimal())
    told = dict(line.partition(" ")[::2] for line in lines if not line[0].isdecimal())
    cited = told.get("cites", " ".join(str(own.row) for own in coup)).split()
    decisive = (own.partition(":") for own in told.get("decisive", "8").split())
    return changed(
        laid_out(*[_UNPAID] * ("unpaid" in told)),
        coup=coup,
        rows=tuple(ref(int(row)) for row in cited),
        decisive=tuple(ref(int(row), name or None) for row, _, name in decisive),
    )


_UNPAID = model.Money(events=("pay",), due="5", done="0", difference="-5")
COUPS = [_read(lines) for lines in PARTS]
UNREAD = model.SetAside(
    file=FILE, sheet=None, row=10, column="event", value="p?y", reason="illisible"
)


def coups() -> model.Report:
    """A report of one rule for each of the coups, so that each is shown."""
    report = evening(0)
    broken = {"checked": 1, "violations": 1, "compliant": 0}
    rules = tuple(
        changed(report.rules[0], **broken, rule=f"bataille/r{at:02}") for at in range(len(COUPS))
    )
    findings = tuple(
        changed(own, rule=f"bataille/r{at:02}", id=f"{at:012x}") for at, own in enumerate(COUPS)
    )
    return changed(report, names=NAMED, rules=rules, findings=findings, set_aside=(UNREAD,))
