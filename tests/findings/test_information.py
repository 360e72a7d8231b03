"""Information beside the findings, worked out by hand; a fair wheel and a loaded one."""

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


RULES = Path(__file__).parent / "audits" / "wheel-of-nine.rules"
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


def report(folder: Path, rows: list[str]) -> Report:
    log = folder / "log.csv"
    log.write_text("\n".join((HEADER, *served(rows))) + "\n", encoding="utf-8")
    return audit_log(read_log(log, rules=RULES), rules=RULES, records="all").report


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
