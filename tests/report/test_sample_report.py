"""The report that is shown is what the program writes."""

import csv
from collections import Counter
from decimal import Decimal
from pathlib import Path

import pytest

from auditor.report.render.json import read_json
from auditor.report.sections.figures import (
    differences,
    money_lines,
    short,
    short_by_class,
    side_short,
)
from tests.report.sample_report import SAMPLE, sample_audit
from tests.tables import table


def test_the_sample_report_holds_todays_findings() -> None:
    shown = read_json((SAMPLE / "findings.json").read_bytes())
    today = sample_audit().report
    assert shown.findings == today.findings
    assert shown.inputs == today.inputs


def test_the_sample_report_is_a_pdf() -> None:
    assert (SAMPLE / "report.pdf").read_bytes().startswith(b"%PDF")


def test_the_logs_are_blamed_for_no_check_that_waits_for_a_finding() -> None:
    report = sample_audit().report
    provisions = {own.id: own for own in report.provisions}
    left = report.fitness.unverifiable
    assert any(own.others for own in left)
    for own in left:
        provision = provisions[own.provision]
        assert own.not_verifiable <= provision.unknown
        assert own.not_verifiable + own.others == provision.not_verifiable


ROOT = Path(__file__).parents[2]
LOG = ROOT / "samples" / "bataille" / "faulty.csv"
REPORT = read_json((ROOT / "reports" / "sample" / "findings.json").read_bytes())

Coup = tuple[str, ...]
"""Shoe, coup and player."""

PAID, COLLECTED = (("pay",), ("collect",)), (("collect",), ("pay",))
SIDES = {"paid": PAID, "collected": COLLECTED, "half": (("collect",), ())}
"""What a player is paid less what is collected of him, and the other way round."""

CASES = [
    (provision, tuple(coup.split()), SIDES[sides], bets, due)
    for provision, coup, sides, bets, due, *_ in table(__file__, "What was due")
]
"""The provision, the coup, what is added and taken off, of which bets, and how many times which
stakes are due.
"""


def moved() -> dict[Coup, Counter[tuple[str, str]]]:
    """What was staked, paid and collected in each coup, by kind of event and bet."""
    found: dict[Coup, Counter[tuple[str, str]]] = {}
    with LOG.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if row["amount"]:
                own = found.setdefault((row["shoe"], row["coup"], row["player"]), Counter())
                own[row["event"], row["bet"]] += Decimal(row["amount"])  # type: ignore[assignment]
    return found


def by_hand() -> dict[tuple[str, Coup], tuple[Decimal, Decimal]]:
    """What was due and done, for each provision and coup."""
    of, sums = moved(), {}
    for provision, coup, (added, less), bets, due in CASES:
        laid = Counter({bet: own for (event, bet), own in of[coup].items() if event == "stake"})
        done = sum(of[coup][event, bet] for bet in bets.split() for event in added)
        done -= sum(of[coup][event, bet] for bet in bets.split() for event in less)
        times = (own.split() for own in due.split(", "))
        owed = sum(Decimal(many) * laid[bet] for many, bet in times)
        sums[provision, coup] = Decimal(owed), Decimal(done)
    return sums


def test_each_finding_with_a_sum_says_what_was_due_and_done() -> None:
    told = {
        (own.provisions[0], (str(own.subject.shoe), str(own.subject.coup), own.subject.player)): (
            Decimal(sums.due),
            Decimal(sums.done),
        )
        for own in REPORT.findings
        for sums in own.money
    }
    assert told == by_hand()


@pytest.mark.parametrize(
    ("provisions", "sides", "over"),
    [
        (("55-19.20", "55-19.27"), PAID, False),
        (("55-19.26", "55-19.32", "log.stakes"), PAID, True),
        (("55-19.21", "55-19.28", "55-19.30"), COLLECTED, False),
        (("55-19.24",), SIDES["half"], True),
    ],
)
def test_page_one_adds_them_up(
    provisions: tuple[str, ...], sides: tuple[tuple[str, ...], tuple[str, ...]], over: bool
) -> None:
    off = [done - due for (own, _), (due, done) in by_hand().items() if own in provisions]
    [own] = (
        own
        for own in differences(REPORT.findings)
        if ((own.events, own.less), own.over) == (sides, over)
    )
    assert (own.count, Decimal(own.amount)) == (len(off), abs(sum(off)))


def test_what_either_side_is_short_of_is_worked_out_by_hand() -> None:
    """Paid 1 of 2 (J1006), 8 collected of a void war (J1007), 20 instead of half of 20 (J1010);
    the house: 2 and 3 not collected, 4 and 20 paid too much, 3 paid to who staked nothing, and 20
    not collected beside 200 paid on a lost tie bet.
    """
    assert [(own.side, own.count, own.amount) for own in short(REPORT.findings)] == [
        ("players", 3, str(1 + 8 + 10)),
        ("house", 6, str(2 + 3 + 4 + 20 + 3 + 20 + 200)),
    ]


def test_what_has_no_legal_basis_is_not_added_to_departures() -> None:
    """Three euros were paid to J9003, who staked nothing: the record contradicts itself."""
    told = [
        (name, own.side, own.count, own.amount)
        for name, sums in short_by_class(REPORT)
        for own in sums
    ]
    assert told == [
        ("departure", "players", 3, "19"),
        ("departure", "house", 5, str(2 + 3 + 4 + 20 + 20 + 200)),
        ("record", "house", 1, "3"),
    ]


def test_the_sums_of_the_lines_are_those_of_page_one() -> None:
    for own in short(REPORT.findings):
        told = [line for _, line in money_lines(REPORT) if side_short(line) == own.side]
        assert sum(abs(Decimal(line.difference)) for line in told) == Decimal(own.amount)
