"""Information beside the findings: what statistics count and add up, and what chance lets expect.

It accuses nobody: no rule is behind it, and what is rare happens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import erfc, exp, isqrt, lgamma, log, log1p, sqrt

import numpy as np

from auditor.engine.measures import Measured, together
from auditor.findings.dependencies import columns_looked_at, kinds_named
from auditor.findings.finding import Judged
from auditor.findings.profile import told
from auditor.language import core
from auditor.language.wording import Wording, in_both
from auditor.messages.message import message
from auditor.report import model
from auditor.report.model import Measure
from auditor.types import Type
from auditor.values import Value, exact, show


def chances(measures: Sequence[Measure]) -> Iterator[model.Share | None]:
    """The share of regular games with such a difference, corrected for how many are told; None for
    a measure of which there is too little to say anything.
    """
    shares = [None if own.too_few else alone(own) for own in measures]
    corrected = iter(holm([own for own in shares if own is not None]))
    for own in shares:
        yield (
            None
            if own is None
            else model.Share(alone=f"{own:.4f}", corrected=f"{next(corrected):.4f}")
        )


def holm(alone: Sequence[float]) -> tuple[float, ...]:
    """Corrected by Holm's method, which holds however the comparisons hang together."""
    corrected, largest = [0.0] * len(alone), 0.0
    for rank, at in enumerate(sorted(range(len(alone)), key=lambda at: (alone[at], at))):
        largest = max(largest, min(1.0, (len(alone) - rank) * alone[at]))
        corrected[at] = largest
    return tuple(corrected)


def alone(own: Measure) -> float:
    """The share of regular games with such a difference, as if there were no other comparison."""
    if own.take is not None:
        beside = Fraction(own.take.gained) - Fraction(own.take.expected)
        return erfc(abs(float(beside / Fraction(own.take.deviation))) / sqrt(2))
    draws, total = Fraction(own.draws or 0), sum(one.ways for one in own.results)
    if len(own.results) == 2 and draws == own.count:
        return _of_two(own.results[0].count, own.count, own.results[0].ways / total)
    return _of_many(own, draws, total)


def _of_two(count: int, of: int, chance: float) -> float:
    """Twice the smaller side of the binomial law."""
    factorials = np.append(0, np.cumsum(np.log(np.arange(1, of + 1))))
    ways = factorials[of] - factorials - factorials[::-1]
    numbers = np.arange(of + 1)
    law = np.exp(ways + numbers * log(chance) + numbers[::-1] * log1p(-chance))
    return min(1.0, 2 * float(min(law[: count + 1].sum(), law[count:].sum())))


def _of_many(own: Measure, draws: Fraction, total: int) -> float:
    """Pearson's chi-square; of results that are not put back, with the spread that they have."""
    square = Fraction(0)
    for one in own.results:
        expected = Fraction(one.ways, total)
        square += (one.count - own.count * expected) ** 2 / expected
    return _beyond(float(square / draws), len(own.results) - 1)


