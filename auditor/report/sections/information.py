"""Information beside the findings: the lines of a page, and a sheet."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from auditor.report.labels import Words
from auditor.report.model import Information, Measure, Report, Result, Unlooked
from auditor.report.typography import number

MOST_LINES = 32
"""Lines on paper."""
LEAST = 0.001
_ASIDE = frozenset({"season"})


def measures_told(own: Information) -> list[Measure]:
    """The measures that anything can be said of."""
    return [one for one in own.measures if one.results or one.p is not None]


def first_measures(every: Sequence[Measure]) -> Sequence[Measure]:
    """The measures on paper: of very many those of each statistic over its widest places."""
    if len(every) <= MOST_LINES:
        return every
    widest: dict[tuple[str, str], str] = {}
    return [
        own
        for own in every
        if widest.setdefault((own.ruleset, own.statistic), own.scope) == own.scope
    ][:MOST_LINES]


def unlooked_lines(every: Sequence[Unlooked], words: Words) -> Iterator[str]:
    """All that no rule looks at, each ruleset in a line where there are several."""
    rulesets = list(dict.fromkeys(own.ruleset for own in every))
    for ruleset in rulesets:
        told = ", ".join(
            words("information.unlooked.of", what=unlooked_said(own, words), count=own.count)
            for own in every
            if own.ruleset == ruleset
        )
        yield f"{ruleset}{words('colon')} {told}" if len(rulesets) > 1 else told


def unlooked_said(own: Unlooked, words: Words) -> str:
    """The kind of event, or the column."""
    if own.event is not None:
        return words.coded_event(own.event)
    return words("information.unlooked.column", column=words.coded_field(own.column or ""))


def where(report: Report, own: Measure, words: Words) -> str:
    """The place of a measure, as short as its report lets it be."""
    aside = _ASIDE if len(report.establishments) > 1 else _ASIDE | {"casino"}
    named = [value for name, value in own.within.items() if name not in aside]
    return ", ".join(named) or words("information.whole")


def between(own: Measure, words: Words) -> str:
    """Between which sums the take is in 19 cases of 20, as far as chance decides; nothing of too
    few stakes: their law is not known.
    """
    if own.take is None or own.p is None:
        return ""
    middle, beside = Fraction(own.take.expected), Fraction(196, 100) * Fraction(own.take.deviation)
    low, high = (
        number(str(round(at)), words.language) for at in (middle - beside, middle + beside)
    )
    return words("information.range", low=low, high=high)


def to_the_cent(amount: str, words: Words) -> str:
    """A sum of money."""
    cents = round(Fraction(amount) * 100)
    sign, (units, rest) = "-" if cents < 0 else "", divmod(abs(cents), 100)
    return number(f"{sign}{units}.{rest:02}" if rest else f"{sign}{units}", words.language)


def chance_said(p: str | None, words: Words) -> str:
    """Two digits, and nothing below a thousandth: the laws are not that exact."""
    if p is None:
        return words("information.none")
    if float(p) < LEAST:
        return words("information.below", value=number(str(LEAST), words.language))
    return number(f"{float(p):.2g}", words.language)


def expected_of(own: Measure, result: Result) -> Fraction:
    return Fraction(own.count * result.ways, sum(one.ways for one in own.results))


def to_a_tenth(own: Fraction) -> str:
    """A number that is not negative, to the tenth."""
    units, rest = divmod(round(own * 10), 10)
    return f"{units}.{rest}" if rest else f"{units}"


def widest(own: Measure, words: Words) -> str:
    """The result that is furthest from what was expected, by its own spread."""
    if not own.results or not own.count:
        return ""
    far = max(own.results, key=lambda one: (one.count - expected_of(own, one)) ** 2 / one.ways)
    return words(
        "information.of",
        result=far.said.in_language(words.language),
        count=number(far.count, words.language),
        expected=number(to_a_tenth(expected_of(own, far)), words.language),
    )
