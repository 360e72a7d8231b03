"""How likely chance alone makes a difference at least as large as one that was observed.

The law of chance is SciPy's, which takes a fifth of a second to load: only where a log has enough
to say anything.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from auditor.report.model import Measure


@dataclass(frozen=True, slots=True)
class Chance:
    """The share of regular games with such a difference; `corrected` for how many are told."""

    alone: float
    corrected: float


def chances(measures: Sequence[Measure]) -> tuple[Chance | None, ...]:
    """For each measure, None where there is too little to say anything."""
    told = [None if own.too_few else _alone(own) for own in measures]
    places = [at for at, own in enumerate(told) if own is not None]
    corrected = dict(zip(places, holm([own for own in told if own is not None]), strict=True))
    return tuple(None if own is None else Chance(own, corrected[at]) for at, own in enumerate(told))


def holm(alone: Sequence[float]) -> tuple[float, ...]:
    """Corrected by Holm's method, which holds however the comparisons hang together."""
    corrected, largest = [0.0] * len(alone), 0.0
    for rank, at in enumerate(sorted(range(len(alone)), key=lambda at: (alone[at], at))):
        largest = max(largest, min(1.0, (len(alone) - rank) * alone[at]))
        corrected[at] = largest
    return tuple(corrected)


def _alone(own: Measure) -> float:
    if own.take is not None:
        from scipy.special import ndtr  # noqa: PLC0415 - see above

        beside = Fraction(own.take.gained) - Fraction(own.take.expected)
        return 2 * float(ndtr(-abs(float(beside / Fraction(own.take.deviation)))))
    draws, total = Fraction(own.draws or 0), sum(one.ways for one in own.results)
    if len(own.results) == 2 and draws == own.count:
        return _of_two(own.results[0].count, own.count, own.results[0].ways / total)
    return _of_many(own, draws, total)


def _of_two(count: int, of: int, chance: float) -> float:
    """Twice the smaller side of the binomial law."""
    from scipy.special import bdtr, bdtrc  # noqa: PLC0415 - see above

    above = 1.0 if count == 0 else float(bdtrc(count - 1, of, chance))
    return min(1.0, 2 * min(float(bdtr(count, of, chance)), above))


def _of_many(own: Measure, draws: Fraction, total: int) -> float:
    """Pearson's chi-square; of results that are not put back, with the spread that they have."""
    from scipy.special import chdtrc  # noqa: PLC0415 - see above

    square = Fraction(0)
    for one in own.results:
        expected = Fraction(one.ways, total)
        square += (one.count - own.count * expected) ** 2 / expected
    return float(chdtrc(len(own.results) - 1, float(square / draws)))
