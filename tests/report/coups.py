"""Findings whose coups are hard to lay out: each is shown on the page `coups`, in this order."""

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


def event(row: int, name: str, **values: str) -> model.CoupEvent:
    return model.CoupEvent(file=FILE, sheet=None, row=row, event=name, values=values)


def stake(row: int, player: str, bet: str, amount: str, **values: str) -> model.CoupEvent:
    return event(row, "stake", player=player, bet=bet, amount=amount, **values)


def ref(number: int, name: str | None = None) -> model.CitedRow:
    return model.CitedRow(file=FILE, sheet=None, row=number, event=name)


COUP = (
    event(2, "bets_open", time="2026-01-09 21:00:00+01:00"),
    event(3, "stake", seat="2", player="A", bet="main", amount="2.50"),
    event(4, "stake", seat="1", player="B", bet="main", amount="4"),
    event(5, "stake", seat="2", player="C", bet="tie", amount="1"),
    event(6, "deal", seat="1", to="player", card="10D", face="up"),
    event(7, "deal", to="dealer", card="7S", face="up"),
    event(8, "pay", seat="2", player="A", bet="main", amount="5"),
    event(9, "discard", seat="1", to="player"),
)


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


def _with(coup: tuple[model.CoupEvent, ...], *rows: int, **more: object) -> model.Finding:
    cited = tuple(map(ref, rows)) or tuple(ref(own.row) for own in coup)
    return changed(laid_out(), coup=coup, rows=cited, **more)


_TOGETHER = tuple(changed(own, row=8) for own in COUP)
_BURNS = (event(12, "burn", card="AS", face="down"), event(13, "burn", card="9S", face="down"))
_UNPAID = model.Money(events=("pay",), due="5", done="0", difference="-5")
COUPS = (
    # A line for each seat and a column for each kind; that a card was removed tells nothing.
    laid_out(),
    # The rule read the stake and the payment of A; nothing of B, at the seat beside.
    _with(COUP, 3, 8),
    # Where a payment is lacking, it may stand under another seat: all are shown.
    _with(COUP, 3, 8, money=(_UNPAID,), decisive=()),
    # A row of which nobody can read what it is may have been any event, and is told once.
    _with((*COUP, *(event(10, kind, seat="2", amount="7") for kind in ("stake", "pay"))), 8, 4, 5),
    # Where nobody is seated the places are the players.
    _with(
        tuple(
            changed(own, values={k: v for k, v in own.values.items() if k != "seat"})
            for own in COUP
            if "player" in own.values
        )
    ),
    # Who acted is told where it was another than who did the rest.
    _with(
        (
            event(2, "bets_open", staff="CR11"),
            stake(8, "A", "main", "2", standing="true", staff="CR11"),
            stake(4, "A", "main", "3", standing="false", staff="CR11"),
            stake(5, "B", "main", "3", standing="false", staff="CR11"),
            event(6, "pay", player="A", bet="main", amount="2", staff="CR91"),
        )
    ),
    # `2 10 €` would be read as 210 €, and a number left out because others chose it too.
    _with(
        (
            stake(3, "A", "main", "10", number="2"),
            stake(4, "B", "main", "7.50", number="2"),
            stake(5, "C", "tie", "4"),
            event(8, "spin", number="2", time="2026-01-09 21:00:05+01:00"),
        )
    ),
    # `black 2,50 € + 1 €` would be read as 3,50 € on black.
    _with(
        (
            stake(3, "A", "tie", "2.50"),
            stake(4, "A", "main", "1"),
            stake(5, "B", "main", "4"),
            stake(6, "B", "tie", "5"),
            stake(7, "C", "main", "3"),
        )
    ),
    # What is said once is not left out as the usual.
    _with(
        (
            stake(3, "A", "main", "10"),
            event(8, "announce", text="7"),
            event(11, "choice", player="A", bet="tie"),
            event(12, "choice", player="A", bet="tie"),
        )
    ),
    # Events of one kind at the table are named once.
    _with((*COUP, *_BURNS), 8, 4, 5),
    # A frame around every cell of the coup would mark nothing; of several events of a row the
    # payment is meant.
    _with(_TOGETHER, 8),
    _with(_TOGETHER, 8, decisive=(ref(8, "pay"),)),
)
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
