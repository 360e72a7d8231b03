"""The shares that chance has, against formulas that need no library, and Holm's method by hand."""

from fractions import Fraction
from math import comb, erfc, exp, sqrt

import pytest

from auditor.findings.information import chances, holm
from auditor.report.model import Bilingual, Measure, Result, Take


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


def alone(own: Measure) -> float:
    [found] = chances((own,))
    assert found is not None
    assert found.corrected == found.alone  # of one comparison
    return found.alone


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
    found = chances((few, counted(0, 20, ways=(1, 1))))
    assert found[0] is None
    # It is no comparison, and corrects none.
    assert found[1] is not None
    assert found[1].corrected == found[1].alone
