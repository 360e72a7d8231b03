"""Information beside the findings, worked out by hand; a fair wheel and a loaded one."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import comb, erfc, exp, sqrt
from pathlib import Path
from random import Random

import pytest

from auditor import audit_log, read_log
from auditor.engine import partition
from auditor.findings.information import alone, chances, holm
from auditor.report.model import Bilingual, Measure, Report, Result, Share, Take
from auditor.report.render.html import html_text
from auditor.report.render.json import json_bytes
from auditor.report.render.xlsx import xlsx_bytes
from tests.report.render.test_xlsx import read, values


def counted(*counts: int, ways: tuple[int, ...], draws: str | None = None) -> Measure:
    name = Bilingual(fr="x", en="x")
    results = tuple(
        Result(value=str(at), said=name, ways=own, count=count)
        for at, (own, count) in enumerate(zip(ways, counts, strict=True))
    )
    return Measure(
        ruleset="r",
        statistic="s",
        title=name,
        scope="house",
        within={},
        count=sum(counts),
        left_out=0,
        results=results,
        draws=draws or str(sum(counts)),
        too_few=False,
    )


def taken(gained: str, expected: str, deviation: str) -> Measure:
    own = counted(ways=()).model_dump() | {"results": (), "draws": None}
    take = Take(wagered="100", gained=gained, expected=expected, deviation=deviation)
    return Measure.model_validate(own | {"take": take})


def test_two_results_follow_the_binomial_law() -> None:
    # 2 of 20 where one in four is expected: as few or fewer, twice.
    few = sum(Fraction(comb(20, k) * 3 ** (20 - k), 4**20) for k in range(3))
    assert alone(counted(2, 18, ways=(1, 3))) == pytest.approx(float(2 * few), rel=1e-12)
    # None at all, and all of them: the smaller side is that of these alone.
    assert alone(counted(0, 20, ways=(1, 1))) == pytest.approx(2 / 2**20, rel=1e-12)
    assert alone(counted(20, 0, ways=(1, 1))) == pytest.approx(2 / 2**20, rel=1e-12)
    assert alone(counted(10, 10, ways=(1, 1))) == 1.0


def test_more_results_follow_the_chi_square_law() -> None:
    # Ten of each are expected: (25 + 0 + 25) / 10 is 5, and of two degrees the share is exp(-5/2).
    assert alone(counted(5, 10, 15, ways=(1, 1, 1))) == pytest.approx(exp(-2.5), rel=1e-9)
    # By ways, 24, 48 and 48 of 120: (36 + 36) / 48 + 0.
    square = 36 / 48 + 36 / 48
    assert alone(counted(24, 42, 54, ways=(1, 2, 2))) == pytest.approx(exp(-square / 2), rel=1e-9)


def test_what_is_not_put_back_scatters_less() -> None:
    # Thirty draws that scatter like ten: the square of the differences counts three times.
    own = counted(5, 10, 15, ways=(1, 1, 1), draws="10")
    assert alone(own) == pytest.approx(exp(-7.5), rel=1e-9)


def test_sums_follow_the_normal_law() -> None:
    assert alone(taken("30", "10", "8")) == pytest.approx(erfc(2.5 / sqrt(2)), rel=1e-9)
    assert alone(taken("-10", "10", "8")) == pytest.approx(erfc(2.5 / sqrt(2)), rel=1e-9)


def test_the_shares_are_corrected_for_all_comparisons() -> None:
    # 4 · 0.01, 3 · 0.02, 2 · 0.04, and never less than what stands before it.
    assert holm((0.04, 0.01, 0.9, 0.02)) == pytest.approx((0.08, 0.04, 0.9, 0.06))
    assert holm((0.5, 0.6)) == (1.0, 1.0)
    assert holm(()) == ()


def test_nothing_is_said_of_too_few() -> None:
    few = counted(1, 2, ways=(1, 1)).model_copy(update={"too_few": True})
    none, found = chances((few, counted(4, 16, ways=(1, 1))))
    assert none is None
    # It is no comparison, and corrects none: 2 · (1 + 20 + 190 + 1140 + 4845) / 2^20.
    assert found == Share(alone="0.0118", corrected="0.0118")


RULES = """ruleset wheel-of-nine version "1" title fr "Neuf" en "Nine"
use wheel
provision 1 fr "Sept fois" en "Seven times"

record line for each coup, number from stake
  let staked    = sum of stake.amount
  let paid      = sum of pay.amount
  let collected = sum of collect.amount

table places_of (drawn : 1..9) gives integer
  1..9 -> 1