def _beyond(square: float, degrees: int) -> float:
    """The upper side of the law of chi-square, which is a finite sum for whole degrees."""
    if not square:
        return 1.0
    half, odd = square / 2, degrees % 2
    orders = (n + odd / 2 for n in range(degrees // 2))
    terms = (exp(n * log(half) - half - lgamma(n + 1)) for n in orders)
    return sum(terms, erfc(sqrt(half)) if odd else 0.0)


CHOOSES = "game"
"""The column by which rows are given to a ruleset."""
LEAST_EXPECTED = 5
"""Times that each result must be expected for the normal law to hold for its count."""
LEAST_OF_TWO = 20
"""Draws that suffice for two results: their law is known exactly."""
LEAST_DRAWS = 30
"""Draws of like weight for the normal law to hold for their sum."""
MOST_SKEW = Fraction(1, 2)
"""How lopsided that sum may be: its third moment over the third power of its deviation."""
PLACES = 10_000
"""Sums that are no exact decimals are told to this part of a unit."""


def information(judged: Sequence[Judged]) -> model.Information | None:
    """The statistics of all rulesets, and what no rule looks at; None where there are neither."""
    unlooked = tuple(own for part in judged for own in _unlooked(part))
    if not any(part.program.statistics for part in judged):
        return model.Information(unlooked=unlooked) if unlooked else None
    if any(part.measured is None for part in judged):
        return model.Information(measured=False, unlooked=unlooked)
    measures = tuple(own for part in judged for own in _measures(part))
    shares = zip(measures, chances(measures), strict=True)
    likely = tuple(own.model_copy(update={"p": share}) for own, share in shares)
    return model.Information(measures=likely, unlooked=unlooked)


def _unlooked(part: Judged) -> Iterator[model.Unlooked]:
    """Kinds of event and columns that are recorded, and of which no rule asks anything."""
    program, profile = part.program, part.profile
    kinds = kinds_named(program)
    for kind in sorted(profile.kinds.keys() - kinds):
        yield model.Unlooked(ruleset=program.name, event=kind, count=profile.kinds[kind])
    looked_at = columns_looked_at(program) | {CHOOSES}
    cells: Counter[str] = Counter()
    for kind in kinds & profile.filled.keys():
        cells.update(profile.filled[kind])
    for name in sorted(cells.keys() - looked_at):
        if cells[name]:
            yield model.Unlooked(ruleset=program.name, column=name, count=cells[name])


def _measures(part: Judged) -> Iterator[model.Measure]:
    measured = part.measured or ()
    for statistic in part.program.statistics:
        own = [one for one in measured if one.statistic == statistic.name]
        sizes: set[int] = set()
        for scope in sorted(statistic.per, key=lambda scope: len(scope.fields)):
            wider = together(one.within(scope.fields) for one in own)
            # Where a house has one table, what is told of it has been told of the house.
            if len(wider) in sizes:
                continue
            sizes.add(len(wider))
            for one in sorted(
                wider, key=lambda one: ["" if own is None else show(own) for _, own in one.place]
            ):
                yield _measure(part.program, statistic, scope, one)


def _measure(
    program: core.Program, statistic: core.Statistic, scope: core.Scope, own: Measured
) -> model.Measure:
    within = {name: show(value) for name, value in own.place if value is not None}
    takings = statistic.observed is None
    return told(
        model.Measure,
        own,
        ruleset=program.name,
        title=statistic.text,
        scope=scope.name,
        within=within,
        count=own.subjects,
        results=() if takings else tuple(_results(program, statistic, own)),
        draws=None if takings else show(exact(own.spread)),
        take=_take(own) if takings and own.subjects else None,
        too_few=_too_few_sums(own) if takings else _too_few(statistic.ways, own),
    )


def _results(
    program: core.Program, statistic: core.Statistic, own: Measured
) -> Iterator[model.Result]:
    for (value, ways), count in zip(statistic.ways.results, own.counts, strict=True):
        said = _result_label(program, statistic.ways.type, value)
        yield model.Result(value=show(value), said=said, ways=ways, count=count)


def _result_label(program: core.Program, kind: Type, value: Value) -> model.Bilingual:
    """A result as people call it."""
    if isinstance(value, bool):
        return in_both(message("information.yes" if value else "information.no"))
    return Wording(program.vocabulary.labels).value(value, kind)


def _take(own: Measured) -> model.Take:
    deviation = Fraction(isqrt(int(own.spread * PLACES * PLACES)), PLACES)
    return model.Take(
        wagered=show(exact(own.wagered)),
        gained=show(exact(own.gained)),
        expected=show(exact(Fraction(round(own.foreseen * PLACES), PLACES))),
        deviation=show(exact(deviation)),
    )


# ---- whether there is enough to say anything ----------------------------------------------------
def _too_few(ways: core.Ways, own: Measured) -> bool:
    total = sum(many for _, many in ways.results)
    if len(ways.results) == 2 and not ways.without_return:
        return own.subjects < LEAST_OF_TWO
    if not own.spread:
        return True
    return any(own.subjects * many < LEAST_EXPECTED * total for _, many in ways.results)


def _too_few_sums(own: Measured) -> bool:
    """True where a few stakes are most of the money, or chance makes a lopsided sum of them."""
    spread = float(own.spread)
    if spread * spread <= LEAST_DRAWS * own.squares or not own.squares:
        return True
    return own.cubes**2 > float(MOST_SKEW**2) * spread**3
