"""Which rows of a finding are wrong, in the samples of all games: read there, and not printed."""

import json
from functools import cache
from pathlib import Path

import pytest

from auditor.audit import Engine, audit_log, read_log
from auditor.report.labels import Words
from auditor.report.model import Finding, Report
from auditor.report.sections.finding_cards import cited, course, to_rule_out
from tests.tables import table

SAMPLES = Path(__file__).parents[2] / "samples"
GAMES = ("bataille", "boule", "vingt-trois", "punto-banco")

# The row of the stake or of the subject, and those of the payment or of the event that is wrong.
WRONG = {
    (game, int(row)): [*map(int, wrong.split())]
    for game, row, wrong, *_ in table(__file__, "Rows that are wrong")
}


@cache
def report(game: str, engine: Engine = "columns") -> Report:
    log = read_log(SAMPLES / game / "faulty.csv")
    return audit_log(log, rules=game, records="all", engine=engine).report


def at(game: str, row: int) -> Finding:
    [own] = [own for own in report(game).findings if own.rows[0].row == row]
    return own


@pytest.mark.sampled(6)
@pytest.mark.parametrize(("game", "row"), WRONG)
def test_a_finding_points_at_what_is_wrong(game: str, row: int) -> None:
    assert [own.row for own in at(game, row).decisive] == WRONG[game, row]


@pytest.mark.parametrize("game", GAMES)
def test_a_sum_points_at_payments_and_one_too_large_at_those_that_a_fault_made(game: str) -> None:
    own = report(game)
    faults = json.loads((SAMPLES / game / "faulty.injected.json").read_text("utf-8"))
    made = {row for fault in faults for row in fault["rows"]}
    payments = {kind.event for kind in own.payments.by_event}
    sums = [finding for finding in own.findings if finding.money]
    assert sums
    for finding in sums:
        assert {row.event for row in finding.decisive} <= payments
        if not finding.money[0].difference.startswith("-"):
            assert made & {row.row for row in finding.decisive}


@pytest.mark.nightly
def test_both_engines_point_at_the_same_rows() -> None:
    told = [
        [
            (own.id, own.decisive, own.beside, own.unpriced)
            for own in report("boule", engine).findings
        ]
        for engine in ("columns", "reference")
    ]
    assert told[0] == told[1]


def test_the_head_names_the_payment_or_that_there_is_none() -> None:
    fr, en = (Words(language, report("bataille").names) for language in ("fr", "en"))
    paid, untaken = at("bataille", 785), at("bataille", 1959)
    assert (
        cited(paid, fr).replace("\u00a0", " ").replace("\u202f", " ")
        == "faulty.csv : mise l. 785, paiement l. 804"
    )
    assert cited(untaken, en).replace("\u00a0", " ").replace("\u202f", " ") == (
        "faulty.csv: stake refused row 1959, collection: nothing"
    )


def test_what_came_too_late_says_after_what_and_how_long() -> None:
    """The bets were closed at 23:54:16 (row 625), and the stake came at 23:54:18."""
    fr = Words("fr", report("bataille").names)
    late = course(at("bataille", 626), fr).replace("\u00a0", " ").replace("\u202f", " ")
    assert late == (
        "Mise (place 4) à 23:54:18 (l. 626) ; « rien ne va plus » 2 s avant, à 23:54:16 (l. 625)."
    )
    chief = course(at("bataille", 1586), fr).replace("\u00a0", " ").replace("\u202f", " ")
    assert "départ du chef de table 16 s avant, à 00:29:01 (l. 1577)" in chief
    assert "arrivée du chef de table 42 s après, à 00:29:59 (l. 1621)" in chief
    said = to_rule_out(at("bataille", 626), (), fr)
    assert said.startswith("fait non inscrit, ordre de saisie, précision de l’horloge")
    assert course(at("bataille", 785), fr) == ""


@pytest.mark.parametrize(("game", "row"), [("boule", 640), ("bataille", 1959), ("bataille", 785)])
def test_of_what_is_lacking_it_is_first_to_be_excluded_that_it_was_done(
    game: str, row: int
) -> None:
    assert to_rule_out(at(game, row), (), Words("fr")).startswith("fait non inscrit")