table balls_of (ball : 1..3) gives integer
  1 -> 2
  2 -> 4
  3 -> 6

statistic numbers
  fr "Numéros sortis" en "Numbers that came out"
  for each spin
  observed number
  ways places_of
  per house, device

statistic balls
  fr "Boules" en "Balls"
  for each spin
  applies when place is recorded
  observed place
  ways balls_of without return in sitting
  per house

statistic take
  fr "Recette" en "Take"
  for each line where staked > 0
  wagered staked
  gained collected - paid
  foreseen case number = drawn -> -7 times staked else -> staked
  ways places_of in coup
  per house, device

rule seven-times
  severity major
  cites 1
  for each line
  applies when paid > 0
  require paid = 7 times staked
  message fr "{found} payés" en "{found} paid"
example "seven" of seven-times complies
  | table=T coup=1
  | stake player=A bet=straight number=3 amount=2
  | pay player=A bet=straight number=3 amount=14
example "eight" of seven-times violates at 1, 2
  | table=T coup=1
  | stake player=A bet=straight number=3 amount=2
  | pay player=A bet=straight number=3 amount=16
"""
HEADER = "casino,season,session,table,coup,event,player,bet,number,place,amount,minimum"


def row(coup: int, event: str, number: object, place: object = "", amount: object = "") -> str:
    """A row of the first table; coup 1001 is the first of the second."""
    table, at = ("T1", coup) if coup < 1000 else ("T2", coup - 1000)
    player = "" if event == "spin" else "A"
    bet = player and "straight"
    return f"Nord,2026,2026-01-09,{table},{at},{event},{player},{bet},{number},{place},{amount},"


def served(rows: list[str]) -> list[str]:
    """The rows, with each table opened before and closed after them."""
    tables = sorted({line.split(",")[3] for line in rows})
    opens = [f"Nord,2026,2026-01-09,{table},,table_open,,,,,,5" for table in tables]
    closes = [f"Nord,2026,2026-01-09,{table},,table_close,,,,,," for table in tables]
    return [*opens, *rows, *closes]


def coup(number: int, drawn: int, stakes: Mapping[int, object], place: object = "") -> list[str]:
    settled = [
        row(number, "pay", on, amount=7 * Fraction(str(amount)))
        if on == drawn
        else row(number, "collect", on, amount=amount)
        for on, amount in stakes.items()
    ]
    laid = [row(number, "stake", on, amount=amount) for on, amount in stakes.items()]
    return [*laid, row(number, "spin", drawn, place), *settled]


def report(folder: Path, rows: list[str], engine: str = "columns") -> Report:
    rules, log = folder / "wheel-of-nine.rules", folder / "log.csv"
    rules.write_text(RULES, encoding="utf-8")
    log.write_text("\n".join((HEADER, *served(rows))) + "\n", encoding="utf-8")
    reading = read_log(log, rules=rules)
    return audit_log(reading, rules=rules, records="all", engine=engine).report  # type: ignore[arg-type]


def measures(own: Report, statistic: str) -> list[Measure]:
    assert own.information is not None
    return [one for one in own.information.measures if one.statistic == statistic]


THREE = [
    *coup(1, 3, {3: 2, 4: 1}),
    *coup(2, 5, {3: 10}),
    *coup(1001, 9, {1: "0.50"}),
]


def test_results_and_sums_are_those_of_the_log(tmp_path: Path) -> None:
    own = report(tmp_path, THREE)
    house, first, second = measures(own, "numbers")
    assert [one.count for one in house.results] == [0, 0, 1, 0, 1, 0, 0, 0, 1]
    assert (house.within, house.scope, house.draws) == ({"casino": "Nord"}, "house", "3")
    assert [one.within["table"] for one in (first, second)] == ["T1", "T2"]
    house, first, second = measures(own, "take")
    assert house.take is not None
    assert first.take is not None
    # 13.50 were wagered; 14 paid on the 3, and 1, 10 and 0.50 collected.
    assert (house.take.wagered, house.take.gained) == ("13.50", "-2.50")
    assert house.take.expected == "1.50"  # a ninth
    # Of two stakes in one coup: 3 with seven numbers, else 1 - 14 and 2 - 7; of one: 10 or -70.
    coup_1 = [3] * 7 + [1 - 14, 2 - 7]
    coup_2 = [10] * 8 + [-70]
    spread = sum(
        Fraction(sum(x * x for x in one), 9) - Fraction(sum(one), 9) ** 2
        for one in (coup_1, coup_2)
    )
    assert abs(Fraction(first.take.deviation) ** 2 - spread) < Fraction(1, 100)
    assert all(one.too_few for one in own.information.measures)  # type: ignore[union-attr]


def test_balls_that_are_not_put_back_are_fewer_draws(tmp_path: Path) -> None:
    rows = [line for at, place in enumerate((1, 2, 3, 3), 1) for line in coup(at, 1, {}, place)]
    [own] = measures(report(tmp_path, [*rows, row(5, "stake", 1, amount=1)]), "balls")
    assert [one.count for one in own.results] == [1, 1, 2]
    assert own.draws == "32/11"  # of twelve four are drawn: 4 · 8 / 11


@pytest.mark.parametrize("engine", ["columns", "reference"])
def test_rows_that_are_not_certain_are_left_out(tmp_path: Path, engine: str) -> None:
    rows = [
        *THREE,
        row(3, "stake", 4, amount="1 apple"),  # set aside
        row(3, "spin", 8),
        row(3, "collect", 4, amount=1),
        *coup(4, 12, {4: 2}),  # no number of the wheel
    ]
    own = report(tmp_path, rows, engine)
    house = measures(own, "numbers")[0]
    assert (house.count, house.left_out) == (4, 1)
    take = measures(own, "take")[0]
    assert (take.count, take.left_out) == (5, 1)
    assert take.take is not None
    assert (take.take.wagered, take.take.gained) == ("15.50", "-0.50")


def test_parts_of_a_log_are_added_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = [line for at in range(1, 40) for line in coup(at, at % 9 + 1, {3: at, 5: "0.05"})]
    rows += [line for at in range(1001, 1040) for line in coup(at, at % 7 + 1, {3: 1})]
    whole = report(tmp_path, rows).information
    monkeypatch.setattr(partition, "TARGET", 50)
    assert report(tmp_path, rows).information == whole


def spun(seed: int, weights: list[int]) -> list[str]:
    chance = Random(seed)
    drawn = chance.choices(range(1, 10), weights, k=200)
    stakes = ({chance.randint(1, 9): chance.choice((1, 2, 5))} for _ in drawn)
    return [
        line
        for at, (number, laid) in enumerate(zip(drawn, stakes, strict=True), 1)
        for line in coup(at, number, laid)
    ]


def least(own: Report) -> float:
    assert own.information is not None
    found = [float(one.p.corrected) for one in own.information.measures if one.p is not None]
    assert len(found) == 2
    return min(found)


def test_a_fair_wheel_is_seldom_remarked_on(tmp_path: Path) -> None:
    small = sum(least(report(tmp_path, spun(seed, [1] * 9))) < 0.05 for seed in range(8))
    # One in twenty is expected; more than two of eight come about six times in a thousand.
    assert small <= 2


def test_a_loaded_wheel_is_noticed(tmp_path: Path) -> None:
    assert least(report(tmp_path, spun(1, [1, 1, 1, 1, 4, 1, 1, 1, 1]))) < 0.001


def test_it_is_a_chapter_apart_and_a_sheet(tmp_path: Path) -> None:
    own = report(tmp_path, spun(1, [1] * 9))
    page = html_text(own, "en")
    assert "For information, apart from the findings" in page
    assert "accuses nobody" in page
    assert "Numbers that came out" in page
    rows = values(read(xlsx_bytes(own, "fr")), "Pour information, hors constats")
    assert [len(rows[0]), rows[2][0], rows[2][2]] == [13, "Numéros sortis", 200]
    assert json_bytes(own) == json_bytes(report(tmp_path, spun(1, [1] * 9)))
    assert own.findings == ()


def test_what_no_rule_looks_at_is_named_and_nothing_else(tmp_path: Path) -> None:
    rules = tmp_path / "plain.rules"
    plain = RULES[: RULES.index("statistic numbers")] + RULES[RULES.index("rule seven-times") :]
    rules.write_text(plain.replace("wheel-of-nine", "plain"), encoding="utf-8")
    log = tmp_path / "log.csv"
    log.write_text("\n".join((HEADER, *served(THREE))) + "\n", encoding="utf-8")
    own = audit_log(read_log(log), rules=rules).report
    assert own.information is not None
    assert not own.information.measures
    # Sums are added up, and a scope tells stakes apart by their bets: both are looked at. Nobody
    # asks what came out, nor of the opening of a table.
    told = [(one.event or one.column, one.count) for one in own.information.unlooked]
    assert told == [("spin", 3), ("table_close", 2), ("table_open", 2)]
    page = html_text(own, "fr")
    assert "Ce qu’aucune règle ne regarde" in page
    assert "<code>spin</code>" in page
    assert "Barre : observé" not in page
